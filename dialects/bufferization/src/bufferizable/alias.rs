//! Aliasing operands and values, and the results of the analysis: in-place operands, alias sets and equivalence classes.

use rmlir::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

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

/// Disjoint classes of values (union-find). Members are in the order in which classes were joined.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    class_of: FxHashMap<Value, usize>,
    members: Vec<Vec<Value>>,
}

impl Classes {
    /// Adds `value` as a class of its own, unless it is in a class already, and returns the index of its class.
    pub fn insert(&mut self, value: Value) -> usize {
        *self.class_of.entry(value).or_insert_with(|| {
            self.members.push(vec![value]);
            self.members.len() - 1
        })
    }

    /// Joins the classes of two values.
    pub fn union(&mut self, left: Value, right: Value) {
        let (left, right) = (self.insert(left), self.insert(right));
        if left == right {
            return;
        }
        let moved = std::mem::take(&mut self.members[right]);
        for &value in &moved {
            self.class_of.insert(value, left);
        }
        self.members[left].extend(moved);
    }

    /// Whether two values are in one class.
    pub fn are_equivalent(&self, left: Value, right: Value) -> bool {
        left == right || self.class_of.get(&left).is_some_and(|class| self.class_of.get(&right) == Some(class))
    }

    /// The class of `value`.
    pub fn members(&self, value: Value) -> &[Value] {
        self.class_of.get(&value).map_or(&[], |&class| &self.members[class])
    }
}

/// The results of the analysis of one body.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The operands that bufferize in place.
    pub in_place: FxHashSet<Use>,
    /// Values whose buffers may overlap.
    pub aliases: Classes,
    /// Values whose buffers are the same.
    pub equivalent: Classes,
    /// Uses of tensors whose elements are undefined.
    pub undefined: FxHashSet<Use>,
    /// The number of operands that the analysis decided to bufferize in place.
    pub n_in_place: u64,
    /// The number of operands that the analysis decided to bufferize out of place.
    pub n_out_of_place: u64,
}
