//! Queries about the tensors of one body.
//!
//! Operations that do not implement the interface, or that the operation filter excludes, are handled conservatively:
//! they may read, write and alias any tensor.

use rmlir::core::body::ValueDefinition;
use rmlir::prelude::*;
use rustc_hash::FxHashSet;

use super::alias::{AliasingOperand, AliasingValue, Relation, Use};
use super::chain::Traversal;
use super::interface::{BufferizableOp, Session, State, SubsetInsertion};
use super::owner::{has_tensors, is_tensor, owner_of};
use crate::ToBufferOp;

/// Whether `op` has tensors that must be bufferized.
pub fn has_tensor_semantics(op: OpRef, session: &Session) -> bool {
    session.options.any_model(op).map_or_else(|| has_tensors(op), |model| model.has_tensor_semantics(op))
}

impl<'s> State<'s> {
    /// A state without an analysis.
    pub fn without_analysis(session: &'s Session) -> Self {
        Self { session, facts: None }
    }

    /// The implementation of the interface by `op`, if the operation filter allows it.
    pub fn model(&self, op: OpRef) -> Option<&'static dyn BufferizableOp> {
        self.session.options.model(op)
    }

    /// The subset insertion that `op` performs, if any.
    pub fn subset_insertion<'a>(&self, op: OpRef<'a>) -> Option<&'a dyn SubsetInsertion> {
        self.session.options.any_model(op).and_then(|model| model.subset_insertion())
    }

    /// See [`BufferizableOp::aliasing_operands`].
    pub fn aliasing_operands(&self, value: ValueRef) -> Vec<AliasingOperand> {
        let op = owner_of(value);
        if let Some(model) = self.model(op) {
            return model.aliasing_operands(op, value.id, self);
        }
        let is_inner = match value.def() {
            ValueDefinition::Argument(block, _) => !value.body.is_entry(block),
            ValueDefinition::Result(..) => false,
        };
        if is_inner {
            return Vec::new();
        }
        let alias = |index| AliasingOperand {
            operand: Use { op: op.id, index },
            relation: Relation::Unknown,
            is_definite: false,
        };
        (0..op.n_operands()).filter(|&index| is_tensor(op.cx(), op.operand(index).ty())).map(alias).collect()
    }

    /// See [`BufferizableOp::aliasing_values`].
    pub fn aliasing_values(&self, body: &Body, operand: Use) -> Vec<AliasingValue> {
        let op = OpRef::new(body, operand.op);
        match self.model(op) {
            Some(model) => model.aliasing_values(op, operand.index, self),
            None => unknown_aliasing_values(op),
        }
    }

    /// The operands of `op` of which `value` is an aliasing value.
    pub fn inverted_aliasing_values(&self, op: OpRef, value: Value) -> Vec<AliasingOperand> {
        let mut found = Vec::new();
        for index in 0..op.n_operands() {
            if !is_tensor(op.cx(), op.operand(index).ty()) {
                continue;
            }
            let operand = Use { op: op.id, index };
            for alias in self.aliasing_values(op.body, operand) {
                if alias.value == value {
                    found.push(AliasingOperand { operand, relation: alias.relation, is_definite: alias.is_definite });
                }
            }
        }
        found
    }

    /// See [`BufferizableOp::reads`].
    pub fn reads(&self, body: &Body, operand: Use) -> bool {
        let op = OpRef::new(body, operand.op);
        self.model(op).is_none_or(|model| model.reads(op, operand.index, self))
    }

    /// See [`BufferizableOp::writes`].
    pub fn writes(&self, body: &Body, operand: Use) -> bool {
        let op = OpRef::new(body, operand.op);
        self.model(op).is_none_or(|model| model.writes(op, operand.index, self))
    }

    /// Whether an operand is neither read nor written, but has aliasing values.
    pub fn only_aliases(&self, body: &Body, operand: Use) -> bool {
        let op = OpRef::new(body, operand.op);
        self.model(op).is_some_and(|model| {
            !model.reads(op, operand.index, self)
                && !model.writes(op, operand.index, self)
                && !model.aliasing_values(op, operand.index, self).is_empty()
        })
    }

    /// Whether the operation that defines `value` defines its elements.
    pub fn is_defined_with_elements(&self, value: ValueRef) -> bool {
        let Some(op) = value.defining_op() else { return true };
        self.model(op).is_none_or(|model| model.result_is_written(op, value, self))
    }

    /// Whether a result is written: it has no aliasing operand, or one that is written to, or one whose elements are
    /// defined inside the operation.
    pub fn is_result_written_by_default(&self, op: OpRef, result: ValueRef) -> bool {
        let aliases = match self.session.options.any_model(op) {
            Some(model) => model.aliasing_operands(op, result.id, self),
            None => self.aliasing_operands(result),
        };
        if aliases.is_empty() || aliases.iter().any(|alias| self.writes(op.body, alias.operand)) {
            return true;
        }
        let written_inside = |value: ValueRef| {
            let owner = owner_of(value);
            // In a graph region the chain may come back to the results of the operation.
            let is_own_result = value.defining_op().is_some_and(|def| def.id == op.id);
            !is_own_result && op.body.is_ancestor(op.id, owner.id) && self.is_defined_with_elements(value)
        };
        let config = Traversal { include_leaves: false, ..Traversal::default() };
        aliases.iter().any(|alias| !self.find_in_chain(op.body, alias.operand, &written_inside, config).is_empty())
    }

    /// Whether the elements of `value` are read, directly or through aliasing values.
    pub fn is_value_read(&self, body: &Body, value: Value) -> bool {
        let mut work: Vec<Use> = Use::all(body, value).collect();
        let mut seen = FxHashSet::default();
        while let Some(operand) = work.pop() {
            if !seen.insert(operand) {
                continue;
            }
            if self.only_aliases(body, operand) {
                for alias in self.aliasing_values(body, operand) {
                    work.extend(Use::all(body, alias.value));
                }
            }
            if self.reads(body, operand) {
                return true;
            }
        }
        false
    }

    /// Whether an alias of `value` is written to in place.
    pub fn is_value_written(&self, body: &Body, value: Value) -> bool {
        let is_write = |operand: Use| self.is_in_place(body, operand) && self.writes(body, operand);
        self.aliases(value).iter().any(|&alias| Use::all(body, alias).any(is_write))
    }

    /// Whether an operand bufferizes in place.
    pub fn is_in_place(&self, body: &Body, operand: Use) -> bool {
        match &self.facts {
            Some(facts) => facts.in_place.contains(&operand),
            None => OpRef::new(body, operand.op).is::<ToBufferOp>() || !self.writes(body, operand),
        }
    }

    /// Whether two values have the same buffer.
    pub fn are_equivalent(&self, left: Value, right: Value) -> bool {
        self.facts.as_ref().is_some_and(|facts| facts.equivalent.are_equivalent(left, right))
    }

    /// Whether the buffers of two values may overlap.
    pub fn are_aliasing(&self, left: Value, right: Value) -> bool {
        self.facts.as_ref().is_none_or(|facts| facts.aliases.are_equivalent(left, right))
    }

    /// The values whose buffers may overlap that of `value`.
    pub fn aliases(&self, value: Value) -> &[Value] {
        self.facts.as_ref().map_or(&[], |facts| facts.aliases.members(value))
    }

    /// Whether the buffer of `value` may be written to.
    pub fn is_writable(&self, value: ValueRef) -> bool {
        let op = owner_of(value);
        self.model(op).is_some_and(|model| model.is_writable(op, value, self))
    }

    /// Whether the elements of an operand's copy are not needed.
    pub fn can_omit_copy(&self, body: &Body, operand: Use) -> bool {
        if self.facts.as_ref().is_some_and(|facts| facts.undefined.contains(&operand)) {
            return true;
        }
        if self.reads(body, operand) {
            return false;
        }
        self.writes(body, operand)
            || !self.aliasing_values(body, operand).iter().any(|alias| self.is_value_read(body, alias.value))
    }

    /// Marks an operand as in place, and joins its alias sets.
    pub fn set_in_place(&mut self, body: &Body, operand: Use) {
        let aliases = self.aliasing_values(body, operand);
        let facts = self.facts.as_mut().expect("decisions are made in an analysis");
        if !facts.in_place.insert(operand) {
            return;
        }
        for alias in aliases {
            facts.aliases.union(alias.value, operand.value(body));
        }
        facts.n_in_place += 1;
    }
}

/// All results and region arguments that are tensors, which may alias any operand.
pub(super) fn unknown_aliasing_values(op: OpRef) -> Vec<AliasingValue> {
    let args = op.regions().filter_map(RegionRef::entry).flat_map(BlockRef::args);
    let tensors = op.results().chain(args).filter(|value| is_tensor(op.cx(), value.ty()));
    tensors.map(|value| AliasingValue::unknown(value.id)).collect()
}
