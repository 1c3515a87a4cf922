//! The entry wrapper of a function, which C can call without knowing the function's type.
//!
//! Its argument is the address of an array of addresses: that of each argument, then that of the result. The addresses
//! of memref arguments are passed on to the wrapper `_mlir_ciface_` that the lowering has generated; all other
//! arguments are loaded. Upstream's runner uses the same calling convention.

use rmlir::core::symbol::SymbolScope;
use rmlir::interp::Kind;
use rmlir::prelude::*;
use rmlir_llvm::ops::branch::ReturnOp;
use rmlir_llvm::ops::call::CallOp;
use rmlir_llvm::ops::func::LLVMFuncOp;
use rmlir_llvm::ops::memory::{GEPOp, LoadOp, StoreOp};
use rmlir_llvm::types::{FunctionType, PointerType, VoidType};

/// The name of the entry wrapper of `function`.
pub fn name(function: &str) -> String {
    format!("_rmlir_entry_{function}")
}

/// Adds the entry wrapper of `function` to the module of `body`, which is in the `llvm` dialect. `inputs` are the kinds
/// of the arguments before lowering.
pub fn add(body: &mut Body, function: &str, inputs: &[Kind]) -> Result<(), String> {
    let cx = body.cx();
    let find = |body: &Body, name: &str| {
        let found = SymbolScope::new(OpRef::root(body)).lookup(cx.ident(name)).filter(|found| found.is::<LLVMFuncOp>());
        found.and_then(LLVMFuncOp::signature)
    };
    let wrapper = format!("_mlir_ciface_{function}");
    let callee = match find(body, &wrapper) {
        Some(ty) => Some((wrapper, ty, true)),
        None => find(body, function).map(|ty| (function.to_owned(), ty, false)),
    };
    let (callee, ty, is_wrapper) = callee.ok_or_else(|| format!("there is no function '{function}'"))?;
    let given = ty.inputs(cx);
    let by_address = is_wrapper && given.len() == inputs.len() + 1;
    if given.len() != inputs.len() + usize::from(by_address) {
        return Err(format!("'{function}' takes memrefs and has no wrapper for C"));
    }
    let block = OpRef::root(body).region(0).entry().map(|block| block.id).expect("the module has a function");
    let mut rw = Rewriter::new(body);
    rw.at_end(block);
    rw.set_loc(Loc::UNKNOWN);
    let address = PointerType::get(cx, 0).ty();
    let own = FunctionType::get(cx, VoidType::get(cx).ty(), vec![address], false);
    let state = LLVMFuncOp::build(cx.str_attr(&name(function)), cx.type_attr(own.ty())).regions(1);
    let made = rw.create(state).id();
    let nested = rw.body_mut().nested_mut(made).expect("a function has a body of its own");
    let start = nested.create_block(&[address], &[Loc::UNKNOWN]);
    let region = nested.region(nested.root(), 0);
    nested.append_block(region, start);
    let mut rw = Rewriter::new(nested);
    rw.at_end(start);
    rw.set_loc(Loc::UNKNOWN);
    let slots = rw.arg(start, 0);
    let is_memref = |at: usize| is_wrapper && matches!(inputs[at], Kind::MemRef(_));
    let mut arguments = Vec::new();
    if by_address {
        arguments.push(slot(&mut rw, slots, inputs.len()));
    }
    for at in 0..inputs.len() {
        let place = slot(&mut rw, slots, at);
        let ty = given[at + usize::from(by_address)];
        arguments.push(if is_memref(at) { place } else { rw.value(LoadOp::build(ty, place)) });
    }
    let result = Some(ty.result(cx)).filter(|&result| result != VoidType::get(cx).ty());
    let callee = cx.symbol_ref(cx.ident(&callee));
    let call = CallOp::build(result, &arguments, &[], cx.i32_array(&[])).prop(CallOp::CALLEE, callee);
    let call = rw.create(call).id();
    if result.is_some() {
        let value = rw.results(call)[0];
        let place = slot(&mut rw, slots, inputs.len());
        rw.create(StoreOp::build(value, place));
    }
    rw.create(ReturnOp::build(None));
    Ok(())
}

/// The address in slot `at`.
fn slot(rw: &mut Rewriter, slots: Value, at: usize) -> Value {
    let address = rw.ty(slots);
    let (indices, element) = (rw.i32_array(&[at as i32]), rw.type_attr(address));
    let place = rw.value(GEPOp::build(address, slots, &[], indices, element));
    rw.value(LoadOp::build(address, place))
}
