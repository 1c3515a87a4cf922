//! The distinct strings of the file.

use rustc_hash::FxHashMap;

use super::emitter::Emitter;

#[derive(Default)]
pub(super) struct Strings {
    numbers: FxHashMap<Box<[u8]>, u64>,
    order: Vec<Box<[u8]>>,
}

impl Strings {
    /// The index of `text`.
    pub fn number(&mut self, text: &[u8]) -> u64 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = self.order.len() as u64;
        self.numbers.insert(text.into(), number);
        self.order.push(text.into());
        number
    }

    /// The contents of the section: the number of strings, their lengths in reverse order, and their zero-terminated
    /// bytes.
    pub fn contents(&self) -> Emitter {
        let mut emitter = Emitter::new();
        emitter.number(self.order.len() as u64);
        for text in self.order.iter().rev() {
            emitter.number(text.len() as u64 + 1);
        }
        for text in &self.order {
            emitter.bytes(text);
            emitter.byte(0);
        }
        emitter
    }
}
