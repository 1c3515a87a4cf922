//! Interfaces of operations.

use rmlir::prelude::*;

/// The inferred shape of a result: [`DYNAMIC`] for a size that is unknown, `None` if the rank is.
pub type Inferred = Option<Vec<i64>>;

/// An operation whose result shapes follow from its operands and attributes (upstream: `InferShapedTypeOpInterface`).
pub trait InferShapes: Send + Sync {
    /// The shape of each result; `None` if the operands do not determine them.
    fn infer_shapes(&self, op: OpRef) -> Option<Vec<Inferred>>;
}

/// An operation whose result is a shape.
pub trait ShapeOperator: Send + Sync {}
