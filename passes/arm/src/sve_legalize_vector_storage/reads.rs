//! Reads of vectors that are scalable in one dimension before the last.
//!
//! LLVM has no such vectors. If the dimensions after the scalable one are read as a whole, and are contiguous in
//! memory, the read is one of a vector with all of them collapsed to one dimension. Its offset is in elements of that
//! dimension.
//!
//! ```mlir
//! %v = vector.transfer_read %m[%i, %c0], %pad {in_bounds = [true, true]} : memref<?x8xi8>, vector<[4]x8xi8>
//! // becomes
//! %flat = memref.collapse_shape %m [[0, 1]] : memref<?x8xi8> into memref<?xi8>
//! %j = arith.muli %i, %c8 : index
//! %r = vector.transfer_read %flat[%j], %pad {in_bounds = [true]} : memref<?xi8>, vector<[32]xi8>
//! %v = vector.shape_cast %r : vector<[32]xi8> to vector<[4]x8xi8>
//! ```
//!
//! Deviation: upstream does not scale the offset of the read, and so reads other elements.

use rmlir::core::memref_layout::{has_identity_layout, n_contiguous_trailing_dims};
use rmlir::core::reassociation::Group;
use rmlir::prelude::*;
use rmlir::rewrite::create_or_fold;
use rmlir_arith::{MulIOp, constant_index, get_constant_int_value};
use rmlir_memref::{CollapseShapeOp, collapsed_layout, collapsed_type};
use rmlir_vector::interfaces::is_masked;
use rmlir_vector::transfer::minor_identity;
use rmlir_vector::{ShapeCastOp, Transfer, TransferReadOp, VectorType};

pub(super) fn patterns() -> PatternSet {
    patterns![collapse_read]
}

#[pattern]
fn collapse_read(op: TransferReadOp, rw: &mut Rewriter) -> Match {
    let transfer = Transfer::of(rw, op.id());
    let vector = VectorType::at(rw, op.vector(rw));
    let n_whole = match n_whole_dims(rw, op, &transfer, &vector) {
        Ok(n_whole) => n_whole,
        Err(reason) => return rw.no_match(op, reason),
    };
    let groups = groups(transfer.indices.len(), n_whole);
    let base_type = collapsed_type(rw, transfer.base_type, &groups);
    let Some(base_type) = base_type.filter(|_| is_surely_contiguous(rw, transfer.base_type, &groups)) else {
        return rw.no_match(op, "the dimensions cannot be collapsed");
    };
    let Some(collapsed) = collapse(&vector, n_whole) else { return rw.no_match(op, "too many elements") };
    let (n_indices, n_dims) = (transfer.indices.len() - n_whole, collapsed.rank());
    let permutation = minor_identity(rw, base_type, &collapsed).expect("a base has as many dimensions as a slice");
    let base = rw.value(CollapseShapeOp::of(rw.cx(), base_type, transfer.base, &groups));
    let mut indices = transfer.indices[..n_indices].to_vec();
    let whole = vector.drop_front(n_dims).n_elements();
    indices[n_indices - 1] = in_elements(rw, indices[n_indices - 1], whole);
    let read = Transfer {
        base,
        indices,
        permutation,
        in_bounds: transfer.in_bounds[..n_dims].to_vec(),
        mask: None,
        vector_type: collapsed.ty(rw),
        base_type,
    };
    let flat = rw.value(read.read(rw.cx(), op.padding(rw)));
    rw.replace_with(op, ShapeCastOp::build(vector.ty(rw), flat));
    Match::Yes
}

/// `index`, in groups of `n` elements, converted to elements.
fn in_elements(rw: &mut Rewriter, index: Value, n: i64) -> Value {
    if get_constant_int_value(rw, index) == Some(0) {
        return index;
    }
    let n = constant_index(rw, n);
    create_or_fold(rw, MulIOp::build(index, n))
}

/// The number of dimensions after the scalable one that are read as a whole, or the reason why the read is not changed.
fn n_whole_dims(
    body: &Body,
    op: TransferReadOp,
    transfer: &Transfer,
    vector: &VectorType,
) -> Result<usize, &'static str> {
    if is_masked(body, op.id()) || transfer.mask.is_some() {
        return Err("it is masked");
    }
    let Some(base) = transfer.base_type.shape(body).filter(|_| transfer.base_type.is_memref(body)) else {
        return Err("not from memory");
    };
    if transfer.base_type.element(body) != Some(vector.element) {
        return Err("from memory that holds vectors");
    }
    if minor_identity(body, transfer.base_type, vector).as_ref() != Some(&transfer.permutation) {
        return Err("the dimensions are not the last ones in order");
    }
    let mut scalable = (0..vector.rank()).filter(|&dim| vector.scalable[dim]);
    let (Some(dim), None) = (scalable.next(), scalable.next()) else {
        return Err("not one dimension is scalable");
    };
    let n_whole = vector.rank() - 1 - dim;
    if n_whole == 0 {
        return Err("the scalable dimension is the last");
    }
    if n_contiguous_trailing_dims(body, transfer.base_type) <= n_whole {
        return Err("the dimensions are not contiguous");
    }
    if base[base.len() - n_whole..] != vector.shape[dim + 1..] || transfer.in_bounds[dim + 1..].contains(&false) {
        return Err("not all of the dimensions is read");
    }
    Ok(n_whole)
}

/// The reassociation of `n_dims` dimensions that collapses the last `n_whole` ones with the one before them.
fn groups(n_dims: usize, n_whole: usize) -> Vec<Group> {
    let n_groups = n_dims - n_whole;
    let mut groups: Vec<Group> = (0..n_groups as i64).map(|dim| vec![dim]).collect();
    groups[n_groups - 1].extend(n_groups as i64..n_dims as i64);
    groups
}

fn is_surely_contiguous(cx: &Context, memref: Type, groups: &[Group]) -> bool {
    has_identity_layout(cx, memref) || collapsed_layout(cx, memref, groups, true).is_some()
}

/// The vector with its last `n_whole` dimensions and the one before them collapsed; `None` if that would be too long.
fn collapse(vector: &VectorType, n_whole: usize) -> Option<VectorType> {
    let n_dims = vector.rank() - n_whole;
    let mut collapsed = vector.clone();
    collapsed.shape.truncate(n_dims);
    collapsed.scalable.truncate(n_dims);
    let whole = vector.shape[n_dims..].iter();
    collapsed.shape[n_dims - 1] = whole.copied().try_fold(vector.shape[n_dims - 1], i64::checked_mul)?;
    Some(collapsed)
}
