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
//! The additional nodes of while loops are in [`crate::loops::while_loop`].

use std::fmt;

use rmlir::prelude::*;
use rmlir_modulo::{Edge, ScheduleError};
use rmlir_vliw::Crossing;

use crate::loops::shape::Loop;

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

/// The content of a stack slot. See [`crate::registers::spill`].
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
    /// The cluster in which it executes; `None` for any. See [`crate::schedule::clusters`].
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
    /// The unroll factor: the number of iterations of the original loop in one of this. See [`crate::loops::unroll`].
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
