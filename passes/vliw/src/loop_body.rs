//! The operations of a loop iteration, as nodes.
//!
//! Every operation becomes a node. It reads results of nodes with a distance in iterations, loop-invariant values, or
//! constants, which are cloned into the code. The induction variable is a loop-carried variable like others, with a
//! node that adds the step to it.
//!
//! Guarded operations become nodes with a predicate, and each result of a guard becomes a node that selects. An
//! operation with several results becomes a node for each.
//!
//! A loop-carried variable whose next value is not computed in the loop, or by a node that computes another variable
//! too, gets a node that copies. So every variable has a node of its own, and is read at distance 1.
//!
//! The additional nodes of while loops are in [`crate::while_loop`].

use std::collections::BTreeMap;
use std::fmt;

use rmlir::core::effects::is_memory_effect_free;
use rmlir::prelude::*;
use rmlir_memref::{LoadOp, StoreOp};
use rmlir_modulo::{Edge, ScheduleError};
use rmlir_pvec::GuardOp;
use rmlir_scf::ForOp;
use rmlir_vliw::{Crossing, Model};

use crate::dependences::memory;
use crate::shape::Loop;
use crate::unread::without_unread;

/// An operand of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// The result of a node.
    Node {
        /// The node.
        node: usize,
        /// The distance in iterations: 0 or 1.
        distance: u32,
    },
    /// A loop-invariant value, as an index into [`LoopBody::invariants`].
    Invariant(usize),
    /// The result of a constant operation.
    Constant(OpId),
}

/// The action of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// An operation of the loop, for this result of it.
    Op(OpId, usize),
    /// The increment of the induction variable: the sum of both operands.
    Step,
    /// A copy of its operand.
    Copy,
    /// A select of the second operand if the first, a predicate, is true, else the third: this result of the guard.
    Select(OpId, usize),
    /// Like [`Self::Op`], for a load that does not trap: the result of an invalid load is undefined.
    Dismissible(OpId),
    /// The predicate whether there is another iteration: the first operand, a bit or a predicate, if the second one is
    /// true, else false.
    GoesOn,
    /// The conjunction of two predicates.
    Both,
    /// Like [`Self::Select`]: the loop's result of this index, updated as long as the loop continues.
    Result(usize),
    /// A copy of its operand from another cluster.
    Cross,
    /// The branch to the next iteration.
    Branch,
    /// A store of its operand to this stack slot of [`LoopBody::slots`].
    Spill(usize),
    /// A load of a stack slot.
    Reload {
        /// The index of the stack slot.
        slot: usize,
        /// The distance in iterations.
        distance: u32,
    },
}

/// The content of a stack slot. See [`crate::spill`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// The results of a node.
    Node(usize),
    /// A loop-invariant value, as an index into [`LoopBody::invariants`].
    Invariant(usize),
}

/// A node; see the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Its action.
    pub action: Action,
    /// Its class in the machine.
    pub class: usize,
    /// The cluster in which it executes; `None` for any. See [`crate::clusters`].
    pub cluster: Option<usize>,
    /// The path between clusters that it uses, if any.
    pub crossing: Option<Crossing>,
    /// Its operands, in the order of the operation's operands.
    pub operands: Vec<Operand>,
    /// The predicate that guards it.
    pub guard: Option<Operand>,
    /// The type of its result.
    pub result: Option<Type>,
    /// Its name in reports.
    pub name: String,
}

impl Node {
    pub(crate) fn new(action: Action, class: usize, result: Option<Type>, name: impl Into<String>) -> Self {
        let name = name.into();
        Self { action, class, cluster: None, crossing: None, operands: Vec::new(), guard: None, result, name }
    }

    /// All operands, including the predicate.
    pub fn reads(&self) -> impl Iterator<Item = Operand> + '_ {
        self.operands.iter().chain(&self.guard).copied()
    }
}

/// The initial value of a loop-carried variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Init {
    /// A live-in value of the loop; for the induction variable the lower bound.
    Value(Value),
    /// The true predicate.
    True,
    /// None: the initial value is not read.
    Nothing,
}

/// A loop-carried variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Carried {
    /// Its initial value.
    pub init: Init,
    /// The node that computes its next value.
    pub node: usize,
    /// The index of the loop's result, if it is one.
    pub result: Option<usize>,
}

/// The nodes of a loop; see the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopBody {
    /// The loop.
    pub op: Loop,
    /// The nodes; operations in program order, then others.
    pub nodes: Vec<Node>,
    /// The live-in values that nodes read.
    pub invariants: Vec<Value>,
    /// The loop-carried variables.
    pub carried: Vec<Carried>,
    /// The branch to the next iteration.
    pub branch: usize,
    /// The node of the predicate that the branch reads; `None` for counted loops.
    pub goes_on: Option<usize>,
    /// The contents of stack slots.
    pub slots: Vec<Slot>,
    /// The memory dependences.
    pub memory: Vec<Edge>,
    /// The unroll factor: the number of iterations of the original loop in one of this. See [`crate::unroll`].
    pub unrolled: i64,
}

/// The reason why a loop is not pipelined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Declined {
    /// The induction variable is unsigned or too wide.
    Counter,
    /// An operation has regions.
    ControlFlow(String),
    /// An operation has side effects other than loads and stores.
    Effects(String),
    /// The machine has no class for the operation.
    NoClass(String),
    /// The machine has no register file for the type.
    NoFile(String),
    /// A register file is too small.
    Registers {
        /// The name of the file.
        file: String,
        /// The number of registers needed.
        needed: usize,
        /// The number of registers of the file.
        size: usize,
    },
    /// There is no schedule.
    Schedule(String),
}

impl fmt::Display for Declined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counter => write!(f, "expected a signed induction variable of at most 64 bits"),
            Self::ControlFlow(op) => {
                write!(f, "'{op}' has regions: convert control flow to predicates or selects before")
            }
            Self::Effects(op) => write!(f, "'{op}' does more than compute, load or store"),
            Self::NoClass(op) => write!(f, "the machine has no class for '{op}'"),
            Self::NoFile(ty) => write!(f, "the machine has no registers for values of type {ty}"),
            Self::Registers { file, needed, size } => {
                write!(f, "its schedule takes {needed} registers of \"{file}\", of which there are {size}")
            }
            Self::Schedule(why) => write!(f, "{why}"),
        }
    }
}

impl From<ScheduleError> for Declined {
    fn from(error: ScheduleError) -> Self {
        Self::Schedule(error.to_string())
    }
}

impl LoopBody {
    /// Builds the nodes of a loop, for a machine.
    pub fn of(body: &Body, op: Loop, model: &Model) -> Result<Self, Declined> {
        if let Loop::Counted(op) = op {
            let width = body.ty(op.induction_var(body)).int_or_index_width(body);
            if OpRef::new(body, op.id()).prop(ForOp::UNSIGNED_CMP).is_some() || width.is_none_or(|width| width > 64) {
                return Err(Declined::Counter);
            }
        }
        let mut of = Reader::new(body, op, model).read()?;
        of.memory = memory(body, &of);
        Ok(of)
    }

    /// The loop's results with their nodes, in order.
    pub fn results(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.carried.iter().filter_map(|carried| Some((carried.result?, carried.node)))
    }

    /// The clusters whose registers hold the result of `node`: its own first.
    pub fn homes(&self, node: usize) -> Vec<Option<usize>> {
        let own = self.nodes[node].cluster;
        let mut homes = vec![own];
        if self.nodes[node].crossing == Some(Crossing::Writes) {
            let mut others: Vec<_> = self.readers(node).map(|(reader, _)| self.nodes[reader].cluster).collect();
            others.retain(|&cluster| cluster != own);
            others.sort_unstable();
            others.dedup();
            homes.extend(others);
        }
        homes
    }

    /// The cluster whose registers `reader` reads the result of `node` from.
    pub fn read_in(&self, node: usize, reader: usize) -> Option<usize> {
        let of = if self.nodes[node].crossing == Some(Crossing::Writes) { reader } else { node };
        self.nodes[of].cluster
    }

    /// The clusters that read a loop-invariant value.
    pub fn clusters_of(&self, invariant: usize) -> Vec<Option<usize>> {
        let reads = |node: &&Node| node.reads().any(|it| it == Operand::Invariant(invariant));
        let mut clusters: Vec<_> = self.nodes.iter().filter(reads).map(|node| node.cluster).collect();
        clusters.sort_unstable();
        clusters.dedup();
        clusters
    }

    /// The readers of the result of `node`, with the distances.
    pub fn readers(&self, node: usize) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.nodes.iter().enumerate().flat_map(move |(reader, at)| {
            at.reads().filter_map(move |operand| match operand {
                Operand::Node { node: from, distance } if from == node => Some((reader, distance)),
                _ => None,
            })
        })
    }
}

/// The name of register copies in machine classes.
pub const COPY: &str = "vliw.copy";

pub(crate) struct Reader<'a> {
    pub(crate) body: &'a Body<'a>,
    pub(crate) model: &'a Model,
    pub(crate) op: Loop,
    pub(crate) nodes: Vec<Node>,
    invariants: Vec<Value>,
    /// The defining nodes of values.
    made: BTreeMap<Value, usize>,
    /// The guards of nodes.
    pub(crate) guards: Vec<(usize, GuardOp)>,
    /// The number of nodes that are operations of the loop's first block; they come first.
    pub(crate) n_first: usize,
    /// By argument of the loop's first block: the node that computes its next value, once that is known.
    next: Vec<Option<usize>>,
    /// Loop-carried variables that are no variables of the original loop.
    pub(crate) more: Vec<Carried>,
}

impl<'a> Reader<'a> {
    fn new(body: &'a Body<'a>, op: Loop, model: &'a Model) -> Self {
        let next = vec![None; body.args(op.header(body)).len()];
        Self {
            body,
            model,
            op,
            nodes: Vec::new(),
            invariants: Vec::new(),
            made: BTreeMap::new(),
            guards: Vec::new(),
            n_first: 0,
            next,
            more: Vec::new(),
        }
    }

    fn read(mut self) -> Result<LoopBody, Declined> {
        for (place, block) in self.op.blocks(self.body).into_iter().enumerate() {
            for op in self.members(block) {
                match OpRef::new(self.body, op).cast::<GuardOp>() {
                    Some(guard) => self.guarded(guard)?,
                    None => self.computed(op)?,
                }
            }
            if place == 0 {
                self.n_first = self.nodes.len();
            }
        }
        self.find_next()?;
        // Operands can be resolved now that every variable has a node.
        for number in 0..self.nodes.len() {
            let values = self.values_read(number);
            self.nodes[number].operands = values.into_iter().map(|value| self.operand(value)).collect();
        }
        let goes_on = match self.op {
            Loop::Counted(_) => {
                for (number, guard) in self.guards.clone() {
                    self.nodes[number].guard = Some(self.operand(self.body.operand(guard.id(), 0)));
                }
                None
            }
            Loop::While(op) => Some(self.leave_by_condition(op)?),
        };
        let class = self.model.branch_class().ok_or(Declined::NoClass(rmlir_vliw::model::BRANCH.to_owned()))?;
        let branch = self.nodes.len();
        let mut node = Node::new(Action::Branch, class, None, "branch");
        node.operands.extend(goes_on.map(|node| Operand::Node { node, distance: 0 }));
        self.nodes.push(node);
        let carried = self.carried();
        Ok(without_unread(LoopBody {
            op: self.op,
            nodes: self.nodes,
            invariants: self.invariants,
            carried,
            branch,
            goes_on,
            slots: Vec::new(),
            memory: Vec::new(),
            unrolled: 1,
        }))
    }

    /// The operations of a block that become nodes.
    fn members(&self, block: BlockId) -> Vec<OpId> {
        let is_node = |&it: &OpId| !self.body.has_trait(it, TraitSet::CONSTANT_LIKE);
        let mut ops: Vec<OpId> = self.body.ops(block).collect();
        ops.pop();
        ops.into_iter().filter(is_node).collect()
    }

    /// Adds the nodes of an operation: one for each result.
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

    /// Adds the nodes of guarded operations, and one for each result of the guard.
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

    pub(crate) fn class(&self, name: &str, ty: Option<Type>) -> Result<usize, Declined> {
        let found = self.model.class_for(name, ty).filter(|&class| !self.model.classes[class].ways.is_empty());
        found.ok_or_else(|| Declined::NoClass(name.to_owned()))
    }

    /// Finds or creates the node of every loop-carried variable.
    fn find_next(&mut self) -> Result<(), Declined> {
        let body = self.body;
        for (number, &arg) in body.args(self.op.header(body)).iter().enumerate() {
            let is_read = body.uses(arg).next().is_some();
            let ty = body.ty(arg);
            let Some(value) = self.op.next(body, number) else {
                if is_read {
                    let class = self.class("arith.addi", Some(ty))?;
                    self.next[number] = Some(self.nodes.len());
                    self.nodes.push(Node::new(Action::Step, class, Some(ty), "step"));
                }
                continue;
            };
            // In a counted loop its variables are the results.
            if !is_read && matches!(self.op, Loop::While(_)) {
                continue;
            }
            let own = self.made.get(&value).copied().filter(|node| !self.next.contains(&Some(*node)));
            self.next[number] = Some(match own {
                Some(node) => node,
                None => {
                    let class = self.class(COPY, Some(ty))?;
                    self.nodes.push(Node::new(Action::Copy, class, Some(ty), "copy"));
                    self.nodes.len() - 1
                }
            });
        }
        Ok(())
    }

    /// The values that a node reads, without its predicate.
    fn values_read(&self, number: usize) -> Vec<Value> {
        let body = self.body;
        match self.nodes[number].action {
            Action::Op(op, _) => body.operands(op).collect(),
            Action::Step => self.op.counter(body).into_iter().chain([body.operand(self.op.id(), 2)]).collect(),
            Action::Copy => {
                let arg = self.next.iter().position(|&next| next == Some(number)).expect("a copy is of a variable");
                self.op.next(body, arg).into_iter().collect()
            }
            Action::Select(guard, index) => {
                let yields = GuardOp::from_id(guard).terminator(body);
                vec![body.operand(guard, 0), body.operand(yields, index), body.operand(guard, index + 1)]
            }
            _ => Vec::new(),
        }
    }

    /// The node operand for `value`.
    pub(crate) fn operand(&mut self, value: Value) -> Operand {
        let value = self.op.resolved(self.body, value);
        let block = self.op.header(self.body);
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
        let variables = self.next.iter().enumerate();
        let own = variables.filter_map(|(arg, &node)| {
            // The results of a while loop have nodes of their own.
            let result = self.op.counter(self.body).and_then(|_| arg.checked_sub(1));
            Some(Carried { init: Init::Value(self.op.init(self.body, arg)), node: node?, result })
        });
        own.chain(self.more.iter().copied()).collect()
    }
}
