//! The PLuTo algorithm on affine functions: where its steps meet the IR.
//!
//! In reading order: [`mod@normal`] makes functions fit; [`extract`] takes a function apart into statements; `plan` is
//! what is found about these, with a second search in `backward`, which [`explain`] puts into words and pictures and [`mod@print`] shows; [`mod@privatize`]
//! gives turns of loops memory of their own; [`cheapest`] chooses between orders, [`wanted`] does as options say; [`affine_pluto`] is the whole way, [`mod@generate`] its end. [`detect`] asks
//! which loops are parallel as they stand.
//! The algorithm knows no IR: `ir/polyhedral`.

use rmlir::pass::PassDef;

pub mod affine_pluto;
mod backward;
pub mod cheapest;
pub mod detect;
pub mod explain;
pub mod extract;
pub mod generate;
pub mod normal;
pub mod plan;
pub mod planned;
pub mod print;
pub mod privatize;
pub mod wanted;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] =
    &[affine_pluto::AffinePluto::DEF, detect::AffineDetectParallel::DEF, print::PrintAffineSchedule::DEF];
