//! Whole-function vectorization: scalar functions become functions for many lanes.
//!
//! In reading order: [`clauses`] what is said about a function; [`mod@lowered`] the function with branches only, [`graph`] the function; [`shape`] how values relate between
//! lanes, [`mod@transfer`] what operations do to that, [`lanes`] the analysis of a function; [`blocks`] properties of blocks
//! and cycles; [`mod@skip`] what is skipped if no lane needs it; [`linear`] the order of blocks for all lanes; [`plan`] all of this together, [`mod@print`] as text;
//! [`variables`] and [`masks`] what code is made with, [`mod@generate`] the code; [`loops`] call sites, [`parallel`] those of several dimensions, [`conflict`] turns that need one another, [`versions`] loops for some values of what they take; [`targets`] machines; [`wfv`] the pass.

use rmlir::pass::PassDef;

pub mod blocks;
pub mod clauses;
pub mod conflict;
pub mod declined;
pub mod generate;
pub mod graph;
pub mod lanes;
pub mod linear;
pub mod loops;
pub mod lowered;
pub mod masks;
pub mod parallel;
pub mod plan;
pub mod print;
pub mod shape;
pub mod skip;
pub mod targets;
pub mod transfer;
pub mod variables;
pub mod versions;
pub mod wfv;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[wfv::Wfv::DEF];
