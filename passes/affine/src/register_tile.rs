//! Register tiles: the iterations of two loops over the rows and columns of a tile become vectors in registers.
//!
//! Steps: 1. `plan` finds nests of a loop over steps around loops over rows and columns with few iterations, and tests
//! whether these can be executed together for each step; 2. `generate` creates a loop over steps with the accumulators
//! of the tile as loop-carried vectors: columns are lanes, rows are unrolled; it is created twice, with masks for
//! partial tiles and without for full ones. `emit` creates the operations of the body.
//!
//! The instances of each element stay in the order of steps, and no operation is reassociated: the result is the same,
//! bit for bit.

mod emit;
mod generate;
mod plan;

use rmlir::pass::{Pass, PassCx, PassResult, Remark};
use rmlir::prelude::*;
use rmlir_affine::analysis::nest::inner_loops_first;

use crate::machine::{Machine, TargetCpu};

use self::generate::generate;
use self::plan::Plan;

/// Keep tiles of affine loops in vector registers.
///
/// The tiles are those of the two innermost loops of a nest, which have to be parallel. What the innermost loop but two
/// accumulates in memory is loaded before it and stored after it. A remark of the category `affine` says which tiles
/// are in registers (`--remarks-filter-passed=affine`), or why they are not (`--remarks-filter-missed=affine`).
///
/// ```mlir
/// affine.for %k = 0 to 100 {
///   affine.for %i = 0 to 2 {
///     affine.for %j = 0 to 8 {
///       %a = affine.load %A[%i, %k] : memref<2x100xf32>
///       %b = affine.load %B[%k, %j] : memref<100x8xf32>
///       %c = affine.load %C[%i, %j] : memref<2x8xf32>
///       %ab = arith.mulf %a, %b : f32
///       %sum = arith.addf %c, %ab : f32
///       affine.store %sum, %C[%i, %j] : memref<2x8xf32>
///     }
///   }
/// }
/// // becomes a loop over k with two loop-carried values of type vector<8xf32>
/// ```
#[pass(
    name = "affine-register-tile",
    title = "AffineRegisterTile",
    anchor = "func.func",
    depends(rmlir_arith::Arith, rmlir_memref::MemRef, rmlir_vector::Vector)
)]
pub struct AffineRegisterTile {
    /// The processor whose registers tiles are in
    #[option(default = "x86-64-v3")]
    target_cpu: TargetCpu,
}

impl Pass for AffineRegisterTile {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let machine = Machine::of(self.target_cpu);
        let loops = inner_loops_first(cx.body());
        let innermost: Vec<_> = loops
            .into_iter()
            .filter(|op| !cx.body().ops(op.body(cx.body())).any(|inner| !cx.body().regions(inner).is_empty()))
            .collect();
        for column in innermost {
            let loc = cx.body().loc(column.id());
            match Plan::of(cx.body(), column, &machine) {
                Ok(plan) => {
                    let (n_rows, n_columns) = (plan.n_rows, plan.n_vectors * plan.n_lanes);
                    generate(&mut cx.rewriter(), &plan);
                    let remark = Remark::passed(loc, "affine").text("kept a tile in vector registers");
                    cx.remark(remark.arg("Rows", n_rows).arg("Columns", n_columns));
                }
                Err(reason) => cx.missed_at(loc, "affine", reason),
            }
        }
        Ok(())
    }
}
