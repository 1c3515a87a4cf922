//! The `ml_program` dialect: functions and global variables of programs for machine learning.
//!
//! In reading order: [`attrs`] externally stored values; [`types`] tokens; [`function`] functions with sequential or
//! graph regions; [`global`] variables, and loads and stores of them; `hooks` the dialect's hooks.

pub mod attrs;
pub mod function;
pub mod global;
mod hooks;
pub mod types;

use rmlir::prelude::*;

pub use self::attrs::ExternAttr;
pub use self::function::{FuncOp, OutputOp, ReturnOp, SubgraphOp};
pub use self::global::*;
pub use self::types::TokenType;

dialect! {
    /// Functions and global variables of programs for machine learning.
    ///
    /// Variables hold tensors or other values. Functions are like those of `func`; the operations of a subgraph are
    /// ordered by data dependences only, tokens included.
    pub MlProgram = "ml_program" {
        types: [TokenType],
        attrs: [ExternAttr],
        ops: [
            FuncOp, GlobalLoadConstOp, GlobalLoadGraphOp, GlobalLoadOp, GlobalOp, GlobalStoreGraphOp, GlobalStoreOp, OutputOp,
            ReturnOp, SubgraphOp, TokenOp,
        ],
        hooks: hooks::Hooks,
    }
}
