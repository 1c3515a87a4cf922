//! A function: its type, its attributes, its arguments.

use rmlir::core::function::attrs_of;
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ArgumentMapping, ConversionRewriter};
use rmlir_llvm::attrs::enums::{Linkage, ModRefInfo};
use rmlir_llvm::attrs::memory::MemoryEffectsAttr;
use rmlir_llvm::ops::func::LLVMFuncOp;
use rmlir_llvm::ops::memory::LoadOp;

use super::original::{LINKAGE, Original, READNONE, VARARGS};
use super::wrapper;
use crate::llvm_common::type_converter::{Calling, LlvmTypes, Signature};

/// The attribute of functions that are called with bare pointers.
pub const BARE_POINTERS: &str = "llvm.bareptr";
const C_INTERFACE: &str = "llvm.emit_c_interface";

/// Whether `function` is called with bare pointers.
pub fn uses_bare_pointers(function: Option<OpRef>, types: &LlvmTypes) -> bool {
    types.options.bare_pointers || function.is_some_and(|op| op.attr(BARE_POINTERS).is_some())
}

/// Converts the root, a function, to one of LLVM.
pub fn lower(rw: &mut ConversionRewriter, types: &LlvmTypes) -> Match {
    let cx = rw.cx();
    let op = OpRef::root(rw);
    let Some(function) = op.interface::<dyn FunctionOp>() else { return Match::No };
    let original = Original::of(op, function);
    let bare_pointers = uses_bare_pointers(Some(op), types);
    let variadic = op.attr(VARARGS).and_then(|attr| attr.as_bool(cx)).unwrap_or(false);
    let calling = Calling { bare_pointers, variadic };
    let arg_attrs = match original.signature_attrs.0.present() {
        Some(_) => attrs_of(op, function.attr_props().0, original.inputs.len()),
        None => Vec::new(),
    };
    let behind = types_behind_pointers(cx, &arg_attrs);
    let Some(signature) = types.convert_signature(cx, &original.inputs, &original.results, calling, &behind) else {
        return rw.no_match(rw.root(), "signature conversion failed");
    };
    let (linkage, is_readnone) = (op.attr(LINKAGE), op.attr(READNONE).is_some());
    let linkage = match linkage.map(|attr| Linkage::from_attr(cx, attr)) {
        None => Linkage::External,
        Some(Some(linkage)) => linkage,
        Some(None) => {
            let error = op.plain_error("Contains llvm.linkage attribute not of type LLVM::LinkageAttr");
            rw.report(*error);
            return Match::No;
        }
    };
    let wants_wrapper = !bare_pointers && op.attr(C_INTERFACE).is_some();
    if wants_wrapper && variadic {
        let error = op.plain_error("C interface for variadic functions is not supported yet.");
        rw.report(*error);
        return Match::No;
    }
    let mut state = original.state(cx, &original.name, signature.ty.ty(), linkage);
    if is_readnone {
        state.set_prop(LLVMFuncOp::MEMORY_EFFECTS, no_effects(cx));
    }
    set_signature_attrs(cx, types, &mut state, &original, &arg_attrs, &signature);
    become_function(rw, state);
    let entry = rw.entry(rw.region(rw.root(), 0));
    if let Some(entry) = entry {
        convert_arguments(rw, types, entry, &original, &signature);
    }
    if wants_wrapper {
        let made = match entry {
            Some(_) => wrapper::for_c_callers(rw, types, &original, signature.ty),
            None => wrapper::for_c_callee(rw, types, &original),
        };
        if made.is_none() {
            return rw.no_match(rw.root(), "the type has no counterpart in C");
        }
    }
    Match::Yes
}

/// The pointee types of arguments with an attribute that passes them by pointer.
fn types_behind_pointers(cx: &Context, arg_attrs: &[Attr]) -> Vec<Option<Type>> {
    let named = |dict: &Attr, name: &str| {
        let entries = dict.as_dict(cx).unwrap_or_default();
        entries.iter().find(|entry| entry.name.str(cx) == name).and_then(|entry| entry.value.as_type(cx))
    };
    arg_attrs.iter().map(|dict| named(dict, "llvm.byval").or_else(|| named(dict, "llvm.byref"))).collect()
}

fn no_effects(cx: &Context) -> Attr {
    let none = rmlir::core::params::store_enum(cx, ModRefInfo::NoModRef);
    MemoryEffectsAttr::get(cx, none, none, none, none, none, none).attr()
}

/// Replaces the root by the operation of `state`.
fn become_function(rw: &mut ConversionRewriter, state: OpState) {
    let (name, root) = (state.name, rw.root());
    let mut props = state.props.to_vec();
    for (slot, &default) in name.default_props(rw.cx()).iter().enumerate() {
        match props.get_mut(slot) {
            Some(prop) if prop.is_absent() => *prop = default,
            Some(_) => {}
            None => props.push(default),
        }
    }
    rw.become_op(name, &props);
    let attrs = rw.cx().dict(state.attrs);
    rw.set_attr_dict(root, attrs);
}

/// Attributes of a result are preserved if it is the only one; those of an argument, if it is converted to one
/// argument.
fn set_signature_attrs(
    cx: &Context,
    types: &LlvmTypes,
    state: &mut OpState,
    original: &Original,
    arg_attrs: &[Attr],
    signature: &Signature,
) {
    if original.results.len() == 1 {
        state.set_prop(LLVMFuncOp::RES_ATTRS, original.signature_attrs.1);
    }
    if arg_attrs.is_empty() {
        return;
    }
    let mut new = vec![Attr::EMPTY_DICT; signature.arguments.types().len()];
    for (index, &dict) in arg_attrs.iter().enumerate() {
        if let Some(ArgumentMapping::Args(range)) = signature.arguments.mapping(index)
            && range.len() == 1
        {
            new[range.start] = convert_types_in(cx, types, dict);
        }
    }
    if !new.is_empty() {
        let attrs = if new.iter().all(|&dict| dict == Attr::EMPTY_DICT) { Attr::ABSENT } else { cx.array_attr(&new) };
        state.set_prop(LLVMFuncOp::ARG_ATTRS, attrs);
    }
}

/// Some attributes of arguments hold types.
fn convert_types_in(cx: &Context, types: &LlvmTypes, dict: Attr) -> Attr {
    const HOLD_TYPES: [&str; 4] = ["llvm.byval", "llvm.byref", "llvm.sret", "llvm.inalloca"];
    let convert = |entry: &NamedAttr| {
        let ty = entry.value.as_type(cx).filter(|_| HOLD_TYPES.contains(&entry.name.str(cx)));
        let converted = ty.and_then(|ty| types.convert(cx, ty)).map(|ty| cx.type_attr(ty));
        NamedAttr { name: entry.name, value: converted.unwrap_or(entry.value) }
    };
    cx.dict(dict.as_dict(cx).unwrap_or_default().iter().map(convert).collect())
}

/// Converts the entry arguments, and loads those that are passed by pointer.
fn convert_arguments(
    rw: &mut ConversionRewriter,
    types: &LlvmTypes,
    entry: BlockId,
    original: &Original,
    signature: &Signature,
) {
    let mut of_block = signature.arguments.clone();
    // A verified function has as many arguments as its type.
    let extra: Vec<Type> = rw.args(entry)[original.inputs.len()..].iter().map(|&arg| rw.ty(arg)).collect();
    of_block.keep_extra(&extra);
    let entry = rw.apply_signature_conversion(entry, &of_block, Some(&types.converter));
    rw.at_start(entry);
    // Only arguments that are converted to one value can be marked, so the indices are those of the new arguments.
    for (index, behind) in signature.behind_pointers.iter().enumerate() {
        let Some(ty) = behind.and_then(|ty| types.convert(rw.cx(), ty)) else { continue };
        let Some(ArgumentMapping::Args(range)) = signature.arguments.mapping(index) else { continue };
        let arg = rw.arg(entry, range.start);
        let loc = rw.value_loc(arg);
        let loaded = rw.value(LoadOp::build(ty, arg).at(loc));
        rw.replace_all_uses(arg, loaded);
    }
}
