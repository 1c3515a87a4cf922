//! The functions that are left unchanged, and why.

use rmlir::analysis::symbols::symbol_uses;
use rmlir::prelude::*;
use rmlir_llvm::attrs::enums::{AtomicOrdering, TailCallKind};
use rmlir_llvm::ops::atomic::{AtomicCmpXchgOp, AtomicRMWOp, FenceOp};
use rmlir_llvm::ops::branch::ResumeOp;
use rmlir_llvm::ops::call::{CallOp, InlineAsmOp};
use rmlir_llvm::ops::constant::{AddressOfOp, BlockTagOp};
use rmlir_llvm::ops::func::LLVMFuncOp;
use rmlir_llvm::ops::invoke::{InvokeOp, LandingpadOp};
use rmlir_llvm::ops::memory::{LoadOp, StoreOp, VaArgOp};
use rmlir_llvm::ops::switch::IndirectBrOp;
use rustc_hash::FxHashSet;

/// The symbols of a module that are used in other ways than by direct calls and as addresses: by aliases, lists of
/// constructors, or as the personality of a function.
pub(super) struct Refusals {
    used: FxHashSet<Ident>,
    /// The symbols of a module that cannot be read are all used in unknown ways.
    is_unknown: bool,
}

impl Refusals {
    /// Collects the uses of symbols in `module`.
    pub(super) fn of(module: OpRef) -> Self {
        let inner = module.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops());
        let (mut used, mut is_unknown) = (FxHashSet::default(), false);
        for op in inner {
            let Ok(uses) = symbol_uses(op) else {
                is_unknown = true;
                continue;
            };
            let others = uses.into_iter().filter(|found| !is_direct(found.user));
            used.extend(others.map(|found| found.symbol.root));
        }
        Self { used, is_unknown }
    }

    /// Why `function` is left unchanged, with the location of the cause; `None` if it can be raised.
    pub(super) fn reason(&self, function: OpRef) -> Option<(Loc, &'static str)> {
        let is_used = function.symbol_name().is_none_or(|name| self.used.contains(&name));
        let variadic = LLVMFuncOp::signature(function).is_none_or(|ty| ty.variadic(function.cx()));
        match () {
            () if self.is_unknown || is_used => {
                return Some((function.loc(), "the function is used by more than calls and addresses"));
            }
            () if variadic => return Some((function.loc(), "the function is variadic")),
            () if function.get(LLVMFuncOp::personality).is_some() => {
                return Some((function.loc(), "the function handles exceptions"));
            }
            () => {}
        }
        let mut reason = None;
        function.walk_preorder(|op| {
            if reason.is_none() {
                reason = operation_reason(op).map(|reason| (op.loc(), reason));
            }
        });
        reason
    }
}

/// Calls whose only symbol is the callee, and addresses.
fn is_direct(op: OpRef) -> bool {
    op.is::<AddressOfOp>()
        || op.is::<CallOp>() && op.get(CallOp::op_bundle_tags).is_none() && op.get(CallOp::var_callee_type).is_none()
}

fn operation_reason(op: OpRef) -> Option<&'static str> {
    let is_volatile =
        op.is::<LoadOp>() && op.get(LoadOp::volatile_) || op.is::<StoreOp>() && op.get(StoreOp::volatile_);
    let is_atomic = op.is::<LoadOp>() && op.get(LoadOp::ordering) != AtomicOrdering::NotAtomic
        || op.is::<StoreOp>() && op.get(StoreOp::ordering) != AtomicOrdering::NotAtomic;
    match () {
        () if is_volatile => Some("volatile access"),
        () if is_atomic || op.is::<AtomicRMWOp>() || op.is::<AtomicCmpXchgOp>() || op.is::<FenceOp>() => {
            Some("atomic access")
        }
        () if op.is::<InlineAsmOp>() => Some("inline assembly"),
        () if op.is::<InvokeOp>() || op.is::<LandingpadOp>() || op.is::<ResumeOp>() => Some("exceptions"),
        () if op.is::<IndirectBrOp>() || op.is::<BlockTagOp>() => Some("jumps to computed addresses"),
        () if op.is::<VaArgOp>() => Some("the function is variadic"),
        () if op.is::<CallOp>() && op.get(CallOp::TailCallKind) == TailCallKind::MustTail => {
            Some("a call that must be a tail call")
        }
        () if returns_twice(op) => Some("a call that may return twice"),
        () => None,
    }
}

/// Calls of `setjmp` and its kind, which C compilers know by their names.
fn returns_twice(op: OpRef) -> bool {
    const NAMES: [&str; 6] = ["setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp", "vfork", "getcontext"];
    let callee = op.cast::<CallOp>().and_then(|call| call.callee(op.body));
    callee.is_some_and(|name| NAMES.contains(&name.str(op.cx())))
}
