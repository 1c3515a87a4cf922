//! `vector.extract`.

use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_arith::ConstantOp;

use super::{replace_with_broadcast, result_type};
use crate::fold::extract::broadcast_source;
use crate::fold::mask::{MaskFormat, mask_format};
use crate::fold::{constant_index, defining, splat_attr};
use crate::place::{linearize, strides};
use crate::shape::check_broadcastable;
use crate::types::VectorType;
use crate::{CreateMaskOp, ExtractOp, FromElementsOp, ShapeCastOp};

canonicalize! {
    ExtractOp: of_broadcast, of_create_mask, of_shape_cast, of_elements;
}

/// Replaces an extraction from a broadcast by a broadcast of lower rank.
#[pattern]
pub(crate) fn of_broadcast(op: ExtractOp, rw: &mut Rewriter) -> Match {
    let Some(source) = broadcast_source(rw, op.source(rw)) else { return rw.no_match(op, "not of a broadcast") };
    let Some(ty) = VectorType::of(rw, result_type(rw, op)) else { return rw.no_match(op, "a scalar is extracted") };
    if check_broadcastable(rw, rw.ty(source), &ty).is_err() {
        return rw.no_match(op, "the source cannot be broadcast to the part");
    }
    replace_with_broadcast(rw, op.id(), source)
}

/// The bits of a mask's slice at a position.
enum Part {
    /// No bit is set.
    Empty,
    /// The bits are determined by the sizes along the other dimensions.
    Rest,
    Unknown,
}

fn part_of_mask(body: &Body, mask: CreateMaskOp, shape: &[i64], position: &[i64]) -> Part {
    if mask_format(body, body.result(mask.id(), 0)) == MaskFormat::AllFalse {
        return Part::Empty;
    }
    let mut part = Part::Rest;
    for ((&at, size), &bound) in position.iter().zip(mask.operands(body)).zip(shape) {
        match constant_index(body, size) {
            Some(size) if at != DYNAMIC && at >= size => return Part::Empty,
            Some(size) if at != DYNAMIC || size >= bound => {}
            _ => part = Part::Unknown,
        }
    }
    part
}

/// Replaces a slice of a mask by a mask of lower rank.
#[pattern]
pub(crate) fn of_create_mask(op: ExtractOp, rw: &mut Rewriter) -> Match {
    let Some(mask) = defining::<CreateMaskOp>(rw, op.source(rw)) else { return rw.no_match(op, "not of a mask") };
    let ty = result_type(rw, op);
    if !ty.is_vector(rw) {
        return rw.no_match(op, "a bit is extracted");
    }
    let position = op.numbers(rw);
    let shape = VectorType::at(rw, op.source(rw)).shape;
    match part_of_mask(rw, mask, &shape, &position) {
        Part::Empty => {
            let none = splat_attr(rw, ty, rw.bool_attr(false)).expect("a mask has a known shape");
            rw.replace_with(op, ConstantOp::build(none));
        }
        Part::Rest => {
            let sizes = mask.operands(rw);
            rw.replace_with(op, CreateMaskOp::build(ty, &sizes[position.len()..]));
        }
        Part::Unknown => return rw.no_match(op, "the position may be in or out"),
    }
    Match::Yes
}

/// Replaces an extraction of all elements of a shape cast by a shape cast.
#[pattern]
pub(crate) fn of_shape_cast(op: ExtractOp, rw: &mut Rewriter) -> Match {
    let Some(cast) = defining::<ShapeCastOp>(rw, op.source(rw)) else { return rw.no_match(op, "not of a shape cast") };
    let (source, ty) = (cast.source(rw), result_type(rw, op));
    let Some(part) = VectorType::of(rw, ty) else { return rw.no_match(op, "a scalar is extracted") };
    if VectorType::at(rw, source).n_elements() != part.n_elements() {
        return rw.no_match(op, "elements are left out");
    }
    rw.replace_with(op, ShapeCastOp::build(ty, source));
    Match::Yes
}

/// Replaces a slice of a vector of given elements by the vector of fewer elements.
#[pattern]
pub(crate) fn of_elements(op: ExtractOp, rw: &mut Rewriter) -> Match {
    let Some(all) = defining::<FromElementsOp>(rw, op.source(rw)) else {
        return rw.no_match(op, "not of elements");
    };
    let ty = result_type(rw, op);
    let Some(part) = VectorType::of(rw, ty).filter(|part| !part.is_scalable() && !op.has_dynamic_position(rw)) else {
        return rw.no_match(op, "a scalar is extracted, or the position is not known");
    };
    let start = linearize(&op.numbers(rw), &strides(&VectorType::at(rw, op.source(rw)).shape)) as usize;
    let elements = all.elements(rw);
    rw.replace_with(op, FromElementsOp::build(ty, &elements[start..start + part.n_elements() as usize]));
    Match::Yes
}
