//! How values get out of cycles.
//!
//! For each cycle that is asked about: the edges that leave it, and the uses outside of it of values made inside. Each
//! such use knows from which of the edges it can be reached; in cycles with many exits, or where the way is long, it is
//! taken to be reached from all.

use rustc_hash::FxHashMap;

use super::Context;
use super::flow::{Input, ItemId, ItemKind};
use crate::cfg::{CycleId, Node};

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
    /// The edges that [`Crossings::after`] was asked about.
    asked: u64,
}

/// The edges and uses of the cycles that were asked about.
pub struct Crossings {
    cycles: Vec<Option<Leaving>>,
}

/// All edges together.
const ALL: u64 = u64::MAX;
/// Cycles with more exits than bits in a mask do not tell them apart.
const MAX_EDGES: usize = 64;
/// After how many blocks the search for the edges that a use is reached from gives up. Random programs of 60 blocks are
/// never cut off; the bound keeps the time linear where cycles with many uses after them stand in long functions.
const MAX_WAY: usize = 256;

impl Crossings {
    /// Nothing was asked yet.
    pub fn new(context: &Context) -> Self {
        Self { cycles: context.cycles.ids().map(|_| None).collect() }
    }

    /// The edges out of `cycle`.
    pub fn exit_edges(&mut self, context: &Context, cycle: CycleId) -> &[ExitEdge] {
        &self.get(context, cycle).edges
    }

    /// The uses that can be reached from edge `number` of `cycle`, those left out that were given before.
    pub fn after(&mut self, context: &Context, cycle: CycleId, number: usize) -> Vec<Crossing> {
        let leaving = self.get(context, cycle);
        let asked = if leaving.edges.len() > MAX_EDGES { ALL } else { 1 << number };
        let is_new = |used: &&Crossing| used.edges & asked != 0 && used.edges & leaving.asked == 0;
        let found = leaving.uses.iter().filter(is_new).copied().collect();
        leaving.asked |= asked;
        found
    }

    fn get(&mut self, context: &Context, cycle: CycleId) -> &mut Leaving {
        self.cycles[cycle as usize].get_or_insert_with(|| Leaving::new(context, cycle))
    }
}

impl Leaving {
    fn new(context: &Context, cycle: CycleId) -> Self {
        let (flow, cycles) = (context.flow, &context.cycles);
        let mut edges: Vec<ExitEdge> = Vec::new();
        for &from in &cycles[cycle].blocks {
            for &to in flow.cfg.successors(from).iter().filter(|&&to| !cycles.contains(cycle, to)) {
                let edge = ExitEdge { from, to };
                if edges.last() != Some(&edge) {
                    edges.push(edge);
                }
            }
        }
        let mut leaving = Self { edges, uses: Vec::new(), asked: 0 };
        let mut reached: FxHashMap<Node, u64> = FxHashMap::default();
        for &block in &cycles[cycle].blocks {
            for value in flow.items_of(block) {
                let users = flow.users(value).iter().filter(|&&user| !cycles.contains(cycle, flow[user].block));
                for &user in users.filter(|&&user| context.dominators.is_reachable(flow[user].block)) {
                    let edges = leaving.edges_to_use(context, cycle, value, user, &mut reached);
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
        cycle: CycleId,
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
            return *reached.entry(block).or_insert_with(|| self.edges_to_block(context, cycle, block));
        }
        let mut edges = 0;
        for (&input, &(from, _)) in flow.inputs(user).iter().zip(flow.edges(user)) {
            if input != Input::Item(value) || !context.dominators.is_reachable(from) {
                continue;
            }
            edges |= match context.cycles.contains(cycle, from) {
                true => self.edges_into(from, flow[user].block),
                false => *reached.entry(from).or_insert_with(|| self.edges_to_block(context, cycle, from)),
            };
        }
        edges
    }

    fn edges_into(&self, from: Node, to: Node) -> u64 {
        let at = self.edges.iter().position(|&edge| edge == ExitEdge { from, to });
        at.map_or(ALL, |at| 1 << at)
    }

    /// The edges from which `block`, outside of `cycle`, can be reached without coming back to the cycle.
    fn edges_to_block(&self, context: &Context, cycle: CycleId, block: Node) -> u64 {
        let mut edges = 0;
        // In the order in which they are found; those from `done` on wait.
        let mut found = vec![block];
        let mut done = 0;
        while let Some(&block) = found.get(done) {
            done += 1;
            for &from in context.flow.cfg.predecessors(block) {
                if context.cycles.contains(cycle, from) {
                    edges |= self.edges_into(from, block);
                } else if context.dominators.is_reachable(from) && !found.contains(&from) {
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
