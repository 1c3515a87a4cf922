//! The affine expression: an immutable value, cheap to clone, equal when structurally equal.
//!
//! Structure: a leaf is stored in the handle, an operation in an `Arc` with cached facts for the constructors (`node`),
//! so building a long sum takes linear time. `construct` has the canonicalizing constructors, `ops` the operator traits
//! on top of them, `walk` the traversals, `query` the queries, `replace` the substitutions and `eval` the semantics on
//! integers.
//!
//! Invariant: every `Binary` expression went through a constructor of `construct`, so it is in canonical form.

mod construct;
mod eval;
mod node;
mod ops;
mod query;
mod replace;
mod walk;

pub use eval::{EvalError, Folded};
pub use node::{AffineExpr, AffineKind, BinaryKind, Input};
