//! Multi-buffering: iterations of a loop use copies of a buffer in turn, so that consecutive iterations may overlap.
//!
//! A buffer of `shape` becomes one of `factor x shape`; iteration `i` uses the subview at `i mod factor`. That is valid
//! if no iteration reads what an earlier one wrote (no loop-carried flow dependence).

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::dominance::Dominance;
use rmlir::core::memref_layout::MemRefParts;
use rmlir::core::mixed_index::{MixedIndex, SliceLists, rank_reduction_mask, statics};
use rmlir::core::opdef::AttrConstraint;
use rmlir::prelude::*;
use rmlir_affine::compose::make_composed_apply;
use rmlir_arith::constant_index;
use rmlir_memref::{
    AllocOp, CastOp, CollapseShapeOp, CopyOp, DeallocOp, ExpandShapeOp, SubViewOp, are_cast_compatible, collapsed_type,
    expanded_type, inferred_reduced_type,
};
use rmlir_transform::effects::replaces_payload;
use rmlir_transform::{
    Applied, Failure, PayloadOp, Results, TransformHandle, TransformOp, TransformState, handle_effects,
};

use super::handles::AllocHandle;

handle_effects! {
    replaces_payload => MultiBufferOp;
}

/// Allocates a buffer for each of `factor` consecutive iterations of a loop.
///
/// ```mlir
/// %new = transform.memref.multibuffer %alloc {factor = 2} : (!transform.op<"memref.alloc">) -> !transform.any_op
/// ```
#[op(
    name = "transform.memref.multibuffer",
    interfaces(MemoryEffects, TransformOp),
    format = "$target attr-dict `:` functional-type(operands, results)"
)]
pub struct MultiBufferOp {
    #[operand]
    target: AllocHandle,
    #[prop]
    factor: Factor,
    #[prop]
    skip_analysis: UnitAttr,
    #[result]
    transformed: TransformHandle,
}

/// The number of buffers.
#[allow(non_upper_case_globals)] // Constraints are named like types.
static Factor: AttrConstraint = I64Attr
    .refined("64-bit signless integer attribute whose value is positive", |cx, attr| {
        (I64Attr.check)(cx, attr) && attr.as_i64(cx).is_some_and(|value| value > 0)
    });
/// The type of attributes that satisfy it.
type Factor = I64Attr;

impl TransformOp for MultiBufferOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let factor = op.get(MultiBufferOp::factor);
        let is_known_good = op.get(MultiBufferOp::skip_analysis);
        let mut made = Vec::new();
        for target in state.ops(op.value(MultiBufferOp::target)) {
            let view = state.op(&target);
            let users: Vec<OpId> = view.body.users(view.result(0).id).collect();
            if users.iter().any(|&user| !is_dealloc(view.body, user) && loop_around(view.body, user).is_none()) {
                continue;
            }
            let alloc = view.cast::<AllocOp>().expect("a handle to allocations was checked to be one");
            match state.rewrite(&target.path, |rw| multi_buffer(rw, alloc, factor, is_known_good)) {
                Some(new) => made.push(PayloadOp { path: target.path, op: new.id() }),
                None => return Err(Failure::silenceable(state.op(&target), "op failed to multibuffer")),
            }
        }
        results.set(0, made);
        Ok(())
    }
}

fn is_dealloc(body: &Body, op: OpId) -> bool {
    OpRef::new(body, op).is::<DeallocOp>()
}

fn loop_around(body: &Body, op: OpId) -> Option<OpId> {
    body.find_ancestor(op, |outer| body.interface::<dyn LoopLike>(outer).is_some())
}

/// Whether `op` overwrites all elements of `buffer`.
fn overwrites(body: &Body, op: OpId, buffer: Value) -> bool {
    OpRef::new(body, op).cast::<CopyOp>().is_some_and(|copy| copy.target(body) == buffer)
}

/// The loop whose iterations reuse the buffer: each of them overwrites it first, or, if that is asserted, all users are
/// in the loop.
fn candidate(body: &Body, buffer: Value, is_known_good: bool) -> Option<OpId> {
    let dominance = Dominance::new(body);
    let dominates = |user: OpId, other: OpId| user == other || dominance.properly_dominates_op(user, other, true);
    let users: Vec<OpId> = body.users(buffer).collect();
    for &user in &users {
        let Some(around) = loop_around(body, user) else {
            if is_dealloc(body, user) {
                continue;
            }
            return None;
        };
        let is_it = match is_known_good {
            true => users.iter().all(|&other| is_dealloc(body, other) || body.is_ancestor(around, other)),
            false => overwrites(body, user, buffer) && users.iter().all(|&other| dominates(user, other)),
        };
        if is_it {
            return Some(around);
        }
    }
    None
}

/// Applies multi-buffering; `None` if there is no such loop.
pub fn multi_buffer(rw: &mut Rewriter, alloc: AllocOp, factor: i64, is_known_good: bool) -> Option<AllocOp> {
    let buffer = rw.result(alloc.id(), 0);
    let ty = rw.ty(buffer);
    let shape = ty.static_shape(rw)?.to_vec();
    let around = candidate(rw, buffer, is_known_good)?;
    if !Dominance::new(rw).properly_dominates_op(alloc.id(), around, true) {
        return None;
    }
    let view = OpRef::new(rw, around);
    let interface = view.interface::<dyn LoopLike>()?;
    let (bounds, variables) = (interface.bounds(view)?, interface.induction_vars(view));
    let ([lower], [step], [variable]) = (&bounds.lower[..], &bounds.step[..], &variables[..]) else { return None };
    let (lower, step, variable) = (*lower, *step, *variable);
    let regions = interface.loop_regions(view);
    let [region] = &regions[..] else { return None };
    let block = region.entry()?.id;

    let new_shape = [&[factor], &shape[..]].concat();
    let new_type = MemRefParts::of(rw, ty)?.with(rw, &new_shape, None);
    let loc = rw.loc(alloc.id());
    rw.before(alloc.id());
    let mut new = AllocOp::build(new_type, &[], &[]).at(loc);
    if let Some(alignment) = alloc.alignment(rw) {
        new = new.prop(AllocOp::ALIGNMENT, alignment);
    }
    let new = rw.create(new);
    let dict = rw.attr_dict(alloc.id());
    rw.set_attr_dict(new, dict);
    let new_buffer = rw.result(new.id(), 0);

    rw.at_start(block);
    rw.set_loc(loc);
    let [lower, step] = [lower, step].map(|bound| value_of(rw, bound));
    let iteration = (AffineExpr::dim(0) - AffineExpr::dim(1)).floor_div(AffineExpr::dim(2));
    let turn = AffineMap::new(3, 0, [iteration % AffineExpr::constant(factor)]);
    let operands = [variable, lower, step].map(MixedIndex::Dynamic);
    let turn = make_composed_apply(rw, loc, &turn, &operands);
    let rank = new_shape.len();
    let mut lists = SliceLists {
        offsets: vec![MixedIndex::Static(0); rank],
        sizes: [1].iter().chain(&shape).map(|&size| MixedIndex::Static(size)).collect(),
        strides: vec![MixedIndex::Static(1); rank],
    };
    lists.offsets[0] = MixedIndex::Dynamic(turn);
    let part_type = reduced_type(rw, new_type, &lists, &shape)?;
    let part = rw.value(SubViewOp::of(rw.cx(), part_type, new_buffer, &lists));

    let frees: Vec<OpId> = rw.users(buffer).filter(|&user| is_dealloc(rw, user)).collect();
    for free in frees {
        rw.before(free);
        rw.create(DeallocOp::build(new_buffer));
        rw.erase(free);
    }
    replace(rw, buffer, part)?;
    rw.erase(alloc);
    Some(new)
}

fn value_of(rw: &mut Rewriter, bound: ValueOrAttr) -> Value {
    match bound {
        ValueOrAttr::Value(value) => value,
        ValueOrAttr::Attr(number) => {
            let number = number.as_i64(rw).expect("a bound that is known is a number");
            constant_index(rw, number)
        }
    }
}

/// The type of a rank-reducing subview with result shape `shape`.
fn reduced_type(cx: &Context, source: Type, lists: &SliceLists, shape: &[i64]) -> Option<Type> {
    let dropped = rank_reduction_mask(&statics(&lists.sizes), shape, false)?;
    inferred_reduced_type(cx, source, lists, &dropped)
}

/// Replaces the uses of `old` by `new`, of another type; views of it are recreated. `None` if that is not possible.
fn replace(rw: &mut Rewriter, old: Value, new: Value) -> Option<()> {
    let users: Vec<OpId> = rw.users(old).collect();
    let mut replaced = Vec::new();
    for user in users {
        rw.before(user);
        match view_of(rw, user, new)? {
            Some(view) => {
                let result = rw.result(user, 0);
                replace(rw, result, view)?;
                replaced.push(user);
            }
            None => {
                let operands: Vec<Value> =
                    rw.operands(user).map(|operand| if operand == old { new } else { operand }).collect();
                rw.set_operands(user, &operands);
            }
        }
    }
    replaced.into_iter().for_each(|op| _ = rw.erase(op));
    Some(())
}

/// A clone of the view `op` with source `source`, if its type follows from that of the source; the inner `None` is for
/// users that are not views.
fn view_of(rw: &mut Rewriter, op: OpId, source: Value) -> Option<Option<Value>> {
    let (ty, view) = (rw.ty(source), OpRef::new(rw, op));
    let result = view.results().next().map(ValueRef::ty);
    Some(Some(if view.is::<SubViewOp>() {
        let lists = SliceLists::of(view);
        let ty = reduced_type(rw, ty, &lists, result?.shape(rw)?)?;
        rw.value(SubViewOp::of(rw.cx(), ty, source, &lists))
    } else if let Some(expand) = view.cast::<ExpandShapeOp>() {
        let groups = expand.groups(rw);
        let ty = expanded_type(rw, ty, result?.shape(rw)?, &groups)?;
        let shape = expand.mixed_output_shape(rw);
        rw.value(ExpandShapeOp::of(rw.cx(), ty, source, &groups, &shape))
    } else if let Some(collapse) = view.cast::<CollapseShapeOp>() {
        let groups = collapse.groups(rw);
        let ty = collapsed_type(rw, ty, &groups)?;
        rw.value(CollapseShapeOp::of(rw.cx(), ty, source, &groups))
    } else if view.is::<CastOp>() {
        let result = result?;
        if !are_cast_compatible(rw, ty, result) {
            return None;
        }
        rw.value(CastOp::build(result, source))
    } else {
        return Some(None);
    }))
}
