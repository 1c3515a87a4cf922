//! Constants, and addresses of symbols.

use cranelift_codegen::ir::{InstBuilder, types};
use cranelift_module::Module as _;
use rmlir::core::OpRef;
use rmlir_llvm::constant_value;
use rmlir_llvm::ops::constant::{AddressOfOp, ConstantOp};

use super::table::Table;
use crate::compile::Translated;
use crate::compile::module::Named;
use crate::compile::outcome::unsupported;
use crate::compile::translator::Translator;
use crate::leaf::constant_leaves;

/// Constants.
pub const TABLE: Table = &[
    ("mlir.constant", constant),
    ("mlir.zero", zero),
    ("mlir.undef", zero),
    ("mlir.poison", zero),
    ("mlir.none", zero),
    ("mlir.addressof", address_of),
    ("intr.vscale", |t, op| fill(t, op, &[1])),
    ("intr.stepvector", step_vector),
];

fn fill<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>, bits: &[u128]) -> Translated {
    let shape = t.shape(op, op.result(0).ty())?;
    let scalars = shape.leaves.iter().zip(bits).map(|(&leaf, &bits)| t.number(leaf, bits)).collect();
    t.set(op, scalars);
    Ok(())
}

fn constant<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let attr = op.get(ConstantOp::value);
    if let Some(symbol) = attr.as_flat_symbol(op.cx()) {
        return address(t, op, symbol);
    }
    let shape = t.shape(op, op.result(0).ty())?;
    let value = constant_value(op.cx(), attr, &shape.kind);
    let value = value.ok_or_else(|| unsupported(op, "its constant is of an unknown form"))?;
    fill(t, op, &constant_leaves(&value, &shape.kind))
}

/// Undefined values are zero, too.
fn zero<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let n = t.shape(op, op.result(0).ty())?.leaves.len();
    fill(t, op, &vec![0; n])
}

fn step_vector<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let n = t.shape(op, op.result(0).ty())?.leaves.len();
    fill(t, op, &(0..n as u128).collect::<Vec<_>>())
}

fn address_of<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    address(t, op, op.get(AddressOfOp::global_name))
}

fn address<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>, symbol: rmlir::core::Ident) -> Translated {
    let value = match t.module.named(op, symbol)? {
        Named::Function(function) => {
            let callee = t.module.jit.declare_func_in_func(function.id, t.b.func);
            t.b.ins().func_addr(types::I64, callee)
        }
        Named::Variable(id) => {
            let variable = t.module.jit.declare_data_in_func(id, t.b.func);
            t.b.ins().symbol_value(types::I64, variable)
        }
    };
    t.set(op, vec![value]);
    Ok(())
}
