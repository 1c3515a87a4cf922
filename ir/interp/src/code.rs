//! The code that a function is compiled to.
//!
//! A *register* holds an SSA value, or a temporary of the instructions of an operation. An *instruction* is a closure
//! over the registers it reads and writes; it returns where control continues. Constants are in the frame on entry and
//! take no instruction.

use std::sync::Arc;

use rmlir_diag::Place;

use crate::fault::Fault;
use crate::kind::Kind;
pub use crate::state::{Code, Function, Inst};

/// A register: an index in the frame of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Reg(pub(crate) u32);

/// A jump target in the code of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Label(pub(crate) u32);

/// The successor of an instruction in the control flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// The next instruction.
    Next,
    /// A jump to a label.
    Jump(Label),
    /// A call of the function passed to [`Machine::call`](crate::Machine::call).
    Call,
    /// A return with the values passed to [`Machine::give_back`](crate::Machine::give_back).
    Return,
}

/// The result of an instruction.
pub type Step = Result<Flow, Box<Fault>>;

/// An operation with its instructions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// Its name.
    pub op: Arc<str>,
    /// Its location.
    pub place: Place,
    /// The results: their registers and kinds.
    pub results: Vec<(Reg, Kind)>,
    /// Whether poison in a required operand makes the results poison: it is speculatable.
    pub gives_poison: bool,
    /// The index of the instruction after it, including nested operations.
    pub end: u32,
}
