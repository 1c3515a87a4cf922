//! Constructors, queries and transformations of maps, one example for each behaviour.

mod support;

use rmlir_affine_maps::*;
use support::map;

fn assert_map(actual: AffineMap, expected: &str) {
    assert_eq!(actual.to_string(), expected);
}

#[test]
fn values_are_small_and_shareable() {
    fn is_shareable<T: Send + Sync + 'static>() {}
    is_shareable::<AffineExpr>();
    is_shareable::<AffineMap>();
    is_shareable::<IntegerSet>();
    assert_eq!(size_of::<AffineExpr>(), 16);
}

#[test]
fn constructors() {
    assert_map(AffineMap::empty(), "() -> ()");
    assert_map(AffineMap::constant(-4), "() -> (-4)");
    assert_map(AffineMap::identity(3), "(d0, d1, d2) -> (d0, d1, d2)");
    assert_map(AffineMap::symbol_identity(), "()[s0] -> (s0)");
    assert_map(AffineMap::shifted_symbol_identity(-2), "()[s0] -> (s0 - 2)");
    assert_map(AffineMap::minor_identity(4, 2), "(d0, d1, d2, d3) -> (d2, d3)");
    assert_map(AffineMap::filtered_identity(4, |position| position % 2 == 1), "(d0, d1, d2, d3) -> (d1, d3)");
    assert_map(AffineMap::permutation(&[1, 2, 0]).expect("a permutation"), "(d0, d1, d2) -> (d1, d2, d0)");
    assert_eq!(AffineMap::permutation(&[1, 1]), None);
    assert_eq!(AffineMap::permutation(&[2, 0]), None);
    let lists: [&[AffineExpr]; 2] = [&[AffineExpr::dim(1)], &[AffineExpr::symbol(0) + 1]];
    let inferred = AffineMap::infer_from(&lists).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(inferred, ["(d0, d1)[s0] -> (d1)", "(d0, d1)[s0] -> (s0 + 1)"]);
}

#[test]
fn identities_and_permutations() {
    assert!(map("(d0, d1) -> (d0, d1)").is_identity());
    assert!(map("(d0)[s0] -> (d0)").is_identity());
    assert!(!map("(d0, d1) -> (d1, d0)").is_identity());
    assert!(map("(d0, d1) -> (d1)").is_minor_identity());
    assert!(!map("(d0, d1)[s0] -> (d1)").is_minor_identity());
    assert!(map("(d0, d1) -> (d1, d0)").is_permutation());
    assert!(map("(d0, d1, d2) -> (d2, d0)").is_projected_permutation());
    assert!(!map("(d0, d1, d2) -> (d2, d2)").is_projected_permutation());
    assert!(!map("(d0, d1, d2) -> (d2, 0)").is_projected_permutation());
    assert!(map("(d0, d1, d2) -> (d2, 0)").is_projected_permutation_with_zeros());
    assert_eq!(map("(d0, d1) -> (d1, d0)").permuted_positions(), Some(vec![1, 0]));
    assert_eq!(map("(d0, d1) -> (d1)").permuted_positions(), None);
    assert_eq!(map("(d0, d1) -> (d1, d0)").apply_permutation(&["a", "b"]), Some(vec!["b", "a"]));
}

#[test]
fn broadcasts() {
    let broadcast = map("(d0, d1, d2, d3, d4) -> (0, d2, 0, d4)");
    assert_eq!(broadcast.minor_identity_with_broadcasting(), Some(vec![0, 2]));
    assert!(!map("(d0, d1) -> (0, d0)").is_minor_identity_with_broadcasting());
    assert_eq!(map("(d0, d1, d2, d3) -> (d0, 0, d2, 0)").minor_identity_with_broadcasting(), Some(vec![1, 3]));
    assert_eq!(map("(d0, d1, d2) -> (0, d1)").permutation_of_minor_identity_with_broadcasting(), Some(vec![1, 0]));
    assert_eq!(map("(d0, d1, d2) -> (d0, 0)").permutation_of_minor_identity_with_broadcasting(), None);
    let widening = map("(d0, d1) -> (d1, 0, 0, d0)");
    assert_eq!(widening.permutation_of_minor_identity_with_broadcasting(), Some(vec![3, 0, 1, 2]));
    assert_eq!(widening.n_zero_results(), 2);
    assert_map(widening.drop_zero_results(), "(d0, d1) -> (d1, d0)");
}

#[test]
fn constants() {
    assert_eq!(map("(d0) -> (7)").single_constant(), Some(7));
    assert_eq!(map("(d0) -> (7, 8)").constant_results(), Some(vec![7, 8]));
    assert_eq!(map("(d0) -> (7, d0)").constant_results(), None);
    assert!(map("(d0) -> ()").is_constant());
    assert_eq!(map("(d0, d1) -> (d0 * 8 + 4, d1 * 4 + 2)").largest_known_divisor(), 2);
    assert_eq!(map("(d0) -> (0)").largest_known_divisor(), u64::MAX);
}

#[test]
fn composition_puts_own_symbols_first() {
    let outer = map("(d0, d1)[s0, s1] -> (d0 + 1 + s1, d1 - 1 - s0)");
    let inner = map("(d0)[s0] -> (d0 + s0, d0 - s0)");
    assert_map(outer.compose(&inner), "(d0)[s0, s1, s2] -> (d0 + s2 + s1 + 1, d0 - s2 - s0 - 1)");
}

#[test]
fn folding() {
    let mixed = map("(d0)[s0] -> (d0 + 1, d0 floordiv s0, d0 * 2)");
    let known = mixed.partial_constant_fold(&[Some(7), Some(2)]);
    assert_eq!(known.constants, Some(vec![8, 3, 14]));
    assert_eq!(mixed.constant_fold(&[Some(7), Some(2)]), Some(vec![8, 3, 14]));
    let partly = mixed.partial_constant_fold(&[Some(7), None]);
    assert_map(partly.map, "(d0)[s0] -> (8, d0 floordiv s0, 14)");
    assert_eq!((partly.constants, partly.is_poison), (None, false));
    assert!(mixed.partial_constant_fold(&[Some(7), Some(0)]).is_poison);
    assert!(!mixed.partial_constant_fold(&[None, Some(0)]).is_poison);
    assert_eq!(AffineMap::empty().constant_fold(&[]), None);
    assert_map(mixed.fold_inputs(&[Some(7), None]), "()[s0] -> (8, 7 floordiv s0, 14)");
}

#[test]
fn selections_of_results() {
    let all = map("(d0, d1) -> (d0, d1, d1, 0, d1)");
    assert_map(all.drop_results(&[3, 0]), "(d0, d1) -> (d1, d1, d1)");
    assert_map(all.drop_result(1), "(d0, d1) -> (d0, d1, 0, d1)");
    assert_map(all.remove_duplicate_exprs(), "(d0, d1) -> (d0, d1, 0, d1)");
    assert_map(all.insert_result(AffineExpr::constant(9), 1), "(d0, d1) -> (d0, 9, d1, d1, 0, d1)");
    assert_map(all.sub_map(&[3, 0]), "(d0, d1) -> (0, d0)");
    assert_map(all.slice_map(1, 2), "(d0, d1) -> (d1, d1)");
    assert_eq!(all.major_sub_map(0), None);
    assert_map(all.major_sub_map(2).expect("not empty"), "(d0, d1) -> (d0, d1)");
    assert_map(all.minor_sub_map(9).expect("not empty"), "(d0, d1) -> (d0, d1, d1, 0, d1)");
    assert_eq!(all.result_position(1), Some(1));
    assert_eq!(all.dim_position(3), None);
}

#[test]
fn inversion() {
    let wide = map("(d0, d1, d2) -> (d1, d0 + d1, d0, d2, d1, d2, d1, d0)");
    let inverse = wide.inverse_permutation().expect("every dimension is a result");
    assert_map(inverse, "(d0, d1, d2, d3, d4, d5, d6, d7) -> (d2, d0, d3)");
    assert_eq!(map("(d0, d1) -> (d1)").inverse_permutation(), None);
    assert_eq!(AffineMap::empty().inverse_permutation(), Some(AffineMap::empty()));
    let projected = map("(d0, d1, d2, d3) -> (d2, d0)");
    assert_map(projected.inverse_and_broadcast_projected_permutation(), "(d0, d1) -> (d1, 0, d0, 0)");
}

#[test]
fn projections() {
    let wide = map("(d0, d1, d2)[s0, s1] -> (d0 + d2, s1)");
    assert_map(wide.project_dims(&[true, false, false]), "(d0, d1, d2)[s0, s1] -> (d2, s1)");
    assert_map(wide.compress_dims(&[true, false, false]), "(d0, d1)[s0, s1] -> (d1, s1)");
    assert_map(wide.compress_unused_dims(), "(d0, d1)[s0, s1] -> (d0 + d1, s1)");
    assert_map(wide.compress_unused_symbols(), "(d0, d1, d2)[s0] -> (d0 + d2, s0)");
    assert_map(wide.projected(&[false, true, false]), "(d0, d1)[s0] -> (d0 + d1, s0)");
    let together = AffineMap::compress_unused_dims_of(&[map("(d0, d1, d2) -> (d0)"), map("(d0, d1, d2) -> (d2)")]);
    assert_eq!(together.iter().map(ToString::to_string).collect::<Vec<_>>(), ["(d0, d1) -> (d0)", "(d0, d1) -> (d1)"]);
    assert_map(map("(d0, d1) -> (d0 + d1)").expand_dims_to_rank(3, &[false, true]), "(d0, d1, d2) -> (d0 + d2)");
}

#[test]
fn shifts_and_concatenation() {
    let shifted = map("(d0, d1)[s0] -> (d0 + d1 * s0)");
    assert_map(shifted.shift_dims(2, 1), "(d0, d1, d2, d3)[s0] -> (d0 + d3 * s0)");
    assert_map(shifted.shift_symbols(1, 0), "(d0, d1)[s0, s1] -> (d0 + d1 * s1)");
    let both = AffineMap::concat(&[map("(d0)[s0] -> (d0 + s0)"), map("(d0, d1)[s0] -> (d1 + s0)")]);
    assert_map(both, "(d0, d1)[s0, s1] -> (d0 + s0, d1 + s1)");
}

#[test]
fn results_are_written_with_given_names() {
    let mut text = String::new();
    let result = write_map_results(&mut text, &map("(d0)[s0] -> (d0 - s0 * 2, -d0)"), |out: &mut String, input| {
        out.push_str(if let Input::Dim(_) = input { "%i" } else { "symbol(%n)" });
        Ok(())
    });
    assert_eq!(result, Ok(()));
    assert_eq!(text, "%i - symbol(%n) * 2, -%i");
}
