//! Hyperblock formation: the selection of blocks of a region that are worth being one block of guarded code.
//!
//! Mahlke, Lin, Chen, Hank, Bringmann, "Effective Compiler Support for Predicated Execution Using the Hyperblock",
//! MICRO 1992. A hyperblock has a single entry and several exits. Plan, for each cycle, inner ones first, and then for
//! the blocks around them: 1. the *main path* is the most frequent one from the entry; 2. each other block has a value:
//! its frequency and its inverse length, both relative to the main path, and reduced if its operations are hazardous;
//! blocks below [`Limits::min_value`] are excluded, then the least valuable ones until the rest is no longer than
//! [`Limits::max_cycles`]; 3. blocks that are reachable from excluded blocks are duplicated, see
//! [`crate::region::tail_duplication`], or excluded as well if there are more than [`Limits::max_duplicated`] operations; 4.
//! the remaining ones become one block, see [`crate::region::cut_out`].

use rmlir::analysis::cfg::{Cfg, CycleId, DepthFirst, DfsOrder, Node};
use rmlir::core::effects::has_unknown_effects;
use rmlir::prelude::*;
use rmlir::rewrite::erase_unreachable_blocks;
use rustc_hash::FxHashSet;

use crate::graph::linear::Coding;
use crate::pvec_promote::may_run_always;
use crate::region::cost::{cycles_of, frequencies, probabilities};
use crate::region::cut_out::make_one_block;
use crate::region::excluded::Excluded;
use crate::region::level::{Declined, Shape};
use crate::region::tail_duplication::{duplicate, tails};

/// Limits of hyperblock formation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The minimum value of a block, in percent: 100 is as frequent and as long as the main path.
    pub min_value: u32,
    /// The maximum number of cycles of all operations together.
    pub max_cycles: u32,
    /// The maximum number of operations that are duplicated for one hyperblock.
    pub max_duplicated: u32,
    /// The factor on the value of a block with calls, loops or unknown effects, in percent.
    pub call_factor: u32,
    /// The factor on the value of a block that has to keep its guard, in percent.
    pub guard_factor: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { min_value: 10, max_cycles: 200, max_duplicated: 32, call_factor: 0, guard_factor: 50 }
    }
}

/// Forms hyperblocks of the blocks of `region`; returns the excluded blocks with the reasons.
pub fn form_hyperblocks(
    rw: &mut Rewriter,
    region: RegionId,
    coding: Coding,
    limits: Limits,
) -> Result<Vec<(Loc, Declined)>, Declined> {
    erase_unreachable_blocks(rw, &[region]);
    let shape = Shape::new(rw, region)?;
    shape.check_affine(rw)?;
    let mut cycles = shape.cycles.preorder();
    cycles.reverse();
    let mut entries: Vec<BlockId> = cycles.iter().map(|&cycle| shape.block(shape.cycles[cycle].header())).collect();
    let start = shape.block(0);
    if shape.cycles.innermost(0).is_none() {
        entries.push(start);
    }
    let mut excluded = Vec::new();
    for entry in entries {
        let shape = Shape::new(rw, region)?;
        // Duplication may change the hierarchy of irreducible cycles, so that a header is in another hyperblock
        // already.
        let Some(entry) = shape.region.number(entry) else { continue };
        let found = Selection::new(rw, &shape, entry, limits);
        excluded.extend(found.excluded.into_iter().map(|(loc, why)| (loc, Declined::Excluded(why))));
        if found.selected.len() < 2 {
            continue;
        }
        let of = |nodes: &[Node]| nodes.iter().map(|&node| shape.block(node)).collect::<Vec<BlockId>>();
        let (selected, tails) = (of(&found.selected), of(&found.tails));
        if !tails.is_empty() {
            duplicate(rw, region, &selected.iter().copied().collect::<FxHashSet<_>>(), &tails);
        }
        make_one_block(rw, region, &selected, coding);
    }
    Ok(excluded)
}

/// The blocks of one hyperblock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selection {
    /// The blocks, the entry first, in topological order.
    pub selected: Vec<Node>,
    /// Those that have to be duplicated.
    pub tails: Vec<Node>,
    /// The excluded blocks, by the location of their branch.
    pub excluded: Vec<(Loc, Excluded)>,
}

impl Selection {
    /// The selection from the blocks of the innermost cycle of `entry`.
    pub fn new(body: &Body, shape: &Shape, entry: Node, limits: Limits) -> Self {
        let cycle = shape.cycles.innermost(entry);
        let mut chooser = Chooser::new(body, shape, entry, cycle, limits);
        chooser.value_blocks();
        chooser.shorten();
        chooser.keep_reachable();
        let order = chooser.order.clone();
        let mut tails = tails(&shape.region.cfg, &order, &chooser.is_inside, entry);
        let n_ops: u64 = tails.iter().map(|&node| body.ops(shape.block(node)).count() as u64).sum();
        if n_ops > u64::from(limits.max_duplicated) {
            let why = Excluded::Tail { n_ops, most: limits.max_duplicated };
            tails.drain(..).for_each(|node| chooser.exclude(node, why));
        }
        let selected = order.into_iter().filter(|&node| chooser.is_inside[node as usize]).collect();
        Self { selected, tails, excluded: chooser.excluded }
    }
}

struct Chooser<'a> {
    body: &'a Body<'a>,
    shape: &'a Shape,
    entry: Node,
    limits: Limits,
    /// All blocks reachable from the entry without back edges, in topological order.
    order: Vec<Node>,
    /// By block: whether it is a candidate, and later whether it is in the hyperblock.
    is_inside: Vec<bool>,
    frequencies: Vec<f64>,
    parts: Vec<Vec<f64>>,
    /// By block: its cycles.
    sizes: Vec<f64>,
    /// By block: the factor on its value.
    factors: Vec<f64>,
    values: Vec<f64>,
    excluded: Vec<(Loc, Excluded)>,
}

impl<'a> Chooser<'a> {
    fn new(body: &'a Body<'a>, shape: &'a Shape, entry: Node, cycle: Option<CycleId>, limits: Limits) -> Self {
        let cfg = &shape.region.cfg;
        let parts: Vec<Vec<f64>> = cfg.blocks().map(|node| probabilities(body, shape, node)).collect();
        let is_inside: Vec<bool> = cfg.blocks().map(|node| shape.cycles.innermost(node) == cycle).collect();
        let size =
            |node: Node| 1.0 + body.ops(shape.block(node)).map(|op| cycles_of(OpRef::new(body, op))).sum::<f64>();
        let factor = |node: Node| {
            let ops = || body.ops(shape.block(node)).map(|op| OpRef::new(body, op));
            let is_call =
                |op: OpRef| op.n_regions() > 0 || op.interface::<dyn CallOp>().is_some() || has_unknown_effects(op);
            let needs_guard = |op: OpRef| !op.has(TraitSet::TERMINATOR) && !may_run_always(op);
            match (ops().any(is_call), ops().any(needs_guard)) {
                (true, _) => f64::from(limits.call_factor) / 100.0,
                (_, true) => f64::from(limits.guard_factor) / 100.0,
                _ => 1.0,
            }
        };
        Self {
            body,
            shape,
            entry,
            limits,
            order: order_from(cfg, entry, &is_inside),
            frequencies: frequencies(cfg, &parts),
            parts,
            sizes: cfg.blocks().map(size).collect(),
            factors: cfg.blocks().map(factor).collect(),
            values: vec![0.0; cfg.n_blocks()],
            excluded: Vec::new(),
            is_inside,
        }
    }

    /// The most frequent path from the entry, as long as it is not hazardous.
    fn main_path(&self) -> Vec<Node> {
        let mut path = vec![self.entry];
        let mut at = self.entry;
        loop {
            let ways = self.shape.region.cfg.successors(at).iter().zip(&self.parts[at as usize]);
            let Some((&next, _)) = ways.rev().max_by(|a, b| a.1.total_cmp(b.1)) else { return path };
            if !self.is_inside[next as usize] || path.contains(&next) || self.factors[next as usize] == 0.0 {
                return path;
            }
            path.push(next);
            at = next;
        }
    }

    /// Computes the values of blocks, and excludes those below the minimum.
    fn value_blocks(&mut self) {
        let path = self.main_path();
        let main: f64 = path.iter().map(|&node| self.sizes[node as usize]).sum();
        let often = self.frequencies[self.entry as usize].max(f64::MIN_POSITIVE);
        let reached: FxHashSet<Node> = self.order.iter().copied().collect();
        for node in self.shape.region.cfg.blocks() {
            self.is_inside[node as usize] &= reached.contains(&node);
        }
        for node in self.order.clone() {
            let at = node as usize;
            self.values[at] = match path.contains(&node) {
                true => f64::INFINITY,
                false => 100.0 * self.frequencies[at] / often * main / self.sizes[at] * self.factors[at],
            };
            if self.values[at] < f64::from(self.limits.min_value) || self.values[at] == 0.0 {
                let value = self.values[at].round() as u64;
                self.exclude(node, Excluded::Value { value, least: self.limits.min_value });
            }
        }
    }

    fn exclude(&mut self, node: Node, why: Excluded) {
        self.is_inside[node as usize] = false;
        let last = self.body.last_op(self.shape.block(node)).expect("a block ends with a branch");
        self.excluded.push((self.body.loc(last), why));
    }

    /// Excludes the least valuable blocks, the last first, until the remaining ones are short enough.
    fn shorten(&mut self) {
        let mut by_value: Vec<Node> = self.order.iter().copied().filter(|&it| self.is_inside[it as usize]).collect();
        let mut cycles: f64 = by_value.iter().map(|&node| self.sizes[node as usize]).sum();
        by_value.reverse();
        by_value.sort_by(|&a, &b| self.values[a as usize].total_cmp(&self.values[b as usize]));
        by_value.retain(|&node| node != self.entry);
        for node in by_value {
            if cycles <= f64::from(self.limits.max_cycles) {
                return;
            }
            cycles -= self.sizes[node as usize];
            self.exclude(node, Excluded::Long { most: self.limits.max_cycles });
        }
    }

    /// Excludes blocks that are reachable only through excluded blocks.
    fn keep_reachable(&mut self) {
        let reached: FxHashSet<Node> =
            order_from(&self.shape.region.cfg, self.entry, &self.is_inside).into_iter().collect();
        for node in self.shape.region.cfg.blocks() {
            self.is_inside[node as usize] &= reached.contains(&node);
        }
    }
}

/// The blocks that are reachable from `entry` within the set, in topological order.
pub(crate) fn order_from(cfg: &Cfg, entry: Node, is_inside: &[bool]) -> Vec<Node> {
    let inside = |node: Node| {
        let targets = cfg.successors(node).iter().copied();
        targets.filter(|&to| is_inside[to as usize] && to != entry).collect::<Vec<Node>>()
    };
    let lists: Vec<Vec<Node>> =
        cfg.blocks().map(|node| if is_inside[node as usize] { inside(node) } else { Vec::new() }).collect();
    let walk = DepthFirst::new(&Cfg::new(&lists), entry, DfsOrder::LastFirst);
    walk.postorder().iter().rev().copied().collect()
}
