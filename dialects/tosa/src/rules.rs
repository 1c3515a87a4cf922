//! Traits of several operations: broadcasting, shapes that are known when the program is compiled, result types.
#![allow(non_upper_case_globals)] // Traits are named like types.

use rmlir::core::opdef::{FieldRule, OpTrait};
use rmlir::core::types::{DYNAMIC, TypeData};
use rmlir::core::verify::compatible_shapes;
use rmlir::prelude::*;

use crate::interfaces::{InferShapes, ShapeOperator};
use crate::types::ShapeType;

/// A trait that is a check.
pub(crate) struct Rule {
    name: &'static str,
    check: fn(OpRef) -> Checked,
}

impl OpTrait for Rule {
    fn name(&self) -> &'static str {
        self.name
    }
    fn verify(&self, op: OpRef) -> Checked {
        (self.check)(op)
    }
}

/// Rows of `Name = check;`.
macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident = $check:expr;)*) => {
        $($(#[$doc])* pub(crate) static $name: Rule = Rule { name: stringify!($name), check: $check };)*
    };
}

rules! {
    /// The results have the shape that the operands are broadcast to.
    ResultsBroadcastable = results_broadcastable;
    /// Operands that are shapes are results of operations on shapes.
    ResolvableShapes = resolvable_shapes;
    /// All operands and results are shapes of the same rank.
    SameShapeRanks = same_shape_ranks;
    /// The results are tensors of floats.
    ResultsAreFloatLike = results_are_float_like;
    /// The result has the inferred shape; its elements are truth values.
    InferredShape = |op| inferred(op, Type::I1, |cx, inferred, found| compatible_shapes(cx, &[inferred, found]));
}

/// The constant and its value have the same shape.
pub(crate) static SameShapeAsValues: FieldRule = FieldRule {
    words: "all of {values, output} have same shape",
    holds: |op| {
        let values = op.prop(0).and_then(|values| values.ty(op.cx()));
        values.is_some_and(|ty| compatible_shapes(op.cx(), &[ty, op.result(0).ty()]))
    },
};

/// The operand and the result of a transpose have the same element type.
pub(crate) static SameElementTypeOfTransposed: FieldRule = FieldRule {
    words: "all of {input1, output} have same element type",
    holds: |op| op.operand(0).ty().element(op.cx()) == op.result(0).ty().element(op.cx()),
};

/// The size that two sizes are broadcast to; an unknown size is assumed to fit.
fn broadcast_size(a: i64, b: i64) -> Option<i64> {
    match () {
        () if a == DYNAMIC || b == DYNAMIC => Some(match () {
            () if a > 1 => a,
            () if b > 1 => b,
            () if a == 1 => b,
            () if b == 1 => a,
            () => DYNAMIC,
        }),
        () if a == b || b == 1 => Some(a),
        () if a == 1 => Some(b),
        () => None,
    }
}

/// The shape that two shapes are broadcast to.
pub(crate) fn broadcast_shapes(a: &[i64], b: &[i64]) -> Option<Vec<i64>> {
    broadcast_by(a, b, broadcast_size)
}

/// The shape that two shapes are broadcast to, aligned at their last dimensions; `size_of` is the size of two sizes.
pub(crate) fn broadcast_by(a: &[i64], b: &[i64], size_of: fn(i64, i64) -> Option<i64>) -> Option<Vec<i64>> {
    let (longer, shorter) = if a.len() > b.len() { (a, b) } else { (b, a) };
    let skipped = longer.len() - shorter.len();
    let mut result = longer.to_vec();
    for (size, &other) in result[skipped..].iter_mut().zip(shorter) {
        *size = size_of(*size, other)?;
    }
    Some(result)
}

fn results_broadcastable(op: OpRef) -> Checked {
    let cx = op.cx();
    let mut operands = op.operands().filter_map(|operand| operand.ty().shape(cx));
    let Some(first) = operands.next() else { return Ok(()) };
    let mut broadcast = first.to_vec();
    for shape in operands {
        let Some(both) = broadcast_shapes(&broadcast, shape) else {
            return Err(op.error("operands don't have broadcast-compatible shapes"));
        };
        broadcast = both;
    }
    for found in op.results().filter_map(|result| result.ty().shape(cx)) {
        let fits = |(&a, &b): (&i64, &i64)| a == DYNAMIC || b == DYNAMIC || a == b;
        if found.len() != broadcast.len() || !found.iter().zip(&broadcast).all(fits) {
            let (found, wanted) = (sizes_by_x(found), sizes_by_x(&broadcast));
            return Err(op.error(format!(
                "result type '{found}' not broadcast compatible with broadcasted operands's shapes '{wanted}'"
            )));
        }
    }
    Ok(())
}

fn sizes_by_x(shape: &[i64]) -> String {
    shape.iter().map(|&size| size_text(size)).collect::<Vec<_>>().join("x")
}

/// A size as it is written in a type.
pub(crate) fn size_text(size: i64) -> String {
    if size == DYNAMIC { "?".to_owned() } else { size.to_string() }
}

fn resolvable_shapes(op: OpRef) -> Checked {
    let is_resolvable =
        |value: ValueRef| value.defining_op().is_some_and(|def| def.interface::<dyn ShapeOperator>().is_some());
    let is_shape = |value: &ValueRef| ShapeType::from_type(op.cx(), value.ty()).is_some();
    if op.operands().filter(is_shape).all(is_resolvable) {
        return Ok(());
    }
    Err(op.error("shape operand is not compile time resolvable"))
}

fn same_shape_ranks(op: OpRef) -> Checked {
    let rank = |value: ValueRef| ShapeType::rank_of(op.cx(), value.ty());
    let first = rank(op.operand(0));
    if op.operands().any(|operand| rank(operand) != first) {
        return Err(op.error("operands don't have matching ranks"));
    }
    if op.results().any(|result| rank(result) != first) {
        return Err(op.error("result shape has different rank than operands"));
    }
    Ok(())
}

fn results_are_float_like(op: OpRef) -> Checked {
    if op.results().all(|result| result.ty().element_or_self(op.cx()).float_kind(op.cx()).is_some()) {
        return Ok(());
    }
    Err(op.error("requires a floating point type"))
}

/// Checks that the result has the inferred shape, and the element type of the operand.
pub(crate) fn check_inferred_type(op: OpRef) -> Checked {
    inferred(op, op.operand(0).ty().element_or_self(op.cx()), |cx, inferred, found| {
        inferred.element(cx) == found.element(cx) && compatible_shapes(cx, &[inferred, found])
    })
}

/// Checks the type of the result against the inferred shape with an element type.
fn inferred(op: OpRef, element: Type, is_compatible: fn(&Context, Type, Type) -> bool) -> Checked {
    let cx = op.cx();
    let found = op.result(0).ty();
    let Some(shapes) = op.interface::<dyn InferShapes>().and_then(|infer| infer.infer_shapes(op)) else {
        return Err(op.error("failed to infer returned types"));
    };
    let inferred = match shapes.first() {
        Some(Some(shape)) => rmlir_tensor::tensor_type(cx, shape, element),
        _ => cx.ty(TypeData::UnrankedTensor { element }),
    };
    if is_compatible(cx, inferred, found) {
        return Ok(());
    }
    let (inferred, found) = (cx.show_type(inferred), cx.show_type(found));
    Err(op.error(format!("inferred type(s) '{inferred}' are incompatible with return type(s) of operation '{found}'")))
}
