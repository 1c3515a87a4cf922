//! Functions as values.

use rmlir::core::symbol::SymbolScope;
use rmlir::prelude::*;

use crate::function::{FuncOp, signature};

/// A function as a value.
#[op(name = "func.constant", traits(ConstantLike, Pure), interfaces(SymbolUser, AsmNames), fold = fold_constant,
     eval, format = "attr-dict $value `:` type(results)")]
pub struct ConstantOp {
    #[prop]
    value: FlatSymbolRefAttr,
    #[result]
    result: AnyType,
}

fn fold_constant(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    cx.prop(cx.op(), ConstantOp::VALUE).into()
}

impl AsmNames for ConstantOp {
    fn result_names(&self, _op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name(0, "f");
    }
}

impl SymbolUser for ConstantOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        let name = op.get(ConstantOp::value);
        let Some(function) = symbols.lookup(name).filter(|found| found.is::<FuncOp>()) else {
            return Err(op.error(format!("reference to undefined function '{}'", name.str(op.cx()))));
        };
        let (inputs, results) = signature(function);
        if op.cx().function_type(&inputs, &results) != op.result(0).ty() {
            return Err(op.error("reference to function with mismatched type"));
        }
        Ok(())
    }
}
