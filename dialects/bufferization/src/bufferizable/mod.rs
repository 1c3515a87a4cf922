//! The interface of operations that bufferize (upstream: `BufferizableOpInterface`), and queries based on it.
//!
//! Bufferization has two phases. First an analysis decides for each tensor operand whether it bufferizes *in place*,
//! that is whether the operation may write to the operand's buffer; an operand out of place gets a copy. Then each
//! operation is replaced by one on buffers. Both phases query the operations through [`BufferizableOp`].
//!
//! [`Options`] are the options of the pass, a [`Session`] holds the state of one execution of the pass, about functions
//! and new globals, and a [`State`] answers queries about one body: [`alias`] holds in-place decisions and alias sets.
//! `chain` follows reverse use-def chains, `regions` answers queries about loops; `buffers`, `tensors` and `types`
//! build values and types.

pub mod alias;
mod buffers;
mod chain;
mod options;
mod own;
pub mod regions;
mod resolve;
pub mod session;
mod state;
mod tensors;
pub mod types;

use rmlir::prelude::*;

pub use self::alias::{Classes, Facts};
pub use self::buffers::{
    cast_buffer, cast_or_realloc, copy_buffer, create_alloc, fold_to_buffer_of_to_tensor, get_buffer,
    replace_with_buffers,
};
pub use self::chain::Traversal;
pub use self::options::{Heuristic, Layout, MemorySpaceRule, Model, ModelOf, Options};
pub use self::resolve::resolve_operand_conflicts;
pub use self::session::{Access, FunctionFacts, FunctionInfo, Functions, Globals, Session};
pub use self::state::{State, has_tensor_semantics, is_tensor, owner_of};
pub use self::tensors::{allocate_tensor_for, dynamic_sizes_of, reified_dynamic_sizes};
pub use self::types::{buffer_type, buffer_type_in};

/// A failure, with a diagnostic unless it was reported already.
#[derive(Debug, Default)]
pub struct Failure(pub Option<Box<Diagnostic>>);

impl From<Box<Diagnostic>> for Failure {
    fn from(diagnostic: Box<Diagnostic>) -> Self {
        Self(Some(diagnostic))
    }
}

/// The result of an attempt to build a value, or the failure.
pub type Attempt<T> = Result<T, Failure>;

/// A use of a value: an operation and the index of its operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Use {
    /// The operation.
    pub op: OpId,
    /// The index of the operand.
    pub index: usize,
}

impl Use {
    /// The operand's value.
    pub fn value(self, body: &Body) -> Value {
        body.operand(self.op, self.index)
    }

    /// The uses of `value`.
    pub fn all<'a>(body: &'a Body, value: Value) -> impl Iterator<Item = Use> + 'a {
        body.uses(value).map(|(op, index)| Use { op, index: index as usize })
    }
}

/// The relation between two buffers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// The buffers may overlap.
    Unknown,
    /// The buffers are equivalent: they are the same.
    Equivalent,
}

/// A value whose buffer aliases, or may alias, that of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AliasingValue {
    /// The value: a result, or an argument of a region or a block.
    pub value: Value,
    /// The relation between the buffers.
    pub relation: Relation,
    /// Whether the alias is definite (must-alias).
    pub is_definite: bool,
}

impl AliasingValue {
    /// Definitely the same buffer.
    pub fn equivalent(value: Value) -> Self {
        Self { value, relation: Relation::Equivalent, is_definite: true }
    }

    /// Possibly the same buffer.
    pub fn maybe_equivalent(value: Value) -> Self {
        Self { is_definite: false, ..Self::equivalent(value) }
    }

    /// Definitely a buffer that may overlap.
    pub fn overlapping(value: Value) -> Self {
        Self { relation: Relation::Unknown, ..Self::equivalent(value) }
    }

    /// Possibly a buffer that may overlap.
    pub fn unknown(value: Value) -> Self {
        Self { is_definite: false, ..Self::overlapping(value) }
    }
}

/// An operand whose buffer aliases, or may alias, that of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AliasingOperand {
    /// The operand.
    pub operand: Use,
    /// The relation between the buffers.
    pub relation: Relation,
    /// Whether the alias is definite (must-alias).
    pub is_definite: bool,
}

impl AliasingOperand {
    /// Possibly the same buffer.
    pub fn maybe_equivalent(op: OpId, index: usize) -> Self {
        Self { operand: Use { op, index }, relation: Relation::Equivalent, is_definite: false }
    }
}

/// An operation that inserts a tensor into a subset of another one.
pub trait SubsetInsertion: Send + Sync {
    /// The index of the operand that is inserted.
    fn source(&self) -> usize;
    /// The index of the operand that is the destination.
    fn destination(&self) -> usize;
    /// Whether `candidate` is equivalent to the subset of the destination; `same` tests whether
    /// two tensors have the same buffer.
    fn is_equivalent_subset(&self, op: OpRef, candidate: ValueRef, same: &dyn Fn(Value, Value) -> bool) -> bool;
    /// The values that must dominate the insertion point at which the subset is extracted.
    fn needed_values(&self, op: OpRef) -> Vec<Value> {
        op.operands().map(|operand| operand.id).collect()
    }
    /// Extracts the subset from the destination, at the insertion point, if that is possible.
    fn build_extraction(&self, _op: OpId, _rw: &mut Rewriter, _loc: Loc) -> Option<Value> {
        None
    }
}

/// The interface of operations that bufferize; see the module. Queries about an operand apply to tensor operands only.
#[allow(unused_variables)]
pub trait BufferizableOp: Send + Sync {
    /// Whether the operation reads the elements of operand `index`.
    fn reads(&self, op: OpRef, index: usize, state: &State) -> bool {
        true
    }

    /// Whether the operation writes to the buffer of operand `index` if that bufferizes in place.
    fn writes(&self, op: OpRef, index: usize, state: &State) -> bool {
        true
    }

    /// The values that may alias the buffer of operand `index` if that bufferizes in place.
    fn aliasing_values(&self, op: OpRef, index: usize, state: &State) -> Vec<AliasingValue> {
        Vec::new()
    }

    /// The operands whose buffer may alias that of `value`, a result or a region argument: by default, the inverse of
    /// [`Self::aliasing_values`].
    fn aliasing_operands(&self, op: OpRef, value: Value, state: &State) -> Vec<AliasingOperand> {
        state.inverted_aliasing_values(op, value)
    }

    /// Whether result `value` bufferizes to a new allocation.
    fn allocates(&self, op: OpRef, value: Value) -> bool {
        false
    }

    /// Whether the operation defines the elements of a result.
    fn result_is_written(&self, op: OpRef, result: ValueRef, state: &State) -> bool {
        state.is_result_written_by_default(op, result)
    }

    /// Whether operand `index` must bufferize in place: by default, if it is unranked and so cannot be copied.
    fn must_be_in_place(&self, op: OpRef, index: usize, state: &State) -> bool {
        op.operand(index).ty().shape(op.cx()).is_none()
    }

    /// Whether there is no conflict between `reading`, an operand that is read, and the write `writing`; one of them is
    /// an operand of this operation.
    fn is_not_conflicting(&self, op: OpRef, reading: Use, writing: Use, state: &State) -> bool {
        false
    }

    /// Whether operands are accessed element by element: no element is read after the same position was written.
    fn is_elementwise(&self, op: OpRef, operands: [Use; 2], state: &State) -> bool {
        false
    }

    /// Whether the buffer of `value`, a result or an argument, may be written to.
    fn is_writable(&self, op: OpRef, value: ValueRef, state: &State) -> bool {
        value.defining_op().is_some()
    }

    /// Whether region `index` is repetitive: it may be executed several times per execution of the operation.
    fn is_repetitive_region(&self, op: OpRef, index: usize) -> bool {
        regions::is_repetitive(op, index)
    }

    /// Whether region `index` is parallel: several instances of it may be executed concurrently.
    fn is_parallel_region(&self, op: OpRef, index: usize) -> bool {
        false
    }

    /// Whether regions may have several blocks.
    fn supports_unstructured_control_flow(&self) -> bool {
        false
    }

    /// Whether the operation has tensors that must be bufferized.
    fn has_tensor_semantics(&self, op: OpRef) -> bool {
        state::has_tensors(op)
    }

    /// The subset insertion that the operation performs, if any.
    fn subset_insertion(&self) -> Option<&dyn SubsetInsertion> {
        None
    }

    /// Verifies that the operation supports the results of the analysis.
    fn verify_analysis(&self, op: OpRef, state: &State) -> Checked {
        Ok(())
    }

    /// Inserts copies of operands that bufferize out of place.
    fn resolve_conflicts(&self, op: OpId, rw: &mut Rewriter, state: &State) -> Attempt<()> {
        resolve_operand_conflicts(op, rw, state)
    }

    /// The buffer type of `value`, a result or a region argument. `stack` holds the values whose
    /// buffer types are being computed.
    fn buffer_type(&self, value: ValueRef, session: &Session, stack: &mut Vec<Value>) -> Attempt<Type> {
        types::default_buffer_type(value, session, stack)
    }

    /// Replaces the operation by one on buffers. The insertion point is before it.
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()>;
}
