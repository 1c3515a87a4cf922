//! Lowering of vector printing to printing of elements.

use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::types::TypeData;
use rmlir::prelude::*;
use rmlir_arith::{AddIOp, CmpIOp, CmpIPredicate, ExtSIOp, ExtUIOp, MulIOp, SubIOp, constant_index};
use rmlir_vector::*;
use rmlir_vector_passes::make::{extract_at, shape_cast};
use rmlir_vector_passes::regions::{build_for, build_if};

/// Creates a print of punctuation only.
fn print_mark(rw: &mut Rewriter, mark: PrintPunctuation) -> OpId {
    let mark = mark.attr(rw.cx());
    rw.create(PrintOp::build(None).prop(PrintOp::PUNCTUATION, mark)).id()
}

/// Extends integers to the next power of two bits, at least 8.
fn widen(rw: &mut Rewriter, value: Value) -> Value {
    let parts = VectorType::at(rw, value);
    let TypeData::Integer { width, sign } = *parts.element.data(rw) else { return value };
    let wide = width.max(8).next_power_of_two();
    let ty = |rw: &Rewriter, width, sign| parts.with_element(rw.cx().ty(TypeData::Integer { width, sign })).ty(rw.cx());
    let narrow_type = ty(rw, width, Signedness::Signless);
    let wide_type = ty(rw, wide, Signedness::Signless);
    let target = ty(rw, wide, sign);
    let mut value = rw.value(BitCastOp::build(narrow_type, value));
    if narrow_type != wide_type {
        value = match width == 1 || sign == Signedness::Unsigned {
            true => rw.value(ExtUIOp::build(wide_type, value)),
            false => rw.value(ExtSIOp::build(wide_type, value)),
        };
    }
    rw.value(BitCastOp::build(target, value))
}

/// Lowers a print of a vector to a nest of loops that print elements, with punctuation around and between them.
#[pattern]
pub(super) fn decompose(op: PrintOp, rw: &mut Rewriter) -> Match {
    let Some(source) = op.source(rw) else { return rw.no_match(op, "it prints no value") };
    let Some(parts) = VectorType::of(rw, rw.ty(source)) else { return rw.no_match(op, "it prints no vector") };
    if parts.rank() > 1 && parts.is_scalable() {
        return rw.no_match(op, "a scalable vector of several dimensions cannot be flattened");
    }
    let mut value = widen(rw, source);
    let mut shape = parts.shape.clone();
    if shape.is_empty() {
        shape.push(1);
    }
    if parts.rank() != 1 {
        let flat = VectorType::fixed(&[shape.iter().product()], VectorType::at(rw, value).element).ty(rw);
        value = shape_cast(rw, flat, value);
    }
    let mut first_close = None;
    let mut positions = Vec::new();
    for (dim, &size) in shape.iter().enumerate() {
        let is_scalable = parts.scalable.get(dim) == Some(&true);
        let (position, close) = open_loop(rw, size, is_scalable);
        first_close.get_or_insert(close);
        positions.push(position);
    }
    let place = flat_position(rw, &positions, &shape);
    let element = extract_at(rw, value, &[MixedIndex::Dynamic(place)]);
    let none = PrintPunctuation::NoPunctuation.attr(rw.cx());
    rw.create(PrintOp::build(Some(element)).prop(PrintOp::PUNCTUATION, none));
    let loc = rw.loc(op.id());
    rw.after(first_close.expect("there is at least one dimension"));
    rw.set_loc(loc);
    let own = op.punctuation(rw);
    rw.create(PrintOp::build(None).prop(PrintOp::PUNCTUATION, own));
    rw.erase(op)
}

/// Creates a loop with punctuation around it; the insertion point is moved to the start of its body. Returns the
/// induction variable and the closing punctuation.
fn open_loop(rw: &mut Rewriter, size: i64, is_scalable: bool) -> (Value, OpId) {
    let lower = constant_index(rw, 0);
    let mut upper = constant_index(rw, size);
    let step = constant_index(rw, 1);
    if is_scalable {
        let vscale = rw.value(VectorScaleOp::build());
        upper = rw.value(MulIOp::build(upper, vscale));
    }
    let last = rw.value(SubIOp::build(upper, step));
    print_mark(rw, PrintPunctuation::Open);
    let made = build_for(rw, [lower, upper, step], &[], |_, _, _| Vec::new());
    let close = print_mark(rw, PrintPunctuation::Close);
    let (body, position) = (made.body(rw), made.induction_var(rw));
    rw.at_start(body);
    let is_not_last = CmpIOp::build(position, last, CmpIPredicate::Ult.attr(rw.cx()));
    let is_not_last = rw.value(is_not_last);
    let comma = |rw: &mut Rewriter| {
        print_mark(rw, PrintPunctuation::Comma);
        Vec::new()
    };
    build_if(rw, is_not_last, &[], comma, None);
    rw.at_start(body);
    (position, close)
}

/// The linear index of the element at these positions.
fn flat_position(rw: &mut Rewriter, positions: &[Value], shape: &[i64]) -> Value {
    let mut flat = None;
    let mut stride = 1i64;
    for (&position, &size) in positions.iter().zip(shape).rev() {
        let factor = constant_index(rw, stride);
        let term = rw.value(MulIOp::build(factor, position));
        flat = Some(match flat {
            Some(flat) => rw.value(AddIOp::build(flat, term)),
            None => term,
        });
        stride = stride.wrapping_mul(size);
    }
    flat.expect("there is at least one dimension")
}
