//! Wrappers for C: for functions that C calls, and for functions that are written in C.
//!
//! C passes pointers to memref descriptors, and a structure is returned through a pointer that is the first argument.

use rmlir::prelude::*;
use rmlir::rewrite::conversion::ConversionRewriter;
use rmlir_llvm::attrs::enums::Linkage;
use rmlir_llvm::ops::branch::ReturnOp;
use rmlir_llvm::ops::func::LLVMFuncOp;
use rmlir_llvm::ops::memory::{LoadOp, StoreOp};
use rmlir_llvm::types::{FunctionType, StructType};

use super::original::Original;
use crate::llvm_common::descriptor::{MemRefDescriptor, UnrankedDescriptor};
use crate::llvm_common::emit::{alloca, call, index_constant};
use crate::llvm_common::type_converter::LlvmTypes;

/// The wrapper of `original`, and whether it returns a structure.
struct Wrapper {
    name: String,
    ty: FunctionType,
    structure: Option<StructType>,
    state: OpState,
}

impl Wrapper {
    fn of(cx: &Context, types: &LlvmTypes, original: &Original) -> Option<Self> {
        let (ty, structure) = types.c_signature(cx, &original.inputs, &original.results)?;
        let name = format!("_mlir_ciface_{}", original.name);
        let mut state = original.state(cx, &name, ty.ty(), Linkage::External);
        let (args, results) = original.signature_attrs;
        if structure.is_none() {
            state.set_prop(LLVMFuncOp::ARG_ATTRS, args);
            state.set_prop(LLVMFuncOp::RES_ATTRS, results);
        } else if let Some(args) = args.present().and_then(|args| args.as_array(cx)) {
            let mut all = vec![Attr::EMPTY_DICT];
            all.extend_from_slice(args);
            state.set_prop(LLVMFuncOp::ARG_ATTRS, cx.array_attr(&all));
        }
        Some(Self { name, ty, structure, state })
    }
}

/// Adds a wrapper that C can call after the function at the root.
pub fn for_c_callers(
    rw: &mut ConversionRewriter,
    types: &LlvmTypes,
    original: &Original,
    ty: FunctionType,
) -> Option<()> {
    let wrapper = Wrapper::of(rw.cx(), types, original)?;
    let loc = rw.loc(rw.root());
    rw.outside(|rw, proxy| {
        rw.after(proxy);
        let op = rw.create_state(wrapper.state.at(loc));
        let nested = rw.body_mut().nested_mut(op).expect("a function has a body of its own");
        let inputs = wrapper.ty.inputs(nested.cx());
        let entry = nested.create_block(&inputs, &vec![loc; inputs.len()]);
        let region = nested.region(nested.root(), 0);
        nested.append_block(region, entry);
        let mut rw = Rewriter::new(nested);
        rw.at_end(entry);
        rw.set_loc(loc);
        forward_from_c(&mut rw, types, original, ty, wrapper.structure);
    })
}

fn forward_from_c(
    rw: &mut Rewriter,
    types: &LlvmTypes,
    original: &Original,
    ty: FunctionType,
    structure: Option<StructType>,
) {
    let entry = rw.insert_block().expect("code is made in a block");
    let own: Vec<Value> = rw.args(entry)[usize::from(structure.is_some())..].to_vec();
    let mut arguments = Vec::new();
    for (&input, arg) in original.inputs.iter().zip(own) {
        if !input.is_memref(rw.cx()) {
            arguments.push(arg);
            continue;
        }
        let descriptor = types.convert(rw.cx(), input).expect("the type of the function was converted");
        let loaded = rw.value(LoadOp::build(descriptor, arg));
        arguments.extend(match input.shape(rw.cx()).map(<[i64]>::len) {
            Some(rank) => MemRefDescriptor::new(loaded).unpack(rw, rank),
            None => UnrankedDescriptor::new(loaded).unpack(rw),
        });
    }
    let made = call(rw, &original.name, ty, &arguments);
    let result = rw.results(made).first().copied();
    match (structure, result) {
        (Some(_), Some(result)) => {
            let place = rw.arg(entry, 0);
            rw.create(StoreOp::build(result, place));
            rw.create(ReturnOp::build(None));
        }
        _ => _ = rw.create(ReturnOp::build(result)),
    }
}

/// Adds a body to the function at the root, which is a declaration, that calls a function written in C, and declares
/// the latter after it.
pub fn for_c_callee(rw: &mut ConversionRewriter, types: &LlvmTypes, original: &Original) -> Option<()> {
    let wrapper = Wrapper::of(rw.cx(), types, original)?;
    let (root, loc) = (rw.root(), rw.loc(rw.root()));
    let (name, ty, structure, state) = (wrapper.name, wrapper.ty, wrapper.structure, wrapper.state);
    rw.outside(|rw, proxy| {
        rw.after(proxy);
        rw.create_state(state.at(loc));
    })?;
    let private = Linkage::Private.attr(rw.cx());
    rw.set_prop(root, LLVMFuncOp::LINKAGE, private);
    let inputs = LLVMFuncOp::signature(OpRef::root(rw))?.inputs(rw.cx());
    let region = rw.region(root, 0);
    let entry = rw.create_block(region, &inputs, &vec![loc; inputs.len()]);
    rw.with(|rw| {
        rw.at_end(entry);
        rw.set_loc(loc);
        forward_to_c(rw, types, original, &name, ty, structure)
    })
}

fn forward_to_c(
    rw: &mut Rewriter,
    types: &LlvmTypes,
    original: &Original,
    callee: &str,
    ty: FunctionType,
    structure: Option<StructType>,
) -> Option<()> {
    let index = types.index_type(rw.cx());
    let entry = rw.insert_block()?;
    let mut own: Vec<Value> = rw.args(entry).to_vec();
    let mut arguments = Vec::new();
    if let Some(structure) = structure {
        let one = index_constant(rw, index, 1);
        arguments.push(alloca(rw, structure.ty(), one));
    }
    for &input in &original.inputs {
        if !input.is_memref(rw.cx()) {
            arguments.push(own.remove(0));
            continue;
        }
        let packed = match input.shape(rw.cx()).map(<[i64]>::len) {
            Some(rank) => {
                let parts: Vec<Value> = own.drain(..3 + 2 * rank).collect();
                MemRefDescriptor::pack(rw, &types.options, input, &parts)?.value
            }
            None => {
                let parts: Vec<Value> = own.drain(..2).collect();
                UnrankedDescriptor::pack(rw, &types.options, &parts).value
            }
        };
        let one = index_constant(rw, index, 1);
        let place = alloca(rw, rw.ty(packed), one);
        rw.create(StoreOp::build(packed, place));
        arguments.push(place);
    }
    let made = call(rw, callee, ty, &arguments);
    let result = match structure {
        Some(structure) => Some(rw.value(LoadOp::build(structure.ty(), arguments[0]))),
        None => rw.results(made).first().copied(),
    };
    rw.create(ReturnOp::build(result));
    Some(())
}
