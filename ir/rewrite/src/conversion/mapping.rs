//! The mapping from values to their replacements during a conversion.
//!
//! Nearly always one value is replaced by one: such pairs are in a table indexed by the slot of the first, others in
//! maps.

use std::num::NonZeroU32;

use fixedbitset::FixedBitSet;
use rmlir_core::Value;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// Values that replace others jointly.
pub type Values = SmallVec<[Value; 2]>;

/// The mapping; see the module documentation.
#[derive(Default)]
pub struct Mapping {
    /// Indexed by slot: the replacement of the value.
    single: Vec<Option<Single>>,
    /// The replacements of one value by several, or by none.
    spread: FxHashMap<Value, Values>,
    /// The replacements of several values jointly.
    joint: FxHashMap<Values, Values>,
    /// Values that are replacements.
    targets: Targets,
}

/// The replacement of the value with this slot and version; the slot may have had other values before.
#[derive(Clone, Copy)]
struct Single {
    version: NonZeroU32,
    to: Value,
}

// There is one for each slot. Handles are larger in debug builds.
#[cfg(not(debug_assertions))]
const _: () = assert!(size_of::<Option<Single>>() == 12);

/// A set of values of one body: a bit set for the first value of each slot, which nearly all are.
#[derive(Default)]
struct Targets {
    first: FixedBitSet,
    later: FxHashSet<Value>,
}

impl Targets {
    fn insert(&mut self, value: Value) {
        match value.is_first_of_slot() {
            true => self.first.grow_and_insert(value.slot()),
            false => _ = self.later.insert(value),
        }
    }

    fn contains(&self, value: Value) -> bool {
        match value.is_first_of_slot() {
            true => self.first.contains(value.slot()),
            false => self.later.contains(&value),
        }
    }
}

impl Mapping {
    /// Maps `from` to `to`.
    pub fn insert(&mut self, from: &[Value], to: &[Value]) {
        to.iter().for_each(|&value| self.targets.insert(value));
        match (from, to) {
            (&[from], &[to]) => {
                self.spread.remove(&from);
                self.put_single(from, to);
            }
            (&[from], to) => {
                self.forget_single(from);
                self.spread.insert(from, to.into());
            }
            (from, to) => _ = self.joint.insert(from.into(), to.into()),
        }
    }

    fn put_single(&mut self, from: Value, to: Value) {
        if self.single.len() <= from.slot() {
            self.single.resize(from.slot() + 1, None);
        }
        self.single[from.slot()] = Some(Single { version: from.version(), to });
    }

    /// Removes the mapping of `from`.
    pub fn remove(&mut self, from: &[Value]) {
        match *from {
            [value] => {
                self.forget_single(value);
                self.spread.remove(&value);
            }
            _ => _ = self.joint.remove(from),
        }
    }

    fn forget_single(&mut self, value: Value) {
        if self.get_single(value).is_some() {
            self.single[value.slot()] = None;
        }
    }

    /// Returns whether `value` was ever the replacement of another value.
    pub fn is_target(&self, value: Value) -> bool {
        self.targets.contains(value)
    }

    #[inline]
    fn get_single(&self, value: Value) -> Option<&Value> {
        match self.single.get(value.slot()) {
            Some(Some(single)) if single.version == value.version() => Some(&single.to),
            _ => None,
        }
    }

    /// The replacements of `values`, unless they are empty.
    #[inline]
    pub fn get(&self, values: &[Value]) -> Option<&[Value]> {
        match *values {
            [value] => self.get_one(value),
            _ => self.joint.get(values).map(Values::as_slice).filter(|found| !found.is_empty()),
        }
    }

    /// The replacements of `value`, unless they are empty.
    #[inline]
    pub fn get_one(&self, value: Value) -> Option<&[Value]> {
        if let Some(single) = self.get_single(value) {
            return Some(std::slice::from_ref(single));
        }
        if self.spread.is_empty() {
            return None;
        }
        self.spread.get(&value).map(Values::as_slice).filter(|found| !found.is_empty())
    }

    /// The replacements of `values` by one step: of each by itself, else of all jointly.
    pub fn step(&self, values: &[Value]) -> Option<Values> {
        if let &[value] = values {
            return self.get_one(value).map(Values::from_slice);
        }
        let mut next = Values::new();
        for &value in values {
            match self.get_one(value) {
                Some(found) => next.extend_from_slice(found),
                None => next.push(value),
            }
        }
        if next[..] != *values {
            return Some(next);
        }
        self.get(values).map(Values::from_slice)
    }
}
