//! Why a run ends early.
//!
//! An instruction that cannot go on gives a [`Fault`]; the machine adds the place of the operation and the calls
//! around it, which makes a [`Trap`].

use rmlir_diag::Diagnostic;

/// What kind of end it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaultKind {
    /// The program does what has no meaning: another implementation may do anything here.
    Undefined,
    /// The program itself says that it stops, as a failed assertion does.
    Stopped,
    /// A limit of the run was reached.
    Limit,
    /// The interpreter cannot do it.
    Unsupported,
}

/// See the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What kind.
    pub kind: FaultKind,
    /// In words, without a final dot.
    pub message: String,
    /// Whether all that is wrong is that an operand is poison: the result of a speculatable operation is poison then.
    pub is_poison: bool,
}

impl Fault {
    fn new(kind: FaultKind, message: impl Into<String>) -> Box<Self> {
        Box::new(Self { kind, message: message.into(), is_poison: false })
    }

    /// The program does what has no meaning.
    pub fn undefined(message: impl Into<String>) -> Box<Self> {
        Self::new(FaultKind::Undefined, message)
    }

    /// An operand, which `needs` says in words, is poison.
    pub fn poison(needs: impl Into<String>) -> Box<Self> {
        Box::new(Self { is_poison: true, ..*Self::undefined(needs) })
    }

    /// The program stops itself.
    pub fn stopped(message: impl Into<String>) -> Box<Self> {
        Self::new(FaultKind::Stopped, message)
    }

    /// A limit was reached.
    pub fn limit(message: impl Into<String>) -> Box<Self> {
        Self::new(FaultKind::Limit, message)
    }

    /// The interpreter cannot do it.
    pub fn unsupported(message: impl Into<String>) -> Box<Self> {
        Self::new(FaultKind::Unsupported, message)
    }
}

/// A run that ended early: what happened, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trap {
    /// What kind of end.
    pub kind: FaultKind,
    /// The message at the operation, with a note for each call around it.
    pub diagnostic: Box<Diagnostic>,
}

impl std::fmt::Display for Trap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.diagnostic.fmt(f)
    }
}
