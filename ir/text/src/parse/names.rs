//! The spellings of the value names of a scope, each with an id, and the values that they refer to now.
//!
//! A name is hashed once when it is lexed; from then on it is an index. The text of names that were read long ago is
//! accessed only if necessary: see [`super::spelling`].

use std::collections::BTreeMap;

use hashbrown::HashTable;
use rmlir_core::Value;
use rmlir_core::intern::fixed_hash;

use crate::lex::Token;

/// A value, and the position of the first occurrence of its name.
pub(super) type Known = (Value, u32);

/// The values that a name refers to.
#[derive(Default)]
pub(super) struct Meaning {
    first: Option<Known>,
    /// Results with index 1 and greater. Few names have any, so the common case is kept small.
    others: Option<Box<Others>>,
}

/// Results with index 1 and greater.
#[derive(Default)]
struct Others {
    /// Those encountered in order.
    near: Vec<Known>,
    /// Those encountered out of order, by index: a text may use any index.
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
    /// The result with index `number`.
    #[inline]
    pub fn get(&self, number: u32) -> Option<Known> {
        match number {
            0 => self.first,
            _ => self.others.as_ref()?.get(number),
        }
    }

    /// Sets the result with index `number` and returns the previous one.
    #[inline]
    pub fn set(&mut self, number: u32, known: Known) -> Option<Known> {
        if number == 0 {
            return self.first.replace(known);
        }
        self.others.get_or_insert_default().set(number, known)
    }
}

/// The position of a name in the text.
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
    /// The full hash: names of a large text agree in half of it often enough to reload much of the text.
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
    /// An empty table.
    pub fn of(text: &'s [u8]) -> Self {
        Self { text, ids: HashTable::new(), names: Vec::new() }
    }

    /// The table without names, for the next scope, unless its capacity is far greater than the number of names.
    pub fn emptied(mut self) -> Option<Self> {
        const ALWAYS_KEPT: usize = 1024;
        if self.ids.capacity() > 4 * self.names.len() + ALWAYS_KEPT {
            return None;
        }
        self.ids.clear();
        self.names.clear();
        Some(self)
    }

    /// The id of the name with this spelling, from 1 on.
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

    /// The position of the name `id`, unless it is 0.
    pub fn place(&self, id: u32) -> Option<Spelled> {
        Some(self.names.get((id as usize).checked_sub(1)?)?.spelled)
    }

    /// The spelling of `id`; empty for 0.
    pub fn spelled(&self, id: u32) -> &'s str {
        self.place(id).map_or("", |place| std::str::from_utf8(place.of(self.text)).unwrap_or(""))
    }

    /// The values that `id` refers to.
    #[inline]
    pub fn meaning(&self, id: u32) -> Option<&Meaning> {
        self.names.get((id as usize).wrapping_sub(1)).map(|name| &name.meaning)
    }

    /// The values that `id` refers to, mutable.
    #[inline]
    pub fn meaning_mut(&mut self, id: u32) -> Option<&mut Meaning> {
        self.names.get_mut((id as usize).wrapping_sub(1)).map(|name| &mut name.meaning)
    }
}
