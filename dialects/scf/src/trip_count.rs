//! Constant trip counts of counted loops.

use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir_arith::{AddIOp, IntegerOverflowFlags};

/// The trip count of a loop with lower bound `lower`, exclusive upper bound `upper` and step `step`, compared as signed
/// or unsigned integers; `None` if it is not constant. It is zero for a step that is not positive.
pub fn constant_trip_count(
    body: &Body,
    lower: ValueOrAttr,
    upper: ValueOrAttr,
    step: ValueOrAttr,
    signed: bool,
) -> Option<ApInt> {
    let ty = type_of(body, lower)?;
    if type_of(body, upper) != Some(ty) {
        return None;
    }
    let zero = ApInt::zero(ty.int_or_index_width(body)?);
    if lower == upper {
        return Some(zero);
    }
    let step = constant_of(body, step);
    if step.as_ref().is_some_and(|step| step.is_zero() || (signed && step.is_negative())) {
        return Some(zero); // Steps have to be positive.
    }
    let difference = match (constant_of(body, lower), constant_of(body, upper)) {
        (Some(lower), Some(upper)) => {
            let order = if signed { upper.scmp(&lower) } else { upper.ucmp(&lower) };
            if order.is_le() {
                return Some(zero);
            }
            // The difference always fits an unsigned integer; upstream interprets one that overflows as negative.
            upper.sub(&lower)
        }
        (None, None) => {
            let difference = upper_minus_lower(body, lower, upper, signed)?;
            if signed && difference.is_negative() {
                return Some(zero);
            }
            difference
        }
        _ => return None,
    };
    difference.ceil_div_unsigned(&step?)
}

fn type_of(body: &Body, bound: ValueOrAttr) -> Option<Type> {
    match bound {
        ValueOrAttr::Value(value) => Some(body.ty(value)),
        ValueOrAttr::Attr(attr) => attr.ty(body),
    }
}

/// The constant value of a bound.
pub(crate) fn constant_of(body: &Body, bound: ValueOrAttr) -> Option<ApInt> {
    let attr = match bound {
        ValueOrAttr::Value(value) => constant_value(body, value)?,
        ValueOrAttr::Attr(attr) => attr,
    };
    attr.as_integer(body).map(|(value, _)| value.clone())
}

/// The constant difference if `upper` is the sum of `lower` and a constant, without overflow.
fn upper_minus_lower(body: &Body, lower: ValueOrAttr, upper: ValueOrAttr, signed: bool) -> Option<ApInt> {
    let (ValueOrAttr::Value(lower), ValueOrAttr::Value(upper)) = (lower, upper) else { return None };
    let add = OpRef::new(body, body.defining_op(upper)?).cast::<AddIOp>()?;
    let flags = add.overflow_flags(body);
    let wanted = if signed { IntegerOverflowFlags::NoSignedWrap } else { IntegerOverflowFlags::NoUnsignedWrap };
    if !flags.contains(wanted) || add.lhs(body) != lower {
        return None;
    }
    constant_of(body, ValueOrAttr::Value(add.rhs(body)))
}
