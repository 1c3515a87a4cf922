//! Interfaces of this dialect: operations that can be masked, the operation
//! that masks, and reads and writes of slices.

use rmlir::affine::AffineMap;
use rmlir::core::attrs::AttrData;
use rmlir::prelude::*;

use crate::transfer::{TransferReadOp, TransferWriteOp, bool_array, parts};

/// An operation that `vector.mask` can stand around (upstream:
/// `MaskableOpInterface`).
pub trait MaskableOp: Send + Sync {
    /// The type that a mask of it has.
    fn expected_mask_type(&self, op: OpRef) -> Type;
    /// Whether lanes that are masked off can be given values.
    fn supports_passthru(&self) -> bool {
        false
    }
}

/// An operation that masks the one in its region (upstream:
/// `MaskingOpInterface`).
pub trait MaskingOp: Send + Sync {
    /// The mask.
    fn mask(&self, op: OpRef) -> Value;
    /// The values of lanes that are masked off.
    fn passthru(&self, op: OpRef) -> Option<Value>;
}

/// The operation that masks `op`, if one does.
pub fn masking_op(body: &Body, op: OpId) -> Option<OpId> {
    body.parent_op(op).filter(|&parent| body.interface::<dyn MaskingOp>(parent).is_some())
}

/// Whether `op` is masked.
pub fn is_masked(body: &Body, op: OpId) -> bool {
    masking_op(body, op).is_some()
}

/// The parts of a read or write of a slice of a tensor or memref (upstream:
/// `VectorTransferOpInterface`).
#[derive(Clone, Debug)]
pub struct Transfer {
    /// The tensor or memref.
    pub base: Value,
    /// Where the slice starts.
    pub indices: Vec<Value>,
    /// Which dimension of the base each dimension of the vector runs along;
    /// the constant 0 is a broadcast.
    pub permutation: AffineMap,
    /// Which dimensions of the vector stay inside the base.
    pub in_bounds: Vec<bool>,
    /// Which elements are read or written.
    pub mask: Option<Value>,
    /// The type of the vector.
    pub vector_type: Type,
    /// The type of the base.
    pub base_type: Type,
}

impl Transfer {
    /// The parts of `op`, which is a transfer.
    pub fn of(body: &Body, op: impl Into<OpId>) -> Self {
        parts(OpRef::new(body, op.into()))
    }

    /// A read of these parts, with `padding` for elements outside.
    pub fn read(&self, cx: &Context, padding: Value) -> Build<TransferReadOp> {
        let (map, in_bounds) = self.attrs(cx);
        TransferReadOp::build(self.vector_type, self.base, &self.indices, padding, self.mask, map, in_bounds)
    }

    /// A write of `vector` to these parts.
    pub fn write(&self, cx: &Context, vector: Value) -> Build<TransferWriteOp> {
        let (map, in_bounds) = self.attrs(cx);
        let result = Some(self.base_type).filter(|ty| ty.is_tensor(cx));
        TransferWriteOp::build(result, vector, self.base, &self.indices, self.mask, map, in_bounds)
    }

    fn attrs(&self, cx: &Context) -> (Attr, Attr) {
        (cx.attr(AttrData::AffineMap(self.permutation.clone())), bool_array(cx, &self.in_bounds))
    }

    /// How many dimensions are transferred.
    pub fn rank(&self) -> usize {
        self.permutation.n_results()
    }

    /// Whether dimension `dim` of the vector is not along one of the base.
    pub fn is_broadcast_dim(&self, dim: usize) -> bool {
        self.permutation.result(dim).as_constant() == Some(0)
    }

    /// Whether a dimension is a broadcast.
    pub fn has_broadcast_dim(&self) -> bool {
        (0..self.rank()).any(|dim| self.is_broadcast_dim(dim))
    }

    /// Whether a dimension may leave the base.
    pub fn has_out_of_bounds_dim(&self) -> bool {
        !self.in_bounds.iter().all(|&inside| inside)
    }
}

/// An operation that transfers a slice.
pub trait VectorTransferOp: Send + Sync {
    /// Its parts.
    fn transfer(&self, op: OpRef) -> Transfer;
}
