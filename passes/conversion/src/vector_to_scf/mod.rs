//! Lowering of vector transfers to loops over transfers of smaller vectors.
//!
//! Maps that permute dimensions are first converted to transposes
//! ([`rmlir_vector_passes::lower::transfer::permutation_map_patterns`]). Then the first dimension of each transfer with a rank above
//! the target rank is lowered:
//!
//! * *buffered* (the default): the vector is in memory, viewed as an array of smaller vectors, and a loop iterates over
//!   that;
//! * *unrolled* (`full-unroll`): one smaller transfer for each position.
//!
//! If a dimension may be out of bounds or is masked, the smaller transfer is inside of a condition.
//!
//! Files: `options` has the options; `access` has the common parts, `buffered` and `unrolled` both strategies;
//! `one_dim` lowers transfers of one dimension that is not contiguous; `scalable` transposed scalable vectors; `print`
//! prints element by element.

mod access;
mod buffered;
mod one_dim;
mod options;
mod print;
mod scalable;
mod unrolled;

use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::{FrozenPatterns, GreedyConfig};
use rmlir_affine::Affine;
use rmlir_memref::MemRef;
use rmlir_scf::Scf;
use rmlir_vector::{TransferReadOp, TransferWriteOp};

pub use self::options::Options;

/// Lower the operations from the vector dialect into the SCF dialect.
///
/// ```mlir
/// vector.transfer_write %v, %m[%i, %j] : vector<5x4xf32>, memref<?x?xf32>
/// // becomes, with the vector in a buffer
/// scf.for %k = %c0 to %c5 step %c1 {
///   %0 = memref.dim %m, %c0 : memref<?x?xf32>
///   %1 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %k)
///   %2 = arith.cmpi sgt, %0, %1 : index
///   scf.if %2 {
///     %3 = memref.load %buffer[%k] : memref<5xvector<4xf32>>
///     vector.transfer_write %3, %m[%1, %j] : vector<4xf32>, memref<?x?xf32>
///   }
/// }
/// ```
#[pass(name = "convert-vector-to-scf", title = "ConvertVectorToSCF", depends(Affine, MemRef, Scf))]
pub struct ConvertVectorToScf {
    /// Perform full unrolling when converting vector transfers to SCF
    #[option(default = false)]
    full_unroll: bool,
    /// Target vector rank to which transfer ops should be lowered
    #[option(default = 1)]
    target_rank: u32,
    /// Lower transfer ops that operate on tensors
    #[option(default = false)]
    lower_tensors: bool,
    /// Add scalable vector specific lowerings (that introduce loops)
    #[option(default = false)]
    lower_scalable: bool,
}

impl Pass for ConvertVectorToScf {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let options = Options {
            full_unroll: self.full_unroll,
            target_rank: self.target_rank,
            lower_tensors: self.lower_tensors,
            lower_scalable: self.lower_scalable,
        };
        for lowering in [rmlir_vector_passes::lower::transfer::permutation_map_patterns(1), patterns(options)] {
            let patterns = FrozenPatterns::new(cx.cx(), lowering);
            // Not reaching a fixed point is no failure, as in upstream.
            let _ = cx.apply_patterns(&patterns, &GreedyConfig::default());
        }
        Ok(())
    }
}

/// The patterns that lower transfers to loops.
pub fn patterns(options: Options) -> PatternSet {
    let mut set = PatternSet::new();
    macro_rules! add {
        ($($name:literal, $op:ident, $apply:path;)*) => {$(
            set.add(Pattern::of($name, move |op: $op, rw: &mut Rewriter| $apply(op, rw, options)));
        )*};
    }
    if options.full_unroll {
        add! {
            "UnrollTransferReadConversion", TransferReadOp, unrolled::read;
            "UnrollTransferWriteConversion", TransferWriteOp, unrolled::write;
        }
    } else {
        add! {
            "PrepareTransferReadConversion", TransferReadOp, buffered::prepare_read;
            "PrepareTransferWriteConversion", TransferWriteOp, buffered::prepare_write;
            "TransferOpConversion", TransferReadOp, buffered::unpack;
            "TransferOpConversion", TransferWriteOp, buffered::unpack;
        }
    }
    if options.lower_scalable {
        add! { "ScalableTransposeTransferWriteConversion", TransferWriteOp, scalable::transposed_write; }
    }
    if options.target_rank == 1 {
        set.extend(patterns![one_dim::read, one_dim::write]);
    }
    set.extend(patterns![print::decompose]);
    set
}
