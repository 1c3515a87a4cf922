//! `convert-bufferization-to-memref`: lowers the operations of the dialect that remain after bufferization.
//!
//! Deallocations are lowered as in `dealloc::lowering`; a clone is a new buffer and a copy. A buffer of unknown rank is
//! allocated as a one-dimensional buffer of all its elements, and reshaped.

use rmlir::core::memref_layout::{MemRefParts, memref_type};
use rmlir::core::types::DYNAMIC;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionPatterns, ConversionTarget};
use rmlir::rewrite::create_or_fold;
use rmlir_arith::{Arith, MulIOp, constant_index};
use rmlir_bufferization::CloneOp;
use rmlir_bufferization_passes::dealloc::lower_deallocations::lower_all;
use rmlir_func::Func;
use rmlir_memref::{AllocOp, AllocaOp, CastOp, CopyOp, DimOp, MemRef, RankOp, ReshapeOp, StoreOp, are_cast_compatible};
use rmlir_scf::{ForOp, Scf, YieldOp};

/// Convert operations from the Bufferization dialect to the MemRef dialect.
///
/// ```mlir
/// %c = bufferization.clone %m : memref<?xf32> to memref<?xf32>
/// // becomes
/// %n = memref.dim %m, %c0 : memref<?xf32>
/// %c = memref.alloc(%n) : memref<?xf32>
/// memref.copy %m, %c : memref<?xf32> to memref<?xf32>
/// ```
#[pass(
    name = "convert-bufferization-to-memref",
    title = "ConvertBufferizationToMemRefPass",
    summary = "Convert operations from the Bufferization dialect to the MemRef dialect",
    depends(Arith, Func, MemRef, Scf)
)]
pub(crate) fn bufferization_to_memref(cx: &mut PassCx) -> PassResult {
    lower_all(cx)?;
    let mut target = ConversionTarget::new(cx.cx());
    target.legal_dialects(&["arith", "builtin", "func", "memref", "scf"]);
    target.illegal_dialects(&["bufferization"]);
    let mut patterns = ConversionPatterns::new();
    patterns.add(ConversionPattern::plain(Pattern::of("clone_to_copy", clone_to_copy)));
    cx.convert_partially(&target, &patterns)
}

fn clone_to_copy(op: CloneOp, rw: &mut Rewriter) -> Match {
    let source = op.input(rw);
    let ty = rw.ty(op.output(rw));
    rw.before(op.id());
    let allocated = match MemRefParts::of(rw.cx(), ty) {
        Some(parts) => allocate(rw, source, ty, parts.shape.to_vec(), parts.element, parts.space),
        None => Some(allocate_unranked(rw, source, ty)),
    };
    let Some(new) = allocated else { return rw.no_match(op, "no buffer has this layout") };
    rw.create(CopyOp::build(source, new));
    rw.replace(op, [new])
}

/// A buffer of type `ty` and of the size of `source`; `None` if that type's layout is not that of new buffers.
fn allocate(
    rw: &mut Rewriter,
    source: Value,
    ty: Type,
    shape: Vec<i64>,
    element: Type,
    space: Option<Attr>,
) -> Option<Value> {
    let plain = memref_type(rw, &shape, element, None, space);
    if !are_cast_compatible(rw, plain, ty) {
        return None;
    }
    let mut sizes = Vec::new();
    for (dim, _) in shape.iter().enumerate().filter(|(_, size)| **size == DYNAMIC) {
        let dim = constant_index(rw, dim as i64);
        sizes.push(create_or_fold(rw, DimOp::build(source, dim)));
    }
    let new = rw.value(AllocOp::build(plain, &sizes, &[]));
    Some(if plain == ty { new } else { rw.value(CastOp::build(ty, new)) })
}

fn allocate_unranked(rw: &mut Rewriter, source: Value, ty: Type) -> Value {
    let (zero, one) = (constant_index(rw, 0), constant_index(rw, 1));
    let rank = rw.value(RankOp::build(source));
    let list = memref_type(rw, &[DYNAMIC], Type::INDEX, None, None);
    let shape = rw.value(AllocaOp::build(list, &[rank], &[]));
    let (loc, point) = (rw.default_loc(), rw.insert_point());
    let sizes = ForOp::create(rw, loc, [zero, rank, one], &[one]);
    rw.at_end(sizes.body(rw));
    let (index, product) = (sizes.induction_var(rw), sizes.iter_args(rw)[0]);
    let size = rw.value(DimOp::build(source, index));
    rw.create(StoreOp::build(size, shape, &[index]));
    let product = rw.value(MulIOp::build(product, size));
    rw.create(YieldOp::build(&[product]));
    rw.set_insert_point(point);
    let n_elements = rw.result(sizes.id(), 0);
    let elements = memref_type(rw, &[DYNAMIC], ty.element_or_self(rw), None, None);
    let new = rw.value(AllocOp::build(elements, &[n_elements], &[]));
    rw.value(ReshapeOp::build(ty, new, shape))
}
