//! Masks as vectors of bits: lowering of lanes and masked accesses to `vector` and `arith` operations.
//!
//! Plan: loops over lanes are strip-mined; operations on lanes and memory are lowered one by one, with the bits of
//! their masks; then [`crate::pvec_to_scf`] lowers definitions, logic, guards and selects, which are the same for bits and
//! vectors of them. [`foreach`], [`lanes`] and [`memory`] lower the operations of the files of the same names in the
//! dialect, with the builder of `make`.

mod foreach;
mod lanes;
mod make;
mod memory;

use rmlir::prelude::*;

use self::make::Make;
use crate::pvec_to_scf::lower_predicates;

/// Convert lanes, masks and masked memory to vectors.
///
/// Accesses become `vector.maskedload`, `vector.gather`, `vector.expandload` and their stores, votes and reductions
/// `vector.reduction`; predicates and guards are lowered as by [`convert-pvec-to-scf`](#convert-pvec-to-scf). No
/// operation of `pvec` remains.
///
/// ```mlir
/// %v = pvec.load contiguous %m[%i] if %mask else %w : memref<?xf32>, !pvec.mask<8>, vector<8xf32>
/// %any = pvec.any %mask : !pvec.mask<8>
/// // becomes
/// %v = vector.maskedload %m[%i], %mask, %w : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
/// %any = vector.reduction <or>, %mask : vector<8xi1> into i1
/// ```
#[pass(
    name = "convert-pvec-to-vector",
    anchor = "func.func",
    depends(rmlir_arith::Arith, rmlir_memref::MemRef, rmlir_scf::Scf, rmlir_ub::Ub, rmlir_vector::Vector)
)]
pub fn convert_pvec_to_vector(cx: &mut PassCx) -> PassResult {
    lower_all(&mut cx.rewriter());
    Ok(())
}

/// Lowers all operations of the dialect in a body.
pub fn lower_all(rw: &mut Rewriter) {
    foreach::lower_all(rw);
    let mut ops = Vec::new();
    rw.walk_preorder(rw.root(), |op| ops.push(op));
    for op in ops {
        rw.before(op);
        rw.set_loc(rw.loc(op));
        let mut make = Make { rw };
        if !lanes::lower(&mut make, op) {
            memory::lower(&mut make, op);
        }
    }
    lower_predicates(rw);
}
