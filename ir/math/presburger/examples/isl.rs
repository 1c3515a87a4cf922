//! Random pairs of polyhedra and the results of this crate for them, one line each, in the notation of isl. `isl.py`
//! checks them:
//!
//! ```sh
//! python3 -m venv venv && venv/bin/pip install islpy
//! cargo run --release -p rmlir-presburger --example isl -- 100000 | venv/bin/python ir/math/presburger/examples/isl.py
//! ```
//!
//! The fields, separated by `;`: both polyhedra, whether the first is empty, its lexicographic minimum, their
//! intersection and difference, the projection of the first one that eliminates its second coordinate, its gist in the
//! context of the second one, the coalesced union of both, the number of points of both, the lexicographic minima of
//! the first for each value of its last coordinate, and the rows of the first as a matrix with its Hermite normal form.

#[path = "../tests/common/mod.rs"]
mod common;

use std::io::{BufWriter, Write};

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use rmlir_presburger::{Int, Lexmin, Polyhedron, Row, Union, hermite};

/// The number of coordinates of points.
const N: usize = 3;

fn main() -> std::io::Result<()> {
    let count = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1_000);
    let mut runner = TestRunner::deterministic();
    let mut out = BufWriter::new(std::io::stdout().lock());
    for _ in 0..count {
        let pair =
            (common::system(N), common::system(N)).new_tree(&mut runner).expect("systems can be drawn").current();
        writeln!(out, "{}", line(&pair.0, &pair.1))?;
    }
    out.flush()
}

fn line(a: &Polyhedron<u32>, b: &Polyhedron<u32>) -> String {
    let of = |system| Union::of(system).expect("small systems are no trouble");
    let (left, right) = (of(a), of(b));
    let least = match left.lexmin() {
        Lexmin::At(point) => point.iter().map(Int::to_string).collect::<Vec<_>>().join(","),
        _ => String::new(),
    };
    let shadow = left.project_out(1, 1).expect("small systems are no trouble");
    let rows: Vec<Row> = a.equalities().iter().chain(a.inequalities()).map(|row| row[..N].to_vec()).collect();
    [
        set(N, std::slice::from_ref(a)),
        set(N, std::slice::from_ref(b)),
        left.is_empty().to_string(),
        least,
        set(N, left.intersection(&right).parts()),
        set(N, left.difference(&right).parts()),
        set(N - 1, shadow.parts()),
        set(N, &[a.gist(b)]),
        set(N, left.clone().union(right.clone()).coalesced().parts()),
        left.union(right).count(MOST).expect("the systems are in a small box").to_string(),
        least_points(a),
        matrix(&rows),
        matrix(&hermite(&rows, N).form),
    ]
    .join(";")
}

/// An upper bound of the number of points of two boxes.
const MOST: u64 = 1_000;

/// The lexicographic minimum for each value of the last coordinate.
fn least_points(system: &Polyhedron<u32>) -> String {
    let mut system = system.clone();
    system.separate_at(N - 1);
    set(N, system.least_points().expect("small systems are no trouble").parts())
}

fn matrix(rows: &[Row]) -> String {
    let row = |row: &Row| row.iter().map(Int::to_string).collect::<Vec<_>>().join(",");
    rows.iter().map(row).collect::<Vec<_>>().join("|")
}

fn set(n: usize, parts: &[Polyhedron<u32>]) -> String {
    let names = |first: &str, n: usize| (0..n).map(|number| format!("{first}{number}")).collect::<Vec<_>>();
    let (dims, part) = (names("x", n).join(","), |part: &Polyhedron<u32>| {
        let locals = names("q", part.n_locals());
        let all = [names("x", n), locals.clone()].concat();
        let equalities = part.equalities().iter().map(|row| format!("{} = 0", sum(row, &all)));
        let inequalities = part.inequalities().iter().map(|row| format!("{} >= 0", sum(row, &all)));
        let rows: Vec<String> = equalities.chain(inequalities).chain(["0 = 0".to_owned()]).collect();
        let exists = if locals.is_empty() { String::new() } else { format!("exists {} : ", locals.join(",")) };
        format!("({exists}{})", rows.join(" and "))
    });
    let parts: Vec<String> = parts.iter().map(part).collect();
    let condition = if parts.is_empty() { "false".to_owned() } else { parts.join(" or ") };
    format!("{{ [{dims}] : {condition} }}")
}

fn sum(row: &Row, names: &[String]) -> String {
    let terms = std::iter::zip(row, names).map(|(number, name)| format!("({number}*{name}) + "));
    format!("{}({})", terms.collect::<String>(), row[names.len()])
}
