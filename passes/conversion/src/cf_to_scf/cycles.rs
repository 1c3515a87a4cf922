//! Lifts cycles of blocks to loops.

use rmlir::prelude::*;
use rmlir_arith::TruncIOp;
use rmlir_func::{FuncOp, ReturnOp};
use rmlir_llvm::attrs::loops::LoopAnnotationAttr;
use rmlir_scf::{ConditionOp, WhileOp, YieldOp};
use rmlir_ub::PoisonOp;

use super::components::cycles;
use super::edges::Edge;
use super::{Lift, Target};

/// The attribute with the metadata of a loop, of the branch at its back edge.
const ANNOTATION: &str = "loop_annotation";

/// Blocks in the order in which they were added.
struct BlockSet(Vec<BlockId>);

impl BlockSet {
    fn has(&self, block: BlockId) -> bool {
        self.0.contains(&block)
    }

    fn add(&mut self, block: BlockId) {
        if !self.has(block) {
            self.0.push(block);
        }
    }
}

/// The edges of a cycle.
#[derive(Default)]
struct CycleEdges {
    /// The entry edges, from outside to inside.
    entry: Vec<Edge>,
    /// The exit edges.
    exit: Vec<Edge>,
    /// The edges from inside to entries.
    back: Vec<Edge>,
}

/// A loop with a single latch, which is the only exiting block.
struct Loop {
    header: BlockId,
    latch: BlockId,
    /// The successor of the loop.
    exit: BlockId,
    /// An argument of the latch: whether the loop continues.
    repeats: Value,
    blocks: BlockSet,
}

impl Lift<'_, '_> {
    /// Transforms all outermost cycles that are reachable from `entry` to loops. Returns the entry blocks of their
    /// bodies.
    pub(super) fn lift_cycles(&mut self, entry: BlockId) -> Result<Vec<BlockId>, Box<Diagnostic>> {
        let mut bodies = Vec::new();
        for blocks in cycles(&self.rw, entry) {
            bodies.push(self.lift_cycle(BlockSet(blocks))?);
        }
        Ok(bodies)
    }

    fn lift_cycle(&mut self, mut blocks: BlockSet) -> Result<BlockId, Box<Diagnostic>> {
        let edges = self.cycle_edges(&blocks);
        let annotation = self.annotation(&blocks, &edges);
        let mut header = self.target(edges.entry[0]);
        if edges.entry.len() > 1 {
            let loc = self.rw.loc(self.terminator(header));
            let to_entries: Vec<Edge> = edges.entry.iter().chain(&edges.back).copied().collect();
            header = self.join(&to_entries, loc).block;
        }
        blocks.add(header);
        let mut found = self.single_latch(header, blocks, &edges)?;
        found.blocks.add(found.latch);
        found.blocks.add(found.header);
        let next = self.reduce(&found);
        let lifted = self.make_while(&found, &next);
        if let Some(annotation) = annotation {
            self.rw.set_attr(lifted.id(), ANNOTATION, annotation);
        }
        Ok(found.header)
    }

    /// The annotation of the loop that the cycle is, if it says which accesses are parallel: what it asserts of the
    /// iterations is not known otherwise. Its branch is the source of the only back edge, and leaves the loop otherwise.
    fn annotation(&self, blocks: &BlockSet, edges: &CycleEdges) -> Option<Attr> {
        let &[back] = edges.back.as_slice() else { return None };
        let is_only = |edge: Edge| edge == back || !blocks.has(self.target(edge));
        let branch = OpRef::new(&self.rw, self.terminator(back.from));
        let annotation = branch.attr(ANNOTATION)?;
        let is_parallel =
            LoopAnnotationAttr::from_attr(branch.cx(), annotation)?.parallelAccesses(branch.cx()).is_some();
        (is_parallel && self.edges_from(back.from).into_iter().all(is_only)).then_some(annotation)
    }

    fn cycle_edges(&self, blocks: &BlockSet) -> CycleEdges {
        let mut edges = CycleEdges::default();
        let mut entries = Vec::new();
        for &block in &blocks.0 {
            let outside: Vec<Edge> = self.edges_to(block).into_iter().filter(|edge| !blocks.has(edge.from)).collect();
            if !outside.is_empty() {
                entries.push(block);
            }
            edges.entry.extend(outside);
            edges.exit.extend(self.edges_from(block).into_iter().filter(|&edge| !blocks.has(self.target(edge))));
        }
        for &block in &blocks.0 {
            edges.back.extend(self.edges_from(block).into_iter().filter(|&edge| entries.contains(&self.target(edge))));
        }
        edges
    }

    /// Redirects all back edges and exit edges to one block, the latch.
    fn single_latch(&mut self, header: BlockId, blocks: BlockSet, edges: &CycleEdges) -> Result<Loop, Box<Diagnostic>> {
        let loc = self.edge_loc(edges.back[0]);
        let targets: Vec<BlockId> = edges.back.iter().chain(&edges.exit).map(|&edge| self.target(edge)).collect();
        let number = self.number(0);
        let number_type = self.rw.ty(number);
        let multiplexer = self.multiplexer(loc, &targets, &[number_type]);
        let latch = multiplexer.block;
        let exit = self.new_block();
        self.body().insert_block_after(latch, exit);
        for (edges, repeats) in [(&edges.back, 1), (&edges.exit, 0)] {
            for &edge in edges {
                let repeats = self.number(repeats);
                self.go_through(&multiplexer, edge, &[repeats]);
            }
        }
        let args = self.rw.args(latch).to_vec();
        let repeats = *args.last().expect("the latch has an argument for it");
        let back = Target { block: header, args: args[..self.rw.args(header).len()].to_vec() };
        self.rw.at_start(latch);
        self.switch(loc, repeats, &[(0, Target { block: exit, args: Vec::new() })], &back);
        if edges.exit.is_empty() {
            let end = self.unreachable_end(exit, loc)?;
            self.combine_exit(end);
        } else {
            self.dispatch(&multiplexer, exit, loc, Some(header));
        }
        Ok(Loop { header, latch, exit, repeats, blocks })
    }

    /// Returns poison from the function: the unreachable continuation of an infinite loop.
    fn unreachable_end(&mut self, block: BlockId, loc: Loc) -> Result<OpId, Box<Diagnostic>> {
        let region = self.rw.region_of(block).expect("the block stands in a region");
        let owner = OpRef::new(&self.rw, self.rw.region_owner(region));
        if !owner.is::<FuncOp>() {
            let message = format!("Cannot create unreachable terminator for '{}'", owner.name_str());
            return Err(Box::new(Diagnostic::error(loc.place(self.rw.cx()), message)));
        }
        let ty = owner.get(FuncOp::function_type).function(owner.cx());
        let types = ty.map(|(_, results)| results.to_vec()).unwrap_or_default();
        self.rw.at_start(block);
        let values: Vec<Value> = types.iter().map(|&ty| self.rw.value(PoisonOp::build(ty).at(loc))).collect();
        Ok(self.rw.create(ReturnOp::build(&values).at(loc)).id())
    }

    /// Makes the values that the exit receives the same as those of the next iteration, including all values that are
    /// used after the loop. Returns these values.
    fn reduce(&mut self, found: &Loop) -> Vec<Value> {
        let mut edges = self.edges_from(found.latch);
        if self.target(edges[0]) != found.header {
            edges.swap(0, 1);
        }
        let mut next = self.passed(edges[0]);
        for &value in &next {
            let arg = self.exit_arg(found, value);
            self.pass_also(edges[1], value);
            let outside =
                |body: &Body, user: OpId, _| !body.block_of(user).is_some_and(|block| found.blocks.has(block));
            self.rw.replace_uses_if(value, arg, outside);
        }
        let mut values = Vec::new();
        for &block in &found.blocks.0 {
            // Arguments that are added below are not visited.
            let args = self.rw.args(block).iter();
            values.extend(args.map(|&value| (block, value)));
            for op in self.rw.ops(block) {
                values.extend(self.rw.results(op).iter().map(|&value| (block, value)));
            }
        }
        for (block, value) in values {
            self.carry_out(found, block, value, &mut next);
        }
        self.start_with_poison(found);
        next
    }

    fn exit_arg(&mut self, found: &Loop, value: Value) -> Value {
        let (ty, loc) = (self.rw.ty(value), self.rw.value_loc(value));
        self.rw.add_arg(found.exit, ty, loc)
    }

    /// If `value`, defined in `block` of the loop, is live after the loop, replaces these uses by an argument of the
    /// exit.
    fn carry_out(&mut self, found: &Loop, block: BlockId, value: Value, next: &mut Vec<Value>) {
        let region = self.rw.region_of(found.header).expect("the loop stands in a region");
        let uses: Vec<(OpId, u32)> = self.rw.uses(value).collect();
        let escapes = |&(user, _): &(OpId, u32)| {
            let place = self.block_in(region, user);
            !place.is_some_and(|block| found.blocks.has(block))
        };
        let outside: Vec<(OpId, u32)> = uses.into_iter().filter(escapes).collect();
        if outside.is_empty() {
            return;
        }
        let arg = self.exit_arg(found, value);
        let (ty, loc) = (self.rw.ty(value), self.rw.value_loc(value));
        self.rw.add_arg(found.header, ty, loc);
        let carried = self.reaching_latch(found, block, value);
        next.push(carried);
        for edge in self.edges_from(found.latch) {
            self.pass_also(edge, carried);
        }
        for (user, index) in outside {
            self.body().set_operand(user, index as usize, arg);
        }
    }

    /// The block of `region` in which `user` is, at any depth.
    fn block_in(&self, region: RegionId, user: OpId) -> Option<BlockId> {
        let mut block = self.rw.block_of(user);
        while let Some(here) = block.filter(|&here| self.rw.region_of(here) != Some(region)) {
            block = self.rw.block_parent_op(here).and_then(|op| self.rw.block_of(op));
        }
        block
    }

    /// The value that reaches the latch: `value` itself if its block dominates the latch, else an argument of it, which
    /// is poison on the other paths.
    fn reaching_latch(&mut self, found: &Loop, block: BlockId, value: Value) -> Value {
        let edges = self.edges_to(found.latch);
        let dominators = self.dominators(block);
        let known: Vec<bool> = edges.iter().map(|edge| dominators.dominates(block, edge.from)).collect();
        if block == found.latch || known.iter().all(|&known| known) {
            return value;
        }
        let (ty, loc) = (self.rw.ty(value), self.rw.value_loc(value));
        let arg = self.rw.add_arg(found.latch, ty, loc);
        for (edge, known) in edges.into_iter().zip(known) {
            let passed = if known { value } else { self.poison(ty) };
            self.pass_also(edge, passed);
        }
        arg
    }

    /// The new arguments of the header have poison as initial values.
    fn start_with_poison(&mut self, found: &Loop) {
        for edge in self.edges_to(found.header) {
            if edge.from == found.latch {
                continue;
            }
            let mut values = self.passed(edge);
            let new = self.rw.args(found.header)[values.len()..].to_vec();
            for arg in new {
                let ty = self.rw.ty(arg);
                values.push(self.poison(ty));
            }
            self.pass(edge, &values);
        }
    }

    /// Moves the loop into a `scf.while`, all of it before the condition.
    fn make_while(&mut self, found: &Loop, next: &[Value]) -> WhileOp {
        let around = self.new_block();
        self.body().insert_block_before(found.header, around);
        self.add_args_of(around, found.header);
        let old = self.terminator(found.latch);
        let loc = self.rw.loc(old);
        let inits = self.rw.args(around).to_vec();
        let types: Vec<Type> = inits.iter().map(|&value| self.rw.ty(value)).collect();
        self.rw.at_start(around);
        let op = self.rw.create(WhileOp::build(&types, &inits).at(loc));
        let before = op.before(&self.rw);
        self.move_block(found.header, before);
        for &block in found.blocks.0.iter().filter(|&&block| block != found.latch && block != found.header) {
            self.move_block(block, before);
        }
        if found.latch != found.header {
            self.move_block(found.latch, before);
        }
        self.rw.erase(old);
        self.rw.at_end(found.latch);
        let condition = self.rw.value(TruncIOp::build(Type::I1, found.repeats).at(loc));
        self.rw.create(ConditionOp::build(condition, next).at(loc));
        let after = op.after(&self.rw);
        let after = self.rw.create_block(after, &types, &vec![loc; types.len()]);
        let args = self.rw.args(after).to_vec();
        self.rw.create(YieldOp::build(&args).at(loc));

        let (exit_args, results) = (self.rw.args(found.exit).to_vec(), self.rw.results(op.id()).to_vec());
        self.replace_values(&exit_args, &results);
        self.body().replace_block_uses(found.header, around);
        self.append_block(found.exit, around);
        op
    }
}
