//! Constants and scaling of `tosa` to `arith`.

use rmlir::core::dense;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionPatterns, ConversionTarget};
use rmlir_arith as arith;
use rmlir_arith::{Arith, CmpIPredicate, ConstantOp as ArithConstantOp};
use rmlir_tosa::{ApplyScaleOp, ConstOp, RoundingMode};

/// Lower TOSA to the Arith dialect.
///
/// ```mlir
/// %0 = "tosa.const"() <{values = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
/// // becomes
/// %0 = arith.constant dense<1> : tensor<2xi32>
/// ```
#[pass(name = "tosa-to-arith", title = "TosaToArithPass", depends(Arith))]
pub struct TosaToArith {
    /// Whether to include the lowering for tosa.apply_rescale to arith.
    #[option(default = false)]
    include_apply_rescale: bool,
    /// Whether to prioritze lowering to 32-bit operations.
    #[option(name = "use-32-bit", default = false)]
    use_32_bit: bool,
}

impl Pass for TosaToArith {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut target = ConversionTarget::new(cx.cx());
        target.illegal_ops(&[ConstOp::NAME]).legal_dialects(&["arith"]);
        let mut patterns = ConversionPatterns::new();
        patterns.add(ConversionPattern::plain(constant::pattern()));
        if self.include_apply_rescale {
            target.illegal_ops(&[ApplyScaleOp::NAME]);
            patterns.add(ConversionPattern::plain(scale::pattern()));
            if self.use_32_bit {
                patterns.add(ConversionPattern::plain(scale_by_halves::pattern()));
            }
        }
        cx.convert_partially(&target, &patterns)
    }
}

#[pattern]
fn constant(op: ConstOp, rw: &mut Rewriter) -> Match {
    let values = op.values(rw);
    rw.replace_with(op, ArithConstantOp::build(values));
    Match::Yes
}

/// Builds operations on scalars, or elementwise on vectors or tensors.
struct Maker<'a, 'b, 'c> {
    rw: &'a mut Rewriter<'b, 'c>,
    /// The type of the result, in whose place elements of other types are.
    like: Type,
}

/// Rows of `name Op;`.
macro_rules! binary {
    ($($name:ident $op:ident;)*) => {$(
        fn $name(&mut self, a: Value, b: Value) -> Value {
            self.rw.value(arith::$op::build(a, b))
        }
    )*};
}

impl Maker<'_, '_, '_> {
    binary! {
        add AddIOp;
        sub SubIOp;
        mul MulIOp;
        shl ShLIOp;
        shr_signed ShRSIOp;
        shr_unsigned ShRUIOp;
    }

    /// The type of the result with other elements.
    fn of(&self, element: Type) -> Type {
        if self.like.is_shaped(self.rw) { self.like.with_element(self.rw, element) } else { element }
    }

    fn constant(&mut self, ty: Type, value: i64) -> Value {
        let element = ty.element_or_self(self.rw);
        let scalar = self.rw.int_attr(element, value);
        let value = match ty.is_shaped(self.rw) {
            true => dense::splat(self.rw.cx(), ty, scalar).expect("an integer is an element of this type"),
            false => scalar,
        };
        self.rw.value(ArithConstantOp::build(value))
    }

    fn compare(&mut self, a: Value, b: Value, predicate: CmpIPredicate) -> Value {
        self.rw.value(arith::CmpIOp::build(a, b, predicate))
    }

    fn select(&mut self, condition: Value, a: Value, b: Value) -> Value {
        self.rw.value(arith::SelectOp::build(condition, a, b))
    }

    fn extend_signed(&mut self, value: Value, ty: Type) -> Value {
        if self.rw.ty(value) == ty { value } else { self.rw.value(arith::ExtSIOp::build(ty, value)) }
    }

    fn extend_unsigned(&mut self, value: Value, ty: Type) -> Value {
        self.rw.value(arith::ExtUIOp::build(ty, value))
    }
}

/// Multiplies in 64 bits, adds half of the divisor and shifts.
#[pattern(benefit = 100)]
fn scale(op: ApplyScaleOp, rw: &mut Rewriter) -> Match {
    let mode = op.rounding_mode(rw);
    if mode == RoundingMode::InexactRound {
        return rw.no_match(op, "inexact rounding is not supported");
    }
    let (value, multiplier, shift) = (op.value(rw), op.multiplier(rw), op.shift(rw));
    let like = rw.ty(op.output(rw));
    let of_value = rw.ty(value);
    let mut m = Maker { rw, like };
    let (i32, i64) = (m.of(Type::I32), m.of(Type::I64));
    let zero = m.constant(of_value, 0);
    let one = m.constant(i64, 1);
    let thirty_one = m.constant(i32, 31);
    let shift32 = m.extend_unsigned(shift, i32);
    let value64 = m.extend_signed(value, i64);
    let multiplier64 = m.extend_signed(multiplier, i64);
    let mut product = m.mul(value64, multiplier64);
    let shift64 = m.extend_unsigned(shift32, i64);
    let round = m.shl(one, shift64);
    let round = m.shr_unsigned(round, one);
    product = m.add(product, round);
    if mode == RoundingMode::DoubleRound {
        let up = m.constant(i64, 1 << 30);
        let down = m.constant(i64, -(1 << 30));
        let is_positive = m.compare(value, zero, CmpIPredicate::Sge);
        let direction = m.select(is_positive, up, down);
        let rounded = m.add(direction, product);
        let is_large = m.compare(shift32, thirty_one, CmpIPredicate::Sgt);
        product = m.select(is_large, rounded, product);
    }
    let result = m.shr_signed(product, shift64);
    rw.replace_with(op, arith::TruncIOp::build(i32, result));
    Match::Yes
}

/// As [`scale`], on the halves of the product.
#[pattern(benefit = 200)]
fn scale_by_halves(op: ApplyScaleOp, rw: &mut Rewriter) -> Match {
    let mode = op.rounding_mode(rw);
    let (value, multiplier, shift) = (op.value(rw), op.multiplier(rw), op.shift(rw));
    let width = rw.ty(value).element_or_self(rw).int_width(rw);
    if mode == RoundingMode::InexactRound || width.is_none_or(|width| width > 32) {
        return rw.no_match(op, "inexact rounding, or more than 32 bits");
    }
    let like = rw.ty(op.output(rw));
    let mut m = Maker { rw, like };
    let i32 = m.of(Type::I32);
    let shift = m.extend_unsigned(shift, i32);
    let [zero, one, two, thirty, thirty_two] = [0, 1, 2, 30, 32].map(|value| m.constant(i32, value));
    let product = m.rw.create(arith::MulSIExtendedOp::build(value, multiplier));
    let (mut low, mut high) = (product.low(m.rw), product.high(m.rw));
    let is_over = m.compare(shift, thirty_two, CmpIPredicate::Sge);
    let rounds_high = m.compare(shift, thirty_two, CmpIPredicate::Sgt);
    let left = m.sub(thirty_two, shift);
    let right = m.sub(shift, thirty_two);
    let left = m.select(is_over, zero, left);
    let right = m.select(is_over, right, zero);
    if mode == RoundingMode::DoubleRound {
        let minus_one = m.constant(i32, -1);
        let is_positive = m.compare(value, zero, CmpIPredicate::Sge);
        let direction = m.select(is_positive, one, minus_one);
        let direction = m.select(is_over, direction, zero);
        let top = m.shr_unsigned(low, thirty);
        let rounded = m.add(top, direction);
        let carry = m.shr_signed(rounded, two);
        let round = m.shl(direction, thirty);
        low = m.add(low, round);
        high = m.add(high, carry);
    }
    let before = m.sub(shift, one);
    let bit = m.shl(one, before);
    let bit = m.select(rounds_high, zero, bit);
    let rounded = m.add(low, bit);
    let carries = m.compare(low, rounded, CmpIPredicate::Ugt);
    low = rounded;
    let carry = m.extend_unsigned(carries, i32);
    high = m.add(high, carry);
    let before = m.sub(right, one);
    let bit = m.shl(one, before);
    let bit = m.select(rounds_high, bit, zero);
    high = m.add(high, bit);
    high = m.shl(high, left);
    high = m.shr_signed(high, right);
    low = m.shr_unsigned(low, shift);
    low = m.select(is_over, zero, low);
    let mut result = m.add(low, high);
    if like != i32 {
        result = m.rw.value(arith::TruncIOp::build(like, result));
    }
    rw.replace(op, [result])
}
