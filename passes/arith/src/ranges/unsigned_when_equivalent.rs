//! Conversion of signed operations on nonnegative values to unsigned ones.

use rmlir::core::pattern::PatternSet;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::{FrozenPatterns, walk_and_apply_patterns};
use rmlir_arith as arith;
use rmlir_arith::{CmpIOp, CmpIPredicate};

use super::{Ranges, predicate_of};
use rmlir::analysis::dataflow::int_ranges::Decide;

/// Replace signed ops with unsigned ones where they are proven equivalent.
///
/// If operands and results are at least 0 as signed integers, both are equivalent.
///
/// ```mlir
/// %x = arith.extui %a : i8 to i32
/// %y = arith.divsi %x, %c3 : i32     // divui
/// ```
#[pass(name = "arith-unsigned-when-equivalent", title = "ArithUnsignedWhenEquivalentPass", depends(rmlir_arith::Arith))]
pub fn arith_unsigned_when_equivalent(cx: &mut PassCx) -> PassResult {
    let ranges = Ranges::find(cx, Decide::ByRanges);
    let mut set = PatternSet::new();
    for (signed, unsigned) in UNSIGNED {
        let known = ranges.clone();
        set.on(signed, "to_unsigned", move |rw, op| to_unsigned(rw, op, unsigned, &known));
    }
    set.on(CmpIOp::NAME, "compare_unsigned", move |rw, op| compare_unsigned(rw, CmpIOp::from_id(op), &ranges));
    let patterns = FrozenPatterns::new(cx.cx(), set);
    walk_and_apply_patterns(cx.body_mut(), &patterns, None);
    Ok(())
}

/// Signed operations, each with the unsigned one that is equivalent for nonnegative integers.
const UNSIGNED: [(&str, &str); 7] = [
    (arith::DivSIOp::NAME, arith::DivUIOp::NAME),
    (arith::CeilDivSIOp::NAME, arith::CeilDivUIOp::NAME),
    (arith::FloorDivSIOp::NAME, arith::DivUIOp::NAME),
    (arith::RemSIOp::NAME, arith::RemUIOp::NAME),
    (arith::MinSIOp::NAME, arith::MinUIOp::NAME),
    (arith::MaxSIOp::NAME, arith::MaxUIOp::NAME),
    (arith::ExtSIOp::NAME, arith::ExtUIOp::NAME),
];

fn to_unsigned(rw: &mut Rewriter, op: OpId, unsigned: &str, ranges: &Ranges) -> Match {
    let may_be_negative = |value: Value| !ranges.is_non_negative(rw, value);
    if rw.operands(op).any(may_be_negative) || rw.results(op).iter().copied().any(may_be_negative) {
        return rw.no_match(op, "an operand or the result may be negative");
    }
    let operands: Vec<Value> = rw.operands(op).collect();
    let types: Vec<Type> = rw.result_types(op).collect();
    let mut state = OpState::named(rw.cx(), unsigned).operands(&operands).results(&types).at(rw.loc(op));
    for entry in rw.all_attrs(op) {
        state.set_attr(rw.cx(), entry.name.str(rw.cx()), entry.value);
    }
    let new = rw.create_state(state);
    let results = rw.results(new).to_vec();
    rw.replace(op, results)
}

fn compare_unsigned(rw: &mut Rewriter, op: CmpIOp, ranges: &Ranges) -> Match {
    use CmpIPredicate as P;
    let predicate = match predicate_of(rw, op) {
        P::Sle => P::Ule,
        P::Slt => P::Ult,
        P::Sge => P::Uge,
        P::Sgt => P::Ugt,
        _ => return rw.no_match(op, "it does not compare as signed"),
    };
    if !rw.operands(op.id()).all(|value| ranges.is_non_negative(rw, value)) {
        return rw.no_match(op, "an operand may be negative");
    }
    let (loc, predicate) = (rw.loc(op.id()), predicate.attr(rw.cx()));
    rw.replace_with(op, CmpIOp::build(op.lhs(rw), op.rhs(rw), predicate).at(loc));
    Match::Yes
}
