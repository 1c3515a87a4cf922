//! Verification of operations: conditions that several of them share.

mod contraction;
mod control;
mod convert;
mod elementwise;
mod layout;
mod reduce;
mod shape;

use rmlir::core::fold::constant_value;
use rmlir::core::types::DYNAMIC;
use rmlir::core::verify::compatible_shapes;
use rmlir::prelude::*;

use crate::rules::size_text;

/// The element type of a value; of a quantized one that of the stored integers.
fn element(value: ValueRef) -> Type {
    let element = value.ty().element_or_self(value.cx());
    rmlir_quant::storage_type(value.cx(), element).unwrap_or(element)
}

/// The shape of a value, if its rank is known.
fn shape<'a>(value: ValueRef<'a>) -> Option<&'a [i64]> {
    value.ty().shape(value.cx())
}

/// Two types in a message: `'f32' and 'i8'`.
fn both(cx: &Context, a: Type, b: Type) -> String {
    format!("'{}' and '{}'", cx.show_type(a), cx.show_type(b))
}

/// Numbers in a message: `1, 2`.
fn listed(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

/// Sizes in a message: `1, ?`.
fn listed_sizes(sizes: &[i64]) -> String {
    sizes.iter().map(|&size| size_text(size)).collect::<Vec<_>>().join(", ")
}

/// Whether two shapes could be the same at run time.
fn fits(a: &[i64], b: &[i64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| a == DYNAMIC || b == DYNAMIC || a == b)
}

/// Verifies that two tensors have the same element type.
fn same_element_types(op: OpRef, (a, a_name): (ValueRef, &str), (b, b_name): (ValueRef, &str)) -> Checked {
    let cx = op.cx();
    let is_plain = |ty: Type| ty.is_index() || ty.is_integer(cx) || ty.float_kind(cx).is_some();
    let (a, b) = (element(a), element(b));
    if is_plain(a) && is_plain(b) && a != b {
        let types = both(cx, a, b);
        return Err(op.error(format!("expect {a_name} and {b_name} to have same element type, got {types}")));
    }
    Ok(())
}

/// Verifies that a value has the element type of the result.
fn element_type_of_output(op: OpRef, input: ValueRef) -> Checked {
    same_element_types(op, (input, "input"), (op.result(0), "output"))
}

/// Verifies that a tensor and its zero point have the same element type.
fn same_type_as_zero_point(op: OpRef, (value, name): (ValueRef, &str), zero_point: ValueRef) -> Checked {
    let (value, zero_point) = (element(value), element(zero_point));
    if value == zero_point {
        return Ok(());
    }
    let types = both(op.cx(), value, zero_point);
    Err(op.error(format!("expect both {name} and its zero point are the same element type, got {types}")))
}

/// The constant zero point; a float that is not zero is -1.
fn zero_point(value: ValueRef, is_signed: bool) -> Option<i64> {
    let cx = value.cx();
    let constant = constant_value(value.body, value.id)?.dense_elements(cx)?;
    let first = constant.first()?;
    if let Some((number, _)) = first.as_float(cx) {
        return Some(if number.is_zero() { 0 } else { -1 });
    }
    let (number, _) = first.as_integer(cx)?;
    if is_signed { number.sext_value() } else { number.zext_value().map(|number| number as i64) }
}

/// Verifies that only 8-bit integers have a zero point other than zero.
fn verify_zero_point(op: OpRef, value: ValueRef, name: &str) -> Checked {
    let is_int8 = element(value).signless_width(op.cx()) == Some(8);
    match zero_point(value, true) {
        Some(number) if number != 0 && !is_int8 => {
            Err(op.error(format!("{name} zero point must be zero for non-int8 integer types")))
        }
        _ => Ok(()),
    }
}

/// Verifies that two values have the same element type, and shapes that could be the same.
fn verify_same_type(op: OpRef, (a, a_name): (Type, &str), (b, b_name): (Type, &str)) -> Checked {
    let cx = op.cx();
    let message = |what: &str, a: Type, b: Type| {
        let (a, b) = (cx.show_type(a), cx.show_type(b));
        Err(op.error(format!("require same {what} for {a_name} ('{a}') and {b_name} ('{b}')")))
    };
    match (a.element(cx), b.element(cx)) {
        (Some(of_a), Some(of_b)) if of_a != of_b => message("element type", of_a, of_b),
        _ if !compatible_shapes(cx, &[a, b]) => message("shapes", a, b),
        _ => Ok(()),
    }
}

/// Verifies the size of a result along one dimension.
fn verify_calculated(op: OpRef, name: &str, calculated: i128, expected: i64) -> Checked {
    if expected == DYNAMIC || calculated == i128::from(expected) {
        return Ok(());
    }
    Err(op.error(format!(
        "calculated output {name} did not match expected: calculated={calculated}, expected={expected}"
    )))
}
