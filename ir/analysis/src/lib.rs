//! Analyses of the IR that span more than one operation.
//!
//! [`program`] numbers the bodies under an operation and resolves calls; [`callgraph`] is the call graph; [`symbols`]
//! finds the uses of symbols; [`slices`] computes backward and forward slices; [`bounds`] computes bounds of indices
//! and sizes; [`alias`] is alias analysis; [`layout`] decides whether different indices of a memref are different
//! elements; [`dataflow`] has analyses that iterate to a fixed point; [`mod@cfg`] has the analyses of the control-flow
//! graph: dominators, cycles, control dependence; [`uniformity`] finds the values that are the same for all threads
//! that run together. Dominance of operations and memory effects are in the core, where the verifier needs them.

pub mod alias;
pub mod bounds;
pub mod callgraph;
pub mod cfg;
pub mod dataflow;
pub mod layout;
pub mod program;
pub mod slices;
pub mod symbols;
pub mod uniformity;
