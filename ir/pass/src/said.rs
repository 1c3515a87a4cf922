//! What a run says while it goes on, and how IR becomes text for it.

use rmlir_core::{Body, OpRef};
use rmlir_diag::Diagnostic;

use crate::remark::Remark;

/// One thing said while passes run. All of it belongs to one stream, in order.
#[derive(Clone, Debug)]
pub enum Said {
    /// A diagnostic.
    Diagnostic(Diagnostic),
    /// An optimization remark that the run wants.
    Remark(Remark),
    /// Text for standard error, as it is: an IR dump.
    Text(String),
    /// Text that a pass was asked to print; it is no part of what the run gives.
    Output(String),
}

/// Takes what is said, in order.
pub type Say<'s> = &'s mut dyn FnMut(Said);

/// How IR is shown; implemented by whoever knows the printer and its flags.
pub trait Texts: Sync {
    /// `op` as `--mlir-print-ir-*` shows it: alone if `nested`, else with
    /// aliases and a final newline.
    fn ir(&self, op: OpRef, nested: bool) -> String;

    /// `op` as a note to a diagnostic about it; `None` if that is not wanted.
    fn operation(&self, op: OpRef) -> Option<String>;

    /// The text of `body` followed by a resource section that asks to run
    /// `pipeline` on it.
    fn reproducer(&self, body: &Body, request: &Request) -> String;
}

/// What a reproducer asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The pipeline's text.
    pub pipeline: String,
    /// Whether to run it on one thread.
    pub disable_threading: bool,
    /// Whether to verify after each pass.
    pub verify_each: bool,
}

/// Shows names only; for runs whose diagnostics and dumps nobody compares.
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

/// `diagnostic` with the operation it is about as its first note, as upstream
/// orders them.
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
