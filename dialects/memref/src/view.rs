//! Views: bytes as elements of another type, permuted dimensions, assumptions.

use rmlir::core::interfaces::{ReifyShapes, ViewLike};
use rmlir::core::memref_layout::{
    MemRefParts, Strides, canonical_strided_layout, has_identity_layout, memory_space, strided_layout,
    strides_and_offset,
};
use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::types::DYNAMIC;
use rmlir::core::value_bounds::ValueBounds;
use rmlir::prelude::*;
use rmlir::rewrite::create_or_fold;
use rmlir_arith::constant_index;

use crate::DimOp;
use crate::alloc::verify_n_sizes;
use crate::constraints::{AnyStridedMemRef, BytesOfRank1, PositiveI32};

/// A view of a buffer of bytes from a byte offset on, as elements of another type.
///
/// ```mlir
/// %v = memref.view %bytes[%shift][%n] : memref<2048xi8> to memref<?x4xf32>
/// ```
#[op(name = "memref.view", eval, traits(Pure), interfaces(ViewLike, AsmNames), fold, verify = verify_view,
     canonicalize,
     format = "$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` type(results)")]
pub struct ViewOp {
    #[operand]
    source: BytesOfRank1,
    #[operand]
    byte_shift: Index,
    #[operand]
    sizes: Vec<Index>,
    #[result]
    result: AnyMemRef,
}

/// A view of the same elements with permuted dimensions.
///
/// ```mlir
/// %t = memref.transpose %a (i, j) -> (j, i) : memref<?x?xf32> to memref<?x?xf32, affine_map<(d0, d1)[s0] -> (d1 * s0 + d0)>>
/// ```
#[op(name = "memref.transpose", eval, traits(Pure), interfaces(AsmNames), fold,
     verify = verify_transpose, parse = parse_transpose, print = print_transpose)]
pub struct TransposeOp {
    #[operand(name = "in")]
    source: AnyStridedMemRef,
    #[prop]
    permutation: AffineMapAttr,
    #[result]
    result: AnyStridedMemRef,
}

/// The same memref, with the assumption that its buffer is aligned; a violation is undefined behaviour.
///
/// ```mlir
/// %b = memref.assume_alignment %a, 16 : memref<4x4xf16>
/// ```
#[op(name = "memref.assume_alignment", eval, traits(NoMemoryEffect, SameOperandsAndResultType), interfaces(ViewLike, AsmNames, ReifyShapes, ValueBounds),
     fold, verify = verify_alignment, format = "$memref `,` $alignment attr-dict `:` type($memref)")]
pub struct AssumeAlignmentOp {
    #[operand]
    memref: AnyMemRef,
    #[prop]
    alignment: PositiveI32,
    #[result]
    result: AnyMemRef,
}

impl ReifyShapes for AssumeAlignmentOp {
    fn result_sizes(&self, rw: &mut Rewriter, op: OpId, index: usize) -> Option<Vec<MixedIndex>> {
        let rank = rw.ty(rw.result(op, index)).shape(rw)?.len();
        (0..rank).map(|dim| self.result_size(rw, op, index, dim)).collect()
    }
    fn result_size(&self, rw: &mut Rewriter, op: OpId, _index: usize, dim: usize) -> Option<MixedIndex> {
        let memref = AssumeAlignmentOp::from_id(op).memref(rw);
        let size = *rw.ty(memref).shape(rw)?.get(dim)?;
        if size != DYNAMIC {
            return Some(MixedIndex::Static(size));
        }
        let dim = constant_index(rw, dim as i64);
        Some(MixedIndex::Dynamic(create_or_fold(rw, DimOp::build(memref, dim))))
    }
}

/// The same memrefs, with the assumption that they do not alias; a violation is undefined behaviour.
///
/// ```mlir
/// %c, %d = memref.distinct_objects %a, %b : memref<?xf32>, memref<?xf32>
/// ```
#[op(name = "memref.distinct_objects", eval = rmlir::interp::eval::passes_on, traits(Pure, DistinctObjects), infer = infer_distinct, verify = verify_distinct,
     format = "$operands attr-dict `:` type($operands)")]
pub struct DistinctObjectsOp {
    #[operand]
    operands: Vec<AnyMemRef>,
    #[result]
    results: Vec<AnyMemRef>,
}

fn infer_distinct(_cx: &Context, _state: &OpState, operands: &[Type]) -> Result<Vec<Type>, String> {
    Ok(operands.to_vec())
}

fn verify_distinct(op: OpRef) -> Checked {
    if !op.operands().map(ValueRef::ty).eq(op.results().map(ValueRef::ty)) {
        return Err(op.error("operand types and result types must match"));
    }
    if op.n_operands() == 0 {
        return Err(op.error("expected at least one operand"));
    }
    Ok(())
}

fn verify_alignment(op: OpRef) -> Checked {
    if (op.get(AssumeAlignmentOp::alignment) as u32).is_power_of_two() {
        Ok(())
    } else {
        Err(op.error("alignment must be power of 2"))
    }
}

fn verify_view(op: OpRef) -> Checked {
    let cx = op.cx();
    let (base, view) = (op.value(ViewOp::source).ty(), op.result(0).ty());
    let (shown_base, shown_view) = (cx.show_type(base), cx.show_type(view));
    if !has_identity_layout(cx, base) {
        return Err(op.plain_error(format!("unsupported map for base memref type '{shown_base}'")));
    }
    if !has_identity_layout(cx, view) {
        return Err(op.plain_error(format!("unsupported map for result memref type '{shown_view}'")));
    }
    if memory_space(cx, base) != memory_space(cx, view) {
        return Err(op.plain_error(format!(
            "different memory spaces specified for base memref type '{shown_base}' and view memref type '{shown_view}'"
        )));
    }
    verify_n_sizes(op, view, op.n_operands() - 2)
}

/// The type of a strided memref with dimensions permuted by `permutation`.
fn transposed_type(cx: &Context, ty: Type, permutation: &rmlir::affine_maps::AffineMap) -> Option<Type> {
    let parts = MemRefParts::of(cx, ty)?;
    let Strides { offset, strides } = strides_and_offset(cx, ty)?;
    let shape = permutation.apply_permutation(parts.shape)?;
    let strides = permutation.apply_permutation(&strides)?;
    Some(parts.with(cx, &shape, Some(strided_layout(cx, offset, &strides))))
}

fn verify_transpose(op: OpRef) -> Checked {
    let cx = op.cx();
    let (source, result) = (op.value(TransposeOp::source).ty(), op.result(0).ty());
    let map = op.get(TransposeOp::permutation);
    if !map.is_permutation() {
        return Err(op.error("expected a permutation map"));
    }
    if map.n_dims() as usize != source.shape(cx).unwrap_or_default().len() {
        return Err(op.error("expected a permutation map of same rank as the input"));
    }
    let wanted = transposed_type(cx, source, map).and_then(|ty| canonical_strided_layout(cx, ty));
    if wanted.is_some() && wanted == canonical_strided_layout(cx, result) {
        return Ok(());
    }
    let (result, wanted) = (cx.show_type(result), wanted.map_or(String::new(), |ty| cx.show_type(ty)));
    Err(op.error(format!("result type '{result}' is not equivalent to the canonical transposed input type '{wanted}'")))
}

fn parse_transpose(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let source = parser.operand()?;
    let pos = parser.pos();
    let Ok(map) = parser.parse_affine_map_or_set()? else {
        return Err(parser.error_at(pos, "expected '->' or ':'"));
    };
    parser.attr_dict(state)?;
    let source_type = ranked_memref(parser, ":")?;
    parser.resolve_same(&[source], source_type, state)?;
    let result_type = ranked_memref(parser, "to")?;
    state.result_types.push(result_type);
    let map = parser.cx().attr(AttrData::AffineMap(map));
    state.set_prop(TransposeOp::PERMUTATION, map);
    Ok(())
}

/// Parses the type of a ranked memref after `token`.
fn ranked_memref(parser: &mut dyn OpAsmParser, token: &str) -> Parsed<Type> {
    parser.asm().token(token)?;
    let pos = parser.pos();
    let ty = parser.parse_type()?;
    let cx = parser.cx();
    if MemRefParts::of(cx, ty).is_some() {
        return Ok(ty);
    }
    let shown = cx.show_type(ty);
    Err(parser.error_at(pos, &format!("invalid kind of type specified: expected builtin.memref, but found '{shown}'")))
}

fn print_transpose(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.operand(op.value(TransposeOp::source));
    printer.text(" ");
    printer.text(&op.get(TransposeOp::permutation).to_string());
    printer.attr_dict(op, &["permutation"]);
    printer.text(" : ");
    printer.ty(op.value(TransposeOp::source).ty());
    printer.text(" to ");
    printer.ty(op.result(0).ty());
}
