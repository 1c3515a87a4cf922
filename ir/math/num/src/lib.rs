//! Integers of any width and floats of any format.
//!
//! The values of attributes and folders: [`ApInt`], a two's complement bit vector without signedness, and [`ApFloat`],
//! a value in one of the [`FloatKind`]s. Arithmetic is exact or correctly rounded; texts are those of `mlir-opt`. The
//! crate is independent of the IR.

mod float;
mod int;

pub use float::{ApFloat, Conversion, FloatKind, IntConversion, NanEncoding, NonFinite, Rounding};
pub use int::ApInt;
