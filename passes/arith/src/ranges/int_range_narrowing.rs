//! Narrowing of integer operations whose high bits are redundant.

use rmlir::core::clone::CloneMap;
use rmlir::core::pattern::{PatternRoot, PatternSet};
use rmlir::pass::options::IntWidth;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::{FrozenPatterns, GreedyConfig};
use rmlir_arith as arith;
use rmlir_arith::*;

use super::{Ranges, predicate_of};
use crate::maker::{Maker, with_element};
use rmlir::analysis::dataflow::int_ranges::Decide;

/// Reduce integer operations bitwidth based on integer range analysis.
///
/// Each operation gets the first supported width that all its operands and results fit in; operands are cast, and its
/// result is cast back. `index` is assumed to be at least as wide as all of them.
///
/// ```mlir
/// %x = arith.extui %a : i8 to i32     // with int-bitwidths-supported=8,16:
/// %y = arith.addi %x, %c1 : i32       // on i16
/// ```
#[pass(name = "arith-int-range-narrowing", title = "ArithIntRangeNarrowing", depends(rmlir_arith::Arith))]
pub struct ArithIntRangeNarrowing {
    /// Integer bitwidths supported.
    int_bitwidths_supported: Vec<IntWidth>,
}

impl Pass for ArithIntRangeNarrowing {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let patterns = FrozenPatterns::new(cx.cx(), self.patterns(&Ranges::find(cx, Decide::ByFolding)));
        match cx.apply_patterns(&patterns, &GreedyConfig::default()) {
            Ok(_) => Ok(()),
            Err(_) => cx.signal_failure(),
        }
    }
}

impl ArithIntRangeNarrowing {
    fn patterns(&self, ranges: &Ranges) -> PatternSet {
        let mut set = PatternSet::new();
        let widths: Vec<u32> = self.int_bitwidths_supported.iter().map(|width| width.bits()).collect();
        let narrowing = Narrowing { widths: widths.clone(), ranges: ranges.clone() };
        let elementwise = narrowing.clone();
        let root = PatternRoot::Where(|def| def.has(TraitSet::ELEMENTWISE));
        set.add(Pattern::rooted(root, "narrow_elementwise", move |rw, op| elementwise.narrow_elementwise(rw, op)));
        set.on(arith::CmpIOp::NAME, "narrow_cmpi", move |rw, op| narrowing.narrow_cmpi(rw, CmpIOp::from_id(op)));
        for name in [arith::IndexCastUIOp::NAME, arith::IndexCastOp::NAME] {
            let widths = widths.clone();
            set.on(name, "fold_index_cast_chain", move |rw, op| fold_index_cast_chain(rw, op, &widths));
        }
        set
    }
}

/// The casts that preserve a range.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cast {
    Signed,
    Unsigned,
    Either,
}

impl Cast {
    /// The casts that truncate `range` to `width` bits and restore it.
    fn for_range(range: &IntRange, width: u32) -> Option<Cast> {
        let n_removed = range.width().checked_sub(width).filter(|&n| n > 0)?;
        let keeps_sign = |bound: &ApInt| bound.min_signed_bits() <= width;
        let has_zeros = |bound: &ApInt| bound.active_bits() + n_removed <= bound.width();
        let signed = keeps_sign(&range.signed.0) && keeps_sign(&range.signed.1);
        let unsigned = has_zeros(&range.unsigned.0) && has_zeros(&range.unsigned.1);
        match (signed, unsigned) {
            (true, true) => Some(Cast::Either),
            (true, false) => Some(Cast::Signed),
            (false, true) => Some(Cast::Unsigned),
            (false, false) => None,
        }
    }

    /// The casts that are allowed by both.
    fn and(self, other: Cast) -> Option<Cast> {
        match (self, other) {
            (Cast::Either, other) => Some(other),
            (own, Cast::Either) => Some(own),
            (own, other) => (own == other).then_some(own),
        }
    }
}

/// Casts `value` to type `to`; `cast` selects the extension.
fn cast_to(m: &mut Maker, value: Value, to: Type, cast: Cast) -> Value {
    let from = m.ty(value);
    if from == to {
        return value;
    }
    let cx = m.rw.cx();
    let (source, target) = (from.element_or_self(cx), to.element_or_self(cx));
    let is_signed = cast == Cast::Signed;
    if source.is_index() || target.is_index() {
        return match is_signed {
            true => m.make(IndexCastOp::build(to, value)),
            false => m.make(IndexCastUIOp::build(to, value)),
        };
    }
    if target.int_width(cx) < source.int_width(cx) {
        return m.make(TruncIOp::build(to, value));
    }
    if is_signed { m.make(ExtSIOp::build(to, value)) } else { m.make(ExtUIOp::build(to, value)) }
}

/// The state of the patterns.
#[derive(Clone)]
struct Narrowing {
    widths: Vec<u32>,
    ranges: Ranges,
}

/// Operations that interpret their operands as signed, so that only sign extensions are valid.
const SIGNED: [&str; 7] = [
    arith::DivSIOp::NAME,
    arith::CeilDivSIOp::NAME,
    arith::FloorDivSIOp::NAME,
    arith::RemSIOp::NAME,
    arith::MaxSIOp::NAME,
    arith::MinSIOp::NAME,
    arith::ShRSIOp::NAME,
];

/// The remainder of a sign-extended integer is different. 22 ignores that.
const UNSIGNED_REMAINDER: &str = arith::RemUIOp::NAME;

/// Operations that shift by their second operand: for amounts of at least the bit width, the result is poison. 22
/// ignores that the width becomes smaller.
const SHIFTS: [&str; 3] = [arith::ShLIOp::NAME, arith::ShRSIOp::NAME, arith::ShRUIOp::NAME];

impl Narrowing {
    fn ranges_of(&self, body: &Body, values: impl Iterator<Item = Value>) -> Option<Vec<IntRange>> {
        values.map(|value| self.ranges.get(body, value)).collect()
    }

    fn narrow_elementwise(&self, rw: &mut Rewriter, op: OpId) -> Match {
        if rw.n_results(op) == 0 || rw.n_operands(op) == 0 {
            return rw.no_match(op, "there are no operands or no results");
        }
        let values = rw.operands(op).chain(rw.results(op).iter().copied());
        let Some(ranges) = self.ranges_of(rw, values) else {
            return rw.no_match(op, "nothing is known of an operand or a result");
        };
        let from = rw.ty(rw.result(op, 0));
        if !rw.result_types(op).chain(rw.operand_types(op)).all(|ty| ty == from) {
            return rw.no_match(op, "operands and results are not of one type");
        }
        let name = rw.name(op).str(rw.cx());
        let needed = match name {
            name if SIGNED.contains(&name) => Cast::Signed,
            UNSIGNED_REMAINDER => Cast::Unsigned,
            _ => Cast::Either,
        };
        let is_shift = SHIFTS.contains(&name);
        for &width in &self.widths {
            if is_shift && ranges[1].unsigned.1.active_bits() > width.ilog2() {
                continue;
            }
            let all = |cast: Option<Cast>, range| cast?.and(Cast::for_range(range, width)?);
            let Some(cast) = ranges.iter().fold(Some(needed), all) else { continue };
            let to = with_element(rw.cx(), from, rw.int_type(width));
            if to != from {
                return self.narrow_to(rw, op, to, cast, &ranges);
            }
        }
        rw.no_match(op, "no width fits")
    }

    /// Creates `op` on type `to`. The first of `ranges` are those of the operands.
    fn narrow_to(&self, rw: &mut Rewriter, op: OpId, to: Type, cast: Cast, ranges: &[IntRange]) -> Match {
        let mut map = CloneMap::default();
        for (operand, range) in rw.operands(op).collect::<Vec<_>>().into_iter().zip(ranges) {
            // A later analysis could not prove that an index is not negative.
            let is_known = cast == Cast::Signed && !range.signed.0.is_negative();
            let cast = if is_known { Cast::Either } else { cast };
            let narrow = cast_to(&mut Maker::at(rw, op), operand, to, cast);
            map.values.insert(operand, narrow);
        }
        let new = rw.clone_op(op, &mut map);
        for result in rw.results(new).to_vec() {
            rw.set_type(result, to);
        }
        keep_flags(rw, new, cast);
        let mut results = Vec::new();
        for (index, old) in rw.results(op).to_vec().into_iter().enumerate() {
            let (ty, narrow) = (rw.ty(old), rw.result(new, index));
            let wide = cast_to(&mut Maker::at(rw, op), narrow, ty, cast);
            self.ranges.copy(rw, old, wide);
            results.push(wide);
        }
        rw.replace(op, results)
    }

    fn narrow_cmpi(&self, rw: &mut Rewriter, op: CmpIOp) -> Match {
        use CmpIPredicate as P;
        let operands = [op.lhs(rw), op.rhs(rw)];
        let Some(ranges) = self.ranges_of(rw, operands.into_iter()) else {
            return rw.no_match(op, "nothing is known of an operand");
        };
        let is_signed = matches!(predicate_of(rw, op), P::Sge | P::Sgt | P::Sle | P::Slt);
        let needed = if is_signed { Cast::Signed } else { Cast::Either };
        let from = rw.ty(operands[0]);
        for &width in &self.widths {
            let (Some(lhs), Some(rhs)) = (Cast::for_range(&ranges[0], width), Cast::for_range(&ranges[1], width))
            else {
                continue;
            };
            let to = with_element(rw.cx(), from, rw.int_type(width));
            if lhs.and(rhs).and_then(|cast| cast.and(needed)).is_none() || to == from {
                continue;
            }
            let mut map = CloneMap::default();
            for (operand, cast) in operands.into_iter().zip([lhs, rhs]) {
                let narrow = cast_to(&mut Maker::at(rw, op.id()), operand, to, cast);
                map.values.insert(operand, narrow);
            }
            let new = rw.clone_op(op, &mut map);
            let result = rw.result(new, 0);
            self.ranges.copy(rw, rw.result(op.id(), 0), result);
            return rw.replace(op, [result]);
        }
        rw.no_match(op, "no width fits")
    }
}

/// An operation that does not wrap as signed may do so with fewer bits if the extension is unsigned. Other flags are
/// kept: values truncated as signed wrap as unsigned if the wide ones do, because all are in the range. Upstream keeps
/// all.
fn keep_flags(rw: &mut Rewriter, op: OpId, cast: Cast) {
    use IntegerOverflowFlags as Flags;
    const NAME: &str = "overflowFlags";
    let Some(flags) = rw.attr(op, NAME).and_then(|flags| Flags::from_attr(rw.cx(), flags)) else { return };
    let kept = match cast {
        Cast::Unsigned => Flags::NoUnsignedWrap,
        Cast::Signed | Cast::Either => Flags::NoSignedWrap.union(Flags::NoUnsignedWrap),
    };
    let flags = flags.intersection(kept).attr(rw.cx());
    rw.set_attr(op, NAME, flags);
}

/// Folds `x` cast to `index` and back to `x`, for widths that are not greater than that of an index.
fn fold_index_cast_chain(rw: &mut Rewriter, op: OpId, widths: &[u32]) -> Match {
    let Some(source) = rw.defining_op(rw.operand(op, 0)).filter(|&source| rw.name(source) == rw.name(op)) else {
        return rw.no_match(op, "it does not come from an index cast");
    };
    let original = rw.operand(source, 0);
    let to = rw.ty(rw.result(op, 0));
    if rw.ty(original) != to || !rw.ty(rw.operand(op, 0)).is_index() {
        return rw.no_match(op, "the types do not come back, or not from index");
    }
    if !to.int_width(rw.cx()).is_some_and(|width| widths.contains(&width)) {
        return rw.no_match(op, "the width is not supported");
    }
    rw.replace(op, [original])
}
