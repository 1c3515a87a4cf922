//! Injectivity of layouts: whether different indices of a memref are different elements.
//!
//! Only if it is injective do different subscripts imply different elements. Strides may overlap, be zero, or be
//! unknown; then different subscripts may denote the same element, and only addresses decide
//! ([`rmlir_core::memref_layout`]).

use rmlir_affine_maps::{AffineExpr, AffineMap, Constraint, IntegerSet};
use rmlir_core::memref_layout::{MemRefParts, Strides, has_identity_layout, layout_map, strides_and_offset};
use rmlir_core::types::DYNAMIC;
use rmlir_core::{Context, Type};
use rmlir_presburger::Polyhedron;

/// Whether different indices within the bounds of a memref of type `ty` are proved to be different elements.
pub fn is_injective(cx: &Context, ty: Type) -> bool {
    if has_identity_layout(cx, ty) {
        return true;
    }
    let Some(MemRefParts { shape, .. }) = MemRefParts::of(cx, ty) else { return false };
    match strides_and_offset(cx, ty) {
        Some(Strides { strides, .. }) => strides_nest(shape, &strides),
        None => layout_map(cx, ty).is_some_and(|map| is_map_injective(shape, &map)),
    }
}

/// Whether each stride is known and greater than the extent of all dimensions with smaller strides. The size of the
/// dimension with the greatest stride does not matter.
fn strides_nest(shape: &[i64], strides: &[i64]) -> bool {
    let mut dims: Vec<(u64, i64)> = Vec::new();
    for (&size, &stride) in shape.iter().zip(strides) {
        match (size, stride) {
            (0 | 1, _) => {}
            (_, 0 | DYNAMIC) => return false,
            _ => dims.push((stride.unsigned_abs(), size)),
        }
    }
    dims.sort_unstable();
    // The largest distance between elements of the dimensions so far; `None` if it is not known.
    let mut extent = Some(0u64);
    for (stride, size) in dims {
        if extent.is_none_or(|extent| stride <= extent) {
            return false;
        }
        let reach = match size {
            DYNAMIC => None,
            _ => stride.checked_mul(size.unsigned_abs() - 1),
        };
        extent = extent.zip(reach).and_then(|(extent, reach)| extent.checked_add(reach));
    }
    true
}

/// Whether no two different points of `shape` are mapped to the same point: for each dimension, the system of linear
/// constraints that two points with different indices in it have the same image is infeasible.
fn is_map_injective(shape: &[i64], map: &AffineMap) -> bool {
    let n = map.n_dims();
    if map.n_symbols() > 0 {
        return false;
    }
    let shifted: Vec<AffineExpr> = (n..2 * n).map(AffineExpr::dim).collect();
    let equal = |expr: &AffineExpr| Constraint { expr: expr - &expr.replace_dims(&shifted), is_eq: true };
    let mut rows: Vec<Constraint> = map.results().iter().map(equal).collect();
    for dim in 0..2 * n {
        rows.push(Constraint { expr: AffineExpr::dim(dim), is_eq: false });
        let size = shape[(dim % n) as usize];
        if size != DYNAMIC {
            rows.push(Constraint { expr: (size - 1) - &AffineExpr::dim(dim), is_eq: false });
        }
    }
    (0..n).all(|dim| {
        let less = AffineExpr::dim(n + dim) - AffineExpr::dim(dim) - 1;
        let all: Vec<Constraint> = rows.iter().cloned().chain([Constraint { expr: less, is_eq: false }]).collect();
        let set = IntegerSet::new(2 * n, 0, all);
        let labels: Vec<u32> = (0..2 * n).collect();
        Polyhedron::of_set(&set, &labels).is_some_and(|system| system.is_integer_empty())
    })
}

#[cfg(test)]
mod tests {
    use rmlir_core::memref_layout::{memref_type, strided_layout};
    use rmlir_core::{AttrData, DialectRegistry};

    use super::*;

    fn strided(cx: &Context, shape: &[i64], strides: &[i64]) -> Type {
        memref_type(cx, shape, Type::F32, Some(strided_layout(cx, 0, strides)), None)
    }

    /// Whether all elements of two dimensions are different, by enumeration.
    fn are_different(shape: &[i64], at: impl Fn(i64, i64) -> i64) -> bool {
        let mut all: Vec<i64> =
            (0..shape[0]).flat_map(|i| (0..shape[1]).map(move |j| (i, j))).map(|(i, j)| at(i, j)).collect();
        let n = all.len();
        all.sort_unstable();
        all.dedup();
        all.len() == n
    }

    #[test]
    fn layouts_said_to_be_injective_are() {
        let cx = &Context::new(DialectRegistry::default());
        let mut n_proved = 0;
        for (rows, columns) in (1..5).flat_map(|rows| (1..5).map(move |columns| (rows, columns))) {
            for (outer, inner) in (-6..7).flat_map(|outer| (-6..7).map(move |inner| (outer, inner))) {
                let proved = is_injective(cx, strided(cx, &[rows, columns], &[outer, inner]));
                n_proved += u32::from(proved);
                assert!(!proved || are_different(&[rows, columns], |i, j| i * outer + j * inner));
            }
        }
        assert!(n_proved > 1000, "only {n_proved}");
    }

    #[test]
    fn strides_that_are_not_known_may_be_anything() {
        let cx = &Context::new(DialectRegistry::default());
        let is = |shape: &[i64], strides: &[i64]| is_injective(cx, strided(cx, shape, strides));
        assert!(is(&[DYNAMIC, 4], &[4, 1]) && is(&[4, DYNAMIC], &[1, 4]) && is(&[DYNAMIC], &[-2]));
        assert!(!is(&[DYNAMIC, DYNAMIC], &[4, 1]) && !is(&[8], &[DYNAMIC]) && !is(&[DYNAMIC], &[0]));
        assert!(!is(&[2, 2], &[DYNAMIC, 1]) && is(&[1, 2], &[DYNAMIC, 1]) && is(&[2, 1], &[3, 0]));
        assert!(is_injective(cx, memref_type(cx, &[DYNAMIC, DYNAMIC], Type::F32, None, None)));
    }

    #[test]
    fn maps_are_looked_through() {
        let cx = &Context::new(DialectRegistry::default());
        let (i, j) = (&AffineExpr::dim(0), &AffineExpr::dim(1));
        let is = |results: Vec<AffineExpr>| {
            let layout = cx.attr(AttrData::AffineMap(AffineMap::new(2, 0, results)));
            is_injective(cx, memref_type(cx, &[8, DYNAMIC], Type::F32, Some(layout), None))
        };
        assert!(is(vec![j.clone(), i.clone()]) && is(vec![i.floor_div(4), j.clone(), i % 4]) && is(vec![j * 8 + i]));
        assert!(!is(vec![i.floor_div(4), j.clone()]) && !is(vec![i + j]) && !is(vec![j % 4, i.clone()]));
    }
}
