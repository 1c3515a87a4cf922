//! Vector-predicated operations: an element is active if its index is below the vector length and its mask bit is set.

use rmlir::core::speculatable_divisions;
use rmlir::interp::Eval;
use rmlir::prelude::*;

use super::intrinsics;
use crate::types::constraint::*;

intrinsics! {
    VpAddIntr "llvm.intr.vp.add" (Pure) { lhs: VectorOfInt, rhs: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpSubIntr "llvm.intr.vp.sub" (Pure) { lhs: VectorOfInt, rhs: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpMulIntr "llvm.intr.vp.mul" (Pure) { lhs: VectorOfInt, rhs: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpSdivIntr "llvm.intr.vp.sdiv" (NoMemoryEffect) interfaces(Speculatable) { lhs: VectorOfInt, rhs: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpUdivIntr "llvm.intr.vp.udiv" (NoMemoryEffect) interfaces(Speculatable) { lhs: VectorOfInt, rhs: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpSremIntr "llvm.intr.vp.srem" (NoMemoryEffect) interfaces(Speculatable) { lhs: VectorOfInt, rhs: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpUremIntr "llvm.intr.vp.urem" (NoMemoryEffect) interfaces(Speculatable) { lhs: VectorOfInt, rhs: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpAshrIntr "llvm.intr.vp.ashr" (Pure) { lhs: VectorOfInt, rhs: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpLshrIntr "llvm.intr.vp.lshr" (Pure) { lhs: VectorOfInt, rhs: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpShlIntr "llvm.intr.vp.shl" (Pure) { lhs: VectorOfInt, rhs: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpOrIntr "llvm.intr.vp.or" (Pure) { lhs: VectorOfInt, rhs: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpAndIntr "llvm.intr.vp.and" (Pure) { lhs: VectorOfInt, rhs: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpXorIntr "llvm.intr.vp.xor" (Pure) { lhs: VectorOfInt, rhs: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpSmaxIntr "llvm.intr.vp.smax" (Pure) { lhs: VectorOfInt, rhs: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpSminIntr "llvm.intr.vp.smin" (Pure) { lhs: VectorOfInt, rhs: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpUmaxIntr "llvm.intr.vp.umax" (Pure) { lhs: VectorOfInt, rhs: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpUminIntr "llvm.intr.vp.umin" (Pure) { lhs: VectorOfInt, rhs: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpFaddIntr "llvm.intr.vp.fadd" (Pure) { lhs: VectorOfBuiltinFloat, rhs: VectorOfBuiltinFloat, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpFsubIntr "llvm.intr.vp.fsub" (Pure) { lhs: VectorOfBuiltinFloat, rhs: VectorOfBuiltinFloat, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpFmulIntr "llvm.intr.vp.fmul" (Pure) { lhs: VectorOfBuiltinFloat, rhs: VectorOfBuiltinFloat, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpFdivIntr "llvm.intr.vp.fdiv" (Pure) { lhs: VectorOfBuiltinFloat, rhs: VectorOfBuiltinFloat, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpFremIntr "llvm.intr.vp.frem" (Pure) { lhs: VectorOfBuiltinFloat, rhs: VectorOfBuiltinFloat, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpFnegIntr "llvm.intr.vp.fneg" (Pure) { op: VectorOfBuiltinFloat, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpFmuladdIntr "llvm.intr.vp.fmuladd" (Pure) { op1: VectorOfBuiltinFloat, op2: VectorOfBuiltinFloat, op3: VectorOfBuiltinFloat, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpFmaIntr "llvm.intr.vp.fma" (Pure) { op1: VectorOfBuiltinFloat, op2: VectorOfBuiltinFloat, op3: VectorOfBuiltinFloat, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpReduceAddIntr "llvm.intr.vp.reduce.add" (Pure) { satrt_value: SignlessInt, val: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpReduceMulIntr "llvm.intr.vp.reduce.mul" (Pure) { satrt_value: SignlessInt, val: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpReduceAndIntr "llvm.intr.vp.reduce.and" (Pure) { satrt_value: SignlessInt, val: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpReduceOrIntr "llvm.intr.vp.reduce.or" (Pure) { satrt_value: SignlessInt, val: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpReduceXorIntr "llvm.intr.vp.reduce.xor" (Pure) { satrt_value: SignlessInt, val: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpReduceSmaxIntr "llvm.intr.vp.reduce.smax" (Pure) { satrt_value: SignlessInt, val: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpReduceSminIntr "llvm.intr.vp.reduce.smin" (Pure) { satrt_value: SignlessInt, val: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpReduceUmaxIntr "llvm.intr.vp.reduce.umax" (Pure) { satrt_value: SignlessInt, val: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpReduceUminIntr "llvm.intr.vp.reduce.umin" (Pure) { satrt_value: SignlessInt, val: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpReduceFaddIntr "llvm.intr.vp.reduce.fadd" (Pure) { satrt_value: BuiltinFloat, val: VectorOfBuiltinFloat, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpReduceFmulIntr "llvm.intr.vp.reduce.fmul" (Pure) { satrt_value: BuiltinFloat, val: VectorOfBuiltinFloat, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpReduceFmaxIntr "llvm.intr.vp.reduce.fmax" (Pure) { satrt_value: BuiltinFloat, val: VectorOfBuiltinFloat, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpReduceFminIntr "llvm.intr.vp.reduce.fmin" (Pure) { satrt_value: BuiltinFloat, val: VectorOfBuiltinFloat, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpSelectIntr "llvm.intr.vp.select" (Pure) { cond: VectorOfBool, true_val: Vector, false_val: Vector, evl: I32 } [] -> res: Compatible;
    VpMergeIntr "llvm.intr.vp.merge" (Pure) { cond: VectorOfBool, true_val: Vector, false_val: Vector, evl: I32 } [] -> res: Compatible;
    VpLoadIntr "llvm.intr.vp.load" () { ptr: Pointer, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpStoreIntr "llvm.intr.vp.store" () { val: Vector, ptr: Pointer, mask: VectorOfBool, evl: I32 } [];
    ExperimentalVpStridedLoadIntr "llvm.intr.experimental.vp.strided.load" () { ptr: Pointer, stride: SignlessInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    ExperimentalVpStridedStoreIntr "llvm.intr.experimental.vp.strided.store" () { val: Vector, ptr: Pointer, stride: SignlessInt, mask: VectorOfBool, evl: I32 } [];
    VpTruncIntr "llvm.intr.vp.trunc" (Pure) { src: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpZextIntr "llvm.intr.vp.zext" (Pure) { src: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpSextIntr "llvm.intr.vp.sext" (Pure) { src: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpUitofpIntr "llvm.intr.vp.uitofp" (Pure) { src: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpSitofpIntr "llvm.intr.vp.sitofp" (Pure) { src: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpInttoptrIntr "llvm.intr.vp.inttoptr" (Pure) { src: VectorOfInt, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpFptruncIntr "llvm.intr.vp.fptrunc" (Pure) { src: VectorOfBuiltinFloat, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpFpextIntr "llvm.intr.vp.fpext" (Pure) { src: VectorOfBuiltinFloat, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpFptouiIntr "llvm.intr.vp.fptoui" (Pure) { src: VectorOfBuiltinFloat, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpFptosiIntr "llvm.intr.vp.fptosi" (Pure) { src: VectorOfBuiltinFloat, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
    VpPtrtointIntr "llvm.intr.vp.ptrtoint" (Pure) { src: VectorOfPointer, mask: VectorOfBool, evl: I32 } [] -> res: Compatible;
}

speculatable_divisions! {
    VpSdivIntr by RHS_OPERAND as Signed;
    VpUdivIntr by RHS_OPERAND as Unsigned;
    VpSremIntr by RHS_OPERAND as Signed;
    VpUremIntr by RHS_OPERAND as Unsigned;
}
