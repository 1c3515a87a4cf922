//! Random pairs of systems and what this crate computes of them, a line each, in the notation of isl. `isl.py` checks them:
//!
//! ```sh
//! python3 -m venv venv && venv/bin/pip install islpy
//! cargo run --release -p rmlir-presburger --example isl -- 100000 | venv/bin/python ir/presburger/examples/isl.py
//! ```
//!
//! The fields, separated by `;`: both systems, whether the first is empty, its smallest point, their intersection and
//! difference, the first one without its second coordinate, its gist in the second one, and both in fewer systems.

#[path = "../tests/common/mod.rs"]
mod common;

use std::io::{BufWriter, Write};

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use rmlir_presburger::{Int, Lexmin, Polyhedron, Row, Union};

/// How many coordinates points have.
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
    [
        set(N, std::slice::from_ref(a)),
        set(N, std::slice::from_ref(b)),
        left.is_empty().to_string(),
        least,
        set(N, left.intersection(&right).parts()),
        set(N, left.difference(&right).parts()),
        set(N - 1, shadow.parts()),
        set(N, &[a.gist(b)]),
        set(N, left.union(right).coalesced().parts()),
    ]
    .join(";")
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
