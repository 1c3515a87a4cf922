//! The `vliw` dialect: machines that start several operations a cycle as their code says, and code for them.
//!
//! In reading order: `machine` describes a machine as IR, `ways` the syntax of how its classes use units, `model` is the
//! same as plain data; `types` registers, `code` functions of bundles, `slot` what stands in them, `dismissible` loads that
//! only some machines have; `verify` checks code
//! against its machine; `eval` is the judge: a simulator that runs code cycle by cycle, `state` what it keeps.

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
pub use self::machine::{ClassOp, Crossing, MachineOp, RegistersOp, Timing, UnitOp, UseAttr};
pub use self::model::Model;
pub use self::slot::{BranchOp, RotateOp, SlotOp, YieldOp};
pub use self::types::{RegType, element};

dialect! {
    /// Machines with explicit parallelism, and code for them.
    ///
    /// A [`vliw.machine`](#vliw-machine) says what a machine has: units, register
    /// files, and classes of operations with their latencies and the units they
    /// take. A [`vliw.func`](#vliw-func) is code for one: each
    /// [`vliw.bundle`](#vliw-bundle) is what starts in one cycle. Operations read
    /// and write registers, which are not SSA values: a register holds something
    /// else after it is written, as many cycles later as the class of the operation
    /// says.
    ///
    /// Code runs in the interpreter cycle by cycle. What a machine could not do ends
    /// the run: a unit taken twice in a cycle, paths between clusters too, a register read while its new value
    /// is on its way, a branch that does not take effect where its block ends.
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
