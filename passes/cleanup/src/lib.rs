//! The generic clean-up passes: canonicalize, cse, sccp, inline and their kin.
//!
//! One file per pass; [`bodies`] is how passes work on nested bodies.

use rmlir::pass::PassDef;

pub mod bodies;
pub mod canonicalize;
pub mod cse;
pub mod licm;
pub mod sccp;
pub mod strip_debug_info;
pub mod symbol_dce;
pub mod symbol_privatize;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    canonicalize::Canonicalize::DEF,
    cse::cse::DEF,
    licm::loop_invariant_code_motion::DEF,
    sccp::sccp::DEF,
    strip_debug_info::strip_debug_info::DEF,
    symbol_dce::symbol_dce::DEF,
    symbol_privatize::SymbolPrivatize::DEF,
];
