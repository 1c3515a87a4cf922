//! Whole-function vectorization: scalar functions become functions for many lanes.
//!
//! In reading order: [`clauses`] what is said about a function; [`mod@lowered`] the function with branches only, [`graph`] the function, [`table`] what is known by value; [`shape`] how values relate between
//! lanes, [`mod@transfer`] what operations do to that, [`lanes`] the analysis of a function; [`blocks`] properties of blocks
//! and cycles; [`mod@skip`] what is skipped if no lane needs it; [`linear`] the order of blocks for all lanes; [`plan`] all of this together, [`mod@print`] as text; [`mod@pieces`] what only some lanes run,
//! [`special`] copies of that for some masks, by [`mod@few`] and [`mod@coherent`];
//! [`variables`], [`masks`] and [`counting`] what code is made with, [`mod@generate`] the code; [`loops`] call sites, [`normal`] their normal form, [`carried`] loop-carried values, [`rounds`] what stands in their place, [`parallel`] those of several dimensions, [`conflict`] iterations that depend on one another, [`remarks`] what was done, [`mod@regroup`] loops taken apart at branches, [`versions`] loops for some values of what they take; [`targets`] machines; [`wfv`] the pass. [`cost`], [`mod@estimate`] and [`mod@pressure`]
//! what things cost, [`mod@select`] what is made for lanes if nobody says so, [`mod@explain`] what was found, to look at.

use rmlir::pass::PassDef;

pub mod blocks;
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
pub mod masks;
pub mod normal;
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
pub mod table;
pub mod targets;
pub mod transfer;
pub mod variables;
pub mod versions;
pub mod wfv;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] =
    &[wfv::Wfv::DEF, explain::WfvExplain::DEF, regroup::WfvRegroup::DEF, select::WfvSelect::DEF];
