//! What a module is made of.

use clap::ValueEnum;

/// A dialect that operations may be of. `func` and `arith` are always there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
pub enum Dialect {
    /// Nests of loops with bounds and places that are affine.
    Affine,
    /// Arithmetic.
    Arith,
    /// Blocks that branch anywhere.
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

/// What a module is made of.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where chance starts.
    pub seed: u64,
    /// About how many statements a function has.
    pub size: usize,
    /// How many functions there are.
    pub n_functions: usize,
    /// The dialects that are used.
    pub dialects: Vec<Dialect>,
    /// Whether values may be poison: overflow that is promised not to happen, conversions and shifts out of range.
    pub allow_poison: bool,
}

impl Default for Options {
    fn default() -> Self {
        let dialects = Dialect::value_variants().to_vec();
        Self { seed: 0, size: 30, n_functions: 3, dialects, allow_poison: false }
    }
}

impl Options {
    /// Whether operations of `dialect` may be used.
    pub fn has(&self, dialect: Dialect) -> bool {
        dialect == Dialect::Arith || self.dialects.contains(&dialect)
    }
}
