//! Conversions from and to sub-byte elements, by arithmetic on whole bytes.
//!
//! Between elements whose sizes do not divide one another: each element of the result consists of *pieces*, runs of
//! bits of elements of the source. The first pieces of all elements are gathered by one shuffle, extracted by a bit
//! mask, and shifted to their positions; so are the second ones; and so on. All pieces are then joined by `or`.
//!
//! Elements of two or four bits that fill whole bytes are extracted from these, and interleaved.
//!
//! In contrast to upstream's, shuffled elements are wide enough for the joined pieces, signs are extended from the top
//! bit of the narrow element, and no shift amount is as large as the width.

use rmlir::core::dense::from_elements;
use rmlir::core::pattern::PatternArg;
use rmlir::prelude::*;
use rmlir_arith::{AndIOp, ExtSIOp, ExtUIOp, OrIOp, SIToFPOp, ShLIOp, ShRSIOp, ShRUIOp, TruncIOp, UIToFPOp};
use rmlir_vector::*;

use crate::lower::of_benefit;
use crate::make::{constant, shuffle, transpose};

/// The patterns for extensions, truncations and bitcasts. Those for whole bytes are preferred.
pub fn patterns(benefit: u16) -> PatternSet {
    let mut set = of_benefit(patterns![bitcast_of_truncation], benefit);
    set.add(extension_of_bitcast::<ExtUIOp>(Sign::Unsigned).benefit(benefit));
    set.add(extension_of_bitcast::<ExtSIOp>(Sign::Signed).benefit(benefit));
    set.add(aligned_extension::<ExtSIOp>(Sign::Signed).benefit(benefit + 1));
    set.add(aligned_extension::<SIToFPOp>(Sign::Signed).benefit(benefit + 1));
    set.extend(of_benefit(patterns![aligned_truncation], benefit + 1));
    set.add(aligned_extension::<ExtUIOp>(Sign::Unsigned).benefit(benefit + 1));
    set.add(aligned_extension::<UIToFPOp>(Sign::Unsigned).benefit(benefit + 1));
    set
}

/// The pattern for transposes.
pub fn transpose_patterns(benefit: u16) -> PatternSet {
    of_benefit(patterns![transpose_as_bytes], benefit)
}

/// The signedness of an element: the meaning of its top bit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Signed,
    Unsigned,
}

/// Creates the constant of type `ty` with `value` in all elements.
fn splat(rw: &mut Rewriter, ty: Type, value: i64) -> Value {
    let element = ty.element(rw).expect("a vector has elements");
    let value = splat_attr(rw, ty, rw.int_attr(element, value)).expect("a number is an element");
    constant(rw, value)
}

/// The size of a fixed vector of one dimension, and the width of its elements, which are signless integers.
fn row(body: &Body, value: Value) -> Option<(i64, i64)> {
    let vector = VectorType::of(body, body.ty(value)).filter(|vector| vector.rank() == 1 && !vector.is_scalable())?;
    Some((vector.shape[0], i64::from(vector.element.signless_width(body)?)))
}

/// The type of a row of `n` integers of `n_bits` bits.
fn row_type(cx: &Context, n: i64, n_bits: i64) -> Type {
    VectorType::fixed(&[n], cx.int_type(n_bits as u32)).ty(cx)
}

/// The bits `start..end` of an element of the source.
#[derive(Clone, Copy, Default)]
struct Piece {
    element: i64,
    start: i64,
    end: i64,
}

/// The pieces of `n` elements of `n_bits` bits, least significant first, taken from elements of `n_source_bits` bits.
fn pieces(n: i64, n_bits: i64, n_source_bits: i64) -> Vec<Vec<Piece>> {
    let mut all = vec![Vec::new(); n as usize];
    let mut bit = 0;
    while bit < n * n_bits {
        let start = bit % n_source_bits;
        let n_taken = (n_source_bits - start).min(n_bits - bit % n_bits);
        all[(bit / n_bits) as usize].push(Piece { element: bit / n_source_bits, start, end: start + n_taken });
        bit += n_taken;
    }
    all
}

/// Joins the pieces of `source`, a row; the element type of the result is that of `source`.
fn put_together(rw: &mut Rewriter, source: Value, all: &[Vec<Piece>]) -> Value {
    let (_, n_bits) = row(rw, source).expect("the source is a row of integers");
    let ty = row_type(rw, all.len() as i64, n_bits);
    let n_rounds = all.iter().map(Vec::len).max().unwrap_or(0);
    let mut joined = None;
    for round in 0..n_rounds {
        let of_round: Vec<Piece> = all.iter().map(|pieces| pieces.get(round).copied().unwrap_or_default()).collect();
        let places: Vec<i64> = of_round.iter().map(|piece| piece.element).collect();
        let gathered = shuffle(rw, source, source, &places);
        let masks = of_round.iter().map(|piece| mask(n_bits, *piece)).collect();
        let masks = numbers(rw, ty, masks);
        let cut = rw.value(AndIOp::build(gathered, masks));
        let down = of_round.iter().map(|piece| ApInt::from_i64(n_bits as u32, piece.start)).collect();
        let down = numbers(rw, ty, down);
        let at_bottom = rw.value(ShRUIOp::build(cut, down));
        let n_below = |pieces: &Vec<Piece>| pieces.iter().take(round).map(|piece| piece.end - piece.start).sum::<i64>();
        // Where there is no piece the shift amount might be the width of an element.
        let up = all.iter().map(n_below).map(|below| if below < n_bits { below } else { 0 });
        let up = up.map(|below| ApInt::from_i64(n_bits as u32, below)).collect();
        let up = numbers(rw, ty, up);
        let placed = rw.value(ShLIOp::build(at_bottom, up));
        joined = Some(match joined {
            Some(others) => rw.value(OrIOp::build(others, placed)),
            None => placed,
        });
    }
    joined.expect("vectors have elements, and elements have bits")
}

fn mask(n_bits: i64, piece: Piece) -> ApInt {
    let n_bits = n_bits as u32;
    let below = |bit: i64| ApInt::all_ones(n_bits).lshr(n_bits - bit as u32);
    let (start, end) = (piece.start, piece.end);
    if start == end {
        ApInt::zero(n_bits)
    } else if start == 0 {
        below(end)
    } else {
        below(end).xor(&below(start))
    }
}

fn numbers(rw: &mut Rewriter, ty: Type, values: Vec<ApInt>) -> Value {
    let element = ty.element(rw).expect("a vector has elements");
    let values: Vec<Attr> = values.into_iter().map(|value| rw.cx().apint_attr(element, value)).collect();
    let values = from_elements(rw, ty, &values).expect("there is a number for each element");
    constant(rw, values)
}

/// Extends or truncates the elements of `value` to `n_bits` bits.
fn resize(rw: &mut Rewriter, value: Value, n_bits: i64, sign: Sign) -> Value {
    let (n, n_own_bits) = row(rw, value).expect("a row of integers is resized");
    let ty = row_type(rw, n, n_bits);
    match (n_own_bits.cmp(&n_bits), sign) {
        (std::cmp::Ordering::Equal, _) => value,
        (std::cmp::Ordering::Greater, _) => rw.value(TruncIOp::build(ty, value)),
        (_, Sign::Signed) => rw.value(ExtSIOp::build(ty, value)),
        (_, Sign::Unsigned) => rw.value(ExtUIOp::build(ty, value)),
    }
}

/// Replaces the bitcast of truncated elements by operations on the elements before truncation.
#[pattern]
fn bitcast_of_truncation(op: BitCastOp, rw: &mut Rewriter) -> Match {
    let (narrow, result) = (op.source(rw), op.result(rw));
    let truncation = rw.defining_op(narrow).and_then(|op| OpRef::new(rw, op).cast::<TruncIOp>());
    let Some(truncation) = truncation else { return rw.no_match(op, "the source is not truncated") };
    let (Some((_, n_source_bits)), Some((n, n_bits))) = (row(rw, narrow), row(rw, result)) else {
        return rw.no_match(op, "not a cast of rows of integers");
    };
    if n_bits % 8 != 0 {
        return rw.no_match(op, "elements are not made of bytes");
    }
    let wide = truncation.input(rw);
    let (_, n_wide_bits) = row(rw, wide).expect("elements that are truncated are integers");
    let wide = resize(rw, wide, n_wide_bits.max(n_bits), Sign::Unsigned);
    let joined = put_together(rw, wide, &pieces(n, n_bits, n_source_bits));
    let joined = resize(rw, joined, n_bits, Sign::Unsigned);
    rw.replace(op, [joined]);
    Match::Yes
}

/// Replaces the extension of a bitcast by operations on the source of the bitcast.
fn extension_of_bitcast<T: Op + PatternArg>(sign: Sign) -> Pattern {
    Pattern::of("RewriteExtOfBitCast", move |op: T, rw: &mut Rewriter| extend_bitcast(op.id(), rw, sign))
}

fn extend_bitcast(op: OpId, rw: &mut Rewriter, sign: Sign) -> Match {
    let (narrow, result) = (rw.operand(op, 0), rw.result(op, 0));
    let bitcast = rw.defining_op(narrow).and_then(|op| OpRef::new(rw, op).cast::<BitCastOp>());
    let Some(bitcast) = bitcast else { return rw.no_match(op, "the source is no bitcast") };
    let source = bitcast.source(rw);
    let rows = row(rw, source).zip(row(rw, narrow)).zip(row(rw, result));
    let Some((((_, n_source_bits), (n, n_narrow_bits)), (_, n_bits))) = rows else {
        return rw.no_match(op, "not a cast of rows of integers");
    };
    if n_bits % 8 != 0 {
        return rw.no_match(op, "elements are not made of bytes");
    }
    let n_shuffled_bits = if n_narrow_bits > n_source_bits { n_bits } else { n_source_bits };
    let source = resize(rw, source, n_shuffled_bits, Sign::Unsigned);
    let mut joined = put_together(rw, source, &pieces(n, n_narrow_bits, n_source_bits));
    let n_unused = n_shuffled_bits - n_narrow_bits;
    if sign == Sign::Signed && n_unused > 0 {
        let ty = rw.ty(joined);
        let by = splat(rw, ty, n_unused);
        let at_top = rw.value(ShLIOp::build(joined, by));
        joined = rw.value(ShRSIOp::build(at_top, by));
    }
    let joined = resize(rw, joined, n_bits, sign);
    rw.replace(op, [joined]);
    Match::Yes
}

/// Whether `vector` has elements of two or four bits that fill whole bytes.
fn fills_bytes(cx: &Context, vector: &VectorType) -> bool {
    let Some(n_bits @ (2 | 4)) = vector.element.signless_width(cx) else { return false };
    !vector.is_scalable() && vector.shape.last().is_some_and(|last| last % i64::from(8 / n_bits) == 0)
}

/// Extends elements to bytes before they are converted to another type.
fn aligned_extension<T: Op + PatternArg>(sign: Sign) -> Pattern {
    Pattern::of("RewriteAlignedSubByteIntExt", move |op: T, rw: &mut Rewriter| extend_to_bytes(op.id(), rw, sign))
}

fn extend_to_bytes(op: OpId, rw: &mut Rewriter, sign: Sign) -> Match {
    let (source, result) = (rw.operand(op, 0), rw.ty(rw.result(op, 0)));
    let Some(vector) = VectorType::of(rw, rw.ty(source)).filter(|vector| fills_bytes(rw, vector)) else {
        return rw.no_match(op, "not a vector of two or four bits that fill bytes");
    };
    if result.element(rw).and_then(|element| element.int_or_float_width(rw)).is_none_or(|width| width % 8 != 0) {
        return rw.no_match(op, "elements of the result are not made of bytes");
    }
    let n_bits = i64::from(vector.element.signless_width(rw).expect("the elements are signless"));
    let mut packed = vector.with_element(Type::I8);
    *packed.shape.last_mut().expect("the vector has a last dimension") /= 8 / n_bits;
    let bytes = rw.value(BitCastOp::build(packed.ty(rw), source));
    let places: Vec<i64> = (0..8 / n_bits).map(|index| index * n_bits).collect();
    let mut parts: Vec<Value> = places.iter().map(|&place| cut_out(rw, bytes, place, n_bits, sign)).collect();
    // The last interleaving determines neighbours; so of four, the first is combined with the third.
    while parts.len() > 1 {
        let half = parts.len() / 2;
        parts = (0..half).map(|index| rw.value(InterleaveOp::build(parts[index], parts[index + half]))).collect();
    }
    let extended = parts[0];
    if rw.ty(extended) == result {
        rw.replace(op, [extended]);
        return Match::Yes;
    }
    let state = OpState::new(rw.name(op)).operands(&[extended]).results(&[result]);
    let converted = rw.create_state(state);
    let converted = rw.result(converted, 0);
    rw.replace(op, [converted]);
    Match::Yes
}

/// Extracts `n_bits` bits from `place` on of each byte, as a byte.
fn cut_out(rw: &mut Rewriter, bytes: Value, place: i64, n_bits: i64, sign: Sign) -> Value {
    let ty = rw.ty(bytes);
    let n_above = 8 - n_bits - place;
    if sign == Sign::Signed {
        let mut at_top = bytes;
        if n_above > 0 {
            let by = splat(rw, ty, n_above);
            at_top = rw.value(ShLIOp::build(bytes, by));
        }
        let by = splat(rw, ty, 8 - n_bits);
        return rw.value(ShRSIOp::build(at_top, by));
    }
    let mut at_bottom = bytes;
    if place > 0 {
        let by = splat(rw, ty, place);
        at_bottom = rw.value(ShRUIOp::build(bytes, by));
    }
    if n_above == 0 {
        return at_bottom;
    }
    let mask = splat(rw, ty, (1 << n_bits) - 1);
    rw.value(AndIOp::build(at_bottom, mask))
}

/// Builds elements of four bits from bytes.
#[pattern]
fn aligned_truncation(op: TruncIOp, rw: &mut Rewriter) -> Match {
    let (source, result) = (op.input(rw), rw.ty(op.output(rw)));
    let vectors = VectorType::of(rw, rw.ty(source)).zip(VectorType::of(rw, result));
    let Some((wide, narrow)) = vectors else { return rw.no_match(op, "not of vectors") };
    if narrow.element.signless_width(rw) != Some(4) || !fills_bytes(rw, &narrow) {
        return rw.no_match(op, "not to four bits that fill bytes");
    }
    if wide.element.signless_width(rw).is_none_or(|width| width % 8 != 0) {
        return rw.no_match(op, "elements are not made of bytes");
    }
    let mut bytes = source;
    if wide.element != Type::I8 {
        bytes = rw.value(TruncIOp::build(wide.with_element(Type::I8).ty(rw), source));
    }
    let mut half = wide.with_element(Type::I8);
    *half.shape.last_mut().expect("the vector has a last dimension") /= 2;
    let half = half.ty(rw);
    let halves = rw.create(DeinterleaveOp::build(bytes)).id();
    let (low, high) = (rw.result(halves, 0), rw.result(halves, 1));
    let mask = splat(rw, half, 0x0f);
    let low = rw.value(AndIOp::build(low, mask));
    let by = splat(rw, half, 4);
    let high = rw.value(ShLIOp::build(high, by));
    let packed = rw.value(OrIOp::build(low, high));
    rw.replace_with(op, BitCastOp::build(result, packed));
    Match::Yes
}

/// Replaces a transpose of sub-byte elements by one of bytes.
#[pattern]
fn transpose_as_bytes(op: TransposeOp, rw: &mut Rewriter) -> Match {
    let (source, result) = (op.vector(rw), rw.ty(op.result(rw)));
    let vector = VectorType::at(rw, source);
    if vector.element.signless_width(rw).is_none_or(|width| width >= 8) {
        return rw.no_match(op, "not of elements smaller than a byte");
    }
    let wide = rw.value(ExtSIOp::build(vector.with_element(Type::I8).ty(rw), source));
    let order = op.order(rw);
    let wide = transpose(rw, wide, &order);
    rw.replace_with(op, TruncIOp::build(result, wide));
    Match::Yes
}
