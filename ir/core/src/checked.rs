//! The result of a check.

use rmlir_diag::Diagnostic;

/// The result of a check of an interface or an operation.
pub type Checked = Result<(), Box<Diagnostic>>;
