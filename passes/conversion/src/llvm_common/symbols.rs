//! Functions that generated code calls: looked up in the enclosing symbol table, or declared there.

use std::sync::atomic::{AtomicU32, Ordering};

use rmlir::core::dense;
use rmlir::core::types::TypeData;
use rmlir::prelude::*;
use rmlir::rewrite::conversion::ConversionRewriter;
use rmlir_llvm::attrs::enums::Linkage;
use rmlir_llvm::ops::func::LLVMFuncOp;
use rmlir_llvm::ops::global::GlobalOp;
use rmlir_llvm::types::{ArrayType, FunctionType, VoidType};

use crate::llvm_common::options::LlvmOptions;
use crate::llvm_common::type_converter::pointer;

/// A function that can be called.
#[derive(Clone, Debug)]
pub struct Callee {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: FunctionType,
}

/// Runs `work` on the body whose root is the enclosing symbol table, with the block of its symbols. `None` if there is
/// none.
pub fn in_table<R>(
    rw: &mut ConversionRewriter,
    work: impl FnOnce(&mut ConversionRewriter, BlockId) -> Option<R>,
) -> Option<R> {
    let root = OpRef::root(rw);
    if !root.has(TraitSet::SYMBOL_TABLE) {
        return rw.outside(|rw, _| in_table(rw, work))?;
    }
    let block = root.region(0).entry()?.id;
    let saved = (rw.insert_point(), rw.default_loc());
    let result = work(rw, block);
    rw.set_insert_point(saved.0);
    rw.set_loc(saved.1);
    result
}

/// The symbol `name` in `block`.
fn find(body: &Body, block: BlockId, name: &str) -> Option<OpId> {
    let name = body.cx().find_ident(name)?;
    body.ops(block).find(|&op| OpRef::new(body, op).symbol_name() == Some(name))
}

/// A symbol name that is unused in `block`: `stem`, or `stem` followed by an integer, starting at `next`.
fn first_unused(body: &Body, block: BlockId, stem: &str, next: &mut u32) -> String {
    let mut name = stem.to_owned();
    while find(body, block, &name).is_some() {
        name = format!("{stem}_{next}");
        *next += 1;
    }
    name
}

/// A symbol name that is unused in the enclosing symbol table: `stem`, or `stem` followed by an integer, starting at
/// `next`.
pub fn unused_name(rw: &mut ConversionRewriter, stem: &str, next: &mut u32) -> Option<String> {
    in_table(rw, |rw, block| Some(first_unused(rw, block, stem, next)))
}

/// The function `name` of type `ty`; if it does not exist it is declared at the start of the enclosing symbol table,
/// under another name if `name` is the symbol of another operation. `None`, with an error, if a function of that name
/// has another type; also `None` if there is no symbol table.
pub fn find_or_declare(rw: &mut ConversionRewriter, name: &str, ty: FunctionType) -> Option<Callee> {
    in_table(rw, |rw, block| {
        let cx = rw.cx();
        let found = find(rw, block, name).map(|found| OpRef::new(rw, found));
        if let Some(known) = found.filter(|found| found.is::<LLVMFuncOp>()).and_then(LLVMFuncOp::signature) {
            if known == ty {
                return Some(Callee { name: name.to_owned(), ty });
            }
            let error = found?.plain_error(format!(
                "redefinition of reserved function '{name}' of different type '{}' is prohibited",
                cx.show_type(known.ty())
            ));
            rw.report(*error);
            return None;
        }
        let name = first_unused(rw, block, name, &mut 0);
        rw.at_start(block);
        let state = LLVMFuncOp::build(cx.str_attr(&name), cx.type_attr(ty.ty())).regions(1);
        rw.create(state.at(Loc::UNKNOWN));
        Some(Callee { name, ty })
    })
}

/// Adds a global with the null-terminated `text`, called `stem`, or `stem` followed by an integer from `counter`:
/// returns its symbol and type.
pub fn add_text(
    rw: &mut ConversionRewriter,
    stem: &str,
    mut text: Vec<u8>,
    loc: Loc,
    counter: &AtomicU32,
) -> Option<(Attr, Type)> {
    let cx = rw.cx();
    text.push(0);
    let n = text.len() as i64;
    let ty = ArrayType::get(cx, n, Type::I8).ty();
    let tensor = TypeData::RankedTensor { shape: Box::new([n]), element: Type::I8, encoding: None };
    let value = dense::from_bytes(cx, cx.ty(tensor), text)?;
    let mut next = counter.load(Ordering::Relaxed);
    let name = unused_name(rw, stem, &mut next)?;
    counter.store(next, Ordering::Relaxed);
    in_table(rw, |rw, block| {
        rw.at_start(block);
        let global = GlobalOp::build(cx.type_attr(ty), cx.str_attr(&name), Linkage::Private.attr(cx));
        rw.create(global.prop(GlobalOp::CONSTANT, Attr::UNIT).prop(GlobalOp::VALUE, value).at(loc));
        Some((cx.symbol_ref(cx.ident(&name)), ty))
    })
}

/// The function that allocates: its parameter is a number of bytes.
pub fn malloc_function(rw: &mut ConversionRewriter, options: &LlvmOptions) -> Option<Callee> {
    let cx = rw.cx();
    let name = if options.generic_functions { "_mlir_memref_to_llvm_alloc" } else { "malloc" };
    let ty = FunctionType::get(cx, pointer(cx), vec![options.index_type(cx)], false);
    find_or_declare(rw, name, ty)
}

/// The function that allocates aligned memory: its parameters are an alignment and a number of bytes.
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
