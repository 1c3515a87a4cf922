//! The results of the analysis: in-place operands, alias sets and equivalence classes.

use rmlir::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Use;

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
