//! The outcome of translating an operation.

use rmlir::core::OpRef;
use rmlir::diag::Diagnostic;

/// The error that `op` cannot be compiled.
pub fn unsupported(op: OpRef, reason: &str) -> Box<Diagnostic> {
    op.error(format!("cannot be compiled: {reason}"))
}

/// The result of translating an operation, or the error at it.
pub(crate) type Translated<T = ()> = Result<T, Box<Diagnostic>>;
