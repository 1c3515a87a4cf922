//! The `scf` dialect: loops, conditionals and other control flow with regions.
//!
//! One file for each family of operations, with syntax, verification and interfaces; `eval` holds the evaluation of the
//! operations; `syntax` and `flow` are shared by several of them.

mod bounds;
pub mod canonicalize;
mod eval;
mod execute_region;
mod flow;
mod for_op;
mod forall;
mod if_op;
mod index_switch;
mod parallel;
mod syntax;
mod trip_count;
mod while_op;

use rmlir::core::dialect::DialectHooks;
use rmlir::prelude::*;

pub use self::execute_region::ExecuteRegionOp;
pub use self::for_op::ForOp;
pub use self::forall::{DeviceMapping, DeviceMappingArrayAttr, DeviceMasking, ForallOp, InParallelOp};
pub use self::if_op::IfOp;
pub use self::index_switch::IndexSwitchOp;
pub use self::parallel::{ParallelOp, ReduceOp, ReduceReturnOp};
pub use self::trip_count::constant_trip_count;
pub use self::while_op::{ConditionOp, WhileOp};

dialect! {
    /// Structured control flow: loops and conditionals with regions.
    ///
    /// Control enters a region at its entry block and exits it at a terminator; branches between
    /// blocks are in the `cf` dialect.
    pub Scf = "scf" {
        ops: [ConditionOp, ExecuteRegionOp, ForOp, ForallOp, IfOp, InParallelOp, IndexSwitchOp, ParallelOp, ReduceOp,
              ReduceReturnOp, WhileOp, YieldOp],
        depends: [rmlir_arith::Arith],
        hooks: Hooks,
    }
}

struct Hooks;

/// All operations may be inlined into and out of the regions.
impl DialectHooks for Hooks {
    fn is_legal_to_inline_op(&self, _op: OpRef, _into: OpRef, _would_be_cloned: bool) -> bool {
        true
    }
    fn is_legal_to_inline_region(&self, _into: RegionRef, _from: RegionRef, _args: &[Value], _: bool) -> bool {
        true
    }
}

/// Terminates a region and yields values.
///
/// The parent operation determines the use of the values: they are results, or the loop-carried values of the next
/// iteration. A yield without operands is not printed where the operation has no results.
#[op(
    name = "scf.yield",
    traits(Pure, ReturnLike, Terminator),
    parents("scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"),
    eval = rmlir::interp::eval::yields,
    format = "attr-dict ($results^ `:` type($results))?"
)]
pub struct YieldOp {
    #[operand]
    results: Vec<AnyType>,
}
