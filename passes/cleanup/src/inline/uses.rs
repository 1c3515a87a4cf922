//! The numbers of references to discardable callables, updated while calls are inlined.

use std::collections::{BTreeMap, BTreeSet};

use rmlir::analysis::callgraph::{CallEdge, CallNodeId};
use rmlir::analysis::program::Program;
use rmlir::analysis::symbols::{can_discard_when_unused, for_each_symbol_of, is_symbol, symbol_uses};
use rmlir::core::symbol::{Visibility, visibility};
use rmlir::prelude::*;

use super::scope::Scope;

/// See the module.
#[derive(Default)]
pub struct UseCounts {
    /// By discardable callable: the number of references.
    counts: BTreeMap<CallNodeId, i64>,
    /// The references of each callable.
    held: BTreeMap<CallNodeId, Held>,
}

/// The references of a callable.
#[derive(Default)]
struct Held {
    /// By its own attributes; each counted once.
    by_itself: BTreeSet<CallNodeId>,
    /// By operations inside.
    inside: BTreeMap<CallNodeId, i64>,
}

impl UseCounts {
    /// Counts all references. `all_visible` means that operations outside of the program reference only public symbols.
    pub fn new(program: &Program, scope: &Scope, all_visible: bool) -> Self {
        let mut uses = Self::default();
        let mut always_live = Vec::new();
        for table in program.symbol_tables() {
            let visible = all_visible || is_hidden(program, table);
            let ops = OpRef::root(program.body(table)).region(0).blocks().flat_map(|block| block.ops());
            for op in ops.collect::<Vec<_>>() {
                let node = program.nested(op).and_then(|body| scope.graph().node_of_body(body));
                let Some(node) = node else {
                    let found = symbol_uses(op).unwrap_or_default();
                    always_live.extend(found.iter().filter_map(|found| scope.lookup_in(table, found.symbol)));
                    continue;
                };
                let is_private = visible || visibility(op) == Visibility::Private;
                if is_symbol(op) && is_private && can_discard_when_unused(op) {
                    uses.counts.insert(node, 0);
                }
            }
        }
        always_live.iter().for_each(|node| _ = uses.counts.remove(node));
        for id in scope.graph().nodes() {
            uses.recount(program.body(scope.node(id).body), scope, id);
        }
        uses
    }

    /// Recounts the references of callable `id` with body `body`.
    pub fn recount(&mut self, body: &Body, scope: &Scope, id: CallNodeId) {
        self.release(id);
        let mut held = Held::default();
        let root = OpRef::root(body);
        for found in symbol_uses(root).unwrap_or_default() {
            let Some(target) = scope.lookup(id, found.symbol) else { continue };
            let Some(count) = self.counts.get_mut(&target) else { continue };
            if found.user != root {
                *held.inside.entry(target).or_default() += 1;
            } else if !held.by_itself.insert(target) {
                continue;
            }
            *count += 1;
        }
        self.held.insert(id, held);
    }

    /// Removes the references of callable `id`.
    fn release(&mut self, id: CallNodeId) {
        let Some(held) = self.held.remove(&id) else { return };
        for node in held.by_itself {
            *self.counts.entry(node).or_default() -= 1;
        }
        for (node, n) in held.inside {
            *self.counts.entry(node).or_default() -= n;
        }
    }

    /// Updates the counts before the operation `call` in callable `caller` is erased.
    pub fn drop_call(&mut self, call: OpRef, scope: &Scope, caller: CallNodeId) {
        let Some(held) = self.held.get_mut(&caller) else { return };
        for_each_symbol_of(call, &mut |symbol| {
            let Some(target) = scope.lookup(caller, symbol) else { return };
            if let Some(n) = held.inside.get_mut(&target) {
                *n -= 1;
                *self.counts.entry(target).or_default() -= 1;
            }
        });
    }

    /// Updates the counts after a clone of `callee` was inserted into `caller`.
    pub fn merge(&mut self, callee: CallNodeId, caller: CallNodeId) {
        let Some(held) = self.held.get(&callee) else { return };
        let inside: Vec<(CallNodeId, i64)> = held.inside.iter().map(|(&node, &n)| (node, n)).collect();
        let caller = self.held.entry(caller).or_default();
        for (node, n) in inside {
            *caller.inside.entry(node).or_default() += n;
            *self.counts.entry(node).or_default() += n;
        }
    }

    /// Removes callable `id`, and the callables inside of it.
    pub fn forget(&mut self, scope: &Scope, id: CallNodeId) {
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            self.release(id);
            self.counts.remove(&id);
            waiting.extend(scope.node(id).edges.iter().filter_map(|edge| match edge {
                CallEdge::Child(child) => Some(*child),
                CallEdge::Call(_) => None,
            }));
        }
    }

    /// Whether callable `id` is discardable and unreferenced.
    pub fn is_dead(&self, id: CallNodeId) -> bool {
        self.counts.get(&id) == Some(&0)
    }

    /// Whether callable `id` is discardable and has a single reference.
    pub fn is_used_once(&self, id: CallNodeId) -> bool {
        self.counts.get(&id) == Some(&1)
    }
}

/// Whether table `table`, or one around it, is not visible outside.
fn is_hidden(program: &Program, table: u32) -> bool {
    let mut at = Some(table);
    while let Some(number) = at {
        let op = OpRef::root(program.body(number));
        if !op.has(TraitSet::SYMBOL_TABLE) || !is_symbol(op) || visibility(op) == Visibility::Private {
            return true;
        }
        at = program.proxy(number).map(|proxy| proxy.body);
    }
    false
}
