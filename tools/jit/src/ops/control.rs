//! Branches, returns and calls.

use cranelift_codegen::ir::{self, BlockArg, InstBuilder};
use rmlir::core::{OpRef, ValueRef};
use rmlir_llvm::ops::call::CallOp;
use rmlir_llvm::ops::switch::SwitchOp;

use super::table::Table;
use crate::compile::Translated;
use crate::compile::module::Named;
use crate::compile::outcome::unsupported;
use crate::compile::translator::Translator;
use crate::host;
use cranelift_module::Module as _;

/// Control flow operations, and hints.
pub const TABLE: Table = &[
    ("br", branch),
    ("cond_br", cond_branch),
    ("switch", switch),
    ("return", returns),
    ("unreachable", |t, _| {
        t.b.ins().trap(ir::TrapCode::unwrap_user(1));
        Ok(())
    }),
    ("call", call),
    ("intr.trap", trap),
    ("intr.ubsantrap", trap),
    ("intr.debugtrap", |_, _| Ok(())),
    ("intr.assume", |_, _| Ok(())),
    ("intr.experimental.noalias.scope.decl", |_, _| Ok(())),
    ("intr.dbg.declare", |_, _| Ok(())),
    ("intr.dbg.label", |_, _| Ok(())),
    ("intr.dbg.value", |_, _| Ok(())),
];

fn branch<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let (block, args) = t.successor(op, 0);
    t.b.ins().jump(block, &args);
    Ok(())
}

fn cond_branch<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let condition = t.scalar(op, 0);
    let ((then, then_args), (otherwise, other_args)) = (t.successor(op, 0), t.successor(op, 1));
    t.b.ins().brif(condition, then, &then_args, otherwise, &other_args);
    Ok(())
}

/// A chain of comparisons.
fn switch<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let (leaf, value) = (t.leaf(op, op.operand(0).ty())?, t.scalar(op, 0));
    for (case, wanted) in SwitchOp::case_list(op).iter().enumerate() {
        let wanted = t.number(leaf, wanted.to_u128().unwrap_or_default());
        let is_same = t.b.ins().icmp(ir::condcodes::IntCC::Equal, value, wanted);
        let (block, args) = t.successor(op, case + 1);
        let next = t.b.create_block();
        let none: [BlockArg; 0] = [];
        t.b.ins().brif(is_same, block, &args, next, &none);
        t.b.switch_to_block(next);
    }
    let (block, args) = t.successor(op, 0);
    t.b.ins().jump(block, &args);
    Ok(())
}

/// The return of a variable's initializer stores the value to the variable.
fn returns<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let registers = t.all(op.operands());
    let Some(variable) = t.variable else {
        t.returns(&registers);
        return Ok(());
    };
    if let Some(value) = op.operands().next() {
        let shape = t.shape(op, value.ty())?;
        let variable = t.module.jit.declare_data_in_func(variable, t.b.func);
        let address = t.b.ins().symbol_value(ir::types::I64, variable);
        t.store(&shape.kind, &registers, address, 0);
    }
    t.returns(&[]);
    Ok(())
}

/// Instructions after the trap are unreachable and need a block.
fn trap<'a>(t: &mut Translator<'a, '_>, _op: OpRef<'a>) -> Translated {
    t.b.ins().trap(ir::TrapCode::unwrap_user(2));
    let after = t.b.create_block();
    t.b.switch_to_block(after);
    Ok(())
}

fn call<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>) -> Translated {
    let operands = op.operand_field(CallOp::CALLEE_OPERANDS_OPERAND);
    if op.get(CallOp::var_callee_type).is_some() {
        return variadic_call(t, op, &operands);
    }
    let results = match op.get(CallOp::callee) {
        Some(callee) => {
            let Named::Function(function) = t.module.named(op, callee)? else {
                return Err(unsupported(op, "what it calls is no function"));
            };
            let args = t.all(operands.into_iter());
            t.call(&function, &args)
        }
        None => {
            let types: Vec<_> = operands[1..].iter().map(|operand| operand.ty()).collect();
            let signature = t.module.signature(op, &types, op.results().next().map(|result| result.ty()))?;
            let callee = t.scalars(operands[0])[0];
            let args = t.all(operands[1..].iter().copied());
            let known = t.b.import_signature(signature.ir.clone());
            t.call_with(&signature, &args, |b, args| b.ins().call_indirect(known, callee, args))
        }
    };
    if op.n_results() > 0 {
        t.set_registers(op, results);
    }
    Ok(())
}

/// A call of a variadic function of the host, which here takes exactly the arguments of the call.
fn variadic_call<'a>(t: &mut Translator<'a, '_>, op: OpRef<'a>, operands: &[ValueRef<'a>]) -> Translated {
    let name = op.get(CallOp::callee);
    let host = name.and_then(|name| host::find(name.str(op.cx()))).filter(|host| host.inputs.len() == operands.len());
    let Some(host) = host.filter(|_| op.n_results() == 0) else {
        return Err(unsupported(op, "functions with any number of arguments cannot be called"));
    };
    let args = t.all(operands.iter().copied());
    t.call_host(host.name, &args);
    Ok(())
}
