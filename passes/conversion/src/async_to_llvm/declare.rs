//! The functions of the runtime library, and one that resumes a coroutine.

use rmlir::core::symbol::SymbolTable;
use rmlir::prelude::*;
use rmlir_async::{RuntimeAwaitAndResumeOp, RuntimeResumeOp};
use rmlir_func::FuncOp;
use rmlir_llvm::attrs::enums::Linkage;
use rmlir_llvm::intrinsics::coro::CoroResumeIntr;
use rmlir_llvm::ops::branch::ReturnOp;
use rmlir_llvm::ops::func::LLVMFuncOp;
use rmlir_llvm::types::{FunctionType, VoidType};

use crate::llvm_common::type_converter::pointer;

/// The function that resumes a coroutine, whose address is passed to the runtime.
pub const RESUME: &str = "__resume";

/// The functions, with the types of their parameters and results: `p` a pointer, `n` a 64-bit integer, `b` an `i1`, `i`
/// an index.
const FUNCTIONS: [(&str, &str, &str); 22] = [
    ("mlirAsyncRuntimeAddRef", "pn", ""),
    ("mlirAsyncRuntimeDropRef", "pn", ""),
    ("mlirAsyncRuntimeCreateToken", "", "p"),
    ("mlirAsyncRuntimeCreateValue", "n", "p"),
    ("mlirAsyncRuntimeCreateGroup", "n", "p"),
    ("mlirAsyncRuntimeEmplaceToken", "p", ""),
    ("mlirAsyncRuntimeEmplaceValue", "p", ""),
    ("mlirAsyncRuntimeSetTokenError", "p", ""),
    ("mlirAsyncRuntimeSetValueError", "p", ""),
    ("mlirAsyncRuntimeIsTokenError", "p", "b"),
    ("mlirAsyncRuntimeIsValueError", "p", "b"),
    ("mlirAsyncRuntimeIsGroupError", "p", "b"),
    ("mlirAsyncRuntimeAwaitToken", "p", ""),
    ("mlirAsyncRuntimeAwaitValue", "p", ""),
    ("mlirAsyncRuntimeAwaitAllInGroup", "p", ""),
    ("mlirAsyncRuntimeExecute", "pp", ""),
    ("mlirAsyncRuntimeGetValueStorage", "p", "p"),
    ("mlirAsyncRuntimeAddTokenToGroup", "pp", "n"),
    ("mlirAsyncRuntimeAwaitTokenAndExecute", "ppp", ""),
    ("mlirAsyncRuntimeAwaitValueAndExecute", "ppp", ""),
    ("mlirAsyncRuntimeAwaitAllInGroupAndExecute", "ppp", ""),
    ("mlirAsyncRuntimGetNumWorkerThreads", "", "i"),
];

/// Declares missing functions at the end of the module at the root.
pub fn declare_runtime(module: &mut Body) {
    let (cx, root) = (module.cx(), module.root());
    let names = SymbolTable::new(module);
    let resumes = resumes_something(module);
    let loc = module.loc(root);
    let region = module.region(root, 0);
    let Some(block) = module.entry(region) else { return };
    let mut rw = Rewriter::new(module);
    rw.at_end(block);
    rw.set_loc(loc);
    for (name, takes, gives) in FUNCTIONS {
        if names.lookup(cx.ident(name)).is_none() {
            let ty = cx.type_attr(cx.function_type(&types(cx, takes), &types(cx, gives)));
            let function = FuncOp::build(cx.str_attr(name), ty).prop(FuncOp::SYM_VISIBILITY, cx.str_attr("private"));
            rw.create(function.regions(1));
        }
    }
    if resumes && names.lookup(cx.ident(RESUME)).is_none() {
        define_resume(&mut rw);
    }
}

fn types(cx: &Context, letters: &str) -> Vec<Type> {
    let ty = |letter| match letter {
        'p' => pointer(cx),
        'n' => Type::I64,
        'b' => Type::I1,
        _ => Type::INDEX,
    };
    letters.chars().map(ty).collect()
}

/// Whether a coroutine is resumed somewhere in `body`.
fn resumes_something(body: &Body) -> bool {
    let mut found = false;
    body.walk_postorder(body.root(), |op| {
        let view = OpRef::new(body, op);
        found |= view.is::<RuntimeResumeOp>() || view.is::<RuntimeAwaitAndResumeOp>();
        found |= body.nested(op).is_some_and(resumes_something);
    });
    found
}

fn define_resume(rw: &mut Rewriter) {
    let (cx, loc) = (rw.cx(), rw.default_loc());
    let ty = FunctionType::get(cx, VoidType::get(cx).ty(), vec![pointer(cx)], false);
    let function = LLVMFuncOp::build(cx.str_attr(RESUME), cx.type_attr(ty.ty()))
        .prop(LLVMFuncOp::SYM_VISIBILITY, cx.str_attr("private"))
        .prop(LLVMFuncOp::LINKAGE, Linkage::External.attr(cx));
    let op = rw.create(function.regions(1)).id();
    let nested = rw.body_mut().nested_mut(op).expect("a function has a body of its own");
    let entry = nested.create_block(&[pointer(cx)], &[loc]);
    let region = nested.region(nested.root(), 0);
    nested.append_block(region, entry);
    let mut rw = Rewriter::new(nested);
    rw.at_end(entry);
    rw.set_loc(loc);
    let handle = rw.arg(entry, 0);
    rw.create(CoroResumeIntr::build(handle));
    rw.create(ReturnOp::build(None));
}
