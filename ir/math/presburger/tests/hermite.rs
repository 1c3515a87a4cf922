//! Normal forms of random matrices.

use proptest::prelude::*;
use rmlir_presburger::{Int, Row, hermite};

fn matrix() -> impl Strategy<Value = (usize, Vec<Row>)> {
    (1usize..5).prop_flat_map(|n| {
        let number = prop_oneof![8 => -6i64..7, 1 => prop::sample::select(vec![i64::MAX, i64::MIN, 1 << 40])];
        let row = prop::collection::vec(number.prop_map(Int::from), n);
        (Just(n), prop::collection::vec(row, 0..5))
    })
}

fn product(a: &[Row], b: &[Row], n: usize) -> Vec<Row> {
    let term = |row: &Row, column: usize| {
        std::iter::zip(row, b).fold(Int::ZERO, |sum, (number, other)| &sum + &(number * &other[column]))
    };
    a.iter().map(|row| (0..n).map(|column| term(row, column)).collect()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_form_is_a_product_in_normal_form((n, rows) in matrix()) {
        let found = hermite(&rows, n);
        prop_assert_eq!(&product(&rows, &found.factor, n), &found.form);
        for (column, &pivot) in found.pivots.iter().enumerate() {
            prop_assert!(found.form[pivot][column].is_positive());
            prop_assert!(found.form[..pivot].iter().all(|row| row[column].is_zero()));
            prop_assert!(found.form[pivot][column + 1..].iter().all(Int::is_zero));
            let is_reduced = |number: &Int| !number.is_negative() && *number < found.form[pivot][column];
            prop_assert!(found.form[pivot][..column].iter().all(is_reduced));
        }
        prop_assert!(found.pivots.is_sorted_by(|a, b| a < b));
        prop_assert!(found.form.iter().all(|row| row[found.pivots.len()..].iter().all(Int::is_zero)));
    }

    /// The form of a unimodular matrix is the identity matrix.
    #[test]
    fn the_factor_has_an_inverse((n, rows) in matrix()) {
        let factor = hermite(&rows, n).factor;
        let unit: Vec<Row> = (0..n).map(|at| (0..n).map(|it| Int::from(i64::from(it == at))).collect()).collect();
        prop_assert_eq!(hermite(&factor, n).form, unit);
    }
}
