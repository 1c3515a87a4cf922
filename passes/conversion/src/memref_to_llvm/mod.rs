//! `memref` to `llvm`.
//!
//! In reading order: `alloc` allocation and deallocation; `access` elements, and addresses of elements; `atomic`
//! updates computed by a region; `global` global buffers; `cast` casts; `metadata` sizes, rank and address; `view`
//! views; `reshape` shapes from memory; `copy` copies; `scope` scopes of stack allocations.

pub mod access;
mod alloc;
mod atomic;
mod cast;
mod copy;
mod global;
mod metadata;
mod reshape;
mod scope;
mod view;

use rmlir::pass::options::IntWidth;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_func as func;
use rmlir_llvm::Llvm;
use rmlir_memref::{
    AllocOp, AllocaOp, AllocaScopeOp, AssumeAlignmentOp, AtomicRMWOp, CastOp, CopyOp, DeallocOp, DimOp,
    DistinctObjectsOp, ExtractAlignedPointerAsIndexOp, ExtractStridedMetadataOp, GenericAtomicRMWOp, GetGlobalOp,
    GlobalOp, LoadOp, MemorySpaceCastOp, PrefetchOp, RankOp, ReinterpretCastOp, ReshapeOp, StoreOp, TransposeOp,
    ViewOp,
};

use crate::llvm_common::options::{Allocation, LlvmOptions};
use crate::llvm_common::patterns::{LlvmPatterns, llvm_target};
use crate::llvm_common::type_converter::LlvmTypes;

/// Finalize MemRef dialect to LLVM dialect conversion.
///
/// A memref becomes a descriptor: two pointers, an offset, sizes and strides.
/// Views other than casts have to be expanded before.
///
/// ```mlir
/// %x = memref.load %a[%i] : memref<?xf32>
/// // becomes
/// %p = llvm.extractvalue %a[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
/// %q = llvm.getelementptr inbounds|nuw %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
/// %x = llvm.load %q : !llvm.ptr -> f32
/// ```
#[pass(
    name = "finalize-memref-to-llvm",
    title = "FinalizeMemRefToLLVMConversionPass",
    anchor = "builtin.module",
    depends(Llvm)
)]
pub struct FinalizeMemRefToLlvm {
    /// Use aligned_alloc in place of malloc for heap allocations
    #[option(default = false)]
    use_aligned_alloc: bool,
    /// Bitwidth of the index type, 0 to use size of machine word
    #[option(default = 0)]
    index_bitwidth: IntWidth,
    /// Use generic allocation and deallocation functions instead of the classic 'malloc', 'aligned_alloc' and 'free' functions
    #[option(default = false)]
    use_generic_functions: bool,
}

impl Pass for FinalizeMemRefToLlvm {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut options = LlvmOptions::of_layout(cx.op(), cx.ancestors(), self.index_bitwidth);
        options.allocation = if self.use_aligned_alloc { Allocation::AlignedAlloc } else { Allocation::Malloc };
        options.generic_functions = self.use_generic_functions;
        let mut patterns = LlvmPatterns::new(LlvmTypes::new(options));
        add_patterns(&mut patterns);
        let mut target = llvm_target(cx.cx());
        target.legal_ops(&[func::FuncOp::NAME]);
        patterns.convert_partially(cx, &target)
    }
}

/// Adds the patterns.
pub fn add_patterns(patterns: &mut LlvmPatterns) {
    patterns
        .on::<AllocaOp>(alloc::lower_alloca)
        .on::<AllocaScopeOp>(scope::lower_scope)
        .on::<AssumeAlignmentOp>(access::lower_assume_alignment)
        .on::<AtomicRMWOp>(access::lower_atomic_rmw)
        .on::<ExtractAlignedPointerAsIndexOp>(metadata::lower_pointer_as_index)
        .on::<DimOp>(metadata::lower_dim)
        .on::<DistinctObjectsOp>(access::lower_distinct_objects)
        .on::<ExtractStridedMetadataOp>(metadata::lower_metadata)
        .on::<GetGlobalOp>(global::lower_get_global)
        .on::<LoadOp>(access::lower_load)
        .on::<CastOp>(cast::lower_cast)
        .on::<ReinterpretCastOp>(cast::lower_reinterpret_cast)
        .on::<ReshapeOp>(reshape::lower_reshape)
        .on::<MemorySpaceCastOp>(cast::lower_memory_space_cast)
        .on::<PrefetchOp>(access::lower_prefetch)
        .on::<RankOp>(metadata::lower_rank)
        .on::<StoreOp>(access::lower_store)
        .on::<TransposeOp>(view::lower_transpose)
        .on::<ViewOp>(view::lower_view)
        .on::<GlobalOp>(global::lower_global)
        .on_calling::<GenericAtomicRMWOp>(atomic::lower_generic_atomic_rmw)
        .on_calling::<CopyOp>(copy::lower_copy)
        .on_calling::<AllocOp>(alloc::lower_alloc)
        .on_calling::<DeallocOp>(alloc::lower_dealloc);
}
