//! The reverse use-def chain of tensors: the aliasing operands from which a buffer may originate.

use rmlir::core::interfaces::CastOp;
use rmlir::prelude::*;
use rustc_hash::FxHashSet;

use super::{Relation, State, Use};

/// The links of the chain that are followed.
#[derive(Clone, Copy, Debug)]
pub struct Traversal {
    /// The values at the end of the chain are returned even if the condition does not hold.
    pub include_leaves: bool,
    /// Only operands that bufferize in place are followed.
    pub in_place_only: bool,
    /// Only operands with an equivalent buffer are followed.
    pub equivalent_only: bool,
    /// Only operands of the same type, and those of casts, are followed.
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
    /// The first values on each reverse path from `operand` for which `condition` holds.
    pub fn find_in_chain(
        &self,
        body: &Body,
        operand: Use,
        condition: &dyn Fn(ValueRef) -> bool,
        config: Traversal,
    ) -> Vec<Value> {
        self.find_in_chain_visiting(body, operand, condition, config, &mut Vec::new())
    }

    /// As [`Self::find_in_chain`]; the operands that were followed are appended to `visited`.
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

    /// The definitions of the elements of `operand`, on its reverse use-def chain.
    pub fn find_definitions(&self, body: &Body, operand: Use) -> Vec<Value> {
        let config = Traversal { include_leaves: false, ..Traversal::default() };
        self.find_in_chain(body, operand, &|value| self.is_defined_with_elements(value), config)
    }
}
