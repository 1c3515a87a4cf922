//! The `omp` dialect: constructs of OpenMP.
//!
//! `attrs` holds the enumerations, `clauses` the syntax of clauses that several constructs share, `threads` the
//! constructs that create threads or select the threads that execute a region, `loops` those around loops, `memory`
//! those on variables, `declare` the declarations that clauses refer to, `eval` the evaluation of all of them.

mod attrs;
mod clauses;
mod declare;
mod eval;
mod loops;
mod memory;
mod threads;

use rmlir::prelude::*;

pub use self::attrs::*;
pub use self::declare::*;
pub use self::loops::*;
pub use self::memory::*;
pub use self::threads::*;

dialect! {
    /// Constructs of OpenMP.
    pub Omp = "omp" {
        attrs: [ProcBindKind, ReductionModifier, ScheduleKind, ScheduleModifier],
        ops: [
            BarrierOp, CriticalDeclareOp, CriticalOp, DeclareReductionOp, FlushOp, LoopNestOp, MasterOp, ParallelOp,
            SectionOp, SectionsOp, SingleOp, TaskyieldOp, TerminatorOp, ThreadprivateOp, WsloopOp, YieldOp,
        ],
    }
}
