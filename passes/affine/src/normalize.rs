//! Normalization of loops to lower bound 0 and step 1.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_affine::compose::compose_map_and_operands;
use rmlir_affine::trip_count::{difference, padded_lower_bound};
use rmlir_affine::{ApplyOp, Bound, ForOp, ParallelOp};

use crate::promote::promote_if_single_iteration;

/// Apply normalization transformations to affine loop-like ops.
///
/// ```mlir
/// affine.for %i = 2 to 10 step 4 {
///   "f"(%i) : (index) -> ()
/// }
/// // becomes
/// affine.for %i = 0 to 2 {
///   %0 = affine.apply affine_map<(d0) -> (d0 * 4 + 2)>(%i)
///   "f"(%0) : (index) -> ()
/// }
/// ```
#[pass(name = "affine-loop-normalize", anchor = "func.func")]
pub struct AffineLoopNormalize {
    /// Promote single iteration loops
    #[option(default = false)]
    promote_single_iter: bool,
}

impl Pass for AffineLoopNormalize {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut rw = Rewriter::new(cx.body_mut());
        let mut ops = Vec::new();
        rw.walk_postorder(rw.root(), |op| ops.push(op));
        for op in ops {
            if !rw.contains_op(op) {
                continue;
            }
            if let Some(op) = OpRef::new(&rw, op).cast::<ParallelOp>() {
                normalize_parallel(&mut rw, op);
            } else if let Some(op) = OpRef::new(&rw, op).cast::<ForOp>() {
                normalize_for(&mut rw, op, self.promote_single_iter);
            }
        }
        Ok(())
    }
}

fn canonical(body: &Body, (mut map, mut operands): Bound) -> Bound {
    compose_map_and_operands(body, &mut map, &mut operands);
    (map, operands)
}

/// Normalizes the loop to lower bound 0 and step 1, if the map of its lower bound has one result. A loop with a single
/// iteration is promoted, if requested.
pub fn normalize_for(rw: &mut Rewriter, op: ForOp, promote_single_iteration: bool) {
    if promote_single_iteration && promote_if_single_iteration(rw, op) {
        return;
    }
    let step = op.step(rw);
    if op.constant_lower_bound(rw) == Some(0) && step == 1 {
        return;
    }
    let Some(padded) = padded_lower_bound(rw, op) else { return };
    let lower = op.lower_bound(rw);
    let span = canonical(rw, difference(rw, &op.upper_bound(rw), &padded));
    let scale: Vec<AffineExpr> =
        (0..span.0.n_results()).map(|index| AffineExpr::dim(index as u32).ceil_div(step)).collect();
    let scale = AffineMap::new(span.0.n_results() as u32, 0, scale);
    op.set_bound(rw, false, &(scale.compose(&span.0), span.1));
    op.set_bound(rw, true, &(AffineMap::constant(0), Vec::new()));
    let one = rw.index_attr(1);
    rw.set_prop(op.id(), ForOp::STEP, one);

    let induction_var = op.induction_var(rw);
    let scaled = (AffineMap::new(1, 0, [-AffineExpr::dim(0) * step]), vec![induction_var]);
    let (map, operands) = canonical(rw, difference(rw, &lower, &scaled));
    replace_induction_var(rw, op.body(rw), induction_var, map, &operands, rw.loc(op.id()));
}

/// Inserts an `affine.apply` at the start of `block`, by which all other uses of `value` are replaced.
fn replace_induction_var(
    rw: &mut Rewriter,
    block: BlockId,
    value: Value,
    map: AffineMap,
    operands: &[Value],
    loc: Loc,
) -> OpId {
    rw.at_start(block);
    let map = rw.cx().attr(AttrData::AffineMap(map));
    let apply = rw.create(ApplyOp::build(operands, map).at(loc)).id();
    let result = rw.result(apply, 0);
    rw.replace_uses_if(value, result, |_, user, _| user != apply);
    apply
}

/// Normalizes all dimensions to lower bound 0 and step 1, unless a bound is a minimum or maximum.
pub fn normalize_parallel(rw: &mut Rewriter, op: ParallelOp) {
    let (lower, upper) = (op.lower_bounds(rw), op.upper_bounds(rw));
    let steps = op.steps(rw);
    if lower.0.n_results() != steps.len() || upper.0.n_results() != steps.len() {
        return;
    }
    let is_normal = |(lower, &step): (&AffineExpr, &i64)| lower.as_constant() == Some(0) && step == 1;
    if lower.0.results().iter().zip(&steps).all(is_normal) {
        return;
    }
    let ranges = difference(rw, &upper, &lower);
    let (block, loc) = (op.body(rw), rw.loc(op.id()));
    let (dims, symbols) = lower.1.split_at(lower.0.n_dims() as usize);
    let n_dims = lower.0.n_dims();
    let mut previous: Option<OpId> = None;
    for (index, (&step, result)) in steps.iter().zip(lower.0.results()).enumerate() {
        let induction_var = rw.arg(block, index);
        let map = AffineMap::new(n_dims + 1, lower.0.n_symbols(), [result + AffineExpr::dim(n_dims) * step]);
        let operands = [dims, &[induction_var], symbols].concat();
        let apply = replace_induction_var(rw, block, induction_var, map, &operands, loc);
        if let Some(previous) = previous {
            rw.move_after(apply, previous);
        }
        previous = Some(apply);
    }
    let zeros = vec![AffineExpr::constant(0); steps.len()];
    let counts: Vec<AffineExpr> =
        ranges.0.results().iter().zip(&steps).map(|(range, &step)| range.ceil_div(step)).collect();
    let ones = rw.i64_attr(1);
    let ones = rw.array_attr(&vec![ones; steps.len()]);
    let lower = rw.cx().attr(AttrData::AffineMap(AffineMap::new(0, 0, zeros)));
    let upper = rw.cx().attr(AttrData::AffineMap(ranges.0.with_results(counts)));
    rw.set_prop(op.id(), ParallelOp::STEPS, ones);
    rw.set_prop(op.id(), ParallelOp::LOWER_BOUNDS_MAP, lower);
    rw.set_prop(op.id(), ParallelOp::UPPER_BOUNDS_MAP, upper);
    rw.set_operands(op.id(), &ranges.1);
}
