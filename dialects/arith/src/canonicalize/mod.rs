//! Rewrites into a canonical form.
//!
//! Patterns are listed at the operations they are rooted at, in upstream's
//! order, and have upstream's benefits: how many operations one looks at.
//!
//! What a pattern makes has the locations of the root and of the next
//! operation looked at, fused; upstream counts constants among those it looks
//! at but not among those it counts, so that they take the place of others.

mod casts;
mod cmpf;
mod compare;
mod integer;
mod logic;

use rmlir::core::attrs::AttrData;
use rmlir::core::fold::constant_value;
use rmlir::core::loc::LocData;
use rmlir::prelude::*;

pub(crate) use self::casts::*;
pub(crate) use self::cmpf::cmpf_of_int;
pub(crate) use self::compare::*;
pub(crate) use self::integer::*;
pub(crate) use self::logic::*;

/// A scalar integer constant: its value and the operation that holds it.
fn scalar_const(body: &Body, value: Value) -> Option<(ApInt, OpId)> {
    match constant_value(body, value)?.data(body) {
        AttrData::Integer { value: constant, .. } => Some((constant.clone(), body.defining_op(value)?)),
        _ => None,
    }
}

/// Whether `value` is the constant `true` or `false`.
fn is_bool(body: &Body, value: Value, wanted: bool) -> bool {
    constant_value(body, value) == Some(body.bool_attr(wanted))
}

/// The locations of `ops` as one.
fn fused(body: &Body, ops: &[OpId]) -> Loc {
    let mut locs: Vec<Loc> = Vec::with_capacity(ops.len());
    for &op in ops {
        let loc = body.loc(op);
        let parts = match loc.interned_data(body) {
            Some(LocData::Fused { locs, metadata: None }) => locs,
            Some(LocData::Unknown) => &[][..],
            _ => std::slice::from_ref(&loc),
        };
        for &part in parts {
            if !locs.contains(&part) {
                locs.push(part);
            }
        }
    }
    match locs[..] {
        [] => Loc::UNKNOWN,
        [only] => only,
        _ => body.cx().loc(LocData::Fused { locs: locs.into(), metadata: None }),
    }
}
