//! Loop specialization for a constant upper bound that is a result of its minimum.
//!
//! After tiling, upper bounds are minima of a constant tile size and the remaining range. A copy of the loop for full
//! tiles has constant bounds, which makes it easy to unroll or vectorize.

use rmlir::core::clone::CloneMap;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_affine::MinOp;
use rmlir_arith::{AndIOp, CmpIOp, CmpIPredicate, ConstantOp};
use rmlir_scf::{ForOp, IfOp, ParallelOp, YieldOp};

use crate::walk::rewrite_each;

/// Specialize `for` loops for vectorization.
///
/// ```mlir
/// %ub = affine.min affine_map<(d0)[s0] -> (1024, s0 - d0)>(%i)[%n]
/// scf.for %j = %lb to %ub step %step { .. }
/// // becomes
/// %full = arith.cmpi eq, %ub, %c1024 : index
/// scf.if %full {
///   scf.for %j = %lb to %c1024 step %step { .. }
/// } else {
///   scf.for %j = %lb to %ub step %step { .. }
/// }
/// ```
#[pass(name = "scf-for-loop-specialization", title = "SCFForLoopSpecialization")]
pub fn scf_for_loop_specialization(cx: &mut PassCx) -> PassResult {
    rewrite_each::<ForOp>(cx.body_mut(), &|rw, op| {
        let upper = op.upperBound(rw);
        specialize(rw, op.id(), &[upper]);
    });
    Ok(())
}

/// Specialize parallel loops for vectorization.
///
/// Parallel loops are specialized like loops in `scf-for-loop-specialization`, if all upper bounds are minima with a
/// constant.
///
/// ```mlir
/// %ub = affine.min affine_map<(d0)[s0] -> (32, s0 - d0)>(%i)[%n]
/// scf.parallel (%j) = (%c0) to (%ub) step (%c1) { .. }
/// ```
#[pass(name = "scf-parallel-loop-specialization", title = "SCFParallelLoopSpecialization")]
pub fn scf_parallel_loop_specialization(cx: &mut PassCx) -> PassResult {
    rewrite_each::<ParallelOp>(cx.body_mut(), &|rw, op| {
        let upper = op.upperBound(rw);
        specialize(rw, op.id(), &upper);
    });
    Ok(())
}

/// The least constant result of the minimum that defines `value`.
fn constant_of_min(body: &Body, value: Value) -> Option<i64> {
    let min = OpRef::new(body, body.defining_op(value)?).cast::<MinOp>()?;
    let map = min.map(body);
    map.results().iter().filter_map(|result| result.as_constant()).min()
}

/// Clones `op` into both branches of an `scf.if` that tests whether all its upper bounds are equal to the constants of
/// their minima; uses these in the first branch. The results are those of the `scf.if`.
fn specialize(rw: &mut Rewriter, op: OpId, upper: &[Value]) {
    let constants: Option<Vec<i64>> = upper.iter().map(|&bound| constant_of_min(rw, bound)).collect();
    let Some(constants) = constants else { return };
    let loc = rw.loc(op);
    let mut map = CloneMap::default();
    let mut condition = None;
    for (&bound, constant) in upper.iter().zip(constants) {
        let (ty, eq) = (rw.ty(bound), CmpIPredicate::Eq.attr(rw.cx()));
        let constant = rw.int_attr(ty, constant);
        let constant = rw.value(ConstantOp::build(constant).at(loc));
        let is_equal = rw.value(CmpIOp::build(bound, constant, eq).at(loc));
        condition = Some(match condition {
            Some(condition) => rw.value(AndIOp::build(condition, is_equal).at(loc)),
            None => is_equal,
        });
        map.values.insert(bound, constant);
    }
    let Some(condition) = condition else { return };
    let types: Vec<Type> = rw.result_types(op).collect();
    let choice = rw.create(IfOp::build(&types, condition).at(loc));
    for (region, mut map) in [(choice.thenRegion(rw), map), (choice.elseRegion(rw), CloneMap::default())] {
        rw.create_block(region, &[], &[]);
        let copy = rw.clone_op(op, &mut map);
        let results = rw.results(copy).to_vec();
        rw.create(YieldOp::build(&results).at(loc));
    }
    let results = rw.results(choice.id()).to_vec();
    rw.replace(op, results);
}
