//! Functions of numbers, element by element.

use rmlir::prelude::*;

use super::intrinsics;
use crate::attrs::enums::FastmathFlags;
use crate::types::StructType;
use crate::types::constraint::*;

intrinsics! {
    BitreverseIntr "llvm.intr.bitreverse" (Pure, SameOperandsAndResultType) { operand: IntOrVector } [] -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    BswapIntr "llvm.intr.bswap" (Pure, SameOperandsAndResultType) { operand: IntOrVector } [] -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    CtpopIntr "llvm.intr.ctpop" (Pure, SameOperandsAndResultType) { operand: IntOrVector } [] -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    ExpIntr "llvm.intr.exp" (Pure, SameOperandsAndResultType) { operand: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    Exp2Intr "llvm.intr.exp2" (Pure, SameOperandsAndResultType) { operand: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    Exp10Intr "llvm.intr.exp10" (Pure, SameOperandsAndResultType) { operand: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    FabsIntr "llvm.intr.fabs" (Pure, SameOperandsAndResultType) { operand: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    CeilIntr "llvm.intr.ceil" (Pure, SameOperandsAndResultType) { operand: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    FloorIntr "llvm.intr.floor" (Pure, SameOperandsAndResultType) { operand: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    Log10Intr "llvm.intr.log10" (Pure, SameOperandsAndResultType) { operand: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    Log2Intr "llvm.intr.log2" (Pure, SameOperandsAndResultType) { operand: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    LogIntr "llvm.intr.log" (Pure, SameOperandsAndResultType) { operand: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    RoundevenIntr "llvm.intr.roundeven" (Pure, SameOperandsAndResultType) { operand: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    RoundIntr "llvm.intr.round" (Pure, SameOperandsAndResultType) { operand: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    TruncIntr "llvm.intr.trunc" (Pure, SameOperandsAndResultType) { operand: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    SqrtIntr "llvm.intr.sqrt" (Pure, SameOperandsAndResultType) { operand: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    RintIntr "llvm.intr.rint" (Pure, SameOperandsAndResultType) { operand: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    NearbyintIntr "llvm.intr.nearbyint" (Pure, SameOperandsAndResultType) { operand: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    SinIntr "llvm.intr.sin" (Pure, SameOperandsAndResultType) { operand: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    CosIntr "llvm.intr.cos" (Pure, SameOperandsAndResultType) { operand: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    TanIntr "llvm.intr.tan" (Pure, SameOperandsAndResultType) { operand: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    AsinIntr "llvm.intr.asin" (Pure, SameOperandsAndResultType) { operand: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    AcosIntr "llvm.intr.acos" (Pure, SameOperandsAndResultType) { operand: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    AtanIntr "llvm.intr.atan" (Pure, SameOperandsAndResultType) { operand: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    SinhIntr "llvm.intr.sinh" (Pure, SameOperandsAndResultType) { operand: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    CoshIntr "llvm.intr.cosh" (Pure, SameOperandsAndResultType) { operand: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    TanhIntr "llvm.intr.tanh" (Pure, SameOperandsAndResultType) { operand: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    SmaxIntr "llvm.intr.smax" (Pure, SameOperandsAndResultType) { a: IntOrVector, b: IntOrVector } [] -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    SminIntr "llvm.intr.smin" (Pure, SameOperandsAndResultType) { a: IntOrVector, b: IntOrVector } [] -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    UmaxIntr "llvm.intr.umax" (Pure, SameOperandsAndResultType) { a: IntOrVector, b: IntOrVector } [] -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    UminIntr "llvm.intr.umin" (Pure, SameOperandsAndResultType) { a: IntOrVector, b: IntOrVector } [] -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    SaddSatIntr "llvm.intr.sadd.sat" (Pure, SameOperandsAndResultType) { a: IntOrVector, b: IntOrVector } [] -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    UaddSatIntr "llvm.intr.uadd.sat" (Pure, SameOperandsAndResultType) { a: IntOrVector, b: IntOrVector } [] -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    SsubSatIntr "llvm.intr.ssub.sat" (Pure, SameOperandsAndResultType) { a: IntOrVector, b: IntOrVector } [] -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    UsubSatIntr "llvm.intr.usub.sat" (Pure, SameOperandsAndResultType) { a: IntOrVector, b: IntOrVector } [] -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    SshlSatIntr "llvm.intr.sshl.sat" (Pure, SameOperandsAndResultType) { a: IntOrVector, b: IntOrVector } [] -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    UshlSatIntr "llvm.intr.ushl.sat" (Pure, SameOperandsAndResultType) { a: IntOrVector, b: IntOrVector } [] -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    CopysignIntr "llvm.intr.copysign" (Pure, SameOperandsAndResultType) { a: FloatOrVector, b: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    PowIntr "llvm.intr.pow" (Pure, SameOperandsAndResultType) { a: FloatOrVector, b: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    MaxnumIntr "llvm.intr.maxnum" (Pure, SameOperandsAndResultType) { a: FloatOrVector, b: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    MinnumIntr "llvm.intr.minnum" (Pure, SameOperandsAndResultType) { a: FloatOrVector, b: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    MaximumIntr "llvm.intr.maximum" (Pure, SameOperandsAndResultType) { a: FloatOrVector, b: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    MinimumIntr "llvm.intr.minimum" (Pure, SameOperandsAndResultType) { a: FloatOrVector, b: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    Atan2Intr "llvm.intr.atan2" (Pure, SameOperandsAndResultType) { a: FloatOrVector, b: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    FshlIntr "llvm.intr.fshl" (Pure, SameOperandsAndResultType) { a: IntOrVector, b: IntOrVector, c: IntOrVector } [] -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    FshrIntr "llvm.intr.fshr" (Pure, SameOperandsAndResultType) { a: IntOrVector, b: IntOrVector, c: IntOrVector } [] -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    FmaIntr "llvm.intr.fma" (Pure, SameOperandsAndResultType) { a: FloatOrVector, b: FloatOrVector, c: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    FmuladdIntr "llvm.intr.fmuladd" (Pure, SameOperandsAndResultType) { a: FloatOrVector, b: FloatOrVector, c: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    CtlzIntr "llvm.intr.ctlz" (Pure, SameOperandsAndResultType) { operand: IntOrVector } [is_zero_poison: I1Attr] -> res: Compatible;
    CttzIntr "llvm.intr.cttz" (Pure, SameOperandsAndResultType) { operand: IntOrVector } [is_zero_poison: I1Attr] -> res: Compatible;
    AbsIntr "llvm.intr.abs" (Pure) { operand: IntOrVector } [is_int_min_poison: I1Attr] -> res: Compatible;
    IsFpclassIntr "llvm.intr.is.fpclass" (Pure) { operand: FloatOrVector } [bit: I32Attr] -> res: Compatible;
    LdexpIntr "llvm.intr.ldexp" (Pure) { val: FloatOrVector, power: SignlessInt } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    PowiIntr "llvm.intr.powi" (Pure) { val: FloatOrVector, power: SignlessInt } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    FrexpIntr "llvm.intr.frexp" (Pure) { val: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    SincosIntr "llvm.intr.sincos" (Pure) { val: FloatOrVector } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)"
        , verify verify_sincos;
    LroundIntr "llvm.intr.lround" (Pure) { val: FloatOrVector } [] -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    LrintIntr "llvm.intr.lrint" (Pure) { val: FloatOrVector } [] -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    LlrintIntr "llvm.intr.llrint" (Pure) { val: FloatOrVector } [] -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    LlroundIntr "llvm.intr.llround" (Pure) { val: Float } [] -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    ScmpIntr "llvm.intr.scmp" (Pure, SameTypeOperands) { a: IntOrVector, b: IntOrVector } [] -> res: IntOrVector = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    UcmpIntr "llvm.intr.ucmp" (Pure, SameTypeOperands) { a: IntOrVector, b: IntOrVector } [] -> res: IntOrVector = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    SaddWithOverflowIntr "llvm.intr.sadd.with.overflow" (Pure, SameOperandsElementType) { lhs: IntOrVector, rhs: IntOrVector } [] -> res: Compatible;
    UaddWithOverflowIntr "llvm.intr.uadd.with.overflow" (Pure, SameOperandsElementType) { lhs: IntOrVector, rhs: IntOrVector } [] -> res: Compatible;
    SsubWithOverflowIntr "llvm.intr.ssub.with.overflow" (Pure, SameOperandsElementType) { lhs: IntOrVector, rhs: IntOrVector } [] -> res: Compatible;
    UsubWithOverflowIntr "llvm.intr.usub.with.overflow" (Pure, SameOperandsElementType) { lhs: IntOrVector, rhs: IntOrVector } [] -> res: Compatible;
    SmulWithOverflowIntr "llvm.intr.smul.with.overflow" (Pure, SameOperandsElementType) { lhs: IntOrVector, rhs: IntOrVector } [] -> res: Compatible;
    UmulWithOverflowIntr "llvm.intr.umul.with.overflow" (Pure, SameOperandsElementType) { lhs: IntOrVector, rhs: IntOrVector } [] -> res: Compatible;
}

/// The result is a pair of the operand's type.
fn verify_sincos(op: OpRef) -> Checked {
    let (cx, ty, result) = (op.cx(), op.operand(0).ty(), op.result(0).ty());
    let is_pair = StructType::from_type(cx, result).is_some_and(|pair| pair.members(cx) == [ty, ty]);
    if is_pair {
        return Ok(());
    }
    let result = cx.show_type(result);
    Err(op.error(format!(
        "expected result type to be an homogeneous struct with two elements matching the operand type, but got \
         '{result}'"
    )))
}
