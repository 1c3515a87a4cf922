//! Failures of transform operations.

use rmlir::prelude::*;

/// The result of applying a transform operation.
pub type Applied = Result<(), Failure>;

/// The failure of a transform operation.
#[derive(Debug)]
pub enum Failure {
    /// A silenceable failure: the payload is unchanged, so that the parent operation can
    /// try an alternative or report it.
    Silenceable(Box<Diagnostic>),
    /// A definite failure: the payload may be in any state, and the interpreter stops.
    Definite(Box<Diagnostic>),
}

impl Failure {
    /// A silenceable failure of `op`.
    pub fn silenceable(op: OpRef, message: impl Into<String>) -> Failure {
        Failure::Silenceable(Box::new(op.plain_error(message).without_operation()))
    }

    /// A definite failure of `op`.
    pub fn definite(op: OpRef, message: impl Into<String>) -> Failure {
        Failure::Definite(op.plain_error(message))
    }

    /// The failure, with a note at `about`.
    pub fn note(self, about: OpRef, message: &str) -> Failure {
        self.note_at(about.loc(), about.cx(), message)
    }

    /// The failure, with a note at `loc`.
    pub fn note_at(self, loc: Loc, cx: &Context, message: &str) -> Failure {
        let noted = |diagnostic: Box<Diagnostic>| Box::new(diagnostic.note(loc.place(cx), message));
        match self {
            Failure::Silenceable(diagnostic) => Failure::Silenceable(noted(diagnostic)),
            Failure::Definite(diagnostic) => Failure::Definite(noted(diagnostic)),
        }
    }

    /// The diagnostic that is reported if the failure is not silenced.
    pub fn into_diagnostic(self) -> Box<Diagnostic> {
        match self {
            Failure::Silenceable(diagnostic) | Failure::Definite(diagnostic) => diagnostic,
        }
    }
}
