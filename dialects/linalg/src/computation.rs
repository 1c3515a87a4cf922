//! The computations of the regions of named operations.

use crate::attrs::{BinaryFn, TernaryFn, TypeFn, UnaryFn};

/// The computation on the elements of inputs and output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Computation {
    /// The input, cast.
    Copy(TypeFn),
    /// The input, as it is.
    Identity,
    /// A function of the inputs, which are not cast.
    Unary(UnaryFn),
    /// A function of the inputs, which are not cast.
    Binary(BinaryFn),
    /// A function of the inputs, which are not cast.
    Ternary(TernaryFn),
    /// The output plus the product of both inputs, cast.
    MultiplyAdd(TypeFn),
    /// The output plus the product of the first two inputs, each less its zero
    /// point, which are the other two inputs; all are cast.
    QuantizedMultiplyAdd,
    /// The output combined with the first input, cast.
    Combine(BinaryFn, TypeFn),
    /// A pseudo-random value between the first two inputs; the third is the seed.
    Random,
}

impl Computation {
    /// The computation with the cast of inputs replaced, if it has a cast.
    pub fn with_cast(self, cast: TypeFn) -> Self {
        match self {
            Computation::Copy(_) => Computation::Copy(cast),
            Computation::MultiplyAdd(_) => Computation::MultiplyAdd(cast),
            other => other,
        }
    }
}
