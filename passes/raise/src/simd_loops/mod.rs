//! Loops that the programmer has marked as parallel (`#pragma omp simd`) become marked loops for `wfv`, and the functions
//! that these call (`#pragma omp declare simd`) functions with variants.
//!
//! A C compiler keeps the pragma as an annotation of the loop that lists groups of accesses, and each access of the
//! loop is in one. Steps: 1. `marked_loop` reads the annotation, and checks that all accesses are in its groups;
//! `private` finds memory that each iteration has for itself; 2. `lanes` chooses the number of lanes; 3. `memory` makes
//! accesses of memrefs of one dimension: nothing has to be checked before the loop, as its iterations are known to be
//! independent; 4. `reduction` allows that sums are reassociated, as the pragma does; 5. `function` does the same for
//! functions that marked loops call, whose arguments have the relations that are encoded in the names of their
//! variants.

mod function;
mod lanes;
mod marked_loop;
mod memory;
mod private;
mod reduction;
mod refusal;

use rmlir::pass::remark::Remark;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_llvm::layout::Layout;

use self::function::Called;
use self::marked_loop::SimdLoop;
use self::refusal::CATEGORY;

/// Raise parallel loops of C to marked loops, and the functions that they call to functions with variants.
///
/// A loop whose annotation requests vectorization and says that all accesses to memory in it are parallel, as
/// `#pragma omp simd` makes it, gets the attribute `pvec.vectorize_calls`, with the width of the annotation or as many
/// lanes as the vector registers of the function's target have elements. Its loads and stores become accesses to
/// memrefs of one dimension, and sums of floats that it carries may be reassociated. Functions that such loops call and
/// that have vector variants by their attributes (`_ZGV..`, as `#pragma omp declare simd` makes them) get
/// `pvec.function`, with clauses as all these attributes say. The pass `wfv` vectorizes both. A loop is left unchanged,
/// with a remark, if it has other accesses. Local memory that only such a loop accesses is private to each iteration, and
/// becomes as much memory for each lane.
///
/// ```mlir
/// scf.for %i = %c0 to %n step %c1 {
///   %p = llvm.getelementptr %a[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
///   %x = llvm.load %p {access_groups = [#group]} : !llvm.ptr -> f32
///   ...
/// } {loop_annotation = #llvm.loop_annotation<vectorize = <disable = false>, parallelAccesses = #group>}
/// // becomes
/// %m = builtin.unrealized_conversion_cast %descriptor : !llvm.struct<..> to memref<?xf32>
/// scf.for %i = %c0 to %n step %c1 {
///   %x = memref.load %m[%i] : memref<?xf32>
///   ...
/// } {pvec.vectorize_calls = 8 : i64}
/// ```
#[pass(
    name = "raise-simd-loops",
    anchor = "builtin.module",
    depends(rmlir_arith::Arith, rmlir_llvm::Llvm, rmlir_memref::MemRef, rmlir_pvec::Pvec)
)]
pub fn raise_simd_loops(cx: &mut PassCx) -> PassResult {
    let layout = Layout::of(&[cx.ancestors(), &[cx.body()]].concat());
    let mut remarks = Vec::new();
    let mut called = Called::default();
    let module = cx.body_mut();
    for proxy in module.proxies() {
        let function = OpRef::new(module, proxy);
        if !function.is::<rmlir_func::FuncOp>() || function.resolve().region(0).is_empty() {
            continue;
        }
        let body = module.nested_mut(proxy).expect("a function has a body of its own");
        for op in marked_loop::annotated(body) {
            match SimdLoop::of(body, &layout, op) {
                Ok(simd) => {
                    let loc = body.loc(op.id());
                    remarks.push(Remark::passed(loc, CATEGORY).text("parallel loop").arg("Lanes", simd.n_lanes));
                    called.add(body, op.id(), simd.n_lanes);
                    simd.raise(body, &layout);
                }
                Err((op, reason)) => remarks.push(Remark::missed(body.loc(op), CATEGORY).reason(reason)),
            }
        }
        module.sync_proxy(proxy);
    }
    called.raise(module, &layout, &mut remarks);
    remarks.into_iter().for_each(|remark| cx.remark(remark));
    Ok(())
}
