//! Random polyhedra in a small box, and their points.
#![allow(dead_code)] // Not every test uses all of it.

use proptest::prelude::*;
use rmlir_presburger::{Int, Polyhedron};

/// The number of random polyhedra: `RMLIR_CASES`, or a small default.
pub fn cases() -> u32 {
    std::env::var("RMLIR_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(400)
}

/// Points have coordinates from 0 to this, exclusive: the polyhedra are contained in the box.
pub const SIDE: i64 = 7;

pub fn point(numbers: &[i64]) -> Vec<Int> {
    numbers.iter().map(|&number| Int::from(number)).collect()
}

pub fn points(n_vars: usize) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..n_vars {
        all = all.iter().flat_map(|point| (0..SIDE).map(move |last| [&point[..], &[last]].concat())).collect();
    }
    all
}

pub fn solutions(system: &Polyhedron<u32>) -> Vec<Vec<i64>> {
    points(system.n_vars()).into_iter().filter(|numbers| system.contains(&point(numbers))).collect()
}

/// The box.
pub fn whole_box(n_vars: usize) -> Polyhedron<u32> {
    let mut system = Polyhedron::universe(n_vars, 0, 0);
    for variable in 0..n_vars {
        system.add_lower_bound(variable, 0);
        system.add_upper_bound(variable, SIDE - 1);
    }
    system
}

/// A box with random constraints.
pub fn system(n_vars: usize) -> impl Strategy<Value = Polyhedron<u32>> {
    system_with(n_vars, 6)
}

/// As [`system`], with coefficients of at most this absolute value.
pub fn system_with(n_vars: usize, largest: i64) -> impl Strategy<Value = Polyhedron<u32>> {
    let row = prop::collection::vec(-largest..=largest, n_vars + 1);
    let rows = prop::collection::vec((row, prop::bool::weighted(0.3)), 0..5);
    rows.prop_map(move |rows| {
        let mut system = whole_box(n_vars);
        for (row, is_equality) in rows {
            if is_equality {
                system.add_equality_of(&row);
            } else {
                system.add_inequality_of(&row);
            }
        }
        system
    })
}
