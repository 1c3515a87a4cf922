//! Canonicalization patterns.
//!
//! Patterns are listed at their root operations, in upstream's order, with upstream's benefits:
//! the number of matched operations.
//!
//! New operations have the fused locations of the root and of the next matched operation; upstream visits constants
//! during matching but does not count them, so that their locations replace others.

mod casts;
mod cmpf;
mod compare;
mod integer;
mod logic;

use rmlir::core::attrs::AttrData;
use rmlir::core::fold::constant_value;
use rmlir::core::loc::LocData;
use rmlir::prelude::*;

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
