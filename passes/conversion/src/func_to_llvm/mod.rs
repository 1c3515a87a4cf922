//! `func` to `llvm`.
//!
//! In reading order: `function` functions and the conversion of their arguments, `original` what is needed of a
//! function afterwards; `wrapper` functions for callers and callees in C; `calls` calls and returns; `unranked`
//! descriptors of unranked memrefs, copied where they escape from a function.

mod calls;
mod function;
mod original;
pub mod unranked;
mod wrapper;

use rmlir::pass::options::IntWidth;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::ConversionPattern;
use rmlir_func::{CallIndirectOp, CallOp, ConstantOp, FuncOp, ReturnOp};
use rmlir_llvm::Llvm;
use rmlir_llvm::ops::constant::AddressOfOp;

use crate::llvm_common::options::LlvmOptions;
use crate::llvm_common::patterns::{LlvmPatterns, llvm_target};
use crate::llvm_common::type_converter::LlvmTypes;

/// Convert from the Func dialect to the LLVM dialect.
///
/// Functions, calls and returns, with the types of arguments and results. A memref argument is converted to the fields
/// of its descriptor, or to a bare pointer. Several results are returned as one structure. For functions marked
/// `llvm.emit_c_interface` a wrapper is added that C can call, with pointers to descriptors.
///
/// ```mlir
/// func.func @f(%a: index) -> (i32, f32) { .. }
/// // becomes
/// llvm.func @f(%a: i64) -> !llvm.struct<(i32, f32)> { .. }
/// ```
#[pass(name = "convert-func-to-llvm", title = "ConvertFuncToLLVMPass", anchor = "builtin.module", depends(Llvm))]
pub struct ConvertFuncToLlvm {
    /// Replace FuncOp's MemRef arguments with bare pointers to the MemRef element types
    #[option(default = false)]
    use_bare_ptr_memref_call_conv: bool,
    /// Bitwidth of the index type, 0 to use size of machine word
    #[option(default = 0)]
    index_bitwidth: IntWidth,
}

impl Pass for ConvertFuncToLlvm {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let options = LlvmOptions::of_layout(cx.op(), cx.ancestors(), self.index_bitwidth);
        let mut options = match options.with_pointers_of(cx.op(), cx.ancestors()) {
            Ok(options) => options,
            Err(error) => {
                cx.emit(error);
                return cx.signal_failure();
            }
        };
        options.bare_pointers = self.use_bare_ptr_memref_call_conv;
        let mut patterns = LlvmPatterns::new(LlvmTypes::new(options));
        add_patterns(&mut patterns);
        let target = llvm_target(cx.cx());
        patterns.convert_partially(cx, &target)
    }
}

/// Adds the patterns.
pub fn add_patterns(patterns: &mut LlvmPatterns) {
    patterns
        .convert::<FuncOp>(|rw, types, _, _| function::lower(rw, types))
        .convert::<CallIndirectOp>(calls::lower_indirect)
        .on::<ConstantOp>(lower_constant)
        .convert::<ReturnOp>(calls::lower_return);
    let (types, bare_functions) = (patterns.types.clone(), calls::BareFunctions::default());
    let name = CallOp::DEF.name;
    patterns.add(ConversionPattern::one_to_many(name, name, move |rw, op, operands| {
        calls::lower_direct(rw, &types, op, operands, &bare_functions)
    }));
}

/// The address of the function.
fn lower_constant(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, _: &[Value]) -> Match {
    let Some(ty) = types.convert_compatible(rw.cx(), rw.ty(rw.result(op, 0))) else {
        return rw.no_match(op, "failed to convert result type");
    };
    let mut state = AddressOfOp::build(ty, ConstantOp::from_id(op).value(rw)).finish(rw.cx());
    state.attrs = rw.discardable_attrs(op).to_vec();
    let new = rw.create_state(state);
    let result = rw.result(new, 0);
    rw.replace(op, [result])
}
