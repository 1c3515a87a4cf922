//! The parts of an operation that were read and are not in its state yet.

use rmlir_core::Type;
use rmlir_core::asm::Unresolved;
use rmlir_core::attrs::Attr;
use rmlir_core::opdef::OpDef;
use smallvec::SmallVec;

use super::program::{OpProgram, Slot};

/// What has been read of an operation and is not in its state yet.
pub(super) struct Found<'a> {
    pub def: &'static OpDef,
    pub program: &'a OpProgram,
    pub(super) operands: SmallVec<[Unresolved; 6]>,
    pub(super) types: SmallVec<[Type; 6]>,
    /// For each operand field, for `operands`, then for the types of each slot.
    pub(super) runs: &'a mut [Run],
    /// Fields and numbers of regions, in the order read, when that is not the order declared.
    pub pending_regions: Vec<(u16, usize)>,
    pub pending_successors: Vec<(u16, usize)>,
    /// Properties that stood in the dictionary: they are set last.
    pub inherent: Vec<(usize, Attr)>,
}

/// A part of a list, and where it stands in the source.
#[derive(Clone, Copy, Default)]
pub(super) struct Run {
    start: u32,
    end: u32,
    pos: u32,
}

impl Found<'_> {
    /// The operands read for field `field`; the number after the last is `operands`.
    pub fn operands_of(&self, field: usize) -> &[Unresolved] {
        let run = self.runs[field];
        &self.operands[run.start as usize..run.end as usize]
    }

    /// Where the operands of `field` start in the source.
    pub fn operands_pos(&self, field: usize) -> u32 {
        self.runs[field].pos
    }

    /// The types read for slot `slot`.
    pub fn types_of(&self, slot: usize) -> &[Type] {
        let run = self.runs[self.def.operands.len() + 1 + slot];
        &self.types[run.start as usize..run.end as usize]
    }

    /// Notes that the operands since `start` belong to `field`.
    pub(super) fn end_operands(&mut self, field: usize, start: usize, pos: u32) {
        self.runs[field] = Run { start: start as u32, end: self.operands.len() as u32, pos };
    }

    pub fn add_operands(&mut self, field: usize, operands: &[Unresolved], pos: u32) {
        let start = self.operands.len();
        self.operands.extend_from_slice(operands);
        self.end_operands(field, start, pos);
    }

    pub(super) fn add_operand(&mut self, field: u16, operand: Unresolved) {
        let pos = operand.pos;
        self.operands.push(operand);
        self.end_operands(field.into(), self.operands.len() - 1, pos);
    }

    /// Notes that the types since `start` belong to `slot`.
    pub(super) fn end_types(&mut self, slot: usize, start: usize) {
        let end = self.types.len() as u32;
        self.runs[self.def.operands.len() + 1 + slot] = Run { start: start as u32, end, pos: 0 };
    }

    pub fn add_types(&mut self, slot: usize, types: &[Type]) {
        let start = self.types.len();
        self.types.extend_from_slice(types);
        self.end_types(slot, start);
    }

    pub(super) fn add_type(&mut self, slot: Slot, ty: Type) {
        self.types.push(ty);
        self.end_types(slot.into(), self.types.len() - 1);
    }

    pub fn note_regions(&mut self, field: u16, n: usize) {
        if self.program.permuted_regions {
            self.pending_regions.push((field, n));
        }
    }
}
