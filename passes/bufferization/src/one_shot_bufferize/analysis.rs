//! The in-place analysis.
//!
//! Each tensor operand bufferizes in place unless that would conflict with earlier decisions; so the order matters for
//! the result, but not for correctness. The decisions determine which values share a buffer.

use rmlir::core::body::ValueDefinition;
use rmlir::core::dominance::Dominance;
use rmlir::prelude::*;
use rmlir_bufferization::ToTensorOp;
use rmlir_bufferization::bufferizable::{Facts, Relation, Session, State, Use, is_tensor};
use rustc_hash::FxHashMap;

use super::annotate::Marks;
use super::order::{ordered, post_order};

/// The analysis of one body.
pub struct Analysis<'b, 's> {
    pub(super) body: &'b Body<'b>,
    pub(super) dominance: Dominance<'b>,
    /// The decisions.
    pub state: State<'s>,
    /// The definitions of the elements of values, computed on demand.
    pub(super) definitions: FxHashMap<Value, Vec<Value>>,
    pub(super) marks: &'b mut Marks,
}

/// The tensor operands of `op`.
pub(super) fn tensor_operands(op: OpRef<'_>) -> impl Iterator<Item = Use> + '_ {
    let is = move |index: &usize| is_tensor(op.cx(), op.operand(*index).ty());
    (0..op.n_operands()).filter(is).map(move |index| Use { op: op.id, index })
}

impl<'b, 's> Analysis<'b, 's> {
    /// The initial state, with mandatory in-place decisions only.
    pub fn new(body: &'b Body<'b>, session: &'s Session, marks: &'b mut Marks) -> Self {
        let mut facts = Facts::default();
        let ops = post_order(body);
        for &op in &ops {
            let view = OpRef::new(body, op);
            let args = view.regions().flat_map(RegionRef::blocks).flat_map(BlockRef::args);
            for value in view.results().chain(args).filter(|value| is_tensor(body, value.ty())) {
                facts.aliases.insert(value.id);
                facts.equivalent.insert(value.id);
            }
        }
        let mut state = State { session, facts: Some(facts) };
        for &op in &ops {
            let view = OpRef::new(body, op);
            let Some(model) = session.options.model(view) else { continue };
            for operand in tensor_operands(view) {
                if model.must_be_in_place(view, operand.index, &state) {
                    state.set_in_place(body, operand);
                }
            }
        }
        Self { body, dominance: Dominance::new(body), state, definitions: FxHashMap::default(), marks }
    }

    /// Decides about all operands. Returns errors of the program, and of the result.
    pub fn run(&mut self) -> Vec<Box<Diagnostic>> {
        if let Err(error) = self.check_before() {
            return vec![error];
        }
        for op in ordered(self.body, &self.state) {
            for operand in tensor_operands(OpRef::new(self.body, op)) {
                self.decide(operand);
            }
        }
        self.find_equivalent();
        self.find_undefined();
        let mut errors = Vec::new();
        for op in post_order(self.body) {
            let view = OpRef::new(self.body, op);
            if let Some(model) = self.state.model(view)
                && let Err(error) = model.verify_analysis(view, &self.state)
            {
                errors.push(error);
            }
        }
        errors
    }

    fn decide(&mut self, operand: Use) {
        if self.writes_to_read_only(operand, false) || self.would_interfere(operand, false) {
            self.state.facts.as_mut().expect("an analysis has facts").n_out_of_place += 1;
        } else {
            self.state.set_in_place(self.body, operand);
        }
    }

    /// Refuses programs that the analysis does not support, or in which a mandatory in-place operand conflicts.
    fn check_before(&mut self) -> Checked {
        let looked_at = |op: &OpId| {
            let view = OpRef::new(self.body, *op);
            self.state.session.options.model(view).is_some()
        };
        let ops: Vec<OpId> = post_order(self.body).into_iter().filter(looked_at).collect();
        for &op in &ops {
            check_control_flow(OpRef::new(self.body, op), &self.state)?;
        }
        for op in ops {
            let view = OpRef::new(self.body, op);
            if view.is::<ToTensorOp>() && !view.get(ToTensorOp::restrict) && !self.body.is_unused(view.result(0).id) {
                return Err(view.error("to_tensor ops without `restrict` are not supported by One-Shot Analysis"));
            }
            for operand in tensor_operands(view) {
                if self.would_interfere(operand, true) {
                    return Err(view.error("not bufferizable under the given constraints: cannot avoid RaW conflict"));
                }
                if self.state.is_in_place(self.body, operand) && self.writes_to_read_only(operand, true) {
                    let message = "not bufferizable under the given constraints: would write to read-only buffer";
                    return Err(view.error(message));
                }
            }
        }
        Ok(())
    }

    /// Finds the results that are equivalent to an operand.
    fn find_equivalent(&mut self) {
        for op in post_order(self.body) {
            let view = OpRef::new(self.body, op);
            let Some(model) = self.state.model(view) else { continue };
            for result in view.results().filter(|result| is_tensor(self.body, result.ty())) {
                let aliases = self.state.aliasing_operands(result);
                let Some(first) = aliases.first().map(|alias| alias.operand.value(self.body)) else { continue };
                let mut all_equivalent = true;
                let mut same = None;
                for alias in aliases {
                    let value = alias.operand.value(self.body);
                    let is_same =
                        alias.relation == Relation::Equivalent && self.state.is_in_place(self.body, alias.operand);
                    if is_same && alias.is_definite {
                        same = Some(value);
                        all_equivalent = false;
                        break;
                    }
                    all_equivalent &= is_same && self.state.are_equivalent(value, first);
                }
                if all_equivalent && !model.allocates(view, result.id) {
                    same = Some(first);
                }
                let facts = self.state.facts.as_mut().expect("an analysis has facts");
                if let Some(same) = same {
                    facts.equivalent.union(result.id, same);
                }
            }
        }
    }

    /// Finds the uses of tensors whose elements are undefined.
    fn find_undefined(&mut self) {
        for op in post_order(self.body) {
            let view = OpRef::new(self.body, op);
            if self.state.model(view).is_none() {
                continue;
            }
            for result in view.results().filter(|result| is_tensor(self.body, result.ty())) {
                let uses: Vec<Use> = Use::all(self.body, result.id).collect();
                let Some(&first) = uses.first() else { continue };
                if self.definitions_of(first).is_empty() {
                    self.state.facts.as_mut().expect("an analysis has facts").undefined.extend(uses);
                }
            }
        }
    }

    /// The definitions of the elements of an operand.
    pub(super) fn definitions_of(&mut self, operand: Use) -> Vec<Value> {
        let value = operand.value(self.body);
        if let Some(known) = self.definitions.get(&value) {
            return known.clone();
        }
        let found = self.state.find_definitions(self.body, operand);
        self.definitions.insert(value, found.clone());
        found
    }

    /// The block that defines `value`.
    pub(super) fn block_of(&self, value: Value) -> Option<BlockId> {
        match self.body.value_def(value) {
            ValueDefinition::Result(op, _) => self.body.block_of(op),
            ValueDefinition::Argument(block, _) => Some(block),
        }
    }
}

/// Refuses several blocks in a region if the operation does not support them.
pub(super) fn check_control_flow(op: OpRef, state: &State) -> Checked {
    let supports = state.model(op).is_none_or(|model| model.supports_unstructured_control_flow());
    if supports || op.regions().all(|region| region.blocks().nth(1).is_none()) {
        return Ok(());
    }
    Err(op.error(
        "op or BufferizableOpInterface implementation does not support unstructured control flow, but at least one \
         region has multiple blocks",
    ))
}
