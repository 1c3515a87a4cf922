//! Offset, sizes and strides of views, from those of their sources.

use rmlir::affine_maps::AffineExpr;
use rmlir::core::memref_layout::{Strides, strides_and_offset};
use rmlir::core::mixed_index::{MixedIndex, SliceLists};
use rmlir::core::reassociation::Group;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_memref::{CollapseShapeOp, ExpandShapeOp, ExtractStridedMetadataOp, SubViewOp, dropped_dims};

use super::arithmetic::{apply, product};

/// The metadata of a memref: a base buffer, and the layout of the elements in it.
pub struct Metadata {
    /// A memref of one element at the start of the buffer.
    pub base: Value,
    /// The offset of the first element.
    pub offset: MixedIndex,
    /// The sizes.
    pub sizes: Vec<MixedIndex>,
    /// The strides.
    pub strides: Vec<MixedIndex>,
}

/// The offset and strides that are static in the type of `source`, and values for the others.
struct Source {
    metadata: Metadata,
    shape: Vec<i64>,
    layout: Strides,
}

impl Source {
    /// Extracts the metadata of `source` at the insertion point.
    fn new(rw: &mut Rewriter, source: Value) -> Option<Self> {
        let ty = rw.ty(source);
        let layout = strides_and_offset(rw, ty)?;
        let shape = ty.shape(rw)?.to_vec();
        let extract = rw.create(ExtractStridedMetadataOp::build(source));
        let known = |number: i64, value: Value| match number {
            DYNAMIC => MixedIndex::Dynamic(value),
            number => MixedIndex::Static(number),
        };
        let (sizes, strides) = (extract.sizes(rw), extract.strides(rw));
        let metadata = Metadata {
            base: extract.base_buffer(rw),
            offset: known(layout.offset, extract.offset(rw)),
            sizes: shape.iter().zip(sizes).map(|(&size, value)| known(size, value)).collect(),
            strides: layout.strides.iter().zip(strides).map(|(&stride, value)| known(stride, value)).collect(),
        };
        Some(Self { metadata, shape, layout })
    }
}

/// The metadata of a subview; that of its source is extracted at the insertion point.
pub fn subview(rw: &mut Rewriter, op: SubViewOp) -> Option<Metadata> {
    let lists = SliceLists::of(OpRef::new(rw, op.id()));
    let dropped = dropped_dims(OpRef::new(rw, op.id()))?;
    let source = Source::new(rw, op.source(rw))?.metadata;
    let mut strides = Vec::new();
    let mut inputs = vec![source.offset];
    let mut sum = AffineExpr::symbol(0);
    for (dim, &stride) in source.strides.iter().enumerate() {
        let by = AffineExpr::symbol(0);
        strides.push(apply(rw, &by * &AffineExpr::symbol(1), &[lists.strides[dim], stride]));
        let place = inputs.len() as u32;
        sum = &sum + &(&AffineExpr::symbol(place) * &AffineExpr::symbol(place + 1));
        inputs.extend([lists.offsets[dim], stride]);
    }
    let offset = apply(rw, sum, &inputs);
    let kept = |list: Vec<MixedIndex>| {
        list.into_iter().zip(&dropped).filter(|(_, dropped)| !**dropped).map(|(entry, _)| entry).collect()
    };
    Some(Metadata { base: source.base, offset, sizes: kept(lists.sizes), strides: kept(strides) })
}

/// The metadata of a reshape of a memref of one element: all sizes and strides are 1.
fn of_one_element(source: Metadata, rank: usize) -> Metadata {
    let ones = vec![MixedIndex::Static(1); rank];
    Metadata { sizes: ones.clone(), strides: ones, ..source }
}

/// The metadata of an expanded memref; that of its source is extracted at the insertion point.
pub fn expand_shape(rw: &mut Rewriter, op: ExpandShapeOp) -> Option<Metadata> {
    let (groups, shape) = (op.groups(rw), op.mixed_output_shape(rw));
    let source = Source::new(rw, op.src(rw))?.metadata;
    if source.strides.is_empty() {
        return Some(of_one_element(source, shape.len()));
    }
    let (mut sizes, mut strides) = (Vec::new(), Vec::new());
    for (dim, group) in groups.iter().enumerate() {
        let wanted: Vec<MixedIndex> = group.iter().map(|&dim| shape[dim as usize]).collect();
        let expanded = match wanted.iter().filter(|size| !size.is_static()).count() {
            0 | 1 => expand_by_division(rw, source.sizes[dim], source.strides[dim], &wanted),
            _ => expand_by_products(rw, source.strides[dim], &wanted),
        };
        sizes.extend(expanded.0);
        strides.extend(expanded.1);
    }
    Some(Metadata { sizes, strides, ..source })
}

/// The sizes and strides of the dimensions to which one of this size and stride is expanded. At most one of them is
/// dynamic: it is the quotient of the size by the others, as upstream has it.
fn expand_by_division(
    rw: &mut Rewriter,
    size: MixedIndex,
    stride: MixedIndex,
    wanted: &[MixedIndex],
) -> (Vec<MixedIndex>, Vec<MixedIndex>) {
    let mut known = 1i64;
    // The product of the sizes after each dimension, without the dynamic one.
    let mut inner = vec![1; wanted.len()];
    for (place, size) in inner.iter_mut().zip(wanted).rev() {
        *place = known;
        if let MixedIndex::Static(size) = size {
            known = known.wrapping_mul(*size);
        }
    }
    let mut sizes = wanted.to_vec();
    let unknown = wanted.iter().position(|size| !size.is_static());
    if let Some(unknown) = unknown {
        let rest = AffineExpr::symbol(0).floor_div(AffineExpr::constant(known));
        sizes[unknown] = apply(rw, rest, &[size]);
    }
    let mut strides = Vec::with_capacity(wanted.len());
    for (dim, &inner) in inner.iter().enumerate() {
        let inner = AffineExpr::constant(inner);
        strides.push(if unknown.is_some_and(|unknown| dim < unknown) {
            let after = (&AffineExpr::symbol(0) * &inner).floor_div(AffineExpr::constant(known));
            apply(rw, &after * &AffineExpr::symbol(1), &[size, stride])
        } else {
            apply(rw, &AffineExpr::symbol(0) * &inner, &[stride])
        });
    }
    (sizes, strides)
}

/// The same from all sizes of the result.
fn expand_by_products(
    rw: &mut Rewriter,
    stride: MixedIndex,
    wanted: &[MixedIndex],
) -> (Vec<MixedIndex>, Vec<MixedIndex>) {
    let mut stride = stride;
    let mut strides = Vec::with_capacity(wanted.len());
    for &size in wanted.iter().rev() {
        strides.push(stride);
        let by = AffineExpr::symbol(0);
        stride = apply(rw, &by * &AffineExpr::symbol(1), &[stride, size]);
    }
    strides.reverse();
    (wanted.to_vec(), strides)
}

/// The metadata of a collapsed memref; that of its source is extracted at the insertion point.
pub fn collapse_shape(rw: &mut Rewriter, op: CollapseShapeOp) -> Option<Metadata> {
    let groups = op.groups(rw);
    let ty = rw.ty(op.result(rw));
    let shape = ty.shape(rw)?.to_vec();
    let layout = strides_and_offset(rw, ty)?;
    let source = Source::new(rw, op.src(rw))?;
    if source.shape.is_empty() {
        return Some(of_one_element(source.metadata, shape.len()));
    }
    let (mut sizes, mut strides) = (Vec::new(), Vec::new());
    for (index, group) in groups.iter().enumerate() {
        sizes.push(match shape[index] {
            DYNAMIC => {
                let factors: Vec<MixedIndex> = group.iter().map(|&dim| source.metadata.sizes[dim as usize]).collect();
                product(rw, &factors)
            }
            size => MixedIndex::Static(size),
        });
        strides.push(collapsed_stride(&source, group, layout.strides[index])?);
    }
    Some(Metadata { sizes, strides, ..source.metadata })
}

/// The stride of the last dimension of a group that is not of size 1. If all are, that of the result's type, or any
/// dynamic one.
fn collapsed_stride(source: &Source, group: &Group, of_result: i64) -> Option<MixedIndex> {
    let strides = &source.metadata.strides;
    let mut dims = group.iter().map(|&dim| dim as usize);
    match dims.clone().rev().find(|&dim| source.shape[dim] != 1) {
        Some(dim) => Some(strides[dim]),
        None if of_result != DYNAMIC => Some(MixedIndex::Static(of_result)),
        None => dims.find(|&dim| source.layout.strides[dim] == DYNAMIC).map(|dim| strides[dim]),
    }
}
