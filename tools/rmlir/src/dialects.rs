//! Every dialect, by its name in the IR.
//!
//! A module holds the operations with their builders and accessors, the types and the attributes of a dialect. The
//! name of `async` is a keyword of Rust, so its module is `r#async`.
//!
//! ```
//! use rmlir::dialects::arith::{AddIOp, Arith};
//! use rmlir::prelude::*;
//!
//! assert_eq!(Arith::DEF.name, "arith");
//! assert_eq!(AddIOp::DEF.name, "arith.addi");
//! ```

pub use rmlir_opt::dialects::*;
