//! The code that a function is compiled to.
//!
//! A *register* holds an SSA value, or a temporary of the instructions of an operation. An *instruction* is a closure
//! over the registers it reads and writes; it returns where control continues. Constants are in the frame on entry and
//! take no instruction.

use std::sync::Arc;

use rmlir_diag::Place;

use crate::fault::Fault;
use crate::kind::Kind;
use crate::machine::Machine;
use crate::signature::Signature;
use crate::value::Value;

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
    /// A call of the function passed to [`Machine::call`].
    Call,
    /// A return with the values passed to [`Machine::give_back`].
    Return,
}

/// The result of an instruction.
pub type Step = Result<Flow, Box<Fault>>;

/// An instruction.
pub type Inst = Box<dyn Fn(&mut Machine) -> Step + Send + Sync>;

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

/// A function.
pub struct Function {
    /// Its name, qualified by those of the enclosing symbol tables.
    pub name: String,
    /// The kinds of its arguments.
    pub inputs: Vec<Kind>,
    /// The kinds of its results.
    pub outputs: Vec<Kind>,
    /// Its location.
    pub place: Place,
    /// The code; `None` for a declaration.
    pub code: Option<Code>,
}

impl Function {
    /// The signature.
    pub fn signature(&self) -> Signature {
        Signature { inputs: self.inputs.clone(), outputs: self.outputs.clone() }
    }
}

/// The code of a function.
#[derive(Default)]
pub struct Code {
    /// The instructions.
    pub(crate) insts: Vec<Inst>,
    /// For each instruction the index of its operation in [`crate::Program::sites`].
    pub(crate) sites: Vec<u32>,
    /// The positions of labels.
    pub(crate) labels: Vec<u32>,
    /// The initial frame.
    pub(crate) frame: Vec<Value>,
    /// The registers of the arguments.
    pub(crate) params: Vec<Reg>,
}
