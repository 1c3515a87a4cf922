//! The fewest operations that keep noise within bounds.
//!
//! Which results get a `noisy.reduce_noise` is decided by branch and bound over the operations in order: the noise of
//! all earlier results is known then. The range analysis of integers checks the result.

use std::collections::{HashMap, HashSet};

use rmlir::analysis::dataflow::int_ranges::{Decide, find_int_ranges};
use rmlir::analysis::program::{In, Program};
use rmlir::budget::Budget;
use rmlir::prelude::*;

use crate::noisy::{AddOp, INITIAL_NOISE, MAX_NOISE, MulOp, Noisy, ReduceNoiseOp, SubOp};

/// Insert the fewest noisy.reduce_noise operations
///
/// Functions are expected to have one block.
#[pass(name = "noisy-reduce-noise-optimizer", anchor = "func.func", depends(Noisy))]
pub struct ReduceNoise {
    /// The maximum number of steps of the search
    #[option(default = 1_000_000)]
    max_steps: u64,
}

impl Pass for ReduceNoise {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let problem = Problem::of(cx.op());
        let budget = Budget::new(self.max_steps, "max-steps");
        let Some(reduced) = problem.solve(&budget) else {
            let reason = match budget.is_used_up() {
                true => format!("the search {budget}"),
                false => format!("the noise of an operation is above {MAX_NOISE} bits in any case"),
            };
            return cx.fail(cx.op().id, reason);
        };
        for (step, _) in problem.steps.iter().zip(reduced).filter(|(_, is_reduced)| *is_reduced) {
            reduce(&mut Rewriter::new(cx.body_mut()), step.op);
        }
        check(cx)
    }
}

/// Inserts the reduction of the result of `op`.
fn reduce(rw: &mut Rewriter, op: OpId) {
    let result = rw.result(op, 0);
    rw.after(op);
    rw.set_loc(rw.loc(op));
    let reduced = rw.create(ReduceNoiseOp::build(result));
    let with = reduced.output(rw);
    rw.replace_uses_if(result, with, |_, user, _| user != reduced.id());
}

/// Asks the range analysis whether the noise is below the maximum everywhere.
fn check(cx: &mut PassCx) -> PassResult {
    let mut failed = None;
    {
        let program = Program::new(cx.body());
        let ranges = find_int_ranges(&program, Decide::ByFolding);
        cx.op().walk_preorder(|op| {
            if !is_noisy(op) && !op.is::<ReduceNoiseOp>() {
                return;
            }
            let noise = ranges.get(In { body: 0, id: op.result(0).id }).and_then(|range| range.unsigned.1.to_u64());
            if failed.is_none() && noise.is_none_or(|noise| noise > MAX_NOISE) {
                failed = Some((op.id, noise));
            }
        });
    }
    match failed {
        None => Ok(()),
        Some((op, None)) => cx.fail(op, "the noise is not known"),
        Some((op, Some(noise))) => cx.fail(op, format!("the noise is {noise} bits, the maximum is {MAX_NOISE}")),
    }
}

fn is_noisy(op: OpRef) -> bool {
    op.is::<AddOp>() || op.is::<SubOp>() || op.is::<MulOp>()
}

/// An operation: the places of its operands among all values, and whether their noise is added.
struct Step {
    op: OpId,
    operands: [usize; 2],
    is_product: bool,
}

/// The operations of a function, in order, after its noisy arguments and new values.
struct Problem {
    /// How many values are not computed from noisy ones; their places come first.
    n_initial: usize,
    steps: Vec<Step>,
}

impl Problem {
    fn of(function: OpRef) -> Self {
        let mut ops = Vec::new();
        function.walk_preorder(|op| ops.extend(is_noisy(op).then_some(op)));
        let computed: HashSet<Value> = ops.iter().map(|op| op.result(0).id).collect();
        let mut places = HashMap::new();
        for operand in ops.iter().flat_map(|op| op.operands()).filter(|operand| !computed.contains(&operand.id)) {
            let next = places.len();
            places.entry(operand.id).or_insert(next);
        }
        let mut problem = Self { n_initial: places.len(), steps: Vec::new() };
        for op in ops {
            let operands = [op.operand(0), op.operand(1)].map(|operand| places[&operand.id]);
            problem.steps.push(Step { op: op.id, operands, is_product: op.is::<MulOp>() });
            places.insert(op.result(0).id, places.len());
        }
        problem
    }

    /// Which results are reduced: as few as can be, and of those choices one with the least noise of all results before
    /// reductions. `None` if none is found within `budget`.
    fn solve(&self, budget: &Budget) -> Option<Vec<bool>> {
        let mut best: Option<(Cost, Vec<bool>)> = None;
        let mut choice = Choice { reduced: Vec::new(), cost: (0, 0), noise: vec![INITIAL_NOISE; self.n_initial] };
        while budget.spend(1) {
            let may_be_better = best.as_ref().is_none_or(|(least, _)| choice.cost < *least);
            let goes_on = may_be_better
                && match self.steps.get(choice.reduced.len()) {
                    Some(step) => choice.add(step),
                    None => {
                        best = Some((choice.cost, choice.reduced.clone()));
                        false
                    }
                };
            if !goes_on && !choice.advance(&self.steps) {
                break;
            }
        }
        best.map(|(_, reduced)| reduced)
    }
}

/// The number of reductions, and the noise of all results before them.
type Cost = (usize, u64);

/// A choice for the first operations.
struct Choice {
    /// Whether each result is reduced.
    reduced: Vec<bool>,
    cost: Cost,
    /// The noise of the values at all places so far.
    noise: Vec<u64>,
}

impl Choice {
    /// Leaves the result of the next operation as it is; `false` if it has too much noise.
    fn add(&mut self, step: &Step) -> bool {
        let result = self.noise_of(step);
        if result > MAX_NOISE {
            return false;
        }
        self.reduced.push(false);
        self.noise.push(result);
        self.cost.1 += result;
        true
    }

    /// The noise of the result of `step`, whose operands are decided.
    fn noise_of(&self, step: &Step) -> u64 {
        let [lhs, rhs] = step.operands.map(|place| self.noise[place]);
        if step.is_product { lhs + rhs } else { lhs.max(rhs) + 1 }
    }

    /// The next choice: the last result that is not reduced is, and those after it are undecided. `false` if there is
    /// none.
    fn advance(&mut self, steps: &[Step]) -> bool {
        while let (Some(is_reduced), Some(_)) = (self.reduced.pop(), self.noise.pop()) {
            if !is_reduced {
                self.reduced.push(true);
                self.noise.push(INITIAL_NOISE);
                self.cost.0 += 1;
                return true;
            }
            self.cost.0 -= 1;
            self.cost.1 -= self.noise_of(&steps[self.reduced.len()]);
        }
        false
    }
}
