//! Cycles that every walk finds.
//!
//! Which cycles there are inside of an irreducible one depends on which of its entries is the header. A reducible cycle in
//! there is *firm* if it is a cycle whatever headers those around it have: then threads that leave it and come back have
//! new counts in it by all hierarchies.
//!
//! Plan: take each entry of the cycle around out, in turn, and look at the component of what is left that the inner cycle is
//! in, until that is the inner cycle itself: it is firm if none of its own blocks is ever an entry. Components that were
//! looked at are kept; the order in which entries were taken out does not matter. No search is needed where control comes
//! into the inner cycle from one block only: what is around it, if it is larger, contains that block.

use rustc_hash::FxHashSet;

use super::{Context, Flow};
use crate::cfg::{CycleId, Node};

/// How many blocks there may be around a cycle, and how many components are looked at: a cycle is taken not to be firm
/// where there is more.
const MAX_BLOCKS: usize = 256;
const MAX_COMPONENTS: usize = 128;

/// Whether the reducible cycle `inner` stands in irreducible ones and stays a cycle whatever headers these have.
pub fn is_firm(context: &Context, inner: CycleId) -> bool {
    let header = context.cycles[inner].header();
    let Some(outer) = context.largest_irreducible(header) else { return false };
    let blocks = &context.cycles[outer].blocks;
    if let Some(from) = only_way_in(context, inner) {
        return context.cycles.contains(outer, from);
    }
    blocks.len() <= MAX_BLOCKS && Search { context, inner, seen: FxHashSet::default() }.stays(blocks.clone())
}

/// The block from which control comes into `cycle`, if it is one.
fn only_way_in(context: &Context, cycle: CycleId) -> Option<Node> {
    let (flow, cycles) = (context.flow, &context.cycles);
    let from = flow.cfg.predecessors(cycles[cycle].header()).iter().copied();
    let mut from = from.filter(|&from| context.order.is_numbered(from) && !cycles.contains(cycle, from));
    let first = from.next()?;
    from.all(|from| from == first).then_some(first)
}

struct Search<'a> {
    context: &'a Context<'a>,
    inner: CycleId,
    seen: FxHashSet<Vec<Node>>,
}

impl Search<'_> {
    /// Whether the cycle stays one inside of the blocks `around` it, which all reach each other.
    fn stays(&mut self, mut around: Vec<Node>) -> bool {
        let Context { flow, order, cycles, .. } = self.context;
        around.sort_unstable();
        if around.len() == cycles[self.inner].blocks.len() || self.seen.contains(&around) {
            return true;
        }
        if self.seen.len() == MAX_COMPONENTS {
            return false;
        }
        self.seen.insert(around.clone());
        let mut inside: FxHashSet<Node> = around.iter().copied().collect();
        // By edges that control never takes as well: a walk takes them.
        let is_entry = |&&block: &&Node| {
            flow.cfg.predecessors(block).iter().any(|&from| order.is_numbered(from) && !inside.contains(&from))
        };
        let entries: Vec<Node> = around.iter().filter(is_entry).copied().collect();
        entries.into_iter().all(|entry| {
            if cycles.contains(self.inner, entry) {
                return false;
            }
            inside.remove(&entry);
            let rest = component(flow, &inside, cycles[self.inner].header());
            inside.insert(entry);
            self.stays(rest)
        })
    }
}

/// Those of `blocks` that `block` reaches and that reach it, by ways inside of `blocks`.
fn component(flow: &Flow, blocks: &FxHashSet<Node>, block: Node) -> Vec<Node> {
    let after = spread_inside(block, |block| flow.cfg.successors(block), blocks);
    let before = spread_inside(block, |block| flow.cfg.predecessors(block), blocks);
    after.into_iter().filter(|block| before.contains(block)).collect()
}

/// The blocks among `blocks` that lead on from `block` by `next`.
fn spread_inside<'a>(block: Node, next: impl Fn(Node) -> &'a [Node], blocks: &FxHashSet<Node>) -> FxHashSet<Node> {
    let mut found: FxHashSet<Node> = std::iter::once(block).collect();
    let mut waiting = vec![block];
    while let Some(block) = waiting.pop() {
        for &to in next(block) {
            if blocks.contains(&to) && found.insert(to) {
                waiting.push(to);
            }
        }
    }
    found
}
