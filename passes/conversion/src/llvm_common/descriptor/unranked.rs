//! Descriptors of unranked memrefs: a rank, and a pointer to a ranked
//! descriptor in memory.

use rmlir::prelude::*;
use rmlir_llvm::ops::arith::{AddOp, MulOp};
use rmlir_llvm::ops::memory::{LoadOp, StoreOp};

use crate::llvm_common::emit::{GepIndex, extract, gep, index_constant, insert, poison};
use crate::llvm_common::options::LlvmOptions;
use crate::llvm_common::type_converter::{literal_struct, pointer, pointer_into};

/// The descriptor of an unranked memref; an update creates a new value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnrankedDescriptor {
    /// The structure.
    pub value: Value,
}

const RANK: i64 = 0;
const RANKED: i64 = 1;

impl UnrankedDescriptor {
    /// Wraps the descriptor `value`.
    pub fn new(value: Value) -> Self {
        Self { value }
    }

    /// A poison descriptor.
    pub fn poison(rw: &mut Rewriter, options: &LlvmOptions) -> Self {
        let ty = options.unranked_descriptor_type(rw.cx());
        Self::new(poison(rw, ty))
    }

    /// Builds a descriptor from rank and pointer.
    pub fn pack(rw: &mut Rewriter, options: &LlvmOptions, parts: &[Value]) -> Self {
        let mut made = Self::poison(rw, options);
        made.set_rank(rw, parts[0]);
        made.set_ranked(rw, parts[1]);
        made
    }

    /// The rank.
    pub fn rank(self, rw: &mut Rewriter) -> Value {
        extract(rw, self.value, &[RANK])
    }

    /// The pointer to the ranked descriptor.
    pub fn ranked(self, rw: &mut Rewriter) -> Value {
        extract(rw, self.value, &[RANKED])
    }

    /// Rank and pointer.
    pub fn unpack(self, rw: &mut Rewriter) -> Vec<Value> {
        vec![self.rank(rw), self.ranked(rw)]
    }

    /// Sets the rank.
    pub fn set_rank(&mut self, rw: &mut Rewriter, value: Value) {
        self.value = insert(rw, self.value, value, &[RANK]);
    }

    /// Sets the pointer.
    pub fn set_ranked(&mut self, rw: &mut Rewriter, value: Value) {
        self.value = insert(rw, self.value, value, &[RANKED]);
    }

    /// The size in bytes of the ranked descriptor: two pointers, an offset, and as many sizes and strides as its rank.
    pub fn ranked_size(self, rw: &mut Rewriter, options: &LlvmOptions, space: u32) -> Value {
        let index = options.index_type(rw.cx());
        let one = index_constant(rw, index, 1);
        let two = index_constant(rw, index, 2);
        let index_size = index_constant(rw, index, i64::from(options.index_width.div_ceil(8)));
        let pointer_size = index_constant(rw, index, i64::from(options.pointers.width(space).div_ceil(8)));
        let pointers = rw.value(MulOp::build(two, pointer_size));
        let rank = self.rank(rw);
        let doubled = rw.value(MulOp::build(two, rank));
        let n_indices = rw.value(AddOp::build(doubled, one));
        let indices = rw.value(MulOp::build(n_indices, index_size));
        rw.value(AddOp::build(pointers, indices))
    }
}

/// A ranked descriptor of dynamic rank in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankedInMemory {
    /// Its address.
    pub place: Value,
    /// The type of its pointers.
    pub pointer: Type,
    /// The type of its integers.
    pub index: Type,
}

impl RankedInMemory {
    /// The descriptor at `place`, with pointers into address space `space`.
    pub fn new(cx: &Context, options: &LlvmOptions, place: Value, space: u32) -> Self {
        Self { place, pointer: pointer_into(cx, space), index: options.index_type(cx) }
    }

    /// The address of the member after `n` pointers.
    fn after_pointers(self, rw: &mut Rewriter, n: i32) -> Value {
        let ty = pointer(rw.cx());
        gep(rw, ty, self.pointer, self.place, &[GepIndex::Constant(n)])
    }

    /// The allocated pointer.
    pub fn allocated(self, rw: &mut Rewriter) -> Value {
        rw.value(LoadOp::build(self.pointer, self.place))
    }

    /// Sets the allocated pointer.
    pub fn set_allocated(self, rw: &mut Rewriter, value: Value) {
        rw.create(StoreOp::build(value, self.place));
    }

    /// The aligned pointer.
    pub fn aligned(self, rw: &mut Rewriter) -> Value {
        let place = self.after_pointers(rw, 1);
        rw.value(LoadOp::build(self.pointer, place))
    }

    /// Sets the aligned pointer.
    pub fn set_aligned(self, rw: &mut Rewriter, value: Value) {
        let place = self.after_pointers(rw, 1);
        rw.create(StoreOp::build(value, place));
    }

    /// The address of the offset, which sizes and strides follow.
    pub fn offset_place(self, rw: &mut Rewriter) -> Value {
        self.after_pointers(rw, 2)
    }

    /// The offset.
    pub fn offset(self, rw: &mut Rewriter) -> Value {
        let place = self.offset_place(rw);
        rw.value(LoadOp::build(self.index, place))
    }

    /// Sets the offset.
    pub fn set_offset(self, rw: &mut Rewriter, value: Value) {
        let place = self.offset_place(rw);
        rw.create(StoreOp::build(value, place));
    }

    /// The address of the sizes.
    pub fn sizes_place(self, rw: &mut Rewriter) -> Value {
        let cx = rw.cx();
        let start = literal_struct(cx, &[self.pointer, self.pointer, self.index, self.index]);
        gep(rw, pointer(cx), start, self.place, &[GepIndex::Constant(0), GepIndex::Constant(3)])
    }

    /// The address of element `number` of the integer array at `place`.
    pub fn entry_place(self, rw: &mut Rewriter, place: Value, number: Value) -> Value {
        let ty = pointer(rw.cx());
        gep(rw, ty, self.index, place, &[GepIndex::Value(number)])
    }

    /// Stores element `number` of the integer array at `place`.
    pub fn set_entry(self, rw: &mut Rewriter, place: Value, number: Value, value: Value) {
        let place = self.entry_place(rw, place, number);
        rw.create(StoreOp::build(value, place));
    }
}
