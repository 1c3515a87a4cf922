//! Operations that compute each element of vectors as they compute scalars.

use rmlir::prelude::*;

/// Operations of LLVM that compute each element apart, without the trait that says so.
const OF_LLVM: [&str; 25] = [
    "llvm.freeze",
    "llvm.intr.abs",
    "llvm.intr.bitreverse",
    "llvm.intr.bswap",
    "llvm.intr.ctlz",
    "llvm.intr.cttz",
    "llvm.intr.exp10",
    "llvm.intr.fma",
    "llvm.intr.fmuladd",
    "llvm.intr.fshl",
    "llvm.intr.fshr",
    "llvm.intr.maximum",
    "llvm.intr.maxnum",
    "llvm.intr.minimum",
    "llvm.intr.minnum",
    "llvm.intr.nearbyint",
    "llvm.intr.rint",
    "llvm.intr.sadd.sat",
    "llvm.intr.ssub.sat",
    "llvm.intr.smax",
    "llvm.intr.smin",
    "llvm.intr.uadd.sat",
    "llvm.intr.umax",
    "llvm.intr.umin",
    "llvm.intr.usub.sat",
];

/// Whether `op` computes each element of vectors as it computes scalars.
pub fn is_elementwise(op: OpRef) -> bool {
    op.has(TraitSet::VECTORIZABLE) || OF_LLVM.contains(&op.name_str())
}
