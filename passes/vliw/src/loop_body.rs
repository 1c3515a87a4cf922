//! What a loop does in an iteration.
//!
//! Every operation becomes a node. What it reads is the result of a node some iterations before, something that does not
//! change, or a constant, which stands in the code. The induction variable is one more loop-carried variable, and a
//! node adds the step to it.
//!
//! What is executed under a predicate becomes nodes that are, and a result of a guard one that selects. An operation with
//! several results becomes a node for each.
//!
//! A loop-carried variable that is not computed in the loop, or by a node that computes another one too, gets a node that
//! copies. So every variable has a node of its own, and is read one iteration later.

use std::collections::BTreeMap;
use std::fmt;

use rmlir::core::effects::is_memory_effect_free;
use rmlir::prelude::*;
use rmlir_memref::{LoadOp, StoreOp};
use rmlir_pvec::GuardOp;
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
    /// An operation of the loop, for this result of it.
    Op(OpId, usize),
    /// Adds the second operand to the first: the induction variable and the step.
    Step,
    /// Gives its operand.
    Copy,
    /// Gives the second operand if the first, a predicate, holds, else the third: what the guard has as this result.
    Select(OpId, usize),
    /// Goes to the next iteration.
    Branch,
    /// Puts its operand on the stack, into this one of [`LoopBody::slots`].
    Spill(usize),
    /// Gives what is on the stack.
    Reload {
        /// The place there.
        slot: usize,
        /// Of which iteration: how many before.
        distance: u32,
    },
}

/// What is on the stack in place of a register. See [`crate::spill`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// The results of a node.
    Node(usize),
    /// Something from before the loop, by its number in [`LoopBody::invariants`].
    Invariant(usize),
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
    /// The predicate that it is executed under.
    pub guard: Option<Operand>,
    /// The type of its result.
    pub result: Option<Type>,
    /// For people.
    pub name: String,
}

impl Node {
    /// A node that reads nothing yet.
    pub fn new(action: Action, class: usize, result: Option<Type>, name: impl Into<String>) -> Self {
        Self { action, class, operands: Vec::new(), guard: None, result, name: name.into() }
    }

    /// All that it reads.
    pub fn reads(&self) -> impl Iterator<Item = Operand> + '_ {
        self.operands.iter().chain(&self.guard).copied()
    }
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
    /// What is on the stack.
    pub slots: Vec<Slot>,
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
            at.reads().filter_map(move |operand| match operand {
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
    /// The nodes that compute values.
    made: BTreeMap<Value, usize>,
    /// The guards around nodes.
    guards: Vec<(usize, GuardOp)>,
    /// For each argument of the loop's block the node that computes its next value, once that is known.
    next: Vec<Option<usize>>,
}

impl<'a> Reader<'a> {
    fn new(body: &'a Body<'a>, op: ForOp, model: &'a Model) -> Self {
        let next = vec![None; body.args(op.body(body)).len()];
        let (made, guards) = (BTreeMap::new(), Vec::new());
        Self { body, model, op, nodes: Vec::new(), invariants: Vec::new(), made, guards, next }
    }

    fn read(mut self) -> Result<LoopBody, Declined> {
        let body = self.body;
        for op in self.members(self.op.body(body)) {
            match OpRef::new(body, op).cast::<GuardOp>() {
                Some(guard) => self.guarded(guard)?,
                None => self.computed(op)?,
            }
        }
        let yielded: Vec<Value> = body.operands(self.op.terminator(body)).collect();
        self.find_next(&yielded)?;
        // Operands can be resolved now that every variable has a node.
        for number in 0..self.nodes.len() {
            let values = self.values_read(number, &yielded);
            self.nodes[number].operands = values.into_iter().map(|value| self.operand(value)).collect();
        }
        for (number, guard) in self.guards.clone() {
            self.nodes[number].guard = Some(self.operand(body.operand(guard.id(), 0)));
        }
        let class = self.model.branch_class().ok_or(Declined::NoClass(rmlir_vliw::model::BRANCH.to_owned()))?;
        let branch = self.nodes.len();
        self.nodes.push(Node::new(Action::Branch, class, None, "branch"));
        let carried = self.carried();
        Ok(LoopBody { op: self.op, nodes: self.nodes, invariants: self.invariants, carried, branch, slots: Vec::new() })
    }

    /// The operations of a block that become nodes.
    fn members(&self, block: BlockId) -> Vec<OpId> {
        let is_node = |&it: &OpId| !self.body.has_trait(it, TraitSet::CONSTANT_LIKE);
        let mut ops: Vec<OpId> = self.body.ops(block).collect();
        ops.pop();
        ops.into_iter().filter(is_node).collect()
    }

    /// The nodes of an operation: one for each result.
    fn computed(&mut self, op: OpId) -> Result<(), Declined> {
        let view = OpRef::new(self.body, op);
        let name = view.name_str().to_owned();
        if view.n_regions() > 0 {
            return Err(Declined::ControlFlow(name));
        }
        let is_access = view.is::<LoadOp>() || view.is::<StoreOp>();
        if !is_access && !is_memory_effect_free(view) {
            return Err(Declined::Effects(name));
        }
        let results: Vec<Option<ValueRef>> = match view.n_results() {
            0 => vec![None],
            _ => view.results().map(Some).collect(),
        };
        for (index, result) in results.into_iter().enumerate() {
            let ty = result.or_else(|| view.operands().next()).map(ValueRef::ty);
            let class = self.class(&name, ty)?;
            if let Some(result) = result {
                self.made.insert(result.id, self.nodes.len());
            }
            self.nodes.push(Node::new(Action::Op(op, index), class, result.map(ValueRef::ty), &name));
        }
        Ok(())
    }

    /// The nodes of what is executed under a predicate, and one for each result.
    fn guarded(&mut self, guard: GuardOp) -> Result<(), Declined> {
        let first = self.nodes.len();
        for op in self.members(guard.block(self.body)) {
            self.computed(op)?;
        }
        self.guards.extend((first..self.nodes.len()).map(|node| (node, guard)));
        let results: Vec<Value> = self.body.results(guard.id()).to_vec();
        for (index, result) in results.into_iter().enumerate() {
            let ty = self.body.ty(result);
            let class = self.class("pvec.select", Some(ty))?;
            self.made.insert(result, self.nodes.len());
            self.nodes.push(Node::new(Action::Select(guard.id(), index), class, Some(ty), "select"));
        }
        Ok(())
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
            self.nodes.push(Node::new(Action::Step, class, Some(ty), "step"));
        }
        for (arg, &value) in yielded.iter().enumerate() {
            let own = self.made.get(&value).copied().filter(|node| !self.next.contains(&Some(*node)));
            self.next[arg + 1] = Some(match own {
                Some(node) => node,
                None => {
                    let ty = self.body.ty(value);
                    let class = self.class(COPY, Some(ty))?;
                    self.nodes.push(Node::new(Action::Copy, class, Some(ty), "copy"));
                    self.nodes.len() - 1
                }
            });
        }
        Ok(())
    }

    /// The values that a node reads, without its predicate.
    fn values_read(&self, number: usize, yielded: &[Value]) -> Vec<Value> {
        let body = self.body;
        match self.nodes[number].action {
            Action::Op(op, _) => body.operands(op).collect(),
            Action::Step => vec![self.op.induction_var(body), body.operand(self.op.id(), 2)],
            Action::Copy => {
                let arg = self.next.iter().position(|&next| next == Some(number)).expect("a copy is of a variable");
                vec![yielded[arg - 1]]
            }
            Action::Select(guard, index) => {
                let yields = GuardOp::from_id(guard).terminator(body);
                vec![body.operand(guard, 0), body.operand(yields, index), body.operand(guard, index + 1)]
            }
            Action::Branch | Action::Spill(_) | Action::Reload { .. } => Vec::new(),
        }
    }

    fn operand(&mut self, value: Value) -> Operand {
        let block = self.op.body(self.body);
        if let ValueDefinition::Argument(of, index) = self.body.value_def(value)
            && of == block
        {
            let node = self.next[index as usize].expect("a variable that is read has a node");
            return Operand::Node { node, distance: 1 };
        }
        if let Some(def) = self.body.defining_op(value)
            && self.body.has_trait(def, TraitSet::CONSTANT_LIKE)
        {
            return Operand::Constant(def);
        }
        if let Some(&node) = self.made.get(&value) {
            return Operand::Node { node, distance: 0 };
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
