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
use rmlir_arith as arith;
use rmlir_arith::{
    AddUIExtendedOp, BitcastOp, CmpFOp, CmpIOp, ConstantOp, IndexCastOp, IndexCastUIOp, MulSIExtendedOp,
    MulUIExtendedOp, SelectOp, TruncFOp,
};
use rmlir_arith_passes::expand::division_patterns;
use rmlir_llvm as llvm;
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

/// Operations with one counterpart in LLVM.
pub const ROWS: &[Row] = &[
    (arith::AddFOp::NAME, llvm::FAddOp::NAME, FastMath, Supported),
    (arith::AddIOp::NAME, llvm::AddOp::NAME, Overflow, Any),
    (arith::AndIOp::NAME, llvm::AndOp::NAME, Same, Any),
    (BitcastOp::NAME, llvm::BitcastOp::NAME, Same, Any),
    (arith::DivFOp::NAME, llvm::FDivOp::NAME, FastMath, Supported),
    (arith::DivSIOp::NAME, llvm::SDivOp::NAME, Same, Any),
    (arith::DivUIOp::NAME, llvm::UDivOp::NAME, Same, Any),
    (arith::ExtFOp::NAME, llvm::FPExtOp::NAME, Same, Supported),
    (arith::ExtSIOp::NAME, llvm::SExtOp::NAME, Same, Any),
    (arith::ExtUIOp::NAME, llvm::ZExtOp::NAME, Same, Any),
    (arith::FPToSIOp::NAME, llvm::FPToSIOp::NAME, Same, Supported),
    (arith::FPToUIOp::NAME, llvm::FPToUIOp::NAME, Same, Supported),
    (arith::MaximumFOp::NAME, llvm::MaximumIntr::NAME, FastMath, Supported),
    (arith::MaxNumFOp::NAME, llvm::MaxnumIntr::NAME, FastMath, Supported),
    (arith::MaxSIOp::NAME, llvm::SmaxIntr::NAME, Same, Any),
    (arith::MaxUIOp::NAME, llvm::UmaxIntr::NAME, Same, Any),
    (arith::MinimumFOp::NAME, llvm::MinimumIntr::NAME, FastMath, Supported),
    (arith::MinNumFOp::NAME, llvm::MinnumIntr::NAME, FastMath, Supported),
    (arith::MinSIOp::NAME, llvm::SminIntr::NAME, Same, Any),
    (arith::MinUIOp::NAME, llvm::UminIntr::NAME, Same, Any),
    (arith::MulFOp::NAME, llvm::FMulOp::NAME, FastMath, Supported),
    (arith::MulIOp::NAME, llvm::MulOp::NAME, Overflow, Any),
    (arith::NegFOp::NAME, llvm::FNegOp::NAME, FastMath, Supported),
    (arith::OrIOp::NAME, llvm::OrOp::NAME, Same, Any),
    (arith::RemFOp::NAME, llvm::FRemOp::NAME, FastMath, Supported),
    (arith::RemSIOp::NAME, llvm::SRemOp::NAME, Same, Any),
    (arith::RemUIOp::NAME, llvm::URemOp::NAME, Same, Any),
    (SelectOp::NAME, llvm::SelectOp::NAME, Same, Any),
    (arith::ShLIOp::NAME, llvm::ShlOp::NAME, Overflow, Any),
    (arith::ShRSIOp::NAME, llvm::AShrOp::NAME, Same, Any),
    (arith::ShRUIOp::NAME, llvm::LShrOp::NAME, Same, Any),
    (arith::SIToFPOp::NAME, llvm::SIToFPOp::NAME, Same, Any),
    (arith::SubFOp::NAME, llvm::FSubOp::NAME, FastMath, Supported),
    (arith::SubIOp::NAME, llvm::SubOp::NAME, Overflow, Any),
    (arith::TruncIOp::NAME, llvm::TruncOp::NAME, Overflow, Any),
    (arith::UIToFPOp::NAME, llvm::UIToFPOp::NAME, Same, Supported),
    (arith::XOrIOp::NAME, llvm::XOrOp::NAME, Same, Any),
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
    let target = Target::like(rw, op, llvm::ConstantOp::NAME, &[]);
    replace(rw, types, op, operands, &target)
}
