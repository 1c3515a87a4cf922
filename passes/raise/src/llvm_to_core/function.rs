//! Functions and their calls.

use rmlir::prelude::*;
use rmlir_builtin::UnrealizedConversionCastOp;
use rmlir_func::{CallOp, ConstantOp, FuncOp};
use rmlir_llvm::attrs::enums::UnnamedAddr;
use rmlir_llvm::ops::call::CallOp as LlvmCallOp;
use rmlir_llvm::ops::constant::AddressOfOp;
use rmlir_llvm::ops::func::LLVMFuncOp;

/// The attribute by which `convert-func-to-llvm` knows the linkage of a function.
const LINKAGE: &str = "llvm.linkage";

/// Changes the root of `body` from a function of `llvm` to one of `func`; all other properties that are set become
/// discardable attributes of the same name.
pub(super) fn become_func(body: &mut Body) {
    let root = OpRef::root(body);
    let cx = root.cx();
    let ty = function_type(root);
    let default = root.name().default_props(cx);
    let mut attrs = root.discardable_attrs().to_vec();
    let mut state = OpState::named(cx, FuncOp::NAME);
    state.set_prop(FuncOp::FUNCTION_TYPE, cx.type_attr(ty));
    for (slot, (&value, &usual)) in root.props().iter().zip(default).enumerate() {
        match slot {
            LLVMFuncOp::SYM_NAME => state.set_prop(FuncOp::SYM_NAME, value),
            LLVMFuncOp::SYM_VISIBILITY => state.set_prop(FuncOp::SYM_VISIBILITY, value),
            LLVMFuncOp::ARG_ATTRS => state.set_prop(FuncOp::ARG_ATTRS, value),
            LLVMFuncOp::RES_ATTRS => state.set_prop(FuncOp::RES_ATTRS, value),
            LLVMFuncOp::NO_INLINE => state.set_prop(FuncOp::NO_INLINE, value),
            LLVMFuncOp::FUNCTION_TYPE => {}
            _ if value.is_absent() || value == usual => {}
            LLVMFuncOp::UNNAMED_ADDR if UnnamedAddr::from_attr(cx, value) == Some(UnnamedAddr::None) => {}
            LLVMFuncOp::LINKAGE => attrs.push(NamedAttr { name: cx.ident(LINKAGE), value }),
            _ => attrs.push(NamedAttr { name: cx.ident(LLVMFuncOp::DEF.props[slot].name), value }),
        }
    }
    let (name, props) = (state.name, state.props.to_vec());
    let dict = cx.dict(attrs);
    let root = root.id;
    body.become_op(name, &props);
    body.set_attr_dict(root, dict);
}

/// The type of `function` in the builtin dialect.
pub(super) fn function_type(function: OpRef) -> Type {
    let interface = function.interface::<dyn FunctionOp>().expect("it is a function");
    function.cx().function_type(&interface.argument_types(function), &interface.result_types(function))
}

/// Replaces the calls of the functions `raised` in `body`, and their addresses.
pub(super) fn raise_uses(body: &mut Body, raised: &[(Ident, Type)]) {
    let (mut calls, mut addresses) = (Vec::new(), Vec::new());
    body.walk_preorder(body.root(), |op| {
        calls.extend(OpRef::new(body, op).cast::<LlvmCallOp>());
        addresses.extend(OpRef::new(body, op).cast::<AddressOfOp>());
    });
    let mut rw = Rewriter::new(body);
    for address in addresses {
        let name = address.global_name(&rw);
        if let Some(&(_, ty)) = raised.iter().find(|(raised, _)| *raised == name) {
            raise_address(&mut rw, address, name, ty);
        }
    }
    for call in calls {
        if let Some(callee) = call.callee(&rw).filter(|callee| raised.iter().any(|(raised, _)| raised == callee)) {
            raise_call(&mut rw, call, callee);
        }
    }
}

/// The address of a function of `func` is a constant of its type.
fn raise_address(rw: &mut Rewriter, address: AddressOfOp, name: Ident, ty: Type) {
    let op = address.id();
    let loc = rw.loc(op);
    rw.before(op);
    let function = rw.value(ConstantOp::build(ty, rw.cx().symbol_ref(name)).at(loc));
    let pointer = rw.ty(rw.result(op, 0));
    let cast = rw.create(UnrealizedConversionCastOp::build(&[pointer], &[function]).at(loc));
    let pointer = rw.result(cast.id(), 0);
    rw.replace(op, pointer);
}

fn raise_call(rw: &mut Rewriter, call: LlvmCallOp, callee: Ident) {
    let op = call.id();
    let results: Vec<Type> = rw.result_types(op).collect();
    let operands: Vec<Value> = rw.operands(op).collect();
    let cx = rw.cx();
    let mut state = CallOp::build(&results, &operands, callee).at(rw.loc(op)).finish(cx);
    let default = rw.name(op).default_props(cx);
    let mut attrs = rw.discardable_attrs(op).to_vec();
    for (slot, (&value, &usual)) in rw.props(op).iter().zip(default).enumerate() {
        match slot {
            LlvmCallOp::ARG_ATTRS => state.set_prop(CallOp::ARG_ATTRS, value),
            LlvmCallOp::RES_ATTRS => state.set_prop(CallOp::RES_ATTRS, value),
            LlvmCallOp::NO_INLINE => state.set_prop(CallOp::NO_INLINE, value),
            LlvmCallOp::CALLEE | LlvmCallOp::OPERAND_SEGMENT_SIZES | LlvmCallOp::OP_BUNDLE_SIZES => {}
            _ if value.is_absent() || value == usual => {}
            _ => attrs.push(NamedAttr { name: cx.ident(LlvmCallOp::DEF.props[slot].name), value }),
        }
    }
    state.attrs = attrs;
    rw.before(op);
    let new = rw.create_state(state);
    let results = rw.results(new).to_vec();
    rw.replace(op, results);
}
