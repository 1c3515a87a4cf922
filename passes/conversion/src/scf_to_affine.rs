//! Conversion of `scf` loops to affine loops, where their bounds are affine.

use rmlir::affine_maps::AffineMap;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_affine::{ForOp, YieldOp};
use rmlir_affine_passes::analysis::constraints::constant_int;
use rmlir_affine_passes::raise_from_memref::affine_indices;

/// Convert scf loops to affine loops where their bounds are affine.
///
/// The bounds must be affine in valid dimensions and symbols of the dialect `affine`, and the step must be a positive
/// constant. Loops are visited from the outside in, so that bounds may depend on converted loops. Other loops are not
/// changed.
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
#[pass(name = "raise-scf-to-affine", anchor = "func.func", depends(rmlir_affine::Affine))]
pub fn raise_scf_to_affine(cx: &mut PassCx) -> PassResult {
    let mut rw = Rewriter::new(cx.body_mut());
    let mut loops = Vec::new();
    rw.walk_preorder(rw.root(), |op| {
        loops.extend(OpRef::new(&rw, op).cast::<rmlir_scf::ForOp>());
    });
    for op in loops {
        if let Some(bounds) = AffineBounds::of(&rw, op) {
            raise(&mut rw, op, &bounds);
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
        let bound = |value: Value| affine_indices(body, &[value]);
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
