//! The memory element in which a value is communicated.

use rmlir::affine_maps::AffineMap;
use rmlir::core::memref_layout::memref_type;
use rmlir::prelude::*;
use rmlir_affine::{LoadOp, StoreOp, access_of};
use rmlir_memref::AllocaOp;

/// An element of a memref.
pub(super) struct Place {
    /// The memref.
    pub memref: Value,
    /// The map from the operands to the indices.
    pub map: AffineMap,
    /// The operands of the map.
    pub operands: Vec<Value>,
}

impl Place {
    /// Whether elements of memrefs that affine loads and stores access may be of this type.
    pub fn is_possible(rw: &Rewriter, value: Value) -> bool {
        matches!(rw.cx().type_data(rw.ty(value)), TypeData::Integer { .. } | TypeData::Index | TypeData::Float(_))
    }

    /// The only element of a new memref, allocated at the start of the function.
    pub fn new(rw: &mut Rewriter, ty: Type) -> Self {
        let point = rw.insert_point();
        let entry = rw.entry(rw.region(rw.root(), 0)).expect("the function has a body");
        rw.at_start(entry);
        let ty = memref_type(rw.cx(), &[], ty, None, None);
        let memref = rw.value(AllocaOp::build(ty, &[], &[]));
        rw.set_insert_point(point);
        Self { memref, map: AffineMap::new(0, 0, Vec::new()), operands: Vec::new() }
    }

    /// The element that an affine load or store accesses.
    pub fn of_access(body: &Body, op: OpId) -> Self {
        let access = access_of(OpRef::new(body, op)).expect("affine loads and stores are accesses");
        Self { memref: access.memref, map: access.map, operands: access.operands }
    }

    /// Stores `value` here.
    pub fn store(&self, rw: &mut Rewriter, value: Value, loc: Loc) {
        let map = rw.cx().attr(AttrData::AffineMap(self.map.clone()));
        rw.create(StoreOp::build(value, self.memref, &self.operands, map).at(loc));
    }

    /// Loads what is stored here, of type `ty`.
    pub fn load(&self, rw: &mut Rewriter, ty: Type, loc: Loc) -> Value {
        let map = rw.cx().attr(AttrData::AffineMap(self.map.clone()));
        rw.value(LoadOp::build(ty, self.memref, &self.operands, map).at(loc))
    }
}
