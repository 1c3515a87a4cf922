//! The `ml_program` dialect: functions and global variables of programs for machine learning.
//!
//! In reading order: [`attrs`] a value that is elsewhere; [`types`] tokens; [`function`] functions, in order or as graphs;
//! [`global`] variables, and loads and stores of them; `hooks` what the dialect does as a whole.

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
    /// Variables hold tensors or whatever other values a program has. Functions are as those of `func`; the operations of a
    /// subgraph have no order but the one that values give, tokens among them.
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
