//! The patterns of loops, conditions and yields.

use rmlir::affine_maps::AffineMap;
use rmlir::prelude::*;
use rmlir_affine::expand::{expand_expr, expand_map, is_expandable, reduce_min_max, undefined_quotient};
use rmlir_affine::{Bound, ForOp, IfOp, ParallelOp, YieldOp};
use rmlir_arith::{AndIOp, CmpIOp, CmpIPredicate, ConstantOp};

use super::reduction::{combine, identity};

fn constant_index(rw: &mut Rewriter, loc: Loc, value: i64) -> Value {
    let value = rw.index_attr(value);
    rw.value(ConstantOp::build(value).at(loc))
}

/// The reason why an operation is not lowered.
const UNDEFINED: &str = "it divides by a constant that is not positive";

/// Computes the maximum of the results of a lower bound, or the minimum of those of an upper bound. The map is known to
/// be expandable.
fn expand_bound(rw: &mut Rewriter, loc: Loc, (map, operands): &Bound, is_lower: bool) -> Value {
    let values = expand_map(rw, loc, map, operands).expect("bounds were checked to be expandable");
    reduce_min_max(rw, loc, is_lower, &values)
}

#[pattern]
pub(super) fn lower_for(op: ForOp, rw: &mut Rewriter) -> Match {
    let loc = rw.loc(op.id());
    let (lower, upper) = (op.lower_bound(rw), op.upper_bound(rw));
    if !is_expandable(&lower.0) || !is_expandable(&upper.0) {
        return rw.no_match(op, UNDEFINED);
    }
    let lower = expand_bound(rw, loc, &lower, true);
    let upper = expand_bound(rw, loc, &upper, false);
    let step = constant_index(rw, loc, op.step(rw));
    let types: Vec<Type> = rw.result_types(op.id()).collect();
    let new = rw.create(rmlir_scf::ForOp::build(&types, lower, upper, step, &op.inits(rw)).at(loc));
    rw.take_blocks(op.region(rw), new.region(rw));
    let results = rw.results(new.id()).to_vec();
    rw.replace(op, results)
}

#[pattern]
pub(super) fn lower_if(op: IfOp, rw: &mut Rewriter) -> Match {
    let loc = rw.loc(op.id());
    let set = op.condition(rw).clone();
    let operands: Vec<Value> = rw.operands(op.id()).collect();
    let (dims, symbols) = operands.split_at(set.n_dims() as usize);
    if set.constraints().iter().any(|constraint| undefined_quotient(&constraint.expr).is_some()) {
        return rw.no_match(op, UNDEFINED);
    }
    let zero = constant_index(rw, loc, 0);
    let mut condition = None;
    for constraint in set.constraints() {
        let value = expand_expr(rw, loc, &constraint.expr, dims, symbols);
        let value = value.expect("constraints were checked to be expandable");
        let predicate = if constraint.is_eq { CmpIPredicate::Eq } else { CmpIPredicate::Sge }.attr(rw);
        let holds = rw.value(CmpIOp::build(value, zero, predicate).at(loc));
        condition = Some(match condition {
            Some(condition) => rw.value(AndIOp::build(condition, holds).at(loc)),
            None => holds,
        });
    }
    let condition = condition.expect("a set has a constraint");
    let types: Vec<Type> = rw.result_types(op.id()).collect();
    let new = rw.create(rmlir_scf::IfOp::build(&types, condition).at(loc));
    rw.take_blocks(op.thenRegion(rw), new.thenRegion(rw));
    rw.take_blocks(op.elseRegion(rw), new.elseRegion(rw));
    let results = rw.results(new.id()).to_vec();
    rw.replace(op, results)
}

/// The yield of a parallel loop becomes a reduction together with the loop.
#[pattern]
pub(super) fn lower_yield(op: YieldOp, rw: &mut Rewriter) -> Match {
    let parent = rw.parent_op(op.id()).map(|parent| OpRef::new(rw, parent));
    if parent.is_some_and(|parent| parent.is::<ParallelOp>() || parent.is::<rmlir_scf::ParallelOp>()) {
        return rw.no_match(op, "it ends a parallel loop");
    }
    let values: Vec<Value> = rw.operands(op.id()).collect();
    rw.create(rmlir_scf::YieldOp::build(&values).at(rw.loc(op.id())));
    rw.replace(op, [])
}

/// Lower bounds, upper bounds and steps of a parallel loop, computed at the insertion point.
fn expand_bounds(rw: &mut Rewriter, op: ParallelOp) -> [Vec<Value>; 3] {
    let loc = rw.loc(op.id());
    let lower_operands = op.lower_bounds(rw).1;
    let upper_operands = op.upper_bounds(rw).1;
    let maps: Vec<(AffineMap, AffineMap)> = op.lower_bound_maps(rw).into_iter().zip(op.upper_bound_maps(rw)).collect();
    let (mut lower, mut upper) = (Vec::new(), Vec::new());
    for (lower_map, upper_map) in maps {
        lower.push(expand_bound(rw, loc, &(lower_map, lower_operands.clone()), true));
        upper.push(expand_bound(rw, loc, &(upper_map, upper_operands.clone()), false));
    }
    let steps = op.steps(rw).into_iter().map(|step| constant_index(rw, loc, step)).collect();
    [lower, upper, steps]
}

#[pattern]
pub(super) fn lower_parallel(op: ParallelOp, rw: &mut Rewriter) -> Match {
    let loc = rw.loc(op.id());
    let kinds = op.reductions(rw);
    let types: Vec<Type> = rw.result_types(op.id()).collect();
    let identities: Option<Vec<Attr>> = kinds.iter().zip(&types).map(|(&kind, &ty)| identity(rw, kind, ty)).collect();
    let Some(identities) = identities else {
        return rw.no_match(op, "a reduction has nothing to start with");
    };
    if !is_expandable(&op.lower_bounds(rw).0) || !is_expandable(&op.upper_bounds(rw).0) {
        return rw.no_match(op, UNDEFINED);
    }
    let [lower, upper, steps] = expand_bounds(rw, op);
    let mut inits = Vec::new();
    for identity in identities {
        inits.push(rw.value(ConstantOp::build(identity).at(loc)));
    }
    let new = rw.create(rmlir_scf::ParallelOp::build(&types, &lower, &upper, &steps, &inits).at(loc));
    let terminator = rw.last_op(op.body(rw)).expect("the body of a loop ends with a yield");
    rw.take_blocks(op.region(rw), new.region(rw));
    let yielded: Vec<Value> = rw.operands(terminator).collect();
    rw.before(terminator);
    let terminator_loc = rw.loc(terminator);
    let reduce = rw.create(rmlir_scf::ReduceOp::build(&yielded).regions(kinds.len()).at(terminator_loc));
    rw.replace(terminator, []);
    for (kind, region) in kinds.into_iter().zip(reduce.reductions(rw)) {
        add_reduction(rw, loc, kind, region, yielded_type(rw, region, &yielded));
    }
    let results = rw.results(new.id()).to_vec();
    rw.replace(op, results)
}

fn yielded_type(body: &Body, region: RegionId, yielded: &[Value]) -> Type {
    body.ty(yielded[body.region_index(region)])
}

/// Creates the block that combines two values.
fn add_reduction(rw: &mut Rewriter, loc: Loc, kind: rmlir_arith::AtomicRmwKind, region: RegionId, ty: Type) {
    let block = rw.create_block(region, &[ty, ty], &[loc, loc]);
    let (lhs, rhs) = (rw.arg(block, 0), rw.arg(block, 1));
    let combined = combine(rw, loc, kind, lhs, rhs).expect("what has an identity can be combined");
    rw.create(rmlir_scf::ReduceReturnOp::build(combined).at(loc));
}
