//! How the iterations of loops are spread over threads, where nothing is said of it.

use rmlir::pass::{PassCx, PassResult, over_bodies};
use rmlir::prelude::*;
use rmlir_omp::{ScheduleKind, WsloopOp};

/// Let threads ask for the iterations of loops that have no schedule.
///
/// Without one all threads get as many iterations, in a row, which leaves some
/// of them idle where iterations take unequal time, as in a triangular loop.
/// With the schedule `guided` they ask for iterations, for fewer the fewer are
/// left.
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
            if rw.prop(shared.id(), WsloopOp::SCHEDULE_KIND).is_none() {
                rw.set_prop(shared, WsloopOp::SCHEDULE_KIND, guided);
            }
        }
    });
    Ok(())
}
