//! Expansion of operations that a target lacks to simpler ones.

use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::types::DYNAMIC;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionPatterns, ConversionTarget};
use rmlir_arith::{IndexCastOp, MulIOp, constant_index};
use rmlir_memref::{LoadOp, ReinterpretCastOp, ReshapeOp};

/// Legalize memref operations to be convertible to LLVM.
///
/// A reshape to a static rank becomes a `memref.reinterpret_cast` to sizes that are loaded from the shape.
///
/// ```mlir
/// %b = memref.reshape %a(%shape) : (memref<*xf32>, memref<1xindex>) -> memref<?xf32>
/// // becomes
/// %n = memref.load %shape[%c0] : memref<1xindex>
/// %b = memref.reinterpret_cast %a to offset: [0], sizes: [%n], strides: [1] : memref<*xf32> to memref<?xf32>
/// ```
#[pass(name = "memref-expand", title = "ExpandOpsPass", depends(rmlir_memref::MemRef))]
pub fn memref_expand(cx: &mut PassCx) -> PassResult {
    let mut target = ConversionTarget::new(cx.cx());
    target.legal_dialects(&["arith", "memref"]);
    target.dynamic_op(ReshapeOp::NAME, |op| op.value(ReshapeOp::shape).ty().static_shape(op.cx()).is_none());
    let mut patterns = ConversionPatterns::new();
    for pattern in self::patterns().patterns {
        patterns.add(ConversionPattern::plain(pattern));
    }
    cx.convert_partially(&target, &patterns)
}

/// The patterns of the pass.
pub fn patterns() -> PatternSet {
    patterns![reshape_to_reinterpret_cast]
}

#[pattern]
fn reshape_to_reinterpret_cast(op: ReshapeOp, rw: &mut Rewriter) -> Match {
    let shape_operand = op.shape(rw);
    let ty = rw.ty(op.result(rw));
    let (Some(_), Some(shape)) = (rw.ty(shape_operand).static_shape(rw), ty.shape(rw)) else { return Match::No };
    let shape = shape.to_vec();
    rw.before(op.id());
    let mut sizes = vec![MixedIndex::Static(1); shape.len()];
    let mut strides = sizes.clone();
    let mut stride = MixedIndex::Static(1);
    for dim in (0..shape.len()).rev() {
        // As upstream, static sizes become values too.
        let value = if shape[dim] == DYNAMIC {
            let value = load_size(rw, shape_operand, dim);
            sizes[dim] = MixedIndex::Dynamic(value);
            value
        } else {
            sizes[dim] = MixedIndex::Static(shape[dim]);
            constant_index(rw, shape[dim])
        };
        strides[dim] = stride;
        if dim == 0 {
            break;
        }
        stride = match (stride, sizes[dim]) {
            (MixedIndex::Static(stride), MixedIndex::Static(size)) => MixedIndex::Static(stride.wrapping_mul(size)),
            (MixedIndex::Static(stride), _) => {
                let stride = constant_index(rw, stride);
                MixedIndex::Dynamic(rw.value(MulIOp::build(stride, value)))
            }
            (MixedIndex::Dynamic(stride), _) => MixedIndex::Dynamic(rw.value(MulIOp::build(stride, value))),
        };
    }
    let source = op.source(rw);
    rw.replace_with(op, ReinterpretCastOp::of(rw.cx(), ty, source, MixedIndex::Static(0), &sizes, &strides));
    Match::Yes
}

/// Loads entry `dim` of a shape in memory as an index.
fn load_size(rw: &mut Rewriter, shape: Value, dim: usize) -> Value {
    let place = constant_index(rw, dim as i64);
    let size = rw.value(LoadOp::build(shape, &[place]));
    if rw.ty(size).is_index() { size } else { rw.value(IndexCastOp::build(Type::INDEX, size)) }
}
