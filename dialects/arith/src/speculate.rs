//! Divisions may be speculated if the divisor cannot make them undefined: it
//! is a constant, or the result of an operation whose range says so.
//!
//! Upstream speculates remainders and `floordivsi` by whatever divisor, though
//! they are as undefined as the others.

use rmlir::core::int_range::Sign;
use rmlir::prelude::*;

use crate::fold::matchers::const_int;
use crate::integer::{CeilDivSIOp, CeilDivUIOp, DivSIOp, DivUIOp, FloorDivSIOp, RemSIOp, RemUIOp};

/// The range of `value` by the operation that makes it alone.
fn range_of(body: &Body, value: Value) -> Option<IntRange> {
    if let Some(constant) = const_int(body, value) {
        return Some(IntRange::constant(constant));
    }
    let op = OpRef::new(body, body.defining_op(value)?);
    let inference = op.interface::<dyn InferIntRange>()?;
    let all = |operand: ValueRef| Some(IntRange::all(IntRange::width_of(body, operand.ty())));
    let operands: Vec<Option<IntRange>> = op.operands().map(all).collect();
    let mut found = None;
    inference.infer_ranges(op, &operands, &mut |result, range| {
        if result == op.result(0).id {
            found = Some(range);
        }
    });
    found
}

/// Whether `divisor`, read as `sign` says, is none of the `excluded` numbers of its width, as far as is known.
pub fn if_divisor_excludes(body: &Body, divisor: Value, sign: Sign, excluded: &[fn(u32) -> ApInt]) -> Speculatability {
    let range = range_of(body, divisor).filter(|range| range.width() != 0);
    let is_harmless = |range: IntRange| excluded.iter().all(|number| range.excludes(&number(range.width()), sign));
    if range.is_some_and(is_harmless) { Speculatability::Yes } else { Speculatability::No }
}

/// Rows of `Op excluding [divisors], read as;`.
macro_rules! divisions {
    ($($op:ident excluding [$($divisor:path),*] as $sign:ident;)*) => {$(
        impl Speculatable for $op {
            fn speculatability(&self, op: OpRef) -> Speculatability {
                if_divisor_excludes(op.body, op.operand($op::RHS_OPERAND).id, Sign::$sign, &[$($divisor),*])
            }
        }
    )*};
}

divisions! {
    DivUIOp excluding [ApInt::zero] as Unsigned;
    CeilDivUIOp excluding [ApInt::zero] as Unsigned;
    RemUIOp excluding [ApInt::zero] as Unsigned;
    DivSIOp excluding [ApInt::zero, ApInt::all_ones] as Signed;
    CeilDivSIOp excluding [ApInt::zero, ApInt::all_ones] as Signed;
    FloorDivSIOp excluding [ApInt::zero, ApInt::all_ones] as Signed;
    RemSIOp excluding [ApInt::zero, ApInt::all_ones] as Signed;
}
