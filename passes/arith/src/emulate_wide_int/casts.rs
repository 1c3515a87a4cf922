//! Changes of width, and casts to and from `index`.

use std::sync::Arc;

use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionPatterns, ConversionRewriter, TypeConverter};
use rmlir_arith as arith;
use rmlir_arith::*;

use super::halves::{append_unit, drop_unit, half, insert, join};
use super::wide::{Of, Wide, add_pattern};
use crate::maker::{Maker, with_element};

pub fn add(patterns: &mut ConversionPatterns, converter: &Arc<TypeConverter>, width: u32) {
    add_pattern(patterns, converter, arith::ExtSIOp::NAME, Of::Result, extend_signed);
    add_pattern(patterns, converter, arith::ExtUIOp::NAME, Of::Result, extend_unsigned);
    add_pattern(patterns, converter, arith::TruncIOp::NAME, Of::Operand, truncate);
    add_pattern(patterns, converter, arith::IndexCastOp::NAME, Of::Operand, |m, wide| to_index(m, wide, true));
    add_pattern(patterns, converter, arith::IndexCastUIOp::NAME, Of::Operand, |m, wide| to_index(m, wide, false));
    for (name, is_signed) in [(arith::IndexCastOp::NAME, true), (arith::IndexCastUIOp::NAME, false)] {
        let apply = move |rw: &mut ConversionRewriter, op: OpId, operands: &[Value]| {
            from_index(rw, op, operands[0], width, is_signed)
        };
        patterns.add(ConversionPattern::new(name, "emulate_wide_int", apply).converter(converter));
    }
}

/// All bits of the high half are the sign bit.
fn extend_signed(m: &mut Maker, wide: &Wide) -> Option<Value> {
    let narrow = append_unit(m, wide.operands[0]);
    let low = match m.ty(narrow) == wide.half {
        true => narrow,
        false => m.make(ExtSIOp::build(wide.half, narrow)),
    };
    let zero = m.int(wide.half, 0);
    let is_negative = m.cmpi(CmpIPredicate::Slt, low, zero);
    let high = m.make(ExtSIOp::build(wide.half, is_negative));
    Some(join(m, wide.pair, [low, high]))
}

/// The high half is zero.
fn extend_unsigned(m: &mut Maker, wide: &Wide) -> Option<Value> {
    let narrow = append_unit(m, wide.operands[0]);
    let low = match m.ty(narrow) == wide.half {
        true => narrow,
        false => m.make(ExtUIOp::build(wide.half, narrow)),
    };
    let zero = m.int(wide.pair, 0);
    Some(insert(m, low, zero, 0))
}

/// Returns the low half, truncated further if needed. The result type must not be wide.
fn truncate(m: &mut Maker, wide: &Wide) -> Option<Value> {
    let ty = m.ty(m.rw.result(wide.op, 0));
    if ty.element_or_self(m.rw.cx()).int_width(m.rw.cx())? > wide.width {
        return None;
    }
    let low = half(m, wide.operands[0], 0);
    let low = drop_unit(m, low);
    Some(if m.ty(low) == ty { low } else { m.make(TruncIOp::build(ty, low)) })
}

/// The maximal width of an index.
const INDEX_WIDTH: u32 = 64;

/// `high * 2^n + low`, on indices, or just the low half if an index has no more bits. If the index is no wider at run
/// time, the constant is 0. Upstream always uses the low half.
fn to_index(m: &mut Maker, wide: &Wide, is_signed: bool) -> Option<Value> {
    let ty = m.ty(m.rw.result(wide.op, 0));
    if !ty.element_or_self(m.rw.cx()).is_index() {
        return None;
    }
    let low = half(m, wide.operands[0], 0);
    let low = drop_unit(m, low);
    if wide.width >= INDEX_WIDTH {
        return Some(index_cast(m, ty, low, is_signed));
    }
    let low = index_cast(m, ty, low, false);
    let high = half(m, wide.operands[0], 1);
    let high = drop_unit(m, high);
    let high = index_cast(m, ty, high, is_signed);
    let power = m.int(ty, 1 << wide.width);
    let high = m.make(MulIOp::build(high, power));
    Some(m.make(AddIOp::build(high, low)))
}

fn index_cast(m: &mut Maker, to: Type, value: Value, is_signed: bool) -> Value {
    match is_signed {
        true => m.make(IndexCastOp::build(to, value)),
        false => m.make(IndexCastUIOp::build(to, value)),
    }
}

/// The low bits, and the remaining bits after a shift; if an index has no more bits, the extension of a cast to an
/// integer that is not wide, which is emulated in turn. Upstream always does the latter.
fn from_index(rw: &mut ConversionRewriter, op: OpId, index: Value, width: u32, is_signed: bool) -> Match {
    let (from, to) = (rw.ty(rw.operand(op, 0)), rw.ty(rw.result(op, 0)));
    let (cx, is_wide) = (rw.cx(), to.element_or_self(rw.cx()).int_width(rw.cx()) == Some(2 * width));
    if !from.element_or_self(cx).is_index() || !is_wide {
        return rw.no_match(op, "not a cast of index to a wide integer");
    }
    let narrow = with_element(cx, to, cx.int_type(width));
    let pair = rw.converter().cloned().and_then(|types| types.convert(cx, to));
    let Some(pair) = pair else { return rw.no_match(op, "the result type cannot be converted") };
    let result = rw.with(|rw| {
        let mut m = Maker::at(rw, op);
        let cast = index_cast(&mut m, narrow, index, is_signed);
        if width >= INDEX_WIDTH {
            return if is_signed { m.make(ExtSIOp::build(to, cast)) } else { m.make(ExtUIOp::build(to, cast)) };
        }
        let high = shift_out(&mut m, index, width, is_signed);
        let high = index_cast(&mut m, narrow, high, is_signed);
        let parts = [cast, high].map(|part| append_unit(&mut m, part));
        join(&mut m, pair, parts)
    });
    rw.replace(op, [result])
}

/// `index` without its low `width` bits: two shifts, so that neither amount is the width of an index.
fn shift_out(m: &mut Maker, index: Value, width: u32, is_signed: bool) -> Value {
    let ty = m.ty(index);
    let amount = m.int(ty, i64::from(width / 2));
    let shift = |m: &mut Maker, value| match is_signed {
        true => m.make(ShRSIOp::build(value, amount)),
        false => m.make(ShRUIOp::build(value, amount)),
    };
    let once = shift(m, index);
    shift(m, once)
}
