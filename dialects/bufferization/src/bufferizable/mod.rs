//! The interface of operations that bufferize (upstream: `BufferizableOpInterface`), and queries based on it.
//!
//! Bufferization has two phases. First an analysis decides for each tensor operand whether it bufferizes *in place*,
//! that is whether the operation may write to the operand's buffer; an operand out of place gets a copy. Then each
//! operation is replaced by one on buffers. Both phases query the operations through [`BufferizableOp`].
//!
//! [`Options`] are the options of the pass, a [`Session`] holds the state of one execution of the pass, about functions
//! and new globals, and a [`State`] answers queries about one body: [`alias`] holds in-place decisions and alias sets.
//! `interface` declares these; `state` has the queries, `chain` follows reverse use-def chains, `resolve` inserts copies,
//! `regions` answers queries about loops; `buffers`, `tensors` and `types` build values and types.

pub mod alias;
mod buffers;
mod chain;
mod failure;
mod interface;
mod options;
mod own;
mod owner;
mod reachable;
pub mod regions;
mod resolve;
pub mod session;
mod state;
mod tensors;
pub mod types;

pub use self::alias::{AliasingOperand, AliasingValue, Classes, Facts, Relation, Use};
pub use self::buffers::{
    cast_buffer, cast_or_realloc, copy_buffer, create_alloc, fold_to_buffer_of_to_tensor, get_buffer,
    replace_with_buffers,
};
pub use self::chain::Traversal;
pub use self::failure::{Attempt, Failure};
pub use self::interface::{BufferizableOp, Model, ModelOf, Options, Session, State, SubsetInsertion};
pub use self::options::{Heuristic, Layout, MemorySpaceRule};
pub use self::owner::{is_tensor, owner_of};
pub use self::resolve::resolve_operand_conflicts;
pub use self::session::{Access, FunctionFacts, FunctionInfo, Functions, Globals};
pub use self::state::has_tensor_semantics;
pub use self::tensors::{allocate_tensor_for, dynamic_sizes_of, reified_dynamic_sizes};
pub use self::types::{buffer_type, buffer_type_in};
