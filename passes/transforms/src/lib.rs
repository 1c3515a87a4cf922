//! The generic passes: canonicalize, cse, sccp, inline and the like.
//!
//! One file or folder per pass.

use rmlir::pass::PassDef;

pub mod canonicalize;
pub mod composite_fixed_point_pass;
pub mod control_flow_sink;
pub mod cse;
pub mod duplicate_function_elimination;
pub mod inline;
pub mod loop_invariant_code_motion;
pub mod memory_slots;
pub mod print_ir;
pub mod print_op_stats;
pub mod remove_dead_values;
pub mod sccp;
pub mod snapshot_op_locations;
pub mod strip_debuginfo;
pub mod symbol_dce;
pub mod symbol_privatize;
pub mod topological_sort;
pub mod view_op_graph;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    canonicalize::Canonicalize::DEF,
    composite_fixed_point_pass::CompositeFixedPoint::DEF,
    control_flow_sink::control_flow_sink::DEF,
    cse::cse::DEF,
    duplicate_function_elimination::duplicate_function_elimination::DEF,
    inline::Inline::DEF,
    loop_invariant_code_motion::loop_invariant_code_motion::DEF,
    memory_slots::mem2reg::Mem2Reg::DEF,
    print_ir::PrintIr::DEF,
    print_op_stats::PrintOpStats::DEF,
    remove_dead_values::RemoveDeadValues::DEF,
    sccp::sccp::DEF,
    snapshot_op_locations::SnapshotOpLocations::DEF,
    memory_slots::sroa::sroa::DEF,
    strip_debuginfo::strip_debug_info::DEF,
    symbol_dce::symbol_dce::DEF,
    symbol_privatize::SymbolPrivatize::DEF,
    topological_sort::topological_sort::DEF,
    view_op_graph::ViewOpGraph::DEF,
];
