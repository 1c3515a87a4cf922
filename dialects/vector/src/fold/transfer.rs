//! Transfer reads and writes.

use rmlir::core::cycle::CycleGuard;
use rmlir::core::fold::constant_value;
use rmlir::core::types::{DYNAMIC, TypeData};
use rmlir::prelude::*;

use super::base::{look_through_memref_casts, look_through_tensor_casts};
use super::mask::{MaskFormat, mask_format};
use super::{constant_index, defining};
use crate::interfaces::Transfer;
use crate::transfer::{IN_BOUNDS, bool_array, parts};
use crate::types::VectorType;
use crate::{TransferReadOp, TransferWriteOp};

/// The components of the transfer `op`.
pub(crate) fn transfer(body: &Body, op: OpId) -> Transfer {
    parts(OpRef::new(body, op))
}

fn is_ranked_tensor(cx: &Context, ty: Type) -> bool {
    matches!(ty.data(cx), TypeData::RankedTensor { .. })
}

#[fold(TransferReadOp)]
pub fn read(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let own = transfer(cx, cx.op());
    if let Some(written) = written_before(cx, &own) {
        return Fold::value(written);
    }
    match in_place(cx, &own) {
        Fold::No if look_through_tensor_casts(cx) => Fold::InPlace,
        folded => folded,
    }
}

#[fold(TransferWriteOp)]
pub fn write(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let own = transfer(cx, cx.op());
    let stored = TransferWriteOp::from_id(cx.op()).value_to_store(cx);
    if is_ranked_tensor(cx, own.base_type)
        && let Some(read) = defining::<TransferReadOp>(cx, stored)
    {
        let read = transfer(cx, read.id());
        if is_copy_of_all(cx, &read, &own) || writes_back(&read, &own) {
            return Fold::value(read.base);
        }
    }
    in_place(cx, &own)
}

fn in_place(cx: &mut FoldCx, own: &Transfer) -> Fold {
    if stay_in_bounds(cx, own) || drop_full_mask(cx, own) || look_through_memref_casts(cx) {
        Fold::InPlace
    } else {
        Fold::No
    }
}

/// The vector that was written to the slice that is read, if no later write may overlap with it.
fn written_before(cx: &FoldCx, read: &Transfer) -> Option<Value> {
    if !is_ranked_tensor(cx, read.base_type) {
        return None;
    }
    let mut base = read.base;
    let mut guard = CycleGuard::default();
    while let Some(op) = defining::<TransferWriteOp>(cx, base).filter(|_| guard.goes_on(base)) {
        let write = transfer(cx, op.id());
        if gives_what_is_read(cx, op, &write, read) {
            return Some(op.value_to_store(cx));
        }
        if !are_disjoint(cx, &write, read) {
            return None;
        }
        base = write.base;
    }
    None
}

fn gives_what_is_read(cx: &FoldCx, op: TransferWriteOp, write: &Transfer, read: &Transfer) -> bool {
    let no_mask = write.mask.is_none() && read.mask.is_none();
    !write.has_out_of_bounds_dim()
        && write.indices == read.indices
        && write.vector_type == read.vector_type
        && write.permutation == read.permutation
        && (no_mask || is_splat_of_padding(cx, op, write, TransferReadOp::from_id(cx.op()), read))
}

/// Whether a masked read has a padding equal to the element of the splat that was written.
pub fn is_splat_of_padding(
    cx: &Body,
    op: TransferWriteOp,
    write: &Transfer,
    read_op: TransferReadOp,
    read: &Transfer,
) -> bool {
    if read.mask.is_none() || (write.mask.is_some() && write.mask != read.mask) {
        return false;
    }
    let splat = constant_value(cx, op.value_to_store(cx)).and_then(|value| value.splat_value(cx));
    let padding = read_op.padding(cx);
    splat.is_some() && splat == constant_value(cx, padding)
}

/// Whether two transfers of vectors of one type are disjoint, by constant indices.
pub fn are_disjoint(body: &Body, a: &Transfer, b: &Transfer) -> bool {
    are_disjoint_by(body, a, b, |a, b, size| {
        let constants = constant_index(body, a).zip(constant_index(body, b));
        constants.is_some_and(|(a, b)| a.abs_diff(b) >= size)
    })
}

/// As [`are_disjoint`], where `are_apart` tests whether two indices differ by at least a distance.
pub fn are_disjoint_by(body: &Body, a: &Transfer, b: &Transfer, are_apart: impl Fn(Value, Value, u64) -> bool) -> bool {
    if a.vector_type != b.vector_type || a.permutation != b.permutation {
        return false;
    }
    let Some(vector) = VectorType::of(body, a.vector_type) else { return false };
    let places = a.indices.iter().zip(&b.indices).enumerate();
    places.into_iter().any(|(dim, (&a_index, &b_index))| {
        size_along(&vector, a, dim).is_some_and(|size| are_apart(a_index, b_index, size))
    })
}

/// The size of the transferred slice along dimension `dim` of the base. (Upstream assumes that vectors are neither
/// transposed nor scalable.)
fn size_along(vector: &VectorType, transfer: &Transfer, dim: usize) -> Option<u64> {
    let along = transfer.permutation.results().iter().position(|expr| expr.as_dim() == Some(dim as u32));
    match along {
        None => Some(1),
        Some(along) if vector.scalable[along] => None,
        Some(along) => Some(vector.shape[along].unsigned_abs()),
    }
}

/// Whether a whole tensor is read and written to another one. Upstream 22 does not check masks here and loses masked
/// elements of the other tensor.
fn is_copy_of_all(cx: &FoldCx, read: &Transfer, write: &Transfer) -> bool {
    let shape = write.base_type.shape(cx);
    let at_start = |transfer: &Transfer| transfer.indices.iter().all(|&index| constant_index(cx, index) == Some(0));
    let is_plain = |transfer: &Transfer| {
        transfer.rank() != 0
            && transfer.mask.is_none()
            && transfer.permutation.is_minor_identity()
            && !transfer.has_out_of_bounds_dim()
            && at_start(transfer)
    };
    is_plain(read)
        && is_plain(write)
        && read.rank() == write.rank()
        && read.base_type == write.base_type
        && read.vector_type == write.vector_type
        && read.vector_type.shape(cx) == shape
}

/// Whether the value that was read is written back to the same slice.
fn writes_back(read: &Transfer, write: &Transfer) -> bool {
    read.base == write.base
        && read.indices == write.indices
        && read.permutation == write.permutation
        && read.vector_type == write.vector_type
        && read.mask.is_none()
        && write.mask.is_none()
}

/// Marks dimensions that are known to be in bounds. If all are, broadcast dimensions are, too.
fn stay_in_bounds(cx: &mut FoldCx, own: &Transfer) -> bool {
    if own.rank() == 0 {
        return false;
    }
    let mut in_bounds = own.in_bounds.clone();
    let mut all_inside = true;
    for (dim, inside) in in_bounds.iter_mut().enumerate() {
        let Some(position) = own.permutation.result(dim).as_dim() else { continue };
        if !*inside {
            *inside = fits(cx, own, dim, position as usize);
            all_inside &= *inside;
        }
    }
    if all_inside {
        own.permutation.broadcast_dims().into_iter().for_each(|dim| in_bounds[dim] = true);
    }
    if in_bounds == own.in_bounds {
        return false;
    }
    let flags = bool_array(cx, &in_bounds);
    cx.set_prop(IN_BOUNDS, flags);
    true
}

/// Whether dimension `dim` of the vector is known to be within the bounds of dimension `position` of the base.
fn fits(body: &Body, own: &Transfer, dim: usize, position: usize) -> bool {
    let size = own.base_type.shape(body).map(|shape| shape[position]).filter(|&size| size != DYNAMIC);
    let length = own.vector_type.shape(body).map(|shape| shape[dim]);
    let start = constant_index(body, own.indices[position]);
    matches!((size, length, start), (Some(size), Some(length), Some(start)) if start.checked_add(length).is_some_and(|end| end <= size))
}

fn drop_full_mask(cx: &mut FoldCx, own: &Transfer) -> bool {
    let Some(mask) = own.mask.filter(|&mask| mask_format(cx, mask) == MaskFormat::AllTrue) else { return false };
    debug_assert_eq!(cx.operands(cx.op()).last(), Some(mask), "the mask is the last operand");
    let slot = TransferReadOp::DEF.prop_index("operandSegmentSizes").expect("sizes of fields are a property");
    let mut sizes = cx.prop(cx.op(), slot).and_then(|sizes| sizes.as_int_array(cx)).unwrap_or_default();
    sizes.pop();
    let mut sizes: Vec<i32> = sizes.into_iter().map(|size| size as i32).collect();
    sizes.push(0);
    let mut operands: Vec<Value> = cx.operands(cx.op()).collect();
    operands.pop();
    let sizes = cx.i32_array(&sizes);
    cx.set_operands(&operands);
    cx.set_prop(slot, sizes);
    true
}
