//! How values get out of cycles.
//!
//! For each cycle that is asked about: the edges that leave it, and the uses outside of it of values made inside. Each
//! such use knows from which of the edges it can be reached; in cycles with many exits, or where the way is long, it is
//! taken to be reached from all.
//!
//! A branch on what is the same in all iterations of the cycle parts threads once: those that went one way go the same
//! way whenever they come to the branch again. They form *groups*, one for each way, and each group leaves by the edges
//! that it can come to.
//!
//! All that holds as well for the cycles of other hierarchies, see [`super::possible`].

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Context;
use super::flow::{Input, ItemId, ItemKind};
use super::possible::PossibleCycle;
use super::variance::{Variance, Varying};
use crate::cfg::{CycleId, Node};

/// What threads leave.
#[derive(Clone, Copy)]
pub enum Left<'a> {
    /// A cycle of our hierarchy.
    Own(CycleId),
    /// A cycle of some hierarchy, by its number, inside of a largest irreducible one.
    Possible(&'a PossibleCycle, CycleId, usize),
}

impl<'a> Left<'a> {
    /// Its blocks.
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

    /// Whether all of it is in `other`.
    pub fn is_inside(self, context: &Context, other: Self) -> bool {
        match (self, other) {
            (Self::Possible(cycle, ..), Self::Possible(other, ..)) => cycle.is_inside(other),
            (Self::Own(cycle), Self::Own(other)) => context.cycles.contains_cycle(other, cycle),
            _ => self.blocks(context).iter().all(|&block| other.contains(context, block)),
        }
    }

    /// The smallest cycle of our hierarchy that holds it.
    pub fn around(self) -> CycleId {
        match self {
            Self::Own(cycle) => cycle,
            Self::Possible(cycle, ..) => cycle.around,
        }
    }

    /// The cycle of our hierarchy that it is, if it is one.
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

/// An edge out of a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExitEdge {
    /// In the cycle.
    pub from: Node,
    /// Outside.
    pub to: Node,
}

/// A use outside of a cycle of a value made inside.
#[derive(Clone, Copy, Debug)]
pub struct Crossing {
    /// What is used.
    pub value: ItemId,
    /// By what.
    pub user: ItemId,
    /// The edges that it can be reached from, a bit each.
    edges: u64,
}

/// One cycle.
struct Leaving {
    edges: Vec<ExitEdge>,
    uses: Vec<Crossing>,
    /// The edges all uses after which were taken.
    taken: u64,
    /// How often uses were taken for groups.
    n_grouped: usize,
    /// What differs from one iteration to the next, in cycles of other hierarchies.
    varying: Option<Varying>,
}

/// The threads that a branch parts for as long as they are in a cycle.
pub struct Groups {
    /// For each way: the edges out of the cycle that its group can come to, a bit each.
    edges: SmallVec<[u64; 4]>,
    /// The edges of groups that can come to a header before.
    pub returning: u64,
}

/// The edges and uses of the cycles that were asked about.
#[derive(Default)]
pub struct Crossings {
    /// By cycle: where it stands in `cycles`.
    slots: FxHashMap<(CycleId, usize), usize>,
    cycles: Vec<Leaving>,
}

/// All edges together.
const ALL: u64 = u64::MAX;
/// Cycles with more exits than bits in a mask do not tell them apart.
const MAX_EDGES: usize = 64;
/// After how many blocks the search for the edges that a use is reached from gives up. Random programs of 60 blocks are
/// never cut off; the bound keeps the time linear where cycles with many uses after them stand in long functions.
const MAX_WAY: usize = 256;
/// Branches with more ways than this have no groups.
const MAX_GROUPS: usize = 8;
/// After how many questions about groups a cycle gives one answer for all, which bounds the time as well.
const MAX_GROUPED: usize = 64;

impl Crossings {
    /// Takes the uses that can be reached from one of `edges`, a bit each, of `left`; of these, where threads come in
    /// groups, only those that two groups come to. None is taken twice.
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

    /// Whether `item` differs from one iteration of `left` to the next.
    pub fn differs(&mut self, context: &Context, variance: &Variance, item: ItemId, left: Left) -> bool {
        match left {
            Left::Own(cycle) => variance.differs(&context.cycles, item, cycle),
            Left::Possible(cycle, ..) => {
                let new = || Varying::new(context, &cycle.blocks);
                self.get(context, left).varying.get_or_insert_with(new).contains(item)
            }
        }
    }

    /// The groups that the branch at the end of `branch`, which is in `left` and goes the same way there always, makes
    /// of threads; none if they are too many to tell apart.
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

    /// Where `left` stands, for [`Self::edges_of`] and [`Self::edge_of`].
    pub fn slot(&mut self, context: &Context, left: Left) -> usize {
        let next = self.cycles.len();
        let slot = *self.slots.entry(left.key()).or_insert(next);
        if slot == next {
            self.cycles.push(Leaving::new(context, left));
        }
        slot
    }

    /// The edges out of what stands at `slot`.
    pub fn edges_of(&self, slot: usize) -> &[ExitEdge] {
        &self.cycles[slot].edges
    }

    /// The bits of the edges from `from` to `to` out of what stands at `slot`.
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

    /// The edges from which `user` can be reached where it reads `value`.
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

    /// The edges by which threads leave `left` that went `way` at `branch` and always do, and whether they can come to
    /// a header before; nothing if the search is too long.
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

    /// The edges from which `block`, outside of `left`, can be reached without coming back to it.
    fn edges_to_block(&self, context: &Context, left: Left, block: Node) -> u64 {
        let mut edges = 0;
        // In the order in which they are found; those from `done` on wait.
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
