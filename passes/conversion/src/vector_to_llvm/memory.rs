//! Vectors in memory.

use rmlir::core::memref_layout::strides_and_offset;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_llvm::attrs::enums::GEPNoWrapFlags;
use rmlir_llvm::intrinsics::vector::{
    MaskedCompressstoreIntr, MaskedExpandloadIntr, MaskedGatherIntr, MaskedLoadIntr, MaskedScatterIntr, MaskedStoreIntr,
};
use rmlir_llvm::ops::memory::{LoadOp as LlvmLoadOp, StoreOp as LlvmStoreOp};
use rmlir_llvm::types::StructType;
use rmlir_vector::{
    CompressStoreOp, ExpandLoadOp, GatherOp, LoadOp, MaskedLoadOp, MaskedStoreOp, ScatterOp, StoreOp, TypeCastOp,
    VectorType,
};

use super::alignment::access_alignment;
use crate::llvm_common::descriptor::MemRefDescriptor;
use crate::llvm_common::emit::{GepIndex, gep, index_constant};
use crate::llvm_common::patterns::LlvmPatterns;
use crate::llvm_common::type_converter::LlvmTypes;
use crate::memref_to_llvm::access::element_address;

pub(super) fn add_patterns(patterns: &mut LlvmPatterns, by_vector: bool) {
    type Lower = fn(&mut Rewriter, &LlvmTypes, OpId, &[Value], bool) -> Match;
    let aligned: [(&'static str, Lower); 6] = [
        (LoadOp::DEF.name, lower_load),
        (MaskedLoadOp::DEF.name, lower_masked_load),
        (StoreOp::DEF.name, lower_store),
        (MaskedStoreOp::DEF.name, lower_masked_store),
        (GatherOp::DEF.name, lower_gather),
        (ScatterOp::DEF.name, lower_scatter),
    ];
    for (name, lower) in aligned {
        patterns.with(name, move |rw, types, op, operands| lower(rw, types, op, operands, by_vector));
    }
    patterns
        .on::<TypeCastOp>(lower_type_cast)
        .on::<ExpandLoadOp>(lower_expand_load)
        .on::<CompressStoreOp>(lower_compress_store);
}

/// The parts of an access: field numbers, the converted operands, and the vector type.
struct Access<'a> {
    op: OpId,
    operands: &'a [Value],
    base: usize,
    indices: usize,
    vector: Type,
}

impl Access<'_> {
    fn operand(&self, body: &Body, field: usize) -> Value {
        self.operands[OpRef::new(body, self.op).operand_range(field).start]
    }

    fn memref(&self, body: &Body) -> Type {
        let place = OpRef::new(body, self.op).operand_range(self.base).start;
        body.ty(body.operand(self.op, place))
    }

    /// The alignment in the attribute, or that of the types.
    fn alignment(&self, body: &Body, types: &LlvmTypes, by_vector: bool) -> Option<u64> {
        let given =
            body.prop_named(self.op, "alignment").and_then(|attr| attr.as_i64(body)).filter(|&given| given != 0);
        match given {
            Some(given) => Some(given as u64),
            None => access_alignment(body, types, self.memref(body), self.vector, by_vector),
        }
    }

    fn has_one_dim(&self, body: &Body) -> bool {
        VectorType::of(body, self.vector).is_some_and(|vector| vector.rank() <= 1)
    }

    /// The pointer to the first element.
    fn pointer(&self, rw: &mut Rewriter, types: &LlvmTypes) -> Option<Value> {
        let (base, memref) = (self.operand(rw, self.base), self.memref(rw));
        types.options.address_space(rw, memref)?;
        let indices = OpRef::new(rw, self.op).operand_range(self.indices);
        element_address(rw, types, memref, base, &self.operands[indices], GEPNoWrapFlags::None)
    }

    /// The pointers to elements at the offsets in `field`, relative to the first.
    fn pointers(&self, rw: &mut Rewriter, types: &LlvmTypes, field: usize) -> Option<Value> {
        let first = self.pointer(rw, types)?;
        let memref = self.memref(rw);
        let element = types.convert(rw, memref.element(rw)?)?;
        let ty = self.vector.with_element(rw, rw.ty(first));
        Some(gep(rw, ty, element, first, &[GepIndex::Value(self.operand(rw, field))]))
    }

    /// Whether elements are contiguous, in a memory space that converts to an address space.
    fn is_plain(&self, body: &Body, types: &LlvmTypes) -> bool {
        let memref = self.memref(body);
        let layout = strides_and_offset(body, memref);
        layout.is_some_and(|layout| layout.strides.last().is_none_or(|&stride| stride == 1))
            && types.options.address_space(body, memref).is_some()
    }
}

fn i32_attr(cx: &Context, number: u64) -> Attr {
    cx.int_attr(Type::I32, number as i64)
}

const NO_ALIGNMENT: &str = "could not resolve alignment";
const NO_ADDRESS: &str = "the memref has no address";
const SEVERAL_DIMS: &str = "only 1-D vectors can be lowered to LLVM";

fn result_type(body: &Body, op: OpId) -> Type {
    body.ty(body.result(op, 0))
}

/// Alignment, pointer and converted vector type of a one-dimensional access.
fn resolve(
    rw: &mut Rewriter,
    types: &LlvmTypes,
    access: &Access,
    by_vector: bool,
) -> Result<(u64, Value, Type), &'static str> {
    if !access.has_one_dim(rw) {
        return Err(SEVERAL_DIMS);
    }
    let alignment = access.alignment(rw, types, by_vector).ok_or(NO_ALIGNMENT)?;
    let ty = types.convert(rw, access.vector).ok_or("the vector cannot be converted")?;
    let pointer = access.pointer(rw, types).ok_or(NO_ADDRESS)?;
    Ok((alignment, pointer, ty))
}

fn lower_load(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value], by_vector: bool) -> Match {
    let vector = result_type(rw, op);
    let access = Access { op, operands, base: LoadOp::BASE_OPERAND, indices: LoadOp::INDICES_OPERAND, vector };
    let (alignment, pointer, ty) = match resolve(rw, types, &access, by_vector) {
        Ok(resolved) => resolved,
        Err(reason) => return rw.no_match(op, reason),
    };
    let mut load = LlvmLoadOp::build(ty, pointer).prop(LlvmLoadOp::ALIGNMENT, rw.i64_attr(alignment as i64));
    if is_nontemporal(rw, op) {
        load = load.prop(LlvmLoadOp::NONTEMPORAL, Attr::UNIT);
    }
    rw.replace_with(op, load);
    Match::Yes
}

fn is_nontemporal(body: &Body, op: OpId) -> bool {
    body.prop_named(op, "nontemporal").and_then(|attr| attr.as_bool(body)) == Some(true)
}

fn lower_masked_load(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value], by_vector: bool) -> Match {
    type Op = MaskedLoadOp;
    let vector = result_type(rw, op);
    let access = Access { op, operands, base: Op::BASE_OPERAND, indices: Op::INDICES_OPERAND, vector };
    let (alignment, pointer, ty) = match resolve(rw, types, &access, by_vector) {
        Ok(resolved) => resolved,
        Err(reason) => return rw.no_match(op, reason),
    };
    let (mask, pass_thru) = (access.operand(rw, Op::MASK_OPERAND), access.operand(rw, Op::PASS_THRU_OPERAND));
    rw.replace_with(op, MaskedLoadIntr::build(ty, pointer, mask, Some(pass_thru), i32_attr(rw.cx(), alignment)));
    Match::Yes
}

fn lower_store(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value], by_vector: bool) -> Match {
    let vector = rw.ty(StoreOp::from_id(op).value_to_store(rw));
    let access = Access { op, operands, base: StoreOp::BASE_OPERAND, indices: StoreOp::INDICES_OPERAND, vector };
    let (alignment, pointer, _) = match resolve(rw, types, &access, by_vector) {
        Ok(resolved) => resolved,
        Err(reason) => return rw.no_match(op, reason),
    };
    let stored = access.operand(rw, StoreOp::VALUE_TO_STORE_OPERAND);
    let mut store = LlvmStoreOp::build(stored, pointer).prop(LlvmStoreOp::ALIGNMENT, rw.i64_attr(alignment as i64));
    if is_nontemporal(rw, op) {
        store = store.prop(LlvmStoreOp::NONTEMPORAL, Attr::UNIT);
    }
    rw.create(store);
    rw.erase(op)
}

fn lower_masked_store(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value], by_vector: bool) -> Match {
    type Op = MaskedStoreOp;
    let vector = rw.ty(Op::from_id(op).value_to_store(rw));
    let access = Access { op, operands, base: Op::BASE_OPERAND, indices: Op::INDICES_OPERAND, vector };
    let (alignment, pointer, _) = match resolve(rw, types, &access, by_vector) {
        Ok(resolved) => resolved,
        Err(reason) => return rw.no_match(op, reason),
    };
    let (mask, stored) = (access.operand(rw, Op::MASK_OPERAND), access.operand(rw, Op::VALUE_TO_STORE_OPERAND));
    rw.create(MaskedStoreIntr::build(stored, pointer, mask, i32_attr(rw.cx(), alignment)));
    rw.erase(op)
}

/// Alignment and pointers of a gather or scatter.
fn resolve_scattered(
    rw: &mut Rewriter,
    types: &LlvmTypes,
    access: &Access,
    field: usize,
    by_vector: bool,
) -> Result<(u64, Value), &'static str> {
    if !access.is_plain(rw, types) {
        return Err("memref type not supported");
    }
    if !access.has_one_dim(rw) {
        return Err(SEVERAL_DIMS);
    }
    let alignment = access.alignment(rw, types, by_vector).ok_or(NO_ALIGNMENT)?;
    let pointers = access.pointers(rw, types, field).ok_or(NO_ADDRESS)?;
    Ok((alignment, pointers))
}

fn lower_gather(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value], by_vector: bool) -> Match {
    type Op = GatherOp;
    let vector = result_type(rw, op);
    let access = Access { op, operands, base: Op::BASE_OPERAND, indices: Op::OFFSETS_OPERAND, vector };
    let Some(ty) = types.convert(rw, vector) else { return rw.no_match(op, "the vector cannot be converted") };
    let (alignment, pointers) = match resolve_scattered(rw, types, &access, Op::INDICES_OPERAND, by_vector) {
        Ok(resolved) => resolved,
        Err(reason) => return rw.no_match(op, reason),
    };
    let (mask, pass_thru) = (access.operand(rw, Op::MASK_OPERAND), access.operand(rw, Op::PASS_THRU_OPERAND));
    rw.replace_with(op, MaskedGatherIntr::build(ty, pointers, mask, &[pass_thru], i32_attr(rw.cx(), alignment)));
    Match::Yes
}

fn lower_scatter(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value], by_vector: bool) -> Match {
    type Op = ScatterOp;
    let vector = rw.ty(Op::from_id(op).value_to_store(rw));
    let access = Access { op, operands, base: Op::BASE_OPERAND, indices: Op::OFFSETS_OPERAND, vector };
    let (alignment, pointers) = match resolve_scattered(rw, types, &access, Op::INDICES_OPERAND, by_vector) {
        Ok(resolved) => resolved,
        Err(reason) => return rw.no_match(op, reason),
    };
    let (mask, stored) = (access.operand(rw, Op::MASK_OPERAND), access.operand(rw, Op::VALUE_TO_STORE_OPERAND));
    rw.create(MaskedScatterIntr::build(stored, pointers, mask, i32_attr(rw.cx(), alignment)));
    rw.erase(op)
}

/// The attributes of `n` arguments of which the one at index `pointer` is aligned, if the operation has an alignment.
fn argument_attrs(body: &Body, op: OpId, n: usize, pointer: usize) -> Option<Attr> {
    let alignment = body.prop_named(op, "alignment")?.as_i64(body).filter(|&alignment| alignment != 1)?;
    let aligned = NamedAttr { name: body.ident("llvm.align"), value: body.i64_attr(alignment) };
    let attrs: Vec<Attr> =
        (0..n).map(|place| body.dict(if place == pointer { vec![aligned] } else { Vec::new() })).collect();
    Some(body.array_attr(&attrs))
}

fn lower_expand_load(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    type Op = ExpandLoadOp;
    let vector = result_type(rw, op);
    let access = Access { op, operands, base: Op::BASE_OPERAND, indices: Op::INDICES_OPERAND, vector };
    let Some((ty, pointer)) = types.convert(rw, vector).and_then(|ty| Some((ty, access.pointer(rw, types)?))) else {
        return rw.no_match(op, NO_ADDRESS);
    };
    let (mask, pass_thru) = (access.operand(rw, Op::MASK_OPERAND), access.operand(rw, Op::PASS_THRU_OPERAND));
    let mut load = MaskedExpandloadIntr::build(ty, pointer, mask, pass_thru);
    if let Some(attrs) = argument_attrs(rw, op, 3, 0) {
        load = load.prop(MaskedExpandloadIntr::ARG_ATTRS, attrs);
    }
    rw.replace_with(op, load);
    Match::Yes
}

fn lower_compress_store(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    type Op = CompressStoreOp;
    let vector = rw.ty(Op::from_id(op).value_to_store(rw));
    let access = Access { op, operands, base: Op::BASE_OPERAND, indices: Op::INDICES_OPERAND, vector };
    let Some(pointer) = access.pointer(rw, types) else { return rw.no_match(op, NO_ADDRESS) };
    let (mask, stored) = (access.operand(rw, Op::MASK_OPERAND), access.operand(rw, Op::VALUE_TO_STORE_OPERAND));
    let mut store = MaskedCompressstoreIntr::build(stored, pointer, mask);
    if let Some(attrs) = argument_attrs(rw, op, 3, 1) {
        store = store.prop(MaskedCompressstoreIntr::ARG_ATTRS, attrs);
    }
    rw.create(store);
    rw.erase(op)
}

/// The strides of a memref type whose elements are provably contiguous.
fn contiguous_strides(cx: &Context, memref: Type) -> Option<Vec<i64>> {
    let (strides, shape) = (strides_and_offset(cx, memref)?.strides, memref.static_shape(cx)?);
    if strides.last().is_some_and(|&stride| stride != 1) || strides.contains(&DYNAMIC) {
        return None;
    }
    let fits = |dim: usize| strides[dim] == strides[dim + 1] * shape[dim + 1];
    (0..strides.len().saturating_sub(1)).all(fits).then_some(strides)
}

/// The same pointers with the sizes and strides of the other type.
fn lower_type_cast(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let (from, to) = (rw.ty(rw.operand(op, 0)), result_type(rw, op));
    if StructType::from_type(rw, rw.ty(operands[0])).is_none() {
        return rw.no_match(op, "the memref is no descriptor");
    }
    let Some(descriptor) = types.convert(rw, to) else { return rw.no_match(op, "the type cannot be converted") };
    let (Some(_), Some(strides)) = (contiguous_strides(rw, from), contiguous_strides(rw, to)) else {
        return rw.no_match(op, "the memory is not known to be contiguous");
    };
    let shape = to.shape(rw).unwrap_or_default().to_vec();
    let source = MemRefDescriptor::new(operands[0]);
    let mut made = MemRefDescriptor::poison(rw, descriptor);
    let allocated = source.allocated(rw);
    made.set_allocated(rw, allocated);
    let aligned = source.aligned(rw);
    made.set_aligned(rw, aligned);
    let i64_type = Type::I64;
    let zero = index_constant(rw, i64_type, 0);
    made.set_offset(rw, zero);
    for (dim, (&size, &stride)) in shape.iter().zip(&strides).enumerate() {
        let size = index_constant(rw, i64_type, size);
        made.set_size(rw, dim, size);
        let stride = index_constant(rw, i64_type, stride);
        made.set_stride(rw, dim, stride);
    }
    rw.replace(op, [made.value])
}
