//! The work list: a stack from which operations can be taken out anywhere.

use rmlir_core::OpId;

const ABSENT: u32 = u32::MAX;

/// A stack of distinct operations of one body.
#[derive(Default)]
pub struct Worklist {
    list: Vec<Option<OpId>>,
    /// The place of the operation in each slot of the body. An operation that
    /// is gone may have left its place to another of the same slot, so a place
    /// counts only if the list agrees.
    places: Vec<u32>,
}

impl Worklist {
    /// With room for all operations of a body that has so many slots.
    pub fn with_slots(n_slots: usize) -> Self {
        Self { list: Vec::with_capacity(n_slots), places: vec![ABSENT; n_slots] }
    }

    /// Puts `op` on top, unless it is on the list.
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

    /// Takes the operation on top.
    pub fn pop(&mut self) -> Option<OpId> {
        let op = loop {
            if let Some(op) = self.list.pop()? {
                break op;
            }
        };
        self.places[op.slot()] = ABSENT;
        Some(op)
    }

    /// Takes `op` out.
    pub fn remove(&mut self, op: OpId) {
        if let Some(place) = self.place(op) {
            self.list[place] = None;
            self.places[op.slot()] = ABSENT;
        }
    }

    /// Turns the list upside down.
    pub fn reverse(&mut self) {
        self.list.reverse();
        for (place, op) in self.list.iter().enumerate() {
            if let Some(op) = op {
                self.places[op.slot()] = place as u32;
            }
        }
    }

    /// Whether there is nothing to take.
    pub fn is_empty(&self) -> bool {
        self.list.iter().all(Option::is_none)
    }

    fn place(&self, op: OpId) -> Option<usize> {
        let place = *self.places.get(op.slot()).filter(|&&place| place != ABSENT)? as usize;
        (self.list.get(place) == Some(&Some(op))).then_some(place)
    }
}
