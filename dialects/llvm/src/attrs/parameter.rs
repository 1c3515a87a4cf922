//! Attributes of parameters and results of functions: the kinds of their values, and the types they apply to.

use rmlir::prelude::*;

use crate::types::PointerType;
use crate::types::constraint::is_compatible;

/// The kind of an attribute's value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Unit,
    Type,
    Integer,
}

/// The types that an attribute applies to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum On {
    Anything,
    Pointers,
    Integers,
}

/// The parameter attributes, without the dialect's prefix.
const PARAMETERS: &[(&[&str], Kind, On)] = &[
    (
        &["noalias", "readonly", "readnone", "writeonly", "nest", "nocapture", "nofree", "nonnull"],
        Kind::Unit,
        On::Pointers,
    ),
    (&["sret", "byval", "byref", "elementtype", "inalloca", "preallocated"], Kind::Type, On::Pointers),
    (&["signext", "zeroext"], Kind::Unit, On::Integers),
    (&["align", "dereferenceable", "dereferenceable_or_null"], Kind::Integer, On::Pointers),
    (&["alignstack"], Kind::Integer, On::Anything),
    (&["noundef", "inreg", "returned"], Kind::Unit, On::Anything),
];

/// Parameter attributes that do not apply to results.
const NOT_ON_RESULTS: &[&str] = &[
    "allocalign",
    "allocptr",
    "byval",
    "byref",
    "inalloca",
    "nest",
    "nocapture",
    "nofree",
    "preallocated",
    "readnone",
    "readonly",
    "returned",
    "alignstack",
    "sret",
    "writeonly",
];

/// Verifies attribute `name` of a parameter of type `ty` of the function `op`.
pub fn verify(op: OpRef, ty: Type, name: &str, value: Attr) -> Checked {
    let cx = op.cx();
    let own = name.strip_prefix("llvm.").unwrap_or(name);
    let Some((_, kind, on)) = PARAMETERS.iter().find(|(names, ..)| names.contains(&own)) else { return Ok(()) };
    let (is_kind, wanted) = match kind {
        Kind::Unit => (value == Attr::UNIT, "a unit attribute"),
        Kind::Type => (value.as_type(cx).is_some(), "a type attribute"),
        Kind::Integer => (value.as_integer(cx).is_some(), "an integer attribute"),
    };
    if !is_kind {
        return Err(op.plain_error(format!("\"{name}\" should be {wanted}")));
    }
    // A type of another dialect may still be converted to a pointer.
    if !is_compatible(cx, ty) {
        return Ok(());
    }
    let (fits, wanted) = match on {
        On::Anything => (true, ""),
        On::Pointers => (PointerType::from_type(cx, ty).is_some(), "pointer"),
        On::Integers => (ty.is_integer(cx), "integer"),
    };
    if !fits {
        return Err(op.plain_error(format!("\"{name}\" attribute attached to non-{wanted} LLVM type")));
    }
    Ok(())
}

/// As [`verify()`], for a result.
pub fn verify_result(op: OpRef, ty: Type, name: &str, value: Attr) -> Checked {
    if name.strip_prefix("llvm.").is_some_and(|own| NOT_ON_RESULTS.contains(&own)) {
        return Err(op.plain_error(format!("\"{name}\" is not a valid result attribute")));
    }
    verify(op, ty, name, value)
}
