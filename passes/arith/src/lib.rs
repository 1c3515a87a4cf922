//! Passes on arithmetic.
//!
//! [`expand`] expands operations to simpler ones, [`emulate_floats`] emulates them in a wider type,
//! [`emulate_wide_int`] in halves, [`ranges`] uses integer range analysis; `maker` is the builder of operations.

use rmlir::pass::PassDef;

pub mod emulate_floats;
pub mod emulate_wide_int;
pub mod expand;
pub mod maker;
pub mod ranges;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    emulate_floats::ArithEmulateUnsupportedFloats::DEF,
    emulate_wide_int::ArithEmulateWideInt::DEF,
    emulate_wide_int::memrefs::MemRefEmulateWideInt::DEF,
    expand::ArithExpand::DEF,
    ranges::narrow::ArithIntRangeNarrowing::DEF,
    ranges::unsigned::arith_unsigned_when_equivalent::DEF,
    ranges::optimize::int_range_optimizations::DEF,
];
