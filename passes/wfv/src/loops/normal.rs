//! The normal form of marked loops: an induction variable of type `index`, signed bounds, and a constant step small
//! enough that vector iterations do not overflow.
//!
//! Other `scf.for` loops are rewritten to iterate from zero to the trip count, and compute the induction variable from
//! the iteration number. It never wraps around, since no value of the variable is beyond the upper bound: an extension
//! to `index` is computed in `index`, so that its shape is known. The trip count is exact whatever the bounds are.

use rmlir::core::clone::CloneMap;
use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir_arith::{
    AddIOp, CeilDivUIOp, CmpIOp, CmpIPredicate, ConstantOp, ExtSIOp, ExtUIOp, IndexCastOp, IndexCastUIOp, MulIOp,
    SelectOp, SubIOp,
};
use rmlir_scf::{ForOp, YieldOp};

use crate::declined::Declined;
use crate::marks::MARK;

/// The maximum width of an induction variable.
const MOST_BITS: u32 = 64;

/// The largest step in normal form.
pub const MOST_STEP: i64 = 1 << 40;

/// Whether the loop `op` is in normal form.
pub fn is_normal(body: &Body, op: OpId) -> bool {
    let view = OpRef::new(body, op);
    let Some(found) = view.cast::<ForOp>() else { return true };
    let step = || constant_value(body, body.operand(op, 2))?.as_i64(body.cx());
    let has_step = || step().is_some_and(|step| step <= MOST_STEP);
    body.ty(found.induction_var(body)).is_index() && !view.get(ForOp::unsignedCmp) && has_step()
}

/// Rewrites the loop `op` to normal form if it is an `scf.for` that is not; returns the loop in normal form.
pub fn normalize(body: &mut Body, op: OpId) -> Result<OpId, Declined> {
    let Some(found) = OpRef::new(body, op).cast::<ForOp>() else { return Ok(op) };
    let is_unsigned = OpRef::new(body, op).get(ForOp::unsignedCmp);
    let ty = body.ty(found.induction_var(body));
    let step = constant_value(body, body.operand(op, 2)).and_then(|step| step.as_i64(body.cx()));
    if step.is_some_and(|step| step == 0 || step < 0 && !is_unsigned) {
        return Err(Declined::at(body, op, "has a step that is not positive"));
    }
    if is_normal(body, op) {
        return Ok(op);
    }
    if ty.int_or_index_width(body.cx()).is_none_or(|width| width > MOST_BITS) {
        return Err(Declined::at(body, op, format!("has an induction variable of more than {MOST_BITS} bits")));
    }
    Ok(Normal { op, ty, is_unsigned }.replace(&mut Rewriter::new(body)))
}

/// The bounds of the loop `op` as values.
pub(crate) fn bounds(rw: &mut Rewriter, op: OpId) -> (Value, Value) {
    let Some(found) = OpRef::new(rw, op).cast::<rmlir_affine::ForOp>() else {
        return (rw.operand(op, 0), rw.operand(op, 1));
    };
    let ((_, lower), (_, upper)) = (found.lower_bound(rw), found.upper_bound(rw));
    let (lower_map, upper_map) = (found.lowerBoundMap(rw), found.upperBoundMap(rw));
    let lower = rw.value(rmlir_affine::MaxOp::build(&lower, lower_map));
    (lower, rw.value(rmlir_affine::MinOp::build(&upper, upper_map)))
}

/// The trip count from `lower` below `upper`, all of type `index`; `step` is positive.
pub fn trip_count(rw: &mut Rewriter, [lower, upper, step]: [Value; 3], is_unsigned: bool) -> Value {
    let cx = rw.cx();
    let zero = rw.value(ConstantOp::build(cx.index_attr(0)));
    let predicate = if is_unsigned { CmpIPredicate::Ult } else { CmpIPredicate::Slt };
    let is_any = rw.value(CmpIOp::build(lower, upper, predicate.attr(cx)));
    // The distance is unsigned: it may exceed the largest signed integer.
    let distance = rw.value(SubIOp::build(upper, lower));
    let count = rw.value(CeilDivUIOp::build(distance, step));
    rw.value(SelectOp::build(is_any, count, zero))
}

/// A loop that is not in normal form.
struct Normal {
    op: OpId,
    ty: Type,
    is_unsigned: bool,
}

impl Normal {
    fn replace(&self, rw: &mut Rewriter) -> OpId {
        let (cx, loc) = (rw.cx(), rw.loc(self.op));
        rw.before(self.op);
        rw.set_loc(loc);
        let bounds = [0, 1, 2].map(|at| rw.operand(self.op, at));
        let [lower, upper, step] = bounds.map(|bound| self.to_index(rw, bound));
        let count = trip_count(rw, [lower, upper, step], self.is_unsigned);
        let [zero, one] = [0, 1].map(|number| rw.value(ConstantOp::build(cx.index_attr(number))));
        let inits: Vec<Value> = rw.operands(self.op).skip(3).collect();
        let new = ForOp::create(rw, loc, [zero, count, one], &inits);
        if let Some(mark) = rw.attr(self.op, MARK) {
            rw.set_attr(new.id(), MARK, mark);
        }
        let (around, old) = (rw.insert_point(), ForOp::from_id(self.op));
        let mut map = CloneMap::default();
        map.values.extend(old.iter_args(rw).into_iter().zip(new.iter_args(rw)));
        match inits.is_empty() {
            true => rw.before(new.terminator(rw)),
            false => rw.at_end(new.body(rw)),
        }
        let number = new.induction_var(rw);
        let distance = self.times(rw, number, step);
        let wide = self.plus(rw, distance, lower);
        let narrow = match (self.ty.is_index(), self.is_unsigned) {
            (true, _) => wide,
            (false, true) => rw.value(IndexCastUIOp::build(self.ty, wide)),
            (false, false) => rw.value(IndexCastOp::build(self.ty, wide)),
        };
        map.values.insert(old.induction_var(rw), narrow);
        let last = old.terminator(rw);
        for op in rw.ops(old.body(rw)).filter(|&op| op != last).collect::<Vec<OpId>>() {
            rw.clone_op(op, &mut map);
        }
        if !inits.is_empty() {
            let next: Vec<Value> = rw.operands(last).map(|value| map.value(value)).collect();
            rw.create(YieldOp::build(&next));
        }
        self.widen_uses(rw, narrow, wide, lower);
        rw.set_insert_point(around);
        for (old, new) in rw.results(self.op).to_vec().into_iter().zip(rw.results(new.id()).to_vec()) {
            rw.replace_all_uses(old, new);
        }
        rw.erase(self.op);
        new.id()
    }

    fn to_index(&self, rw: &mut Rewriter, value: Value) -> Value {
        let cx = rw.cx();
        let known = constant_value(rw, value).filter(|_| !self.is_unsigned).and_then(|known| known.as_i64(cx));
        match known {
            Some(known) => rw.value(ConstantOp::build(cx.index_attr(known))),
            None if self.ty.is_index() => value,
            None if self.is_unsigned => rw.value(IndexCastUIOp::build(Type::INDEX, value)),
            None => rw.value(IndexCastOp::build(Type::INDEX, value)),
        }
    }

    fn times(&self, rw: &mut Rewriter, number: Value, step: Value) -> Value {
        match constant_value(rw, step).and_then(|step| step.as_i64(rw.cx())) {
            Some(1) => number,
            _ => rw.value(MulIOp::build(number, step)),
        }
    }

    fn plus(&self, rw: &mut Rewriter, distance: Value, lower: Value) -> Value {
        match constant_value(rw, lower).and_then(|lower| lower.as_i64(rw.cx())) {
            Some(0) => distance,
            _ => rw.value(AddIOp::build(distance, lower)),
        }
    }

    /// Replaces extensions of the induction variable by the wide value that it is computed from.
    fn widen_uses(&self, rw: &mut Rewriter, narrow: Value, wide: Value, lower: Value) {
        let is_positive = constant_value(rw, lower).and_then(|lower| lower.as_i64(rw.cx())).is_some_and(|it| it >= 0);
        let (is_signed, is_without_sign) = (!self.is_unsigned, self.is_unsigned || is_positive);
        for user in rw.users(narrow).collect::<Vec<OpId>>() {
            let view = OpRef::new(rw, user);
            let is_same = (view.is::<IndexCastOp>() || view.is::<ExtSIOp>()) && is_signed
                || (view.is::<IndexCastUIOp>() || view.is::<ExtUIOp>()) && is_without_sign;
            let Some(result) = view.results().next().map(|result| result.id).filter(|_| is_same) else { continue };
            let ty = rw.ty(result);
            if ty.int_or_index_width(rw.cx()).is_none_or(|width| width > MOST_BITS) {
                continue;
            }
            rw.before(user);
            let value = if ty.is_index() { wide } else { rw.value(IndexCastOp::build(ty, wide)) };
            rw.replace_all_uses(result, value);
            rw.erase(user);
        }
    }
}
