//! The `func` dialect: functions, calls and returns.
//!
//! In reading order: `function` functions and returns, `constant` functions as values, `call` calls; `eval`
//! evaluation, `inline` the hooks of the inliner.

mod call;
mod constant;
mod eval;
mod function;
mod inline;

use rmlir::prelude::*;

pub use self::call::{CallIndirectOp, CallOp, verify_call_types};
pub use self::constant::ConstantOp;
pub use self::function::{FuncOp, ReturnOp};

dialect! {
    /// Functions, calls of them, and their values.
    pub Func = "func" {
        ops: [CallIndirectOp, CallOp, ConstantOp, FuncOp, ReturnOp],
        depends: [rmlir_builtin::Builtin],
        hooks: inline::Hooks,
    }
}
