//! The PLuTo algorithm on affine functions: the interface between the algorithm and the IR.
//!
//! In reading order: [`mod@normal`] normalizes functions; [`extract`] extracts the statements of a function; `plan` is
//! the result of the analysis of these, with a second search in `backward` and the order of its loops in `choice`,
//! which [`explain`] formats as text and pictures and [`mod@print_affine_schedule`] prints; [`mod@privatize`] gives
//! loop iterations private memory; [`cheapest`] chooses between orders by cost, [`wanted`] by the options;
//! [`affine_pluto`] is the whole transformation by its [`options`], [`mod@generate`] its code generation.
//! [`affine_detect_parallel`] determines which loops are parallel in their original order. The algorithm is independent
//! of the IR: `ir/math/polyhedral`.

use rmlir::pass::PassDef;

pub mod affine_detect_parallel;
pub mod affine_pluto;
mod backward;
pub mod cheapest;
pub mod choice;
pub mod explain;
pub mod extract;
pub mod generate;
pub mod normal;
pub mod options;
pub mod plan;
pub mod planned;
pub mod print_affine_schedule;
pub mod privatize;
pub mod wanted;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    affine_pluto::AffinePluto::DEF,
    affine_detect_parallel::AffineDetectParallel::DEF,
    print_affine_schedule::PrintAffineSchedule::DEF,
];
