//! Functions that generated code calls: found beside the function at work, or declared there.

use rmlir::prelude::*;
use rmlir::rewrite::conversion::ConversionRewriter;
use rmlir_llvm::ops::func::LLVMFuncOp;
use rmlir_llvm::types::{FunctionType, VoidType};

use crate::options::LlvmOptions;
use crate::type_converter::pointer;

/// A function that can be called.
#[derive(Clone, Debug)]
pub struct Callee {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: FunctionType,
}

/// The function called `name` of type `ty`; unless there is one it is declared
/// at the start of the symbol table around. `None`, and a report, if the one
/// there is another; `None` too if there is no symbol table.
pub fn find_or_declare(rw: &mut ConversionRewriter, name: &str, ty: FunctionType) -> Option<Callee> {
    rw.outside(|rw, proxy| find_or_declare_beside(rw, proxy, name, ty))?
}

fn find_or_declare_beside(rw: &mut ConversionRewriter, proxy: OpId, name: &str, ty: FunctionType) -> Option<Callee> {
    if !OpRef::new(rw, proxy).parent()?.has(TraitSet::SYMBOL_TABLE) {
        return rw.outside(|rw, outer| find_or_declare_beside(rw, outer, name, ty))?;
    }
    let cx = rw.cx();
    let block = rw.block_of(proxy)?;
    let wanted = cx.ident(name);
    let callee = Callee { name: name.to_owned(), ty };
    let found = rw.ops(block).find(|&op| OpRef::new(rw, op).symbol_name() == Some(wanted));
    if let Some(found) = found {
        let found = OpRef::new(rw, found);
        let known = found.is::<LLVMFuncOp>().then(|| found.attr("function_type")).flatten();
        let known = known.and_then(|ty| ty.as_type(cx));
        if known == Some(ty.ty()) {
            return Some(callee);
        }
        let error = match known {
            Some(known) => found.plain_error(format!(
                "redefinition of reserved function '{name}' of different type '{}' is prohibited",
                cx.show_type(known)
            )),
            None => found.plain_error(format!("redefinition of reserved function '{name}' is prohibited")),
        };
        rw.report(*error);
        return None;
    }
    rw.at_start(block);
    let state = LLVMFuncOp::build(cx.str_attr(name), cx.type_attr(ty.ty())).regions(1);
    rw.create(state.at(Loc::UNKNOWN));
    Some(callee)
}

/// The function that allocates: it takes a number of bytes.
pub fn malloc_function(rw: &mut ConversionRewriter, options: &LlvmOptions) -> Option<Callee> {
    let cx = rw.cx();
    let name = if options.generic_functions { "_mlir_memref_to_llvm_alloc" } else { "malloc" };
    let ty = FunctionType::get(cx, pointer(cx), vec![options.index_type(cx)], false);
    find_or_declare(rw, name, ty)
}

/// The function that allocates aligned memory: it takes an alignment and a number of bytes.
pub fn aligned_alloc_function(rw: &mut ConversionRewriter, options: &LlvmOptions) -> Option<Callee> {
    let cx = rw.cx();
    let name = if options.generic_functions { "_mlir_memref_to_llvm_aligned_alloc" } else { "aligned_alloc" };
    let ty = FunctionType::get(cx, pointer(cx), vec![options.index_type(cx); 2], false);
    find_or_declare(rw, name, ty)
}

/// The function that frees.
pub fn free_function(rw: &mut ConversionRewriter, options: &LlvmOptions) -> Option<Callee> {
    let cx = rw.cx();
    let name = if options.generic_functions { "_mlir_memref_to_llvm_free" } else { "free" };
    let ty = FunctionType::get(cx, VoidType::get(cx).ty(), vec![pointer(cx)], false);
    find_or_declare(rw, name, ty)
}
