//! One constraint: coefficients of the variables, then the constant.

use crate::int::Int;

/// Coefficients, the constant last.
pub type Row = Vec<Int>;

/// A row from machine integers.
pub(crate) fn row_of(numbers: &[i64]) -> Row {
    numbers.iter().map(|&number| Int::from(number)).collect()
}

/// The greatest common divisor, 0 if all are 0.
pub(crate) fn content(numbers: &[Int]) -> Int {
    // Most rows have an entry of absolute value 1.
    if numbers.iter().any(Int::is_unit) {
        return Int::ONE;
    }
    let mut common = Int::ZERO;
    for number in numbers.iter().filter(|number| !number.is_zero()) {
        common = common.gcd(number);
        if common == 1 {
            break;
        }
    }
    common
}

pub(crate) fn constant(row: &[Int]) -> &Int {
    row.last().expect("a row has a constant")
}

/// Returns whether all coefficients are 0.
pub(crate) fn is_constant(row: &[Int]) -> bool {
    row[..row.len() - 1].iter().all(Int::is_zero)
}

/// Divides all entries, the constant included, by their greatest common divisor.
pub(crate) fn normalize(row: &mut [Int]) {
    let common = content(row);
    if common > 1 {
        row.iter_mut().for_each(|number| *number = number.div_floor(&common));
    }
}

/// Divides an inequality by the greatest common divisor of its coefficients and rounds the constant down: no integer
/// point is lost.
pub(crate) fn tighten(row: &mut [Int]) {
    let common = content(&row[..row.len() - 1]);
    if common > 1 {
        row.iter_mut().for_each(|number| *number = number.div_floor(&common));
    }
}

/// `a * factor_a + b * factor_b`.
pub(crate) fn combine(a: &[Int], factor_a: &Int, b: &[Int], factor_b: &Int) -> Row {
    std::iter::zip(a, b).map(|(a, b)| &(a * factor_a) + &(b * factor_b)).collect()
}

/// Eliminates the variable at `column` from the row, by the equality `pivot`, in which it occurs. The factor of the row
/// is positive.
pub(crate) fn eliminate(row: &mut [Int], column: usize, pivot: &[Int]) {
    let (lead, by) = (&row[column], &pivot[column]);
    if lead.is_zero() {
        return;
    }
    let multiple = lead.lcm(by);
    let of_pivot = multiple.div_floor(&by.abs());
    let of_pivot = if lead.is_positive() == by.is_positive() { -of_pivot } else { of_pivot };
    let of_row = multiple.div_floor(&lead.abs());
    if of_row != 1 {
        row.iter_mut().for_each(|number| *number = &*number * &of_row);
    }
    for (number, other) in std::iter::zip(row, pivot).filter(|(_, other)| !other.is_zero()) {
        *number += &(&of_pivot * other);
    }
}

/// The negated row.
pub fn negated(row: &[Int]) -> Row {
    row.iter().map(|number| -number).collect()
}

/// Returns whether the coefficients are opposite.
pub(crate) fn are_opposite(a: &[Int], b: &[Int]) -> bool {
    std::iter::zip(&a[..a.len() - 1], &b[..b.len() - 1]).all(|(a, b)| *a == -b)
}

/// The row of the integer complement of `row >= 0`.
pub(crate) fn violation(row: &Row) -> Row {
    let mut violated = negated(row);
    *violated.last_mut().expect("a row has a constant") -= &Int::ONE;
    violated
}
