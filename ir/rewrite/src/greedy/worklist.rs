//! The worklist: a stack with removal at any position.

use rmlir_core::OpId;

const ABSENT: u32 = u32::MAX;

/// A stack of distinct operations of one body.
#[derive(Default)]
pub struct Worklist {
    list: Vec<Option<OpId>>,
    /// The index in the list of the operation in each slot of the body. The slot of an erased operation may have been
    /// reused, so an index is valid only if the list agrees.
    places: Vec<u32>,
}

impl Worklist {
    /// Creates a worklist with capacity for all operations of a body with `n_slots` slots.
    pub fn with_slots(n_slots: usize) -> Self {
        Self { list: Vec::with_capacity(n_slots), places: vec![ABSENT; n_slots] }
    }

    /// Pushes `op`, unless it is on the list.
    pub fn push(&mut self, op: OpId) {
        if self.place(op).is_some() {
            return;
        }
        if self.places.len() <= op.slot() {
            self.places.resize(op.slot() + 1, ABSENT);
        }
        self.places[op.slot()] = self.list.len() as u32;
        self.list.push(Some(op));
    }

    /// Pops the operation on top.
    pub fn pop(&mut self) -> Option<OpId> {
        let op = loop {
            if let Some(op) = self.list.pop()? {
                break op;
            }
        };
        self.places[op.slot()] = ABSENT;
        Some(op)
    }

    /// Removes `op`.
    pub fn remove(&mut self, op: OpId) {
        if let Some(place) = self.place(op) {
            self.list[place] = None;
            self.places[op.slot()] = ABSENT;
        }
    }

    /// Reverses the list.
    pub fn reverse(&mut self) {
        self.list.reverse();
        for (place, op) in self.list.iter().enumerate() {
            if let Some(op) = op {
                self.places[op.slot()] = place as u32;
            }
        }
    }

    /// Returns whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.list.iter().all(Option::is_none)
    }

    fn place(&self, op: OpId) -> Option<usize> {
        let place = *self.places.get(op.slot()).filter(|&&place| place != ABSENT)? as usize;
        (self.list.get(place) == Some(&Some(op))).then_some(place)
    }
}
