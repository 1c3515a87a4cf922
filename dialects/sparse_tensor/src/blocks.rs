//! Maps of dimensions to levels that have an inverse: permutations, and block structures.
//!
//! A *block structure* has for some dimensions two levels, `d floordiv n` and `d mod n` in this order, and for each of the
//! others the dimension itself.

use std::collections::BTreeMap;

use rmlir::affine_maps::{AffineExpr, AffineMap, BinaryKind};

/// The inverse of the map; `None` if it is none of those known.
pub(crate) fn infer_lvl_to_dim(map: &AffineMap) -> Option<AffineMap> {
    if map.n_symbols() != 0 {
        return None;
    }
    if map.is_permutation() {
        return map.inverse_permutation();
    }
    if is_block_structure(map) { inverse_of_blocks(map) } else { None }
}

/// An expression of one dimension.
#[derive(Clone, Copy)]
enum Part {
    Whole(u32),
    Quotient(u32, i64),
    Remainder(u32, i64),
}

impl Part {
    fn of(expr: &AffineExpr) -> Option<Self> {
        if let Some(dim) = expr.as_dim() {
            return Some(Self::Whole(dim));
        }
        let operands = |kind| {
            let (lhs, rhs) = expr.as_binary(kind)?;
            Some((lhs.as_dim()?, rhs.as_constant().filter(|&size| size > 0)?))
        };
        let quotient = operands(BinaryKind::FloorDiv).map(|(dim, size)| Self::Quotient(dim, size));
        quotient.or_else(|| operands(BinaryKind::Mod).map(|(dim, size)| Self::Remainder(dim, size)))
    }
}

/// Whether the map is a block structure, where dimensions may occur as a quotient alone.
pub(crate) fn is_block_structure(map: &AffineMap) -> bool {
    // The sizes of blocks; 0 for dimensions without blocks.
    let mut sizes: BTreeMap<u32, i64> = BTreeMap::new();
    let mut has_block = false;
    for expr in map.results() {
        let is_new = match Part::of(expr) {
            None => return false,
            Some(Part::Whole(dim)) => sizes.insert(dim, 0).is_none(),
            Some(Part::Quotient(dim, size)) => sizes.insert(dim, size).is_none(),
            Some(Part::Remainder(dim, size)) => {
                has_block = true;
                sizes.get(&dim) == Some(&size)
            }
        };
        if !is_new {
            return false;
        }
    }
    has_block
}

/// The inverse of a block structure. The dimensions without blocks come first. `None` if a dimension has a quotient
/// without a remainder.
fn inverse_of_blocks(map: &AffineMap) -> Option<AffineMap> {
    let mut exprs = Vec::new();
    let mut blocks: BTreeMap<u32, (AffineExpr, Option<AffineExpr>)> = BTreeMap::new();
    for (level, expr) in (0..).zip(map.results()) {
        let level = AffineExpr::dim(level);
        match Part::of(expr)? {
            Part::Whole(_) => exprs.push(level),
            Part::Quotient(dim, size) => {
                let scaled = AffineExpr::binary(BinaryKind::Mul, &level, &AffineExpr::constant(size));
                blocks.insert(dim, (scaled, None));
            }
            Part::Remainder(dim, _) => {
                let (_, remainder) = blocks.get_mut(&dim)?;
                remainder.get_or_insert(level);
            }
        }
    }
    for (scaled, remainder) in blocks.into_values() {
        exprs.push(AffineExpr::binary(BinaryKind::Add, &scaled, &remainder?));
    }
    Some(AffineMap::new(map.n_results() as u32, 0, exprs))
}

/// The sizes of the blocks, in the order of the levels with remainders.
pub(crate) fn block_sizes(map: &AffineMap) -> Vec<i64> {
    let size = |expr| match Part::of(expr)? {
        Part::Remainder(_, size) => Some(size),
        Part::Whole(_) | Part::Quotient(..) => None,
    };
    map.results().iter().filter_map(size).collect()
}
