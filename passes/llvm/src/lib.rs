//! Conversions to the `llvm` dialect.
//!
//! In reading order: `options` the options, [`data_layout`] the properties of the target, [`type_size`] sizes in
//! memory; [`type_converter`] types, [`complaints`] why some cannot be converted, [`descriptor`] memrefs as values,
//! [`emit`] common LLVM operations, [`symbols`] functions that generated code calls; [`patterns`] the form of
//! patterns, [`one_to_one`] the simple ones; then one file or folder for each dialect ([`openmp`] also lowers its
//! constructs to calls), [`interface`] the interface of dialects that can be converted, and [`convert_to_llvm`], which
//! converts them all; [`export`] prepares modules for translation to LLVM IR; [`scripts`] the operations for these
//! patterns in transform scripts.

use rmlir::pass::PassDef;

pub mod arith;
pub mod asynchronous;
pub mod cf;
pub mod complaints;
pub mod convert_to_llvm;
pub mod data_layout;
pub mod descriptor;
pub mod emit;
pub mod export;
pub mod func;
pub mod index;
pub mod interface;
pub mod math;
pub mod memref;
pub mod one_to_one;
pub mod openmp;
pub mod options;
pub mod patterns;
pub mod scripts;
pub mod symbols;
pub mod type_converter;
pub mod type_size;
pub mod ub;
pub mod vector;

/// The passes, in the order in which help lists them.
pub const PASSES: &[&PassDef] = &[
    convert_to_llvm::ConvertToLlvmPass::DEF,
    arith::ConvertArithToLlvm::DEF,
    asynchronous::convert_async_to_llvm::DEF,
    cf::ConvertCfToLlvm::DEF,
    func::ConvertFuncToLlvm::DEF,
    memref::FinalizeMemRefToLlvm::DEF,
    index::ConvertIndexToLlvm::DEF,
    math::ConvertMathToLlvm::DEF,
    openmp::ConvertOpenMpToLlvm::DEF,
    openmp::ConvertOpenMpToRuntime::DEF,
    ub::ConvertUbToLlvm::DEF,
    vector::ConvertVectorToLlvm::DEF,
    export::legalize_for_export::DEF,
    export::request_c_wrappers::DEF,
    export::SetModuleDataLayout::DEF,
];
