//! Whole-function vectorization: scalar functions become functions for many lanes.
//!
//! In reading order: [`options`] the options of code generation; [`clauses`] and [`marks`] the attributes of functions,
//! arguments and loops, `symbols` the symbols of a module; [`analysis`] the control-flow graph of a function and the
//! shapes of its values, with the order of its blocks as the result, [`mod@print`] as text; [`branching`] divergent
//! branches; [`variables`], [`masks`] and [`counting`] the building blocks of code generation, [`mod@generate`] code
//! generation, `variants` all variants of a function; [`loops`] marked loops, [`mod@regroup`] regrouping of iterations
//! at branches; [`targets`] machines; [`wfv`] the pass. [`cost`] has the cost models, [`mod@select`] selects functions
//! and loops to vectorize, [`mod@print_wfv`] reports the analyses.

use rmlir::pass::PassDef;

pub mod analysis;
pub mod branching;
pub mod clauses;
pub mod cost;
pub mod counting;
pub mod declined;
pub mod elementwise;
pub mod generate;
pub mod loops;
pub mod marks;
pub mod masks;
pub mod options;
pub mod print;
pub mod print_wfv;
pub mod regroup;
pub mod select;
mod symbols;
pub mod targets;
pub mod variables;
mod variants;
pub mod wfv;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] =
    &[wfv::Wfv::DEF, print_wfv::WfvExplain::DEF, regroup::WfvRegroup::DEF, select::WfvSelect::DEF];
