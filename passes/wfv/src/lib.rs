//! Whole-function vectorization: scalar functions become functions for many lanes.
//!
//! In reading order: [`options`] the options of code generation; [`clauses`] and [`marks`] the attributes of
//! functions, arguments and loops, [`symbols`] the symbols of a module; [`mod@lowered`] structured control flow as
//! branches, [`graph`] the control-flow graph, [`table`] maps keyed by value; [`shape`] the lattice of relations
//! between lanes, [`mod@transfer`] its transfer functions, [`lanes`] the analysis of a function; [`blocks`] properties
//! of blocks and cycles; [`mod@skip`] branches around blocks without active lanes; [`linear`] the linear order of
//! blocks; [`plan`] the results of all analyses, [`mod@print`] as text; [`mod@pieces`] single-exit parts behind
//! divergent branches, [`special`] their copies for some masks, by [`mod@few`] and [`mod@coherent`], with [`branches`]
//! to them; [`variables`], [`masks`] and [`counting`] the building blocks of code generation, [`mod@generate`] code
//! generation, [`variants`] all variants of a function; [`loops`] call sites in marked loops, [`marked_loop`] one that
//! can be vectorized, [`normal`] their normal form, [`carried`] loop-carried values, [`rounds`] the loops that replace
//! them, [`parallel`] parallel loops of several dimensions, [`conflict`] dependences between iterations, [`remarks`]
//! optimization remarks, [`mod@regroup`] regrouping of iterations at branches, [`versions`] loop versioning for values
//! of invariant operands; [`targets`] machines; [`wfv`] the pass. [`cost`], [`mod@estimate`] and [`mod@pressure`] are
//! the cost models, [`mod@select`] selects functions and loops to vectorize, [`mod@explain`] reports the analyses.

use rmlir::pass::PassDef;

pub mod blocks;
mod branches;
pub mod carried;
pub mod clauses;
pub mod coherent;
pub mod conflict;
pub mod cost;
pub mod counting;
pub mod declined;
pub mod estimate;
pub mod explain;
pub mod few;
pub mod generate;
pub mod graph;
pub mod lanes;
pub mod linear;
pub mod loops;
pub mod lowered;
mod marked_loop;
pub mod marks;
pub mod masks;
pub mod normal;
pub mod options;
pub mod parallel;
pub mod pieces;
pub mod plan;
pub mod pressure;
pub mod print;
pub mod regroup;
pub mod remarks;
pub mod rounds;
pub mod select;
pub mod shape;
pub mod skip;
pub mod special;
mod symbols;
pub mod table;
pub mod targets;
pub mod transfer;
pub mod variables;
mod variants;
pub mod versions;
pub mod wfv;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] =
    &[wfv::Wfv::DEF, explain::WfvExplain::DEF, regroup::WfvRegroup::DEF, select::WfvSelect::DEF];
