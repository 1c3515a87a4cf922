//! Uniquing of alias names.
//!
//! Algorithm: equal names get the numbers 1, 2, … after the first. A collision is possible only with a name of which
//! this one is a prefix, or which is a prefix of this one (`map` with 1 and `map1`). For names without such another
//! name, nearly all, a counter is sufficient; for the others, every generated text is recorded.

use rmlir_core::intern::fixed_hash;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::print::text::push_u64;

/// The id of a requested name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct NameId(u32);

/// The distinct requested names.
#[derive(Default)]
pub(super) struct WantedNames {
    texts: Vec<String>,
    ids: FxHashMap<u64, Vec<NameId>>,
}

impl WantedNames {
    /// The id of `text`.
    pub fn intern(&mut self, text: &str) -> NameId {
        let same_hash = self.ids.entry(fixed_hash(text)).or_default();
        if let Some(&id) = same_hash.iter().find(|id| self.texts[id.0 as usize] == text) {
            return id;
        }
        let id = NameId(self.texts.len() as u32);
        self.texts.push(text.to_owned());
        same_hash.push(id);
        id
    }

    /// The text of `id`.
    pub fn get(&self, id: NameId) -> &str {
        &self.texts[id.0 as usize]
    }

    /// The names in the order of their texts.
    fn sorted(&self) -> Vec<NameId> {
        let mut order: Vec<NameId> = (0..self.texts.len() as u32).map(NameId).collect();
        order.sort_by_key(|&id| self.get(id));
        order
    }

    /// For each name its rank in the order of texts.
    pub fn ranks(&self) -> Vec<u32> {
        let mut ranks = vec![0; self.texts.len()];
        self.sorted().into_iter().enumerate().for_each(|(rank, id)| ranks[id.index()] = rank as u32);
        ranks
    }

    /// For each name whether it is a prefix of another or another is a prefix of it. In sorted order a name follows
    /// directly its prefixes, except for others with the same prefixes.
    fn entangled(&self) -> Vec<bool> {
        let mut entangled = vec![false; self.texts.len()];
        let mut starts: Vec<NameId> = Vec::new();
        for id in self.sorted() {
            while starts.pop_if(|&mut start| !self.get(id).starts_with(self.get(start))).is_some() {}
            if let Some(start) = starts.last() {
                entangled[start.index()] = true;
                entangled[id.index()] = true;
            }
            starts.push(id);
        }
        entangled
    }
}

impl NameId {
    /// The index in tables by name.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The numbers assigned so far.
pub(super) struct UniqueNames<'n> {
    names: &'n WantedNames,
    entangled: Vec<bool>,
    /// By name: the next number to try; 0 is none.
    next: Vec<u32>,
    /// The texts generated from entangled names.
    used: FxHashSet<String>,
}

impl<'n> UniqueNames<'n> {
    pub fn new(names: &'n WantedNames) -> Self {
        Self { names, entangled: names.entangled(), next: vec![0; names.texts.len()], used: FxHashSet::default() }
    }

    /// The number to print after the name `id`, 0 for none: the first that makes it distinct from all previous names.
    pub fn number(&mut self, id: NameId) -> u32 {
        loop {
            // Without a number a name is tried once, at its first occurrence. If another name has produced it by then,
            // numbers start at 1.
            let number = self.next[id.index()];
            self.next[id.index()] += 1;
            if !self.entangled[id.index()] || self.used.insert(numbered(self.names.get(id), number)) {
                return number;
            }
        }
    }
}

fn numbered(name: &str, number: u32) -> String {
    let mut text = String::new();
    push_numbered(&mut text, name, number);
    text
}

/// Prints `name` with `number` after it unless that is 0. After a digit an underscore separates the number.
pub(super) fn push_numbered(out: &mut String, name: &str, number: u32) {
    out.push_str(name);
    if number != 0 {
        if name.as_bytes().last().is_some_and(u8::is_ascii_digit) {
            out.push('_');
        }
        push_u64(out, number.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(wanted: &[&str]) -> Vec<String> {
        let mut names = WantedNames::default();
        let ids: Vec<NameId> = wanted.iter().map(|name| names.intern(name)).collect();
        let mut unique = UniqueNames::new(&names);
        let text = |id: NameId| super::numbered(names.get(id), unique.number(id));
        ids.into_iter().map(text).collect()
    }

    #[test]
    fn equal_names_are_numbered_and_digits_kept_apart() {
        assert_eq!(numbered(&["set", "map", "map", "a0", "a0"]), ["set", "map", "map1", "a0", "a0_1"]);
    }

    #[test]
    fn a_numbered_name_differs_from_names_with_a_number_of_their_own() {
        assert_eq!(numbered(&["map", "map2", "map", "map", "map1"]), ["map", "map2", "map1", "map3", "map1_1"]);
        assert_eq!(numbered(&["a0", "a0_1", "a0"]), ["a0", "a0_1", "a0_2"]);
    }
}
