//! Sets of dialects and features of the modules of a campaign.

use rmlir_smith::{Dialect, Feature, Options};

/// A named set of dialects.
pub struct Set {
    /// Its name.
    pub name: &'static str,
    /// The dialects beside func and arith.
    pub dialects: &'static [Dialect],
    /// The additional features.
    pub features: &'static [Feature],
}

/// The sets.
pub const SETS: [Set; 22] = [
    Set { name: "arith", dialects: &[Dialect::Index], features: &[] },
    Set { name: "math", dialects: &[Dialect::Math], features: &[] },
    Set { name: "cf", dialects: &[Dialect::Cf], features: &[] },
    Set { name: "scf", dialects: &[Dialect::Scf, Dialect::Index], features: &[] },
    Set { name: "memref", dialects: &[Dialect::Memref, Dialect::Scf], features: &[] },
    Set { name: "affine", dialects: &[Dialect::Affine, Dialect::Memref], features: &[] },
    Set { name: "vector", dialects: &[Dialect::Vector, Dialect::Memref, Dialect::Scf], features: &[] },
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
        features: &[],
    },
    Set {
        name: "views",
        dialects: &[Dialect::Memref, Dialect::Scf, Dialect::Affine],
        features: &[Feature::Views, Feature::Globals],
    },
    Set {
        name: "vector-views",
        dialects: &[Dialect::Memref, Dialect::Scf, Dialect::Vector],
        features: &[Feature::Views, Feature::Aliases],
    },
    Set {
        name: "aliases",
        dialects: &[Dialect::Memref, Dialect::Scf, Dialect::Affine],
        features: &[Feature::Aliases, Feature::Views, Feature::Globals],
    },
    Set {
        name: "bounds",
        dialects: &[Dialect::Scf, Dialect::Affine, Dialect::Memref, Dialect::Index],
        features: &[Feature::Bounds],
    },
    Set {
        name: "guards",
        dialects: &[Dialect::Scf, Dialect::Memref, Dialect::Vector],
        features: &[Feature::Guards, Feature::Bounds],
    },
    Set { name: "guarded-tensors", dialects: &[Dialect::Scf], features: &[Feature::Guards, Feature::Tensors] },
    Set {
        name: "nests",
        dialects: &[Dialect::Affine, Dialect::Memref],
        features: &[Feature::Nests, Feature::Aliases, Feature::Views, Feature::Bounds],
    },
    Set {
        name: "parallel",
        dialects: &[Dialect::Scf, Dialect::Memref],
        features: &[Feature::Parallel, Feature::Bounds],
    },
    Set { name: "tensors", dialects: &[Dialect::Scf], features: &[Feature::Tensors, Feature::Parallel] },
    Set { name: "complex", dialects: &[Dialect::Scf], features: &[Feature::Complex, Feature::Specials] },
    Set {
        name: "widths",
        dialects: &[Dialect::Scf, Dialect::Index, Dialect::Math, Dialect::Vector],
        features: &[Feature::Widths, Feature::Specials],
    },
    Set { name: "slots", dialects: &[Dialect::Scf, Dialect::Cf], features: &[Feature::Slots] },
    Set { name: "graph", dialects: &[Dialect::Scf], features: &[Feature::Graph] },
    Set {
        name: "mixed",
        dialects: &[
            Dialect::Affine,
            Dialect::Cf,
            Dialect::Index,
            Dialect::Math,
            Dialect::Memref,
            Dialect::Scf,
            Dialect::Vector,
        ],
        features: &[
            Feature::Aliases,
            Feature::Bounds,
            Feature::Globals,
            Feature::Guards,
            Feature::Nests,
            Feature::Parallel,
            Feature::Slots,
            Feature::Specials,
            Feature::Tensors,
            Feature::Views,
            Feature::Widths,
        ],
    },
];

/// The set called `name`.
pub fn find(name: &str) -> Option<&'static Set> {
    SETS.iter().find(|set| set.name == name)
}

/// The module of `seed`; every second one may have poison values.
pub fn module(set: &Set, seed: u64, size: usize) -> String {
    module_with(set, seed, size, false)
}

/// As [`module`], where calls may be restricted to passing distinct memory for distinct arguments.
pub fn module_with(set: &Set, seed: u64, size: usize, distinct_arguments: bool) -> String {
    let dialects = set.dialects.to_vec();
    rmlir_smith::module(&Options {
        seed,
        size,
        n_functions: 2,
        dialects,
        features: set.features.to_vec(),
        allow_poison: seed % 2 == 1,
        distinct_arguments,
    })
}
