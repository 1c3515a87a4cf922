//! Operations of the public tests of integer ranges and value bounds: their results are within bounds.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::interfaces::IntRange;
use rmlir::core::value_bounds::{BoundSet, Quantity, Relation, ValueBounds};
use rmlir::prelude::*;

/// An index in the range from `min` to `max`.
#[op(name = "test.value_with_bounds", interfaces(ValueBounds), format = "attr-dict")]
pub struct ValueWithBoundsOp {
    #[prop]
    min: IndexAttr,
    #[prop]
    max: IndexAttr,
    #[result]
    result: Index,
}

impl ValueBounds for ValueWithBoundsOp {
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        for (prop, relation) in [(Self::MIN, Relation::AtLeast), (Self::MAX, Relation::AtMost)] {
            if let Some(number) = op.prop(prop).and_then(|number| number.as_i64(op.cx())) {
                set.add(Quantity::index(value), relation, AffineExpr::constant(number));
            }
        }
    }
}

/// An integer within unsigned and signed bounds; bounds of another width are ignored.
#[op(
    name = "test.with_bounds",
    traits(NoMemoryEffect),
    interfaces(InferIntRange, PoisonBehavior),
    format = "attr-dict `:` type($result)"
)]
pub struct WithBoundsOp {
    #[prop]
    umin: APIntAttr,
    #[prop]
    umax: APIntAttr,
    #[prop]
    smin: APIntAttr,
    #[prop]
    smax: APIntAttr,
    #[result]
    result: AnyType,
}

impl PoisonBehavior for WithBoundsOp {
    fn may_make_poison(&self, _: OpRef) -> bool {
        false
    }
}

impl InferIntRange for WithBoundsOp {
    fn infer_ranges(&self, op: OpRef, _operands: &[Option<IntRange>], set: &mut dyn FnMut(Value, IntRange)) {
        let unsigned = (op.get(Self::umin).clone(), op.get(Self::umax).clone());
        let signed = (op.get(Self::smin).clone(), op.get(Self::smax).clone());
        if unsigned.0.width() == IntRange::width_of(op.cx(), op.result(0).ty()) {
            set(op.result(0).id, IntRange { unsigned, signed });
        }
    }
}

fn equal(cx: &Context) -> Attr {
    cx.str_attr("EQ")
}

/// Is replaced by a bound of an index, or of a size: `type` is `LB`, `EQ` or `UB`, where an upper bound is exclusive.
///
/// ```mlir
/// %0 = "test.reify_bound"(%t) {dim = 0, type = "UB"} : (tensor<?xf32>) -> index
/// ```
#[op(name = "test.reify_bound", traits(Pure), verify = verify_reify_bound)]
pub struct ReifyBoundOp {
    #[operand]
    var: AnyType,
    #[prop]
    dim: Option<I64Attr>,
    #[prop(name = "type", default = equal)]
    bound_type: StrAttr,
    /// Whether the bound has to be constant.
    #[prop]
    constant: UnitAttr,
    /// Whether `var` may be an integer other than an index.
    #[prop]
    allow_integer_type: UnitAttr,
    /// Whether the bound has to be in terms of the vector scale.
    #[prop]
    scalable: UnitAttr,
    #[prop]
    vscale_min: Option<I64Attr>,
    #[prop]
    vscale_max: Option<I64Attr>,
    #[result]
    result: Index,
}

/// Compares two indices, or results of maps of indices: `cmp` is `LT`, `LE`, `EQ`, `GE` or `GT`.
///
/// ```mlir
/// "test.compare"(%a, %b) {cmp = "LT"} : (index, index) -> ()
/// ```
#[op(name = "test.compare", verify = verify_compare)]
pub struct CompareOp {
    #[operand]
    var_operands: Vec<Index>,
    #[prop(default = equal)]
    cmp: StrAttr,
    /// The map of the left side; without it the left side is the first operand.
    #[prop]
    lhs_map: Option<AffineMapAttr>,
    /// The map of the right side.
    #[prop]
    rhs_map: Option<AffineMapAttr>,
    /// Whether the maps are composed with the definitions of the operands first.
    #[prop]
    compose: UnitAttr,
}

fn verify_reify_bound(op: OpRef) -> Checked {
    let has = |slot: usize| op.prop(slot).is_some();
    let (cx, ty) = (op.cx(), op.value(ReifyBoundOp::var).ty());
    let kind = op.get(ReifyBoundOp::bound_type);
    if !["EQ", "LB", "UB"].contains(&kind) {
        return Err(op.error(format!("invalid bound type '{kind}', expected 'EQ', 'LB', or 'UB'")));
    }
    if ty.is_shaped(cx) {
        if !has(ReifyBoundOp::DIM) {
            return Err(op.error("expected 'dim' attribute for shaped type variable"));
        }
    } else if ty.is_index() || ty.is_integer(cx) {
        if ty.is_integer(cx) && !has(ReifyBoundOp::ALLOW_INTEGER_TYPE) {
            return Err(op.error("integer variable requires 'allow_integer_type'"));
        }
        if has(ReifyBoundOp::DIM) {
            return Err(op.error("unexpected 'dim' attribute for index/integer variable"));
        }
    } else {
        return Err(op.error("expected index-typed/integer-typed variable or shape type variable"));
    }
    if has(ReifyBoundOp::CONSTANT) && has(ReifyBoundOp::SCALABLE) {
        // The misspelling is upstream's.
        return Err(op.error("'scalable' and 'constant' are mutually exlusive"));
    }
    let scalable = has(ReifyBoundOp::SCALABLE);
    if scalable != has(ReifyBoundOp::VSCALE_MIN) || scalable != has(ReifyBoundOp::VSCALE_MAX) {
        return Err(op.error("expected 'vscale_min' if and only if 'scalable'"));
    }
    Ok(())
}

fn verify_compare(op: OpRef) -> Checked {
    let n_inputs = |slot: usize| Some(op.prop(slot)?.as_affine_map(op.cx())?.n_inputs() as usize);
    let maps = [n_inputs(CompareOp::LHS_MAP), n_inputs(CompareOp::RHS_MAP)];
    if op.get(CompareOp::compose) && maps.iter().any(Option::is_some) {
        return Err(op.error("'compose' not supported when 'lhs_map' or 'rhs_map' is present"));
    }
    let wanted: usize = maps.into_iter().map(|n_inputs| n_inputs.unwrap_or(1)).sum();
    if op.n_operands() != wanted {
        return Err(op.error(format!("expected {wanted} operands, but got {}", op.n_operands())));
    }
    Ok(())
}

impl CompareOp {
    /// The two sides: each is an operand, or a map and its operands.
    pub fn sides<'a>(op: OpRef<'a>) -> [(Option<&'a AffineMap>, Vec<Value>); 2] {
        let map = |slot: usize| op.prop(slot).and_then(|map| map.as_affine_map(op.cx()));
        let (left, right) = (map(Self::LHS_MAP), map(Self::RHS_MAP));
        let mut operands = value_ids(op.operands());
        let of_right = operands.split_off(left.map_or(1, |map| map.n_inputs() as usize));
        [(left, operands), (right, of_right)]
    }
}
