//! Coroutines as intrinsics of LLVM. The frame of a coroutine is aligned memory, whose size and alignment are
//! intrinsics of LLVM.

use std::sync::Arc;

use rmlir::core::dense;
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionRewriter, TypeConverter};
use rmlir_async::{CoroBeginOp, CoroEndOp, CoroFreeOp, CoroIdOp, CoroSaveOp, CoroSuspendOp};
use rmlir_llvm::intrinsics::coro::{
    CoroAlignIntr, CoroBeginIntr, CoroEndIntr, CoroFreeIntr, CoroIdIntr, CoroSaveIntr, CoroSizeIntr, CoroSuspendIntr,
};
use rmlir_llvm::ops::arith::{AddOp, AndOp, SubOp};
use rmlir_llvm::ops::cast::SExtOp;
use rmlir_llvm::ops::constant::{NoneTokenOp, ZeroOp};
use rmlir_llvm::ops::switch::SwitchOp;
use rmlir_llvm::types::TokenType;

use crate::llvm_common::emit::{call, constant, int_constant};
use crate::llvm_common::options::LlvmOptions;
use crate::llvm_common::patterns::LlvmPatterns;
use crate::llvm_common::symbols::{aligned_alloc_function, free_function};
use crate::llvm_common::type_converter::pointer;

/// The results of `llvm.intr.coro.suspend` for a coroutine that is resumed, and for one that is destroyed.
const RESUMED: i64 = 0;
const DESTROYED: i64 = 1;

/// Lowers `op`, with one converted value for each operand.
type Lower = fn(&mut ConversionRewriter, OpId, &[Value]) -> Match;

/// Adds the patterns.
pub fn add_patterns(patterns: &mut LlvmPatterns, converter: &Arc<TypeConverter>) {
    let all: [(&'static str, Lower); 6] = [
        (CoroIdOp::DEF.name, |rw, op, _| rw.with(|rw| identify(rw, op))),
        (CoroBeginOp::DEF.name, begin),
        (CoroFreeOp::DEF.name, free),
        (CoroEndOp::DEF.name, |rw, op, operands| rw.with(|rw| end(rw, op, operands[0]))),
        (CoroSaveOp::DEF.name, |rw, op, operands| rw.with(|rw| save(rw, op, operands[0]))),
        (CoroSuspendOp::DEF.name, |rw, op, operands| rw.with(|rw| suspend(rw, op, operands[0]))),
    ];
    for (name, lower) in all {
        patterns.patterns.add(ConversionPattern::new(name, name, lower).converter(converter));
    }
}

fn identify(rw: &mut Rewriter, op: OpId) -> Match {
    let cx = rw.cx();
    let alignment = int_constant(rw, Type::I32, 0);
    let null = rw.value(ZeroOp::build(pointer(cx)));
    let id = rw.value(CoroIdIntr::build(TokenType::get(cx).ty(), alignment, null, null, null));
    rw.replace(op, [id])
}

fn begin(rw: &mut ConversionRewriter, op: OpId, operands: &[Value]) -> Match {
    let Some(allocate) = aligned_alloc_function(rw, &LlvmOptions::default()) else { return Match::No };
    rw.with(|rw| {
        let size = rw.value(CoroSizeIntr::build(Type::I64));
        let alignment = rw.value(CoroAlignIntr::build(Type::I64));
        let rounded = round_up(rw, size, alignment);
        let made = call(rw, &allocate.name, allocate.ty, &[alignment, rounded]);
        let frame = rw.result(made, 0);
        let ty = pointer(rw.cx());
        let handle = rw.value(CoroBeginIntr::build(ty, operands[0], frame));
        rw.replace(op, [handle])
    })
}

/// `size` as a multiple of `alignment`, a power of two.
fn round_up(rw: &mut Rewriter, size: Value, alignment: Value) -> Value {
    let sum = rw.value(AddOp::build(size, alignment));
    let one = int_constant(rw, Type::I64, 1);
    let last = rw.value(SubOp::build(sum, one));
    let zero = int_constant(rw, Type::I64, 0);
    let mask = rw.value(SubOp::build(zero, alignment));
    rw.value(AndOp::build(last, mask))
}

fn free(rw: &mut ConversionRewriter, op: OpId, operands: &[Value]) -> Match {
    let Some(free) = free_function(rw, &LlvmOptions::default()) else { return Match::No };
    rw.with(|rw| {
        let ty = pointer(rw.cx());
        let frame = rw.value(CoroFreeIntr::build(ty, operands[0], operands[1]));
        call(rw, &free.name, free.ty, &[frame]);
        rw.erase(op)
    })
}

fn end(rw: &mut Rewriter, op: OpId, handle: Value) -> Match {
    let is_unwinding = constant(rw, Attr::FALSE);
    let token = TokenType::get(rw.cx()).ty();
    let nothing = rw.value(NoneTokenOp::build(token));
    rw.create(CoroEndIntr::build(Type::I1, handle, is_unwinding, nothing));
    rw.erase(op)
}

fn save(rw: &mut Rewriter, op: OpId, handle: Value) -> Match {
    let ty = TokenType::get(rw.cx()).ty();
    let state = rw.value(CoroSaveIntr::build(ty, handle));
    rw.replace(op, [state])
}

fn suspend(rw: &mut Rewriter, op: OpId, state: Value) -> Match {
    let [suspended, resumed, destroyed] = [0, 1, 2].map(|index| rw.successor(op, index));
    let is_final = constant(rw, Attr::FALSE);
    let what = rw.value(CoroSuspendIntr::build(Type::I8, state, is_final));
    let what = rw.value(SExtOp::build(Type::I32, what));
    let cx = rw.cx();
    let cases = [RESUMED, DESTROYED].map(|case| cx.int_attr(Type::I32, case));
    let cases =
        dense::from_elements(cx, cx.vector_type(&[2], Type::I32), &cases).expect("two numbers fill a vector of two");
    let sizes = cx.i32_array(&[0, 0]);
    let switch = SwitchOp::build(what, &[], &[], sizes, suspended, &[resumed, destroyed]);
    rw.create(switch.prop(SwitchOp::CASE_VALUES, cases));
    rw.erase(op)
}
