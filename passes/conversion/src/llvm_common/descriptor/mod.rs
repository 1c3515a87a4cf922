//! Memref descriptors as values: reading and updating their fields.
//!
//! The layout of descriptors is defined by their types, in `type_converter`. Ranked ones are here, those of unranked
//! memrefs in `unranked`.

mod unranked;

use rmlir::core::memref_layout::{Strides, strides_and_offset};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_llvm::ops::memory::{LoadOp, StoreOp};
use rmlir_llvm::types::{ArrayType, StructType};

use crate::llvm_common::emit::{GepIndex, alloca, extract, gep, index_constant, insert, poison};
use crate::llvm_common::options::LlvmOptions;
use crate::llvm_common::type_converter::{LlvmTypes, pointer};

pub use self::unranked::{RankedInMemory, UnrankedDescriptor};

const ALLOCATED: i64 = 0;
const ALIGNED: i64 = 1;
const OFFSET: i64 = 2;
const SIZES: i64 = 3;
const STRIDES: i64 = 4;

/// The descriptor of a ranked memref; an update creates a new value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemRefDescriptor {
    /// The structure.
    pub value: Value,
}

/// Construction.
impl MemRefDescriptor {
    /// Wraps the descriptor `value`.
    pub fn new(value: Value) -> Self {
        Self { value }
    }

    /// A poison descriptor of type `ty`.
    pub fn poison(rw: &mut Rewriter, ty: Type) -> Self {
        Self::new(poison(rw, ty))
    }

    /// Builds the descriptor of memref type `ty` from its fields.
    pub fn pack(rw: &mut Rewriter, options: &LlvmOptions, ty: Type, parts: &[Value]) -> Option<Self> {
        let mut made = Self::poison(rw, options.descriptor_type(rw.cx(), ty)?);
        made.set_allocated(rw, parts[0]);
        made.set_aligned(rw, parts[1]);
        made.set_offset(rw, parts[2]);
        let rank = (parts.len() - 3) / 2;
        for dim in 0..rank {
            made.set_size(rw, dim, parts[3 + dim]);
            made.set_stride(rw, dim, parts[3 + rank + dim]);
        }
        Some(made)
    }

    /// The descriptor of memref type `ty`, whose layout is static, for memory at `pointer`.
    pub fn from_static_shape(rw: &mut Rewriter, options: &LlvmOptions, ty: Type, pointer: Value) -> Option<Self> {
        Self::from_static_shape_of(rw, options, ty, pointer, pointer)
    }

    /// As [`Self::from_static_shape`], where the aligned pointer differs from the allocated one.
    pub fn from_static_shape_of(
        rw: &mut Rewriter,
        options: &LlvmOptions,
        ty: Type,
        allocated: Value,
        aligned: Value,
    ) -> Option<Self> {
        let (shape, layout) = (ty.static_shape(rw.cx())?.to_vec(), strides_and_offset(rw.cx(), ty)?);
        let index = options.index_type(rw.cx());
        let mut made = Self::poison(rw, options.descriptor_type(rw.cx(), ty)?);
        made.set_allocated(rw, allocated);
        made.set_aligned(rw, aligned);
        let offset = index_constant(rw, index, layout.offset);
        made.set_offset(rw, offset);
        for (dim, (&size, &stride)) in shape.iter().zip(&layout.strides).enumerate() {
            let size = index_constant(rw, index, size);
            made.set_size(rw, dim, size);
            let stride = index_constant(rw, index, stride);
            made.set_stride(rw, dim, stride);
        }
        Some(made)
    }
}

/// Reading.
impl MemRefDescriptor {
    /// The pointer that was allocated.
    pub fn allocated(self, rw: &mut Rewriter) -> Value {
        extract(rw, self.value, &[ALLOCATED])
    }

    /// The aligned pointer.
    pub fn aligned(self, rw: &mut Rewriter) -> Value {
        extract(rw, self.value, &[ALIGNED])
    }

    /// The offset of the first element.
    pub fn offset(self, rw: &mut Rewriter) -> Value {
        extract(rw, self.value, &[OFFSET])
    }

    /// The size of dimension `dim`.
    pub fn size(self, rw: &mut Rewriter, dim: usize) -> Value {
        extract(rw, self.value, &[SIZES, dim as i64])
    }

    /// The stride of dimension `dim`.
    pub fn stride(self, rw: &mut Rewriter, dim: usize) -> Value {
        extract(rw, self.value, &[STRIDES, dim as i64])
    }

    /// The size of the dynamic dimension `dim`, by indexing a copy on the stack.
    pub fn size_at(self, rw: &mut Rewriter, index: Type, dim: Value, rank: usize) -> Value {
        let array = ArrayType::get(rw.cx(), rank as i64, index).ty();
        let one = index_constant(rw, index, 1);
        let sizes = extract(rw, self.value, &[SIZES]);
        let on_stack = alloca(rw, array, one);
        rw.create(StoreOp::build(sizes, on_stack));
        let ty = pointer(rw.cx());
        let place = gep(rw, ty, array, on_stack, &[GepIndex::Constant(0), GepIndex::Value(dim)]);
        rw.value(LoadOp::build(index, place))
    }

    /// The type of its pointers.
    pub fn pointer_type(self, body: &Body) -> Type {
        let structure = StructType::from_type(body.cx(), body.ty(self.value));
        structure.expect("a descriptor is a structure").members(body.cx())[ALIGNED as usize]
    }

    /// Its fields: pointers, offset, sizes, strides.
    pub fn unpack(self, rw: &mut Rewriter, rank: usize) -> Vec<Value> {
        let mut parts = vec![self.allocated(rw), self.aligned(rw), self.offset(rw)];
        for dim in 0..rank {
            parts.push(self.size(rw, dim));
        }
        for dim in 0..rank {
            parts.push(self.stride(rw, dim));
        }
        parts
    }

    /// The pointer to the first element of this memref of type `ty`.
    pub fn buffer(self, rw: &mut Rewriter, types: &LlvmTypes, ty: Type) -> Option<Value> {
        let Strides { offset, .. } = strides_and_offset(rw.cx(), ty)?;
        let element = types.convert(rw.cx(), ty.element(rw.cx())?)?;
        let base = self.aligned(rw);
        let offset = match offset {
            0 => return Some(base),
            DYNAMIC => self.offset(rw),
            number => index_constant(rw, types.index_type(rw.cx()), number),
        };
        let pointer = rw.ty(base);
        Some(gep(rw, pointer, element, base, &[GepIndex::Value(offset)]))
    }
}

/// Updating.
impl MemRefDescriptor {
    fn set(&mut self, rw: &mut Rewriter, value: Value, position: &[i64]) {
        self.value = insert(rw, self.value, value, position);
    }

    /// Sets the pointer that was allocated.
    pub fn set_allocated(&mut self, rw: &mut Rewriter, value: Value) {
        self.set(rw, value, &[ALLOCATED]);
    }

    /// Sets the aligned pointer.
    pub fn set_aligned(&mut self, rw: &mut Rewriter, value: Value) {
        self.set(rw, value, &[ALIGNED]);
    }

    /// Sets the offset.
    pub fn set_offset(&mut self, rw: &mut Rewriter, value: Value) {
        self.set(rw, value, &[OFFSET]);
    }

    /// Sets the size of dimension `dim`.
    pub fn set_size(&mut self, rw: &mut Rewriter, dim: usize, value: Value) {
        self.set(rw, value, &[SIZES, dim as i64]);
    }

    /// Sets the stride of dimension `dim`.
    pub fn set_stride(&mut self, rw: &mut Rewriter, dim: usize, value: Value) {
        self.set(rw, value, &[STRIDES, dim as i64]);
    }
}
