//! Exit edges of cycles, and uses outside of cycles of values defined inside.
//!
//! Computed on demand for each cycle. Each use has the set of exit edges from which it is reachable; in cycles with
//! many exits, or where the path is long, it is assumed to be reachable from all.
//!
//! A branch on a condition that is the same in all iterations of the cycle splits the threads once: threads that took
//! an edge take the same one whenever they reach the branch again. They form *groups*, one for each successor, and each
//! group exits by the edges that it can reach.
//!
//! The same applies to the cycles of other hierarchies, see [`super::possible`].

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Context;
use super::flow::{Input, ItemId, ItemKind};
use super::possible::PossibleCycle;
use super::variance::{Variance, Varying};
use crate::cfg::{CycleId, Node};

/// A cycle that threads exit.
#[derive(Clone, Copy)]
pub enum Left<'a> {
    /// A cycle of our hierarchy.
    Own(CycleId),
    /// A cycle of some hierarchy, by its index, inside of an outermost irreducible one.
    Possible(&'a PossibleCycle, CycleId, usize),
}

impl<'a> Left<'a> {
    fn blocks(self, context: &'a Context) -> &'a [Node] {
        match self {
            Self::Own(cycle) => &context.cycles[cycle].blocks,
            Self::Possible(cycle, ..) => &cycle.blocks,
        }
    }

    /// The blocks that may be its header.
    pub fn headers(self, context: &'a Context) -> &'a [Node] {
        match self {
            Self::Own(cycle) => &context.cycles[cycle].entries[..1],
            Self::Possible(cycle, ..) => &cycle.entries,
        }
    }

    /// Whether `block` is in it.
    pub fn contains(self, context: &Context, block: Node) -> bool {
        match self {
            Self::Own(cycle) => context.cycles.contains(cycle, block),
            Self::Possible(cycle, ..) => cycle.contains(block),
        }
    }

    /// Whether all its blocks are in `other`.
    pub fn is_inside(self, context: &Context, other: Self) -> bool {
        match (self, other) {
            (Self::Possible(cycle, ..), Self::Possible(other, ..)) => cycle.is_inside(other),
            (Self::Own(cycle), Self::Own(other)) => context.cycles.contains_cycle(other, cycle),
            _ => self.blocks(context).iter().all(|&block| other.contains(context, block)),
        }
    }

    /// The smallest cycle of our hierarchy that contains it.
    pub fn around(self) -> CycleId {
        match self {
            Self::Own(cycle) => cycle,
            Self::Possible(cycle, ..) => cycle.around,
        }
    }

    /// The equal cycle of our hierarchy, if there is one.
    pub fn own(self) -> Option<CycleId> {
        match self {
            Self::Own(cycle) => Some(cycle),
            Self::Possible(cycle, ..) => cycle.own,
        }
    }

    fn key(self) -> (CycleId, usize) {
        match self {
            Self::Own(cycle) => (cycle, usize::MAX),
            Self::Possible(_, outer, number) => (outer, number),
        }
    }
}

/// An exit edge of a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExitEdge {
    /// The exiting block.
    pub from: Node,
    /// The exit.
    pub to: Node,
}

/// A use outside of a cycle of a value defined inside.
#[derive(Clone, Copy, Debug)]
pub struct Crossing {
    /// The used value.
    pub value: ItemId,
    /// The user.
    pub user: ItemId,
    /// The exit edges from which it is reachable, as a bit mask.
    edges: u64,
}

/// The exit edges and uses of one cycle.
struct Leaving {
    edges: Vec<ExitEdge>,
    uses: Vec<Crossing>,
    /// The edges whose reachable uses were all taken already.
    taken: u64,
    /// The number of queries for groups.
    n_grouped: usize,
    /// The values that vary between iterations, in cycles of other hierarchies.
    varying: Option<Varying>,
}

/// The groups that a branch splits threads into for as long as they are in a cycle.
pub struct Groups {
    /// By successor: the exit edges that its group can reach, as a bit mask.
    edges: SmallVec<[u64; 4]>,
    /// The exit edges of groups that can reach a header before.
    pub returning: u64,
}

/// The exit edges and uses of the cycles queried so far.
#[derive(Default)]
pub struct Crossings {
    /// By cycle: its index in `cycles`.
    slots: FxHashMap<(CycleId, usize), usize>,
    cycles: Vec<Leaving>,
}

/// The mask of all edges.
const ALL: u64 = u64::MAX;
/// The limit of exits of a cycle that are distinguished, the bits of a mask.
const MAX_EDGES: usize = 64;
/// The limit of blocks in the search for the edges from which a use is reachable. Random programs of 60 blocks never
/// reach it; it keeps the time linear for cycles in long functions with many uses after them.
const MAX_WAY: usize = 256;
/// The limit of successors of a branch that forms groups.
const MAX_GROUPS: usize = 8;
/// The limit of queries about groups of a cycle, after which one result holds for all; it bounds the time.
const MAX_GROUPED: usize = 64;

impl Crossings {
    /// Takes the uses that are reachable from one of `edges`, a bit mask, of `left`; if `groups` are given, only those
    /// that two groups reach. No use is taken twice.
    pub fn take(&mut self, context: &Context, left: Left, edges: u64, groups: Option<&Groups>) -> Vec<Crossing> {
        let leaving = self.get(context, left);
        if edges & !leaving.taken == 0 {
            return Vec::new();
        }
        let groups = groups.filter(|_| leaving.n_grouped < MAX_GROUPED);
        match groups {
            Some(_) => leaving.n_grouped += 1,
            None => leaving.taken |= edges,
        }
        let is_shared = |used: &Crossing| {
            groups.is_none_or(|groups| groups.edges.iter().filter(|&&edges| edges & used.edges != 0).count() > 1)
        };
        let (taken, others) =
            std::mem::take(&mut leaving.uses).into_iter().partition(|used| used.edges & edges != 0 && is_shared(used));
        leaving.uses = others;
        taken
    }

    /// Whether `item` varies between iterations of `left`.
    pub fn differs(&mut self, context: &Context, variance: &Variance, item: ItemId, left: Left) -> bool {
        match left {
            Left::Own(cycle) => variance.differs(&context.cycles, item, cycle),
            Left::Possible(cycle, ..) => {
                let new = || Varying::new(context, &cycle.blocks);
                self.get(context, left).varying.get_or_insert_with(new).contains(item)
            }
        }
    }

    /// The groups that the branch at the end of `branch`, which is in `left` and always takes the same edge there,
    /// splits threads into; `None` if they are too many to distinguish.
    pub fn groups(&mut self, context: &Context, left: Left, branch: Node) -> Option<Groups> {
        let ways = context.flow.cfg.successors(branch);
        let leaving = self.get(context, left);
        if ways.len() > MAX_GROUPS || leaving.edges.len() > MAX_EDGES {
            return None;
        }
        let mut groups = Groups { edges: SmallVec::new(), returning: 0 };
        let is_live = |&(_, number): &(&Node, u32)| !context.decisions.is_dead(branch, number);
        for (&way, _) in ways.iter().zip(0..).filter(is_live) {
            let (edges, returns) = leaving.edges_of_group(context, left, branch, way)?;
            groups.edges.push(edges);
            if returns {
                groups.returning |= edges;
            }
        }
        Some(groups)
    }

    /// The index of `left`, for [`Self::edges_of`] and [`Self::edge_of`].
    pub fn slot(&mut self, context: &Context, left: Left) -> usize {
        let next = self.cycles.len();
        let slot = *self.slots.entry(left.key()).or_insert(next);
        if slot == next {
            self.cycles.push(Leaving::new(context, left));
        }
        slot
    }

    /// The exit edges of the cycle with index `slot`.
    pub fn edges_of(&self, slot: usize) -> &[ExitEdge] {
        &self.cycles[slot].edges
    }

    /// The bits of the exit edges from `from` to `to` of the cycle with index `slot`.
    pub fn edge_of(&self, slot: usize, from: Node, to: Node) -> u64 {
        let leaving = &self.cycles[slot];
        if leaving.edges.len() > MAX_EDGES { ALL } else { leaving.edges_into(from, to) }
    }

    fn get(&mut self, context: &Context, left: Left) -> &mut Leaving {
        let slot = self.slot(context, left);
        &mut self.cycles[slot]
    }
}

impl Leaving {
    fn new(context: &Context, left: Left) -> Self {
        let flow = context.flow;
        let mut edges: Vec<ExitEdge> = Vec::new();
        for &from in left.blocks(context) {
            for (&to, number) in flow.cfg.successors(from).iter().zip(0..) {
                let edge = ExitEdge { from, to };
                let is_left = !left.contains(context, to) && !context.decisions.is_dead(from, number);
                if is_left && edges.last() != Some(&edge) {
                    edges.push(edge);
                }
            }
        }
        let mut leaving = Self { edges, uses: Vec::new(), taken: 0, n_grouped: 0, varying: None };
        let mut reached: FxHashMap<Node, u64> = FxHashMap::default();
        for &block in left.blocks(context) {
            for value in flow.items_of(block) {
                let users = flow.users(value).iter().filter(|&&user| !left.contains(context, flow[user].block));
                for &user in users.filter(|&&user| context.decisions.reads(flow, user, value)) {
                    let edges = leaving.edges_to_use(context, left, value, user, &mut reached);
                    leaving.uses.push(Crossing { value, user, edges });
                }
            }
        }
        leaving
    }

    /// The exit edges from which `user` is reachable where it uses `value`.
    fn edges_to_use(
        &self,
        context: &Context,
        left: Left,
        value: ItemId,
        user: ItemId,
        reached: &mut FxHashMap<Node, u64>,
    ) -> u64 {
        if self.edges.len() > MAX_EDGES {
            return ALL;
        }
        let flow = context.flow;
        if flow[user].kind != ItemKind::Phi {
            let block = flow[user].block;
            return *reached.entry(block).or_insert_with(|| self.edges_to_block(context, left, block));
        }
        let mut edges = 0;
        let inputs = context.decisions.live_inputs(flow, user);
        for (_, (from, _)) in inputs.filter(|&(input, _)| input == Input::Item(value)) {
            edges |= match left.contains(context, from) {
                true => self.edges_into(from, flow[user].block),
                false => *reached.entry(from).or_insert_with(|| self.edges_to_block(context, left, from)),
            };
        }
        edges
    }

    /// The edges by which threads exit `left` that always take successor `way` of `branch`, and whether they can reach
    /// a header before; `None` if the search exceeds its limit.
    fn edges_of_group(&self, context: &Context, left: Left, branch: Node, way: Node) -> Option<(u64, bool)> {
        let flow = context.flow;
        if !left.contains(context, way) {
            return Some((self.edges_into(branch, way), false));
        }
        let mut edges = 0;
        let mut found = vec![way];
        let mut done = 0;
        while let Some(&block) = found.get(done) {
            done += 1;
            let is_taken = |&(&to, number): &(&Node, u32)| {
                !context.decisions.is_dead(block, number) && (block != branch || to == way)
            };
            for (&to, _) in flow.cfg.successors(block).iter().zip(0..).filter(is_taken) {
                if !left.contains(context, to) {
                    edges |= self.edges_into(block, to);
                } else if !found.contains(&to) {
                    found.push(to);
                }
            }
            if found.len() > MAX_WAY {
                return None;
            }
        }
        Some((edges, left.headers(context).iter().any(|header| found.contains(header))))
    }

    fn edges_into(&self, from: Node, to: Node) -> u64 {
        let at = self.edges.iter().position(|&edge| edge == ExitEdge { from, to });
        at.map_or(ALL, |at| 1 << at)
    }

    /// The exit edges from which `block`, outside of `left`, is reachable without reentering it.
    fn edges_to_block(&self, context: &Context, left: Left, block: Node) -> u64 {
        let mut edges = 0;
        // In the order in which they are found; those from `done` on are the worklist.
        let mut found = vec![block];
        let mut done = 0;
        while let Some(&block) = found.get(done) {
            done += 1;
            let flow = context.flow;
            let is_live = |&&from: &&Node| !context.decisions.is_dead_between(flow, from, block);
            for &from in flow.cfg.predecessors(block).iter().filter(is_live) {
                if left.contains(context, from) {
                    edges |= self.edges_into(from, block);
                } else if !found.contains(&from) {
                    found.push(from);
                }
            }
            if found.len() > MAX_WAY {
                return ALL;
            }
        }
        edges
    }
}
