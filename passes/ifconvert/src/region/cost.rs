//! The estimated costs of a region with branches and with guards, in cycles per execution.
//!
//! With branches the cost of a block is weighted by its frequency, and a two-way branch is mispredicted at times. With
//! guards all operations that can be promoted are always executed; those that have side effects or can trap keep their
//! guard, which on a machine without predicates is a branch again.
//!
//! Branch probabilities are computed from branch weights. Without weights, the exit edges of a cycle have one
//! [`ROUNDS`]th of the probability, all other edges equal probabilities. The cycles of operations are rough figures for
//! a wide out-of-order machine; they are ours, as is the default of the penalty.

use rmlir::analysis::cfg::{Cfg, CycleId, DepthFirst, Node};
use rmlir::prelude::*;
use rmlir_arith as arith;
use rmlir_cf::CondBrOp;
use rmlir_func as func;
use rmlir_llvm as llvm;
use rmlir_math as math;

use crate::pvec_promote::may_run_always;
use crate::region::level::{Declined, Shape};
use crate::region::structured::is_choice;

/// The assumed trip count of a loop.
const ROUNDS: f64 = 8.0;

/// The cycles of operations other than one, by name or dialect; the first match counts.
const CYCLES: [(&str, f64); 18] = [
    (arith::ConstantOp::NAME, 0.0),
    (arith::IndexCastOp::NAME, 0.0),
    (arith::IndexCastUIOp::NAME, 0.0),
    (arith::ExtSIOp::NAME, 0.5),
    (arith::ExtUIOp::NAME, 0.5),
    (arith::TruncIOp::NAME, 0.0),
    (arith::BitcastOp::NAME, 0.5),
    (arith::DivSIOp::NAME, 20.0),
    (arith::DivUIOp::NAME, 20.0),
    (arith::RemSIOp::NAME, 20.0),
    (arith::RemUIOp::NAME, 20.0),
    (arith::MulIOp::NAME, 2.0),
    (arith::DivFOp::NAME, 8.0),
    (arith::RemFOp::NAME, 40.0),
    (math::SqrtOp::NAME, 12.0),
    ("math.", 30.0),
    (func::CallOp::NAME, 40.0),
    (llvm::CallOp::NAME, 40.0),
];

/// The target machine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Target {
    /// The cycles lost by a branch misprediction.
    pub mispredict_penalty: u32,
    /// Whether guards are predicate operands, and not branches.
    pub predicated: bool,
}

/// An estimate, in cycles.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Costs {
    /// The cost of the region with branches.
    pub branching: f64,
    /// The cost of the guarded code.
    pub guarded: f64,
}

impl Costs {
    /// The costs of a region, whose structured conditionals count as branches if `structured`.
    pub fn of(body: &Body, shape: &Shape, target: Target, structured: bool) -> Self {
        let mut counter = Counter { body, target, structured, costs: Self::default() };
        let cfg = &shape.region.cfg;
        let parts: Vec<Vec<f64>> = cfg.blocks().map(|node| probabilities(body, shape, node)).collect();
        for (node, &frequency) in cfg.blocks().zip(&frequencies(cfg, &parts)) {
            counter.block(shape.block(node), frequency, false);
            let parts = &parts[node as usize];
            if parts.len() > 1 {
                counter.choice(frequency, parts);
            }
        }
        counter.costs
    }

    /// The reason not to convert, if there is one.
    pub fn check(self) -> Result<(), Declined> {
        let Self { branching, guarded } = self;
        if guarded <= branching {
            return Ok(());
        }
        Err(Declined::Costs { branching: branching.round() as u64, guarded: guarded.round() as u64 })
    }
}

/// The frequency of each block for one execution of the region, with each cycle entered once; `parts` has by block the
/// probability of each outgoing edge.
pub(crate) fn frequencies(cfg: &Cfg, parts: &[Vec<f64>]) -> Vec<f64> {
    let walk = DepthFirst::new(cfg, 0, Default::default());
    let mut frequencies = vec![0.0; cfg.n_blocks()];
    frequencies[0] = 1.0;
    for &node in walk.postorder().iter().rev() {
        for (&next, part) in cfg.successors(node).iter().zip(&parts[node as usize]) {
            // The back edge counts for the iterations of a cycle, which both forms of code execute alike.
            if !walk.is_ancestor(next, node) {
                frequencies[next as usize] += frequencies[node as usize] * part;
            }
        }
    }
    frequencies
}

/// The probability of each edge from `node`.
pub(crate) fn probabilities(body: &Body, shape: &Shape, node: Node) -> Vec<f64> {
    let targets = shape.region.cfg.successors(node);
    let last = OpRef::new(body, body.last_op(shape.block(node)).expect("a block ends with a terminator"));
    let weights = last.cast::<CondBrOp>().and_then(|branch| branch.branch_weights(body));
    if let Some([taken, other]) =
        weights.as_deref().filter(|weights| weights.iter().map(|&weight| i64::from(weight)).sum::<i64>() > 0)
    {
        let part = f64::from(*taken) / (f64::from(*taken) + f64::from(*other));
        return vec![part, 1.0 - part];
    }
    let around: Option<CycleId> = shape.cycles.innermost(node);
    let leaves = |&&to: &&Node| around.is_some_and(|cycle| !shape.cycles.contains(cycle, to));
    let n_leaving = targets.iter().filter(leaves).count();
    let n_staying = targets.len() - n_leaving;
    if n_leaving == 0 || n_staying == 0 {
        return vec![1.0 / targets.len() as f64; targets.len()];
    }
    let leaving = 1.0 / ROUNDS;
    let part = |to: &Node| match leaves(&to) {
        true => leaving / n_leaving as f64,
        false => (1.0 - leaving) / n_staying as f64,
    };
    targets.iter().map(part).collect()
}

struct Counter<'a> {
    body: &'a Body<'a>,
    target: Target,
    structured: bool,
    costs: Costs,
}

impl Counter<'_> {
    /// The expected cost of misprediction for these probabilities.
    fn guesses(&self, parts: &[f64]) -> f64 {
        let most = parts.iter().copied().fold(0.0, f64::max);
        1.0 + (1.0 - most) * f64::from(self.target.mispredict_penalty)
    }

    /// A branch, which becomes one definition of predicates.
    fn choice(&mut self, frequency: f64, parts: &[f64]) {
        self.costs.branching += frequency * self.guesses(parts);
        self.costs.guarded += 1.0;
    }

    /// A block with this frequency. With `is_merged` the next one has the same memory effects under the complementary
    /// guard, so that neither has a guard in the end.
    fn block(&mut self, block: BlockId, frequency: f64, is_merged: bool) {
        let (mut needs_guard, mut guarded) = (false, Vec::new());
        for op in self.body.ops(block) {
            let view = OpRef::new(self.body, op);
            if self.structured && is_choice(view) {
                self.regions_of(view, frequency);
                continue;
            }
            let cycles = cycles_of(view);
            let is_promoted = may_run_always(view) && !view.operands().any(|operand| guarded.contains(&operand.id));
            if !is_promoted && !is_merged && !view.has(TraitSet::TERMINATOR) {
                guarded.extend(view.results().map(|result| result.id));
                needs_guard = true;
            }
            self.costs.branching += frequency * cycles;
            self.costs.guarded += if is_promoted || self.target.predicated { cycles } else { frequency * cycles };
        }
        if needs_guard && frequency < 1.0 && !self.target.predicated {
            self.costs.guarded += self.guesses(&[frequency, 1.0 - frequency]);
        }
    }

    fn regions_of(&mut self, choice: OpRef, frequency: f64) {
        let n_ways = choice.n_regions().max(1);
        self.choice(frequency, &vec![1.0 / n_ways as f64; n_ways]);
        // One select for each result and each region but one.
        self.costs.guarded += (choice.n_results() * (n_ways - 1)) as f64;
        let is_merged = does_the_same(choice);
        for block in choice.regions().flat_map(RegionRef::blocks) {
            self.block(block.id, frequency / n_ways as f64, is_merged);
        }
    }
}

/// Whether both regions have the same memory effects, possibly with different operands: [`crate::pvec_promote`] merges them
/// then.
fn does_the_same(choice: OpRef) -> bool {
    let effects = |region: RegionRef| -> Vec<OpName> {
        let ops =
            region.blocks().flat_map(BlockRef::ops).filter(|op| !may_run_always(*op) && !op.has(TraitSet::TERMINATOR));
        ops.map(OpRef::name).collect()
    };
    let is_plain = |op: OpRef| op.n_results() == 0 && op.n_regions() == 0;
    let ops = || choice.regions().flat_map(RegionRef::blocks).flat_map(BlockRef::ops);
    choice.n_regions() == 2
        && ops().all(|op| may_run_always(op) || op.has(TraitSet::TERMINATOR) || is_plain(op))
        && effects(choice.region(0)) == effects(choice.region(1))
}

/// The cycles of `op`, including its regions.
pub(crate) fn cycles_of(op: OpRef) -> f64 {
    if op.has(TraitSet::TERMINATOR) {
        return 0.0;
    }
    let inside: f64 = op.regions().flat_map(RegionRef::blocks).flat_map(BlockRef::ops).map(cycles_of).sum();
    if op.n_regions() > 0 {
        return ROUNDS * (inside + 1.0);
    }
    let name = op.name_str();
    let known = CYCLES.iter().find(|(known, _)| name == *known || (known.ends_with('.') && name.starts_with(known)));
    known.map_or(1.0, |(_, cycles)| *cycles)
}
