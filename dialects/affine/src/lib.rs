//! The `affine` dialect: loops, conditions and memory accesses whose bounds and
//! places are affine expressions of loop variables and symbols.
//!
//! In reading order: the operations by family: [`apply`](ApplyOp), minimum and
//! maximum, indices taken apart and put together (`linearize`), memory
//! accesses, transfers (`dma`), loops and conditions. `scope` says which values
//! may stand for dimensions and symbols, [`compose`] brings maps with their
//! operands into canonical form, `simplify` uses what is known of operands;
//! `fold` and `canonicalize` are built on these; [`expand`] makes arithmetic of maps. `syntax`, `basis` and `check`
//! hold what several operations share, `eval` what operations mean when they run, `hooks` the dialect as a whole.

mod apply;
mod basis;
pub mod bounds;
mod canonicalize;
mod check;
pub mod compose;
mod dma;
mod eval;
pub mod expand;
mod fold;
mod for_op;
mod hooks;
mod if_op;
mod inline;
mod linearize;
mod memory;
mod min_max;
mod parallel;
pub mod scope;
mod simplify;
mod speculate;
mod syntax;
pub mod trip_count;
mod yield_op;

use rmlir::prelude::*;

pub use self::apply::ApplyOp;
pub use self::dma::{DmaStartOp, DmaWaitOp, transfer_places};
pub use self::for_op::{Bound, ForOp};
pub use self::if_op::IfOp;
pub use self::linearize::{DelinearizeIndexOp, LinearizeIndexOp};
pub use self::memory::{Access, AffineAccess, LoadOp, PrefetchOp, StoreOp, VectorLoadOp, VectorStoreOp, access_of};
pub use self::min_max::{MaxOp, MinOp};
pub use self::parallel::ParallelOp;
pub use self::yield_op::YieldOp;

dialect! {
    /// Affine loops, conditions and memory accesses.
    ///
    /// Bounds, conditions and places are affine expressions: sums of multiples
    /// of *dimensions* (loop variables) and *symbols* (values that do not change
    /// meanwhile), with divisions and remainders by constants. That makes
    /// dependences and transformations of loops decidable.
    pub Affine = "affine" {
        ops: [
            ApplyOp, DelinearizeIndexOp, DmaStartOp, DmaWaitOp, ForOp, IfOp, LinearizeIndexOp, LoadOp, MaxOp, MinOp,
            ParallelOp, PrefetchOp, StoreOp, VectorLoadOp, VectorStoreOp, YieldOp,
        ],
        depends: [rmlir_arith::Arith, rmlir_ub::Ub],
        hooks: hooks::Hooks,
    }
}
