//! Which values stand for which, during a conversion.
//!
//! Nearly always one value stands for one: such pairs are in a table by the slot of the first, others in maps.

use rmlir_core::Value;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Values that stand for others together.
pub type Values = SmallVec<[Value; 2]>;

/// See the module.
#[derive(Default)]
pub struct Mapping {
    /// By slot: a value, and the one that stands for it. A slot may have been used by another value before, so an entry
    /// counts only for its own.
    single: Vec<Option<(Value, Value)>>,
    /// What one value stands for that became several, or none.
    spread: FxHashMap<Value, Values>,
    /// What several values stand for together.
    joint: FxHashMap<Values, Values>,
    /// By slot: values that stand for others.
    targets: Vec<Option<Value>>,
}

impl Mapping {
    /// Makes `to` stand for `from`.
    pub fn insert(&mut self, from: &[Value], to: &[Value]) {
        for &value in to {
            put(&mut self.targets, value.slot(), value);
        }
        match (from, to) {
            (&[from], &[to]) => {
                self.spread.remove(&from);
                put(&mut self.single, from.slot(), (from, to));
            }
            (&[from], to) => {
                self.forget_single(from);
                self.spread.insert(from, to.into());
            }
            (from, to) => _ = self.joint.insert(from.into(), to.into()),
        }
    }

    /// Nothing stands for `from` any more.
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

    /// Whether `value` was made to stand for another, even if it does not any more.
    pub fn is_target(&self, value: Value) -> bool {
        self.targets.get(value.slot()) == Some(&Some(value))
    }

    #[inline]
    fn get_single(&self, value: Value) -> Option<&Value> {
        match self.single.get(value.slot()) {
            Some(Some((from, to))) if *from == value => Some(to),
            _ => None,
        }
    }

    /// What stands for `values`, unless it is nothing.
    #[inline]
    pub fn get(&self, values: &[Value]) -> Option<&[Value]> {
        match *values {
            [value] => self.get_one(value),
            _ => self.joint.get(values).map(Values::as_slice).filter(|found| !found.is_empty()),
        }
    }

    /// What stands for `value`, unless it is nothing.
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

    /// What stands for `values`, one step on: for each by itself, else for all together.
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

#[inline]
fn put<T: Clone>(table: &mut Vec<Option<T>>, slot: usize, entry: T) {
    if table.len() <= slot {
        table.resize(slot + 1, None);
    }
    table[slot] = Some(entry);
}
