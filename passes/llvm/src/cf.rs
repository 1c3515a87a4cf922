//! `cf` to `llvm`: branches, with the arguments of their successors.

use std::sync::atomic::AtomicU32;

use rmlir::pass::options::IntWidth;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionRewriter};
use rmlir_cf::{AssertOp, BrOp, CondBrOp, SwitchOp};
use rmlir_llvm::Llvm;
use rmlir_llvm::ops::branch::{BrOp as LlvmBrOp, CondBrOp as LlvmCondBrOp, UnreachableOp};
use rmlir_llvm::ops::constant::AddressOfOp;
use rmlir_llvm::ops::switch::SwitchOp as LlvmSwitchOp;
use rmlir_llvm::types::{FunctionType, VoidType};

use crate::emit::{GepIndex, call, gep};
use crate::options::LlvmOptions;
use crate::patterns::{LlvmPatterns, llvm_target};
use crate::symbols::{add_text, find_or_declare};
use crate::type_converter::{LlvmTypes, pointer};

/// Convert ControlFlow operations to the LLVM dialect.
///
/// Branches become those of LLVM, and the arguments of their successors get types of LLVM. An assertion that fails
/// prints its message and aborts.
#[pass(name = "convert-cf-to-llvm", title = "ConvertControlFlowToLLVMPass", depends(Llvm))]
pub struct ConvertCfToLlvm {
    /// Bitwidth of the index type, 0 to use size of machine word
    #[option(default = 0)]
    index_bitwidth: IntWidth,
}

impl Pass for ConvertCfToLlvm {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut patterns = LlvmPatterns::new(LlvmTypes::new(LlvmOptions::of_width(self.index_bitwidth)));
        add_patterns(&mut patterns);
        let mut target = llvm_target(cx.cx());
        target.dynamic_unknown(|op| op.name().dialect(op.cx()) != "cf");
        patterns.convert_partially(cx, &target)
    }
}

/// Adds the patterns.
pub fn add_patterns(patterns: &mut LlvmPatterns) {
    patterns.convert::<BrOp>(lower_br).convert::<CondBrOp>(lower_cond_br).convert::<SwitchOp>(lower_switch);
    // The number of messages that have been numbered.
    let n_messages = AtomicU32::new(0);
    let name = AssertOp::DEF.name;
    let lower = move |rw: &mut ConversionRewriter, op, operands: &[Value]| lower_assert(rw, op, operands, &n_messages);
    patterns.add(ConversionPattern::new(name, name, lower));
}

/// `block` with its arguments converted to the types `wanted`.
fn converted_block(
    rw: &mut ConversionRewriter,
    types: &LlvmTypes,
    op: OpId,
    block: BlockId,
    wanted: &[Type],
) -> Option<BlockId> {
    if rw.args(block).iter().map(|&arg| rw.ty(arg)).eq(wanted.iter().copied()) {
        return Some(block);
    }
    let Some(signature) = types.block_signature(rw, block) else {
        rw.no_match(op, "could not compute block signature");
        return None;
    };
    if signature.types() != wanted {
        rw.no_match(op, "mismatch between adaptor operand types and computed block signature");
        return None;
    }
    Some(rw.apply_signature_conversion(block, &signature, Some(&types.converter)))
}

/// The converted successor `index` of `op`, for these operands.
fn converted_successor(
    rw: &mut ConversionRewriter,
    types: &LlvmTypes,
    op: OpId,
    index: usize,
    operands: &[Value],
) -> Option<BlockId> {
    let wanted: Vec<Type> = operands.iter().map(|&operand| rw.ty(operand)).collect();
    let block = rw.successor(op, index);
    converted_block(rw, types, op, block, &wanted)
}

fn lower_br(rw: &mut ConversionRewriter, types: &LlvmTypes, op: OpId, operands: &[Vec<Value>]) -> Match {
    let operands = operands.concat();
    let Some(block) = converted_successor(rw, types, op, 0, &operands) else { return Match::No };
    let cx = rw.cx();
    let mut state = LlvmBrOp::build(&operands, block).finish(cx);
    for entry in rw.all_attrs(op) {
        state.set_attr(cx, entry.name.str(cx), entry.value);
    }
    rw.create_state(state);
    rw.erase(op)
}

fn lower_cond_br(rw: &mut ConversionRewriter, types: &LlvmTypes, op: OpId, operands: &[Vec<Value>]) -> Match {
    let view = OpRef::new(rw, op);
    let (on_true, on_false) = (operands[view.operand_range(1)].concat(), operands[view.operand_range(2)].concat());
    let weights = view.get(CondBrOp::branch_weights);
    let &[condition] = operands[0].as_slice() else { return rw.no_match(op, "expected single element condition") };
    let Some(true_block) = converted_successor(rw, types, op, 0, &on_true) else { return Match::No };
    // Both successors may be the same block, which has been replaced.
    let Some(false_block) = converted_successor(rw, types, op, 1, &on_false) else { return Match::No };
    let new = LlvmCondBrOp::build(condition, &on_true, &on_false, true_block, false_block);
    let mut state = new.prop(LlvmCondBrOp::BRANCH_WEIGHTS, weights).finish(rw.cx());
    state.attrs = rw.discardable_attrs(op).to_vec();
    rw.create_state(state);
    rw.erase(op)
}

fn lower_switch(rw: &mut ConversionRewriter, types: &LlvmTypes, op: OpId, operands: &[Vec<Value>]) -> Match {
    if operands.iter().any(|values| values.len() != 1) {
        return Match::No;
    }
    let operands = operands.concat();
    let view = OpRef::new(rw, op);
    let n_cases = view.successors().len() - 1;
    let default = operands[view.operand_range(1)].to_vec();
    let cases: Vec<Vec<Value>> = (0..n_cases).map(|case| operands[SwitchOp::case_range(view, case)].to_vec()).collect();
    let values = view.get(SwitchOp::case_values);
    let Some(default_block) = converted_successor(rw, types, op, 0, &default) else { return Match::No };
    let mut blocks = Vec::with_capacity(n_cases);
    for (case, operands) in cases.iter().enumerate() {
        let Some(block) = converted_successor(rw, types, op, 1 + case, operands) else { return Match::No };
        blocks.push(block);
    }
    let sizes: Vec<i32> = cases.iter().map(|operands| operands.len() as i32).collect();
    let sizes = rw.i32_array(&sizes);
    let new = LlvmSwitchOp::build(operands[0], &default, &cases.concat(), sizes, default_block, &blocks);
    rw.create(new.prop(LlvmSwitchOp::CASE_VALUES, values));
    rw.erase(op)
}

/// Continues if the condition holds; else prints the message and aborts.
fn lower_assert(rw: &mut ConversionRewriter, op: OpId, operands: &[Value], n_messages: &AtomicU32) -> Match {
    let Some(block) = rw.block_of(op) else { return Match::No };
    let Some(region) = rw.region_of(block) else { return Match::No };
    if !OpRef::new(rw, op).may_split_block() {
        return rw.no_match(op, "its region takes one block only");
    }
    let cx = rw.cx();
    let text = rw.prop(op, AssertOp::MSG).and_then(|msg| msg.as_bytes(cx)).unwrap_or_default().to_vec();
    let message = add_text(rw, "assert_msg", text, rw.loc(op), n_messages);
    let function = |inputs| FunctionType::get(cx, VoidType::get(cx).ty(), inputs, false);
    let Some((message, text)) = message else { return rw.no_match(op, "there is no place for the message") };
    let Some(puts) = find_or_declare(rw, "puts", function(vec![pointer(cx)])) else { return Match::No };
    let Some(abort) = find_or_declare(rw, "abort", function(Vec::new())) else { return Match::No };
    let loc = rw.loc(op);
    let after = rw.split_block(block, Some(op));
    let failure = rw.create_block(region, &[], &[]);
    rw.set_loc(loc);
    rw.with(|rw| {
        let address = rw.value(AddressOfOp::build(pointer(cx), message));
        let first = gep(rw, pointer(cx), text, address, &[GepIndex::Constant(0)]);
        call(rw, &puts.name, puts.ty, &[first]);
        call(rw, &abort.name, abort.ty, &[]);
        rw.create(UnreachableOp::build());
    });
    rw.at_end(block);
    rw.create(LlvmCondBrOp::build(operands[0], &[], &[], after, failure).at(loc));
    rw.erase(op)
}
