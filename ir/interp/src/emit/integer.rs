//! Arithmetic of integers, shared by dialects of all levels.
//!
//! An overflow excluded by a flag, a shift by the width or more, and an inexact division with the flag `exact` are
//! poison; a division by zero or one that overflows is undefined behaviour.

use std::cmp::Ordering;

use rmlir_core::OpRef;
use rmlir_num::ApInt;

use super::number::Number;
use super::{Emit, Emitted};
use crate::fault::Fault;
use crate::value::{Value, sign_extend};

/// The overflows that make a result poison.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Overflow {
    /// Signed ones.
    pub signed: bool,
    /// Unsigned ones.
    pub unsigned: bool,
}

/// An operation with its overflow flag: the signed and the unsigned variant.
type Checked = fn(&ApInt, &ApInt) -> (ApInt, bool);

/// `result` unless an overflow excluded by `overflow` occurred.
fn checked(a: &ApInt, b: &ApInt, overflow: Overflow, signed: Checked, unsigned: Checked) -> Number<ApInt> {
    let (result, wraps) = signed(a, b);
    let is_poison = (overflow.signed && wraps) || (overflow.unsigned && unsigned(a, b).1);
    Ok((!is_poison).then_some(result))
}

/// A predicate of integer comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntTest {
    /// Whether the operands are unsigned.
    pub unsigned: bool,
    /// Its value for a left operand that is less, equal, greater.
    pub holds: [bool; 3],
}

impl IntTest {
    /// Returns its value for operands in this order.
    #[inline]
    pub fn accepts(self, order: Ordering) -> bool {
        self.holds[(order as i8 + 1) as usize]
    }

    /// Returns its value for these operands.
    pub fn check(self, a: &ApInt, b: &ApInt) -> bool {
        self.accepts(if self.unsigned { a.ucmp(b) } else { a.scmp(b) })
    }
}

/// A division of integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Division {
    /// Rounded to zero, unsigned.
    Unsigned,
    /// Rounded to zero, signed.
    Signed,
    /// Rounded up, unsigned.
    CeilUnsigned,
    /// Rounded up, signed.
    CeilSigned,
    /// Rounded down, signed.
    FloorSigned,
    /// The unsigned remainder.
    RemainderUnsigned,
    /// The signed remainder.
    RemainderSigned,
}

impl Division {
    fn is_signed(self) -> bool {
        !matches!(self, Self::Unsigned | Self::CeilUnsigned | Self::RemainderUnsigned)
    }

    /// The result, with the overflow flag.
    fn apply(self, a: &ApInt, b: &ApInt) -> Option<(ApInt, bool)> {
        let overflows = a.is_signed_min() && b.is_all_ones() && a.width() > 0;
        match self {
            Division::Unsigned => Some((a.udiv(b)?, false)),
            Division::Signed => a.sdiv_ov(b),
            Division::CeilUnsigned => Some((a.ceil_div_unsigned(b)?, false)),
            Division::CeilSigned => a.ceil_div_signed(b),
            Division::FloorSigned => a.floor_div_signed(b),
            Division::RemainderUnsigned => Some((a.urem(b)?, false)),
            Division::RemainderSigned => Some((a.srem(b)?, overflows)),
        }
    }
}

impl<'a> Emit<'a, '_> {
    /// Compiles an addition.
    pub fn add(&mut self, op: OpRef<'a>, overflow: Overflow) -> Emitted {
        if overflow != Overflow::default() {
            return self.int_binary(op, move |a, b| checked(a, b, overflow, ApInt::sadd_ov, ApInt::uadd_ov));
        }
        self.wrapping(op, u64::wrapping_add, ApInt::add)
    }

    /// Compiles a subtraction.
    pub fn sub(&mut self, op: OpRef<'a>, overflow: Overflow) -> Emitted {
        if overflow != Overflow::default() {
            return self.int_binary(op, move |a, b| checked(a, b, overflow, ApInt::ssub_ov, ApInt::usub_ov));
        }
        self.wrapping(op, u64::wrapping_sub, ApInt::sub)
    }

    /// Compiles a multiplication.
    pub fn mul(&mut self, op: OpRef<'a>, overflow: Overflow) -> Emitted {
        if overflow != Overflow::default() {
            return self.int_binary(op, move |a, b| checked(a, b, overflow, ApInt::smul_ov, ApInt::umul_ov));
        }
        self.wrapping(op, u64::wrapping_mul, ApInt::mul)
    }

    /// Compiles a bitwise and.
    pub fn and(&mut self, op: OpRef<'a>) -> Emitted {
        self.wrapping(op, |a, b| a & b, ApInt::and)
    }

    /// Compiles a bitwise or; if `disjoint`, common set bits are poison.
    pub fn or(&mut self, op: OpRef<'a>, disjoint: bool) -> Emitted {
        if disjoint {
            return self.int_binary(op, |a, b| Ok(a.and(b).is_zero().then(|| a.or(b))));
        }
        self.wrapping(op, |a, b| a | b, ApInt::or)
    }

    /// Compiles a bitwise exclusive or.
    pub fn xor(&mut self, op: OpRef<'a>) -> Emitted {
        self.wrapping(op, |a, b| a ^ b, ApInt::xor)
    }

    /// Compiles a left shift.
    pub fn shl(&mut self, op: OpRef<'a>, overflow: Overflow) -> Emitted {
        self.shift(op, move |a, by| {
            let wraps = (overflow.signed && a.sshl_ov(by).1) || (overflow.unsigned && a.ushl_ov(by).1);
            (!wraps).then(|| a.shl(by))
        })
    }

    /// Compiles a logical right shift.
    pub fn lshr(&mut self, op: OpRef<'a>, exact: bool) -> Emitted {
        self.shift(op, move |a, by| (!exact || by <= a.count_trailing_zeros()).then(|| a.lshr(by)))
    }

    /// Compiles an arithmetic right shift.
    pub fn ashr(&mut self, op: OpRef<'a>, exact: bool) -> Emitted {
        self.shift(op, move |a, by| (!exact || by <= a.count_trailing_zeros()).then(|| a.ashr(by)))
    }

    fn shift(&mut self, op: OpRef<'a>, f: impl Fn(&ApInt, u32) -> Option<ApInt> + Send + Sync + 'static) -> Emitted {
        self.int_binary(op, move |a, by| {
            let by = by.to_u64().and_then(|by| u32::try_from(by).ok()).filter(|&by| by < a.width());
            Ok(by.and_then(|by| f(a, by)))
        })
    }

    /// Compiles a division or remainder; an inexact one is poison if `exact`. A poison dividend may be the least
    /// integer, whose division by -1 overflows.
    pub fn divide(&mut self, op: OpRef<'a>, division: Division, exact: bool) -> Emitted {
        self.int_division(op, move |a, b| {
            let Some(a) = a else {
                let may_overflow = division.is_signed() && b.is_all_ones();
                return if may_overflow { Err(Fault::undefined("divides poison by -1")) } else { Ok(None) };
            };
            let (result, overflows) = division.apply(a, b).expect("the divisor is not zero");
            if overflows {
                return Err(Fault::undefined("overflows in a signed division"));
            }
            Ok((!exact || result.mul(b) == *a).then_some(result))
        })
    }

    /// Compiles a comparison.
    pub fn compare_ints(&mut self, op: OpRef<'a>, test: IntTest) -> Emitted {
        let width = self.int_width(op.operand(0).ty());
        let wide = move |a: &ApInt, b: &ApInt| test.check(a, b);
        match (test.unsigned, test.holds) {
            (_, [false, true, false]) => self.test(op, |a, b| a == b, wide),
            (_, [true, false, true]) => self.test(op, |a, b| a != b, wide),
            (true, _) => self.test(op, move |a, b| test.accepts(a.cmp(&b)), wide),
            (false, [true, false, false]) => {
                self.test(op, move |a, b| sign_extend(a, width) < sign_extend(b, width), wide)
            }
            (false, _) => {
                self.test(op, move |a, b| test.accepts(sign_extend(a, width).cmp(&sign_extend(b, width))), wide)
            }
        }
    }

    /// Compiles a select by one condition for the whole value, or by one for each lane. The value that is not selected
    /// may be poison.
    pub fn select(&mut self, op: OpRef<'a>) -> Emitted {
        if self.lanes(op, op.operand(0).ty())?.is_some() {
            return self.ternary(op, |condition, then, otherwise| Ok(choose(condition, then, otherwise)));
        }
        let (condition, then, otherwise) = (self.operand(op, 0), self.operand(op, 1), self.operand(op, 2));
        let into = self.result(op, 0);
        self.compute(into, move |m| Ok(choose(m.get(condition), m.get(then), m.get(otherwise))));
        Ok(())
    }
}

fn choose(condition: &Value, then: &Value, otherwise: &Value) -> Value {
    match condition {
        Value::Bits(0) => otherwise.clone(),
        Value::Bits(_) => then.clone(),
        _ => Value::Poison,
    }
}
