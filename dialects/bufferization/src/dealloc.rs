//! `bufferization.dealloc`: conditional deallocation of buffers.

use rmlir::prelude::*;

/// Frees buffers, each if its condition holds and no retained buffer aliases it.
///
/// For each retained buffer there is a result: whether ownership of it passes on, so that the code
/// after has to free it, because it aliases one of the buffers whose condition holds. A buffer that is
/// listed several times is freed once.
///
/// ```mlir
/// %0 = bufferization.dealloc (%a, %b : memref<2xf32>, memref<4xi32>) if (%c1, %c2) retain (%r : memref<?xf32>)
/// ```
#[op(name = "bufferization.dealloc", eval, traits(AttrSizedOperandSegments), infer = infer_conditions, verify = verify,
     canonicalize,
     format = "(` ``(` $memrefs^ `:` type($memrefs) `)` `if` ` ` `(` $conditions `)` )? \
               (`retain` ` ` `(` $retained^ `:` type($retained) `)` )? attr-dict")]
pub struct DeallocOp {
    /// The buffers that may be freed.
    #[operand]
    memrefs: Vec<AnyRankedOrUnrankedMemRef>,
    /// The ownership conditions of the buffers.
    #[operand]
    conditions: Vec<I1>,
    /// The buffers that are retained.
    #[operand]
    retained: Vec<AnyRankedOrUnrankedMemRef>,
    #[result]
    updatedConditions: Vec<I1>,
}

impl DeallocOp {
    /// The builder of an operation with a condition for each retained buffer.
    pub fn of(memrefs: &[Value], conditions: &[Value], retained: &[Value]) -> Build<Self> {
        Self::build(memrefs, conditions, retained)
    }
}

fn infer_conditions(cx: &Context, state: &OpState, operands: &[Type]) -> Result<Vec<Type>, String> {
    let sizes = state.props.first().and_then(|sizes| sizes.as_int_array(cx)).unwrap_or_default();
    let n_retained = sizes.get(2).map_or(0, |&n| usize::try_from(n).unwrap_or(0));
    Ok(vec![Type::I1; n_retained.min(operands.len())])
}

fn verify(op: OpRef) -> Checked {
    let n = |field| op.operand_range(field).len();
    if n(DeallocOp::MEMREFS_OPERAND) != n(DeallocOp::CONDITIONS_OPERAND) {
        return Err(op.error("must have the same number of conditions as memrefs to deallocate"));
    }
    if n(DeallocOp::RETAINED_OPERAND) != op.n_results() {
        return Err(op.error("must have the same number of updated conditions (results) as retained operands"));
    }
    Ok(())
}
