//! Integer range analysis: the ranges that operations infer for their results ([`InferIntRange`]), and those of
//! induction variables.
//!
//! Executability is decided by constants: those found by folding, if the range agrees, or those that follow from ranges
//! alone ([`Decide`]).
//!
//! Ranges may grow many times: `%i = %i + 1` is a step for every integer. The range of a value that a terminator
//! forwards is therefore widened to all integers as soon as it changes, as upstream has it; and that of any value after
//! a number of changes, so that recursion through calls terminates.

use rmlir_core::int_range::Sign;
use rmlir_core::interfaces::{InferIntRange, IntRange, LoopLike, ValueOrAttr};
use rmlir_core::{Attr, OpRef, TraitSet, Value, ValueRef};
use rmlir_num::ApInt;

use crate::dataflow::constants::{ConstantFact, ConstantPropagation};
use crate::dataflow::sparse::{Solution, SparseForward, solve};
use crate::program::{In, Program};

/// The limit of changes of a range before it is widened. Loops are widened earlier; this bounds the work where values
/// flow through calls.
const MAX_CHANGES: u32 = 128;

/// The lattice value of a value.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct RangeFact {
    constant: ConstantFact,
    range: Option<IntRange>,
    n_changes: u32,
}

/// The ranges of the values of a program.
pub struct IntRanges(Solution<RangeFact>);

impl IntRanges {
    /// The range of `value`, of width 0 if it is no integer; `None` if it is never computed.
    pub fn get(&self, value: In<Value>) -> Option<&IntRange> {
        self.0.fact(value).range.as_ref()
    }
}

/// The facts that decide which successors are executable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decide {
    /// Constants found by folding that the ranges agree with.
    ByFolding,
    /// Ranges that contain one integer. A branch on a value without a range makes no successor executable.
    ByRanges,
}

/// The ranges of all integers of `program`.
pub fn find_int_ranges(program: &Program, decide: Decide) -> IntRanges {
    let constants = (decide == Decide::ByFolding).then(|| ConstantPropagation::new(program));
    IntRanges(solve(program, &mut RangeAnalysis { constants }))
}

struct RangeAnalysis<'p, 'a> {
    /// The constant propagation; `None` if ranges decide.
    constants: Option<ConstantPropagation<'p, 'a>>,
}

/// The range of all integers of the type of `value`.
fn all_of(value: ValueRef) -> IntRange {
    IntRange::all(IntRange::width_of(value.cx(), value.ty()))
}

/// The least range that contains both.
fn union(a: &Option<IntRange>, b: &Option<IntRange>) -> Option<IntRange> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.union(b)),
        _ => a.clone().or_else(|| b.clone()),
    }
}

impl RangeFact {
    fn join_range(&mut self, new: &Option<IntRange>) -> bool {
        let joined = union(&self.range, new);
        if joined == self.range {
            return false;
        }
        self.n_changes += 1;
        self.range = match joined {
            Some(range) if self.n_changes > MAX_CHANGES => Some(IntRange::all(range.width())),
            joined => joined,
        };
        true
    }
}

impl RangeAnalysis<'_, '_> {
    /// The range that `op` infers for an argument of one of its regions.
    fn inferred_argument(&self, op: OpRef, arg: ValueRef, operands: &[RangeFact]) -> RangeFact {
        let Some(infer) = op.interface::<dyn InferIntRange>() else { return self.unknown(arg) };
        let ranges: Vec<Option<IntRange>> = operands.iter().map(|fact| fact.range.clone()).collect();
        let mut found = None;
        infer.infer_ranges(op, &ranges, &mut |value, range| {
            if value == arg.id {
                found = Some(range);
            }
        });
        found.map_or_else(|| self.unknown(arg), |range| RangeFact { range: Some(range), ..self.unknown(arg) })
    }

    fn not_constant(&self) -> ConstantFact {
        self.constants.as_ref().map_or(ConstantFact::Unreached, |_| ConstantFact::Varies)
    }
}

impl SparseForward for RangeAnalysis<'_, '_> {
    type Fact = RangeFact;

    fn join(&self, old: &mut RangeFact, new: &RangeFact) -> bool {
        let join = |constants: &ConstantPropagation| constants.join(&mut old.constant, &new.constant);
        let constant_changed = self.constants.as_ref().is_some_and(join);
        let range_changed = old.join_range(&new.range);
        constant_changed || range_changed
    }

    fn unknown(&self, value: ValueRef) -> RangeFact {
        RangeFact { constant: self.not_constant(), range: Some(all_of(value)), n_changes: 0 }
    }

    fn constant(&self, fact: &RangeFact, value: ValueRef) -> Option<Attr> {
        let integer = fact.range.as_ref().and_then(IntRange::constant_value);
        let Some(constants) = &self.constants else {
            let ty = value.ty().element_or_self(value.cx());
            return Some(value.cx().apint_attr(ty, integer?.clone()));
        };
        let constant = constants.constant(&fact.constant, value)?;
        let is_integer = fact.range.as_ref().is_some_and(|range| range.width() != 0);
        let agrees = || constant.as_integer(value.cx()).is_some_and(|(known, _)| Some(known) == integer);
        (!is_integer || agrees()).then_some(constant)
    }

    fn transfer(
        &mut self,
        op: OpRef,
        operands: &[RangeFact],
        known: &dyn Fn(Value) -> RangeFact,
        set: &mut dyn FnMut(Value, RangeFact),
    ) {
        if let Some(propagation) = &mut self.constants {
            let constants: Vec<ConstantFact> = operands.iter().map(|fact| fact.constant.clone()).collect();
            propagation.transfer(op, &constants, &|value| known(value).constant, &mut |value, constant| {
                set(value, RangeFact { constant, ..RangeFact::default() });
            });
        }
        let mut set_range = |value: ValueRef, range: Option<IntRange>| {
            let old = known(value.id).range;
            let range = if must_widen(value, &old, &range) { Some(all_of(value)) } else { range };
            set(value.id, RangeFact { range, ..RangeFact::default() });
        };
        let Some(infer) = op.interface::<dyn InferIntRange>() else {
            op.results().for_each(|result| set_range(result, Some(all_of(result))));
            return;
        };
        let ranges: Vec<Option<IntRange>> = operands.iter().map(|fact| fact.range.clone()).collect();
        infer.infer_ranges(op, &ranges, &mut |value, range| {
            if let Some(result) = op.results().find(|result| result.id == value) {
                set_range(result, Some(range));
            }
        });
    }

    /// An induction variable is at least the least lower bound and less than the greatest upper bound; the bounds are
    /// exchanged if the step is negative. A loop that compares unsigned integers has a step that is not.
    fn region_argument(&self, op: OpRef, arg: ValueRef, operands: &[RangeFact]) -> RangeFact {
        let Some(bounds) = bounds_of(op, arg) else { return self.inferred_argument(op, arg, operands) };
        let LoopSteps { sign, lower, upper, step } = bounds;
        let extreme = |bound: ValueOrAttr, is_upper: bool| extreme_of(op, arg, bound, operands, sign, is_upper);
        let (mut min, mut max) = (extreme(lower, false), extreme(upper, true));
        // An unknown step is assumed to be positive.
        if sign == Sign::Signed && extreme(step, true).is_negative() {
            std::mem::swap(&mut min, &mut max);
        } else {
            max = max.sub(&ApInt::one(max.width()));
        }
        // An empty range means that the loop bounds are not those of an increasing (or decreasing) loop.
        let range = sign.compare(&max, &min).is_ge().then(|| sign.range(min, max));
        RangeFact { constant: self.not_constant(), range, n_changes: 0 }
    }
}

/// Whether a range that a terminator forwards has changed.
fn must_widen(value: ValueRef, old: &Option<IntRange>, new: &Option<IntRange>) -> bool {
    let is_passed_on = || value.body.users(value.id).any(|user| value.body.has_trait(user, TraitSet::TERMINATOR));
    old.is_some() && union(old, new) != *old && is_passed_on()
}

/// The values that an induction variable takes.
struct LoopSteps {
    /// The comparison with the upper bound.
    sign: Sign,
    lower: ValueOrAttr,
    upper: ValueOrAttr,
    step: ValueOrAttr,
}

/// The steps of the induction variable `arg` of `op`.
fn bounds_of(op: OpRef, arg: ValueRef) -> Option<LoopSteps> {
    let loop_like = op.interface::<dyn LoopLike>()?;
    let index = loop_like.induction_vars(op).iter().position(|&value| value == arg.id)?;
    let bounds = loop_like.bounds(op)?;
    let sign = if loop_like.is_unsigned(op) { Sign::Unsigned } else { Sign::Signed };
    Some(LoopSteps { sign, lower: bounds.lower[index], upper: bounds.upper[index], step: bounds.step[index] })
}

/// The greatest (or least) integer that `bound` may be.
fn extreme_of(
    op: OpRef,
    arg: ValueRef,
    bound: ValueOrAttr,
    operands: &[RangeFact],
    sign: Sign,
    greatest: bool,
) -> ApInt {
    let chosen = |(least, most): &(ApInt, ApInt)| if greatest { most.clone() } else { least.clone() };
    let width = IntRange::width_of(op.cx(), arg.ty());
    let known = match bound {
        ValueOrAttr::Attr(attr) => attr.as_integer(op.cx()).map(|(value, _)| value.clone()),
        ValueOrAttr::Value(value) => {
            let index = op.operands().position(|operand| operand.id == value);
            let range = index.and_then(|index| operands[index].range.as_ref());
            range.map(|range| chosen(sign.bounds(range)))
        }
    };
    known.filter(|value| value.width() == width).unwrap_or_else(|| chosen(&sign.extremes(width)))
}
