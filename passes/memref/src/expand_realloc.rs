//! Expansion of `memref.realloc` to a larger buffer and a copy, if the old one is too small.

use rmlir::core::mixed_index::{MixedIndex, SliceLists};
use rmlir::core::types::DYNAMIC;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionPatterns, ConversionTarget};
use rmlir_arith::{CmpIOp, CmpIPredicate, constant_index, materialize_index};
use rmlir_memref::{AllocOp, CopyOp, DeallocOp, DimOp, ReallocOp, ReinterpretCastOp, SubViewOp, inferred_subview_type};
use rmlir_scf::{IfOp, YieldOp};

/// Expand memref.realloc operations into its components.
///
/// ```mlir
/// %b = memref.realloc %a(%n) : memref<?xf32> to memref<?xf32>
/// // becomes
/// %old = memref.dim %a, %c0 : memref<?xf32>
/// %is_too_small = arith.cmpi ult, %old, %n : index
/// %b = scf.if %is_too_small -> (memref<?xf32>) {
///   %new = memref.alloc(%n) : memref<?xf32>
///   %part = memref.subview %new[0] [%old] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
///   memref.copy %a, %part : memref<?xf32> to memref<?xf32, strided<[1]>>
///   memref.dealloc %a : memref<?xf32>
///   scf.yield %new : memref<?xf32>
/// } else {
///   %same = memref.reinterpret_cast %a to offset: [0], sizes: [%n], strides: [1] : memref<?xf32> to memref<?xf32>
///   scf.yield %same : memref<?xf32>
/// }
/// ```
#[pass(
    name = "expand-realloc",
    title = "ExpandReallocPass",
    summary = "Expand memref.realloc operations into its components",
    depends(rmlir_arith::Arith, rmlir_scf::Scf, rmlir_memref::MemRef)
)]
pub struct ExpandRealloc {
    /// Emit deallocation operations for the original MemRef.
    #[option(default = true)]
    emit_deallocs: bool,
}

impl Pass for ExpandRealloc {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut target = ConversionTarget::new(cx.cx());
        target.legal_dialects(&["arith", "scf", "memref"]);
        target.illegal_ops(&[ReallocOp::NAME]);
        let mut patterns = ConversionPatterns::new();
        let frees = self.emit_deallocs;
        let apply = move |op: ReallocOp, rw: &mut Rewriter| expand(rw, op, frees);
        patterns.add(ConversionPattern::plain(Pattern::of("expand_realloc", apply)));
        cx.convert_partially(&target, &patterns)
    }
}

fn expand(rw: &mut Rewriter, op: ReallocOp, frees: bool) -> Match {
    let (source, result) = (op.source(rw), op.result(rw));
    let (from, to) = (rw.ty(source), rw.ty(result));
    let size_in = |rw: &Rewriter, ty: Type| ty.shape(rw).and_then(|shape| shape.first().copied());
    let (Some(old_size), Some(new_size)) = (size_in(rw, from), size_in(rw, to)) else { return Match::No };
    let wanted = op.dynamicResultSize(rw);
    rw.before(op.id());
    let old = match old_size {
        DYNAMIC => {
            let zero = constant_index(rw, 0);
            MixedIndex::Dynamic(rw.value(DimOp::build(source, zero)))
        }
        size => MixedIndex::Static(size),
    };
    let new = match (new_size, wanted) {
        (DYNAMIC, Some(size)) => MixedIndex::Dynamic(size),
        (size, _) => MixedIndex::Static(size),
    };
    let [left, right] = [old, new].map(|size| materialize_index(rw, size));
    let predicate = CmpIPredicate::Ult.attr(rw.cx());
    let is_too_small = rw.value(CmpIOp::build(left, right, predicate));
    let choice = rw.create(IfOp::build(&[to], is_too_small));
    rw.create_block(choice.thenRegion(rw), &[], &[]);
    let larger = allocate(rw, op, to);
    let lists =
        SliceLists { offsets: vec![MixedIndex::Static(0)], sizes: vec![old], strides: vec![MixedIndex::Static(1)] };
    let part = inferred_subview_type(rw, to, &lists).expect("the result is a strided memref");
    let part = rw.value(SubViewOp::of(rw.cx(), part, larger, &lists));
    rw.create(CopyOp::build(source, part));
    if frees {
        rw.create(DeallocOp::build(source));
    }
    rw.create(YieldOp::build(&[larger]));
    rw.create_block(choice.elseRegion(rw), &[], &[]);
    let one = [MixedIndex::Static(1)];
    let same = rw.value(ReinterpretCastOp::of(rw.cx(), to, source, MixedIndex::Static(0), &[new], &one));
    rw.create(YieldOp::build(&[same]));
    let result = rw.result(choice.id(), 0);
    rw.replace(op, [result])
}

/// Allocates the larger buffer.
fn allocate(rw: &mut Rewriter, op: ReallocOp, ty: Type) -> Value {
    let sizes: Vec<Value> = op.dynamicResultSize(rw).into_iter().collect();
    let build = AllocOp::build(ty, &sizes, &[]);
    match op.alignment(rw) {
        Some(alignment) => rw.value(build.prop(AllocOp::ALIGNMENT, alignment)),
        None => rw.value(build),
    }
}
