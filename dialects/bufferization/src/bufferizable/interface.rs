//! The interface, and what its methods refer to: the options with the external models, the state of an execution of the
//! pass, and that of a body.

use rmlir::core::opdef::OpDef;
use rmlir::prelude::*;

use super::alias::{AliasingOperand, AliasingValue, Facts, Use};
use super::failure::Attempt;
use super::options::{Heuristic, Layout, MemorySpaceRule};
use super::owner::has_tensors;
use super::reachable::is_repetitive;
use super::session::{Functions, Globals};

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
        is_repetitive(op, index)
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
        has_tensors(op)
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
        state.resolve_conflicts_by_default(op, rw)
    }

    /// The buffer type of `value`, a result or a region argument. `stack` holds the values whose
    /// buffer types are being computed.
    fn buffer_type(&self, value: ValueRef, session: &Session, stack: &mut Vec<Value>) -> Attempt<Type> {
        session.buffer_type_by_default(value, stack)
    }

    /// Replaces the operation by one on buffers. The insertion point is before it.
    fn bufferize(&self, op: OpId, rw: &mut Rewriter, session: &mut Session) -> Attempt<()>;
}

/// The name of an operation and its external model, for operations of dialects that do not depend on this one.
pub type Model = (&'static str, &'static dyn BufferizableOp);

/// A function that returns the external model of operations with this definition.
pub type ModelOf = fn(&'static OpDef) -> Option<&'static dyn BufferizableOp>;

/// The options of bufferization.
#[derive(Clone, Default)]
pub struct Options {
    /// External models of operations, by name.
    pub models: &'static [Model],
    /// External models of families of operations.
    pub model_of: Option<ModelOf>,
    /// Alignment of allocations in bytes; 0 for none.
    pub alignment: u64,
    /// Layout of buffers where it cannot be inferred.
    pub unknown_layout: Layout,
    /// Layout of arguments and results of functions.
    pub boundary_layout: Layout,
    /// Memory space where it cannot be inferred.
    pub memory_space: MemorySpaceRule,
    /// Signatures of functions change too.
    pub function_boundaries: bool,
    /// Loops may yield new buffers.
    pub allow_return_allocs_from_loops: bool,
    /// Operations that do not implement the interface are allowed.
    pub allow_unknown_ops: bool,
    /// There is no analysis: every buffer that is written to is copied first.
    pub copy_before_write: bool,
    /// The analysis takes parallel regions into account.
    pub check_parallel_regions: bool,
    /// The results of the analysis are printed as attributes, and nothing is bufferized.
    pub test_analysis_only: bool,
    /// Conflicts are printed as attributes, too.
    pub print_conflicts: bool,
    /// Alias sets are printed as attributes, too.
    pub dump_alias_sets: bool,
    /// Only operations of these dialects are bufferized; of all dialects if empty.
    pub dialects: Vec<String>,
    /// Operations in functions with these names are not bufferized.
    pub denied_functions: Vec<String>,
    /// The order in which the analysis visits operations.
    pub heuristic: Heuristic,
    /// The seed of [`Heuristic::Fuzzer`].
    pub seed: u32,
}

impl Options {
    /// Whether the operation filter allows `op`.
    pub fn is_allowed(&self, op: OpRef) -> bool {
        let dialect = op.name_str().split_once('.').map_or("", |(dialect, _)| dialect);
        if !self.function_boundaries && dialect == "func" {
            return false;
        }
        if !self.dialects.is_empty() && !self.dialects.iter().any(|allowed| allowed == dialect) {
            return false;
        }
        if self.denied_functions.is_empty() {
            return true;
        }
        let function = OpRef::root(op.body).symbol_name().map(|name| name.str(op.cx()));
        !self.denied_functions.iter().any(|denied| Some(denied.as_str()) == function)
    }

    /// The implementation of the interface by `op`, or its external model, even if the operation filter excludes it. A
    /// model that a registry attaches is preferred to those of [`Options::models`].
    pub fn any_model(&self, op: OpRef) -> Option<&'static dyn BufferizableOp> {
        let def = op.def()?;
        let own = op.interface::<dyn BufferizableOp>();
        let by_name = || self.models.iter().find(|(name, _)| *name == def.name).map(|&(_, model)| model);
        own.or_else(by_name).or_else(|| self.model_of.and_then(|model_of| model_of(def)))
    }

    /// The implementation of the interface by `op`, or its external model, if the operation filter allows it.
    pub fn model(&self, op: OpRef) -> Option<&'static dyn BufferizableOp> {
        self.any_model(op).filter(|_| self.is_allowed(op))
    }

    /// The memory space for a tensor of type `ty`; `None` if it must be inferred,
    /// `Some(None)` is the default memory space.
    pub fn default_memory_space(&self, cx: &Context, ty: Type) -> Option<Option<Attr>> {
        match self.memory_space {
            MemorySpaceRule::Default => Some(None),
            MemorySpaceRule::MustInfer => None,
            MemorySpaceRule::Encoding => match ty.data(cx) {
                rmlir::core::types::TypeData::RankedTensor { encoding, .. } => Some(*encoding),
                _ => None,
            },
        }
    }
}

/// The state of one execution of the pass: options, functions and globals.
#[derive(Default)]
pub struct Session {
    /// The options of the pass.
    pub options: Options,
    /// The functions of the module.
    pub functions: Functions,
    /// The globals of the module.
    pub globals: Globals,
}

/// The state of the bufferization of one body; see the module.
pub struct State<'s> {
    /// Options, functions and globals.
    pub session: &'s Session,
    /// The results of the analysis so far; without an analysis, written operands are out of place and no values are
    /// known to be equivalent.
    pub facts: Option<Facts>,
}
