//! What an operation does to be part of a script.

use rmlir::prelude::*;

use crate::effects;
use crate::payload::Mapped;
use crate::state::TransformState;

/// An operation that transforms payload, or finds something in it. It says its effects, see [`effects`].
pub trait TransformOp: Send + Sync {
    /// Does it, for `op` of the script. What the results stand for goes to `results`; those left out stand for nothing.
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied;

    /// Whether it fails if payload that a later operation needs is replaced by something that handles cannot follow to.
    fn keeps_handles(&self) -> bool {
        false
    }

    /// The numbers of the operands whose handles, and handles to what is inside, must not be used afterwards.
    fn consumes(&self, op: OpRef, _state: &TransformState) -> Vec<usize> {
        (0..op.n_operands()).filter(|&index| effects::consumes(op, op.operand(index).id)).collect()
    }
}

/// How an operation of a script ended.
pub type Applied = Result<(), Failure>;

/// Why an operation of a script failed.
#[derive(Debug)]
pub enum Failure {
    /// The payload is as it was, so that something else can be tried: what is around decides whether it is an error.
    Silenceable(Box<Diagnostic>),
    /// The payload may be in any state: the script ends.
    Definite(Box<Diagnostic>),
}

impl Failure {
    /// A failure of `op` that may be silenced.
    pub fn silenceable(op: OpRef, message: impl Into<String>) -> Failure {
        Failure::Silenceable(Box::new(op.plain_error(message).without_operation()))
    }

    /// A failure of `op` that ends the script.
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

    /// What is said if nothing silences it.
    pub fn into_diagnostic(self) -> Box<Diagnostic> {
        match self {
            Failure::Silenceable(diagnostic) | Failure::Definite(diagnostic) => diagnostic,
        }
    }
}

/// What the results of an operation stand for.
pub struct Results(Vec<Option<Mapped>>);

impl Results {
    /// Of `n` results, which stand for nothing yet.
    pub fn new(n: usize) -> Results {
        Results(vec![None; n])
    }

    /// Result `index` stands for this.
    pub fn set(&mut self, index: usize, mapped: impl Into<Mapped>) {
        self.0[index] = Some(mapped.into());
    }

    /// By result.
    pub fn into_mapped(self) -> Vec<Option<Mapped>> {
        self.0
    }
}
