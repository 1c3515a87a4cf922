//! Passes on arithmetic.
//!
//! [`expand`] expands operations to simpler ones, [`emulate_unsupported_floats`] emulates them in a wider type,
//! [`emulate_wide_int`] in halves, [`ranges`] uses integer range analysis; `maker` is the builder of operations.

use rmlir::pass::PassDef;

pub mod emulate_unsupported_floats;
pub mod emulate_wide_int;
pub mod expand;
pub mod maker;
pub mod ranges;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    emulate_unsupported_floats::ArithEmulateUnsupportedFloats::DEF,
    emulate_wide_int::ArithEmulateWideInt::DEF,
    expand::ArithExpand::DEF,
    ranges::int_range_narrowing::ArithIntRangeNarrowing::DEF,
    ranges::unsigned_when_equivalent::arith_unsigned_when_equivalent::DEF,
    ranges::int_range_optimizations::int_range_optimizations::DEF,
];
