//! The pass `slp-vectorize`.

use rmlir::pass::{Pass, PassCx, PassResult, Remark};
use rmlir::prelude::*;
use rmlir_wfv_passes::targets::Target;

use crate::cost::gain;
use crate::emit::emit;
use crate::legal::{is_legal, last_store};
use crate::seeds::{Seed, seeds};
use crate::tree::Tree;

/// Vectorize isomorphic operations in straight-line code.
///
/// In each block, sequences of stores to consecutive elements are collected, and from the stored values up isomorphic
/// operations, down to consecutive loads, constants and uniform values. If that is legal, and reduces the number of
/// operations, one vector operation replaces several scalar ones. Remarks of the category `slp-vectorize` give the
/// width and gain of each vector of stores (`--remarks-filter-passed`), and the reason for each sequence of stores that
/// remains scalar (`--remarks-filter-missed`).
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
    /// The target, which determines the number of lanes of a register
    #[option(default = "generic")]
    target: Target,
    /// The minimum number of saved operations
    #[option(default = "1")]
    least_gain: i64,
    /// The maximum number of registers of a vector
    #[option(default = "1")]
    registers: i64,
}

impl Pass for SlpVectorize {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        if self.registers < 1 {
            let root = cx.body().root();
            return cx.fail(root, "cannot make vectors of no registers: 'registers' is at least 1");
        }
        let outcome = vectorize(cx.body_mut(), self.options());
        outcome.remarks.into_iter().for_each(|remark| cx.remark(remark));
        Ok(())
    }
}

impl SlpVectorize {
    fn options(&self) -> Options {
        Options { target: self.target, least_gain: self.least_gain, n_registers: self.registers }
    }
}

/// The options of the vectorization.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The target.
    pub target: Target,
    /// The minimum number of saved operations.
    pub least_gain: i64,
    /// The maximum number of registers of a vector.
    pub n_registers: i64,
}

impl Default for Options {
    fn default() -> Self {
        Self { target: Target::default(), least_gain: 1, n_registers: 1 }
    }
}

/// The category of remarks.
const CATEGORY: &str = "slp-vectorize";

/// The result for the stores of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// The number of vectors of stores.
    pub n_vectors: usize,
    /// The remarks on those, and on stores that remain scalar.
    pub remarks: Vec<Remark>,
}

/// Vectorizes all blocks of a function.
pub fn vectorize(body: &mut Body, options: Options) -> Outcome {
    let mut blocks = Vec::new();
    body.walk_preorder(body.root(), |op| {
        for &region in body.regions(op) {
            blocks.extend(body.blocks(region));
        }
    });
    let mut outcome = Outcome::default();
    for block in blocks {
        for seed in seeds(body, block) {
            row(body, &seed, options, &mut outcome);
        }
    }
    outcome
}

/// Vectorizes a sequence of stores, with vectors as wide as profitable, and then its remainder.
fn row(body: &mut Body, seed: &Seed, options: Options, outcome: &mut Outcome) {
    let most = widest(body, seed[0], options);
    if most == 1 {
        let reason = "no vector register of the target holds several elements of the type";
        outcome.remarks.push(Remark::missed(body.loc(seed[0]), CATEGORY).reason(reason));
        return;
    }
    let mut start = 0;
    while start + 1 < seed.len() {
        let mut width = most.min(1 << (seed.len() - start).ilog2());
        let loc = body.loc(seed[start]);
        let mut missed = None;
        while width > 1 {
            match try_stores(body, &seed[start..start + width], options) {
                Ok(gain) => {
                    outcome.n_vectors += 1;
                    let passed = Remark::passed(loc, CATEGORY).text("vectorized stores");
                    outcome.remarks.push(passed.arg("Width", width).arg("Gain", gain));
                    missed = None;
                    break;
                }
                Err(why) => missed = Some(Remark::missed(loc, CATEGORY).reason(why).arg("Width", width)),
            }
            width /= 2;
        }
        outcome.remarks.extend(missed);
        start += width;
    }
}

/// The maximum number of lanes of vectors for `store`: a power of two. For elements that are not a whole number of
/// bytes in memory, one.
fn widest(body: &Body, store: OpId, options: Options) -> usize {
    let ty = body.ty(body.operand(store, 0));
    let n_bits = ty.int_or_index_width(body.cx()).or_else(|| ty.float_kind(body.cx()).map(|kind| kind.width()));
    let n_bits = n_bits.filter(|n_bits| n_bits.is_power_of_two() && *n_bits >= 8);
    let lanes = n_bits.map_or(1, |n_bits| options.target.lanes(n_bits).saturating_mul(options.n_registers));
    1 << lanes.clamp(1, MOST_LANES).ilog2()
}

/// The maximum number of lanes.
const MOST_LANES: i64 = 64;

/// Vectorizes these stores if that is legal and profitable; returns the number of saved operations, or the reason why
/// not.
fn try_stores(body: &mut Body, stores: &[OpId], options: Options) -> Result<i64, String> {
    let tree = Tree::new(body, stores);
    let last = last_store(body, &tree).ok_or("the stores are in several blocks")?;
    let gain = gain(body, &tree, options.target);
    if gain < options.least_gain {
        return Err(format!("{gain} operations fewer, and at least {} are required", options.least_gain));
    }
    if !is_legal(body, &tree) {
        return Err("loads or stores would move past operations that may access the same memory".to_owned());
    }
    emit(&mut Rewriter::new(body), &tree, last);
    Ok(gain)
}
