//! Maps and sets are printed as by upstream, before and after simplification.
//!
//! Each line of a table is `input => printed => simplified`; the right-hand sides are the output of `mlir-opt` 22.

mod support;

use support::{map, set};

fn lines(table: &str) -> impl Iterator<Item = [&str; 3]> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let mut parts = line.split(" => ");
        let mut part = || parts.next().unwrap_or_else(|| panic!("three parts: {line}"));
        [part(), part(), part()]
    })
}

fn check_maps(table: &str) {
    for [input, printed, simplified] in lines(table) {
        let map = map(input);
        assert_eq!(map.to_string(), printed, "printing {input}");
        assert_eq!(map.simplify().to_string(), simplified, "simplifying {input}");
    }
}

#[test]
fn written_maps() {
    check_maps(include_str!("data/maps.txt"));
}

#[test]
fn random_maps() {
    check_maps(include_str!("data/random-maps.txt"));
}

fn check_sets(table: &str) {
    for [input, printed, simplified] in lines(table) {
        let set = set(input);
        assert_eq!(set.to_string(), printed, "printing {input}");
        assert_eq!(set.simplify().to_string(), simplified, "simplifying {input}");
    }
}

#[test]
fn written_sets() {
    check_sets(include_str!("data/sets.txt"));
}

#[test]
fn random_sets() {
    check_sets(include_str!("data/random-sets.txt"));
}
