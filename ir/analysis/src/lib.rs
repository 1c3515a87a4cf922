//! Questions about the IR that take more than one operation to answer.
//!
//! [`program`] numbers the bodies under an operation and resolves calls;
//! [`callgraph`] says what calls what; [`symbols`] says where symbols are referred to;
//! [`slices`] says what an operation depends on and what depends on it;
//! [`bounds`] says between which numbers indices and sizes are;
//! [`alias`] says which values may refer to the same memory;
//! [`layout`] says whether different indices of a memref are different elements;
//! [`dataflow`] finds facts about values by iterating to a fixed point;
//! [`mod@cfg`] says how control flows between blocks: dominators, cycles, control dependence;
//! [`uniformity`] says what is the same for all threads that run together.
//! Dominance of operations and effects live in the core, where the verifier needs them.

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
