//! Masks, and masking of operations.

use rmlir::prelude::*;

use crate::interfaces::{MaskableOp, MaskingOp};
use crate::types::*;

/// A mask whose first `mask_dim_sizes` bits along each dimension are set.
///
/// ```mlir
/// %1 = vector.constant_mask [3, 2] : vector<4x3xi1>
/// ```
#[op(name = "vector.constant_mask", eval, traits(Pure), verify = verify_constant_mask, fold,
     format = "$mask_dim_sizes attr-dict `:` type(results)")]
pub struct ConstantMaskOp {
    #[prop]
    mask_dim_sizes: DenseI64ArrayAttr,
    #[result]
    result: MaskOfAnyRank,
}

impl ConstantMaskOp {
    /// The number of bits that are set along each dimension.
    pub fn sizes(self, body: &Body) -> Vec<i64> {
        self.mask_dim_sizes(body)
    }
}

fn verify_constant_mask(op: OpRef) -> Checked {
    let result = VectorType::of_value(op.result(0));
    let sizes = ConstantMaskOp::from_id(op.id).sizes(op.body);
    if result.rank() == 0 {
        return match sizes[..] {
            [0 | 1] => Ok(()),
            [_] => Err(op.plain_error("mask dim size must be either 0 or 1 for 0-D vectors")),
            _ => Err(op.plain_error("array attr must have length 1 for 0-D vectors")),
        };
    }
    if sizes.len() != result.rank() {
        return Err(op.error("must specify array attr of size equal vector result rank"));
    }
    for (dim, &size) in sizes.iter().enumerate() {
        let bound = result.shape[dim];
        if size < 0 || size > bound {
            return Err(op.error("array attr of size out of bounds of vector result dimension size"));
        }
        if result.scalable[dim] && size != 0 && size != bound {
            return Err(op.error("only supports 'none set' or 'all set' scalable dimensions"));
        }
    }
    let n_zeros = sizes.iter().filter(|&&size| size == 0).count();
    if n_zeros != 0 && n_zeros != sizes.len() {
        return Err(op.error("expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim"));
    }
    Ok(())
}

/// A mask whose first bits along each dimension are set, as many as the operand. Operands are clamped
/// to the range from 0 to the size.
///
/// ```mlir
/// %1 = vector.create_mask %c3, %c2 : vector<4x3xi1>
/// ```
#[op(name = "vector.create_mask", eval, traits(Pure), verify = verify_create_mask,
     canonicalize, format = "$operands attr-dict `:` type(results)")]
pub struct CreateMaskOp {
    #[operand]
    operands: Vec<Index>,
    #[result]
    result: MaskOfAnyRank,
}

fn verify_create_mask(op: OpRef) -> Checked {
    match VectorType::of_value(op.result(0)).rank() {
        0 if op.n_operands() != 1 => Err(op.error("must specify exactly one operand for 0-D create_mask")),
        0 => Ok(()),
        rank if op.n_operands() != rank => Err(op.error("must specify an operand for each result vector dimension")),
        _ => Ok(()),
    }
}

/// Executes the operation in its region only for lanes whose mask bit is set. Results of other lanes are those of
/// `passthru`, if it is present.
///
/// ```mlir
/// %0 = vector.mask %mask, %pass { vector.transfer_read .. } : vector<16xi1> -> vector<16xf32>
/// ```
#[op(name = "vector.mask", eval, traits(NoRegionArguments, RecursiveMemoryEffects, SingleBlock),
     interfaces(MaskingOp, YieldsOnlyOp), terminator = "vector.yield", verify = verify_mask,
     verify_regions = verify_mask_fits, fold,
     canonicalize, parse = parse_mask, print = print_mask)]
pub struct MaskOp {
    #[operand]
    mask: MaskOfNonZeroRank,
    #[operand]
    passthru: Option<AnyType>,
    #[result]
    results: Vec<AnyType>,
    #[region(name = "maskRegion")]
    mask_region: SizedRegion1,
}

impl YieldsOnlyOp for MaskOp<()> {}

impl MaskingOp for MaskOp<()> {
    fn mask(&self, op: OpRef) -> Value {
        op.get(MaskOp::mask)
    }
    fn passthru(&self, op: OpRef) -> Option<Value> {
        op.get(MaskOp::passthru)
    }
}

impl MaskOp {
    /// The block of the region.
    pub fn block(self, body: &Body) -> BlockId {
        body.entry(self.mask_region(body)).expect("a `vector.mask` has a block")
    }

    /// The masked operation; `None` if the region has only a terminator.
    pub fn masked_op(self, body: &Body) -> Option<OpId> {
        let first = body.first_op(self.block(body));
        first.filter(|&op| !OpRef::new(body, op).is::<YieldOp>())
    }
}

fn parse_mask(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let mask = parser.operand()?;
    let passthru = if parser.try_token(",") { Some(parser.operand()?) } else { None };
    parser.parse_region(state, &[])?;
    parser.attr_dict(state)?;
    let mask_type = parser.asm().colon_type()?;
    state.result_types = parser.asm().optional_arrow_types()?.into();
    parser.resolve_same(&[mask], mask_type, state)?;
    let Some(passthru) = passthru else { return Ok(()) };
    match state.result_types.first() {
        Some(&ty) => parser.resolve_same(&[passthru], ty, state),
        None => {
            let pos = parser.name_pos();
            Err(parser.error_at(pos, "expects a result if passthru operand is provided"))
        }
    }
}

fn print_mask(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.operands(op.operands());
    printer.text(" { ");
    if let Some(first) = op.region(0).entry().and_then(BlockRef::first_op) {
        printer.custom_or_generic_op(first);
    }
    printer.text(" }");
    printer.attr_dict(op, &[]);
    printer.text(" : ");
    printer.ty(op.value(MaskOp::mask).ty());
    let results: Vec<Type> = op.results().map(ValueRef::ty).collect();
    if !results.is_empty() {
        printer.text(" -> ");
        printer.types(results);
    }
}

fn verify_mask(op: OpRef) -> Checked {
    let ops: Vec<OpRef> = op.region(0).entry().into_iter().flat_map(BlockRef::ops).collect();
    if ops.is_empty() {
        return Err(op.error("expects a terminator within the mask region"));
    }
    if ops.len() > 2 {
        return Err(op.error("expects only one operation to mask"));
    }
    let Some(terminator) = ops.last().filter(|last| last.is::<YieldOp>()) else {
        return Err(op.error("expects a terminator within the mask region"));
    };
    if terminator.n_operands() != op.n_results() {
        return Err(op.error("expects number of results to match mask region yielded values"));
    }
    if ops.len() == 1 {
        return Ok(());
    }
    let masked = ops[0];
    if masked.interface::<dyn MaskableOp>().is_none() {
        return Err(op.error("expects a MaskableOpInterface within the mask region"));
    }
    verify_results(op, masked, *terminator)
}

/// Verifies that mask and pass-through have the types that the operation in the region,
/// which has been verified, requires.
fn verify_mask_fits(op: OpRef) -> Checked {
    let masked = op.region(0).entry().and_then(BlockRef::first_op).expect("the region was checked to have operations");
    let Some(maskable) = masked.interface::<dyn MaskableOp>() else { return Ok(()) };
    let wanted = maskable.expected_mask_type(masked);
    if op.value(MaskOp::mask).ty() != wanted {
        let wanted = op.cx().show_type(wanted);
        return Err(op.error(format!("expects a '{wanted}' mask for the maskable operation")));
    }
    if op.n_operands() < 2 {
        return Ok(());
    }
    if !maskable.supports_passthru() {
        return Err(op.error("doesn't expect a passthru argument for this maskable operation"));
    }
    if masked.n_results() != 1 {
        return Err(op.error("expects result when passthru argument is provided"));
    }
    if op.operand(1).ty() != masked.result(0).ty() {
        return Err(op.error("expects passthru type to match result type"));
    }
    Ok(())
}

/// Verifies that the results are those of the masked operation.
fn verify_results(op: OpRef, masked: OpRef, terminator: OpRef) -> Checked {
    if masked.n_results() != op.n_results() {
        return Err(op.error("expects number of results to match maskable operation number of results"));
    }
    if !masked.results().eq(terminator.operands()) {
        return Err(op.error(
            "expects all the results from the MaskableOpInterface to match all the values returned by the terminator",
        ));
    }
    if !masked.results().map(ValueRef::ty).eq(op.results().map(ValueRef::ty)) {
        return Err(op.error("expects result type to match maskable operation result type"));
    }
    if masked.results().filter(|result| result.ty().is_vector(op.cx())).count() > 1 {
        return Err(op.error("multiple vector results not supported"));
    }
    Ok(())
}

/// Terminates the region of an operation of this dialect and yields values.
///
/// ```mlir
/// vector.yield %v : vector<4xf32>
/// ```
#[op(
    name = "vector.yield", eval = rmlir::interp::eval::yields,
    traits(Pure, ReturnLike, Terminator),
    format = "attr-dict ($operands^ `:` type($operands))?"
)]
pub struct YieldOp {
    #[operand]
    operands: Vec<AnyType>,
}
