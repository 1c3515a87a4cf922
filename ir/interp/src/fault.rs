//! Abnormal termination of an execution.
//!
//! An instruction that cannot proceed returns a [`Fault`]; the machine adds the location of the operation and the call
//! stack, which makes a [`Trap`].

use rmlir_diag::Diagnostic;

/// The kind of a termination.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaultKind {
    /// Undefined behaviour: another implementation may do anything here.
    Undefined,
    /// The program terminates itself, as by a failed assertion.
    Stopped,
    /// A limit of the execution was reached.
    Limit,
    /// The interpreter does not support it.
    Unsupported,
}

/// A fault; see the module documentation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// The message, without a final period.
    pub message: String,
    /// Whether the only reason is a poison operand: the result of a speculatable operation is poison then.
    pub is_poison: bool,
}

impl Fault {
    fn new(kind: FaultKind, message: impl Into<String>) -> Box<Self> {
        Box::new(Self { kind, message: message.into(), is_poison: false })
    }

    /// Undefined behaviour.
    pub fn undefined(message: impl Into<String>) -> Box<Self> {
        Self::new(FaultKind::Undefined, message)
    }

    /// A poison operand; `needs` describes it.
    pub fn poison(needs: impl Into<String>) -> Box<Self> {
        Box::new(Self { is_poison: true, ..*Self::undefined(needs) })
    }

    /// The program terminates itself.
    pub fn stopped(message: impl Into<String>) -> Box<Self> {
        Self::new(FaultKind::Stopped, message)
    }

    /// A limit was reached.
    pub fn limit(message: impl Into<String>) -> Box<Self> {
        Self::new(FaultKind::Limit, message)
    }

    /// The interpreter does not support it.
    pub fn unsupported(message: impl Into<String>) -> Box<Self> {
        Self::new(FaultKind::Unsupported, message)
    }
}

/// The abnormal end of an execution, with its location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trap {
    /// The kind.
    pub kind: FaultKind,
    /// The message at the operation, with a note for each frame of the call stack.
    pub diagnostic: Box<Diagnostic>,
}

impl std::fmt::Display for Trap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.diagnostic.fmt(f)
    }
}

/// The fault for an out-of-bounds index.
#[cold]
pub(crate) fn outside(index: i64, dim: usize, size: i64) -> Box<Fault> {
    Fault::undefined(format!("has index {index} in dimension {dim}, whose size is {size}"))
}
