//! If-conversion: control dependence becomes predicates, and blocks become guarded code in one block.
//!
//! The algorithm is RK (Park and Schlansker, "On Predicated Execution", HPL-91-58, 1991), one file per stage:
//!
//! | stage | here | the paper's |
//! |---|---|---|
//! | post-dominators | [`rmlir::analysis::cfg::DominatorTree`] | pdom, ipdom |
//! | control dependence with labels | [`rmlir::analysis::cfg::ControlDependence`] | CD |
//! | blocks that depend on the same share a predicate | [`graph::predicates`] | R and K |
//! | registers that may be read before they are set | [`graph::augment`] | augment K |
//! | linear order, definitions with compare types | [`graph::linear`] | code |
//!
//! These work on graphs only. [`region::level`] builds graphs of regions, in which inner cycles are nodes;
//! [`region::emit`] generates the code. [`region::hyperblock`] selects a part of a region only, with copies by
//! [`region::tail_duplication`], and says why blocks are not in it ([`region::excluded`]); [`region::cut_out`] converts
//! that part. [`region::structured`] inlines regions of `scf` operations before, [`pvec_promote`] removes unnecessary
//! guards, [`pvec_reverse_if_convert`] inserts branches around long stretches again; the conversions of predicates and
//! guards to bits and conditionals, and of masks to vectors, are in `passes/conversion`. [`explain`] prints the results
//! of the stages, with drawings by [`explain::svg`].

use rmlir::pass::PassDef;

pub mod explain;
pub mod graph;
pub mod if_convert;
pub mod print_if_conversion;
pub mod pvec_promote;
pub mod pvec_reverse_if_convert;
pub mod region;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    if_convert::IfConvert::DEF,
    print_if_conversion::PrintIfConversion::DEF,
    pvec_promote::pvec_promote::DEF,
    pvec_reverse_if_convert::PvecReverseIfConvert::DEF,
];
