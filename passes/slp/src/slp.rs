//! The pass.

use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_wfv_passes::targets::Target;

use crate::cost::gain;
use crate::emit::emit;
use crate::legal::{is_legal, last_store};
use crate::seeds::{Seed, seeds};
use crate::tree::Tree;

/// Make vectors of straight-line code that does the same several times.
///
/// Stores to elements that follow each other are looked for in each block, and from what they store up operations that do the
/// same for each, down to loads from a row, constants and what is the same for all. Where that is allowed, and fewer
/// operations than before, one operation on vectors takes the place of several ones.
///
/// ```mlir
/// %a = memref.load %x[%c0] : memref<8xf32>
/// %b = memref.load %x[%c1] : memref<8xf32>
/// %c = arith.mulf %a, %s : f32
/// %d = arith.mulf %b, %s : f32
/// memref.store %c, %y[%c0] : memref<8xf32>
/// memref.store %d, %y[%c1] : memref<8xf32>
/// // becomes
/// %v = vector.load %x[%c0] : memref<8xf32>, vector<2xf32>
/// %w = vector.broadcast %s : f32 to vector<2xf32>
/// %z = arith.mulf %v, %w : vector<2xf32>
/// vector.store %z, %y[%c0] : memref<8xf32>, vector<2xf32>
/// ```
#[pass(
    name = "slp-vectorize",
    title = "SlpVectorize",
    anchor = "func.func",
    depends(rmlir_arith::Arith, rmlir_vector::Vector)
)]
pub struct SlpVectorize {
    /// What code is made for: it says how many lanes a register has
    #[option(default = "generic")]
    target: Target,
    /// How many operations fewer there have to be
    #[option(default = "1")]
    least_gain: i64,
    /// How many registers a vector may be, at most
    #[option(default = "1")]
    registers: i64,
}

impl Pass for SlpVectorize {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        if self.registers < 1 {
            let root = cx.body().root();
            return cx.fail(root, "cannot make vectors of no registers: 'registers' is at least 1");
        }
        vectorize(cx.body_mut(), self.options());
        Ok(())
    }
}

impl SlpVectorize {
    fn options(&self) -> Options {
        Options { target: self.target, least_gain: self.least_gain, n_registers: self.registers }
    }
}

/// How vectors are made.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What code is made for.
    pub target: Target,
    /// How many operations fewer there have to be.
    pub least_gain: i64,
    /// How many registers a vector may be, at most.
    pub n_registers: i64,
}

impl Default for Options {
    fn default() -> Self {
        Self { target: Target::default(), least_gain: 1, n_registers: 1 }
    }
}

/// Makes vectors in all blocks of a function; how many rows of stores became one.
pub fn vectorize(body: &mut Body, options: Options) -> usize {
    let mut blocks = Vec::new();
    body.walk_preorder(body.root(), |op| {
        for &region in body.regions(op) {
            blocks.extend(body.blocks(region));
        }
    });
    let mut n_made = 0;
    for block in blocks {
        for seed in seeds(body, block) {
            n_made += row(body, &seed, options);
        }
    }
    n_made
}

/// Makes vectors for a row of stores, as wide ones as pay, and for what is left of it.
fn row(body: &mut Body, seed: &Seed, options: Options) -> usize {
    let most = widest(body, seed[0], options);
    let (mut start, mut n_made) = (0, 0);
    while start + 1 < seed.len() {
        let mut width = most.min(1 << (seed.len() - start).ilog2());
        while width > 1 && !try_stores(body, &seed[start..start + width], options) {
            width /= 2;
        }
        n_made += usize::from(width > 1);
        start += width;
    }
    n_made
}

/// How many lanes vectors for `store` have at most: a power of two. Of numbers that are no whole bytes in memory, one.
fn widest(body: &Body, store: OpId, options: Options) -> usize {
    let ty = body.ty(body.operand(store, 0));
    let n_bits = ty.int_or_index_width(body.cx()).or_else(|| ty.float_kind(body.cx()).map(|kind| kind.width()));
    let n_bits = n_bits.filter(|n_bits| n_bits.is_power_of_two() && *n_bits >= 8);
    let lanes = n_bits.map_or(1, |n_bits| options.target.lanes(n_bits).saturating_mul(options.n_registers));
    1 << lanes.clamp(1, MOST_LANES).ilog2()
}

/// More lanes are never made.
const MOST_LANES: i64 = 64;

/// Makes vectors for these stores if that is allowed and pays.
fn try_stores(body: &mut Body, stores: &[OpId], options: Options) -> bool {
    let tree = Tree::new(body, stores);
    let Some(last) = last_store(body, &tree) else { return false };
    if gain(body, &tree, options.target) < options.least_gain || !is_legal(body, &tree) {
        return false;
    }
    emit(&mut Rewriter::new(body), &tree, last);
    true
}
