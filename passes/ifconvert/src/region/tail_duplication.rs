//! Tail duplication: makes a set of blocks single-entry.
//!
//! Blocks of the set with predecessors outside of it, other than its entry, are its *tails*, with all their successors
//! in the set. They are duplicated, and edges from outside are redirected to the copies. Plan: 1. find the tails; 2.
//! clone them in program order, so that definitions come before uses; 3. redirect the edges; 4. a value of a tail has
//! two definitions now: a block outside that both may reach gets it as an argument, to which its predecessors forward
//! their definition.

use rmlir::analysis::cfg::{Cfg, DominatorTree, Node, RegionCfg};
use rmlir::core::clone::CloneMap;
use rmlir::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::graph::edges::Way;

/// The tails of the set given by `is_inside` and `entry`, in the order of `order`.
pub fn tails(cfg: &Cfg, order: &[Node], is_inside: &[bool], entry: Node) -> Vec<Node> {
    let mut is_tail = vec![false; cfg.n_blocks()];
    for &node in order {
        let counts = |&from: &Node| !is_inside[from as usize] || is_tail[from as usize];
        if node != entry && is_inside[node as usize] {
            is_tail[node as usize] = cfg.predecessors(node).iter().any(counts);
        }
    }
    order.iter().copied().filter(|&node| is_tail[node as usize]).collect()
}

/// Duplicates `tails`, so that they have no predecessors outside of `selected`; all blocks of `region` are reachable.
pub fn duplicate(rw: &mut Rewriter, region: RegionId, selected: &FxHashSet<BlockId>, tails: &[BlockId]) {
    let mut map = CloneMap::default();
    for &tail in tails {
        let args = rw.args(tail).to_vec();
        let (types, locs): (Vec<Type>, Vec<Loc>) = args.iter().map(|&arg| (rw.ty(arg), rw.value_loc(arg))).unzip();
        let copy = rw.create_block(region, &types, &locs);
        map.blocks.insert(tail, copy);
        map.values.extend(args.into_iter().zip(rw.args(copy).iter().copied()));
    }
    for &tail in tails {
        rw.at_end(map.block(tail));
        for op in rw.ops(tail).collect::<Vec<_>>() {
            rw.clone_op(op, &mut map);
        }
    }
    for &tail in tails {
        for way in Way::into_block(rw, tail) {
            if !selected.contains(&way.from(rw)) {
                way.lead_to(rw, map.block(tail));
            }
        }
    }
    Repair::new(rw, region, selected).run(rw, tails, &map);
}

/// A value with two definitions.
struct Variable {
    /// The definition in the tail, and its block.
    first: (Value, BlockId),
    /// The definition in the copy, and its block.
    second: (Value, BlockId),
}

/// The graph after duplication, and the block arguments that are added.
struct Repair<'s> {
    graph: RegionCfg,
    dominators: DominatorTree,
    selected: &'s FxHashSet<BlockId>,
    /// By block: its added variables, in order, with the arguments.
    added: FxHashMap<Node, Vec<(usize, Value)>>,
}

impl<'s> Repair<'s> {
    fn new(body: &Body, region: RegionId, selected: &'s FxHashSet<BlockId>) -> Self {
        let graph = RegionCfg::new(body, region).expect("a region with copies has blocks");
        let dominators = DominatorTree::new(&graph.cfg);
        Self { graph, dominators, selected, added: FxHashMap::default() }
    }

    fn run(mut self, rw: &mut Rewriter, tails: &[BlockId], map: &CloneMap) {
        let variables = variables(rw, tails, map);
        let mut changes = Vec::new();
        for (number, variable) in variables.iter().enumerate() {
            let of = |value| rw.uses(value).collect::<Vec<(OpId, u32)>>();
            let uses: Vec<(OpId, u32)> = [of(variable.first.0), of(variable.second.0)].concat();
            for (user, operand) in uses {
                let Some(at) = self.node_of(rw, user) else { continue };
                self.take(rw, number, variable, at);
                changes.push((user, operand as usize, number, at));
            }
        }
        for (user, operand, number, at) in changes {
            let value = self.value_in(number, &variables[number], at);
            if rw.operand(user, operand) != value {
                rw.set_operand(user, operand, value);
            }
        }
        let mut added: Vec<(Node, Vec<usize>)> =
            self.added.iter().map(|(&node, args)| (node, args.iter().map(|(number, _)| *number).collect())).collect();
        added.sort_unstable();
        for (node, numbers) in added {
            for way in Way::into_block(rw, self.graph.blocks[node as usize]) {
                let from = self.graph.number(way.from(rw)).expect("branches stay in their region");
                let mut passed = way.passed(rw);
                passed.extend(numbers.iter().map(|&number| self.value_in(number, &variables[number], from)));
                way.pass(rw, &passed);
            }
        }
    }

    fn node_of(&self, body: &Body, op: OpId) -> Option<Node> {
        let mut at = op;
        loop {
            if let Some(node) = self.graph.number(body.block_of(at)?) {
                return Some(node);
            }
            at = body.parent_op(at)?;
        }
    }

    /// The definition that dominates a block without an additional argument.
    fn known(&self, variable: &Variable, at: Node) -> Option<Value> {
        let number = |block| self.graph.number(block).expect("tails and copies are blocks of the region");
        let [(first, tail), (second, copy)] = [variable.first, variable.second];
        if self.selected.contains(&self.graph.blocks[at as usize]) || self.dominators.dominates(number(tail), at) {
            return Some(first);
        }
        self.dominators.dominates(number(copy), at).then_some(second)
    }

    fn value_in(&self, number: usize, variable: &Variable, at: Node) -> Value {
        self.known(variable, at).unwrap_or_else(|| {
            let args = self.added.get(&at).and_then(|args| args.iter().find(|(other, _)| *other == number));
            args.expect("what does not know a value takes it").1
        })
    }

    /// Adds arguments to block `at`, and to its predecessors, where they are needed.
    fn take(&mut self, rw: &mut Rewriter, number: usize, variable: &Variable, at: Node) {
        let mut waiting = vec![at];
        while let Some(at) = waiting.pop() {
            let is_taken = self.added.get(&at).is_some_and(|args| args.iter().any(|(other, _)| *other == number));
            if is_taken || self.known(variable, at).is_some() {
                continue;
            }
            let (ty, loc) = (rw.ty(variable.first.0), rw.value_loc(variable.first.0));
            let arg = rw.add_arg(self.graph.blocks[at as usize], ty, loc);
            self.added.entry(at).or_default().push((number, arg));
            waiting.extend(self.graph.cfg.predecessors(at));
        }
    }
}

/// The values of `tails`, each with its copy.
fn variables(body: &Body, tails: &[BlockId], map: &CloneMap) -> Vec<Variable> {
    let mut found = Vec::new();
    for &tail in tails {
        let results = body.ops(tail).flat_map(|op| body.results(op));
        for &value in body.args(tail).iter().chain(results) {
            found.push(Variable { first: (value, tail), second: (map.value(value), map.block(tail)) });
        }
    }
    found
}
