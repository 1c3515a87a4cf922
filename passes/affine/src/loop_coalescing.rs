//! Coalescing of perfect nests to one loop over all of their iterations.
//!
//! A *band* is a sequence of nested loops whose bounds are defined before the outermost of them, see `band`.
//! `for_affine` coalesces bands of `affine.for`, `for_scf` those of `scf.for`.

mod band;
pub mod for_affine;
pub mod for_scf;

use rmlir::pass::{PassCx, PassResult, Remark};
use rmlir::prelude::*;

/// Coalesce nested loops with independent bounds into a single loop.
///
/// ```mlir
/// affine.for %i = 0 to %n {
///   affine.for %j = 0 to %m {
///     "f"(%i, %j) : (index, index) -> ()
///   }
/// }
/// // becomes
/// %0 = affine.apply affine_map<()[s0] -> (s0)>()[%n]
/// %1 = affine.apply affine_map<()[s0] -> (s0)>()[%m]
/// %2 = affine.apply affine_map<(d0)[s0] -> (d0 * s0)>(%0)[%1]
/// affine.for %k = 0 to %2 {
///   %j = affine.apply affine_map<(d0)[s0] -> (d0 mod s0)>(%k)[%1]
///   %i = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%k)[%1]
///   "f"(%i, %j) : (index, index) -> ()
/// }
/// ```
#[pass(name = "affine-loop-coalescing", title = "LoopCoalescing", anchor = "func.func", depends(rmlir_affine::Affine))]
pub fn affine_loop_coalescing(cx: &mut PassCx) -> PassResult {
    let mut remarks = Vec::new();
    let mut rw = Rewriter::new(cx.body_mut());
    let mut ops = Vec::new();
    rw.walk_preorder(rw.root(), |op| ops.push(op));
    for op in ops {
        // Inner loops are erased when a surrounding loop has been coalesced with them.
        if !rw.contains_op(op) {
            continue;
        }
        let (loc, view) = (rw.loc(op), OpRef::new(&rw, op));
        let is_coalesced = match (view.cast::<rmlir_scf::ForOp>(), view.cast::<rmlir_affine::ForOp>()) {
            (Some(op), _) => for_scf::coalesce_nest(&mut rw, op),
            (_, Some(op)) => for_affine::coalesce_nest(&mut rw, op),
            _ => continue,
        };
        remarks.push(match is_coalesced {
            true => Remark::passed(loc, "affine").text("coalesced its nest"),
            false => {
                Remark::missed(loc, "affine").reason("no loop is perfectly nested in it with bounds known before it")
            }
        });
    }
    remarks.into_iter().for_each(|remark| cx.remark(remark));
    Ok(())
}
