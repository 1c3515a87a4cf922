//! Unions, compared with enumeration of the points of small boxes.

mod common;

use proptest::prelude::*;
use rmlir_presburger::{Int, Lexmin, Polyhedron, Union};

use common::{SIDE, cases, point, points, solutions, system, whole_box};

fn of(system: &Polyhedron<u32>) -> Union<u32> {
    Union::of(system).expect("small systems are no trouble")
}

/// Several polyhedra over the same variables.
fn systems(n_vars: usize) -> impl Strategy<Value = Vec<Polyhedron<u32>>> {
    prop::collection::vec(system(n_vars), 1..4)
}

fn all(systems: &[Polyhedron<u32>]) -> Union<u32> {
    let n = systems[0].n_vars();
    systems.iter().fold(Union::empty(n, 0), |all, system| all.union(of(system)))
}

fn is_in(systems: &[Polyhedron<u32>], numbers: &[i64]) -> bool {
    systems.iter().any(|system| system.contains(&point(numbers)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_projection_has_the_points_of_some_value(system in system(3), first in 0usize..3, n in 1usize..3) {
        let n = n.min(3 - first);
        let projected = of(&system).project_out(first, n).expect("small systems are no trouble");
        let without = |numbers: Vec<i64>| [&numbers[..first], &numbers[first + n..]].concat();
        let expected: Vec<Vec<i64>> = solutions(&system).into_iter().map(without).collect();
        for numbers in points(3 - n) {
            prop_assert_eq!(projected.contains(&point(&numbers)), expected.contains(&numbers), "{:?}", numbers);
        }
    }

    #[test]
    fn sets_combine_as_their_points((a, b) in (1usize..4).prop_flat_map(|n| (systems(n), systems(n)))) {
        let (left, right) = (all(&a), all(&b));
        let (both, less) = (left.intersection(&right), left.difference(&right));
        let (other, either) = (right.complement(), left.clone().union(right.clone()));
        let mut is_subset = true;
        for numbers in points(a[0].n_vars()) {
            let (in_a, in_b, at) = (is_in(&a, &numbers), is_in(&b, &numbers), point(&numbers));
            prop_assert_eq!(left.contains(&at), in_a);
            prop_assert_eq!(both.contains(&at), in_a && in_b);
            prop_assert_eq!(less.contains(&at), in_a && !in_b);
            prop_assert_eq!(other.contains(&at), !in_b);
            prop_assert_eq!(either.contains(&at), in_a || in_b);
            is_subset &= in_b || !in_a;
        }
        prop_assert_eq!(left.is_subset(&right), is_subset);
    }

    /// Sets with strides: the result of a projection is subtracted.
    #[test]
    fn sets_with_divisions_combine_as_their_points(a in system(3), b in system(3)) {
        let shadow = |system: &Polyhedron<u32>| of(system).project_out(1, 1).expect("small systems are no trouble");
        let (left, right) = (shadow(&a), shadow(&b));
        let (both, less) = (left.intersection(&right), left.difference(&right));
        for numbers in points(2) {
            let at = point(&numbers);
            let (in_a, in_b) = (left.contains(&at), right.contains(&at));
            prop_assert_eq!(both.contains(&at), in_a && in_b);
            prop_assert_eq!(less.contains(&at), in_a && !in_b);
        }
    }

    #[test]
    fn points_are_counted_once((a, b) in (system(3), system(3))) {
        let n = points(3).into_iter().filter(|it| is_in(&[a.clone(), b.clone()], it)).count() as u64;
        let both = of(&a).union(of(&b));
        prop_assert_eq!(both.count(1000), Some(n));
        prop_assert_eq!(both.count(n), Some(n));
        prop_assert_eq!(n.checked_sub(1).and_then(|less| both.count(less)), None);
    }

    /// Solving equalities preserves the number of points and the values of rows.
    #[test]
    fn solved_systems_have_as_many_points(system in (1usize..4).prop_flat_map(system)) {
        let n = system.n_vars();
        let unit = |place: usize| (0..=n).map(|other| Int::from(i64::from(other == place))).collect();
        let (mut solved, mut coordinates): (_, Vec<Vec<Int>>) = (system.clone(), (0..n).map(unit).collect());
        let expected = solutions(&system);
        if !solved.solve_with(&mut coordinates) {
            prop_assert_eq!(expected.len(), 0);
            return Ok(());
        }
        prop_assert!(solved.equalities().is_empty());
        prop_assert_eq!(of(&solved).count(1000), Some(expected.len() as u64));
        for numbers in expected {
            let mut at = solved.clone();
            for (coordinate, number) in std::iter::zip(&coordinates, numbers) {
                let mut row = coordinate.clone();
                *row.last_mut().expect("a row has a constant") -= &Int::from(number);
                at.add_equality(row);
            }
            prop_assert!(!at.is_integer_empty());
        }
    }

    #[test]
    fn fewer_systems_have_the_same_points(a in (1usize..3).prop_flat_map(systems)) {
        let coalesced = all(&a).coalesced();
        prop_assert!(coalesced.parts().len() <= a.len());
        for numbers in points(a[0].n_vars()) {
            prop_assert_eq!(coalesced.contains(&point(&numbers)), is_in(&a, &numbers));
        }
    }

    #[test]
    fn a_hull_has_all_points(a in (1usize..4).prop_flat_map(systems)) {
        let hull = all(&a).simple_hull();
        for numbers in points(a[0].n_vars()) {
            prop_assert!(!is_in(&a, &numbers) || hull.contains(&point(&numbers)));
        }
    }

    #[test]
    fn the_smallest_point_of_a_union_comes_first(a in (1usize..4).prop_flat_map(systems)) {
        let least = a.iter().flat_map(solutions).min().map(|numbers| point(&numbers));
        prop_assert_eq!(all(&a).lexmin(), least.map_or(Lexmin::Empty, Lexmin::At));
    }

    /// Polyhedra with large coefficients are translated and scaled ones with small coefficients: the results are exact.
    #[test]
    fn large_numbers_are_exact(system in system(2), far in prop::collection::vec(any::<i64>(), 2), stretch in 1i64..=i64::MAX) {
        let mut large: Polyhedron<u32> = system.clone();
        large.change_constraints(|row| {
            for (variable, far) in far.iter().enumerate() {
                let term = &row[variable] * &Int::from(*far);
                *row.last_mut().expect("a row has a constant") -= &term;
            }
            row.iter_mut().for_each(|number| *number = &*number * &Int::from(stretch));
        });
        let moved = |numbers: &[i64]| -> Vec<Int> {
            std::iter::zip(numbers, &far).map(|(&number, &far)| &Int::from(number) + &Int::from(far)).collect()
        };
        let set = of(&large);
        prop_assert_eq!(set.is_empty(), solutions(&system).is_empty());
        let least = solutions(&system).into_iter().min().map(|numbers| moved(&numbers));
        prop_assert_eq!(set.lexmin(), least.map_or(Lexmin::Empty, Lexmin::At));
        for numbers in points(2) {
            prop_assert_eq!(set.contains(&moved(&numbers)), system.contains(&point(&numbers)));
        }
    }
}

#[test]
fn even_and_odd_are_all() {
    let mut even: Polyhedron<u32> = Polyhedron::universe(1, 0, 1);
    even.add_equality_of(&[1, -2, 0]);
    let odd = of(&even).complement();
    assert!(!odd.contains(&point(&[4])) && odd.contains(&point(&[-3])));
    assert!(of(&even).intersection(&odd).is_empty());
    assert!(of(&even).union(odd).complement().is_empty());
}

/// A point of dimensions and symbols is in a polyhedron if there are values for its local variables.
#[test]
fn a_system_contains_points_without_locals() {
    let mut even: Polyhedron<u32> = Polyhedron::universe(1, 1, 1);
    even.add_equality_of(&[1, 1, -2, 1]);
    assert!(even.contains(&point(&[4, 3])) && !even.contains(&point(&[4, 2])));
    assert!(even.contains(&point(&[4, 3, 4])) && !even.contains(&point(&[4, 3, 3])));
}

proptest! {
    // Each case takes some milliseconds: points are subtracted.
    #![proptest_config(ProptestConfig { cases: cases() / 10, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn least_points_have_none_below((a, b) in (system(3), system(3)), is_union in prop::bool::weighted(0.2), n_dims in 1usize..3) {
        let with_symbols = |system: &Polyhedron<u32>| {
            let mut system = system.clone();
            system.separate_at(n_dims);
            of(&system)
        };
        let all = if is_union { vec![a, b] } else { vec![a] };
        let sets = all.iter().fold(Union::empty(n_dims, 3 - n_dims), |sets, system| sets.union(with_symbols(system)));
        let least = sets.least_points().expect("small systems are no trouble");
        let expected: Vec<Vec<i64>> = points(3).into_iter().filter(|it| is_in(&all, it)).collect();
        for numbers in points(3) {
            let is_below = |other: &Vec<i64>| other[n_dims..] == numbers[n_dims..] && other[..n_dims] < numbers[..n_dims];
            let is_least = expected.contains(&numbers) && !expected.iter().any(is_below);
            prop_assert_eq!(least.contains(&point(&numbers)), is_least, "{:?}", numbers);
        }
    }

    #[test]
    fn least_points_may_have_locals(all in system(3)) {
        let (found, expected) = least_with_a_local(&all);
        prop_assert_eq!(found, expected);
    }
}

/// The minimal first coordinates with their last ones, where the second one is a local variable: as computed, and by
/// enumeration.
fn least_with_a_local(all: &Polyhedron<u32>) -> (Vec<Vec<i64>>, Vec<Vec<i64>>) {
    let mut hidden = all.clone();
    hidden.separate_at(2);
    hidden.convert_to_locals(1..2);
    let least = hidden.least_points().expect("small systems are no trouble");
    let is_in = |dim, symbol| (0..SIDE).any(|local| all.contains(&point(&[dim, local, symbol])));
    let is_least = |dim, symbol| is_in(dim, symbol) && !(0..dim).any(|below| is_in(below, symbol));
    let is_found = |numbers: &Vec<i64>| least.contains(&point(numbers));
    let is_expected = |numbers: &Vec<i64>| is_least(numbers[0], numbers[1]);
    (points(2).into_iter().filter(is_found).collect(), points(2).into_iter().filter(is_expected).collect())
}

/// One of the contexts has seven divisions, each defined by the preceding one, with one value each.
#[test]
fn least_points_may_have_many_divisions() {
    let mut all = whole_box(3);
    all.add_inequality_of(&[-5, 6, -5, 0]);
    all.add_inequality_of(&[6, -5, -3, 3]);
    let (found, expected) = least_with_a_local(&all);
    assert_eq!(expected, [[0, 0], [5, 1]]);
    assert_eq!(found, expected);
}
