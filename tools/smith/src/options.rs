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

/// A shape of program beyond straightforward uses of the dialects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ValueEnum)]
pub enum Feature {
    /// Memref arguments that may be the same memory, and memrefs that select, scf.if and loops hand on.
    Aliases,
    /// Dynamic loop bounds: zero trips, negative and extreme bounds, other types than index.
    Bounds,
    /// Complex numbers.
    Complex,
    /// Globals, fetched where they are used.
    Globals,
    /// Operations in a graph region, with cycles of uses.
    Graph,
    /// Operations that are undefined for some operands, behind conditions.
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
    /// The shapes that are used besides.
    pub features: Vec<Feature>,
    /// Whether values may be poison: overflow that is promised not to happen, conversions and shifts out of range.
    pub allow_poison: bool,
    /// Whether calls pass different memory for different arguments, as passes on affine loops assume.
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

    /// Whether modules are to have this shape.
    pub fn shows(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }
}
