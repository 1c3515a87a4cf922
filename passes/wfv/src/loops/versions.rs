//! Loop versioning for facts about invariant integers that are combined with bits of the induction variable.
//!
//! Where a body has `i ^ d` or `i & d` with an invariant `d`, neighbouring lanes stay neighbours if `d` is a multiple
//! of the number of lanes, and are permuted within a row if `d` is less. So there is a version for multiples and, for
//! `i ^ d`, one for each power of two below; the last version assumes nothing.

use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir_arith::{AndIOp, CmpIOp, CmpIPredicate, ConstantOp, XOrIOp};

/// A fact about an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// It is a multiple of this power of two.
    Multiple(i64),
    /// It equals this constant.
    Is(i64),
}

/// The facts assumed in a version, by the index of the value in a list.
pub type Version = Vec<(usize, Fact)>;

/// The maximum number of integers in a version: the number of versions is the product of the numbers of facts.
const MOST_NUMBERS: usize = 2;

/// The versions of the loop `op` with the live-in values `taken`, for `width` lanes.
pub fn versions(body: &Body, op: OpId, taken: &[Value], width: i64) -> Vec<Version> {
    let mut found: Vec<Version> = vec![Vec::new()];
    if width < 2 || width.count_ones() != 1 {
        return found;
    }
    let facts = |value: Value| facts(body, op, value, width);
    let numbers =
        taken.iter().enumerate().map(|(at, &value)| (at, facts(value))).filter(|(_, facts)| !facts.is_empty());
    for (at, facts) in numbers.take(MOST_NUMBERS).collect::<Vec<_>>() {
        let with = |version: &Version, fact: Option<Fact>| {
            version.iter().copied().chain(fact.map(|fact| (at, fact))).collect::<Version>()
        };
        let options: Vec<Option<Fact>> = facts.into_iter().map(Some).chain([None]).collect();
        found = found.iter().flat_map(|version| options.iter().map(|&fact| with(version, fact))).collect();
    }
    found
}

/// The profitable facts about `value` in `op`.
fn facts(body: &Body, op: OpId, value: Value, width: i64) -> Vec<Fact> {
    let is_inside = |other: Value| body.is_defined_inside(op, other) && constant_value(body, other).is_none();
    let (mut is_anded, mut is_xored) = (false, false);
    for user in body.users(value).filter(|&user| body.is_ancestor(op, user)) {
        let view = OpRef::new(body, user);
        if body.operands(user).any(is_inside) {
            is_anded |= view.is::<AndIOp>();
            is_xored |= view.is::<XOrIOp>();
        }
    }
    let mut facts = Vec::new();
    if is_anded || is_xored {
        facts.push(Fact::Multiple(width));
    }
    if is_xored {
        facts.extend((0..width.trailing_zeros()).map(|bit| Fact::Is(1 << bit)));
    }
    facts
}

/// Creates the test whether `fact` holds for `value`.
pub fn test(rw: &mut Rewriter, value: Value, fact: Fact) -> Value {
    let (cx, ty) = (rw.cx(), rw.ty(value));
    let number = |rw: &mut Rewriter, number: i64| rw.value(ConstantOp::build(cx.int_attr(ty, number)));
    let (found, expected) = match fact {
        Fact::Multiple(of) => {
            let (low, zero) = (number(rw, of - 1), number(rw, 0));
            (rw.value(AndIOp::build(value, low)), zero)
        }
        Fact::Is(expected) => (value, number(rw, expected)),
    };
    rw.value(CmpIOp::build(found, expected, CmpIPredicate::Eq.attr(cx)))
}
