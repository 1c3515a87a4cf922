//! Dropping of dimensions of size 1 at any position: vectors are cast to the shape without them, and results back.
//! Scalable dimensions are kept, and so is one dimension if all have size 1.

use rmlir::core::opdef::OpDef;
use rmlir::core::pattern::PatternRoot;
use rmlir::prelude::*;
use rmlir_scf::{ForOp, YieldOp};
use rmlir_vector::*;

use crate::lower::of_benefit;
use crate::make::{like, shape_cast};

/// The patterns for arithmetic, loops and transposes.
pub fn patterns(benefit: u16) -> PatternSet {
    let mut set = PatternSet::new();
    let mut arithmetic = Pattern::of("DropUnitDimFromElementwiseOps", elementwise).benefit(benefit);
    arithmetic.root = PatternRoot::Where(is_elementwise);
    set.add(arithmetic);
    set.extend(of_benefit(patterns![loop_variable, transpose], benefit));
    set
}

fn is_elementwise(def: &'static OpDef) -> bool {
    def.has(TraitSet::ELEMENTWISE)
}

fn goes(vector: &VectorType, dim: usize) -> bool {
    vector.shape[dim] == 1 && !vector.scalable[dim]
}

/// The type without dimensions of size 1; `None` if there are none, or only one that has to be kept.
fn smaller(vector: &VectorType) -> Option<VectorType> {
    let kept: Vec<usize> = (0..vector.rank()).filter(|&dim| !goes(vector, dim)).collect();
    let mut new = vector.clone();
    new.shape = kept.iter().map(|&dim| vector.shape[dim]).collect();
    new.scalable = kept.iter().map(|&dim| vector.scalable[dim]).collect();
    if kept.is_empty() {
        (new.shape, new.scalable) = (vec![1], vec![false]);
    }
    (new.shape != vector.shape || new.scalable != vector.scalable).then_some(new)
}

const NONE: &str = "No unit dimension to remove.";

fn elementwise(op: OpId, rw: &mut Rewriter) -> Match {
    let [result] = rw.results(op)[..] else { return rw.no_match(op, "there is not one result") };
    let operands: Vec<Value> = rw.operands(op).collect();
    let parts = |value: Value| VectorType::of(rw, rw.ty(value));
    let types: Option<Vec<VectorType>> = operands.iter().map(|&operand| parts(operand)).collect();
    let (Some(types), Some(result_type)) = (types, parts(result)) else {
        return rw.no_match(op, "not all operands and results are vectors");
    };
    if !rw.regions(op).is_empty() || types.first().is_none_or(|first| first.rank() < 2) {
        return rw.no_match(op, "not of vectors of several dimensions");
    }
    let new_types: Option<Vec<VectorType>> = types.iter().map(smaller).collect();
    let Some(new_types) = new_types else { return rw.no_match(op, NONE) };
    let new_result = smaller(&result_type).unwrap_or(result_type);
    let mut new = Vec::new();
    for (&operand, ty) in operands.iter().zip(new_types) {
        let ty = ty.ty(rw);
        new.push(shape_cast(rw, ty, operand));
    }
    let ty = new_result.ty(rw);
    let value = like(rw, op, &new, ty);
    let ty = rw.ty(result);
    rw.replace_with(op, ShapeCastOp::build(ty, value));
    Match::Yes
}

#[pattern]
fn transpose(op: TransposeOp, rw: &mut Rewriter) -> Match {
    let vector = VectorType::at(rw, op.vector(rw));
    let Some(new_type) = smaller(&vector) else { return rw.no_match(op, NONE) };
    let n_gone_before = |dim: usize| (0..dim).filter(|&other| goes(&vector, other)).count();
    let kept = op.order(rw).into_iter().map(|dim| dim as usize).filter(|&dim| !goes(&vector, dim));
    let mut order: Vec<i64> = kept.map(|dim| (dim - n_gone_before(dim)) as i64).collect();
    if order.is_empty() {
        order.push(0);
    }
    let ty = new_type.ty(rw);
    let value = shape_cast(rw, ty, op.vector(rw));
    let value = rw.value(TransposeOp::of(rw.cx(), value, &new_type, &order));
    let ty = rw.ty(op.result(rw));
    rw.replace_with(op, ShapeCastOp::build(ty, value));
    Match::Yes
}

/// Rewrites the first loop-carried value with such dimensions; the next one is handled by the next application.
#[pattern]
fn loop_variable(op: ForOp, rw: &mut Rewriter) -> Match {
    let inits = op.initArgs(rw);
    let smaller_type = |init: Value| smaller(&VectorType::of(rw, rw.ty(init))?);
    let found = inits.iter().enumerate().find_map(|(index, &init)| Some((index, smaller_type(init)?)));
    let Some((index, new_type)) = found else { return rw.no_match(op, NONE) };
    let (old, new) = (rw.ty(inits[index]), new_type.ty(rw));
    let mut new_inits = inits;
    new_inits[index] = shape_cast(rw, new, new_inits[index]);
    let bounds = [op.lowerBound(rw), op.upperBound(rw), op.step(rw)];
    let loc = rw.loc(op.id());
    let made = ForOp::create(rw, loc, bounds, &new_inits);
    for entry in rw.all_attrs(op.id()) {
        let name = entry.name.str(rw.cx());
        rw.set_attr(made, name, entry.value);
    }
    let block = made.body(rw);
    rw.at_start(block);
    rw.set_loc(loc);
    let mut args = rw.args(block).to_vec();
    args[1 + index] = shape_cast(rw, old, args[1 + index]);
    rw.merge_blocks(op.body(rw), block, &args);
    let end = made.terminator(rw);
    rw.before(end);
    rw.set_loc(loc);
    let mut yielded: Vec<Value> = rw.operands(end).collect();
    yielded[index] = shape_cast(rw, new, yielded[index]);
    rw.create(YieldOp::build(&yielded));
    rw.erase(end);
    rw.after(made.id());
    rw.set_loc(loc);
    let mut results = rw.results(made.id()).to_vec();
    results[index] = shape_cast(rw, old, results[index]);
    rw.replace(op, results)
}
