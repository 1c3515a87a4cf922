//! Value bounds of loops and conditionals: constraints on induction variables, loop-carried values and
//! results, for the analysis of bounds.

use rmlir::affine_maps::{AffineExpr, BoundKind};
use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::value_bounds::{BoundSet, Quantity, Relation, Term, ValueBounds, add_one_of, add_same};
use rmlir::prelude::*;

use crate::{ForOp, ForallOp, IfOp};

/// Lower bound, upper bound and step of an induction variable.
type Counting = [MixedIndex; 3];

/// The trip count of a loop, rounded up; not positive if the loop is not entered.
fn trip_count(set: &mut dyn BoundSet, [lower, upper, step]: Counting) -> AffineExpr {
    let lower = set.mixed(lower);
    let upper = set.mixed(upper);
    let step = set.mixed(step);
    (upper - lower).ceil_div(step)
}

/// Adds that an induction variable is within the bounds, and at most its value in the last iteration.
fn add_induction_var(set: &mut dyn BoundSet, variable: Value, counting: Counting) {
    let variable = Quantity::index(variable);
    let [lower, upper, step] = counting;
    let first = set.mixed(lower);
    set.add(variable, Relation::AtLeast, first.clone());
    let end = set.mixed(upper);
    set.add(variable, Relation::Below, end);
    let n_before_last = trip_count(set, counting) - 1;
    let step = set.mixed(step);
    set.add(variable, Relation::AtMost, first + n_before_last * step);
}

impl ValueBounds for ForOp<()> {
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        // Bounds are constraints on signed integers; they do not hold for unsigned ones.
        if op.get(ForOp::unsignedCmp) {
            return;
        }
        let counting = [0, 1, 2].map(|index| MixedIndex::Dynamic(op.operand(index).id));
        if value == ForOp::from_id(op.id).induction_var(op.body) {
            return add_induction_var(set, value, counting);
        }
        let Some(carried) = Carried::of(op, value, None) else { return };
        carried.add_unchanged(set);
        if carried.is_result {
            carried.add_growth(counting, set);
        }
    }

    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        if let Some(carried) = Carried::of(op, value, Some(dim)) {
            carried.add_unchanged(set);
        }
    }
}

/// A loop-carried quantity.
struct Carried {
    /// The quantity whose bounds are computed: at the start of an iteration, or after the loop.
    asked: Quantity,
    is_result: bool,
    /// The initial quantity, before the loop.
    init: Quantity,
    /// The quantity at the start of an iteration.
    start: Quantity,
    /// The quantity at the end of an iteration.
    end: Quantity,
}

impl Carried {
    /// The quantities of `value`, a result of a loop or a loop-carried value.
    fn of(op: OpRef, value: Value, dim: Option<usize>) -> Option<Self> {
        let arguments = ForOp::from_id(op.id).iter_args(op.body);
        let result = op.results().position(|result| result.id == value);
        let index = result.or_else(|| arguments.iter().position(|&argument| argument == value))?;
        let ends = op.interface::<dyn LoopLike>().map(|loops| loops.yielded_values(op)).unwrap_or_default();
        let inits = ForOp::from_id(op.id).initArgs(op.body);
        let quantity = |value| Quantity { value, dim };
        Some(Self {
            asked: quantity(value),
            is_result: result.is_some(),
            init: quantity(*inits.get(index)?),
            start: quantity(arguments[index]),
            end: quantity(*ends.get(index)?),
        })
    }

    /// A quantity that no iteration changes is equal to its initial one.
    fn add_unchanged(&self, set: &mut dyn BoundSet) {
        if set.proves(Term::Quantity(self.end), Relation::Equal, Term::Quantity(self.start)) {
            let init = set.expr(self.init);
            set.add(self.asked, Relation::Equal, init);
        }
    }

    /// Bounds the difference to the initial quantity by the trip count times the bounds of its growth per iteration.
    fn add_growth(&self, counting: Counting, set: &mut dyn BoundSet) {
        let Some(n_iterations) = trip_count(set, counting).as_constant() else { return };
        let end = set.expr(self.end);
        let start = set.expr(self.start);
        let growth = end - start;
        let init = set.expr(self.init);
        for (kind, relation) in [(BoundKind::Lower, Relation::AtLeast), (BoundKind::Upper, Relation::AtMost)] {
            let growth = set.constant(&growth, kind);
            let total = growth.and_then(|growth| growth.checked_mul(n_iterations.max(0)));
            if let Some(total) = total {
                set.add(self.asked, relation, &init + total);
            }
        }
    }
}

impl ValueBounds for ForallOp<()> {
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        let arguments = op.region(0).entry().map_or_else(Vec::new, |entry| value_ids(entry.args()));
        let Some(dim) = arguments.iter().position(|&argument| argument == value) else { return };
        let bounds = ForallOp::mixed_bounds(op);
        let mixed = |list: &[ValueOrAttr]| match *list.get(dim)? {
            ValueOrAttr::Value(value) => Some(MixedIndex::Dynamic(value)),
            ValueOrAttr::Attr(number) => number.as_i64(op.cx()).map(MixedIndex::Static),
        };
        if let (Some(lower), Some(upper), Some(step)) =
            (mixed(&bounds.lower), mixed(&bounds.upper), mixed(&bounds.step))
        {
            add_induction_var(set, value, [lower, upper, step]);
        }
    }

    /// The sizes of shared tensors are loop-invariant.
    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        let arguments = op.region(0).entry().map_or_else(Vec::new, |entry| value_ids(entry.args()));
        let shared = arguments.iter().skip(ForallOp::rank(op));
        let index = op.results().position(|result| result.id == value);
        let index = index.or_else(|| shared.clone().position(|&argument| argument == value));
        let outputs = ForallOp::from_id(op.id).outputs(op.body);
        if let Some(&output) = index.and_then(|index| outputs.get(index)) {
            add_same(set, Quantity::size(value, dim), Quantity::size(output, dim));
        }
    }
}

impl ValueBounds for IfOp<()> {
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        add_yielded(op, value, None, set);
    }

    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        add_yielded(op, value, Some(dim), set);
    }
}

/// Adds that a result is equal to the operand of one of the yields.
fn add_yielded(op: OpRef, value: Value, dim: Option<usize>, set: &mut dyn BoundSet) {
    let conditional = IfOp::from_id(op.id);
    let Some(index) = op.results().position(|result| result.id == value) else { return };
    let Some(else_yield) = conditional.else_yield(op.body) else { return };
    let yielded = |end: OpId| Some(Quantity { value: op.body.operands(end).nth(index)?, dim });
    if let (Some(a), Some(b)) = (yielded(conditional.then_yield(op.body)), yielded(else_yield)) {
        add_one_of(set, Quantity { value, dim }, [a, b]);
    }
}
