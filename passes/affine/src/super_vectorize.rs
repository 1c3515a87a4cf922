//! Super-vectorization: iterations of loops become elements of vectors.
//!
//! Steps: 1. `pattern` finds nests of parallel loops that can be vectorized together, one loop for each dimension of
//! the vector, and `rows` tests whether accesses are contiguous; a `strategy` assigns loops to dimensions; 2. `widen`
//! creates a vectorized copy of a nest, operation by operation, and fails at the first one that it cannot vectorize;
//! 3. the copy replaces the nest.

mod pattern;
mod rows;
mod strategy;
mod widen;

use rmlir::pass::{Pass, PassCx, PassResult, Remark};
use rmlir::prelude::*;
use rmlir_affine::ForOp;
use rmlir_affine::analysis::nest::inner_loops_first;
use rmlir_affine::analysis::parallel::{Reduction, is_parallel, reductions};
use rustc_hash::FxHashMap;

use self::pattern::{Candidates, buckets};
use self::strategy::Strategy;
use self::widen::vectorize_nest;

/// Vectorize to a target independent n-D vector abstraction.
///
/// Loops have to be parallel, and accesses in them must vary along one dimension of their memref.
///
/// ```mlir
/// affine.for %i = 0 to 512 {
///   %0 = affine.load %a[%i] : memref<512xf32>
///   affine.store %0, %b[%i] : memref<512xf32>
/// }
/// // becomes, with virtual-vector-size=128
/// affine.for %i = 0 to 512 step 128 {
///   %0 = ub.poison : f32
///   %1 = vector.transfer_read %a[%i], %0 : memref<512xf32>, vector<128xf32>
///   vector.transfer_write %1, %b[%i] : vector<128xf32>, memref<512xf32>
/// }
/// ```
#[pass(
    name = "affine-super-vectorize",
    title = "AffineVectorize",
    anchor = "func.func",
    depends(rmlir_vector::Vector, rmlir_ub::Ub)
)]
pub struct AffineSuperVectorize {
    /// Specify an n-D virtual vector size for vectorization. This must be greater than zero.
    #[option(name = "virtual-vector-size")]
    vector_sizes: Vec<i64>,
    /// Specify a 1-D, 2-D or 3-D pattern of fastest varying memory dimensions to match. See defaultPatterns in
    /// Vectorize.cpp for a description and examples. This is used for testing purposes
    #[option(name = "test-fastest-varying")]
    fastest_varying_pattern: Vec<i64>,
    /// Vectorize known reductions expressed via iter_args. Switched off by default.
    #[option(default = false)]
    vectorize_reductions: bool,
}

impl Pass for AffineSuperVectorize {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let root = cx.body().root();
        let place = cx.body().loc(root).place(cx.cx());
        if !self.fastest_varying_pattern.is_empty() && self.fastest_varying_pattern.len() != self.vector_sizes.len() {
            let message = "Fastest varying pattern specified with different size than the vector size.";
            cx.emit_about(root, Diagnostic::remark(place, message));
            return cx.signal_failure();
        }
        if self.vectorize_reductions && self.vector_sizes.len() != 1 {
            let message = "Vectorizing reductions is supported only for 1-D vectors.";
            cx.emit_about(root, Diagnostic::error(place, message));
            return cx.signal_failure();
        }
        if self.vector_sizes.iter().any(|&size| size <= 0) {
            let message = "Vectorization factor must be greater than zero.";
            cx.emit_about(root, Diagnostic::error(place, message));
            return cx.signal_failure();
        }
        if !(1..=3).contains(&self.vector_sizes.len()) {
            return Ok(());
        }
        let (mut said, mut remarks) = (Vec::new(), Vec::new());
        self.vectorize(&mut Rewriter::new(cx.body_mut()), &mut said, &mut remarks);
        remarks.into_iter().for_each(|remark| cx.remark(remark));
        for (op, diagnostic) in said {
            match cx.body().contains_op(op) {
                true => cx.emit_about(op, diagnostic),
                false => cx.emit(diagnostic),
            }
        }
        Ok(())
    }
}

impl AffineSuperVectorize {
    fn vectorize(&self, rw: &mut Rewriter, said: &mut Vec<(OpId, Diagnostic)>, remarks: &mut Vec<Remark>) {
        let mut parallel = Vec::new();
        let mut with_reductions: FxHashMap<ForOp, Vec<Reduction>> = FxHashMap::default();
        for op in inner_loops_first(rw) {
            let found = if self.vectorize_reductions { reductions(rw, op) } else { Vec::new() };
            if is_parallel(rw, op, Some(&found)) {
                parallel.push(op);
                if !found.is_empty() {
                    with_reductions.insert(op, found);
                }
            } else {
                let reason = "its iterations are not known to be independent";
                remarks.push(Remark::missed(rw.loc(op.id()), "affine").reason(reason));
            }
        }
        let mut candidates = Candidates::new(parallel, &self.vector_sizes, &self.fastest_varying_pattern);
        let matches = candidates.find(rw, rw.root(), 0, None);
        said.append(&mut candidates.said);
        for bucket in buckets(rw, matches) {
            for found in bucket {
                let mut strategy = Strategy {
                    sizes: self.vector_sizes.clone(),
                    dims: Vec::new(),
                    reductions: with_reductions.clone(),
                };
                found.add_dims(0, &mut strategy.dims);
                let loc = rw.loc(found.op.id());
                if pattern::is_vectorizable(rw, found.op, None).is_ok() && vectorize_nest(rw, found.op, &strategy) {
                    let sizes: Vec<String> = self.vector_sizes.iter().map(i64::to_string).collect();
                    remarks.push(Remark::passed(loc, "affine").text("vectorized").arg("VectorSizes", sizes.join("x")));
                    break;
                }
                let reason = "an operation in it has no vector form, or an access is not to consecutive elements";
                remarks.push(Remark::missed(loc, "affine").reason(reason));
            }
        }
    }
}
