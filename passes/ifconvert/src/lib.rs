//! If-conversion: control dependence becomes predicates, and blocks become guarded code in one block.
//!
//! The algorithm is RK (Park and Schlansker, "On Predicated Execution", HPL-91-58, 1991), one file per stage:
//!
//! | stage | here | the paper's |
//! |---|---|---|
//! | post-dominators | [`rmlir::analysis::cfg::DominatorTree`] | pdom, ipdom |
//! | control dependence with labels | [`rmlir::analysis::cfg::ControlDependence`] | CD |
//! | blocks that depend on the same share a predicate | [`predicates`] | R and K |
//! | registers that may be read before they are set | [`augment`] | augment K |
//! | linear order, definitions with compare types | [`linear`] | code |
//!
//! These work on graphs only. [`level`] builds graphs of regions, in which inner cycles are nodes; [`emit`] generates
//! the code. [`hyperblock`] selects a part of a region only, with copies by [`tail_duplication`], and says why blocks
//! are not in it ([`excluded`]); [`cut_out`] converts that part. [`structured`] inlines regions of `scf` operations
//! before, [`promote`] removes unnecessary guards, [`reverse`] inserts branches around long stretches again, and
//! [`lower`] lowers predicates and guards to bits and conditionals, [`to_vector`] masks to vectors. [`explain`] prints
//! the results of the stages, with drawings by [`svg`].

use rmlir::pass::PassDef;

pub mod augment;
pub mod cost;
pub mod cut_out;
pub mod edges;
pub mod emit;
pub mod excluded;
pub mod explain;
pub mod hyperblock;
pub mod if_convert;
pub mod level;
pub mod linear;
pub mod lower;
pub mod parts;
pub mod predicates;
pub mod promote;
pub mod reverse;
pub mod structured;
pub mod svg;
pub mod tail_duplication;
pub mod to_vector;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    lower::convert_pvec_to_scf::DEF,
    to_vector::convert_pvec_to_vector::DEF,
    if_convert::IfConvert::DEF,
    if_convert::PrintIfConversion::DEF,
    promote::pvec_promote::DEF,
    reverse::PvecReverseIfConvert::DEF,
];
