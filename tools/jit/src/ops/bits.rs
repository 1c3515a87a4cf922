//! Values as bit sequences: each scalar after the previous one, the first in the lowest bits, in words of 64 bits.

use cranelift_codegen::ir::{self, InstBuilder, types};

use crate::compile::translator::Translator;
use crate::leaf::Leaf;

/// The width of a word.
const WORD: u32 = 64;

impl Translator<'_, '_> {
    /// Packs scalars into words; the bits above the last scalar are zero.
    pub fn pack(&mut self, leaves: &[Leaf], scalars: &[ir::Value]) -> Vec<ir::Value> {
        let total: u32 = leaves.iter().map(|leaf| leaf.width()).sum();
        let mut words: Vec<Option<ir::Value>> = vec![None; total.div_ceil(WORD) as usize];
        let mut place = 0;
        for (&leaf, &scalar) in leaves.iter().zip(scalars) {
            for (part, width) in self.words_of(leaf, scalar) {
                self.put(&mut words, place, width, part);
                place += width;
            }
        }
        let zero = self.word(0);
        words.into_iter().map(|word| word.unwrap_or(zero)).collect()
    }

    /// The bits of a scalar as words, each with its width.
    fn words_of(&mut self, leaf: Leaf, scalar: ir::Value) -> Vec<(ir::Value, u32)> {
        let bits = self.bits(leaf, scalar);
        match leaf.ty().bits() {
            128 => {
                let (low, high) = self.b.ins().isplit(bits);
                vec![(low, WORD), (high, leaf.width() - WORD)]
            }
            64 => vec![(bits, leaf.width())],
            _ => vec![(self.b.ins().uextend(types::I64, bits), leaf.width())],
        }
    }

    fn put(&mut self, words: &mut [Option<ir::Value>], place: u32, width: u32, bits: ir::Value) {
        let (at, shift) = ((place / WORD) as usize, place % WORD);
        let low = if shift == 0 { bits } else { self.b.ins().ishl_imm_s(bits, i64::from(shift)) };
        words[at] = Some(match words[at] {
            Some(word) => self.b.ins().bor(word, low),
            None => low,
        });
        if shift + width > WORD {
            let high = self.b.ins().ushr_imm_s(bits, i64::from(WORD - shift));
            words[at + 1] = Some(high);
        }
    }

    /// Unpacks the scalars from words.
    pub fn unpack(&mut self, leaves: &[Leaf], words: &[ir::Value]) -> Vec<ir::Value> {
        let (mut place, mut scalars) = (0, Vec::new());
        for &leaf in leaves {
            let width = leaf.width();
            let scalar = if width > WORD {
                let low = self.take(words, place, WORD);
                let high = self.take(words, place + WORD, width - WORD);
                self.b.ins().iconcat(low, high)
            } else {
                let word = self.take(words, place, width);
                self.of_word(leaf, word)
            };
            scalars.push(scalar);
            place += width;
        }
        scalars
    }

    /// Extracts `width` bits from bit `place` on.
    fn take(&mut self, words: &[ir::Value], place: u32, width: u32) -> ir::Value {
        let (at, shift) = ((place / WORD) as usize, place % WORD);
        let mut bits = if shift == 0 { words[at] } else { self.b.ins().ushr_imm_s(words[at], i64::from(shift)) };
        if shift + width > WORD {
            let high = self.b.ins().ishl_imm_s(words[at + 1], i64::from(WORD - shift));
            bits = self.b.ins().bor(bits, high);
        }
        self.cut_word(bits, width)
    }

    fn cut_word(&mut self, bits: ir::Value, width: u32) -> ir::Value {
        if width == WORD {
            return bits;
        }
        let ones = self.word((1i64 << width) - 1);
        self.b.ins().band(bits, ones)
    }
}
