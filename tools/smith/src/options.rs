//! The contents of a module.

use clap::ValueEnum;

/// A dialect whose operations may be used. `func` and `arith` always are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
pub enum Dialect {
    /// Loop nests with affine bounds and subscripts.
    Affine,
    /// Arithmetic.
    Arith,
    /// Arbitrary branches between blocks.
    Cf,
    /// Arithmetic on indices.
    Index,
    /// Functions with exact results.
    Math,
    /// Buffers.
    Memref,
    /// Structured control flow.
    Scf,
    /// Vectors.
    Vector,
}

/// A kind of program beyond straightforward uses of the dialects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
pub enum Feature {
    /// Memref arguments that may alias, and memrefs that select, scf.if and loops forward.
    Aliases,
    /// Dynamic loop bounds: zero trips, negative and extreme bounds, types other than index.
    Bounds,
    /// Complex numbers.
    Complex,
    /// Globals, with a `memref.get_global` at each use.
    Globals,
    /// Operations in a graph region, with cycles of uses.
    Graph,
    /// Operations that are undefined for some operands, guarded by conditions.
    Guards,
    /// Loop nests over whole buffers with calls and copies between them.
    Nests,
    /// Parallel loops that write distinct elements, of several dimensions, and scf.forall.
    Parallel,
    /// Stack slots of the `llvm` dialect.
    Slots,
    /// NaN and infinities among the constants.
    Specials,
    /// Tensors.
    Tensors,
    /// Views and casts of memrefs, with strides that overlap or are zero.
    Views,
    /// Integers of any width from 1 to 128.
    Widths,
}

/// The parameters of a random module.
#[derive(Clone, Debug)]
pub struct Options {
    /// The seed of the random number generator.
    pub seed: u64,
    /// The approximate number of statements in a function.
    pub size: usize,
    /// The number of functions.
    pub n_functions: usize,
    /// The dialects that are used.
    pub dialects: Vec<Dialect>,
    /// The additional features.
    pub features: Vec<Feature>,
    /// Whether values may be poison: overflow that flags exclude, conversions and shifts out of range.
    pub allow_poison: bool,
    /// Whether calls pass distinct memory for distinct arguments, as passes on affine loops assume.
    pub distinct_arguments: bool,
}

impl Default for Options {
    fn default() -> Self {
        let dialects = Dialect::value_variants().to_vec();
        Self {
            seed: 0,
            size: 30,
            n_functions: 3,
            dialects,
            features: Vec::new(),
            allow_poison: false,
            distinct_arguments: false,
        }
    }
}

impl Options {
    /// Whether operations of `dialect` may be used.
    pub fn has(&self, dialect: Dialect) -> bool {
        dialect == Dialect::Arith || self.dialects.contains(&dialect)
    }

    /// Whether modules have this feature.
    pub fn shows(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }
}
