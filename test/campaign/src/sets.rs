//! Sets of dialects: what the modules of a campaign are made of.

use rmlir_smith::{Dialect, Options};

/// A set of dialects, by a name.
pub struct Set {
    /// Its name.
    pub name: &'static str,
    /// The dialects beside func and arith.
    pub dialects: &'static [Dialect],
}

/// The sets.
pub const SETS: [Set; 8] = [
    Set { name: "arith", dialects: &[Dialect::Index] },
    Set { name: "math", dialects: &[Dialect::Math] },
    Set { name: "cf", dialects: &[Dialect::Cf] },
    Set { name: "scf", dialects: &[Dialect::Scf, Dialect::Index] },
    Set { name: "memref", dialects: &[Dialect::Memref, Dialect::Scf] },
    Set { name: "affine", dialects: &[Dialect::Affine, Dialect::Memref] },
    Set { name: "vector", dialects: &[Dialect::Vector, Dialect::Memref, Dialect::Scf] },
    Set {
        name: "all",
        dialects: &[
            Dialect::Affine,
            Dialect::Cf,
            Dialect::Index,
            Dialect::Math,
            Dialect::Memref,
            Dialect::Scf,
            Dialect::Vector,
        ],
    },
];

/// The set called `name`.
pub fn find(name: &str) -> Option<&'static Set> {
    SETS.iter().find(|set| set.name == name)
}

/// The module of `seed`; every second one has values that may be poison.
pub fn module(set: &Set, seed: u64, size: usize) -> String {
    let dialects = set.dialects.to_vec();
    rmlir_smith::module(&Options { seed, size, n_functions: 2, dialects, features: Vec::new(), allow_poison: seed % 2 == 1 })
}
