//! Conversion of `scf.forall` to nests of `scf.for`.

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_scf::ForallOp;

use crate::parallel_for_to_nested_fors::unnest;
use crate::walk::rewrite_each;

/// Convert SCF forall loops to SCF for loops.
///
/// Loops with shared outputs are not converted, with a warning.
///
/// ```mlir
/// scf.forall (%i, %j) in (%n, 8) {    // scf.for %i = %c0 to %n step %c1 {
///   "f"(%i, %j) : (index, index) -> ()    // scf.for %j = %c0 to %c8 step %c1 {
/// }
/// ```
#[pass(name = "scf-forall-to-for", title = "SCFForallToForLoop", depends(rmlir_scf::Scf, rmlir_arith::Arith))]
pub fn scf_forall_to_for(cx: &mut PassCx) -> PassResult {
    for warning in warnings(cx.op()) {
        cx.emit(warning);
    }
    rewrite_each::<ForallOp>(cx.body_mut(), &|rw, op| {
        if !op.outputs(rw).is_empty() {
            return;
        }
        forall_to_fors(rw, op);
    });
    Ok(())
}

/// Replaces a loop without shared outputs by nested one-dimensional loops; returns them from the outermost on.
pub fn forall_to_fors(rw: &mut Rewriter, op: ForallOp) -> Vec<OpId> {
    rw.before(op.id());
    let bounds = op.bound_values(rw);
    unnest(rw, op.id(), op.body(rw), &bounds)
}

/// The warnings about loops that are not converted.
fn warnings(top: OpRef) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    top.walk_postorder(|op| {
        if op.cast::<ForallOp>().is_some_and(|forall| !forall.outputs(op.body).is_empty()) {
            let mut warning = *op.plain_error("skipping scf.forall with outputs, currently not supported");
            warning.severity = rmlir::diag::Severity::Warning;
            warnings.push(warning);
        }
    });
    warnings
}
