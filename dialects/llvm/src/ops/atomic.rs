//! Atomic read-modify-write operations and fences.

use rmlir::prelude::*;

use super::flags::{AccessGroups, AliasScopes, TbaaTags};
use super::memory::is_atomic_type;
use crate::attrs::enums::{AtomicBinOp, AtomicOrdering};
use crate::types::constraint::*;
use crate::types::{StructBody, StructType};

fn same(_cx: &Context, ty: Type) -> Option<Type> {
    Some(ty)
}

/// The structure of `ty` and an `i1`.
fn with_bit(cx: &Context, ty: Type) -> Option<Type> {
    Some(StructType::get(cx, None, StructBody::Aligned, vec![ty, Type::I1]).ty())
}

/// Updates memory atomically and returns the old value.
///
/// ```mlir
/// %1 = llvm.atomicrmw add %p, %value monotonic : !llvm.ptr, i32
/// ```
#[op(name = "llvm.atomicrmw", eval, verify = verify_rmw,
     format = "(`volatile` $volatile_^)? $bin_op $ptr `,` $val (`syncscope` `(` $syncscope^ `)`)? $ordering \
               attr-dict `:` qualified(type($ptr)) `,` type($val)")]
pub struct AtomicRMWOp {
    #[prop]
    bin_op: AtomicBinOp,
    #[operand]
    ptr: Pointer,
    #[operand]
    val: AtomicRmw,
    #[prop]
    ordering: AtomicOrdering,
    #[prop]
    syncscope: Option<StrAttr>,
    #[prop]
    alignment: Option<I64Attr>,
    #[prop]
    volatile_: Option<UnitAttr>,
    #[prop]
    access_groups: Option<AccessGroups>,
    #[prop]
    alias_scopes: Option<AliasScopes>,
    #[prop]
    noalias_scopes: Option<AliasScopes>,
    #[prop]
    tbaa: Option<TbaaTags>,
    #[result(derive(from = "val", with = same, summary = "result #0 and operand #1 have the same type"))]
    res: AtomicRmw,
}

/// Compares and exchanges atomically: stores the new value if memory holds the expected one. Returns the old value and
/// whether the exchange succeeded.
///
/// ```mlir
/// %1 = llvm.cmpxchg %p, %old, %new acq_rel monotonic : !llvm.ptr, i32
/// ```
#[op(name = "llvm.cmpxchg", eval, verify = verify_cmpxchg,
     format = "(`weak` $weak^)? (`volatile` $volatile_^)? $ptr `,` $cmp `,` $val \
               (`syncscope` `(` $syncscope^ `)`)? $success_ordering $failure_ordering attr-dict `:` \
               qualified(type($ptr)) `,` type($val)")]
pub struct AtomicCmpXchgOp {
    #[operand]
    ptr: Pointer,
    #[operand(derive(from = "val", with = same, summary = "operand #1 and operand #2 have the same type"))]
    cmp: AtomicCmpXchg,
    #[operand]
    val: AtomicCmpXchg,
    #[prop]
    success_ordering: AtomicOrdering,
    #[prop]
    failure_ordering: AtomicOrdering,
    #[prop]
    syncscope: Option<StrAttr>,
    #[prop]
    alignment: Option<I64Attr>,
    #[prop]
    weak: Option<UnitAttr>,
    #[prop]
    volatile_: Option<UnitAttr>,
    #[prop]
    access_groups: Option<AccessGroups>,
    #[prop]
    alias_scopes: Option<AliasScopes>,
    #[prop]
    noalias_scopes: Option<AliasScopes>,
    #[prop]
    tbaa: Option<TbaaTags>,
    #[result(derive(from = "val", with = with_bit, summary = "result #0 has an LLVM struct type consisting of the \
                                                              type of operand #2 and a bool"))]
    res: Struct,
}

/// Orders the memory accesses before and after it.
#[op(name = "llvm.fence", eval, verify = verify_fence,
     format = "(`syncscope` `(` $syncscope^ `)`)? $ordering attr-dict")]
pub struct FenceOp {
    #[prop]
    ordering: AtomicOrdering,
    #[prop]
    syncscope: Option<StrAttr>,
}

fn verify_rmw(op: OpRef) -> Checked {
    use AtomicBinOp::*;
    let (cx, ty) = (op.cx(), op.operand(AtomicRMWOp::VAL_OPERAND).ty());
    let text = match op.get(AtomicRMWOp::bin_op) {
        Fadd | Fsub | Fmin | Fmax | Fmaximum | Fminimum if is_vector(cx, ty) => {
            let fits = ty.element(cx).is_some_and(|element| is_float(cx, element));
            (!fits).then_some("expected LLVM IR floating point type for vector element")
        }
        Fadd | Fsub | Fmin | Fmax | Fmaximum | Fminimum => {
            (!is_float(cx, ty)).then_some("expected LLVM IR floating point type")
        }
        Xchg => (!is_atomic_type(cx, ty)).then_some("unexpected LLVM IR type for 'xchg' bin_op"),
        _ => {
            let fits = matches!(ty.int_width(cx), Some(8 | 16 | 32 | 64));
            (!fits).then_some("expected LLVM IR integer type")
        }
    };
    if let Some(text) = text {
        return Err(op.error(text));
    }
    if op.get(AtomicRMWOp::ordering).value() < AtomicOrdering::Monotonic.value() {
        return Err(op.error("expected at least 'monotonic' ordering"));
    }
    Ok(())
}

fn verify_cmpxchg(op: OpRef) -> Checked {
    use AtomicOrdering::*;
    if !is_atomic_type(op.cx(), op.operand(AtomicCmpXchgOp::VAL_OPERAND).ty()) {
        return Err(op.error("unexpected LLVM IR type"));
    }
    let success = op.get(AtomicCmpXchgOp::success_ordering);
    let failure = op.get(AtomicCmpXchgOp::failure_ordering);
    if success.value() < Monotonic.value() || failure.value() < Monotonic.value() {
        return Err(op.error("ordering must be at least 'monotonic'"));
    }
    if matches!(failure, Release | AcqRel) {
        return Err(op.error("failure ordering cannot be 'release' or 'acq_rel'"));
    }
    Ok(())
}

fn verify_fence(op: OpRef) -> Checked {
    use AtomicOrdering::*;
    if matches!(op.get(FenceOp::ordering), NotAtomic | Unordered | Monotonic) {
        return Err(op.error("can be given only acquire, release, acq_rel, and seq_cst orderings"));
    }
    Ok(())
}
