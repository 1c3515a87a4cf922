//! Conversion of `scf` loops and conditions to affine ones, where bounds and comparisons are affine.

mod condition;

use rmlir::affine_maps::AffineMap;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_affine::analysis::constraints::constant_int;
use rmlir_affine::analysis::indices::affine_indices;
use rmlir_affine::{ForOp, YieldOp};

use self::condition::AffineCondition;

/// Convert scf loops and conditions to affine ones where bounds and comparisons are affine.
///
/// Bounds must be affine in valid dimensions and symbols of the dialect `affine`, and the step must be a positive
/// constant. A condition must be in an affine loop, and the conjunction of comparisons of such values; what is compared
/// without sign must be known not to be negative. Operations are visited from the outside in, so that bounds may depend on converted loops.
/// Others are not changed.
///
/// ```mlir
/// scf.for %i = %c0 to %n step %c2 {
///   ...
/// }
/// // becomes
/// affine.for %i = 0 to %n step 2 {
///   ...
/// }
/// ```
///
/// ```mlir
/// %first = arith.cmpi eq, %i, %c0 : index
/// scf.if %first {
///   ...
/// }
/// // becomes
/// affine.if affine_set<(d0) : (d0 == 0)>(%i) {
///   ...
/// }
/// ```
#[pass(name = "raise-scf-to-affine", anchor = "func.func", depends(rmlir_affine::Affine))]
pub fn raise_scf_to_affine(cx: &mut PassCx) -> PassResult {
    let mut rw = Rewriter::new(cx.body_mut());
    let mut outer_first = Vec::new();
    rw.walk_preorder(rw.root(), |op| {
        let view = OpRef::new(&rw, op);
        outer_first.extend((view.is::<rmlir_scf::ForOp>() || view.is::<rmlir_scf::IfOp>()).then_some(op));
    });
    for op in outer_first {
        let view = OpRef::new(&rw, op);
        let (loop_, condition) = (view.cast::<rmlir_scf::ForOp>(), view.cast::<rmlir_scf::IfOp>());
        if let Some((op, bounds)) = loop_.and_then(|op| Some((op, AffineBounds::of(&rw, op)?))) {
            raise(&mut rw, op, &bounds);
        } else if let Some((op, set)) = condition.and_then(|op| Some((op, AffineCondition::of(&rw, op)?))) {
            condition::raise(&mut rw, op, set);
        }
    }
    Ok(())
}

/// The affine bounds and the step of a loop.
struct AffineBounds {
    lower: (AffineMap, Vec<Value>),
    upper: (AffineMap, Vec<Value>),
    step: i64,
}

impl AffineBounds {
    /// The bounds of `op`, if they are affine.
    fn of(body: &Body, op: rmlir_scf::ForOp) -> Option<Self> {
        let is_index = body.ty(op.induction_var(body)) == Type::INDEX;
        if !is_index || op.unsignedCmp(body) {
            return None;
        }
        let step = constant_int(body, op.step(body)).filter(|&step| step > 0)?;
        let bound = |value: Value| affine_indices(body, &[value], true);
        Some(Self { lower: bound(op.lowerBound(body))?, upper: bound(op.upperBound(body))?, step })
    }
}

/// Replaces `op` by an affine loop with its body.
fn raise(rw: &mut Rewriter, op: rmlir_scf::ForOp, bounds: &AffineBounds) {
    let loc = rw.loc(op.id());
    rw.before(op.id());
    let inits = op.initArgs(rw);
    let new = ForOp::create(rw, loc, &bounds.lower, &bounds.upper, bounds.step, &inits);
    let attrs = rw.attr_dict(op.id());
    rw.set_attr_dict(new.id(), attrs);
    let empty = new.body(rw);
    rw.erase_block(empty);
    rw.take_blocks(op.region(rw), new.region(rw));
    let end = new.terminator(rw);
    let yielded: Vec<Value> = rw.operands(end).collect();
    rw.before(end);
    rw.replace_with(end, YieldOp::build(&yielded));
    let results = rw.results(new.id()).to_vec();
    rw.replace(op.id(), results);
}
