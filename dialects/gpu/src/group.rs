//! Operations on groups of threads: barriers, reductions, shuffles and broadcasts.

use rmlir::analysis::uniformity::InferUniformity;
use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;

use crate::attrs::{AllReduceOperation, BroadcastType, ShuffleMode};
use crate::constraints::*;

/// Blocks until all threads of the block have reached the barrier, and makes their writes visible to each other.
#[op(name = "gpu.barrier", canonicalize(erase_repeated_barrier), format = "attr-dict")]
pub struct BarrierOp {}

/// Erases a barrier right before another one.
#[pattern]
fn erase_repeated_barrier(op: BarrierOp, rw: &mut Rewriter) -> Match {
    let next = rw.next_op(op.id()).map(|next| OpRef::new(rw, next));
    if !next.is_some_and(|next| next.is::<BarrierOp>()) {
        return rw.no_match(op.id(), "another operation follows");
    }
    rw.erase(op.id())
}

/// Reduces the values of all threads of the block, by a predefined operation or by the region.
///
/// ```mlir
/// %sum = gpu.all_reduce add %0 {} : (f32) -> f32
/// ```
#[op(
    name = "gpu.all_reduce",
    traits(IsolatedFromAbove, SameOperandsAndResultType),
    interfaces(InferUniformity),
    verify_regions = verify_all_reduce,
    custom(AllReduceOperation = (parse_operation, print_operation)),
    format = "custom<AllReduceOperation>($op) $value (`uniform` $uniform^)? $body attr-dict `:` functional-type(operands, results)"
)]
pub struct AllReduceOp {
    #[operand]
    value: AnyIntegerOrFloat,
    #[prop]
    op: Option<AllReduceOperation>,
    #[prop]
    uniform: UnitAttr,
    #[result]
    result: AnyIntegerOrFloat,
    #[region]
    body: AnyRegion,
}

fn parse_operation(parser: &mut dyn OpAsmParser, _state: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let Some(keyword) = parser.try_any_keyword() else { return Ok(true) };
    let value = AllReduceOperation::ENUM.value(keyword.str(parser.cx()));
    let Some(operation) = value.and_then(AllReduceOperation::from_value) else {
        return Err(parser.asm().error("invalid op kind"));
    };
    args[0] = DirectiveArg::Attr(operation.attr(parser.cx()));
    Ok(true)
}

fn print_operation(printer: &mut dyn AsmPrinter, op: OpRef, args: &[DirectiveField]) {
    let [DirectiveField::Prop(slot)] = args else { return };
    if let Some(operation) = op.prop(*slot) {
        printer.stripped_attr(operation);
    }
}

fn verify_all_reduce(op: OpRef) -> Checked {
    let (body, ty) = (op.region(0), op.result(0).ty());
    let known = op.get(AllReduceOp::op);
    let Some(entry) = body.entry() else {
        return match known {
            Some(known) => check_supported(op, known, ty),
            None => Err(op.plain_error("expected either an op attribute or a non-empty body")),
        };
    };
    if known.is_some() {
        return Err(op.plain_error("expected either an op attribute or a non-empty body"));
    }
    if entry.args().len() != 2 {
        return Err(op.plain_error("expected two region arguments"));
    }
    if entry.args().any(|arg| arg.ty() != ty) {
        return Err(op.plain_error("incorrect region argument type"));
    }
    let mut has_yield = false;
    for end in body.blocks().filter_map(|block| block.terminator()).filter(|end| end.is::<crate::YieldOp>()) {
        if end.n_operands() != 1 {
            return Err(op.plain_error("expected one gpu.yield operand"));
        }
        if end.operand(0).ty() != ty {
            return Err(op.plain_error("incorrect gpu.yield type"));
        }
        has_yield = true;
    }
    if has_yield { Ok(()) } else { Err(op.plain_error("expected gpu.yield op in region")) }
}

fn check_supported(op: OpRef, operation: AllReduceOperation, element: Type) -> Checked {
    if operation.supports(op.cx(), element) {
        return Ok(());
    }
    let keyword = AllReduceOperation::ENUM.keyword(operation.value()).unwrap_or_default();
    let ty = op.cx().show_type(op.result(0).ty());
    Err(op.plain_error(format!("`{keyword}` reduction operation is not compatible with type '{ty}'")))
}

/// Reduces the values of the lanes of a subgroup, or of each of its clusters.
///
/// ```mlir
/// %sum = gpu.subgroup_reduce add %0 cluster(size = 4) : (f32) -> f32
/// ```
#[op(
    name = "gpu.subgroup_reduce",
    traits(SameOperandsAndResultType),
    interfaces(InferUniformity),
    verify = verify_subgroup_reduce,
    custom(AllReduceOperation = (parse_operation, print_operation)),
    format = "custom<AllReduceOperation>($op) $value (`uniform` $uniform^)? \
              (`cluster` `(` `size` `=` $cluster_size^ (`,` `stride` `=` $cluster_stride^)? `)`)? \
              attr-dict `:` functional-type(operands, results)"
)]
pub struct SubgroupReduceOp {
    #[operand]
    value: AnyIntegerOrFloatOr1DVector,
    #[prop]
    op: AllReduceOperation,
    #[prop]
    uniform: UnitAttr,
    #[prop]
    cluster_size: Option<I32Attr>,
    #[prop(default = one)]
    cluster_stride: I32Attr,
    #[result]
    result: AnyIntegerOrFloatOr1DVector,
}

fn one(cx: &Context) -> Attr {
    cx.i32_attr(1)
}

fn verify_subgroup_reduce(op: OpRef) -> Checked {
    let ty = op.result(0).ty();
    let element = if ty.is_vector(op.cx()) { ty.element(op.cx()) } else { Some(ty) };
    if let Some(element) = element {
        check_supported(op, op.get(SubgroupReduceOp::op), element)?;
    }
    let size = op.get(SubgroupReduceOp::cluster_size).map(|size| size as u32);
    if let Some(size) = size.filter(|size| !size.is_power_of_two()) {
        return Err(op.error(format!("cluster size {size} is not a power of two")));
    }
    let stride = op.get(SubgroupReduceOp::cluster_stride) as u32;
    if stride != 1 && size.is_none() {
        return Err(op.error("cluster stride can only be specified if cluster size is specified"));
    }
    if !stride.is_power_of_two() {
        return Err(op.error(format!("cluster stride {stride} is not a power of two")));
    }
    Ok(())
}

/// Yields the value of another lane, and whether that lane is valid.
///
/// ```mlir
/// %1, %is_there = gpu.shuffle xor %0, %offset, %width : f32
/// ```
#[op(
    name = "gpu.shuffle",
    traits(Pure),
    interfaces(AsmNames, InferUniformity),
    types(T = AnyIntegerOrFloatOr1DVector),
    format = "$mode $value `,` $offset `,` $width attr-dict `:` type($value)"
)]
pub struct ShuffleOp {
    #[operand]
    value: T,
    #[operand]
    offset: I32,
    #[operand]
    width: I32,
    #[prop]
    mode: ShuffleMode,
    #[result]
    shuffleResult: T,
    #[result]
    valid: I1,
}

/// Yields the value of the lane at an offset, modulo the width, and whether that lane is valid.
///
/// ```mlir
/// %1, %is_there = gpu.rotate %0, 3, 16 : f32
/// ```
#[op(
    name = "gpu.rotate",
    traits(Pure),
    interfaces(AsmNames, InferUniformity),
    types(T = AnyIntegerOrFloatOr1DVector),
    verify = verify_rotate,
    format = "$value `,` $offset `,` $width attr-dict `:` type($value)"
)]
pub struct RotateOp {
    #[operand]
    value: T,
    #[prop]
    offset: NonNegativeI32,
    #[prop]
    width: PowerOfTwoI32,
    #[result]
    rotateResult: T,
    #[result]
    valid: I1,
}

fn verify_rotate(op: OpRef) -> Checked {
    let width = op.get(RotateOp::width);
    if op.get(RotateOp::offset) >= width {
        return Err(op.error(format!("offset must be in the range [0, {width})")));
    }
    Ok(())
}

/// Broadcasts the value of one lane to all lanes.
///
/// ```mlir
/// %1 = gpu.subgroup_broadcast %0, specific_lane %lane : f32
/// ```
#[op(
    name = "gpu.subgroup_broadcast",
    traits(ElementwiseMappable, NoMemoryEffect),
    interfaces(InferUniformity, ValueBounds),
    verify = verify_broadcast,
    format = "$src `,` $broadcast_type ($lane^)? attr-dict `:` type($result)"
)]
pub struct SubgroupBroadcastOp {
    #[operand]
    src: T,
    #[operand]
    lane: Option<I32>,
    #[prop]
    broadcast_type: BroadcastType,
    #[result]
    result: T,
}

fn verify_broadcast(op: OpRef) -> Checked {
    let has_lane = !op.operand_range(SubgroupBroadcastOp::LANE_OPERAND).is_empty();
    match op.get(SubgroupBroadcastOp::broadcast_type) {
        BroadcastType::FirstActiveLane if has_lane => {
            Err(op.error("lane can only be specified for `specific_lane` broadcast type"))
        }
        BroadcastType::SpecificLane if !has_lane => {
            Err(op.error("lane must be specified for `specific_lane` broadcast type"))
        }
        _ => Ok(()),
    }
}

/// Terminates a region that combines two values.
#[op(name = "gpu.yield", traits(Pure, ReturnLike, Terminator), format = "attr-dict ($values^ `:` type($values))?")]
pub struct YieldOp {
    #[operand]
    values: Vec<AnyType>,
}

/// Prints formatted text on the console of the host.
#[op(name = "gpu.printf", interfaces(MemoryEffects), format = "$format attr-dict (`,` $args^ `:` type($args))?")]
pub struct PrintfOp {
    #[prop]
    format: StrAttr,
    #[operand]
    args: Vec<PrintfArgument>,
}

impl MemoryEffects for PrintfOp<()> {
    fn effects(&self, _op: OpRef) -> Vec<Effect> {
        vec![Effect::any(EffectKind::Write)]
    }
}

impl AsmNames for ShuffleOp<()> {
    fn result_names(&self, _op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name(0, "shuffleResult");
        name(1, "valid");
    }
}

impl AsmNames for RotateOp<()> {
    fn result_names(&self, _op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name(0, "rotateResult");
        name(1, "valid");
    }
}
