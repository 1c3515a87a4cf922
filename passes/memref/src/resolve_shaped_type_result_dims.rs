//! Sizes of results, computed from the operands of the operations that define them.

use rmlir::core::interfaces::ReifyShapes;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_arith::materialize_index;
use rmlir_scf::ForallOp;

/// The error if the rewriting does not converge.
const NO_END: &str = "dim operation resolution hit pattern iteration limit";

/// Resolve memref.dim of result values of ranked shape type.
///
/// ```mlir
/// %p = tensor.pad %t low[%n] high[0] { .. } : tensor<?xf32> to tensor<?xf32>
/// %d = tensor.dim %p, %c0 : tensor<?xf32>
/// // becomes
/// %s = tensor.dim %t, %c0 : tensor<?xf32>
/// %d = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>()[%s, %n]
/// ```
#[pass(
    name = "resolve-ranked-shaped-type-result-dims",
    title = "ResolveRankedShapeTypeResultDimsPass",
    depends(rmlir_memref::MemRef, rmlir_tensor::Tensor)
)]
pub struct ResolveRankedShapedTypeResultDims {
    /// Throw an error when pattern rewriter hits iteration limit.
    #[option(default = true)]
    error_on_pattern_iteration_limit: bool,
}

impl Pass for ResolveRankedShapedTypeResultDims {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        resolve(cx, self.error_on_pattern_iteration_limit)
    }
}

/// Resolve memref.dim of result values.
///
/// The same as `resolve-ranked-shaped-type-result-dims`: no operation of the dialects here reifies its shape as a
/// tensor.
#[pass(
    name = "resolve-shaped-type-result-dims",
    title = "ResolveShapedTypeResultDimsPass",
    depends(rmlir_affine::Affine, rmlir_memref::MemRef, rmlir_tensor::Tensor)
)]
pub struct ResolveShapedTypeResultDims {
    /// Throw an error when pattern rewriter hits iteration limit.
    #[option(default = true)]
    error_on_pattern_iteration_limit: bool,
}

impl Pass for ResolveShapedTypeResultDims {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        resolve(cx, self.error_on_pattern_iteration_limit)
    }
}

fn resolve(cx: &mut PassCx, has_to_end: bool) -> PassResult {
    if cx.apply_greedily(patterns()).is_err() && has_to_end {
        let root = cx.body().root();
        return cx.fail(root, NO_END);
    }
    Ok(())
}

/// The patterns of both passes.
pub fn patterns() -> PatternSet {
    let mut set = PatternSet::new();
    for dim in [rmlir_memref::DimOp::DEF.name, rmlir_tensor::DimOp::DEF.name] {
        set.patterns.push(Pattern::new(dim, "dim_of_reifiable", dim_of_reifiable));
    }
    set.extend(patterns![dim_of_shared_output]);
    set
}

/// Replaces the size of a result by the one that the operation reifies.
fn dim_of_reifiable(rw: &mut Rewriter, op: OpId) -> Match {
    let (source, index) = (rw.operand(op, 0), rw.operand(op, 1));
    let dim = rmlir::core::fold::constant_value(rw, index).and_then(|index| index.as_i64(rw));
    let rank = rw.ty(source).shape(rw).map_or(0, <[i64]>::len);
    let Some(dim) = dim.and_then(|dim| usize::try_from(dim).ok()).filter(|&dim| dim < rank) else {
        return rw.no_match(op, "the dimension is not known, or there is none");
    };
    let Some(maker) = rw.defining_op(source) else { return rw.no_match(op, "of an argument") };
    let Some(reify) = rw.def(maker).and_then(|def| def.interface::<dyn ReifyShapes>()) else {
        return rw.no_match(op, "of an operation that does not say its sizes");
    };
    let number = rw.results(maker).iter().position(|&result| result == source).expect("it is one of the results");
    rw.before(op);
    match reify.result_size(rw, maker, number, dim) {
        Some(size) => {
            let size = materialize_index(rw, size);
            rw.replace(op, [size])
        }
        None => rw.no_match(op, "the size is not known"),
    }
}

/// The size of a shared output of a loop is that of its initial value.
#[pattern]
fn dim_of_shared_output(op: rmlir_tensor::DimOp, rw: &mut Rewriter) -> Match {
    let source = op.source(rw);
    let block = rw.value_block(source).filter(|_| rw.defining_op(source).is_none());
    let owner = block.and_then(|block| rw.region_of(block)).map(|region| rw.region_owner(region));
    let owner = owner.and_then(|owner| OpRef::new(rw, owner).cast::<ForallOp>());
    let (Some(block), Some(forall)) = (block, owner) else { return rw.no_match(op, "not of an argument of a loop") };
    let args = rw.args(block);
    let outputs = forall.outputs(rw);
    let at = args.iter().position(|&arg| arg == source).expect("it is an argument of its block");
    let Some(init) = at.checked_sub(args.len() - outputs.len()).map(|at| outputs[at]) else {
        return rw.no_match(op, "of an induction variable");
    };
    rw.set_operand(op.id(), 0, init);
    Match::Yes
}
