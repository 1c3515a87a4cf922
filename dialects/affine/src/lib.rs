//! The `affine` dialect: loops, conditionals and memory accesses whose bounds and indices are affine expressions of
//! induction variables and symbols.
//!
//! In reading order: the operations by family: [`apply`](ApplyOp), minimum and maximum, linearization and
//! delinearization of indices (`linearize`), memory accesses, transfers (`dma`), loops and conditionals. `scope`
//! determines the values that are valid dimensions and symbols, [`compose`] brings maps with their operands into
//! canonical form, `simplify` uses facts about operands; `fold` and `canonicalize` are built on these; [`expand`]
//! expands maps to arithmetic. `syntax`, `basis` and `check` are shared by several operations, `verify` has the verifiers of those that `scope`
//! refers to, `eval` is the evaluation of the operations, `hooks` the dialect's hooks. [`analysis`] has what passes ask about
//! loops and accesses: dependences, accessed regions, parallel loops.

pub mod analysis;
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
mod verify;
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
    /// Affine loops, conditionals and memory accesses.
    ///
    /// Bounds, conditions and indices are affine expressions: sums of multiples of *dimensions* (induction variables)
    /// and *symbols* (values that are invariant in the affine scope), with divisions and remainders by constants. That
    /// makes dependences and transformations of loops decidable.
    pub Affine = "affine" {
        ops: [
            ApplyOp, DelinearizeIndexOp, DmaStartOp, DmaWaitOp, ForOp, IfOp, LinearizeIndexOp, LoadOp, MaxOp, MinOp,
            ParallelOp, PrefetchOp, StoreOp, VectorLoadOp, VectorStoreOp, YieldOp,
        ],
        depends: [rmlir_arith::Arith, rmlir_ub::Ub],
        hooks: hooks::Hooks,
    }
}
