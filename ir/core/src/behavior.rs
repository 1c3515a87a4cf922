//! What an operation does beside its fields: folding, verification, type inference, canonicalization.
//!
//! `#[op(fold)]` puts the implementation of [`Folder`] into the definition. The implementation is in another file than
//! the declaration, so that the declaration imports nothing: the attributes `#[fold(Op, ..)]`, `#[verify(Op, ..)]`,
//! `#[verify_regions(Op, ..)]` and `#[infer(Op, ..)]` make it of a function, `canonicalize!` of a list of patterns.
//! Evaluation is likewise, by a trait of the interpreter.

use rmlir_diag::Diagnostic;

use crate::attrs::Attr;
use crate::builder::{Op, OpState};
use crate::context::Context;
use crate::fold::{Fold, FoldCx};
use crate::opref::OpRef;
use crate::pattern::PatternSet;
use crate::types::Type;

/// An operation that folds.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is declared with a folder, which it does not have",
    note = "mark the function with `#[fold({Self})]`"
)]
pub trait Folder: Op {
    /// Folds the operation of `cx`. `consts[i]` is the constant value of operand `i`, if it is known.
    fn fold(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold;
}

/// An operation with a verifier of its own.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is declared with a verifier, which it does not have",
    note = "mark the function with `#[verify({Self})]`"
)]
pub trait Verifier: Op {
    /// Verifies `op`, whose fields and traits are verified already.
    ///
    /// # Errors
    /// The diagnostic of what is violated, created by [`OpRef::error`].
    fn verify(op: OpRef) -> Result<(), Box<Diagnostic>>;
}

/// An operation with a verifier of its regions.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is declared with a verifier of regions, which it does not have",
    note = "mark the function with `#[verify_regions({Self})]`"
)]
pub trait RegionVerifier: Op {
    /// Verifies `op`, in whose regions all operations are verified already.
    ///
    /// # Errors
    /// The diagnostic of what is violated, created by [`OpRef::error`].
    fn verify_regions(op: OpRef) -> Result<(), Box<Diagnostic>>;
}

/// An operation whose result types follow from its operands and attributes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is declared with type inference, which it does not have",
    note = "mark the function with `#[infer({Self})]`"
)]
pub trait TypeInference: Op {
    /// The result types of the operation `state`, whose operands have the types `operands`.
    ///
    /// # Errors
    /// The reason why there are none.
    fn infer(cx: &Context, state: &OpState, operands: &[Type]) -> Result<Vec<Type>, String>;
}

/// An operation with canonicalization patterns.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is declared with canonicalization patterns, which it does not have",
    note = "list them: `canonicalize! {{ {Self}: pattern }}`"
)]
pub trait Canonicalizer: Op {
    /// Adds its patterns to `set`.
    fn add_patterns(set: &mut PatternSet);
}
