//! Linear independence of rows of a statement.

use rmlir_presburger::{Int, Row};

/// A basis of the kernel of `rows`, of `n` entries each; primitive vectors, in a deterministic order.
pub fn kernel(rows: &[Row], n: usize) -> Vec<Row> {
    let (reduced, pivots) = reduced(rows, n);
    let free = (0..n).filter(|column| !pivots.contains(column));
    let vector = |column: usize| {
        // The free variable is the least common multiple of the coefficients of the pivots.
        let steps = std::iter::zip(&reduced, &pivots);
        let multiple = steps.clone().fold(Int::ONE, |all, (row, &pivot)| all.lcm(&row[pivot]));
        let mut vector = vec![Int::ZERO; n];
        vector[column] = multiple.clone();
        for (row, &pivot) in steps {
            vector[pivot] = -(&row[column] * &multiple).div_floor(&row[pivot]);
        }
        let common = vector.iter().fold(Int::ZERO, |all, number| all.gcd(number));
        vector.iter().map(|number| number.div_floor(&common)).collect()
    };
    free.map(vector).collect()
}

/// The rank of `rows`.
pub fn rank(rows: &[Row], n: usize) -> usize {
    reduced(rows, n).1.len()
}

/// The reduced row echelon form, up to positive factors, and the pivot column of each row.
fn reduced(rows: &[Row], n: usize) -> (Vec<Row>, Vec<usize>) {
    let (mut rows, mut pivots) = (rows.to_vec(), Vec::new());
    for column in 0..n {
        let done = pivots.len();
        let Some(found) = (done..rows.len()).find(|&index| !rows[index][column].is_zero()) else { continue };
        rows.swap(done, found);
        if rows[done][column].is_negative() {
            rows[done].iter_mut().for_each(|number| *number = -&*number);
        }
        let pivot = rows[done].clone();
        for (index, row) in rows.iter_mut().enumerate() {
            if index != done && !row[column].is_zero() {
                let factor = row[column].clone();
                let combined = |(own, its): (&Int, &Int)| &(own * &pivot[column]) - &(its * &factor);
                *row = std::iter::zip(&*row, &pivot).map(combined).collect();
            }
        }
        pivots.push(column);
    }
    rows.truncate(pivots.len());
    (rows, pivots)
}
