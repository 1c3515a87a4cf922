//! Legalization of scalable vectors in memory.
//!
//! Files: `masks` predicates, of which only full ones can be stored; `reads` reads of vectors that are scalable in
//! another dimension than the last. The alignment of stack allocations is here.

mod masks;
mod reads;

use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPatterns, ConversionTarget};
use rmlir_arith::Arith;
use rmlir_arm_sve::ArmSve;
use rmlir_builtin as builtin;
use rmlir_func::Func;
use rmlir_memref::{AllocaOp, MemRef};
use rmlir_vector::{Vector, VectorType};

/// Ensures stores of SVE vector types will be legal.
///
/// Memory for predicates of fewer than 16 bits becomes memory for full ones, and they are converted when they are
/// stored and loaded. Stack allocations of scalable vectors have the processor's alignment, because LLVM's default is
/// larger than supported. Reads of vectors that are scalable in one dimension before the last become reads of vectors
/// where that is the last.
///
/// ```mlir
/// %buffer = memref.alloca() : memref<vector<[4]xi1>>
/// memref.store %mask, %buffer[] : memref<vector<[4]xi1>>
/// // becomes
/// %buffer = memref.alloca() {alignment = 2 : i64} : memref<vector<[16]xi1>>
/// %full = arm_sve.convert_to_svbool %mask : vector<[4]xi1>
/// memref.store %full, %buffer[] : memref<vector<[16]xi1>>
/// ```
#[pass(
    name = "arm-sve-legalize-vector-storage",
    title = "LegalizeVectorStorage",
    anchor = "func.func",
    depends(Arith, Func, MemRef, Vector, ArmSve)
)]
pub fn arm_sve_legalize_vector_storage(cx: &mut PassCx) -> PassResult {
    let mut patterns = patterns![relax_alignment];
    patterns.extend(masks::patterns());
    patterns.extend(reads::patterns());
    let rewritten = cx.apply_greedily(patterns);
    let mut target = ConversionTarget::new(cx.cx());
    target.dynamic_op(builtin::UnrealizedConversionCastOp::NAME, |op| op.attr(masks::TAG).is_none());
    cx.convert_partially(&target, &ConversionPatterns::new())?;
    rewritten
}

/// The alignment in bytes of predicates on the stack, and of other vectors.
const PREDICATE_ALIGNMENT: i64 = 2;
const VECTOR_ALIGNMENT: i64 = 16;

#[pattern]
fn relax_alignment(op: AllocaOp, rw: &mut Rewriter) -> Match {
    let element = rw.ty(op.memref(rw)).element(rw).and_then(|element| VectorType::of(rw, element));
    let Some(vector) = element.filter(|vector| vector.is_scalable() && op.alignment(rw).is_none()) else {
        return rw.no_match(op, "not of scalable vectors, or aligned already");
    };
    let alignment = if vector.element == Type::I1 { PREDICATE_ALIGNMENT } else { VECTOR_ALIGNMENT };
    let alignment = rw.cx().i64_attr(alignment);
    rw.set_prop(op, AllocaOp::ALIGNMENT, alignment);
    Match::Yes
}
