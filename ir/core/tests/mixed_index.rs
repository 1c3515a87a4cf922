//! Slices: bounds, and dropped dimensions of size 1.

use rmlir_core::DYNAMIC;
use rmlir_core::mixed_index::*;

#[test]
fn slices_stay_in_bounds() {
    let check = |offset, size, stride| check_in_bounds(&[10], &[offset], &[size], &[stride]);
    assert_eq!(check(2, 4, 2), Ok(()));
    assert_eq!(check(2, 5, 2), Err("slice along dimension 0 runs out-of-bounds: 10 >= 10".into()));
    assert_eq!(check(10, DYNAMIC, 1), Err("offset 0 is out-of-bounds: 10 >= 10".into()));
    assert_eq!(check(DYNAMIC, 100, 1), Ok(()));
    assert_eq!(check(0, i64::MAX, 3).is_err(), i64::MAX.wrapping_sub(1).wrapping_mul(3) >= 10);
}

#[test]
fn only_dimensions_of_size_1_are_left_out() {
    assert_eq!(rank_reduction_mask(&[1, 4, 1], &[4, 1], false), Some(vec![true, false, false]));
    assert_eq!(rank_reduction_mask(&[1, 4, 1], &[4], false), Some(vec![true, false, true]));
    assert_eq!(rank_reduction_mask(&[2, 4], &[4], false), None);
    assert_eq!(rank_reduction_mask(&[2, 4], &[2, DYNAMIC], false), None);
    assert_eq!(rank_reduction_mask(&[2, 4], &[2, DYNAMIC], true), Some(vec![false, false]));
}

#[test]
fn lists_are_split_and_joined() {
    let list = [MixedIndex::Static(3), MixedIndex::Static(4)];
    assert_eq!(split(&list), (vec![3, 4], vec![]));
    assert_eq!(mixed(&[3, 4], &[]), list);
    assert_eq!(mixed(&[3, DYNAMIC], &[]), [MixedIndex::Static(3)], "a missing value ends the list");
    assert_eq!(n_dynamic(&[1, DYNAMIC, DYNAMIC]), 2);
}
