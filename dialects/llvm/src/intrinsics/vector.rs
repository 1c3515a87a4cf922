//! Vectors and matrices.

use rmlir::interp::Eval;
use rmlir::prelude::*;

use super::intrinsics;
use crate::attrs::enums::FastmathFlags;
use crate::types::constraint::*;

intrinsics! {
    VectorReduceAddIntr "llvm.intr.vector.reduce.add" (Pure, SameOperandsAndResultElementType) { operand: VectorOfInt } [] -> res: Compatible;
    VectorReduceAndIntr "llvm.intr.vector.reduce.and" (Pure, SameOperandsAndResultElementType) { operand: VectorOfInt } [] -> res: Compatible;
    VectorReduceMulIntr "llvm.intr.vector.reduce.mul" (Pure, SameOperandsAndResultElementType) { operand: VectorOfInt } [] -> res: Compatible;
    VectorReduceOrIntr "llvm.intr.vector.reduce.or" (Pure, SameOperandsAndResultElementType) { operand: VectorOfInt } [] -> res: Compatible;
    VectorReduceSmaxIntr "llvm.intr.vector.reduce.smax" (Pure, SameOperandsAndResultElementType) { operand: VectorOfInt } [] -> res: Compatible;
    VectorReduceSminIntr "llvm.intr.vector.reduce.smin" (Pure, SameOperandsAndResultElementType) { operand: VectorOfInt } [] -> res: Compatible;
    VectorReduceUmaxIntr "llvm.intr.vector.reduce.umax" (Pure, SameOperandsAndResultElementType) { operand: VectorOfInt } [] -> res: Compatible;
    VectorReduceUminIntr "llvm.intr.vector.reduce.umin" (Pure, SameOperandsAndResultElementType) { operand: VectorOfInt } [] -> res: Compatible;
    VectorReduceXorIntr "llvm.intr.vector.reduce.xor" (Pure, SameOperandsAndResultElementType) { operand: VectorOfInt } [] -> res: Compatible;
    VectorReduceFmaxIntr "llvm.intr.vector.reduce.fmax" (Pure, SameOperandsAndResultElementType) { operand: VectorOfBuiltinFloat } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    VectorReduceFminIntr "llvm.intr.vector.reduce.fmin" (Pure, SameOperandsAndResultElementType) { operand: VectorOfBuiltinFloat } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    VectorReduceFmaximumIntr "llvm.intr.vector.reduce.fmaximum" (Pure, SameOperandsAndResultElementType) { operand: VectorOfBuiltinFloat } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    VectorReduceFminimumIntr "llvm.intr.vector.reduce.fminimum" (Pure, SameOperandsAndResultElementType) { operand: VectorOfBuiltinFloat } [] fastmath fastmathFlags -> res: Compatible = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
    VectorReduceFaddIntr "llvm.intr.vector.reduce.fadd" (Pure, SameOperandsAndResultElementType) { start_value: BuiltinFloat, input: VectorOfBuiltinFloat } [] fastmath fastmathFlags -> res: Compatible;
    VectorReduceFmulIntr "llvm.intr.vector.reduce.fmul" (Pure, SameOperandsAndResultElementType) { start_value: BuiltinFloat, input: VectorOfBuiltinFloat } [] fastmath fastmathFlags -> res: Compatible;
    MatrixColumnMajorLoadIntr "llvm.intr.matrix.column.major.load" () { data: Pointer, stride: SignlessInt } [isVolatile: I1Attr, rows: I32Attr, columns: I32Attr] -> res: Vector = "$data `,` `<` `stride` `=` $stride `>` attr-dict `:` type($res) `from` qualified(type($data)) `stride` type($stride)";
    MatrixColumnMajorStoreIntr "llvm.intr.matrix.column.major.store" () { matrix: Vector, data: Pointer, stride: SignlessInt } [isVolatile: I1Attr, rows: I32Attr, columns: I32Attr] = "$matrix `,` $data `,` `<` `stride` `=` $stride `>` attr-dict `:` type($matrix) `to` qualified(type($data)) `stride` type($stride)";
    MatrixMultiplyIntr "llvm.intr.matrix.multiply" () { lhs: Vector, rhs: Vector } [lhs_rows: I32Attr, lhs_columns: I32Attr, rhs_columns: I32Attr] -> res: Vector = "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($res)";
    MatrixTransposeIntr "llvm.intr.matrix.transpose" () { matrix: Vector } [rows: I32Attr, columns: I32Attr] -> res: Vector = "$matrix attr-dict `:` type($matrix) `into` type($res)";
    GetActiveLaneMaskIntr "llvm.intr.get.active.lane.mask" (Pure) { base: SignlessInt, n: SignlessInt } [] -> res: Compatible = "$base `,` $n attr-dict `:` type($base) `,` type($n) `to` type($res)";
    MaskedStoreIntr "llvm.intr.masked.store" () { value: Vector, data: Pointer, mask: VectorOfBool } [alignment: I32Attr] = "$value `,` $data `,` $mask attr-dict `:` type($value) `,` type($mask) `into` qualified(type($data))";
    MaskedScatterIntr "llvm.intr.masked.scatter" () { value: Vector, ptrs: VectorOfPointer, mask: VectorOfBool } [alignment: I32Attr] = "$value `,` $ptrs `,` $mask attr-dict `:` type($value) `,` type($mask) `into` type($ptrs)";
    VscaleIntr "llvm.intr.vscale" () {} [] -> res: Compatible;
    StepvectorIntr "llvm.intr.stepvector" (Pure) {} [] -> res: VectorOfInt = "attr-dict `:` type($res)";
    VectorInsertIntr "llvm.intr.vector.insert" (Pure) types(V = Vector) { dstvec: V, srcvec: Vector } [pos: I64Attr] -> res: V = "$srcvec `,` $dstvec `[` $pos `]` attr-dict `:` type($srcvec) `into` type($res)";
    VectorExtractIntr "llvm.intr.vector.extract" (Pure) { srcvec: Vector } [pos: I64Attr] -> res: Vector = "$srcvec `[` $pos `]` attr-dict `:` type($res) `from` type($srcvec)";
    VectorInterleave2Intr "llvm.intr.vector.interleave2" (Pure) types(V = Vector) { vec1: V, vec2: V } [] -> res: Compatible;
    VectorDeinterleave2Intr "llvm.intr.vector.deinterleave2" (Pure) { vec: Vector } [] -> res: Compatible;
}

/// Loads the elements whose mask bits are set; the others are from the pass-through vector.
#[op(name = "llvm.intr.masked.load", eval, format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct MaskedLoadIntr {
    #[operand]
    data: Pointer,
    #[operand]
    mask: VectorOfBool,
    #[operand]
    pass_thru: Option<Vector>,
    #[prop]
    alignment: I32Attr,
    #[prop]
    nontemporal: Option<UnitAttr>,
    #[result]
    res: Vector,
}

/// Gathers the elements whose mask bits are set; the others are from the pass-through vector.
#[op(name = "llvm.intr.masked.gather", eval, format = "operands attr-dict `:` functional-type(operands, results)")]
pub struct MaskedGatherIntr {
    #[operand]
    ptrs: VectorOfPointer,
    #[operand]
    mask: VectorOfBool,
    #[operand]
    pass_thru: Vec<Vector>,
    #[prop]
    alignment: I32Attr,
    #[result]
    res: Vector,
}

/// Loads contiguous elements into the elements whose mask bits are set.
#[op(name = "llvm.intr.masked.expandload", eval)]
pub struct MaskedExpandloadIntr {
    #[operand]
    ptr: Pointer,
    #[operand]
    mask: VectorOfBool,
    #[operand]
    passthru: Vector,
    #[prop]
    arg_attrs: Option<DictArrayAttr>,
    #[prop]
    res_attrs: Option<DictArrayAttr>,
    #[result]
    res: Compatible,
}

/// Stores the elements whose mask bits are set contiguously.
#[op(name = "llvm.intr.masked.compressstore", eval)]
pub struct MaskedCompressstoreIntr {
    #[operand]
    value: Vector,
    #[operand]
    ptr: Pointer,
    #[operand]
    mask: VectorOfBool,
    #[prop]
    arg_attrs: Option<DictArrayAttr>,
    #[prop]
    res_attrs: Option<DictArrayAttr>,
}
