//! Comparison and classification of floats.

use rmlir::prelude::*;

use crate::constraints::{Bools, Floats, truth_of};

questions! {
    /// Whether neither is NaN and they are equal.
    FOrdEqualOp "spirv.FOrdEqual" (Commutative) Floats;
    /// Whether neither is NaN and the first is greater.
    FOrdGreaterThanOp "spirv.FOrdGreaterThan" () Floats;
    /// Whether neither is NaN and the first is not less.
    FOrdGreaterThanEqualOp "spirv.FOrdGreaterThanEqual" () Floats;
    /// Whether neither is NaN and the first is less.
    FOrdLessThanOp "spirv.FOrdLessThan" () Floats;
    /// Whether neither is NaN and the first is not greater.
    FOrdLessThanEqualOp "spirv.FOrdLessThanEqual" () Floats;
    /// Whether neither is NaN and they are not equal.
    FOrdNotEqualOp "spirv.FOrdNotEqual" (Commutative) Floats;
    /// Whether one is NaN, or they are equal.
    FUnordEqualOp "spirv.FUnordEqual" (Commutative) Floats;
    /// Whether one is NaN, or the first is greater.
    FUnordGreaterThanOp "spirv.FUnordGreaterThan" () Floats;
    /// Whether one is NaN, or the first is not less.
    FUnordGreaterThanEqualOp "spirv.FUnordGreaterThanEqual" () Floats;
    /// Whether one is NaN, or the first is less.
    FUnordLessThanOp "spirv.FUnordLessThan" () Floats;
    /// Whether one is NaN, or the first is not greater.
    FUnordLessThanEqualOp "spirv.FUnordLessThanEqual" () Floats;
    /// Whether one is NaN, or they are not equal.
    FUnordNotEqualOp "spirv.FUnordNotEqual" (Commutative) Floats;
    /// Whether neither is NaN.
    OrderedOp "spirv.Ordered" (Commutative) Floats;
    /// Whether one is NaN.
    UnorderedOp "spirv.Unordered" (Commutative) Floats;
}

/// Classifications of a float.
#[op_class(
    traits(Pure, SameOperandsAndResultShape, SameTypeOperands),
    format = "$operand `:` type($operand) attr-dict"
)]
struct Classification {
    #[operand]
    operand: Floats,
    #[result(derive(from = "operand", with = truth_of,
                    summary = "type of result to correspond to the `i1` equivalent of the operand"))]
    result: Bools,
}

/// Whether it is neither infinite nor NaN.
#[op(name = "spirv.IsFinite", classes(Classification))]
pub struct IsFiniteOp;

/// Whether it is infinite.
#[op(name = "spirv.IsInf", classes(Classification))]
pub struct IsInfOp;

/// Whether it is NaN.
#[op(name = "spirv.IsNan", classes(Classification))]
pub struct IsNanOp;

/// Whether it is a normal float: neither zero, subnormal, infinite nor NaN.
#[op(name = "spirv.IsNormal", classes(Classification))]
pub struct IsNormalOp;
