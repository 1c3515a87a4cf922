//! Lifts branches to operations with a region for each edge.

use rmlir::prelude::*;
use rmlir_arith::IndexCastUIOp;
use rmlir_cf::{CondBrOp, SwitchOp};
use rmlir_scf::{IfOp, IndexSwitchOp, YieldOp};
use rustc_hash::FxHashSet;

use super::Lift;
use super::edges::Edge;

/// The common continuation of the edges of a branch.
struct Continuation {
    /// The edges to the continuation.
    edges: Vec<Edge>,
    /// Whether all paths lead there.
    always: bool,
    /// Whether no path leads there.
    never: bool,
}

/// Blocks that terminate a region, each with the values that it yields.
type Ends = Vec<(BlockId, Vec<Value>)>;

impl Lift<'_, '_> {
    /// Replaces the branch that terminates `entry` by an operation with regions. Returns the blocks at which lifting
    /// continues.
    pub(super) fn lift_branches(&mut self, entry: BlockId) -> Vec<BlockId> {
        match self.edges_from(entry).as_slice() {
            [] => Vec::new(),
            &[edge] => {
                self.merge_next(edge);
                vec![entry]
            }
            edges => self.lift_branch(entry, edges),
        }
    }

    fn merge_next(&mut self, edge: Edge) {
        let next = self.target(edge);
        let (args, values) = (self.rw.args(next).to_vec(), self.passed(edge));
        self.replace_values(&args, &values);
        let branch = self.terminator(edge.from);
        self.rw.erase(branch);
        self.append_block(next, edge.from);
    }

    fn lift_branch(&mut self, entry: BlockId, edges: &[Edge]) -> Vec<BlockId> {
        let parts: Vec<Vec<BlockId>> = edges.iter().map(|&edge| self.only_through(edge)).collect();
        let found = self.continuation(entry, edges, &parts);
        if found.never {
            return self.successors(entry);
        }
        let first = self.target(found.edges[0]);
        let same = found.edges.iter().all(|&edge| self.target(edge) == first);
        let continuation = if same && found.always {
            first
        } else {
            let loc = self.edge_loc(found.edges[0]);
            self.join(&found.edges, loc).block
        };
        if !found.always {
            self.forget_dominators(entry);
            return vec![entry];
        }
        self.make_structured(entry, edges, &parts, continuation)
    }

    /// The blocks that are only reachable through `edge`.
    fn only_through(&mut self, edge: Edge) -> Vec<BlockId> {
        let target = self.target(edge);
        match self.rw.single_predecessor(target) {
            Some(_) => self.dominators(target).subtree(target),
            None => Vec::new(),
        }
    }

    fn continuation(&self, entry: BlockId, edges: &[Edge], parts: &[Vec<BlockId>]) -> Continuation {
        let mut inside: FxHashSet<BlockId> = parts.iter().flatten().copied().collect();
        inside.insert(entry);
        let mut found = Continuation { edges: Vec::new(), always: true, never: true };
        for (&edge, part) in edges.iter().zip(parts) {
            if part.is_empty() {
                found.edges.push(edge);
                found.never = false;
            }
            for &block in part {
                let out = self.edges_from(block);
                if out.is_empty() {
                    // A block with an exit from the region becomes part of the continuation.
                    found.always = false;
                    found.edges.extend(self.edges_to(block));
                }
                for edge in out.into_iter().filter(|&edge| !inside.contains(&self.target(edge))) {
                    found.edges.push(edge);
                    found.never = false;
                }
            }
        }
        found
    }

    fn make_structured(
        &mut self,
        entry: BlockId,
        edges: &[Edge],
        parts: &[Vec<BlockId>],
        continuation: BlockId,
    ) -> Vec<BlockId> {
        let branch = self.terminator(entry);
        let loc = self.rw.loc(branch);
        let types: Vec<Type> = self.rw.args(continuation).iter().map(|&arg| self.rw.ty(arg)).collect();
        let op = self.structured_op(branch, &types);
        let regions = self.rw.regions(op).to_vec();
        let mut ends: Ends = Vec::new();
        let mut next = Vec::new();
        for ((part, &edge), region) in parts.iter().zip(edges).zip(regions) {
            match part.first() {
                None => {
                    let block = self.new_block();
                    self.body().append_block(region, block);
                    ends.push((block, self.passed(edge)));
                }
                Some(&first) => {
                    self.fill_region(part, continuation, region, &mut ends);
                    let (args, values) = (self.rw.args(first).to_vec(), self.passed(edge));
                    self.replace_values(&args, &values);
                    next.push(first);
                }
            }
        }
        self.rw.erase(branch);
        // The arguments are erased once their block has no predecessors.
        for &first in &next {
            (0..self.rw.args(first).len()).rev().for_each(|index| self.rw.erase_arg(first, index));
        }
        for (block, values) in ends {
            self.rw.at_end(block);
            self.rw.create(YieldOp::build(&values).at(loc));
        }
        self.yield_to(continuation);
        let (args, results) = (self.rw.args(continuation).to_vec(), self.rw.results(op).to_vec());
        self.replace_values(&args, &results);
        self.append_block(continuation, entry);
        next.push(entry);
        next
    }

    /// The structured operation that replaces `branch`, with empty regions.
    fn structured_op(&mut self, branch: OpId, types: &[Type]) -> OpId {
        let loc = self.rw.loc(branch);
        self.rw.before(branch);
        let view = OpRef::new(&self.rw, branch);
        let flag = view.operand(0).id;
        if view.is::<CondBrOp>() {
            return self.rw.create(IfOp::build(types, flag).at(loc)).id();
        }
        let has_cases = view.get(SwitchOp::case_values).is_some();
        let cases = if has_cases { SwitchOp::case_list(view) } else { Vec::new() };
        let cases: Vec<i64> = cases.iter().map(|case| case.to_u64().unwrap_or_default() as i64).collect();
        let index = self.rw.value(IndexCastUIOp::build(Type::INDEX, flag).at(loc));
        let cases_attr = self.rw.cx().i64_array(&cases);
        let build = IndexSwitchOp::build(types, index, cases_attr).regions(1 + cases.len()).at(loc);
        self.rw.create(build).id()
    }

    /// Moves the blocks of `part` to `region`. Several edges to `continuation` are joined in one block there.
    fn fill_region(&mut self, part: &[BlockId], continuation: BlockId, region: RegionId, ends: &mut Ends) {
        let mut out = Vec::new();
        for &block in part {
            out.extend(self.edges_from(block).into_iter().filter(|&edge| self.target(edge) == continuation));
            self.move_block(block, region);
        }
        if out.len() < 2 {
            return;
        }
        let end = self.new_block();
        self.add_args_of(end, continuation);
        out.into_iter().for_each(|edge| self.redirect(edge, end));
        self.body().append_block(region, end);
        ends.push((end, self.rw.args(end).to_vec()));
    }

    /// Replaces the branches to `continuation` by yields, each of which terminates a region.
    fn yield_to(&mut self, continuation: BlockId) {
        for edge in self.edges_to(continuation) {
            let branch = self.terminator(edge.from);
            let loc = self.rw.loc(branch);
            let values = self.passed(edge);
            self.rw.before(branch);
            self.rw.create(YieldOp::build(&values).at(loc));
            self.rw.erase(branch);
        }
    }
}
