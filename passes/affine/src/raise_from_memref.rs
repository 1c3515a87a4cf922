//! Conversion of accesses of `memref` to affine accesses, where their indices are affine.

use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_affine::analysis::indices::affine_indices;

/// Turn some memref operators to affine operators where supported.
///
/// Sums and products that define the indices become part of the map; differences, if this is requested.
///
/// ```mlir
/// %j = arith.addi %i, %c1 : index
/// %0 = memref.load %m[%j] : memref<10xf32>
/// // becomes
/// %j = arith.addi %i, %c1 : index
/// %0 = affine.load %m[%i + 1] : memref<10xf32>
/// ```
#[pass(
    name = "affine-raise-from-memref",
    title = "RaiseMemrefDialect",
    anchor = "func.func",
    depends(rmlir_affine::Affine)
)]
pub struct AffineRaiseFromMemref {
    /// Make differences part of the map, too. mlir-opt has no such option, and leaves accesses with differences unchanged.
    #[option(default = false)]
    differences: bool,
}

impl Pass for AffineRaiseFromMemref {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut rw = Rewriter::new(cx.body_mut());
        let mut ops = Vec::new();
        rw.walk_postorder(rw.root(), |op| ops.push(op));
        for op in ops {
            raise(&mut rw, op, self.differences);
        }
        Ok(())
    }
}

/// Replaces a load or store by an affine one.
fn raise(rw: &mut Rewriter, op: OpId, differences: bool) {
    let view = OpRef::new(rw, op);
    if let Some(store) = view.cast::<rmlir_memref::StoreOp>() {
        let (value, memref) = (store.value(rw), store.memref(rw));
        if let Some((map, operands)) = affine_indices(rw, &store.indices(rw), differences) {
            let map = rw.cx().attr(AttrData::AffineMap(map));
            rw.replace_with(op, rmlir_affine::StoreOp::build(value, memref, &operands, map));
        }
    } else if let Some(load) = view.cast::<rmlir_memref::LoadOp>() {
        let (memref, ty) = (load.memref(rw), rw.ty(rw.result(op, 0)));
        if let Some((map, operands)) = affine_indices(rw, &load.indices(rw), differences) {
            let map = rw.cx().attr(AttrData::AffineMap(map));
            rw.replace_with(op, rmlir_affine::LoadOp::build(ty, memref, &operands, map));
        }
    }
}
