//! Building of buffers, and of `to_buffer` and `to_tensor`.

use rmlir::core::memref_layout::strides_and_offset;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_arith::constant_index;
use rmlir_memref as memref;

use super::{Attempt, Options, Session, buffer_type, is_tensor};
use crate::{ToBufferOp, ToTensorOp};

/// Allocates a buffer of type `ty` at the insertion point.
pub fn create_alloc(rw: &mut Rewriter, loc: Loc, ty: Type, sizes: &[Value], options: &Options) -> Value {
    let alignment = match options.alignment {
        0 => Attr::ABSENT,
        alignment => rw.i64_attr(alignment as i64),
    };
    rw.value(memref::AllocOp::build(ty, sizes, &[]).prop(memref::AllocOp::ALIGNMENT, alignment).at(loc))
}

/// Copies a buffer into another one.
pub fn copy_buffer(rw: &mut Rewriter, loc: Loc, from: Value, to: Value) {
    rw.create(memref::CopyOp::build(from, to).at(loc));
}

/// `buffer`, cast to type `ty` if it has another type.
pub fn cast_buffer(rw: &mut Rewriter, buffer: Value, ty: Type) -> Value {
    if rw.ty(buffer) == ty {
        return buffer;
    }
    let loc = rw.value_loc(buffer);
    rw.value(memref::CastOp::build(ty, buffer).at(loc))
}

/// The buffer of a tensor; a `to_buffer` operation is created right after the definition of the tensor if needed.
pub fn get_buffer(rw: &mut Rewriter, tensor: Value, session: &Session) -> Attempt<Value> {
    if let Some(made) = rw.defined_by::<ToTensorOp>(tensor) {
        return Ok(made.buffer(rw));
    }
    let ty = buffer_type(rw, tensor, session)?;
    let (point, default_loc, loc) = (rw.insert_point(), rw.default_loc(), rw.value_loc(tensor));
    rw.after_value(tensor);
    let buffer = rw.value(ToBufferOp::build(ty, tensor).at(loc));
    rw.set_insert_point(point);
    rw.set_loc(default_loc);
    Ok(buffer)
}

/// Replaces `op` by values that are buffers where its results are tensors.
pub fn replace_with_buffers(rw: &mut Rewriter, op: OpId, values: &[Value]) {
    let mut replacements = Vec::new();
    for (index, &value) in values.iter().enumerate() {
        let ty = rw.ty(rw.result(op, index));
        if !is_tensor(rw, ty) {
            replacements.push(value);
            continue;
        }
        let loc = rw.value_loc(value);
        rw.after(op);
        replacements.push(rw.value(ToTensorOp::build(ty, value).at(loc)));
    }
    rw.replace(op, replacements);
}

/// Whether a cast from one type to the other never fails: no offset or stride is static in the second type only.
fn is_cast_safe(cx: &Context, from: Type, to: Type) -> bool {
    let (Some(left), Some(right)) = (strides_and_offset(cx, from), strides_and_offset(cx, to)) else { return false };
    let becomes_known = |from: i64, to: i64| from == DYNAMIC && to != DYNAMIC;
    !becomes_known(left.offset, right.offset)
        && !left.strides.iter().zip(&right.strides).any(|(&from, &to)| becomes_known(from, to))
}

/// `value` as a buffer of the ranked type `ty`: a cast if that never fails, else a copy. `None` if
/// ranks or element types differ.
pub fn cast_or_realloc(rw: &mut Rewriter, value: Value, ty: Type, options: &Options) -> Option<Value> {
    let from = rw.ty(value);
    if from.element(rw) != ty.element(rw) || from.shape(rw)?.len() != ty.shape(rw)?.len() {
        return None;
    }
    let loc = rw.value_loc(value);
    if memref::are_cast_compatible(rw, from, ty) && is_cast_safe(rw, from, ty) {
        return Some(rw.value(memref::CastOp::build(ty, value).at(loc)));
    }
    let point_loc = rw.default_loc();
    rw.set_loc(loc);
    let mut sizes = Vec::new();
    for (dim, &size) in ty.shape(rw)?.to_vec().iter().enumerate() {
        if size == DYNAMIC {
            let index = constant_index(rw, dim as i64);
            sizes.push(rw.value(memref::DimOp::build(value, index)));
        }
    }
    let copy = create_alloc(rw, loc, ty, &sizes, options);
    copy_buffer(rw, loc, value, copy);
    rw.set_loc(point_loc);
    Some(copy)
}

/// Folds a `to_buffer` of a `to_tensor` to the original buffer, cast or copied where types differ, at the insertion
/// point. Returns whether it was folded.
pub fn fold_to_buffer_of_to_tensor(rw: &mut Rewriter, op: ToBufferOp, options: &Options) -> bool {
    let Some(made) = rw.defined_by::<ToTensorOp>(op.tensor(rw)) else { return false };
    let buffer = made.buffer(rw);
    let (from, to) = (rw.ty(buffer), rw.ty(op.buffer(rw)));
    let replacement = if from == to {
        Some(buffer)
    } else {
        match (from.shape(rw).is_some(), to.shape(rw).is_some()) {
            (true, true) => cast_or_realloc(rw, buffer, to, options),
            (false, true) => None,
            (_, false) if memref::are_cast_compatible(rw, from, to) => {
                let loc = rw.loc(op.id());
                Some(rw.value(memref::CastOp::build(to, buffer).at(loc)))
            }
            (_, false) => None,
        }
    };
    match replacement {
        Some(replacement) => {
            rw.replace(op, [replacement]);
            true
        }
        None => false,
    }
}
