//! Elimination, bounds and the exact test, compared with enumeration of the points of small boxes.

mod common;

use proptest::prelude::*;
use rmlir_presburger::{Bound, Int, Lexmin, Polyhedron};

use common::{SIDE, cases, point, points, solutions, system, system_with, whole_box};

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_exact_test_decides(system in (1usize..4).prop_flat_map(system)) {
        prop_assert_eq!(system.is_integer_empty(), solutions(&system).is_empty());
    }

    #[test]
    fn a_proof_of_emptiness_is_right(system in (1usize..4).prop_flat_map(system)) {
        prop_assert!(!system.is_empty() || solutions(&system).is_empty());
    }

    #[test]
    fn histories_leave_out_what_is_implied(system in (2usize..5).prop_flat_map(system)) {
        let (before, mut plain, mut traced) = (system.clone(), system.clone(), system);
        let n = plain.n_vars() - 1;
        plain.project_out(1, n);
        prop_assert_eq!(traced.project_out_by_histories(1, n, usize::MAX), Some(()));
        // Rounding in between may make plain elimination more precise.
        for number in -1..=SIDE {
            prop_assert!(!plain.contains(&point(&[number])) || traced.contains(&point(&[number])));
        }
        let rationally = |system: &Polyhedron<u32>, number: i64| {
            let mut at = system.clone();
            at.fix(0, number);
            !at.is_rationally_empty()
        };
        for number in -1..=SIDE {
            prop_assert!(!traced.contains(&point(&[number])) || rationally(&before, number));
        }
    }

    #[test]
    fn the_smallest_point_comes_first(system in (1usize..4).prop_flat_map(system)) {
        let first = solutions(&system).first().map_or(Lexmin::Empty, |numbers| Lexmin::At(point(numbers)));
        prop_assert_eq!(system.lexmin(), first);
    }

    #[test]
    fn a_gist_is_the_same_in_its_context((context, system) in (1usize..4).prop_flat_map(|n| (system(n), system(n)))) {
        let expected = solutions(&context.intersection(&system));
        let mut both = system.gist(&context);
        both.append_constraints(&context);
        prop_assert_eq!(solutions(&both), expected);
    }

    #[test]
    fn what_is_left_of_a_system_has_each_point_once((system, other) in (1usize..4).prop_flat_map(|n| (system(n), system(n)))) {
        let mut expected = solutions(&system);
        expected.retain(|numbers| !other.contains(&point(numbers)));
        let mut left: Vec<Vec<i64>> = system.subtract(&other).iter().flat_map(solutions).collect();
        left.sort();
        prop_assert_eq!(left, expected);
    }

    #[test]
    fn no_point_is_below_a_minimum(system in (1usize..4).prop_flat_map(system), row in prop::collection::vec(-3i64..=3, 4)) {
        let n_vars = system.n_vars();
        let row = point(&[&row[..n_vars], &row[3..]].concat());
        let value = |numbers: &Vec<i64>| std::iter::zip(&row, numbers).fold(row[n_vars].clone(), |sum, (factor, number)| &sum + &(factor * *number));
        if let Some(least) = solutions(&system).iter().map(value).min() {
            let found = system.minimum_of(&row);
            prop_assert!(found.as_ref().is_some_and(|found| *found <= least), "{:?} of {}", found, least);
        }
    }

    #[test]
    fn variables_with_an_equality_are_removed_through_it(system in system(3)) {
        let Some(pivot) = system.equality_with(1) else { return Ok(()) };
        let mut rest = system.clone();
        let row = rest.eliminate_through(1, pivot);
        prop_assert_eq!(&row, &system.equalities()[pivot]);
        for numbers in solutions(&system) {
            prop_assert!(rest.contains(&point(&[numbers[0], numbers[2]])));
        }
        for outer in points(2).into_iter().filter(|numbers| rest.contains(&point(numbers))) {
            // Where the equality has an integer solution for the variable, all constraints hold for it.
            let value = (-SIDE * 20..SIDE * 20).find(|&value| {
                let numbers = [outer[0], value, outer[1]];
                let sum = std::iter::zip(&row, &numbers).fold(row[3].clone(), |sum, (factor, number)| &sum + &(factor * *number));
                sum.is_zero()
            });
            if let Some(value) = value {
                prop_assert!(system.contains(&point(&[outer[0], value, outer[1]])));
            }
        }
    }

    #[test]
    fn projection_keeps_all_points(system in system(3), removed in 0usize..3) {
        let mut projected = system.clone();
        projected.project_out(removed, 1);
        for mut numbers in solutions(&system) {
            numbers.remove(removed);
            prop_assert!(projected.contains(&point(&numbers)), "{:?} is lost in {:?}", numbers, projected);
        }
    }

    #[test]
    fn constant_bounds_hold(system in system(3), variable in 0usize..3) {
        let solutions = solutions(&system);
        let values = || solutions.iter().map(|numbers| Int::from(numbers[variable]));
        if let Some(lower) = system.constant_bound(Bound::Lower, variable) {
            prop_assert!(values().all(|value| value >= lower));
        }
        if let Some(upper) = system.constant_bound(Bound::Upper, variable) {
            prop_assert!(values().all(|value| value <= upper));
        }
    }

    #[test]
    fn redundant_inequalities_say_nothing(system in system(2)) {
        let mut smaller = system.clone();
        smaller.remove_redundant_inequalities();
        prop_assert!(smaller.inequalities().len() <= system.inequalities().len());
        for numbers in points(2) {
            prop_assert_eq!(system.contains(&point(&numbers)), smaller.contains(&point(&numbers)));
        }
    }

    #[test]
    fn extents_bound_the_number_of_values(system in system(2)) {
        for dim in 0..2 {
            if let Some(extent) = system.dim_extent(dim) {
                let mut values: Vec<i64> = solutions(&system).iter().map(|numbers| numbers[dim]).collect();
                values.sort_unstable();
                values.dedup();
                prop_assert!(extent.size >= values.len() as i64);
            }
        }
    }

    #[test]
    fn boxes_hold_both(a in system(2), b in system(2)) {
        let mut around = a.clone();
        if around.union_bounding_box(&b) {
            for numbers in solutions(&a).into_iter().chain(solutions(&b)) {
                prop_assert!(around.contains(&point(&numbers)));
            }
        }
    }

    #[test]
    fn divisions_are_found(a in -5i64..=5, b in -5i64..=5, c in -9i64..=9, divisor in 2i64..=6) {
        let mut system: Polyhedron<u32> = Polyhedron::universe(2, 0, 0);
        let local = system.add_local_floor_div(point(&[a, b, c]), &Int::from(divisor));
        prop_assume!(a != 0 || b != 0);
        let division = system.divisions().remove(0).expect("two bounds make a division");
        for numbers in points(2) {
            let value = |row: &[Int], numbers: &[i64]| {
                (0..2).fold(row[3].clone(), |sum, place| &sum + &(&row[place] * numbers[place]))
            };
            let exact = (a * numbers[0] + b * numbers[1] + c).div_euclid(divisor);
            prop_assert_eq!(value(&division.dividend, &numbers).div_floor(&division.divisor), Int::from(exact));
            prop_assert!(system.contains(&point(&[numbers[0], numbers[1], exact])));
            prop_assert!(!system.contains(&point(&[numbers[0], numbers[1], exact + 1])));
            prop_assert_eq!(local, 2);
        }
    }
}

proptest! {
    // Each case takes some milliseconds: some polyhedra exceed the limit of shadows, and then are decided by cuts.
    #![proptest_config(ProptestConfig { cases: cases() / 10, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_exact_test_decides_steep_systems(system in (3usize..5).prop_flat_map(|n| system_with(n, 17))) {
        prop_assert_eq!(system.is_integer_empty(), solutions(&system).is_empty());
    }
}

/// There are more splinters than the limit, and rational points.
#[test]
fn what_is_too_much_for_shadows_is_left_to_cuts() {
    let mut system = whole_box(4);
    system.add_equality_of(&[-1, -16, -17, 3, 9]);
    system.add_equality_of(&[16, 3, -10, 10, -17]);
    system.add_inequality_of(&[16, -4, -7, 16, -14]);
    assert!(!system.is_rationally_empty() && solutions(&system).is_empty());
    assert!(system.is_integer_empty());
}

/// Each variable of a chain is determined, and the last but one has no value: 6 times it is from -5 to -1. Shadows
/// alone exceed their limit, and cuts do not decide, as the last one is unbounded.
#[test]
fn two_bounds_may_leave_one_value() {
    let mut chain: Polyhedron<u32> = Polyhedron::universe(7, 0, 0);
    chain.fix(0, 0);
    for (variable, least, most) in [(1, 5, 9), (2, 0, 4), (3, -5, -1), (4, 0, 4), (5, -5, -1)] {
        assert!(!chain.is_integer_empty());
        let mut row = [0; 8];
        (row[variable], row[variable - 1], row[7]) = (6, -5, -least);
        chain.add_inequality_of(&row);
        (row[variable], row[variable - 1], row[7]) = (-6, 5, most);
        chain.add_inequality_of(&row);
    }
    assert!(chain.is_integer_empty());
}

/// The polyhedron has no integer points, but rational ones that elimination cannot exclude.
#[test]
fn the_omega_nightmare_is_empty() {
    let mut system: Polyhedron<u32> = Polyhedron::universe(2, 0, 0);
    for row in [[11, 13, -27], [-11, -13, 45], [7, -9, 10], [-7, 9, 4]] {
        system.add_inequality_of(&row);
    }
    assert!(!system.is_empty());
    assert!(system.is_integer_empty());
}

#[test]
fn equal_locals_are_merged() {
    let mut a: Polyhedron<u32> = Polyhedron::with_values(&[1], &[]);
    a.add_local_floor_div(point(&[1, 0]), &Int::from(4));
    let mut b = a.clone();
    b.add_local_floor_div(point(&[1, 0, 1]), &Int::from(8));
    a.merge_locals(&mut b);
    assert_eq!((a.n_locals(), b.n_locals()), (2, 2));
}
