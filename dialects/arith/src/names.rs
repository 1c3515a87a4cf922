//! Names of results in the textual format: `%c0_i32`, `%true`, `%cst`, `%sum`.

use std::fmt::Write;

use rmlir::core::fold::constant_value;
use rmlir::num::ApInt;
use rmlir::prelude::*;

use crate::constant::ConstantOp;
use crate::extended::{AddUIExtendedOp, MulSIExtendedOp, MulUIExtendedOp};
use crate::integer::MulIOp;

impl AsmNames for ConstantOp<()> {
    /// The name of an integer consists of value and type, that of a boolean is its value.
    fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        let value = op.prop(ConstantOp::VALUE);
        let Some((value, ty)) = value.and_then(|value| value.as_integer(op.cx())) else { return name(0, "cst") };
        match ty.int_width(op.cx()) {
            Some(1) => name(0, if value.is_zero() { "false" } else { "true" }),
            Some(width) => name(0, &numbered(value, Some(width))),
            None => name(0, &numbered(value, None)),
        }
    }
}

/// `c-7_i32`, without a width `c-7`.
fn numbered(value: &ApInt, width: Option<u32>) -> String {
    let mut text = String::with_capacity(24);
    // Writing to a string does not fail.
    let _ = match value.sext_value() {
        Some(value) => write!(text, "c{value}"),
        None => write!(text, "c{}", value.to_string_signed()),
    };
    if let Some(width) = width {
        let _ = write!(text, "_i{width}");
    }
    text
}

impl AsmNames for MulIOp<()> {
    /// The name of a multiple of `vector.vscale` contains the factor.
    fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        if !op.result(0).ty().is_index() {
            return;
        }
        let is_vscale = |value: ValueRef| value.defining_op().is_some_and(|op| op.name_str() == "vector.vscale");
        let factor = |value: ValueRef| constant_value(op.body, value.id)?.as_i64(op.cx());
        let (lhs, rhs) = (op.value(MulIOp::lhs), op.value(MulIOp::rhs));
        for (base, scale) in [(lhs, rhs), (rhs, lhs)] {
            if let Some(base) = factor(base).filter(|_| is_vscale(scale)) {
                return name(0, &format!("c{base}_vscale"));
            }
        }
    }
}

/// Rows of `Op "first" "second";`.
macro_rules! two_names {
    ($($op:ident $first:literal $second:literal;)*) => {$(
        impl AsmNames for $op<()> {
            fn result_names(&self, _op: OpRef, name: &mut dyn FnMut(usize, &str)) {
                name(0, $first);
                name(1, $second);
            }
        }
    )*};
}

two_names! {
    AddUIExtendedOp "sum" "overflow";
    MulSIExtendedOp "low" "high";
    MulUIExtendedOp "low" "high";
}
