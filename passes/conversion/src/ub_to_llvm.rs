//! `ub` to `llvm`.

use rmlir::pass::options::IntWidth;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_llvm::Llvm;
use rmlir_llvm::ops::branch::UnreachableOp as LlvmUnreachableOp;
use rmlir_ub::{PoisonOp, UnreachableOp, is_poison};

use crate::llvm_common::emit::poison;
use crate::llvm_common::options::LlvmOptions;
use crate::llvm_common::patterns::{LlvmPatterns, llvm_target};
use crate::llvm_common::type_converter::LlvmTypes;

/// Convert UB dialect to LLVM dialect.
///
/// Poison and unreachable code have the same semantics in LLVM.
#[pass(name = "convert-ub-to-llvm", title = "UBToLLVMConversionPass", depends(Llvm))]
pub struct ConvertUbToLlvm {
    /// Bitwidth of the index type, 0 to use size of machine word
    #[option(default = 0)]
    index_bitwidth: IntWidth,
}

impl Pass for ConvertUbToLlvm {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut patterns = LlvmPatterns::new(LlvmTypes::new(LlvmOptions::of_width(self.index_bitwidth)));
        add_patterns(&mut patterns);
        let target = llvm_target(cx.cx());
        patterns.convert_partially(cx, &target)
    }
}

/// Adds the patterns.
pub fn add_patterns(patterns: &mut LlvmPatterns) {
    patterns.on::<PoisonOp>(lower_poison).on::<UnreachableOp>(|rw, _, op, _| {
        rw.replace_with(op, LlvmUnreachableOp::build());
        Match::Yes
    });
}

fn lower_poison(rw: &mut Rewriter, types: &LlvmTypes, op: OpId, _: &[Value]) -> Match {
    if !is_poison(rw.cx(), PoisonOp::from_id(op).value(rw)) {
        return rw.no_match(op, "pattern can only convert op with 'poison' poison value");
    }
    let Some(ty) = types.convert_compatible(rw.cx(), rw.ty(rw.result(op, 0))) else {
        return rw.no_match(op, "failed to convert result type");
    };
    let made = poison(rw, ty);
    rw.replace(op, [made])
}
