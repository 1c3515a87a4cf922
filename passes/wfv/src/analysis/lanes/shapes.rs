//! Shapes of values before the analysis, and the users of values.

use rmlir::analysis::cfg::Node;
use rmlir::prelude::*;
use rmlir_ub as ub;

use crate::analysis::shape::Shape;
use crate::analysis::transfer::width_of;
use crate::clauses::Clause;

/// A user of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum User {
    /// An operation.
    Op(OpId),
    /// The branch condition at the end of a node.
    Branch(Node),
    /// Argument `1` of node `0`, through an edge.
    Argument(Node, usize),
}

/// The shape of an argument of the function.
pub(super) fn of_argument(cx: &Context, ty: Type, clause: &Clause) -> Shape {
    // A linear argument does not wrap around: its clause guarantees that.
    let range = width_of(cx, ty).filter(|_| clause.step.is_some_and(|step| step != 0)).map(|width| width.range());
    Shape { stride: clause.step, alignment: clause.alignment, range }
}

/// Whether the operation produces poison.
pub fn is_undefined(op: OpRef) -> bool {
    op.is::<ub::PoisonOp>()
}

/// The shape of a constant.
pub fn of_constant(cx: &Context, attr: Attr) -> Shape {
    let number = attr.as_integer(cx).and_then(|(number, _)| number.sext_value());
    number.map_or(Shape::UNIFORM, |number| Shape::constant(i128::from(number)))
}
