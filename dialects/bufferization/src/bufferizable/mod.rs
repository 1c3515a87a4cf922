//! What an operation says about its tensors becoming buffers (upstream:
//! `BufferizableOpInterface`), and what is computed of it.
//!
//! Making buffers of tensors goes in two steps. First an analysis decides for
//! each tensor operand whether its buffer may be used *in place*, that is
//! whether what the operation writes may go to the buffer the operand has; where
//! it may not, the operand gets a copy. Then each operation is replaced by one
//! on buffers. Both steps ask the operations by [`BufferizableOp`].
//!
//! [`Options`] say what is wanted, a [`Session`] holds what one run of the pass
//! knows of functions and makes of globals, and a [`State`] answers questions
//! about one body: [`alias`] holds what is in place, and which values share
//! buffers. `chain` follows tensors back to where they come from, `regions`
//! answers questions about loops; `buffers`, `tensors` and `types` make things.

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

/// Something could not be done; what is left to say about it.
#[derive(Debug, Default)]
pub struct Failure(pub Option<Box<Diagnostic>>);

impl From<Box<Diagnostic>> for Failure {
    fn from(diagnostic: Box<Diagnostic>) -> Self {
        Self(Some(diagnostic))
    }
}

/// What was made, or why not.
pub type Attempt<T> = Result<T, Failure>;

/// An operand: operation and number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Use {
    /// The operation.
    pub op: OpId,
    /// The number of the operand.
    pub index: usize,
}

impl Use {
    /// What is used.
    pub fn value(self, body: &Body) -> Value {
        body.operand(self.op, self.index)
    }

    /// The uses of `value`.
    pub fn all<'a>(body: &'a Body, value: Value) -> impl Iterator<Item = Use> + 'a {
        body.uses(value).map(|(op, index)| Use { op, index: index as usize })
    }
}

/// How two buffers relate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// They may overlap.
    Unknown,
    /// They are the same.
    Equivalent,
}

/// A value whose buffer is, or may be, that of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AliasingValue {
    /// The value: a result, or an argument of a region or a block.
    pub value: Value,
    /// How the buffers relate.
    pub relation: Relation,
    /// Whether they alias in each run.
    pub is_definite: bool,
}

impl AliasingValue {
    /// The same buffer for sure.
    pub fn equivalent(value: Value) -> Self {
        Self { value, relation: Relation::Equivalent, is_definite: true }
    }

    /// Perhaps the same buffer.
    pub fn maybe_equivalent(value: Value) -> Self {
        Self { is_definite: false, ..Self::equivalent(value) }
    }

    /// For sure a buffer that may overlap.
    pub fn overlapping(value: Value) -> Self {
        Self { relation: Relation::Unknown, ..Self::equivalent(value) }
    }

    /// Perhaps a buffer that may overlap.
    pub fn unknown(value: Value) -> Self {
        Self { is_definite: false, ..Self::overlapping(value) }
    }
}

/// An operand whose buffer is, or may be, that of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AliasingOperand {
    /// The operand.
    pub operand: Use,
    /// How the buffers relate.
    pub relation: Relation,
    /// Whether they alias in each run.
    pub is_definite: bool,
}

impl AliasingOperand {
    /// Perhaps the same buffer.
    pub fn maybe_equivalent(op: OpId, index: usize) -> Self {
        Self { operand: Use { op, index }, relation: Relation::Equivalent, is_definite: false }
    }
}

/// An operation that inserts a tensor into a part of another one.
pub trait SubsetInsertion: Send + Sync {
    /// The number of the operand that is inserted.
    fn source(&self) -> usize;
    /// The number of the operand that it is inserted into.
    fn destination(&self) -> usize;
    /// Whether `candidate` is that part of the destination; `same` says which
    /// tensors have the same buffer.
    fn is_equivalent_subset(&self, op: OpRef, candidate: ValueRef, same: &dyn Fn(Value, Value) -> bool) -> bool;
    /// What has to be defined where that part is taken out of the destination.
    fn needed_values(&self, op: OpRef) -> Vec<Value> {
        op.operands().map(|operand| operand.id).collect()
    }
    /// Takes that part out of the destination, at the insertion point, if that can be done.
    fn build_extraction(&self, _op: OpId, _rw: &mut Rewriter, _loc: Loc) -> Option<Value> {
        None
    }
}

/// See the module. Questions about an operand are asked of tensor operands only.
#[allow(unused_variables)]
pub trait BufferizableOp: Send + Sync {
    /// Whether the elements of operand `index` matter.
    fn reads(&self, op: OpRef, index: usize, state: &State) -> bool {
        true
    }

    /// Whether the operation writes to the buffer of operand `index` if that is in place.
    fn writes(&self, op: OpRef, index: usize, state: &State) -> bool {
        true
    }

    /// What may have the buffer of operand `index` if that is in place.
    fn aliasing_values(&self, op: OpRef, index: usize, state: &State) -> Vec<AliasingValue> {
        Vec::new()
    }

    /// What may have given `value`, a result or an argument in a region, its
    /// buffer: by default, the operands of which that value is an aliasing one.
    fn aliasing_operands(&self, op: OpRef, value: Value, state: &State) -> Vec<AliasingOperand> {
        state.inverted_aliasing_values(op, value)
    }

    /// Whether result `value` is a new buffer.
    fn allocates(&self, op: OpRef, value: Value) -> bool {
        false
    }

    /// Whether the operation decides what the elements of a result are.
    fn result_is_written(&self, op: OpRef, result: ValueRef, state: &State) -> bool {
        state.is_result_written_by_default(op, result)
    }

    /// Whether operand `index` has to be in place: by default, if it is not
    /// ranked and so cannot be copied.
    fn must_be_in_place(&self, op: OpRef, index: usize, state: &State) -> bool {
        op.operand(index).ty().shape(op.cx()).is_none()
    }

    /// Whether `reading`, an operand that is read, does not mind the write
    /// `writing`; one of them is an operand of this operation.
    fn is_not_conflicting(&self, op: OpRef, reading: Use, writing: Use, state: &State) -> bool {
        false
    }

    /// Whether operands are accessed element by element: none is read again
    /// after the same place was written to.
    fn is_elementwise(&self, op: OpRef, operands: [Use; 2], state: &State) -> bool {
        false
    }

    /// Whether the buffer of `value`, a result or an argument, may be written to.
    fn is_writable(&self, op: OpRef, value: ValueRef, state: &State) -> bool {
        value.defining_op().is_some()
    }

    /// Whether region `index` may run several times for one run of the operation.
    fn is_repetitive_region(&self, op: OpRef, index: usize) -> bool {
        regions::is_repetitive(op, index)
    }

    /// Whether region `index` may run several times at once.
    fn is_parallel_region(&self, op: OpRef, index: usize) -> bool {
        false
    }

    /// Whether regions may have several blocks.
    fn supports_unstructured_control_flow(&self) -> bool {
        false
    }

    /// Whether there are tensors that have to become buffers.
    fn has_tensor_semantics(&self, op: OpRef) -> bool {
        state::has_tensors(op)
    }

    /// What the operation inserts into what, if it does.
    fn subset_insertion(&self) -> Option<&dyn SubsetInsertion> {
        None
    }

    /// Refuses what the analysis found.
    fn verify_analysis(&self, op: OpRef, state: &State) -> Checked {
        Ok(())
    }

    /// Makes copies of operands that are not in place.
    fn resolve_conflicts(&self, op: OpId, rw: &mut Rewriter, state: &State) -> Attempt<()> {
        resolve_operand_conflicts(op, rw, state)
    }

    /// The type of the buffer of `value`, a result or an argument. `stack` holds
    /// the values whose buffer types are being asked for.
    fn buffer_type(&self, value: ValueRef, session: &Session, stack: &mut Vec<Value>) -> Attempt<Type> {
        types::default_buffer_type(value, session, stack)
    }

    /// Replaces the operation by one on buffers. The insertion point is before it.
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()>;
}
