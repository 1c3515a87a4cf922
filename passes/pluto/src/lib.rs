//! The PLuTo algorithm on affine functions: where its steps meet the IR.
//!
//! In reading order: [`extract`] takes a function apart into statements; [`mod@print`] shows what is found.
//! The algorithm knows no IR: `ir/polyhedral`.

use rmlir::pass::PassDef;

pub mod extract;
pub mod print;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[print::PrintAffineSchedule::DEF];
