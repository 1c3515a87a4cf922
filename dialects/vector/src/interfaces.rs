//! Interfaces of this dialect: maskable operations, masking operations, and transfers.

use rmlir::affine_maps::AffineMap;
use rmlir::prelude::*;

/// An operation that `vector.mask` can mask (upstream: `MaskableOpInterface`).
pub trait MaskableOp: Send + Sync {
    /// The type of a mask of the operation.
    fn expected_mask_type(&self, op: OpRef) -> Type;
    /// Whether disabled lanes can have a pass-through value.
    fn supports_passthru(&self) -> bool {
        false
    }
}

/// An operation that masks the one in its region (upstream:
/// `MaskingOpInterface`).
pub trait MaskingOp: Send + Sync {
    /// The mask.
    fn mask(&self, op: OpRef) -> Value;
    /// The pass-through value of disabled lanes.
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

/// The components of a transfer: a read or write of a slice of a tensor or memref (upstream:
/// `VectorTransferOpInterface`).
#[derive(Clone, Debug)]
pub struct Transfer {
    /// The tensor or memref.
    pub base: Value,
    /// The indices at which the slice starts.
    pub indices: Vec<Value>,
    /// The permutation map: the dimension of the base for each dimension of the vector; the constant 0 is a broadcast.
    pub permutation: AffineMap,
    /// Whether each dimension of the vector is known to be within the bounds of the base.
    pub in_bounds: Vec<bool>,
    /// The mask of the elements that are read or written.
    pub mask: Option<Value>,
    /// The type of the vector.
    pub vector_type: Type,
    /// The type of the base.
    pub base_type: Type,
}

impl Transfer {
    /// The number of dimensions that are transferred.
    pub fn rank(&self) -> usize {
        self.permutation.n_results()
    }

    /// Whether dimension `dim` of the vector is a broadcast.
    pub fn is_broadcast_dim(&self, dim: usize) -> bool {
        self.permutation.result(dim).as_constant() == Some(0)
    }

    /// Whether a dimension is a broadcast.
    pub fn has_broadcast_dim(&self) -> bool {
        (0..self.rank()).any(|dim| self.is_broadcast_dim(dim))
    }

    /// Whether a dimension may be out of bounds.
    pub fn has_out_of_bounds_dim(&self) -> bool {
        !self.in_bounds.iter().all(|&inside| inside)
    }
}

/// An operation that transfers a slice between memory or a tensor and a vector.
pub trait VectorTransferOp: Send + Sync {
    /// The components of the transfer.
    fn transfer(&self, op: OpRef) -> Transfer;
}
