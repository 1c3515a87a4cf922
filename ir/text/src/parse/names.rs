//! The spellings of value names, each with a number, and what they mean now.
//!
//! A name is hashed once where it is read; from then on it is an index.

use std::collections::BTreeMap;

use hashbrown::HashTable;
use rmlir_core::Value;
use rmlir_core::intern::fixed_hash;

/// A value, and where its name was met first.
pub(super) type Known = (Value, u32);

/// What a name means in one scope.
#[derive(Default)]
pub(super) struct Meaning {
    /// The number of the scope; 0 if it means nothing.
    pub scope: u32,
    first: Option<Known>,
    /// Results from number 1 on. Few names have any, so those that have none are kept small.
    others: Option<Box<Others>>,
}

/// Results from number 1 on.
#[derive(Default)]
struct Others {
    /// As far as they were met in order.
    near: Vec<Known>,
    /// Those met out of order, by number: a text may name any.
    far: BTreeMap<u32, Known>,
}

impl Others {
    fn get(&self, number: u32) -> Option<Known> {
        self.near.get(number as usize - 1).or_else(|| self.far.get(&number)).copied()
    }

    fn set(&mut self, number: u32, known: Known) -> Option<Known> {
        let index = number as usize - 1;
        if let Some(other) = self.near.get_mut(index) {
            return Some(std::mem::replace(other, known));
        }
        if index > self.near.len() {
            return self.far.insert(number, known);
        }
        self.near.push(known);
        self.far.remove(&number)
    }
}

impl Meaning {
    /// Nothing yet.
    pub fn in_scope(scope: u32) -> Self {
        Self { scope, ..Self::default() }
    }

    /// What result `number` is.
    #[inline]
    pub fn get(&self, number: u32) -> Option<Known> {
        match number {
            0 => self.first,
            _ => self.others.as_ref()?.get(number),
        }
    }

    /// Makes result `number` be `known` and gives what it was.
    #[inline]
    pub fn set(&mut self, number: u32, known: Known) -> Option<Known> {
        if number == 0 {
            return self.first.replace(known);
        }
        self.others.get_or_insert_default().set(number, known)
    }
}

struct Name<'s> {
    spelled: &'s [u8],
    meaning: Meaning,
}

/// All names of a text.
#[derive(Default)]
pub(super) struct Names<'s> {
    ids: HashTable<u32>,
    names: Vec<Name<'s>>,
}

impl<'s> Names<'s> {
    /// The number of `spelled`, from 1 on.
    #[inline]
    pub fn id(&mut self, spelled: &'s [u8]) -> u32 {
        let names = &mut self.names;
        let hash = fixed_hash(spelled);
        if let Some(&id) = self.ids.find(hash, |&id| names[id as usize - 1].spelled == spelled) {
            return id;
        }
        names.push(Name { spelled, meaning: Meaning::default() });
        let id = names.len() as u32;
        self.ids.insert_unique(hash, id, |&id| fixed_hash(names[id as usize - 1].spelled));
        id
    }

    /// The spelling of `id`; empty for 0.
    pub fn spelled(&self, id: u32) -> &'s str {
        let name = (id as usize).checked_sub(1).and_then(|index| self.names.get(index));
        name.map_or("", |name| std::str::from_utf8(name.spelled).unwrap_or(""))
    }

    /// What `id` means.
    #[inline]
    pub fn meaning(&self, id: u32) -> Option<&Meaning> {
        self.names.get((id as usize).wrapping_sub(1)).map(|name| &name.meaning)
    }

    /// What `id` means, to be changed.
    #[inline]
    pub fn meaning_mut(&mut self, id: u32) -> Option<&mut Meaning> {
        self.names.get_mut((id as usize).wrapping_sub(1)).map(|name| &mut name.meaning)
    }
}
