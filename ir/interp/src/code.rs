//! Code: what a function is compiled to.
//!
//! A *register* holds the value of one SSA value, or something the instructions of an operation share. An
//! *instruction* is a closure over the registers it reads and writes; it says where to go on. Constants stand in the
//! frame from the start and take no instruction.

use std::sync::Arc;

use rmlir_diag::Place;

use crate::fault::Fault;
use crate::kind::Kind;
use crate::machine::Machine;
use crate::signature::Signature;
use crate::value::Value;

/// A place for a value in the frame of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Reg(pub(crate) u32);

/// A place in the code of a function to go to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Label(pub(crate) u32);

/// Where control goes after an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// To the next one.
    Next,
    /// To a label.
    Jump(Label),
    /// Into the function that [`Machine::call`] was told of.
    Call,
    /// Back to the caller with the values that [`Machine::give_back`] was told of.
    Return,
}

/// What an instruction gives.
pub type Step = Result<Flow, Box<Fault>>;

/// An instruction.
pub type Inst = Box<dyn Fn(&mut Machine) -> Step + Send + Sync>;

/// An operation that instructions belong to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// Its name.
    pub op: Arc<str>,
    /// Where it stands.
    pub place: Place,
    /// The results: their registers and kinds.
    pub results: Vec<(Reg, Kind)>,
    /// Whether the results are poison if an operand is that the instructions need: it is speculatable.
    pub gives_poison: bool,
    /// The number of the instruction after it and all that is inside of it.
    pub end: u32,
}

/// A function.
pub struct Function {
    /// Its name, with those of the symbol tables around it.
    pub name: String,
    /// The kinds of its arguments.
    pub inputs: Vec<Kind>,
    /// The kinds of its results.
    pub outputs: Vec<Kind>,
    /// Where it stands.
    pub place: Place,
    /// What runs; `None` for a declaration.
    pub code: Option<Code>,
}

impl Function {
    /// What it takes and gives.
    pub fn signature(&self) -> Signature {
        Signature { inputs: self.inputs.clone(), outputs: self.outputs.clone() }
    }
}

/// The code of a function.
#[derive(Default)]
pub struct Code {
    /// The instructions.
    pub(crate) insts: Vec<Inst>,
    /// For each instruction the number of its operation in [`crate::Program::sites`].
    pub(crate) sites: Vec<u32>,
    /// The places of labels.
    pub(crate) labels: Vec<u32>,
    /// The frame as it is on entry.
    pub(crate) frame: Vec<Value>,
    /// The registers that take the arguments.
    pub(crate) params: Vec<Reg>,
}
