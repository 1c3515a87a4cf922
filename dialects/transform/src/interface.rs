//! The interface of transform operations.

use rmlir::prelude::*;

use crate::effects;
use crate::payload::Mapped;
use crate::state::TransformState;

/// An operation that transforms or finds payload. Its memory effects follow the conventions of [`effects`].
pub trait TransformOp: Send + Sync {
    /// Applies `op` of the script. The mapping of the results is stored in `results`; other
    /// results are mapped to nothing.
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied;

    /// Whether it fails if payload with a later use is replaced in a way that handles cannot track.
    fn keeps_handles(&self) -> bool {
        false
    }

    /// The indices of the operands that are consumed: the handles, and handles to nested
    /// payload, must not be used afterwards.
    fn consumes(&self, op: OpRef, _state: &TransformState) -> Vec<usize> {
        (0..op.n_operands()).filter(|&index| effects::consumes(op, op.operand(index).id)).collect()
    }
}

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

/// The mapping of an operation's results.
pub struct Results(Vec<Option<Mapped>>);

impl Results {
    /// The mapping of `n` results, which are not mapped yet.
    pub fn new(n: usize) -> Results {
        Results(vec![None; n])
    }

    /// Maps result `index` to `mapped`.
    pub fn set(&mut self, index: usize, mapped: impl Into<Mapped>) {
        self.0[index] = Some(mapped.into());
    }

    /// The mapping by result index.
    pub fn into_mapped(self) -> Vec<Option<Mapped>> {
        self.0
    }
}
