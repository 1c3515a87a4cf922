//! What a loop does in an iteration.
//!
//! Every operation becomes a node. What it reads is the result of a node some iterations before, something that does not
//! change, or a constant, which stands in the code. The induction variable is one more loop-carried variable, and a
//! node adds the step to it.
//!
//! A loop-carried variable that is not computed in the loop, or by a node that computes another one too, gets a node that
//! copies. So every variable has a node of its own, and is read one iteration later.

use std::fmt;

use rmlir::core::effects::is_memory_effect_free;
use rmlir::prelude::*;
use rmlir_memref::{LoadOp, StoreOp};
use rmlir_scf::ForOp;
use rmlir_vliw::Model;

/// What a node reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// The result of a node, of the iteration so many before.
    Node {
        /// The node.
        node: usize,
        /// How many iterations before: 0 or 1.
        distance: u32,
    },
    /// Something from before the loop, by its number in [`LoopBody::invariants`].
    Invariant(usize),
    /// The result of an operation that is a constant.
    Constant(OpId),
}

/// What a node does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// An operation of the loop.
    Op(OpId),
    /// Adds the second operand to the first: the induction variable and the step.
    Step,
    /// Gives its operand.
    Copy,
    /// Goes to the next iteration.
    Branch,
}

/// See the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// What it does.
    pub action: Action,
    /// Its class in the machine.
    pub class: usize,
    /// What it reads, in the order of the operation's operands.
    pub operands: Vec<Operand>,
    /// The type of its result.
    pub result: Option<Type>,
    /// For people.
    pub name: String,
}

/// A loop-carried variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Carried {
    /// What it is in the first iteration; the induction variable starts with the lower bound.
    pub init: Value,
    /// The node that computes what it is in the next one.
    pub node: usize,
    /// The number of the loop's result; none for the induction variable.
    pub result: Option<usize>,
}

/// See the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopBody {
    /// The loop.
    pub op: ForOp,
    /// The nodes; operations in program order, then others.
    pub nodes: Vec<Node>,
    /// The values from before the loop that nodes read.
    pub invariants: Vec<Value>,
    /// The loop-carried variables.
    pub carried: Vec<Carried>,
    /// The node that goes to the next iteration.
    pub branch: usize,
}

/// Why a loop is left as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Declined {
    /// It counts in unsigned numbers or in too many bits.
    Counter,
    /// It has an operation with regions.
    ControlFlow(String),
    /// An operation does something else than computing, loading or storing.
    Effects(String),
    /// An operation has several results.
    Results(String),
    /// The machine has no class for an operation.
    NoClass(String),
    /// The machine has no registers for values of a type.
    NoFile(String),
    /// A register file is too small.
    Registers {
        /// Its name.
        file: String,
        /// How many registers it takes.
        needed: usize,
        /// How many there are.
        size: usize,
    },
    /// There is no schedule.
    Schedule(String),
}

impl fmt::Display for Declined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counter => write!(f, "it counts in unsigned numbers or in more than 64 bits"),
            Self::ControlFlow(op) => write!(f, "'{op}' has regions: convert them to predicates or selections before"),
            Self::Effects(op) => write!(f, "'{op}' does more than compute, load or store"),
            Self::Results(op) => write!(f, "'{op}' has several results"),
            Self::NoClass(op) => write!(f, "the machine has no class for '{op}'"),
            Self::NoFile(ty) => write!(f, "the machine has no registers for values of type {ty}"),
            Self::Registers { file, needed, size } => {
                write!(f, "it takes {needed} registers of \"{file}\", and there are {size}")
            }
            Self::Schedule(why) => write!(f, "{why}"),
        }
    }
}

impl LoopBody {
    /// Of a loop, for a machine.
    pub fn of(body: &Body, op: ForOp, model: &Model) -> Result<Self, Declined> {
        let width = body.ty(op.induction_var(body)).int_or_index_width(body);
        if OpRef::new(body, op.id()).prop(ForOp::UNSIGNED_CMP).is_some() || width.is_none_or(|width| width > 64) {
            return Err(Declined::Counter);
        }
        Reader::new(body, op, model).read()
    }

    /// The nodes that read the result of `node`, with the distances.
    pub fn readers(&self, node: usize) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.nodes.iter().enumerate().flat_map(move |(reader, at)| {
            at.operands.iter().filter_map(move |operand| match *operand {
                Operand::Node { node: from, distance } if from == node => Some((reader, distance)),
                _ => None,
            })
        })
    }
}

/// What classes call copies of registers.
pub const COPY: &str = "vliw.copy";

struct Reader<'a> {
    body: &'a Body<'a>,
    model: &'a Model,
    op: ForOp,
    nodes: Vec<Node>,
    invariants: Vec<Value>,
    /// The operations that are nodes, by their numbers.
    ops: Vec<OpId>,
    /// For each argument of the loop's block the node that computes its next value, once that is known.
    next: Vec<Option<usize>>,
}

impl<'a> Reader<'a> {
    fn new(body: &'a Body<'a>, op: ForOp, model: &'a Model) -> Self {
        let block = op.body(body);
        let n_args = body.args(block).len();
        let is_node = |&it: &OpId| it != op.terminator(body) && !body.has_trait(it, TraitSet::CONSTANT_LIKE);
        let ops = body.ops(block).filter(is_node).collect();
        Self { body, model, op, nodes: Vec::new(), invariants: Vec::new(), ops, next: vec![None; n_args] }
    }

    fn read(mut self) -> Result<LoopBody, Declined> {
        let body = self.body;
        for op in self.ops.clone() {
            let node = self.node(OpRef::new(body, op))?;
            self.nodes.push(node);
        }
        let yielded: Vec<Value> = body.operands(self.op.terminator(body)).collect();
        self.find_next(&yielded)?;
        // Operands can be resolved now that every variable has a node.
        for number in 0..self.nodes.len() {
            let values: Vec<Value> = match self.nodes[number].action {
                Action::Op(op) => body.operands(op).collect(),
                Action::Step => vec![self.op.induction_var(body), body.operand(self.op.id(), 2)],
                Action::Copy => {
                    let arg = self.next.iter().position(|&next| next == Some(number)).expect("a copy is of a variable");
                    vec![yielded[arg - 1]]
                }
                Action::Branch => Vec::new(),
            };
            self.nodes[number].operands = values.into_iter().map(|value| self.operand(value)).collect();
        }
        let class = self.model.branch_class().ok_or(Declined::NoClass(rmlir_vliw::model::BRANCH.to_owned()))?;
        let branch = self.nodes.len();
        self.nodes.push(Node {
            action: Action::Branch,
            class,
            operands: Vec::new(),
            result: None,
            name: "branch".into(),
        });
        let carried = self.carried();
        Ok(LoopBody { op: self.op, nodes: self.nodes, invariants: self.invariants, carried, branch })
    }

    fn node(&self, op: OpRef) -> Result<Node, Declined> {
        let name = op.name_str().to_owned();
        if op.n_regions() > 0 {
            return Err(Declined::ControlFlow(name));
        }
        if op.n_results() > 1 {
            return Err(Declined::Results(name));
        }
        let is_access = op.is::<LoadOp>() || op.is::<StoreOp>();
        if !is_access && !is_memory_effect_free(op) {
            return Err(Declined::Effects(name));
        }
        let result = op.results().next().map(ValueRef::ty);
        let ty = result.or_else(|| op.operands().next().map(ValueRef::ty));
        let class = self.class(&name, ty)?;
        Ok(Node { action: Action::Op(op.id), class, operands: Vec::new(), result, name })
    }

    fn class(&self, name: &str, ty: Option<Type>) -> Result<usize, Declined> {
        let found = self.model.class_for(name, ty).filter(|&class| !self.model.classes[class].ways.is_empty());
        found.ok_or_else(|| Declined::NoClass(name.to_owned()))
    }

    /// Finds, or makes, the node of every variable.
    fn find_next(&mut self, yielded: &[Value]) -> Result<(), Declined> {
        let iv = self.op.induction_var(self.body);
        if self.body.uses(iv).next().is_some() {
            let ty = self.body.ty(iv);
            self.next[0] = Some(self.nodes.len());
            let class = self.class("arith.addi", Some(ty))?;
            self.nodes.push(Node {
                action: Action::Step,
                class,
                operands: vec![],
                result: Some(ty),
                name: "step".into(),
            });
        }
        for (arg, &value) in yielded.iter().enumerate() {
            let computed = self.body.defining_op(value).and_then(|def| self.ops.iter().position(|&op| op == def));
            let own = computed.filter(|node| !self.next.contains(&Some(*node)));
            self.next[arg + 1] = Some(match own {
                Some(node) => node,
                None => {
                    let ty = self.body.ty(value);
                    let class = self.class(COPY, Some(ty))?;
                    let name = "copy".to_owned();
                    self.nodes.push(Node { action: Action::Copy, class, operands: vec![], result: Some(ty), name });
                    self.nodes.len() - 1
                }
            });
        }
        Ok(())
    }

    fn operand(&mut self, value: Value) -> Operand {
        let block = self.op.body(self.body);
        if let ValueDefinition::Argument(of, index) = self.body.value_def(value)
            && of == block
        {
            let node = self.next[index as usize].expect("a variable that is read has a node");
            return Operand::Node { node, distance: 1 };
        }
        if let Some(def) = self.body.defining_op(value) {
            if self.body.has_trait(def, TraitSet::CONSTANT_LIKE) {
                return Operand::Constant(def);
            }
            if let Some(node) = self.ops.iter().position(|&op| op == def) {
                return Operand::Node { node, distance: 0 };
            }
        }
        let known = self.invariants.iter().position(|&invariant| invariant == value);
        Operand::Invariant(known.unwrap_or_else(|| {
            self.invariants.push(value);
            self.invariants.len() - 1
        }))
    }

    fn carried(&self) -> Vec<Carried> {
        let init = |arg: usize| match arg {
            0 => self.body.operand(self.op.id(), 0),
            _ => self.body.operand(self.op.id(), arg + 2),
        };
        let variables = self.next.iter().enumerate();
        variables
            .filter_map(|(arg, &node)| Some(Carried { init: init(arg), node: node?, result: arg.checked_sub(1) }))
            .collect()
    }
}
