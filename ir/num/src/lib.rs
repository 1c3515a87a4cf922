//! Integers of any width and floats of any format.
//!
//! What attributes hold and folders compute with: [`ApInt`], a two's complement bit vector without signedness, and
//! [`ApFloat`], a value in one of the [`FloatKind`]s. Arithmetic is exact or rounded exactly once; texts are those of
//! `mlir-opt`. Nothing here knows about the IR.

mod float;
mod int;

pub use float::{ApFloat, Conversion, FloatKind, IntConversion, NanEncoding, NonFinite, Rounding};
pub use int::ApInt;
