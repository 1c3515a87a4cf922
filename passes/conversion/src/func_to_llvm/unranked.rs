//! Descriptors of unranked memrefs point to ranked ones on the stack; those are copied where they escape from a
//! function.

use rmlir::prelude::*;
use rmlir::rewrite::conversion::ConversionRewriter;
use rmlir_llvm::intrinsics::memory::MemcpyIntr;

use crate::llvm_common::descriptor::UnrankedDescriptor;
use crate::llvm_common::emit::{alloca, call};
use crate::llvm_common::symbols::{free_function, malloc_function};
use crate::llvm_common::type_converter::LlvmTypes;

/// The destination of a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Copied {
    /// To allocated memory, before a return.
    ToHeap,
    /// To the stack, after a call; the allocated memory is freed.
    ToStack,
}

/// The descriptor `operand` of unranked memref type `ty`, with a copy of the ranked descriptor.
pub fn copy_descriptor(
    rw: &mut ConversionRewriter,
    types: &LlvmTypes,
    ty: Type,
    operand: Value,
    copied: Copied,
) -> Option<Value> {
    let space = types.options.address_space(rw.cx(), ty)?;
    let function = match copied {
        Copied::ToHeap => malloc_function(rw, &types.options)?,
        Copied::ToStack => free_function(rw, &types.options)?,
    };
    Some(rw.with(|rw| {
        let descriptor = UnrankedDescriptor::new(operand);
        let size = descriptor.ranked_size(rw, &types.options, space);
        let memory = match copied {
            Copied::ToHeap => {
                let call = call(rw, &function.name, function.ty, &[size]);
                rw.result(call, 0)
            }
            Copied::ToStack => alloca(rw, Type::I8, size),
        };
        let source = descriptor.ranked(rw);
        let not_volatile = rw.bool_attr(false);
        rw.create(MemcpyIntr::build(memory, source, size, not_volatile));
        if copied == Copied::ToStack {
            call(rw, &function.name, function.ty, &[source]);
        }
        let mut made = UnrankedDescriptor::poison(rw, &types.options);
        let rank = descriptor.rank(rw);
        made.set_rank(rw, rank);
        made.set_ranked(rw, memory);
        made.value
    }))
}
