//! `arith` to `llvm`.
//!
//! Most operations are rows of a table; `casts` holds casts, `integers`
//! operations with two results, `compare` comparisons.

mod casts;
mod compare;
mod integers;

use rmlir::pass::options::IntWidth;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_arith::{
    AddUIExtendedOp, BitcastOp, CmpFOp, CmpIOp, ConstantOp, IndexCastOp, IndexCastUIOp, MulSIExtendedOp,
    MulUIExtendedOp, SelectOp, TruncFOp,
};
use rmlir_arith_passes::expand::division_patterns;
use rmlir_llvm::Llvm;
use rmlir_llvm::ops::constant::ConstantOp as LlvmConstantOp;

use crate::llvm_common::one_to_one::Attributes::*;
use crate::llvm_common::one_to_one::Floats::*;
use crate::llvm_common::one_to_one::{Row, Target, add_rows, replace};
use crate::llvm_common::options::LlvmOptions;
use crate::llvm_common::patterns::{LlvmPatterns, llvm_target};
use crate::llvm_common::type_converter::LlvmTypes;

/// Convert Arith dialect to LLVM dialect.
///
/// Operations on vectors of several dimensions are applied to each one-dimensional vector in them. Floats that LLVM
/// lacks are left unchanged.
#[pass(name = "convert-arith-to-llvm", title = "ArithToLLVMConversionPass", depends(Llvm))]
pub struct ConvertArithToLlvm {
    /// Bitwidth of the index type, 0 to use size of machine word
    #[option(default = 0)]
    index_bitwidth: IntWidth,
}

impl Pass for ConvertArithToLlvm {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut patterns = LlvmPatterns::new(LlvmTypes::new(LlvmOptions::of_width(self.index_bitwidth)));
        add_patterns(&mut patterns);
        let target = llvm_target(cx.cx());
        patterns.convert_partially(cx, &target)
    }
}

const ROWS: &[Row] = &[
    ("arith.addf", "llvm.fadd", FastMath, Supported),
    ("arith.addi", "llvm.add", Overflow, Any),
    ("arith.andi", "llvm.and", Same, Any),
    ("arith.bitcast", "llvm.bitcast", Same, Any),
    ("arith.divf", "llvm.fdiv", FastMath, Supported),
    ("arith.divsi", "llvm.sdiv", Same, Any),
    ("arith.divui", "llvm.udiv", Same, Any),
    ("arith.extf", "llvm.fpext", Same, Supported),
    ("arith.extsi", "llvm.sext", Same, Any),
    ("arith.extui", "llvm.zext", Same, Any),
    ("arith.fptosi", "llvm.fptosi", Same, Supported),
    ("arith.fptoui", "llvm.fptoui", Same, Supported),
    ("arith.maximumf", "llvm.intr.maximum", FastMath, Supported),
    ("arith.maxnumf", "llvm.intr.maxnum", FastMath, Supported),
    ("arith.maxsi", "llvm.intr.smax", Same, Any),
    ("arith.maxui", "llvm.intr.umax", Same, Any),
    ("arith.minimumf", "llvm.intr.minimum", FastMath, Supported),
    ("arith.minnumf", "llvm.intr.minnum", FastMath, Supported),
    ("arith.minsi", "llvm.intr.smin", Same, Any),
    ("arith.minui", "llvm.intr.umin", Same, Any),
    ("arith.mulf", "llvm.fmul", FastMath, Supported),
    ("arith.muli", "llvm.mul", Overflow, Any),
    ("arith.negf", "llvm.fneg", FastMath, Supported),
    ("arith.ori", "llvm.or", Same, Any),
    ("arith.remf", "llvm.frem", FastMath, Supported),
    ("arith.remsi", "llvm.srem", Same, Any),
    ("arith.remui", "llvm.urem", Same, Any),
    ("arith.select", "llvm.select", Same, Any),
    ("arith.shli", "llvm.shl", Overflow, Any),
    ("arith.shrsi", "llvm.ashr", Same, Any),
    ("arith.shrui", "llvm.lshr", Same, Any),
    ("arith.sitofp", "llvm.sitofp", Same, Any),
    ("arith.subf", "llvm.fsub", FastMath, Supported),
    ("arith.subi", "llvm.sub", Overflow, Any),
    ("arith.trunci", "llvm.trunc", Overflow, Any),
    ("arith.uitofp", "llvm.uitofp", Same, Supported),
    ("arith.xori", "llvm.xor", Same, Any),
];

/// Adds the patterns.
pub fn add_patterns(patterns: &mut LlvmPatterns) {
    patterns.plain(division_patterns());
    patterns.on_first::<BitcastOp>(10, casts::lower_identity_bitcast);
    add_rows(patterns, ROWS);
    patterns
        .on::<AddUIExtendedOp>(integers::lower_addui_extended)
        .on::<ConstantOp>(lower_constant)
        .on::<CmpFOp>(compare::lower_cmpf)
        .on::<CmpIOp>(compare::lower_cmpi)
        .on::<IndexCastOp>(casts::lower_index_cast)
        .on::<IndexCastUIOp>(casts::lower_index_castui)
        .on::<MulSIExtendedOp>(integers::lower_mulsi_extended)
        .on::<MulUIExtendedOp>(integers::lower_mului_extended)
        .convert::<SelectOp>(integers::split_select)
        .on::<TruncFOp>(casts::lower_truncf);
}

fn lower_constant(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, operands: &[Value]) -> Match {
    // Most have no attributes besides their value.
    if rw.attr_dict(op) == Attr::EMPTY_DICT
        && let Some(ty) = types.convert(rw.cx(), rw.ty(rw.result(op, 0)))
    {
        let value = ConstantOp::from_id(op).value(rw);
        let made = rw.value(LlvmConstantOp::build(ty, value));
        return rw.replace(op, made);
    }
    let target = Target::like(rw, op, "llvm.mlir.constant", &[]);
    replace(rw, types, op, operands, &target)
}
