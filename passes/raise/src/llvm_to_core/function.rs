//! Functions and their calls.

use rmlir::prelude::*;
use rmlir_builtin::UnrealizedConversionCastOp;
use rmlir_func::{CallOp, ConstantOp, FuncOp};
use rmlir_llvm::attrs::enums::UnnamedAddr;
use rmlir_llvm::ops::call::CallOp as LlvmCallOp;
use rmlir_llvm::ops::constant::AddressOfOp;
use rmlir_llvm::ops::func::LLVMFuncOp;

use super::replace::{kept, replace};

/// The attribute by which `convert-func-to-llvm` knows the linkage of a function.
pub(crate) const LINKAGE: &str = "llvm.linkage";

/// Changes the root of `body` from a function of `llvm` to one of `func`; all other properties that are set become
/// discardable attributes of the same name.
pub(super) fn become_func(body: &mut Body) {
    let root = OpRef::root(body);
    let cx = root.cx();
    let ty = function_type(root);
    let mut state = OpState::named(cx, FuncOp::NAME);
    state.set_prop(FuncOp::FUNCTION_TYPE, cx.type_attr(ty));
    const SAME: [(usize, usize); 5] = [
        (LLVMFuncOp::SYM_NAME, FuncOp::SYM_NAME),
        (LLVMFuncOp::SYM_VISIBILITY, FuncOp::SYM_VISIBILITY),
        (LLVMFuncOp::ARG_ATTRS, FuncOp::ARG_ATTRS),
        (LLVMFuncOp::RES_ATTRS, FuncOp::RES_ATTRS),
        (LLVMFuncOp::NO_INLINE, FuncOp::NO_INLINE),
    ];
    SAME.iter().for_each(|&(from, to)| state.set_prop(to, root.props()[from]));
    let is_usual = root.get(LLVMFuncOp::unnamed_addr).is_none_or(|kind| kind == UnnamedAddr::None);
    let mut attrs = kept(root, |slot| match slot {
        LLVMFuncOp::FUNCTION_TYPE | LLVMFuncOp::LINKAGE => false,
        LLVMFuncOp::UNNAMED_ADDR => !is_usual,
        _ => SAME.iter().all(|&(from, _)| from != slot),
    });
    let linkage = kept(root, |slot| slot == LLVMFuncOp::LINKAGE);
    attrs.extend(linkage.into_iter().map(|attr| NamedAttr { name: cx.ident(LINKAGE), ..attr }));
    attrs.extend(root.discardable_attrs());
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
    let op = OpRef::new(rw, call.id());
    let results: Vec<Type> = rw.result_types(op.id).collect();
    let operands: Vec<Value> = rw.operands(op.id).collect();
    let mut state = CallOp::build(&results, &operands, callee).finish(rw.cx());
    const SAME: [(usize, usize); 3] = [
        (LlvmCallOp::ARG_ATTRS, CallOp::ARG_ATTRS),
        (LlvmCallOp::RES_ATTRS, CallOp::RES_ATTRS),
        (LlvmCallOp::NO_INLINE, CallOp::NO_INLINE),
    ];
    SAME.iter().for_each(|&(from, to)| state.set_prop(to, op.props()[from]));
    const OWN: [usize; 3] = [LlvmCallOp::CALLEE, LlvmCallOp::OPERAND_SEGMENT_SIZES, LlvmCallOp::OP_BUNDLE_SIZES];
    state.attrs = kept(op, |slot| SAME.iter().all(|&(from, _)| from != slot) && !OWN.contains(&slot));
    let op = op.id;
    replace(rw, op, state);
}
