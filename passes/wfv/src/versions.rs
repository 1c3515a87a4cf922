//! Versions of loops: for what is known of numbers that bits of the variable are combined with.
//!
//! Where a body has `i ^ d` or `i & d` with the same `d` in all turns, neighbouring lanes stay neighbours if `d` is a
//! multiple of the number of lanes, and change places in a row of lanes if `d` is less. So there is a version for multiples
//! and, of `i ^ d`, one for each power of two below; the last version knows nothing.

use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir_arith::{AndIOp, CmpIOp, CmpIPredicate, ConstantOp, XOrIOp};

/// What is known of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// It is a multiple of this power of two.
    Multiple(i64),
    /// It is this.
    Is(i64),
}

/// What is known in a version, of values by their place in a list.
pub type Version = Vec<(usize, Fact)>;

/// Versions are for at most so many numbers: there are as many as facts about one times those about the other.
const MOST_NUMBERS: usize = 2;

/// The versions of the loop `op`, which takes these values from around, for `width` lanes.
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

/// What it pays to know of `value` in `op`.
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

/// Whether `fact` holds of `value`, as a value.
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
