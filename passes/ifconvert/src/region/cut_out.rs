//! Conversion of a single-entry set of blocks to one block that ends with a branch.
//!
//! Plan: 1. blocks that end the region branch to one shared exit block; 2. each exit edge of the set gets an *end*: a
//! block that yields the index of the target, the operands forwarded along the edge, and the live-out values; 3. set
//! and ends move into a region of their own, which is converted like any other; 4. its one block is inserted before the
//! entry, followed by a branch to the targets.

use rmlir::analysis::cfg::{DominatorTree, RegionCfg};
use rmlir::core::dense;
use rmlir::prelude::*;
use rmlir_arith::ConstantOp;
use rmlir_cf::{BrOp, CondBrOp, SwitchOp};
use rmlir_scf::{ExecuteRegionOp, YieldOp};
use rmlir_ub::PoisonOp;
use rustc_hash::FxHashSet;

use crate::graph::edges::Way;
use crate::graph::linear::Coding;
use crate::region::emit::convert_region;

/// Converts `selected`, blocks of `region` whose only entry is the first one, to one block.
pub fn make_one_block(rw: &mut Rewriter, region: RegionId, selected: &[BlockId], coding: Coding) {
    let loc = rw.loc(rw.last_op(selected[0]).expect("a block ends with a branch"));
    share_end(rw, region, selected);
    let mut cut = Cut::new(rw, region, selected, loc);
    cut.make_block(rw);
    let ends = cut.make_ends(rw);
    cut.move_out(rw, &ends, coding);
    cut.dispatch(rw);
}

/// Merges the exit blocks of the region, if some are selected.
fn share_end(rw: &mut Rewriter, region: RegionId, selected: &[BlockId]) {
    let lasts = selected.iter().map(|&block| rw.last_op(block).expect("a block ends with a branch"));
    let ends: Vec<OpId> = lasts.filter(|&op| rw.n_successors(op) == 0).collect();
    let Some(&first) = ends.first() else { return };
    let (types, loc): (Vec<Type>, Loc) = (rw.operand_types(first).collect(), rw.loc(first));
    let shared = rw.create_block(region, &types, &vec![loc; types.len()]);
    let args = rw.args(shared).to_vec();
    let last = rw.clone_op(first, &mut Default::default());
    rw.set_operands(last, &args);
    for end in ends {
        let given: Vec<Value> = rw.operands(end).collect();
        rw.before(end);
        rw.create(BrOp::build(&given, shared).at(rw.loc(end)));
        rw.erase(end);
    }
}

/// A live-out value of a set of blocks.
struct Leaving {
    value: Value,
    block: BlockId,
}

struct Cut<'s> {
    selected: &'s [BlockId],
    set: FxHashSet<BlockId>,
    graph: RegionCfg,
    dominators: DominatorTree,
    /// The exit edges.
    ways: Vec<Way>,
    /// Their distinct targets.
    targets: Vec<BlockId>,
    leaving: Vec<Leaving>,
    /// The created block, before the entry.
    block: BlockId,
    /// The results of the region: the index of the target, arguments of each target, live-out values.
    given: Vec<Value>,
    loc: Loc,
}

impl<'s> Cut<'s> {
    fn new(rw: &mut Rewriter, region: RegionId, selected: &'s [BlockId], loc: Loc) -> Self {
        let graph = RegionCfg::new(rw, region).expect("a region with a selection has blocks");
        let dominators = DominatorTree::new(&graph.cfg);
        let set: FxHashSet<BlockId> = selected.iter().copied().collect();
        let entry = selected[0];
        let mut ways: Vec<Way> = selected.iter().flat_map(|&block| Way::out_of(rw, block)).collect();
        ways.retain(|way| !set.contains(&way.target(rw)) || way.target(rw) == entry);
        let mut targets: Vec<BlockId> = Vec::new();
        for way in &ways {
            if !targets.contains(&way.target(rw)) {
                targets.push(way.target(rw));
            }
        }
        Self {
            selected,
            set,
            graph,
            dominators,
            ways,
            targets,
            leaving: Vec::new(),
            block: entry,
            given: Vec::new(),
            loc,
        }
    }

    /// Creates the block that replaces the entry.
    fn make_block(&mut self, rw: &mut Rewriter) {
        let entry = self.selected[0];
        let args = rw.args(entry).to_vec();
        let (types, locs): (Vec<Type>, Vec<Loc>) = args.iter().map(|&arg| (rw.ty(arg), rw.value_loc(arg))).unzip();
        self.block = rw.create_block_before(entry, &types, &locs);
        for way in Way::into_block(rw, entry) {
            way.lead_to(rw, self.block);
        }
        for (at, &old) in args.iter().enumerate() {
            rw.replace_all_uses(old, rw.arg(self.block, at));
        }
        (0..args.len()).rev().for_each(|at| rw.erase_arg(entry, at));
        self.leaving = self.leaving(rw);
    }

    /// The live-out values of the set.
    fn leaving(&self, body: &Body) -> Vec<Leaving> {
        let is_outside = |user: OpId| !is_within(body, user, |block| self.set.contains(&block));
        let mut found = Vec::new();
        for &block in self.selected {
            let results = body.ops(block).flat_map(|op| body.results(op));
            let values = body.args(block).iter().chain(results).copied();
            let values = values.filter(|&value| body.users(value).any(is_outside));
            found.extend(values.map(|value| Leaving { value, block }));
        }
        found
    }

    fn poison(&self, rw: &mut Rewriter, ty: Type) -> Value {
        rw.value(PoisonOp::build(ty).at(self.loc))
    }

    /// Creates a block for each exit edge, and redirects the edge to it.
    fn make_ends(&self, rw: &mut Rewriter) -> Vec<BlockId> {
        let region = rw.region_of(self.block).expect("the block stands in the region");
        let mut ends = Vec::new();
        for way in &self.ways {
            let (passed, from) = (way.passed(rw), way.from(rw));
            let target = self.number_of(way.target(rw));
            let end = rw.create_block(region, &[], &[]);
            let mut given = self.selector(rw, target);
            for (number, &other) in self.targets.iter().enumerate() {
                match number == target {
                    true => given.extend(&passed),
                    false => {
                        let types: Vec<Type> = rw.args(self.resolved(other)).iter().map(|&arg| rw.ty(arg)).collect();
                        given.extend(types.into_iter().map(|ty| self.poison(rw, ty)));
                    }
                }
            }
            let number = |block| self.graph.number(block).expect("the blocks were numbered");
            for of in &self.leaving {
                let is_known = self.dominators.dominates(number(of.block), number(from));
                given.push(if is_known { of.value } else { self.poison(rw, rw.ty(of.value)) });
            }
            rw.create(YieldOp::build(&given).at(self.loc));
            way.pass(rw, &[]);
            way.lead_to(rw, end);
            ends.push(end);
        }
        ends
    }

    /// The replacement of a target: the entry has moved into the created block.
    fn resolved(&self, target: BlockId) -> BlockId {
        if target == self.selected[0] { self.block } else { target }
    }

    fn number_of(&self, target: BlockId) -> usize {
        let is_it = |&other: &BlockId| self.resolved(other) == target;
        self.targets.iter().position(is_it).expect("all targets were numbered")
    }

    /// The value that selects the next target: for two targets whether it is the first one.
    fn selector(&self, rw: &mut Rewriter, target: usize) -> Vec<Value> {
        let attr = match self.targets.len() {
            1 => return Vec::new(),
            2 => rw.cx().bool_attr(target == 0),
            _ => rw.cx().int_attr(Type::I32, target as i64),
        };
        vec![rw.value(ConstantOp::build(attr).at(self.loc))]
    }

    /// Moves the set with its ends into a region of their own, and converts that.
    fn move_out(&mut self, rw: &mut Rewriter, ends: &[BlockId], coding: Coding) {
        let last = rw.last_op(ends[0]).expect("ends were made with a terminator");
        let types: Vec<Type> = rw.operand_types(last).collect();
        rw.at_end(self.block);
        let op = rw.create(ExecuteRegionOp::build(&types).at(self.loc)).id();
        let region = rw.region(op, 0);
        let results = rw.results(op).to_vec();
        let first = results.len() - self.leaving.len();
        for (of, &result) in self.leaving.iter().zip(&results[first..]) {
            let is_own = |block| self.set.contains(&block) || ends.contains(&block);
            let is_outside = |body: &Body, user: OpId, _: u32| !is_within(body, user, is_own);
            rw.replace_uses_if(of.value, result, is_outside);
        }
        for &block in self.selected.iter().chain(ends) {
            rw.move_block_to_end(block, region);
        }
        convert_region(rw, region, coding).expect("the blocks end with known branches or with a yield");
        let block = rw.entry(region).expect("a converted region has a block");
        rw.inline_block_before(block, op, &[]);
        let last = rw.prev_op(op).expect("the block ended with a yield");
        self.given = rw.operands(last).collect();
        rw.replace(op, &self.given);
        rw.erase(last);
    }

    /// Appends the branch to the targets.
    fn dispatch(self, rw: &mut Rewriter) {
        let mut given = self.given.iter().copied();
        let selector = if self.targets.len() > 1 { given.next() } else { None };
        let targets: Vec<BlockId> = self.targets.iter().map(|&target| self.resolved(target)).collect();
        let passed: Vec<Vec<Value>> =
            targets.iter().map(|&to| given.by_ref().take(rw.args(to).len()).collect()).collect();
        rw.at_end(self.block);
        match (selector, &targets[..]) {
            (None, _) => match rw.predecessors(targets[0]).next().is_none() && targets[0] != self.block {
                true => rw.merge_blocks(targets[0], self.block, &passed[0]),
                false => _ = rw.create(BrOp::build(&passed[0], targets[0]).at(self.loc)),
            },
            (Some(is_first), &[yes, no]) => {
                rw.create(CondBrOp::build(is_first, &passed[0], &passed[1], yes, no).at(self.loc));
            }
            (Some(number), targets) => {
                let cases: Vec<Attr> =
                    (1..targets.len()).map(|case| rw.cx().int_attr(Type::I32, case as i64)).collect();
                let ty = rw.cx().vector_type(&[cases.len() as i64], Type::I32);
                let cases = dense::from_elements(rw.cx(), ty, &cases).expect("the cases are integers");
                let lengths: Vec<i32> = passed[1..].iter().map(|passed| passed.len() as i32).collect();
                let segments = rw.cx().i32_array(&lengths);
                let others = passed[1..].concat();
                let build = SwitchOp::build(number, &passed[0], &others, segments, targets[0], &targets[1..]);
                rw.create(build.prop(SwitchOp::CASE_VALUES, cases).at(self.loc));
            }
        }
    }
}

/// Whether `op` is nested, at any depth, in a block that satisfies `is_wanted`.
fn is_within(body: &Body, op: OpId, is_wanted: impl Fn(BlockId) -> bool) -> bool {
    let mut at = Some(op);
    while let Some(op) = at {
        if body.block_of(op).is_some_and(&is_wanted) {
            return true;
        }
        at = body.parent_op(op);
    }
    false
}
