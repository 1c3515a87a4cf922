//! Variance: the cycles in which a value varies between iterations.
//!
//! A phi that chooses, and an instruction that reads memory that may change or is an atomic operation, may vary in
//! every cycle around them. A computed value may vary where one of its inputs does. So the smallest cycle around an
//! item in which it may vary is enough: it may vary in all larger ones as well. The algorithm is one walk over the
//! blocks in an order in which definitions precede uses.

use rustc_hash::FxHashSet;

use super::Context;
use super::flow::{Input, ItemId, ItemKind, Nature};
use crate::cfg::{CycleId, Cycles, Node};

/// By item: the smallest cycle in which it may vary.
pub struct Variance {
    smallest: Vec<Option<CycleId>>,
}

impl Variance {
    /// The variance of all items in reachable blocks.
    pub fn new(context: &Context) -> Self {
        let flow = context.flow;
        let mut variance = Self { smallest: vec![None; flow.n_items()] };
        for block in context.dominators().preorder() {
            let innermost = context.cycles.innermost(block);
            if innermost.is_none() {
                continue;
            }
            for item in flow.items_of(block) {
                variance.smallest[item as usize] = match differs_by_itself(context, item) {
                    true => innermost,
                    false => variance.of_inputs(context, item, innermost),
                };
            }
        }
        variance
    }

    /// The smallest cycle from `innermost` outward in which an input of `item` may vary.
    fn of_inputs(&self, context: &Context, item: ItemId, innermost: Option<CycleId>) -> Option<CycleId> {
        let mut smallest: Option<CycleId> = None;
        for input in context.flow.inputs(item) {
            // A copy that is an input of a phi may be in a block that is visited later; its original is not.
            let Input::Item(input) = context.decisions.original(*input) else { continue };
            let around = context.cycles.common(innermost, self.smallest[input as usize]);
            let is_smaller = |cycle: CycleId| {
                smallest.is_none_or(|smallest| context.cycles[cycle].depth > context.cycles[smallest].depth)
            };
            if around.is_some_and(is_smaller) {
                smallest = around;
            }
        }
        smallest
    }

    /// Whether `item` may vary between iterations of `cycle`.
    pub fn differs(&self, cycles: &Cycles, item: ItemId, cycle: CycleId) -> bool {
        self.smallest[item as usize].is_some_and(|smallest| cycles.contains_cycle(cycle, smallest))
    }
}

/// The items in a cycle of another hierarchy that may vary between iterations of it.
pub struct Varying {
    items: FxHashSet<ItemId>,
}

impl Varying {
    /// The varying items of the cycle of `blocks`.
    pub fn new(context: &Context, blocks: &[Node]) -> Self {
        let tree = context.dominators();
        let mut blocks: Vec<Node> = blocks.iter().copied().filter(|&block| tree.is_reachable(block)).collect();
        blocks.sort_unstable_by_key(|&block| tree.place(block));
        let mut varying = Self { items: FxHashSet::default() };
        for item in blocks.iter().flat_map(|&block| context.flow.items_of(block)) {
            let original = |input: &Input| context.decisions.original(*input);
            let differs = |input: &Input| matches!(original(input), Input::Item(item) if varying.contains(item));
            if differs_by_itself(context, item) || context.flow.inputs(item).iter().any(differs) {
                varying.items.insert(item);
            }
        }
        varying
    }

    /// Whether `item` is among them.
    pub fn contains(&self, item: ItemId) -> bool {
        self.items.contains(&item)
    }
}

/// Whether `item` may vary between iterations though its inputs do not.
fn differs_by_itself(context: &Context, item: ItemId) -> bool {
    let nature = context.flow[item].nature;
    nature.is_timed()
        || nature == Nature::Divergent
        || (context.flow[item].kind == ItemKind::Phi && is_chosen(context, item))
}

/// Whether a phi may vary between iterations though its inputs are known in its block: it chooses, or it has an input
/// that is defined later, whose value it did not have before.
fn is_chosen(context: &Context, phi: ItemId) -> bool {
    let (flow, tree) = (context.flow, context.dominators());
    let is_later = |input: Input| match context.decisions.original(input) {
        Input::Item(item) => item != phi && !tree.strictly_dominates(flow[item].block, flow[phi].block),
        Input::Constant(_) | Input::Undefined => false,
    };
    context.decisions.is_choice(phi) || context.decisions.live_inputs(flow, phi).any(|(input, _)| is_later(input))
}
