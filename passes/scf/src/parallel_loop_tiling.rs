//! Tiling of parallel loops: loops over tiles around loops over the points of each tile.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::pass::over_bodies;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_affine::{Affine, MinOp};
use rmlir_arith::{AddIOp, AndIOp, CmpIOp, CmpIPredicate, ConstantOp, MulIOp, constant_index, get_constant_int_value};
use rmlir_scf::{IfOp, ParallelOp, ReduceOp, YieldOp};

use crate::create::map_attr;
use crate::walk::inner_first;

/// Tile parallel loops.
///
/// Innermost loops without reductions are tiled; dimensions without a tile size get tiles of size 1.
///
/// ```mlir
/// scf.parallel (%i) = (%lb) to (%ub) step (%s) { .. }
/// // becomes, with parallel-loop-tile-sizes=4
/// %step = arith.muli %s, %c4 : index
/// scf.parallel (%i) = (%lb) to (%ub) step (%step) {
///   %size = affine.min affine_map<(d0, d1, d2) -> (d0, d1 - d2)>(%step, %ub, %i)
///   scf.parallel (%j) = (%c0) to (%size) step (%s) {
///     %k = arith.addi %j, %i : index
///     ..
///   }
/// }
/// ```
#[pass(name = "scf-parallel-loop-tiling", title = "SCFParallelLoopTiling", depends(Affine))]
pub struct ScfParallelLoopTiling {
    /// Factors to tile parallel loops by
    parallel_loop_tile_sizes: Vec<i64>,
    /// Perform tiling with fixed upper bound with inbound check inside the internal loops
    #[option(default = false)]
    no_min_max_bounds: bool,
}

impl Pass for ScfParallelLoopTiling {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        if let Some(size) = self.parallel_loop_tile_sizes.iter().find(|&&size| size <= 0) {
            let text = if *size == 0 { "tile size cannot be 0" } else { "tile size cannot be negative" };
            cx.emit(Diagnostic::error(Loc::UNKNOWN.place(cx.cx()), text));
            return cx.signal_failure();
        }
        over_bodies(cx.body_mut(), &|body| {
            let innermost: Vec<ParallelOp> = innermost_loops(body);
            let mut rw = Rewriter::new(body);
            for op in innermost {
                if rw.n_results(op.id()) == 0 {
                    rw.before(op.id());
                    self.tile(&mut rw, op);
                }
            }
        });
        Ok(())
    }
}

/// The parallel loops that contain no other parallel loop.
fn innermost_loops(body: &Body) -> Vec<ParallelOp> {
    let all: Vec<ParallelOp> = inner_first(body);
    let is_outer = |op: &ParallelOp| {
        let inside = |other: &ParallelOp| other.id() != op.id() && body.is_ancestor(op.id(), other.id());
        all.iter().any(inside)
    };
    all.iter().copied().filter(|op| !is_outer(op)).collect()
}

/// Creates a loop at the insertion point, with the arguments of its body.
fn create_parallel(rw: &mut Rewriter, loc: Loc, [lower, upper, step]: [&[Value]; 3]) -> ParallelOp {
    let new = rw.create(ParallelOp::build(&[], lower, upper, step, &[]).at(loc));
    let point = rw.insert_point();
    rw.create_block(new.region(rw), &vec![Type::INDEX; step.len()], &vec![loc; step.len()]);
    rw.create(ReduceOp::build(&[]).regions(0).at(loc));
    rw.set_insert_point(point);
    new
}

/// The size of a tile in one dimension.
enum Size {
    /// All tiles are full.
    Full,
    /// The last tile may be partial.
    Partial,
}

impl ScfParallelLoopTiling {
    fn tile(&self, rw: &mut Rewriter, op: ParallelOp) {
        let loc = rw.loc(op.id());
        let (lower, upper, step) = (op.lowerBound(rw), op.upperBound(rw), op.step(rw));
        let sizes: Vec<i64> =
            (0..step.len()).map(|dim| self.parallel_loop_tile_sizes.get(dim).copied().unwrap_or(1)).collect();
        let zero = constant_index(rw, 0);
        let size_values: Vec<Value> = sizes.iter().map(|&size| constant_index(rw, size)).collect();
        let mut outer_steps = Vec::new();
        for (&step, &size) in step.iter().zip(&size_values) {
            outer_steps.push(rw.value(MulIOp::build(step, size).at(loc)));
        }
        let outer = create_parallel(rw, loc, [&lower, &upper, &outer_steps]);
        let outer_vars = rw.args(outer.body(rw)).to_vec();
        rw.at_start(outer.body(rw));

        let mut inner_upper = Vec::new();
        let mut needs_check = false;
        for dim in 0..step.len() {
            let bound = match size_of_tiles(rw, [lower[dim], upper[dim], step[dim]], sizes[dim]) {
                Size::Full => outer_steps[dim],
                Size::Partial if self.no_min_max_bounds => {
                    needs_check = true;
                    outer_steps[dim]
                }
                Size::Partial => what_is_left(rw, loc, outer_steps[dim], upper[dim], outer_vars[dim]),
            };
            inner_upper.push(bound);
        }
        let inner = create_parallel(rw, loc, [&vec![zero; step.len()], &inner_upper, &step]);
        if needs_check {
            fill_checked(rw, op, inner, &outer_vars, [&lower, &upper, &step]);
        } else {
            fill(rw, op, inner, &outer_vars);
        }
        rw.erase(op);
    }
}

fn size_of_tiles(body: &Body, bounds: [Value; 3], size: i64) -> Size {
    let [Some(lower), Some(upper), Some(step)] = bounds.map(|bound| get_constant_int_value(body, bound)) else {
        return Size::Partial;
    };
    let range = i128::from(upper) - i128::from(lower);
    let n_iterations = -(-range).div_euclid(i128::from(step));
    if n_iterations % i128::from(size) == 0 { Size::Full } else { Size::Partial }
}

/// The minimum of the step and the remaining range.
fn what_is_left(rw: &mut Rewriter, loc: Loc, step: Value, upper: Value, at: Value) -> Value {
    let [d0, d1, d2] = [0, 1, 2].map(AffineExpr::dim);
    let map = map_attr(rw.cx(), AffineMap::new(3, 0, [d0, d1 - d2]));
    rw.value(MinOp::build(&[step, upper, at], map).at(loc))
}

/// Moves the body of `op` into `inner`, with the sums of both loops' induction variables in place of the original ones.
fn fill(rw: &mut Rewriter, op: ParallelOp, inner: ParallelOp, outer_vars: &[Value]) {
    let loc = rw.loc(op.id());
    let placeholder = inner.body(rw);
    rw.erase_block(placeholder);
    rw.take_blocks(op.region(rw), inner.region(rw));
    rw.at_start(inner.body(rw));
    for (&inner_var, &outer_var) in rw.args(inner.body(rw)).to_vec().iter().zip(outer_vars) {
        let sum = rw.create(AddIOp::build(inner_var, outer_var).at(loc)).id();
        let value = rw.result(sum, 0);
        rw.replace_uses_if(inner_var, value, |_, user, _| user != sum);
    }
}

/// Like [`fill`], under the condition that the sums are less than the upper bounds. Upstream multiplies the inner
/// induction variable by the step once more, and compares as unsigned, which is correct only for a step of 1 and
/// non-negative bounds.
fn fill_checked(
    rw: &mut Rewriter,
    op: ParallelOp,
    inner: ParallelOp,
    outer_vars: &[Value],
    [lower, upper, step]: [&[Value]; 3],
) {
    let loc = rw.loc(op.id());
    let inner_vars = rw.args(inner.body(rw)).to_vec();
    rw.at_start(inner.body(rw));
    let holds = rw.bool_attr(true);
    let mut in_bounds = rw.value(ConstantOp::build(holds).at(loc));
    for dim in 0..step.len() {
        let is_one = get_constant_int_value(rw, step[dim]) == Some(1);
        let is_unsigned = get_constant_int_value(rw, lower[dim]).is_some_and(|lower| lower >= 0);
        let less = if is_unsigned { CmpIPredicate::Ult } else { CmpIPredicate::Slt }.attr(rw.cx());
        let scaled = match is_one {
            true => rw.value(MulIOp::build(inner_vars[dim], step[dim]).at(loc)),
            false => inner_vars[dim],
        };
        let index = rw.value(AddIOp::build(scaled, outer_vars[dim]).at(loc));
        let is_below = rw.value(CmpIOp::build(index, upper[dim], less).at(loc));
        in_bounds = rw.value(AndIOp::build(in_bounds, is_below).at(loc));
    }
    let check = rw.create(IfOp::build(&[], in_bounds).at(loc));
    rw.take_blocks(op.region(rw), check.thenRegion(rw));
    let block = check.then_block(rw);
    let reduce = rw.last_op(block).expect("the body of a `scf.parallel` ends with a reduce");
    rw.at_end(block);
    rw.create(YieldOp::build(&[]).at(rw.loc(reduce)));
    rw.erase(reduce);
    rw.at_start(inner.body(rw));
    for (dim, old) in rw.args(block).to_vec().into_iter().enumerate() {
        let sum = rw.value(AddIOp::build(inner_vars[dim], outer_vars[dim]).at(loc));
        rw.replace_all_uses(old, sum);
    }
    for index in (0..rw.args(block).len()).rev() {
        rw.erase_arg(block, index);
    }
}
