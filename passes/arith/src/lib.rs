//! Passes on arithmetic.
//!
//! [`expand`] writes operations with simpler ones; `maker` is how they are made.

use rmlir::pass::PassDef;

pub mod expand;
mod maker;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[expand::ArithExpand::DEF];
