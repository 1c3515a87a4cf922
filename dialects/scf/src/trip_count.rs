//! How often a counted loop runs, where that is known.

use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir_arith::{AddIOp, IntegerOverflowFlags};

/// The number of iterations of a loop from `lower`, by `step`, while below
/// `upper`, compared as signed numbers or not; `None` if it is not known. A step
/// that is not positive counts as no iteration.
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
            // As a number without sign it always fits; upstream takes one that overflows for a negative one.
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

/// The constant that a bound is.
pub(crate) fn constant_of(body: &Body, bound: ValueOrAttr) -> Option<ApInt> {
    let attr = match bound {
        ValueOrAttr::Value(value) => constant_value(body, value)?,
        ValueOrAttr::Attr(attr) => attr,
    };
    attr.as_integer(body).map(|(value, _)| value.clone())
}

/// What `upper` is made by adding to `lower` without overflow.
fn upper_minus_lower(body: &Body, lower: ValueOrAttr, upper: ValueOrAttr, signed: bool) -> Option<ApInt> {
    let (ValueOrAttr::Value(lower), ValueOrAttr::Value(upper)) = (lower, upper) else { return None };
    let add = OpRef::new(body, body.defining_op(upper)?).cast::<AddIOp>()?;
    let flags = IntegerOverflowFlags::from_attr(body, add.overflow_flags(body))?;
    let wanted = if signed { IntegerOverflowFlags::NoSignedWrap } else { IntegerOverflowFlags::NoUnsignedWrap };
    if !flags.contains(wanted) || add.lhs(body) != lower {
        return None;
    }
    constant_of(body, ValueOrAttr::Value(add.rhs(body)))
}
