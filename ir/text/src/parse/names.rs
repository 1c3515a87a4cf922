//! The spellings of the value names of a scope, each with a number, and what they mean now.
//!
//! A name is hashed once where it is read; from then on it is an index. The text of names that were read long ago is not
//! looked at without need: see [`super::spelling`].

use std::collections::BTreeMap;

use hashbrown::HashTable;
use rmlir_core::Value;
use rmlir_core::intern::fixed_hash;

use crate::lex::Token;

/// A value, and where its name was met first.
pub(super) type Known = (Value, u32);

/// What a name means.
#[derive(Default)]
pub(super) struct Meaning {
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

/// Where a name stands in the text.
#[derive(Clone, Copy)]
pub(super) struct Spelled {
    start: u32,
    end: u32,
}

impl Spelled {
    fn of(self, text: &[u8]) -> &[u8] {
        &text[self.start as usize..self.end as usize]
    }
}

impl From<Token> for Spelled {
    fn from(token: Token) -> Self {
        Self { start: token.start, end: token.end }
    }
}

struct Name {
    spelled: Spelled,
    /// All of it: names of a large text agree in half of it often enough to bring much of the text back.
    hash: u64,
    meaning: Meaning,
}

/// The names of a scope.
pub(super) struct Names<'s> {
    text: &'s [u8],
    ids: HashTable<u32>,
    names: Vec<Name>,
}

impl<'s> Names<'s> {
    /// None yet.
    pub fn of(text: &'s [u8]) -> Self {
        Self { text, ids: HashTable::new(), names: Vec::new() }
    }

    /// The same without names, for the next scope, unless it has room for far more than there were.
    pub fn emptied(mut self) -> Option<Self> {
        const ALWAYS_KEPT: usize = 1024;
        if self.ids.capacity() > 4 * self.names.len() + ALWAYS_KEPT {
            return None;
        }
        self.ids.clear();
        self.names.clear();
        Some(self)
    }

    /// The number of the name that is `spelled` there, from 1 on.
    #[inline]
    pub fn id(&mut self, spelled: impl Into<Spelled>) -> u32 {
        let (text, names, spelled) = (self.text, &mut self.names, spelled.into());
        let wanted = spelled.of(text);
        let hash = fixed_hash(wanted);
        let is_same = |name: &Name| name.hash == hash && name.spelled.of(text) == wanted;
        if let Some(&id) = self.ids.find(hash, |&id| is_same(&names[id as usize - 1])) {
            return id;
        }
        names.push(Name { spelled, hash, meaning: Meaning::default() });
        let id = names.len() as u32;
        self.ids.insert_unique(hash, id, |&id| names[id as usize - 1].hash);
        id
    }

    /// Where the name `id` stands, unless it is 0.
    pub fn place(&self, id: u32) -> Option<Spelled> {
        Some(self.names.get((id as usize).checked_sub(1)?)?.spelled)
    }

    /// The spelling of `id`; empty for 0.
    pub fn spelled(&self, id: u32) -> &'s str {
        self.place(id).map_or("", |place| std::str::from_utf8(place.of(self.text)).unwrap_or(""))
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
