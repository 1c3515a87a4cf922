//! The iteration space of loops, as far as it is known.

use rmlir::core::fold::constant_value;
use rmlir::core::interfaces::{LoopLike, ValueOrAttr};
use rmlir::prelude::*;
use rmlir_affine::ForOp;

/// The limit for shift amounts and widths of constants; larger ones are not analyzed.
pub(super) const MOST_BITS: i64 = 40;

/// The iteration space of one dimension of a loop.
#[derive(Clone, Copy, Debug)]
pub struct IterationSpace {
    /// The induction variable.
    pub variable: Value,
    /// The lower bound, if it is a constant.
    pub lower: Option<i64>,
    /// The upper bound, if it is a constant; it is exclusive.
    pub upper: Option<i64>,
    /// The step, if it is a constant; it is at least 1.
    pub step: Option<i64>,
}

impl IterationSpace {
    /// The iteration space of each dimension of the loop `op`; `None` if it has no induction variables.
    pub fn of(body: &Body, op: OpId) -> Option<Vec<Self>> {
        let view = OpRef::new(body, op);
        if let Some(found) = view.cast::<ForOp>() {
            return Some(vec![Self::of_affine(body, found)]);
        }
        let interface = view.interface::<dyn LoopLike>()?;
        let variables = interface.induction_vars(view);
        if variables.is_empty() {
            return None;
        }
        let bounds = interface.bounds(view);
        let is_unsigned = interface.is_unsigned(view);
        let number = |of: &[ValueOrAttr], at: usize| match of.get(at)? {
            ValueOrAttr::Value(value) => constant_value(body, *value)?.as_i64(body.cx()),
            ValueOrAttr::Attr(attr) => attr.as_i64(body.cx()),
        };
        let space = |(at, &variable): (usize, &Value)| match &bounds {
            Some(bounds) => Self {
                variable,
                // An unsigned integer with the sign bit set is a large one.
                lower: number(&bounds.lower, at).filter(|&lower| !is_unsigned || lower >= 0),
                upper: number(&bounds.upper, at).filter(|&upper| !is_unsigned || upper >= 0),
                step: number(&bounds.step, at).filter(|&step| step > 0),
            },
            None => Self { variable, lower: None, upper: None, step: None },
        };
        Some(variables.iter().enumerate().map(space).collect())
    }

    /// Whether sums of the bounds and the step do not overflow.
    pub fn is_small(&self) -> bool {
        [self.lower, self.upper, self.step].into_iter().flatten().all(is_small)
    }

    /// The same iteration space or a larger one: bounds that are too large for the analysis are unknown.
    pub fn relaxed(self) -> Self {
        let known = |number: Option<i64>| number.filter(|&number| is_small(number));
        Self { lower: known(self.lower), upper: known(self.upper), step: known(self.step), ..self }
    }

    /// The iteration space of an affine loop: its step is a constant, whatever its bounds are.
    fn of_affine(body: &Body, found: ForOp) -> Self {
        Self {
            variable: found.induction_var(body),
            lower: found.constant_lower_bound(body),
            upper: found.constant_upper_bound(body),
            step: Some(found.step(body)),
        }
    }

    /// Whether the values of the induction variable are known.
    pub fn is_known(&self) -> bool {
        self.lower.is_some() && self.upper.is_some() && self.step.is_some()
    }
}

/// Whether sums of a few products with such an integer do not overflow.
pub(super) fn is_small(number: i64) -> bool {
    number.unsigned_abs() < 1 << MOST_BITS
}

/// `2^bits`, if an address may be as large.
pub(super) fn power(bits: i64) -> Option<i64> {
    (0..MOST_BITS).contains(&bits).then(|| 1 << bits)
}
