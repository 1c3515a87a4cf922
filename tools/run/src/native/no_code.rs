//! The reasons why there is no code.

use rmlir::diag::Diagnostic;

/// The reason why there is no code.
pub enum NoCode {
    /// Errors in the module.
    Module(Vec<Diagnostic>),
    /// An error of the machine.
    Machine(String),
}
