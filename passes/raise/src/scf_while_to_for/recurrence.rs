//! The induction variable of a `do` loop and its trip count.
//!
//! The value that is compared at the end of iteration `t` is `first + t * step`. It does not wrap, because the sum has
//! the flag `nsw` and is an operand of the condition, and a wrapped sum would be poison, and so would the condition; or
//! because the loop ends before, at a bound that is after the first value and reached by steps of one.

use rmlir::core::effects::is_memory_effect_free;
use rmlir::prelude::*;
use rmlir_arith::{AddIOp, CmpIOp, CmpIPredicate, ExtSIOp, get_constant_int_value};
use rmlir_llvm::ops::memory::{LoadOp, StoreOp};
use rmlir_scf::{ConditionOp, ForOp, IfOp, WhileOp, YieldOp};

use crate::annotation::ANNOTATION;

/// A `do` loop with a trip count.
pub(super) struct CountedLoop {
    /// The index of the induction variable among the arguments of the first region.
    pub variable: usize,
    /// Its constant increment, which is not zero.
    pub step: i64,
    /// The value that is compared: the variable, or its sum with the increment.
    pub tested: Value,
    /// The value with which it is compared.
    pub bound: Value,
    /// Whether the variable is compared instead of the sum: the sum is less than the bound plus the increment.
    pub is_early: bool,
    /// Whether the bound is known to be after the initial value, so the maximum with that is not needed.
    pub is_guarded: bool,
    /// Whether the compared value equals the bound when the loop ends.
    pub ends_at_bound: bool,
    /// The constant increments of the arguments of the first region that are integers and multiples of the step: their
    /// values follow from the induction variable.
    pub increments: Vec<Option<i64>>,
    /// For each argument of the first region the value that it has in the next iteration.
    pub next_values: Vec<Value>,
}

impl CountedLoop {
    /// The trip count of `op`.
    ///
    /// # Errors
    /// The reason why there is none.
    pub(super) fn of(body: &Body, op: WhileOp) -> Result<Self, &'static str> {
        let next_values = next_values(body, op).ok_or("the loop has a body after its condition")?;
        let condition = op.condition_op(body).condition(body);
        let compare = body.defining_op(condition).and_then(|op| OpRef::new(body, op).cast::<CmpIOp>());
        let compare = compare.ok_or("the condition is not a comparison of integers")?;
        let predicate = OpRef::new(body, compare.id()).get(CmpIOp::predicate);
        let sides = [
            (compare.lhs(body), compare.rhs(body), predicate),
            (compare.rhs(body), compare.lhs(body), predicate.swapped()),
        ];
        let args = body.args(op.before_block(body)).to_vec();
        let inits: Vec<Value> = op.inits(body);
        for (tested, bound, predicate) in sides {
            let is_variable = |index: &usize| next_values[*index] == tested || args[*index] == tested;
            let Some(variable) = (0..args.len()).find(is_variable) else { continue };
            let next = next_values[variable];
            let Some(increment) = Increment::of(body, next).filter(|increment| increment.of == args[variable]) else {
                continue;
            };
            if body.is_defined_inside(op.id(), bound) {
                continue;
            }
            let (step, is_early) = (increment.step, tested != next);
            if is_early && !can_add(body, bound, step) {
                return Err("the bound plus the increment may overflow");
            }
            let init = inits[variable];
            let signs = Signs {
                may_be_negative: get_constant_int_value(body, init).is_none_or(|init| init < 0),
                has_low_end: get_constant_int_value(body, bound).is_some_and(|bound| bound >= 0),
            };
            // The iterations of a parallel loop are counted before the first one, so all of them are executed.
            let is_parallel = body.attr(op.id(), ANNOTATION).is_some();
            let is_guarded = !is_early && is_guarded(body, op.id(), init, bound, step);
            // By steps of one, a bound after the initial value is reached before the sum overflows.
            let reaches_bound = is_guarded && step.abs() == 1 && predicate == CmpIPredicate::Ne;
            let ends_at_bound =
                reaches_bound || ends_at_bound(predicate, &increment, signs, || is_parallel || is_finite(body, op))?;
            let is_guarded = is_guarded || ends_at_bound;
            let multiple = |(&next, &arg): (&Value, &Value)| {
                let increment = Increment::of(body, next).filter(|increment| increment.of == arg)?;
                (increment.step % step == 0).then_some(increment.step)
            };
            let increments = next_values.iter().zip(&args).map(multiple).collect();
            return Ok(Self {
                variable,
                increments,
                step,
                tested,
                bound,
                is_early,
                is_guarded,
                ends_at_bound,
                next_values,
            });
        }
        Err("no induction variable is compared with a value from outside the loop")
    }
}

/// A sum with a constant.
struct Increment {
    of: Value,
    step: i64,
    is_nsw: bool,
    is_nuw: bool,
}

impl Increment {
    fn of(body: &Body, value: Value) -> Option<Self> {
        let sum = OpRef::new(body, body.defining_op(value)?).cast::<AddIOp>()?;
        let step = get_constant_int_value(body, sum.rhs(body)).filter(|&step| step != 0 && step != i64::MIN)?;
        let flags = sum.overflow_flags(body);
        use rmlir_arith::IntegerOverflowFlags as Flags;
        let (is_nsw, is_nuw) = (flags.contains(Flags::NoSignedWrap), flags.contains(Flags::NoUnsignedWrap));
        Some(Self { of: sum.lhs(body), step, is_nsw, is_nuw })
    }
}

/// Whether the sum of `bound`, compared with an induction variable, and a constant cannot overflow: it is a constant, or
/// extended from few enough bits.
fn can_add(body: &Body, bound: Value, step: i64) -> bool {
    let Some(width) = body.ty(bound).int_width(body) else { return false };
    let fits = |value: i64| width >= 64 || (-(1i64 << (width - 1))..1i64 << (width - 1)).contains(&value);
    if let Some(bound) = get_constant_int_value(body, bound) {
        return bound.checked_add(step).is_some_and(fits);
    }
    let extended = body.defining_op(bound).and_then(|op| OpRef::new(body, op).cast::<ExtSIOp>());
    let from = extended.and_then(|op| body.ty(op.input(body)).int_width(body)).filter(|&from| from < 64);
    from.is_some_and(|from| {
        let end = 1i64 << (from - 1);
        [-end, end - 1].into_iter().all(|bound| bound.checked_add(step).is_some_and(fits))
    })
}

/// What is known of the values that are compared.
#[derive(Clone, Copy)]
struct Signs {
    /// The initial value may be negative.
    may_be_negative: bool,
    /// The bound is a constant that is not negative.
    has_low_end: bool,
}

/// Whether a loop that continues while `next predicate bound` ends when both are equal.
///
/// # Errors
/// The reason why its trip count is unknown.
fn ends_at_bound(
    predicate: CmpIPredicate,
    increment: &Increment,
    signs: Signs,
    is_finite: impl Fn() -> bool,
) -> Result<bool, &'static str> {
    use CmpIPredicate::*;
    if !increment.is_nsw {
        return Err("the increment may overflow");
    }
    let is_up = increment.step > 0;
    match predicate {
        // The bound is reached exactly: the increments would overflow otherwise.
        Ne if is_finite() => Ok(true),
        Ne => Err("an iteration may not end, so the bound may not be reached"),
        Slt if is_up => Ok(false),
        Sgt if !is_up => Ok(false),
        // All values are not negative, and so is the bound: the increments would overflow otherwise.
        Ult if is_up && increment.is_nuw && !signs.may_be_negative && is_finite() => Ok(false),
        // The values end at the bound, before they would be negative.
        Ugt if increment.step == -1 && !signs.may_be_negative && signs.has_low_end => Ok(false),
        _ => Err("the comparison is not that of a counted loop"),
    }
}

/// The values of the next iteration, if the second region only forwards its arguments.
fn next_values(body: &Body, op: WhileOp) -> Option<Vec<Value>> {
    let after = op.after_block(body);
    let last = op.yield_op(body).id();
    if body.ops(after).next() != Some(last) {
        return None;
    }
    let args = body.args(after).to_vec();
    let forwarded = op.condition_op(body).args(body);
    let source = |value: Value| args.iter().position(|&arg| arg == value).map_or(value, |index| forwarded[index]);
    Some(body.operands(last).map(source).collect())
}

/// Whether every iteration ends: calls might not return, loops might not end, and other operations might abort.
fn is_finite(body: &Body, op: WhileOp) -> bool {
    let mut finite = true;
    body.walk_preorder(op.id(), |inner| {
        let view = OpRef::new(body, inner);
        let is_structure = view.is::<ForOp>() || view.is::<IfOp>() || view.is::<YieldOp>() || view.is::<ConditionOp>();
        let is_access = view.is::<LoadOp>() || view.is::<StoreOp>();
        finite &= inner == op.id() || is_structure || is_access || view.n_regions() == 0 && is_memory_effect_free(view);
    });
    finite
}

/// Whether the loop is in the first region of a conditional whose condition implies that `bound` is after `init`.
fn is_guarded(body: &Body, op: OpId, init: Value, bound: Value, step: i64) -> bool {
    let wanted = if step > 0 { CmpIPredicate::Sgt } else { CmpIPredicate::Slt };
    let mut inner = op;
    while let Some(owner) = body.parent_op(inner) {
        if let Some(conditional) = OpRef::new(body, owner).cast::<IfOp>()
            && body.block_of(inner) == Some(conditional.then_block(body))
            && implies(body, conditional.condition(body), wanted, bound, init)
        {
            return true;
        }
        inner = owner;
    }
    false
}

/// Whether `condition` is `lhs wanted rhs`.
fn implies(body: &Body, condition: Value, wanted: CmpIPredicate, lhs: Value, rhs: Value) -> bool {
    let compare = body.defining_op(condition).and_then(|op| OpRef::new(body, op).cast::<CmpIOp>());
    compare.is_some_and(|compare| {
        let predicate = compare.predicate(body);
        let (left, right) = (compare.lhs(body), compare.rhs(body));
        (predicate == wanted && left == lhs && right == rhs)
            || (predicate.swapped() == wanted && right == lhs && left == rhs)
    })
}
