//! Allocating and freeing.

use rmlir::core::memref_layout::has_identity_layout;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir::rewrite::conversion::ConversionRewriter;
use rmlir_llvm::ops::arith::{AddOp, MulOp, SubOp, URemOp};
use rmlir_llvm::ops::cast::{AddrSpaceCastOp, IntToPtrOp, PtrToIntOp};
use rmlir_llvm::ops::constant::ZeroOp;
use rmlir_llvm::ops::memory::AllocaOp as LlvmAllocaOp;
use rmlir_memref::{AllocOp, AllocaOp};

use crate::llvm_common::descriptor::{MemRefDescriptor, RankedInMemory, UnrankedDescriptor};
use crate::llvm_common::emit::{GepIndex, call, gep, index_constant};
use crate::llvm_common::options::Allocation;
use crate::llvm_common::symbols::{aligned_alloc_function, free_function, malloc_function};
use crate::llvm_common::type_converter::{LlvmTypes, pointer, pointer_into};
use crate::llvm_common::type_size::type_size;

/// The minimum alignment argument of `aligned_alloc`, as in upstream.
const MIN_ALIGNMENT: i64 = 16;

/// Whether memrefs of type `ty` are contiguous and can be converted.
pub fn is_plain(cx: &Context, types: &LlvmTypes, ty: Type) -> bool {
    has_identity_layout(cx, ty) && types.convert(cx, ty).is_some()
}

/// Sizes and strides of a contiguous buffer, and its number of elements.
pub struct Extent {
    sizes: Vec<Value>,
    strides: Vec<Value>,
    /// The number of elements.
    n_elements: Value,
}

impl Extent {
    /// The extent of memref type `ty`, whose dynamic sizes are `dynamic`.
    pub fn of(rw: &mut Rewriter, types: &LlvmTypes, ty: Type, dynamic: &[Value]) -> Self {
        let index = types.index_type(rw.cx());
        let shape = ty.shape(rw.cx()).unwrap_or_default().to_vec();
        let mut dynamic = dynamic.iter().copied();
        let mut sizes = Vec::with_capacity(shape.len());
        for &size in &shape {
            let given = (size == DYNAMIC).then(|| dynamic.next()).flatten();
            sizes.push(given.unwrap_or_else(|| index_constant(rw, index, size)));
        }
        let mut known = Some(1i64);
        let mut running = index_constant(rw, index, 1);
        let mut strides = vec![running; shape.len()];
        for dim in (0..shape.len()).rev() {
            strides[dim] = running;
            let is_first = known == Some(1);
            known = known.filter(|_| shape[dim] != DYNAMIC).map(|stride| stride.wrapping_mul(shape[dim]));
            running = match known {
                _ if is_first => sizes[dim],
                None => rw.value(MulOp::build(running, sizes[dim])),
                Some(stride) => index_constant(rw, index, stride),
            };
        }
        Self { sizes, strides, n_elements: running }
    }

    /// Its size in bytes, with elements of type `element`.
    pub fn n_bytes(&self, rw: &mut Rewriter, types: &LlvmTypes, element: Type) -> Value {
        bytes_of(rw, types, element, GepIndex::Value(self.n_elements))
    }

    /// The descriptor of memref type `ty` for these pointers.
    pub fn descriptor(
        &self,
        rw: &mut Rewriter,
        types: &LlvmTypes,
        ty: Type,
        allocated: Value,
        aligned: Value,
    ) -> Option<Value> {
        let mut made = MemRefDescriptor::poison(rw, types.options.descriptor_type(rw.cx(), ty)?);
        made.set_allocated(rw, allocated);
        made.set_aligned(rw, aligned);
        let offset = index_constant(rw, types.index_type(rw.cx()), 0);
        made.set_offset(rw, offset);
        for (dim, &size) in self.sizes.iter().enumerate() {
            made.set_size(rw, dim, size);
        }
        for (dim, &stride) in self.strides.iter().enumerate() {
            made.set_stride(rw, dim, stride);
        }
        Some(made.value)
    }
}

/// The size in bytes of `n` values of type `element`: the address of the element at index `n` of an array at address 0.
fn bytes_of(rw: &mut Rewriter, types: &LlvmTypes, element: Type, n: GepIndex) -> Value {
    let ty = pointer(rw.cx());
    let null = rw.value(ZeroOp::build(ty));
    let end = gep(rw, ty, element, null, &[n]);
    rw.value(PtrToIntOp::build(types.index_type(rw.cx()), end))
}

/// The size in bytes of a value of type `ty`, if it can be converted.
pub fn size_of(rw: &mut Rewriter, types: &LlvmTypes, ty: Type) -> Option<Value> {
    let element = types.convert(rw.cx(), ty)?;
    Some(bytes_of(rw, types, element, GepIndex::Constant(1)))
}

/// The next multiple of `alignment`.
fn aligned(rw: &mut Rewriter, value: Value, alignment: Value) -> Value {
    let one = index_constant(rw, rw.ty(alignment), 1);
    let bump = rw.value(SubOp::build(alignment, one));
    let bumped = rw.value(AddOp::build(value, bump));
    let rest = rw.value(URemOp::build(bumped, alignment));
    rw.value(SubOp::build(bumped, rest))
}

/// The allocated pointer, in address space `space`.
fn into_space(rw: &mut Rewriter, allocated: Value, space: u32) -> Value {
    if space == 0 {
        return allocated;
    }
    let ty = pointer_into(rw.cx(), space);
    rw.value(AddrSpaceCastOp::build(ty, allocated))
}

/// The common parameters of both allocation functions.
struct Request<'a> {
    ty: Type,
    element: Type,
    space: u32,
    alignment: Option<i64>,
    sizes: &'a [Value],
}

/// Memory from `malloc` or `aligned_alloc`.
pub fn lower_alloc(rw: &mut ConversionRewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let cx = rw.cx();
    let ty = rw.ty(rw.result(op, 0));
    let element = ty.element(cx).and_then(|ty| types.convert(cx, ty));
    let (Some(element), Some(space)) = (element, types.options.address_space(cx, ty)) else { return Match::No };
    if !is_plain(cx, types, ty) {
        return rw.no_match(op, "incompatible memref type");
    }
    let alignment = OpRef::new(rw, op).get(AllocOp::alignment);
    let request = Request { ty, element, space, alignment, sizes: operands };
    let made = match types.options.allocation {
        Allocation::Malloc => allocate(rw, types, &request),
        Allocation::AlignedAlloc => allocate_aligned(rw, types, &request),
    };
    match made {
        Some(made) => rw.replace(op, [made]),
        None => Match::No,
    }
}

/// Allocates additional memory and aligns the start.
fn allocate(rw: &mut ConversionRewriter, types: &LlvmTypes, request: &Request) -> Option<Value> {
    let &Request { ty, element, space, .. } = request;
    let malloc = malloc_function(rw, &types.options)?;
    rw.with(|rw| {
        let index = types.index_type(rw.cx());
        let extent = Extent::of(rw, types, ty, request.sizes);
        let mut n_bytes = extent.n_bytes(rw, types, element);
        let alignment = alignment_of(rw, types, request)?;
        if let Some(alignment) = alignment {
            n_bytes = rw.value(AddOp::build(n_bytes, alignment));
        }
        let call = call(rw, &malloc.name, malloc.ty, &[n_bytes]);
        let allocated = into_space(rw, rw.result(call, 0), space);
        let mut start = allocated;
        if let Some(alignment) = alignment {
            let address = rw.value(PtrToIntOp::build(index, allocated));
            let address = aligned(rw, address, alignment);
            start = rw.value(IntToPtrOp::build(pointer_into(rw.cx(), space), address));
        }
        extent.descriptor(rw, types, ty, allocated, start)
    })
}

/// The requested alignment, else the size of an element that is no integer or float.
fn alignment_of(rw: &mut Rewriter, types: &LlvmTypes, request: &Request) -> Option<Option<Value>> {
    let cx = rw.cx();
    if let Some(alignment) = request.alignment {
        return Some(Some(index_constant(rw, types.index_type(cx), alignment)));
    }
    let element = request.ty.element(cx)?;
    let is_number = element.signless_width(cx).is_some() || element.is_index() || element.float_kind(cx).is_some();
    if is_number { Some(None) } else { Some(Some(size_of(rw, types, element)?)) }
}

fn allocate_aligned(rw: &mut ConversionRewriter, types: &LlvmTypes, request: &Request) -> Option<Value> {
    let cx = rw.cx();
    let &Request { ty, element, space, .. } = request;
    let element_size = type_size(cx, &types.options, ty.element(cx)?)?;
    let function = aligned_alloc_function(rw, &types.options)?;
    rw.with(|rw| {
        let extent = Extent::of(rw, types, ty, request.sizes);
        let mut n_bytes = extent.n_bytes(rw, types, element);
        let usual = || i64::try_from(element_size.next_power_of_two()).unwrap_or(i64::MAX).max(MIN_ALIGNMENT);
        let number = request.alignment.unwrap_or_else(usual);
        let alignment = index_constant(rw, types.index_type(cx), number);
        let known = ty.shape(cx)?.iter().filter(|&&size| size != DYNAMIC);
        let divisor = known.fold(element_size, |product, &size| product.wrapping_mul(size as u64));
        if divisor % number.unsigned_abs().max(1) != 0 {
            n_bytes = aligned(rw, n_bytes, alignment);
        }
        let call = call(rw, &function.name, function.ty, &[alignment, n_bytes]);
        let allocated = into_space(rw, rw.result(call, 0), space);
        extent.descriptor(rw, types, ty, allocated, allocated)
    })
}

/// A stack allocation.
pub fn lower_alloca(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let cx = rw.cx();
    let ty = rw.ty(rw.result(op, 0));
    let element = ty.element(cx).and_then(|ty| types.convert(cx, ty));
    let (Some(element), Some(pointer)) = (element, types.options.element_pointer(cx, ty)) else { return Match::No };
    if !is_plain(cx, types, ty) {
        return rw.no_match(op, "incompatible memref type");
    }
    let alignment = OpRef::new(rw, op).get(AllocaOp::alignment);
    let extent = Extent::of(rw, types, ty, operands);
    let mut build = LlvmAllocaOp::build(pointer, extent.n_elements, cx.type_attr(element));
    if let Some(alignment) = alignment.filter(|&alignment| alignment != 0) {
        build = build.prop(LlvmAllocaOp::ALIGNMENT, cx.i64_attr(alignment));
    }
    let allocated = rw.value(build);
    match extent.descriptor(rw, types, ty, allocated, allocated) {
        Some(made) => rw.replace(op, [made]),
        None => Match::No,
    }
}

/// Frees the allocated pointer.
pub fn lower_dealloc(rw: &mut ConversionRewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    let cx = rw.cx();
    let ty = rw.ty(rw.operand(op, 0));
    let Some(space) = types.options.address_space(cx, ty) else { return Match::No };
    let Some(free) = free_function(rw, &types.options) else { return Match::No };
    rw.with(|rw| {
        let allocated = match ty.shape(cx) {
            Some(_) => MemRefDescriptor::new(operands[0]).allocated(rw),
            None => {
                let place = UnrankedDescriptor::new(operands[0]).ranked(rw);
                RankedInMemory::new(cx, &types.options, place, space).allocated(rw)
            }
        };
        call(rw, &free.name, free.ty, &[allocated]);
        rw.erase(op)
    })
}
