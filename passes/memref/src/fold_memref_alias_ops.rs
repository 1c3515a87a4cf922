//! Folds views into accesses, which then access the source.
//!
//! For a subview each index is multiplied by the stride and added to the offset; the indices into an expanded shape are
//! linearized to one, an index into a collapsed shape is delinearized. [`ACCESSES`] has the positions of the operands
//! of each kind of access.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::fold::constant_value;
use rmlir::core::mixed_index::{MixedIndex, SliceLists};
use rmlir::core::reassociation::Group;
use rmlir::core::types::DYNAMIC;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_affine::{DelinearizeIndexOp, LinearizeIndexOp};
use rmlir_arith::{materialize_index, materialize_negative};
use rmlir_memref as memref;
use rmlir_memref::{CollapseShapeOp, ExpandShapeOp, ExtractStridedMetadataOp, SubViewOp, dropped_dims};
use rmlir_vector as vector;

use crate::expand_strided_metadata::arithmetic::apply;

/// Fold memref alias ops into consumer load/store ops.
///
/// Loads and stores of elements and vectors, and transfers, through `memref.subview`, `memref.expand_shape` or
/// `memref.collapse_shape` access the source instead; a subview of a subview is composed to one.
///
/// ```mlir
/// %s = memref.subview %a[%i][4][2] : memref<16xf32> to memref<4xf32, strided<[2], offset: ?>>
/// %x = memref.load %s[%j] : memref<4xf32, strided<[2], offset: ?>>
/// // becomes
/// %0 = affine.apply affine_map<()[s0, s1] -> (s0 + s1 * 2)>()[%i, %j]
/// %x = memref.load %a[%0] : memref<16xf32>
/// ```
#[pass(
    name = "fold-memref-alias-ops",
    title = "FoldMemRefAliasOpsPass",
    summary = "Fold memref alias ops into consumer load/store ops",
    depends(rmlir_affine::Affine, rmlir_memref::MemRef)
)]
pub fn fold_memref_alias_ops(cx: &mut PassCx) -> PassResult {
    // Whether the rewriting converges does not matter, as upstream.
    let _ = cx.apply_greedily(patterns());
    Ok(())
}

/// The patterns of `fold-memref-alias-ops`.
pub fn patterns() -> PatternSet {
    let mut set = PatternSet::new();
    for access in ACCESSES {
        set.patterns.push(Pattern::new(access.name, "fold_access_of_view", fold_access));
    }
    set.extend(patterns![fold_subview_of_subview]);
    set
}

/// A kind of access to a memref.
struct Access {
    name: &'static str,
    /// The index of the memref operand; the indices follow.
    memref: usize,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// An access of one element.
    Element,
    /// An access of a vector; the value is whether it is masked.
    Vector(bool),
    /// An access by a permutation map; the value is whether it reads.
    Transfer(bool),
}

const ACCESSES: [Access; 8] = [
    Access { name: memref::LoadOp::NAME, memref: 0, kind: Kind::Element },
    Access { name: memref::StoreOp::NAME, memref: 1, kind: Kind::Element },
    Access { name: vector::LoadOp::NAME, memref: 0, kind: Kind::Vector(false) },
    Access { name: vector::StoreOp::NAME, memref: 1, kind: Kind::Vector(false) },
    Access { name: vector::MaskedLoadOp::NAME, memref: 0, kind: Kind::Vector(true) },
    Access { name: vector::MaskedStoreOp::NAME, memref: 0, kind: Kind::Vector(true) },
    Access { name: vector::TransferReadOp::NAME, memref: 0, kind: Kind::Transfer(true) },
    Access { name: vector::TransferWriteOp::NAME, memref: 1, kind: Kind::Transfer(false) },
];

/// A memory access in the IR.
struct Found {
    op: OpId,
    kind: Kind,
    memref: usize,
    indices: Vec<Value>,
    /// The shape of the vector that is accessed.
    shape: Vec<i64>,
}

impl Found {
    fn of(body: &Body, op: OpId) -> Option<Self> {
        let name = body.name(op).str(body.cx());
        let &Access { memref, kind, .. } = ACCESSES.iter().find(|access| access.name == name)?;
        let rank = body.ty(body.operand(op, memref)).shape(body.cx()).filter(|_| is_memref(body, op, memref))?.len();
        let indices = (0..rank).map(|index| body.operand(op, memref + 1 + index)).collect();
        let vector = match body.results(op).first() {
            Some(&result) => result,
            None if memref == 1 => body.operand(op, 0),
            None => body.operand(op, memref + rank + 2),
        };
        let vector = body.ty(vector);
        let shape = vector.shape(body.cx()).filter(|_| vector.is_vector(body.cx())).unwrap_or_default().to_vec();
        Some(Self { op, kind, memref, indices, shape })
    }

    fn permutation(&self, body: &Body) -> Option<AffineMap> {
        body.attr(self.op, "permutation_map")?.as_affine_map(body.cx()).cloned()
    }

    /// Whether all of a transfer is known to be in bounds.
    fn is_in_bounds(&self, body: &Body) -> bool {
        let flags = body.attr(self.op, "in_bounds").and_then(|flags| flags.as_array(body.cx()));
        flags.is_none_or(|flags| flags.iter().all(|flag| flag.as_bool(body.cx()) == Some(true)))
    }

    /// Replaces the operation by an access to `memref` at `indices`.
    fn replace(
        &self,
        rw: &mut Rewriter,
        memref: Value,
        indices: &[Value],
        permutation: Option<AffineMap>,
        keeps_hint: bool,
    ) -> Match {
        let cx = rw.cx();
        let old: Vec<Value> = rw.operands(self.op).collect();
        let mut operands = old[..self.memref].to_vec();
        operands.push(memref);
        operands.extend_from_slice(indices);
        operands.extend_from_slice(&old[self.memref + 1 + self.indices.len()..]);
        let types: Vec<Type> = rw.result_types(self.op).collect();
        let mut new = OpState::new(rw.name(self.op)).operands(&operands).results(&types);
        new.no_inference = true;
        let mut keep = |rw: &Rewriter, name: &str| {
            if let Some(value) = rw.attr(self.op, name) {
                new.set_attr(cx, name, value);
            }
        };
        if keeps_hint {
            keep(rw, "nontemporal");
        }
        if let Some(permutation) = permutation {
            keep(rw, "in_bounds");
            new.set_attr(cx, "permutation_map", cx.attr(AttrData::AffineMap(permutation)));
            // The indices are a separate variadic operand, after the memref.
            let sizes = rw.attr(self.op, "operandSegmentSizes").and_then(|sizes| sizes.as_int_array(cx));
            let mut sizes: Vec<i32> = sizes.unwrap_or_default().into_iter().map(|size| size as i32).collect();
            if let Some(size) = sizes.get_mut(self.memref + 1) {
                *size = indices.len() as i32;
            }
            new.set_attr(cx, "operandSegmentSizes", cx.i32_array(&sizes));
        }
        let new = rw.create_state(new);
        let results = rw.results(new).to_vec();
        rw.replace(self.op, results)
    }
}

fn is_memref(body: &Body, op: OpId, operand: usize) -> bool {
    body.ty(body.operand(op, operand)).is_memref(body.cx())
}

fn fold_access(rw: &mut Rewriter, op: OpId) -> Match {
    let Some(access) = Found::of(rw, op) else { return Match::No };
    let Some(view) = rw.defining_op(rw.operand(op, access.memref)) else {
        return rw.no_match(op, "the memref is no view");
    };
    let view = OpRef::new(rw, view);
    if let Some(view) = view.cast::<SubViewOp>() {
        return fold_subview(rw, &access, view);
    }
    if let Some(view) = view.cast::<ExpandShapeOp>() {
        return fold_expand_shape(rw, &access, view);
    }
    match view.cast::<CollapseShapeOp>() {
        Some(view) => fold_collapse_shape(rw, &access, view),
        None => rw.no_match(op, "the memref is no view"),
    }
}

/// Whether the elements of a vector have the same order in the source of a reshape as in the view. The vector spans the
/// last dimensions of either, and a dimension of it with several elements has to span one dimension in both: that of
/// the source with the same index from the end. `along` returns that dimension for a dimension of the view, if there is
/// one. Upstream only compares the ranks. A masked vector with several elements along dimensions that the view does not
/// have has no meaning, and follows upstream.
fn keeps_neighbours(
    access: &Found,
    view_rank: usize,
    source_rank: usize,
    along: impl Fn(usize) -> Option<usize>,
) -> bool {
    let n = access.shape.len();
    let is_masked = access.kind == Kind::Vector(true);
    let outside = n.saturating_sub(view_rank);
    if access.shape[..outside].iter().any(|&size| size != 1) {
        return is_masked;
    }
    let is_in_row =
        |from_end: usize| from_end <= source_rank && along(view_rank - from_end) == Some(source_rank - from_end);
    (is_masked || n <= view_rank.min(source_rank))
        && (outside..n).all(|dim| access.shape[dim] == 1 || is_in_row(n - dim))
}

/// Whether the last `n` strides are 1.
fn has_unit_strides(lists: &SliceLists, n: usize) -> bool {
    let strides = &lists.strides;
    strides.len() >= n && strides[strides.len() - n..].iter().all(|&stride| stride == MixedIndex::Static(1))
}

fn fold_subview(rw: &mut Rewriter, access: &Found, view: SubViewOp) -> Match {
    let lists = SliceLists::of(OpRef::new(rw, view.id()));
    let Some(dropped) = dropped_dims(OpRef::new(rw, view.id())) else { return Match::No };
    let rank = lists.offsets.len();
    let permutation = match access.kind {
        Kind::Element => None,
        // Adjacent elements have to remain adjacent, unless there is only one element.
        Kind::Vector(_) => {
            let is_one = access.shape.iter().all(|&size| size == 1);
            if !is_one && !has_unit_strides(&lists, access.shape.len().min(rank)) {
                return rw.no_match(access.op, "non-unit stride on accessed dimensions");
            }
            let along = |dim| (0..rank).filter(|&dim| !dropped[dim]).nth(dim);
            if !keeps_neighbours(access, access.indices.len(), rank, along) {
                return rw.no_match(access.op, "the vector lies across dimensions that the view does not have");
            }
            None
        }
        Kind::Transfer(_) => {
            if !access.is_in_bounds(rw) {
                return rw.no_match(access.op, "out of bounds dim");
            }
            if !has_unit_strides(&lists, rank) {
                return rw.no_match(access.op, "non-1 stride subview, need to track strides in folded memref");
            }
            let Some(map) = access.permutation(rw) else { return Match::No };
            Some(map.expand_dims_to_rank(rank as u32, &dropped))
        }
    };
    rw.before(access.op);
    let indices = into_source(rw, &lists, &dropped, &access.indices);
    let source = view.source(rw);
    // As upstream, vector accesses lose their `nontemporal` hint here and not elsewhere.
    access.replace(rw, source, &indices, permutation, access.kind == Kind::Element)
}

/// `offset + index * stride` for each dimension; indices of dropped dimensions are 0.
pub fn into_source(rw: &mut Rewriter, lists: &SliceLists, dropped: &[bool], indices: &[Value]) -> Vec<Value> {
    let mut indices = indices.iter();
    let mut into = Vec::with_capacity(dropped.len());
    for (dim, &is_dropped) in dropped.iter().enumerate() {
        let index = if is_dropped { None } else { indices.next() };
        let index = index.map_or(MixedIndex::Static(0), |&index| known(rw, index));
        let symbols = [0, 1, 2].map(AffineExpr::symbol);
        let sum = &symbols[0] + &(&symbols[1] * &symbols[2]);
        let sum = apply(rw, sum, &[lists.offsets[dim], index, lists.strides[dim]]);
        into.push(materialize_index(rw, sum));
    }
    into
}

/// The integer that `value` is, if it is a constant.
fn known(body: &Body, value: Value) -> MixedIndex {
    let number = constant_value(body, value).and_then(|attr| attr.as_i64(body.cx()));
    number.map_or(MixedIndex::Dynamic(value), MixedIndex::Static)
}

fn fold_expand_shape(rw: &mut Rewriter, access: &Found, view: ExpandShapeOp) -> Match {
    let (n_groups, n_accessed) = (view.groups(rw).len(), access.shape.len());
    let groups = view.groups(rw);
    // The last dimension of a group corresponds to that of the source.
    let along = |dim: usize| groups.iter().position(|group| group.last() == Some(&(dim as i64)));
    let permutation = match access.kind {
        Kind::Element => None,
        Kind::Vector(false) if n_groups < n_accessed => {
            return rw.no_match(access.op, "expand_shape source rank is too small for the accessed shape");
        }
        _ if !keeps_neighbours(access, access.indices.len(), n_groups, along) => {
            return rw.no_match(access.op, "the vector lies across dimensions that are one in the source");
        }
        Kind::Vector(_) => None,
        // An element that is out of bounds of the view may be in bounds of the source.
        Kind::Transfer(_) if !access.is_in_bounds(rw) && groups.iter().any(|group| group.len() > 1) => {
            return rw.no_match(access.op, "out of bounds dim");
        }
        Kind::Transfer(true) => {
            let is_minor = access.permutation(rw).is_some_and(|map| map.is_minor_identity());
            if !is_minor || n_groups < n_accessed {
                return rw.no_match(access.op, "only minor identity maps are folded");
            }
            Some(AffineMap::minor_identity(n_groups as u32, n_accessed as u32))
        }
        Kind::Transfer(false) => return Match::No,
    };
    rw.before(access.op);
    let indices = into_expanded(rw, view, &access.indices, access.kind == Kind::Element);
    let source = view.src(rw);
    access.replace(rw, source, &indices, permutation, access.kind != Kind::Vector(true))
}

/// Indices into the source of an expanded shape from those into its result. They are in bounds if `is_disjoint`.
pub(crate) fn into_expanded(
    rw: &mut Rewriter,
    view: ExpandShapeOp,
    indices: &[Value],
    is_disjoint: bool,
) -> Vec<Value> {
    let (groups, shape) = (view.groups(rw), view.mixed_output_shape(rw));
    let mut into = Vec::with_capacity(groups.len());
    for group in &groups {
        let [dim] = group.as_slice() else {
            let of_group: Vec<Value> = group.iter().map(|&dim| indices[dim as usize]).collect();
            let basis: Vec<MixedIndex> = group.iter().map(|&dim| shape[dim as usize]).collect();
            into.push(rw.value(LinearizeIndexOp::with_basis(rw.cx(), &of_group, &basis, is_disjoint)));
            continue;
        };
        into.push(indices[*dim as usize]);
    }
    into
}

fn fold_collapse_shape(rw: &mut Rewriter, access: &Found, view: CollapseShapeOp) -> Match {
    if matches!(access.kind, Kind::Transfer(_)) {
        return rw.no_match(access.op, "transfers of collapsed shapes stay");
    }
    let source = view.src(rw);
    let shape = rw.ty(source).shape(rw.cx()).expect("what is collapsed is ranked").to_vec();
    let groups = view.groups(rw);
    // A dimension of the view corresponds to the last one of its group if the others have size 1.
    let along = |dim: usize| {
        let (&last, others) = groups.get(dim)?.split_last()?;
        others.iter().all(|&other| shape[other as usize] == 1).then_some(last as usize)
    };
    if access.kind != Kind::Element && !keeps_neighbours(access, access.indices.len(), shape.len(), along) {
        return rw.no_match(access.op, "the vector lies across dimensions of the source");
    }
    rw.before(access.op);
    let indices = into_collapsed(rw, view, &access.indices);
    access.replace(rw, source, &indices, None, access.kind != Kind::Vector(true))
}

/// Indices into the source of a collapsed shape from those into its result.
pub(crate) fn into_collapsed(rw: &mut Rewriter, view: CollapseShapeOp, indices: &[Value]) -> Vec<Value> {
    let source = view.src(rw);
    let shape = rw.ty(source).shape(rw.cx()).expect("what is collapsed is ranked").to_vec();
    let groups: Vec<Group> = view.groups(rw);
    let metadata = rw.create(ExtractStridedMetadataOp::build(source));
    let values = metadata.sizes(rw);
    let size = |(&size, value)| if size == DYNAMIC { MixedIndex::Dynamic(value) } else { MixedIndex::Static(size) };
    let sizes: Vec<MixedIndex> = shape.iter().zip(values).map(size).collect();
    let mut into = Vec::with_capacity(shape.len());
    for (group, &index) in groups.iter().zip(indices) {
        if group.len() == 1 {
            into.push(index);
            continue;
        }
        let basis: Vec<MixedIndex> = group.iter().map(|&dim| sizes[dim as usize]).collect();
        let parts = rw.create(DelinearizeIndexOp::with_basis(rw.cx(), index, &basis, true));
        into.extend_from_slice(rw.results(parts.id()));
    }
    if groups.is_empty() {
        let zero = materialize_index(rw, MixedIndex::Static(0));
        into = vec![zero; shape.len()];
    }
    into
}

/// Composes two subviews with unit strides.
#[pattern]
fn fold_subview_of_subview(op: SubViewOp, rw: &mut Rewriter) -> Match {
    let source = rw.defining_op(op.source(rw)).and_then(|source| OpRef::new(rw, source).cast::<SubViewOp>());
    let Some(source) = source else { return rw.no_match(op, "not a subview of a subview") };
    let (outer, inner) = (SliceLists::of(OpRef::new(rw, source.id())), SliceLists::of(OpRef::new(rw, op.id())));
    if !has_unit_strides(&outer, outer.strides.len()) || !has_unit_strides(&inner, inner.strides.len()) {
        return rw.no_match(op, "requires unit strides");
    }
    let Some(dropped) = dropped_dims(OpRef::new(rw, source.id())) else { return Match::No };
    rw.before(op.id());
    let mut inner_dims = inner.offsets.iter().zip(&inner.sizes);
    let (mut offsets, mut sizes) = (Vec::new(), Vec::new());
    for (dim, &is_dropped) in dropped.iter().enumerate() {
        let own = if is_dropped { None } else { inner_dims.next() };
        let (&offset, &size) = own.unwrap_or((&MixedIndex::Static(0), &outer.sizes[dim]));
        let sum = &AffineExpr::symbol(0) + &AffineExpr::symbol(1);
        let offset = apply(rw, sum, &[outer.offsets[dim], offset]);
        offsets.push(offset);
        sizes.push(size);
    }
    materialize_negative(rw, &mut offsets);
    let lists = SliceLists { offsets, sizes, strides: outer.strides };
    let (ty, base) = (rw.ty(op.result(rw)), source.source(rw));
    rw.replace_with(op, SubViewOp::of(rw.cx(), ty, base, &lists));
    Match::Yes
}
