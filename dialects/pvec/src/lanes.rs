//! Lane ids, uniform and linear values, access to single lanes, and queries of masks.

use rmlir::prelude::*;

use crate::blend::verify_lanes;
use crate::types::{Lanes, MaskType, n_lanes};

/// The id of each lane, from 0.
///
/// ```mlir
/// %i = pvec.lane_id : vector<8xindex>
/// ```
#[op(name = "pvec.lane_id", traits(Pure), eval, verify = verify_numbers, format = "attr-dict `:` type($result)")]
pub struct LaneIdOp {
    #[result]
    result: Lanes,
}

fn verify_numbers(op: OpRef) -> Checked {
    let element = op.result(0).ty().element_or_self(op.cx());
    let is_integer = element.int_or_index_width(op.cx()).is_some();
    if is_integer { Ok(()) } else { Err(op.error("requires lanes of integers")) }
}

/// Broadcasts a scalar to all lanes.
///
/// ```mlir
/// %v = pvec.broadcast %x : vector<8xf32>
/// ```
#[op(name = "pvec.broadcast", traits(Pure), eval, verify = verify_element,
     parse = parse_of_element, print = print_of_element)]
pub struct BroadcastOp {
    #[operand]
    value: AnyType,
    #[result]
    result: Lanes,
}

/// A linear vector: a base plus the lane id times a stride; consecutive or strided values.
///
/// ```mlir
/// %v = pvec.linear %base, %stride : vector<8xi32>
/// ```
#[op(name = "pvec.linear", traits(Pure), eval, verify = verify_element,
     parse = parse_of_element, print = print_of_element)]
pub struct LinearOp {
    #[operand]
    base: SignlessIntegerOrIndexLike,
    #[operand]
    stride: SignlessIntegerOrIndexLike,
    #[result]
    result: Lanes,
}

/// Verifies that the operands have the element type of the result.
fn verify_element(op: OpRef) -> Checked {
    let element = op.result(0).ty().element(op.cx());
    if op.operands().any(|operand| Some(operand.ty()) != element) {
        return Err(op.error("requires operands of the type of the result's lanes"));
    }
    Ok(())
}

fn parse_of_element(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let operands = parser.operand_list(Delimiter::None)?;
    parser.attr_dict(state)?;
    let ty = parser.asm().colon_type()?;
    let element = ty.element_or_self(parser.cx());
    parser.resolve_same(&operands, element, state)?;
    state.result_types.push(ty);
    Ok(())
}

fn print_of_element(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.operands(op.operands());
    printer.attr_dict(op, &[]);
    printer.text(" : ");
    printer.ty(op.result(0).ty());
}

fn lane_of(cx: &Context, ty: Type) -> Option<Type> {
    ty.element(cx)
}

/// Extracts the value of one lane, whose index may be dynamic.
///
/// ```mlir
/// %x = pvec.extract %v[%lane] : vector<8xf32>
/// ```
#[op(name = "pvec.extract", traits(Pure), eval, fold, format = "$source `[` $lane `]` attr-dict `:` type($source)")]
pub struct ExtractOp {
    #[operand]
    source: Lanes,
    #[operand]
    lane: Index,
    #[result(derive(from = "source", with = lane_of, summary = "result type is that of the lanes"))]
    result: AnyType,
}

/// Inserts a value in one lane of a vector.
///
/// ```mlir
/// %w = pvec.insert %x, %v[%lane] : vector<8xf32>
/// ```
#[op(name = "pvec.insert", traits(Pure), eval,
     format = "$value `,` $dest `[` $lane `]` attr-dict `:` type($result)", types(T = Lanes))]
pub struct InsertOp {
    #[operand(derive(from = "dest", with = lane_of, summary = "type of the value is that of the lanes"))]
    value: AnyType,
    #[operand]
    dest: T,
    #[operand]
    lane: Index,
    #[result]
    result: T,
}

/// Queries of a mask.
#[op_class(traits(Pure), eval, format = "$mask attr-dict `:` type($mask)")]
struct MaskQuery {
    #[operand]
    mask: MaskType,
}

/// Whether a lane is on.
///
/// ```mlir
/// %b = pvec.any %m : !pvec.mask<8>
/// ```
#[op(name = "pvec.any", classes(MaskQuery), canonicalize)]
pub struct AnyOp {
    #[result]
    result: I1,
}

/// Whether all lanes are on.
///
/// ```mlir
/// %b = pvec.all %m : !pvec.mask<8>
/// ```
#[op(name = "pvec.all", classes(MaskQuery), canonicalize)]
pub struct AllOp {
    #[result]
    result: I1,
}

/// Whether no lane is on: the branch around code that no lane needs.
///
/// ```mlir
/// %b = pvec.none %m : !pvec.mask<8>
/// ```
#[op(name = "pvec.none", classes(MaskQuery), canonicalize)]
pub struct NoneOp {
    #[result]
    result: I1,
}

/// The number of the first lane that is on; of how many lanes there are if none is.
///
/// ```mlir
/// %lane = pvec.first_active %m : !pvec.mask<8>
/// ```
#[op(name = "pvec.first_active", classes(MaskQuery))]
pub struct FirstActiveOp {
    #[result]
    result: Index,
}

/// How many lanes are on.
///
/// ```mlir
/// %n = pvec.active_count %m : !pvec.mask<8>
/// ```
#[op(name = "pvec.active_count", classes(MaskQuery))]
pub struct ActiveCountOp {
    #[result]
    result: Index,
}

fn as_integer(cx: &Context, ty: Type) -> Option<Type> {
    let n = u32::try_from(n_lanes(cx, ty)?).ok().filter(|&n| n <= ApInt::MAX_WIDTH)?;
    Some(cx.int_type(n))
}

/// A mask as an integer, with lane 0 in the lowest bit.
///
/// ```mlir
/// %bits = pvec.ballot %m : !pvec.mask<8>
/// ```
#[op(name = "pvec.ballot", classes(MaskQuery))]
pub struct BallotOp {
    #[result(derive(from = "mask", with = as_integer, summary = "result type has a bit for each lane"))]
    result: AnyInteger,
}

/// Moves of active lanes.
#[op_class(traits(Pure), types(T = Lanes), fold, eval, verify,
           format = "$source `if` $mask attr-dict `:` type($mask) `,` type($result)")]
struct LaneMove {
    #[operand]
    source: T,
    #[operand]
    mask: MaskType,
    #[result]
    result: T,
}

/// Moves the lanes that are on to the front, in order; the rest is poison.
///
/// ```mlir
/// %w = pvec.compress %v if %m : !pvec.mask<8>, vector<8xf32>
/// ```
#[op(name = "pvec.compress", classes(LaneMove))]
pub struct CompressOp;

/// Moves the first lanes to those that are on, in order; the rest is poison.
///
/// ```mlir
/// %w = pvec.expand %v if %m : !pvec.mask<8>, vector<8xf32>
/// ```
#[op(name = "pvec.expand", classes(LaneMove))]
pub struct ExpandOp;

#[verify(CompressOp, ExpandOp)]
fn verify_by_mask(op: OpRef) -> Checked {
    verify_lanes(op, op.operand(1).ty(), op.result(0).ty())
}

/// Permutes lanes: each lane is taken from the lane in its index.
///
/// ```mlir
/// %w = pvec.permute %v[%from] : vector<8xf32>, vector<8xindex>
/// ```
#[op(name = "pvec.permute", traits(Pure), eval, fold, types(T = Lanes), verify = verify_permute,
     format = "$source `[` $from `]` attr-dict `:` type($source) `,` type($from)")]
pub struct PermuteOp {
    #[operand]
    source: T,
    #[operand]
    from: Lanes,
    #[result]
    result: T,
}

fn verify_permute(op: OpRef) -> Checked {
    let (source, from) = (op.value(PermuteOp::source).ty(), op.value(PermuteOp::from).ty());
    if source.shape(op.cx()) == from.shape(op.cx())
        && from.element_or_self(op.cx()).int_or_index_width(op.cx()).is_some()
    {
        return Ok(());
    }
    Err(op.error("requires an integer for each lane"))
}

/// The stable partition of lanes with the active ones first, and their number.
///
/// It regroups instances of a function: after `pvec.permute` by the result,
/// the active lanes are contiguous.
///
/// ```mlir
/// %order, %n = pvec.partition %m : !pvec.mask<8>, vector<8xindex>
/// ```
#[op(name = "pvec.partition", traits(Pure), eval, verify = verify_partition,
     format = "$mask attr-dict `:` type($mask) `,` type($order)")]
pub struct PartitionOp {
    #[operand]
    mask: MaskType,
    #[result]
    order: Lanes,
    #[result]
    count: Index,
}

fn verify_partition(op: OpRef) -> Checked {
    verify_numbers(op)?;
    verify_lanes(op, op.value(PartitionOp::mask).ty(), op.result(0).ty())
}

/// The operation of a reduction.
#[attr(int = 32, called = "kind of reduction")]
pub enum ReductionKind {
    /// The sum.
    Add,
    /// The product.
    Mul,
    /// The minimum of signed integers or floats.
    Min,
    /// The maximum of signed integers or floats.
    Max,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
}

/// Reduces the active lanes with an initial value, lane 0 first.
///
/// Without `ordered`, floats may be reassociated.
///
/// ```mlir
/// %sum = pvec.reduce add %v, %init if %m : !pvec.mask<8>, vector<8xf32>
/// ```
#[op(name = "pvec.reduce", traits(Pure), eval, fold, verify = verify_reduce,
     format = "$kind $source `,` $init `if` $mask (`ordered` $ordered^)? attr-dict `:` type($mask) `,` type($source)")]
pub struct ReduceOp {
    #[prop]
    kind: ReductionKind,
    #[prop]
    ordered: UnitAttr,
    #[operand]
    source: Lanes,
    #[operand(derive(from = "source", with = lane_of, summary = "type of the initial value is that of the lanes"))]
    init: AnyType,
    #[operand]
    mask: MaskType,
    #[result(derive(from = "source", with = lane_of, summary = "result type is that of the lanes"))]
    result: AnyType,
}

fn verify_reduce(op: OpRef) -> Checked {
    let kind = op.get(ReduceOp::kind);
    let is_bits = matches!(kind, ReductionKind::And | ReductionKind::Or | ReductionKind::Xor);
    if is_bits && op.result(0).ty().float_kind(op.cx()).is_some() {
        return Err(op.error("combines bits of floats"));
    }
    verify_lanes(op, op.operand(ReduceOp::MASK_OPERAND).ty(), op.value(ReduceOp::source).ty())
}
