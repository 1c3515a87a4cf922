//! Layouts of memref types: strides, contiguity, canonical forms.

use rmlir_affine_maps::{AffineExpr, AffineMap};
use rmlir_core::memref_layout::*;
use rmlir_core::{Attr, AttrData, Context, DYNAMIC, Type};

fn context() -> Context {
    Context::new(Default::default())
}

fn memref(cx: &Context, shape: &[i64], layout: Option<Attr>) -> Type {
    memref_type(cx, shape, Type::F32, layout, None)
}

fn map_attr(cx: &Context, n_symbols: u32, n_dims: u32, result: AffineExpr) -> Attr {
    cx.attr(AttrData::AffineMap(AffineMap::new(n_dims, n_symbols, vec![result])))
}

#[test]
fn without_a_layout_elements_follow_each_other() {
    let cx = context();
    let strides = |shape: &[i64]| strides_and_offset(&cx, memref(&cx, shape, None)).expect("it is strided").strides;
    assert_eq!(strides(&[2, 3, 4]), [12, 4, 1]);
    assert_eq!(strides(&[2, DYNAMIC, 4]), [DYNAMIC, 4, 1]);
    assert_eq!(strides(&[i64::MAX, 2, 3]), [6, 3, 1]);
    assert_eq!(strides(&[5, i64::MAX, 2]), [DYNAMIC, 2, 1]);
    assert!(strides(&[]).is_empty());
}

#[test]
fn strides_are_read_off_a_map() {
    let cx = context();
    let (d0, d1, s0) = (AffineExpr::dim(0), AffineExpr::dim(1), AffineExpr::symbol(0));
    let sum = &(&(&d0 * &AffineExpr::constant(8)) + &(&d1 * &s0)) + &AffineExpr::constant(3);
    let ty = memref(&cx, &[4, 4], Some(map_attr(&cx, 1, 2, sum)));
    assert_eq!(strides_and_offset(&cx, ty), Some(Strides { offset: 3, strides: vec![8, DYNAMIC] }));
    let divided = map_attr(&cx, 0, 2, &d0.floor_div(2) + &d1);
    assert_eq!(strides_and_offset(&cx, memref(&cx, &[4, 4], Some(divided))), None);
}

#[test]
fn what_is_contiguous_needs_no_layout() {
    let cx = context();
    let contiguous = memref(&cx, &[4, 8], Some(strided_layout(&cx, 0, &[8, 1])));
    assert_eq!(canonical_strided_layout(&cx, contiguous), Some(memref(&cx, &[4, 8], None)));
    assert!(!has_identity_layout(&cx, contiguous));
    assert!(has_identity_layout(&cx, memref(&cx, &[4], Some(strided_layout(&cx, 0, &[1])))));
    let wide = memref(&cx, &[4, 8], Some(strided_layout(&cx, 0, &[16, 1])));
    assert_ne!(canonical_strided_layout(&cx, wide), Some(memref(&cx, &[4, 8], None)));
    assert_eq!(n_contiguous_trailing_dims(&cx, wide), 1);
    assert_eq!(n_contiguous_trailing_dims(&cx, contiguous), 2);
}

#[test]
fn identity_maps_are_not_kept() {
    let cx = context();
    let identity = cx.attr(AttrData::AffineMap(AffineMap::identity(2)));
    assert_eq!(memref(&cx, &[4, 8], Some(identity)), memref(&cx, &[4, 8], None));
}

#[test]
fn unknown_numbers_saturate() {
    assert_eq!(saturated_mul(DYNAMIC, 0), 0);
    assert_eq!(saturated_mul(DYNAMIC, 2), DYNAMIC);
    assert_eq!(saturated_mul(i64::MAX, 2), DYNAMIC);
    assert_eq!(saturated_add(DYNAMIC, 0), DYNAMIC);
}
