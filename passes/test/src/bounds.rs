//! Prints the results of the bounds analysis: bounds replace the operations that request them, and comparisons are
//! reported.

use rmlir::analysis::bounds::{
    QuantityMap, ScaleRange, Side, Variable, bound, compare, constant_bound, scalable_bound,
};
use rmlir::core::mixed_index::MixedIndex;
use rmlir::core::opdef::OpDef;
use rmlir::core::value_bounds::{Quantity, Relation};
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_affine::bounds::constant_difference;
use rmlir_affine_passes::reify::{materialize_bound, materialize_bound_by_arith};
use rmlir_arith::constant_index;
use rmlir_test::{CompareOp, ReifyBoundOp};
use rmlir_vector::VectorScaleOp;

/// Tests ValueBoundsOpInterface with affine dialect reification.
///
/// Each `test.reify_bound` is replaced by the bound of its operand in terms of other values, and the result of each
/// `test.compare` is reported.
#[pass(
    name = "test-affine-reify-value-bounds",
    title = "TestReifyValueBounds",
    schedule = is_function,
    summary = "Tests ValueBoundsOpInterface with affine dialect reification",
    depends(rmlir_affine::Affine, rmlir_tensor::Tensor, rmlir_memref::MemRef)
)]
pub struct TestReifyValueBounds {
    /// Reify in terms of function args
    reify_to_func_args: bool,
    /// Reify with arith dialect ops
    use_arith_ops: bool,
}

fn is_function(def: &OpDef) -> bool {
    def.interface::<dyn FunctionOp>().is_some()
}

impl Pass for TestReifyValueBounds {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let reified = self.reify_all(cx);
        let compared = compare_all(cx);
        reified.and(compared)
    }
}

impl TestReifyValueBounds {
    fn reify_all(&self, cx: &mut PassCx) -> PassResult {
        for op in all_of::<ReifyBoundOp>(cx.body()) {
            check_dim(cx.body(), op).or_else(|why| cx.fail(op, why))?;
            let mut rw = cx.rewriter();
            rw.after(op);
            let loc = rw.loc(op);
            rw.set_loc(loc);
            let Some(value) = self.reify(&mut rw, op) else { return cx.fail(op, "could not reify bound") };
            let value = match value {
                MixedIndex::Static(number) => constant_index(&mut rw, number),
                MixedIndex::Dynamic(value) => value,
            };
            rw.replace(op, [value]);
        }
        Ok(())
    }

    /// The bound that `op` requests, created at the insertion point.
    fn reify(&self, rw: &mut Rewriter, op: OpId) -> Option<MixedIndex> {
        let view = OpRef::new(rw, op);
        let (value, side) = (view.get(ReifyBoundOp::var), side_of(view)?);
        let variable = Variable::from(Quantity { value, dim: dim_of(view) });
        if view.get(ReifyBoundOp::constant) {
            let number = constant_bound(rw, side, &variable)?;
            // Upper bounds are exclusive.
            let number = if side == Side::Upper { number.checked_add(1)? } else { number };
            return Some(MixedIndex::Static(number));
        }
        if view.get(ReifyBoundOp::scalable) {
            let number = |slot: usize| view.prop(slot).and_then(|number| number.as_i64(view.cx()));
            let (min, max) = (number(ReifyBoundOp::VSCALE_MIN)?, number(ReifyBoundOp::VSCALE_MAX)?);
            let found = scalable_bound(rw, side, &variable, ScaleRange { min, max })?;
            return materialize_scalable(rw, found);
        }
        let is_wanted = |quantity: Quantity| {
            if self.reify_to_func_args { is_function_argument(rw, quantity.value) } else { quantity.value != value }
        };
        let found = bound(rw, side, &variable, &is_wanted)?;
        let found = if side == Side::Upper { found.exclusive() } else { found };
        let materialize = if self.use_arith_ops { materialize_bound_by_arith } else { materialize_bound };
        materialize(rw, &found)
    }
}

/// Materializes a bound in terms of `vscale`, which is created here.
fn materialize_scalable(rw: &mut Rewriter, mut bound: QuantityMap) -> Option<MixedIndex> {
    if let Some(scale) = bound.operands.first_mut() {
        *scale = Quantity::index(rw.value(VectorScaleOp::build()));
    }
    materialize_bound(rw, &bound)
}

/// The operations of type `T` in `body`, inner before outer.
fn all_of<T: Op>(body: &Body) -> Vec<OpId> {
    let mut found = Vec::new();
    body.walk_postorder(body.root(), |op| {
        if OpRef::new(body, op).is::<T>() {
            found.push(op);
        }
    });
    found
}

fn is_function_argument(body: &Body, value: Value) -> bool {
    let ValueDefinition::Argument(block, _) = body.value_def(value) else { return false };
    let owner = body.block_parent_op(block);
    owner.is_some_and(|owner| OpRef::new(body, owner).interface::<dyn FunctionOp>().is_some())
}

fn side_of(op: OpRef) -> Option<Side> {
    match op.get(ReifyBoundOp::bound_type) {
        "LB" => Some(Side::Lower),
        "EQ" => Some(Side::Equal),
        "UB" => Some(Side::Upper),
        _ => None,
    }
}

fn dim_of(op: OpRef) -> Option<usize> {
    let dim = op.get(ReifyBoundOp::dim)?;
    usize::try_from(dim).ok()
}

/// Checks that the dimension of a shaped value, if given, is within its rank.
fn check_dim(body: &Body, op: OpId) -> Result<(), &'static str> {
    let view = OpRef::new(body, op);
    let shape = body.ty(view.get(ReifyBoundOp::var)).shape(body);
    let dim = view.get(ReifyBoundOp::dim);
    match (shape, dim) {
        (Some(_), Some(dim)) if dim < 0 => Err("dim must be non-negative"),
        (Some(shape), Some(dim)) if dim >= shape.len() as i64 => Err("invalid dim for shaped type rank"),
        _ => Ok(()),
    }
}

fn compare_all(cx: &mut PassCx) -> PassResult {
    for op in all_of::<CompareOp>(cx.body()) {
        let body = cx.body();
        let view = OpRef::new(body, op);
        let Some(relation) = relation_of(view.get(CompareOp::cmp)) else {
            return cx.fail(op, "has an unknown comparison operator");
        };
        if view.get(CompareOp::compose) {
            if relation != Relation::Equal {
                return cx.fail(op, "comparison operator must be EQ when 'composed' is specified");
            }
            let said = match constant_difference(body, view.operand(0).id, view.operand(1).id) {
                None => Err("could not determine equality"),
                Some(0) => Ok("equal"),
                Some(_) => Ok("different"),
            };
            say(cx, op, said);
            continue;
        }
        let said = compared(view, relation);
        say(cx, op, said);
    }
    Ok(())
}

/// Reports the result for `op`, or that there is none.
fn say(cx: &mut PassCx, op: OpId, said: Result<&str, &str>) {
    let place = cx.body().loc(op).place(cx.cx());
    let diagnostic = match said {
        Ok(found) => Diagnostic::remark(place, found),
        Err(why) => Diagnostic::error(place, why),
    };
    cx.emit_about(op, diagnostic);
}

fn relation_of(name: &str) -> Option<Relation> {
    match name {
        "LT" => Some(Relation::Below),
        "LE" => Some(Relation::AtMost),
        "EQ" => Some(Relation::Equal),
        "GE" => Some(Relation::AtLeast),
        "GT" => Some(Relation::Above),
        _ => None,
    }
}

fn compared(op: OpRef, relation: Relation) -> Result<&'static str, &'static str> {
    let [left, right] = CompareOp::sides(op).map(|(map, operands)| match map {
        Some(map) => Variable::of_expr(map.result(0), map.n_dims(), &operands),
        None => Quantity::index(operands[0]).into(),
    });
    let holds = |relation| compare(op.body, &left, relation, &right);
    let opposite: &[Relation] = match relation {
        Relation::Below => &[Relation::AtLeast],
        Relation::AtMost => &[Relation::Above],
        Relation::Equal => &[Relation::Below, Relation::Above],
        Relation::AtLeast => &[Relation::Below],
        Relation::Above => &[Relation::AtMost],
    };
    if holds(relation) {
        Ok("true")
    } else if opposite.iter().any(|&relation| holds(relation)) {
        Ok("false")
    } else {
        Err("unknown")
    }
}
