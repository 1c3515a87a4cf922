//! The `vliw` dialect: statically scheduled machines that issue several operations per cycle, and code for them.
//!
//! In reading order: `machine` describes a machine as IR, `ways` the syntax of the reservation alternatives of its
//! classes, `model` is the same as plain data; `types` registers, `code` functions of bundles, `slot` the operations in
//! bundles, `dismissible` loads that only some machines have; `verify` verifies code against its machine; `eval` is the
//! reference: a simulator that executes code cycle by cycle, `state` its state.

mod code;
mod dismissible;
mod eval;
mod machine;
pub mod model;
mod slot;
mod state;
mod types;
mod verify;
mod ways;

use rmlir::prelude::*;

pub use self::code::{BundleOp, CallOp, CyclesOp, EndOp, FuncOp, NopOp, RegisterOp, ReturnOp};
pub use self::dismissible::DismissibleLoadOp;
pub use self::machine::{ClassOp, Crossing, MachineOp, RegistersOp, Timing, UnitOp};
pub use self::model::Model;
pub use self::slot::{BranchOp, RotateOp, SlotOp, YieldOp};
pub use self::types::{RegType, element};
pub use self::ways::UseAttr;

dialect! {
    /// Machines with explicit instruction-level parallelism, and code for them.
    ///
    /// A `vliw.machine` describes the resources of a machine: units, register files, and classes
    /// of operations with their latencies and the units they reserve. A `vliw.func` is code for a
    /// machine: each `vliw.bundle` holds the operations that are issued in one cycle. Operations
    /// read and write registers, which are not SSA values: a write changes the value of a register after the
    /// latency of the operation's class.
    ///
    /// The interpreter executes code cycle by cycle. Violations of the machine's constraints are errors: a unit, or a
    /// path between clusters, reserved twice in a cycle, a register read while a write to it is in flight, a branch
    /// that does not take effect at the end of its block.
    pub Vliw = "vliw" {
        types: [RegType],
        attrs: [UseAttr],
        ops: [
            BranchOp, BundleOp, CallOp, ClassOp, CyclesOp, DismissibleLoadOp, EndOp, FuncOp, MachineOp, NopOp, RegisterOp,
            RegistersOp, ReturnOp, RotateOp, SlotOp, UnitOp, YieldOp,
        ],
        depends: [rmlir_pvec::Pvec],
    }
}
