//! Memref types without a layout that can hold all elements of a type with one.

use rmlir::affine_maps::{AffineExpr, AffineKind, AffineMap, BinaryKind};
use rmlir::core::memref_layout::{MemRefParts, layout_map};
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_affine::analysis::constraints::ValueConstraints;
use rmlir_presburger::{Bound, Polyhedron};

/// The normalized form of a memref type.
#[derive(Clone, Debug)]
pub struct Normalized {
    /// The type without a layout.
    pub ty: Type,
    /// The map from old to new indices of an element.
    pub layout: AffineMap,
}

/// The type without a layout that replaces `ty`; `None` if it has no layout, if the extent of the layout is unknown, or
/// if elements have negative offsets.
pub fn normalized(cx: &Context, ty: Type) -> Option<Normalized> {
    let parts = MemRefParts::of(cx, ty)?;
    parts.layout?;
    let layout = layout_map(cx, ty)?;
    let is_dynamic = parts.shape.contains(&DYNAMIC);
    if parts.shape.is_empty() || layout.is_identity() || (is_dynamic && tiles(&layout).is_empty()) {
        return None;
    }
    let mut system = ValueConstraints(Polyhedron::universe(parts.shape.len(), layout.n_symbols() as usize, 0));
    for (dim, &size) in parts.shape.iter().enumerate().filter(|&(_, &size)| size > 0) {
        system.add_lower_bound(dim, 0);
        system.add_upper_bound(dim, size - 1);
    }
    system.compose_aligned(&layout)?;
    // This order gives tighter bounds on remainders: first the old indices, then, for each bound, quotients.
    let n_results = layout.results().len();
    let n_others = system.n_inputs() - n_results;
    system.project_out(n_results, n_others);
    let is_fixed = |dim: u32| parts.shape[dim as usize] > 0;
    let size_of = |(index, place): (usize, &AffineExpr)| {
        if (0..layout.n_dims()).any(|dim| !is_fixed(dim) && place.is_function_of_dim(dim)) {
            return Some(DYNAMIC);
        }
        let starts_inside = || is_never_negative(place) || system.constant_bound_i64(Bound::Lower, index) >= Some(0);
        let last = system.constant_bound_i64(Bound::Upper, index).filter(|&last| last >= 0 && starts_inside())?;
        last.checked_add(1)
    };
    let shape: Vec<i64> = layout.results().iter().enumerate().map(size_of).collect::<Option<_>>()?;
    Some(Normalized { ty: parts.with(cx, &shape, None), layout })
}

/// Whether `place` is trivially non-negative, as indices are non-negative: it contains no subtraction.
fn is_never_negative(place: &AffineExpr) -> bool {
    let mut subtracts = false;
    place.walk(|part| {
        subtracts |= match part.kind() {
            AffineKind::Symbol(_) => true,
            AffineKind::Constant(number) => number < 0,
            AffineKind::Dim(_) | AffineKind::Binary(..) => false,
        };
    });
    !subtracts
}

/// A tiled dimension: the results of the layout for the index of the tile and the offset in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tile {
    /// The index of the result `x floordiv n`.
    pub number: usize,
    /// The index of the result `x mod n`.
    pub place: usize,
}

/// The tiled dimensions of a layout; none if a quotient occurs without its remainder, or if its dividend is used
/// elsewhere.
pub fn tiles(layout: &AffineMap) -> Vec<Tile> {
    let parts_of = |expr: &AffineExpr, wanted: BinaryKind| match expr.kind() {
        AffineKind::Binary(kind, lhs, rhs) if kind == wanted => Some((lhs.clone(), rhs.clone())),
        _ => None,
    };
    let mut found = Vec::new();
    for (number, quotient) in layout.results().iter().enumerate() {
        let Some(divided) = parts_of(quotient, BinaryKind::FloorDiv) else { continue };
        if divided.1.as_constant().is_none() {
            continue;
        }
        let mut own = None;
        for (place, other) in layout.results().iter().enumerate().filter(|&(place, _)| place != number) {
            let mut is_used = false;
            other.walk(|part| is_used |= *part == divided.0);
            let is_remainder = parts_of(other, BinaryKind::Mod).as_ref() == Some(&divided);
            match (is_used, is_remainder, own) {
                (false, ..) => {}
                (true, true, None) => own = Some(Tile { number, place }),
                _ => return Vec::new(),
            }
        }
        found.extend(own);
    }
    found
}
