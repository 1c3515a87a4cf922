//! The segments of an operation's operands or results: the values of each operand or result definition.

use rmlir::prelude::*;

use crate::attrs::Variadicity;

/// The list of values that is divided into segments.
pub(super) struct Side {
    /// The noun for one value.
    pub what: &'static str,
    /// The attribute that holds the segment sizes, where they do not follow from their sum.
    pub attr: &'static str,
    /// The number of values.
    pub number: usize,
}

/// The segment size of each of `counts`.
pub(super) fn sizes(op: OpRef, side: &Side, counts: &[Variadicity]) -> Result<Vec<usize>, Box<Diagnostic>> {
    let n_open = counts.iter().filter(|&&count| count != Variadicity::Single).count();
    if n_open > 1 {
        return from_attr(op, side, counts);
    }
    let (what, found) = (side.what, side.number);
    let n_single = counts.len() - n_open;
    if n_open == 0 && found != n_single {
        return Err(op.plain_error(format!("op expects exactly {n_single} {what}s, but got {found}")));
    }
    if found < n_single {
        return Err(op.plain_error(format!("op expects at least {n_single} {what}s, but got {found}")));
    }
    let open = found - n_single;
    if open > 1 && counts.contains(&Variadicity::Optional) {
        return Err(op.plain_error(format!("op expects at most {} {what}s, but got {found}", counts.len())));
    }
    Ok(counts.iter().map(|&count| if count == Variadicity::Single { 1 } else { open }).collect())
}

/// The segment sizes in the operation's attribute.
fn from_attr(op: OpRef, side: &Side, counts: &[Variadicity]) -> Result<Vec<usize>, Box<Diagnostic>> {
    let Side { what, attr: name, number } = *side;
    let Some(attr) = op.attr(name) else {
        return Err(op.plain_error(format!("'{name}' attribute is expected but not provided")));
    };
    let is_i32 = matches!(attr.data(op.cx()), AttrData::DenseArray { element, .. } if *element == Type::I32);
    let Some(sizes) = attr.as_int_array(op.cx()).filter(|_| is_i32) else {
        return Err(op.plain_error(format!("'{name}' attribute is expected to be a dense i32 array")));
    };
    if sizes.len() != counts.len() {
        let words = format!("'{name}' attribute for specifying {what} segments must have");
        return Err(op.plain_error(format!("{words} {} elements, but got {}", counts.len(), sizes.len())));
    }
    for (index, (&size, &count)) in sizes.iter().zip(counts).enumerate() {
        let element = format!("element {index} in '{name}' attribute must be equal to");
        let wrong = match count {
            _ if size < 0 => {
                format!("'{name}' attribute for specifying {what} segments must have non-negative values")
            }
            Variadicity::Single if size != 1 => format!("{element} 1"),
            Variadicity::Optional if size > 1 => format!("{element} 0 or 1"),
            _ => continue,
        };
        return Err(op.plain_error(wrong));
    }
    if sizes.iter().sum::<i64>() != number as i64 {
        let words = format!("sum of elements in '{name}' attribute must be equal to the number of {what}s");
        return Err(op.plain_error(words));
    }
    Ok(sizes.into_iter().map(|size| size as usize).collect())
}
