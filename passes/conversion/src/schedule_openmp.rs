//! The schedule of worksharing loops without one.

use rmlir::pass::{PassCx, PassResult, over_bodies};
use rmlir::prelude::*;
use rmlir_omp::{ScheduleKind, WsloopOp};

/// Set the guided schedule for worksharing loops that have no schedule.
///
/// With the default schedule all threads get equal, consecutive chunks of iterations, which leaves some of them idle if
/// iterations take unequal time, as in a triangular loop. With the schedule `guided` threads request chunks, whose size
/// decreases with the number of remaining iterations.
///
/// ```mlir
/// omp.wsloop {                    // omp.wsloop schedule(guided) {
/// ```
#[pass(name = "openmp-guided-loops", title = "OpenMPGuidedLoops")]
pub fn openmp_guided_loops(cx: &mut PassCx) -> PassResult {
    let guided = ScheduleKind::Guided.attr(cx.cx());
    over_bodies(cx.body_mut(), &|body: &mut Body| {
        let mut loops: Vec<WsloopOp> = Vec::new();
        body.walk_postorder(body.root(), |op| loops.extend(OpRef::new(body, op).cast::<WsloopOp>()));
        let mut rw = Rewriter::new(body);
        for shared in loops {
            if shared.schedule_kind(&rw).is_none() {
                rw.set_prop(shared, WsloopOp::SCHEDULE_KIND, guided);
            }
        }
    });
    Ok(())
}
