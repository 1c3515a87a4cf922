//! Programs, and the machine that executes them.
//!
//! The types refer to each other: an instruction is a function of the machine, and the machine has the program.

use std::collections::BTreeMap;
use std::sync::Arc;

use rmlir_diag::Place;

use crate::fault::Fault;
use crate::kind::Kind;
use crate::memory::Memory;
use crate::random::Random;
use crate::signature::Signature;
use crate::value::Value;
use crate::{Data, FreshRead, Reg, Site, Step};

/// An instruction.
pub type Inst = Box<dyn Fn(&mut Machine) -> Step + Send + Sync>;

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

/// A compiled program.
pub struct Program {
    pub(crate) functions: Vec<Function>,
    /// The operations of the instructions.
    pub sites: Vec<Site>,
    pub(crate) globals: Vec<Global>,
}

/// A function that initializes a global variable at an address.
pub(crate) type Fill = Box<dyn Fn(&mut Machine, u64) -> Result<(), Box<Fault>> + Send + Sync>;

/// A global variable.
pub(crate) struct Global {
    pub size: u64,
    pub content: Content,
}

/// The initializer of a global variable.
pub(crate) enum Content {
    Fill(Fill),
    /// The result of a function without arguments.
    Function(u32, Kind),
}

/// A function provided by the host: it receives the machine and the arguments, and returns the results.
pub type External = Arc<dyn Fn(&mut Machine, &[Value]) -> Result<Vec<Value>, Box<Fault>> + Send + Sync>;

/// The limits of an execution, and the resolution of nondeterminism.
#[derive(Clone)]
pub struct Limits {
    /// The limit on executed instructions.
    pub steps: u64,
    /// The limit on the call depth.
    pub depth: usize,
    /// The limit on the bytes allocated at a time.
    pub bytes: u64,
    /// The contents of uninitialized memory.
    pub fresh_read: FreshRead,
    /// The seed of the order of parallel iterations and of the results of unknown functions.
    pub seed: u64,
    /// Implementations of functions that the program only declares. Calls of other declarations are recorded, and
    /// return results generated from the seed.
    pub externals: BTreeMap<String, External>,
    /// The signatures of unknown functions before their types were lowered: arguments are recorded and results
    /// generated with these.
    pub declared: Arc<BTreeMap<String, Signature>>,
}

/// A call of a function that the program only declares and the host does not provide.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// Its name.
    pub name: String,
    /// The arguments at the time of the call, with the memory they refer to.
    pub arguments: Vec<Data>,
    /// Their kinds.
    pub kinds: Vec<Kind>,
}

/// The state of a caller.
pub(crate) struct Frame {
    pub(crate) function: u32,
    pub(crate) pc: usize,
    pub(crate) regs: Vec<Value>,
    pub(crate) results: Arc<[Reg]>,
    pub(crate) stack_height: usize,
}

/// A call that is to be executed next.
pub(crate) struct Pending {
    pub(crate) function: u32,
    pub(crate) args: Vec<Value>,
    pub(crate) results: Arc<[Reg]>,
}

/// The machine, which executes a program.
pub struct Machine<'p> {
    pub(crate) program: &'p Program,
    pub(crate) regs: Vec<Value>,
    pub(crate) function: u32,
    pub(crate) pc: usize,
    pub(crate) results: Arc<[Reg]>,
    pub(crate) stack_height: usize,
    pub(crate) frames: Vec<Frame>,
    pub(crate) spare: Vec<Vec<Value>>,
    pub(crate) pending: Option<Pending>,
    pub(crate) returned: Vec<Value>,
    /// The memory of the program.
    pub memory: Memory,
    pub(crate) limits: Limits,
    pub(crate) steps: u64,
    /// Calls of unknown functions so far.
    pub(crate) calls: Vec<Call>,
    /// The output printed by the program.
    pub output: String,
    /// The addresses of the globals of the program.
    pub(crate) globals: Vec<u64>,
    /// The random generator for nondeterminism of the program.
    pub random: Random,
}
