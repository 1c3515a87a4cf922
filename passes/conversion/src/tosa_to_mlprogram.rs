//! Variables of `tosa` to `ml_program`.

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionPatterns, ConversionTarget};
use rmlir_ml_program::{GlobalLoadOp, GlobalOp, GlobalStoreOp, MlProgram};
use rmlir_tosa::{VariableOp, VariableReadOp, VariableWriteOp, variable_type};

/// Lower TOSA to the MLProgram dialect.
///
/// ```mlir
/// tosa.variable @state = dense<0> : tensor<2xi32>
/// // becomes
/// ml_program.global private mutable @state(dense<0> : tensor<2xi32>) : tensor<2xi32>
/// ```
#[pass(name = "tosa-to-mlprogram", title = "TosaToMLProgram", depends(MlProgram))]
pub fn tosa_to_mlprogram(cx: &mut PassCx) -> PassResult {
    let mut target = ConversionTarget::new(cx.cx());
    target.legal_dialects(&["ml_program"]);
    target.illegal_ops(&[VariableOp::DEF.name, VariableReadOp::DEF.name, VariableWriteOp::DEF.name]);
    target.dynamic_unknown(|_| true);
    let mut patterns = ConversionPatterns::new();
    for pattern in [declare::pattern(), read::pattern(), write::pattern()] {
        patterns.add(ConversionPattern::plain(pattern));
    }
    cx.convert_partially(&target, &patterns)
}

#[pattern]
fn declare(op: VariableOp, rw: &mut Rewriter) -> Match {
    let view = OpRef::new(rw, op.id());
    let (name, ty, value) = (view.get(VariableOp::sym_name), variable_type(view), view.get(VariableOp::initial_value));
    let mut global = GlobalOp::build(name, ty).prop(GlobalOp::IS_MUTABLE, Attr::UNIT);
    if let Some(value) = value {
        global = global.prop(GlobalOp::VALUE, value);
    }
    let private = rw.str_attr("private");
    rw.create(global.prop(GlobalOp::SYM_VISIBILITY, private));
    rw.erase(op)
}

#[pattern]
fn read(op: VariableReadOp, rw: &mut Rewriter) -> Match {
    let name = OpRef::new(rw, op.id()).get(VariableReadOp::name);
    let (symbol, ty) = (rw.symbol_ref(rw.ident(name)), rw.ty(op.output1(rw)));
    rw.replace_with(op, GlobalLoadOp::build(ty, symbol));
    Match::Yes
}

#[pattern]
fn write(op: VariableWriteOp, rw: &mut Rewriter) -> Match {
    let name = OpRef::new(rw, op.id()).get(VariableWriteOp::name);
    let (symbol, value) = (rw.symbol_ref(rw.ident(name)), op.input1(rw));
    rw.create(GlobalStoreOp::build(value, symbol));
    rw.erase(op)
}
