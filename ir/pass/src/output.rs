//! The output of an execution in progress, and the printing of IR for it.

use rmlir_core::{Body, OpRef};
use rmlir_diag::Diagnostic;

use crate::instrument::patterns::PatternOutcome;
use crate::remark::Remark;

/// One item of output of passes. All items belong to one ordered stream.
#[derive(Clone, Debug)]
pub enum PassOutput {
    /// A diagnostic.
    Diagnostic(Diagnostic),
    /// An optimization remark that is enabled.
    Remark(Remark),
    /// The outcome of the application of a pattern, if these are enabled.
    Pattern(PatternOutcome),
    /// Text for standard error, verbatim: an IR dump.
    Text(String),
    /// Text that a pass was requested to print; it is not part of the resulting IR.
    Output(String),
}

/// A sink of output items, in order.
pub type OutputSink<'s> = &'s mut dyn FnMut(PassOutput);

/// The printing of IR; implemented by the layer with the printer and its flags.
pub trait Texts: Sync {
    /// The text of `op` for `--mlir-print-ir-*`: without aliases if `nested`, else with aliases and a final newline.
    fn ir(&self, op: OpRef, nested: bool) -> String;

    /// The text of `op` for a note attached to a diagnostic; `None` if that is disabled.
    fn operation(&self, op: OpRef) -> Option<String>;

    /// The text of `body` followed by a resource section with the request to execute `pipeline` on it.
    fn reproducer(&self, body: &Body, request: &Request) -> String;
}

/// The request stored in a reproducer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The pipeline's text.
    pub pipeline: String,
    /// Whether to execute it on one thread.
    pub disable_threading: bool,
    /// Whether to verify after each pass.
    pub verify_each: bool,
}

/// A printer of names only; for executions whose diagnostics and dumps are not compared.
pub struct NamesOnly;

impl Texts for NamesOnly {
    fn ir(&self, op: OpRef, _nested: bool) -> String {
        op.cx().show_op(op)
    }

    fn operation(&self, _op: OpRef) -> Option<String> {
        None
    }

    fn reproducer(&self, body: &Body, request: &Request) -> String {
        format!("// pipeline: {}\n{}", request.pipeline, body.cx().show_op(OpRef::root(body)))
    }
}

/// `diagnostic` with the operation it is about as its first note, in upstream's order.
pub fn with_operation(texts: &dyn Texts, op: OpRef, mut diagnostic: Diagnostic) -> Diagnostic {
    if diagnostic.hides_operation {
        return diagnostic;
    }
    let Some(text) = texts.operation(op) else { return diagnostic };
    let newline = if text.contains('\n') { "\n" } else { "" };
    let message = format!("see current operation: {newline}{text}");
    diagnostic.notes.insert(0, rmlir_diag::Note { message, place: op.loc().place(op.cx()) });
    diagnostic
}
