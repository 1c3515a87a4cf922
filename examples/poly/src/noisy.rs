//! The dialect of integers with noise, as in homomorphic encryption: each operation adds noise, and a value with too
//! much of it cannot be decoded. The range of the noise, in bits, is inferred as that of an integer.

use rmlir::prelude::*;

dialect! {
    /// Integers with noise.
    pub Noisy = "noisy" {
        types: [I32Type],
        ops: [AddOp, SubOp, MulOp, EncodeOp, DecodeOp, ReduceNoiseOp],
        passes: [crate::reduce_noise::ReduceNoise],
    }
}

/// The bits of noise of a new value.
pub const INITIAL_NOISE: u64 = 12;

/// The bits of noise that can be decoded.
pub const MAX_NOISE: u64 = 26;

/// An integer of 32 bits with noise.
#[ty(name = "noisy.i32")]
pub struct I32Type {}

/// An integer of at most five bits.
#[allow(non_upper_case_globals)]
static SmallInteger: TypeConstraint = TypeConstraint {
    summary: "1-bit signless integer or 2-bit signless integer or 3-bit signless integer or 4-bit signless integer or 5-bit signless integer",
    check: |cx, ty| ty.signless_width(cx).is_some_and(|width| width <= 5),
    builds: None,
};

/// A sum; the noise is that of the noisier operand and one bit more.
#[op(
    name = "noisy.add",
    traits(Pure, SameOperandsAndResultType),
    interfaces(InferIntRange),
    format = "$lhs `,` $rhs attr-dict `:` qualified(type($output))"
)]
pub struct AddOp {
    #[operand]
    lhs: I32Type,
    #[operand]
    rhs: I32Type,
    #[result]
    output: I32Type,
}

/// A difference; the noise is as that of a sum.
#[op(
    name = "noisy.sub",
    traits(Pure, SameOperandsAndResultType),
    interfaces(InferIntRange),
    format = "$lhs `,` $rhs attr-dict `:` qualified(type($output))"
)]
pub struct SubOp {
    #[operand]
    lhs: I32Type,
    #[operand]
    rhs: I32Type,
    #[result]
    output: I32Type,
}

/// A product; the bits of noise are added.
#[op(
    name = "noisy.mul",
    traits(Pure, SameOperandsAndResultType),
    interfaces(InferIntRange),
    format = "$lhs `,` $rhs attr-dict `:` qualified(type($output))"
)]
pub struct MulOp {
    #[operand]
    lhs: I32Type,
    #[operand]
    rhs: I32Type,
    #[result]
    output: I32Type,
}

/// An integer with new noise.
#[op(
    name = "noisy.encode",
    traits(Pure),
    interfaces(InferIntRange),
    format = "$input attr-dict `:` type($input) `->` qualified(type($output))"
)]
pub struct EncodeOp {
    #[operand]
    input: SmallInteger,
    #[result]
    output: I32Type,
}

/// The integer without noise.
#[op(name = "noisy.decode", traits(Pure), format = "$input attr-dict `:` qualified(type($input)) `->` type($output)")]
pub struct DecodeOp {
    #[operand]
    input: I32Type,
    #[result]
    output: SmallInteger,
}

/// The same integer with as little noise as a new one. Expensive.
#[op(
    name = "noisy.reduce_noise",
    traits(Pure, SameOperandsAndResultType),
    interfaces(InferIntRange),
    format = "$input attr-dict `:` qualified(type($output))"
)]
pub struct ReduceNoiseOp {
    #[operand]
    input: I32Type,
    #[result]
    output: I32Type,
}

fn range(min: u64, max: u64) -> IntRange {
    IntRange::from_unsigned(ApInt::new(32, min), ApInt::new(32, max))
}

/// The least and the most noise of an operand.
fn bounds(range: Option<&IntRange>) -> Option<(u64, u64)> {
    let (min, max) = &range?.unsigned;
    Some((min.to_u64()?, max.to_u64()?))
}

/// Implements the ranges of the result by a function of those of the operands.
macro_rules! noise {
    ($($op:ident: |$operands:ident| $noise:expr;)*) => {$(
        impl InferIntRange for $op<()> {
            fn infer_ranges(&self, op: OpRef, $operands: &[Option<IntRange>], set: &mut dyn FnMut(Value, IntRange)) {
                if let Some((min, max)) = $noise {
                    set(op.result(0).id, range(min, max));
                }
            }
        }
    )*};
}

noise! {
    EncodeOp: |_operands| Some((0, INITIAL_NOISE));
    ReduceNoiseOp: |_operands| Some((0, INITIAL_NOISE));
    AddOp: |operands| noise_of_sum(operands);
    SubOp: |operands| noise_of_sum(operands);
    MulOp: |operands| bounds(operands[0].as_ref()).zip(bounds(operands[1].as_ref()))
        .map(|(lhs, rhs)| (lhs.0 + rhs.0, lhs.1 + rhs.1));
}

fn noise_of_sum(operands: &[Option<IntRange>]) -> Option<(u64, u64)> {
    let [lhs, rhs] = [bounds(operands[0].as_ref())?, bounds(operands[1].as_ref())?];
    Some((lhs.0.min(rhs.0), lhs.1.max(rhs.1) + 1))
}
