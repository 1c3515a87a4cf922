//! Where the buffer of an operand may come from: the chain of aliasing operands, backwards.

use rmlir::core::interfaces::CastOp;
use rmlir::prelude::*;
use rustc_hash::FxHashSet;

use super::{Relation, State, Use};

/// Which links of the chain are followed.
#[derive(Clone, Copy, Debug)]
pub struct Traversal {
    /// Values where the chain ends count, whether the condition holds or not.
    pub include_leaves: bool,
    /// Operands that are in place.
    pub in_place_only: bool,
    /// Operands of the same buffer.
    pub equivalent_only: bool,
    /// Operands of the same type, and of casts.
    pub same_type_or_casts_only: bool,
}

impl Default for Traversal {
    fn default() -> Self {
        Self { include_leaves: true, in_place_only: false, equivalent_only: false, same_type_or_casts_only: false }
    }
}

/// A list without duplicates.
#[derive(Default)]
struct ValueSet {
    list: Vec<Value>,
    members: FxHashSet<Value>,
}

impl ValueSet {
    fn insert(&mut self, value: Value) {
        if self.members.insert(value) {
            self.list.push(value);
        }
    }
    fn pop(&mut self) -> Option<Value> {
        let last = self.list.pop()?;
        self.members.remove(&last);
        Some(last)
    }
}

impl State<'_> {
    /// The first values on each path back from `operand` for which `condition` holds.
    pub fn find_in_chain(
        &self,
        body: &Body,
        operand: Use,
        condition: &dyn Fn(ValueRef) -> bool,
        config: Traversal,
    ) -> Vec<Value> {
        self.find_in_chain_visiting(body, operand, condition, config, &mut Vec::new())
    }

    /// As [`Self::find_in_chain`]; `visited` gets the operands that were followed.
    pub fn find_in_chain_visiting(
        &self,
        body: &Body,
        operand: Use,
        condition: &dyn Fn(ValueRef) -> bool,
        config: Traversal,
        visited: &mut Vec<Use>,
    ) -> Vec<Value> {
        visited.push(operand);
        let mut seen = FxHashSet::default();
        let (mut found, mut work) = (ValueSet::default(), ValueSet::default());
        work.insert(operand.value(body));
        while let Some(value) = work.pop() {
            if !seen.insert(value) {
                if config.include_leaves {
                    found.insert(value);
                }
                continue;
            }
            let view = ValueRef::new(body, value);
            if condition(view) {
                found.insert(value);
                continue;
            }
            let aliases = self.aliasing_operands(view);
            if aliases.is_empty() && config.include_leaves {
                found.insert(value);
            }
            for alias in aliases {
                let from = alias.operand.value(body);
                let is_cast = || view.defining_op().is_some_and(|op| op.interface::<dyn CastOp>().is_some());
                let is_end = (config.equivalent_only && alias.relation != Relation::Equivalent)
                    || (config.in_place_only && !self.is_in_place(body, alias.operand))
                    || (config.same_type_or_casts_only && body.ty(from) != view.ty() && !is_cast());
                if !is_end {
                    visited.push(alias.operand);
                    work.insert(from);
                } else if config.include_leaves {
                    found.insert(value);
                }
            }
        }
        found.list
    }

    /// The values that decide what the elements of `operand` are, before it.
    pub fn find_definitions(&self, body: &Body, operand: Use) -> Vec<Value> {
        let config = Traversal { include_leaves: false, ..Traversal::default() };
        self.find_in_chain(body, operand, &|value| self.is_defined_with_elements(value), config)
    }
}
