//! Questions about floats.

use rmlir::prelude::*;

use crate::constraints::{Bools, Floats, truth_of};

/// Rows of `/// doc`, `Op "name" (traits);`.
macro_rules! binary {
    ($($(#[$doc:meta])* $op:ident $name:literal ($($trait:ident),*);)*) => {$(
        $(#[$doc])*
        #[op(name = $name, traits(Pure, SameOperandsAndResultShape, SameTypeOperands $(, $trait)*),
             format = "$operand1 `,` $operand2 `:` type($operand1) attr-dict")]
        pub struct $op {
            #[operand]
            operand1: Floats,
            #[operand]
            operand2: Floats,
            #[result(derive(from = "operand1", with = truth_of,
                            summary = "type of result to correspond to the `i1` equivalent of the operand"))]
            result: Bools,
        }
    )*};
}

binary! {
    /// Whether both are numbers and they are equal.
    FOrdEqualOp "spirv.FOrdEqual" (Commutative);
    /// Whether both are numbers and the first is greater.
    FOrdGreaterThanOp "spirv.FOrdGreaterThan" ();
    /// Whether both are numbers and the first is not less.
    FOrdGreaterThanEqualOp "spirv.FOrdGreaterThanEqual" ();
    /// Whether both are numbers and the first is less.
    FOrdLessThanOp "spirv.FOrdLessThan" ();
    /// Whether both are numbers and the first is not greater.
    FOrdLessThanEqualOp "spirv.FOrdLessThanEqual" ();
    /// Whether both are numbers and they are not equal.
    FOrdNotEqualOp "spirv.FOrdNotEqual" (Commutative);
    /// Whether one is NaN, or they are equal.
    FUnordEqualOp "spirv.FUnordEqual" (Commutative);
    /// Whether one is NaN, or the first is greater.
    FUnordGreaterThanOp "spirv.FUnordGreaterThan" ();
    /// Whether one is NaN, or the first is not less.
    FUnordGreaterThanEqualOp "spirv.FUnordGreaterThanEqual" ();
    /// Whether one is NaN, or the first is less.
    FUnordLessThanOp "spirv.FUnordLessThan" ();
    /// Whether one is NaN, or the first is not greater.
    FUnordLessThanEqualOp "spirv.FUnordLessThanEqual" ();
    /// Whether one is NaN, or they are not equal.
    FUnordNotEqualOp "spirv.FUnordNotEqual" (Commutative);
    /// Whether neither is NaN.
    OrderedOp "spirv.Ordered" (Commutative);
    /// Whether one is NaN.
    UnorderedOp "spirv.Unordered" (Commutative);
}

/// Rows of `/// doc`, `Op "name";`.
macro_rules! unary {
    ($($(#[$doc:meta])* $op:ident $name:literal;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, traits(Pure, SameOperandsAndResultShape, SameTypeOperands),
             format = "$operand `:` type($operand) attr-dict")]
        pub struct $op {
            #[operand]
            operand: Floats,
            #[result(derive(from = "operand", with = truth_of,
                            summary = "type of result to correspond to the `i1` equivalent of the operand"))]
            result: Bools,
        }
    )*};
}

unary! {
    /// Whether it is neither infinite nor NaN.
    IsFiniteOp "spirv.IsFinite";
    /// Whether it is infinite.
    IsInfOp "spirv.IsInf";
    /// Whether it is NaN.
    IsNanOp "spirv.IsNan";
    /// Whether it is a number whose fraction has all its bits.
    IsNormalOp "spirv.IsNormal";
}
