//! Reductions of single elements.

use rmlir::prelude::*;
use rmlir_arith::*;

use crate::attrs::CombiningKind;
use crate::interfaces::{MaskingOp, masking_op};
use crate::types::VectorType;
use crate::{ExtractOp, MultiDimReductionOp, ReductionOp, ShapeCastOp};

canonicalize! {
    ReductionOp: of_one_element;
    MultiDimReductionOp: of_unit_dims;
}

/// Creates the operation that combines two values; lanes that `mask` disables have the value beside it.
fn combine(
    rw: &mut Rewriter,
    kind: CombiningKind,
    (lhs, rhs): (Value, Value),
    fastmath: Option<FastMathFlags>,
    mask: Option<(Value, Value)>,
) -> Value {
    use CombiningKind::*;
    let is_float = rw.ty(lhs).element_or_self(rw).float_kind(rw).is_some();
    /// Rows of `kind => Op;`, for floats `kind(f) => Op;`.
    macro_rules! combined {
        ($($kind:pat $(, $float:literal)? => $op:ident $flags:tt;)*) => {
            match (kind, is_float) {
                $(combined!(@ $kind $(, $float)?) => combined!(# $op $flags),)*
            }
        };
        (@ $kind:pat, $float:literal) => { ($kind, $float) };
        (@ $kind:pat) => { ($kind, _) };
        (# $op:ident ()) => { rw.value($op::build(lhs, rhs)) };
        (# $op:ident (fastmath)) => {{
            let build = $op::build(lhs, rhs);
            rw.value(match fastmath {
                Some(flags) => build.prop($op::FASTMATH, flags),
                None => build,
            })
        }};
    }
    let result = combined! {
        Add, true => AddFOp (fastmath);
        Add, false => AddIOp ();
        Mul, true => MulFOp (fastmath);
        Mul, false => MulIOp ();
        And => AndIOp ();
        Or => OrIOp ();
        Xor => XOrIOp ();
        MinUI => MinUIOp ();
        MinSI => MinSIOp ();
        MaxUI => MaxUIOp ();
        MaxSI => MaxSIOp ();
        MinNumF => MinNumFOp (fastmath);
        MaxNumF => MaxNumFOp (fastmath);
        MinimumF => MinimumFOp (fastmath);
        MaximumF => MaximumFOp (fastmath);
    };
    match mask {
        Some((mask, kept)) => rw.value(SelectOp::build(mask, result, kept)),
        None => result,
    }
}

/// The operation to replace, which is the masking operation of `op` if there is one, and the mask.
fn root_and_mask(body: &Body, op: OpId) -> (OpId, Option<Value>) {
    let Some(masking) = masking_op(body, op) else { return (op, None) };
    let interface = body.interface::<dyn MaskingOp>(masking).expect("it masks");
    (masking, Some(interface.mask(OpRef::new(body, masking))))
}

/// The only element of a vector of static rank.
fn only_element(rw: &mut Rewriter, vector: Value) -> Value {
    let rank = VectorType::at(rw, vector).rank();
    let extract = ExtractOp::at_static(rw, vector, &vec![0; rank]);
    rw.value(extract)
}

/// Replaces a reduction of one element by the element.
#[pattern]
pub(crate) fn of_one_element(op: ReductionOp, rw: &mut Rewriter) -> Match {
    let vector = op.vector(rw);
    if VectorType::at(rw, vector).shape.first().is_some_and(|&size| size != 1) {
        return rw.no_match(op, "there may be several elements");
    }
    let (root, mask) = root_and_mask(rw, op.id());
    // Upstream uses the element even if its lane is masked off.
    if mask.is_some() && op.acc(rw).is_none() {
        return rw.no_match(op, "without an accumulator the result may be the neutral element");
    }
    rw.before(root);
    rw.set_loc(rw.loc(op.id()));
    let mask = mask.map(|mask| only_element(rw, mask));
    let mut result = only_element(rw, vector);
    if let Some(acc) = op.acc(rw) {
        let kind = op.kind(rw);
        let flags = op.fastmath(rw);
        result = combine(rw, kind, (result, acc), Some(flags), mask.map(|mask| (mask, acc)));
    }
    rw.replace(root, [result])
}

/// Replaces a reduction along dimensions of size 1 by a shape cast.
#[pattern]
pub(crate) fn of_unit_dims(op: MultiDimReductionOp, rw: &mut Rewriter) -> Match {
    let source = op.source(rw);
    let shape = VectorType::at(rw, source).shape;
    let dims = op.reduction_dims(rw);
    if dims.iter().any(|&dim| shape.get(dim as usize) != Some(&1)) {
        return rw.no_match(op, "several elements are combined");
    }
    let (root, mut mask) = root_and_mask(rw, op.id());
    let acc = op.acc(rw);
    let ty = rw.ty(rw.result(op.id(), 0));
    rw.before(root);
    rw.set_loc(rw.loc(op.id()));
    let cast = match VectorType::of(rw, ty) {
        Some(parts) => {
            let mask_type = parts.mask(rw);
            mask = mask.map(|mask| rw.value(ShapeCastOp::build(mask_type, mask)));
            rw.value(ShapeCastOp::build(ty, source))
        }
        None => {
            mask = mask.map(|mask| only_element(rw, mask));
            only_element(rw, source)
        }
    };
    let kind = op.kind(rw);
    // Disabled lanes have the value of the accumulator; in upstream they have that of the source.
    let result = combine(rw, kind, (acc, cast), None, mask.map(|mask| (mask, acc)));
    rw.replace(root, [result])
}
