//! The evaluation of the operations.
//!
//! A vector is the list of its lanes. Products of matrices and of rows apply to any number of registers: `arm_sve` uses
//! them for longer vectors.

use rmlir::interp::emit::float::FloatOp;
use rmlir::interp::value::{mask, sign_extend};
use rmlir::interp::{Emit, Emitted, Evaluator, Value};
use rmlir::num::{FloatKind, Rounding};
use rmlir::prelude::*;

use crate::multiply::{BfmmlaOp, SMullOp, Sdot2dOp, SdotOp, SmmlaOp, UmmlaOp, UsmmlaOp};

/// Whether each of two factors is signed.
type Signs = [bool; 2];

const SIGNED: Signs = [true, true];
const UNSIGNED: Signs = [false, false];
const UNSIGNED_BY_SIGNED: Signs = [false, true];

/// The layout of products and sums.
#[derive(Clone, Copy)]
enum Layout {
    /// Each sum is the dot product of a row of the first factor and a row of the second one, of two rows
    /// each; the rows have this length.
    Matrix(usize),
    /// Each sum is of this number of contiguous lanes.
    Row(usize),
}

impl Layout {
    fn n_products(self) -> usize {
        match self {
            Layout::Matrix(length) | Layout::Row(length) => length,
        }
    }

    /// The lanes of both factors for product `step` of sum `sum`.
    fn lanes(self, sum: usize, step: usize) -> [usize; 2] {
        match self {
            Layout::Row(length) => [sum * length + step; 2],
            Layout::Matrix(length) => {
                let (tile, row, column) = (sum / 4, sum % 4 / 2, sum % 2);
                [row, column].map(|row| (2 * tile + row) * length + step)
            }
        }
    }
}

/// Appends the sums of the first operand and of products of the others; `sum` computes a sum from
/// an accumulator and the factors.
fn accumulate<'a>(
    op: OpRef<'a>,
    emit: &mut Emit<'a, '_>,
    layout: Layout,
    sum: impl Fn(&Value, &mut dyn Iterator<Item = [&Value; 2]>) -> Option<Value> + Send + Sync + 'static,
) -> Emitted {
    let n_sums = emit.lanes(op, op.result(0).ty())?.unwrap_or(0);
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let [acc, a, b] = [0, 1, 2].map(|index| m.get(operands[index]));
        let lane = |at: usize| {
            let mut factors = (0..layout.n_products()).map(|step| {
                let [left, right] = layout.lanes(at, step);
                [a.part(left), b.part(right)]
            });
            sum(acc.part(at), &mut factors).unwrap_or(Value::Poison)
        };
        Ok(Value::list((0..n_sums).map(lane).collect()))
    });
    Ok(())
}

/// A factor of `width` bits as an integer.
fn number(value: &Value, width: u32, is_signed: bool) -> Option<i64> {
    let bits = value.bits()?;
    Some(if is_signed { sign_extend(bits, width) } else { bits as i64 })
}

fn width_of(op: OpRef, ty: Type) -> u32 {
    ty.element_or_self(op.cx()).int_width(op.cx()).unwrap_or(0)
}

fn integers<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, layout: Layout, signs: Signs) -> Emitted {
    let (narrow, wide) = (width_of(op, op.operand(1).ty()), width_of(op, op.result(0).ty()));
    accumulate(op, emit, layout, move |acc, factors| {
        let mut total = acc.bits()?;
        for [a, b] in factors {
            let product = number(a, narrow, signs[0])?.wrapping_mul(number(b, narrow, signs[1])?);
            total = total.wrapping_add(product as u64);
        }
        Some(Value::Bits(total & mask(wide)))
    })
}

/// Each step is rounded, in order, as contractions are computed; the rounding of the
/// instructions depends on the processor.
fn floats<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>, layout: Layout) -> Emitted {
    accumulate(op, emit, layout, |acc, factors| {
        let wide = |value: &Value| {
            let converted = value.float(FloatKind::BF16)?.convert(FloatKind::F32, Rounding::NearestTiesToEven);
            Some(Value::from(converted.value))
        };
        let mut total = acc.clone();
        for [a, b] in factors {
            let product = FloatOp::Mul.apply(FloatKind::F32, &wide(a)?, &wide(b)?);
            total = FloatOp::Add.apply(FloatKind::F32, &total, &product);
        }
        Some(total)
    })
}

/// Rows of `name(Op, ..) = layout, signs;`.
macro_rules! sums {
    ($($name:ident($($op:ident),*) = $layout:expr, $signs:expr;)*) => {$(
        #[allow(missing_docs)] // Documented at the operation of this name.
        pub fn $name<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
            integers(op, emit, $layout, $signs)
        }
        $(impl Evaluator for $op {
            fn eval<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
                $name(op, emit)
            }
        })*
    )*};
}

sums! {
    sdot(SdotOp, Sdot2dOp) = Layout::Row(4), SIGNED;
    udot() = Layout::Row(4), UNSIGNED;
    smmla(SmmlaOp) = Layout::Matrix(8), SIGNED;
    ummla(UmmlaOp) = Layout::Matrix(8), UNSIGNED;
    usmmla(UsmmlaOp) = Layout::Matrix(8), UNSIGNED_BY_SIGNED;
}

/// Matrix multiplication of floats.
#[eval(BfmmlaOp)]
pub fn bfmmla<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    floats(op, emit, Layout::Matrix(4))
}

#[eval(SMullOp)]
fn smull<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let (narrow, wide) = (width_of(op, op.value(SMullOp::a).ty()), width_of(op, op.result(0).ty()));
    emit.binary(op, move |a, b| {
        let product = number(a, narrow, true).zip(number(b, narrow, true)).map(|(a, b)| a.wrapping_mul(b));
        Ok(product.map_or(Value::Poison, |product| Value::Bits(product as u64 & mask(wide))))
    })
}
