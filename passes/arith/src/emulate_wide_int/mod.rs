//! Emulation of integers of twice the width that a target has, as pairs of halves.
//!
//! `i64` becomes `vector<2xi32>`, the low half first; a vector of `i64` gets one more dimension of 2. Each operation is
//! done on halves and its result is combined again. The replacement of an operation may be wide itself: it is emulated
//! in turn.
//!
//! Files: `wide` the types that are emulated and the form of patterns, `halves` extraction and insertion of halves,
//! `integers` arithmetic, `shifts`, `casts` changes of width and to `index`, `floats` conversions; `memrefs` is the
//! pass on buffers of wide integers.

mod casts;
mod floats;
mod halves;
mod integers;
mod shifts;
pub mod wide;

use std::sync::Arc;

use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{
    ConversionPattern, ConversionPatterns, ConversionRewriter, ConversionTarget, TypeConverter,
    function_signature_pattern,
};
use rmlir_func as func;
use rmlir_vector as vector;

use self::wide::{NOT_SUPPORTED, converter, is_supported};

/// Emulate 2*N-bit integer operations using N-bit operations.
///
/// The width must be a power of two. Arguments and results of functions become pairs of halves.
///
/// ```mlir
/// func.func @f(%a: i64, %b: i64) -> i64 {    // (vector<2xi32>, vector<2xi32>) -> vector<2xi32>
///   %0 = arith.andi %a, %b : i64
///   return %0 : i64
/// }
/// ```
#[pass(
    name = "arith-emulate-wide-int",
    title = "ArithEmulateWideInt",
    depends(rmlir_arith::Arith, rmlir_vector::Vector)
)]
pub struct ArithEmulateWideInt {
    /// Widest integer type supported by the target.
    #[option(default = 32)]
    widest_int_supported: u32,
}

impl Pass for ArithEmulateWideInt {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let width = self.widest_int_supported;
        if !is_supported(width) {
            return cx.fail(cx.body().root(), NOT_SUPPORTED);
        }
        let converter = Arc::new(converter(width));
        let target = legal_target(cx.cx(), &converter);
        let patterns = all_patterns(&converter, width);
        cx.convert_partially(&target, &patterns)
    }
}

fn legal_target<'c>(cx: &'c Context, converter: &Arc<TypeConverter>) -> ConversionTarget<'c> {
    let mut target = ConversionTarget::new(cx);
    target.legal_dialects(&["vector"]);
    let types = converter.clone();
    target.dynamic_op(func::FuncOp::NAME, move |op| {
        let function = op.interface::<dyn FunctionOp>();
        function.is_some_and(|function| {
            types.all_legal(op.cx(), function.argument_types(op)) && types.all_legal(op.cx(), function.result_types(op))
        })
    });
    for name in [func::CallOp::NAME, func::ReturnOp::NAME, vector::PrintOp::NAME] {
        let types = converter.clone();
        target.dynamic_op(name, move |op| types.is_legal_op(op));
    }
    let types = converter.clone();
    target.dynamic_dialect("arith", move |op| types.is_legal_op(op));
    target
}

/// The patterns for all operations.
pub fn all_patterns(converter: &Arc<TypeConverter>, width: u32) -> ConversionPatterns {
    let mut patterns = ConversionPatterns::new();
    integers::add(&mut patterns, converter);
    shifts::add(&mut patterns, converter);
    casts::add(&mut patterns, converter, width);
    floats::add(&mut patterns, converter);
    patterns.add(function_signature_pattern(func::FuncOp::NAME, converter));
    patterns.add(ConversionPattern::new(func::CallOp::NAME, "convert_call", convert_call).converter(converter));
    patterns.add(ConversionPattern::new(func::ReturnOp::NAME, "convert_return", convert_return).converter(converter));
    patterns.add(ConversionPattern::new(vector::PrintOp::NAME, "convert_print", convert_print).converter(converter));
    patterns
}

/// A call of the same callee; its other attributes are lost, as upstream has it.
fn convert_call(rw: &mut ConversionRewriter, op: OpId, operands: &[Value]) -> Match {
    let Some(converter) = rw.converter().cloned() else { return Match::No };
    let Some(types) = converter.convert_all(rw.cx(), rw.result_types(op)) else {
        return rw.no_match(op, "a result type cannot be converted");
    };
    let Some(callee) = rw.attr(op, "callee") else { return Match::No };
    let mut state = OpState::new(rw.name(op)).operands(operands).results(&types).at(rw.loc(op));
    state.no_inference = true;
    state.set_attr(rw.cx(), "callee", callee);
    let new = rw.create_state(state);
    let results = rw.results(new).to_vec();
    rw.replace(op, results)
}

/// A return without attributes.
fn convert_return(rw: &mut ConversionRewriter, op: OpId, operands: &[Value]) -> Match {
    rw.create_state(OpState::new(rw.name(op)).operands(operands).at(rw.loc(op)));
    rw.erase(op)
}

fn convert_print(rw: &mut ConversionRewriter, op: OpId, operands: &[Value]) -> Match {
    rw.set_operands(op, operands);
    Match::Yes
}
