//! Intrinsics on memory.

use rmlir::core::memory_slot::{DestructurableAccessor, PromotableMemOp, PromotableOp, SafeSlotAccess};
use rmlir::interp::Eval;
use rmlir::prelude::*;

use super::intrinsics;
use crate::attrs::memory::AliasScopeAttr;
use crate::ops::flags::{AccessGroups, AliasScopes, TbaaTags};
use crate::types::constraint::*;

intrinsics! {
    PrefetchIntr "llvm.intr.prefetch" () { addr: Pointer } [rw: I32Attr, hint: I32Attr, cache: I32Attr];
    LifetimeStartIntr "llvm.intr.lifetime.start" () interfaces(PromotableOp) { ptr: Pointer } [] = "$ptr attr-dict `:` qualified(type($ptr))";
    LifetimeEndIntr "llvm.intr.lifetime.end" () interfaces(PromotableOp) { ptr: Pointer } [] = "$ptr attr-dict `:` qualified(type($ptr))";
    InvariantEndIntr "llvm.intr.invariant.end" () interfaces(PromotableOp) { start: DefaultPointer, ptr: Pointer } [size: I64Attr] = "$start `,` $size `,` $ptr attr-dict `:` qualified(type($ptr))";
    LaunderInvariantGroupIntr "llvm.intr.launder.invariant.group" (SameOperandsAndResultType) interfaces(PromotableOp) { ptr: Pointer } [] -> res: Pointer = "$ptr attr-dict `:` qualified(type($ptr))";
    StripInvariantGroupIntr "llvm.intr.strip.invariant.group" (SameOperandsAndResultType) interfaces(PromotableOp) { ptr: Pointer } [] -> res: Pointer = "$ptr attr-dict `:` qualified(type($ptr))";
    PtrmaskIntr "llvm.intr.ptrmask" (Pure) types(P = PointerOrVector) { ptr: P, mask: AnyIntOrVector } [] -> res: P = "$ptr `,` $mask attr-dict `:` functional-type(operands, results)";
    VastartIntr "llvm.intr.vastart" () { arg_list: Pointer } [] = "$arg_list attr-dict `:` qualified(type($arg_list))";
    VaendIntr "llvm.intr.vaend" () { arg_list: Pointer } [] = "$arg_list attr-dict `:` qualified(type($arg_list))";
    VacopyIntr "llvm.intr.vacopy" () { dest_list: Pointer, src_list: Pointer } [] = "$src_list `to` $dest_list attr-dict `:` type(operands)";
    StacksaveIntr "llvm.intr.stacksave" () {} [] -> res: Compatible = "attr-dict `:` qualified(type($res))";
    StackrestoreIntr "llvm.intr.stackrestore" () { ptr: Pointer } [] = "$ptr attr-dict `:` qualified(type($ptr))";
    ThreadlocalAddressIntr "llvm.intr.threadlocal.address" (Pure) { global: Pointer } [] -> res: Compatible;
    NoAliasScopeDeclIntr "llvm.intr.experimental.noalias.scope.decl" () {} [scope: AliasScopeAttr] = "$scope attr-dict";
}

/// Marks memory as invariant from here on.
#[op(
    name = "llvm.intr.invariant.start",
    eval,
    interfaces(PromotableOp),
    format = "$size `,` $ptr attr-dict `:` qualified(type($ptr))"
)]
pub struct InvariantStartIntr {
    #[prop]
    size: I64Attr,
    #[operand]
    ptr: Pointer,
    #[result(fixed)]
    res: DefaultPointer,
}

/// Annotates a pointer.
#[op(name = "llvm.intr.ptr.annotation", eval, types(P = Pointer, A = Pointer))]
pub struct PtrAnnotationIntr {
    #[operand]
    ptr: P,
    #[operand]
    annotation: A,
    #[operand]
    fileName: A,
    #[operand]
    line: I32,
    #[operand]
    attr: A,
    #[result]
    res: P,
}

/// Copies and fills of memory.
#[op_class(eval, interfaces(DestructurableAccessor, MemoryEffects, PromotableMemOp, SafeSlotAccess))]
struct Block {
    #[operand]
    dst: Pointer,
    #[prop]
    isVolatile: I1Attr,
    #[prop]
    access_groups: Option<AccessGroups>,
    #[prop]
    alias_scopes: Option<AliasScopes>,
    #[prop]
    noalias_scopes: Option<AliasScopes>,
    #[prop]
    tbaa: Option<TbaaTags>,
    #[prop]
    arg_attrs: Option<DictArrayAttr>,
    #[prop]
    res_attrs: Option<DictArrayAttr>,
}

/// Operations on a constant number of bytes.
#[op_class(eval)]
struct ConstantLength {
    #[prop]
    len: APIntAttr,
}

/// Copies memory.
#[op(name = "llvm.intr.memcpy", classes(Block))]
pub struct MemcpyIntr {
    #[operand]
    src: Pointer,
    #[operand]
    len: SignlessInt,
}

/// Copies memory that may overlap.
#[op(name = "llvm.intr.memmove", classes(Block))]
pub struct MemmoveIntr {
    #[operand]
    src: Pointer,
    #[operand]
    len: SignlessInt,
}

/// Copies a constant number of bytes.
#[op(name = "llvm.intr.memcpy.inline", classes(ConstantLength, Block))]
pub struct MemcpyInlineIntr {
    #[operand]
    src: Pointer,
}

/// Fills memory with a byte.
#[op(name = "llvm.intr.memset", classes(Block))]
pub struct MemsetIntr {
    #[operand]
    val: I8,
    #[operand]
    len: SignlessInt,
}

/// Fills a constant number of bytes.
#[op(name = "llvm.intr.memset.inline", classes(ConstantLength, Block))]
pub struct MemsetInlineIntr {
    #[operand]
    val: I8,
}

/// Rows of operations with their effects on the memory that the first operands point to.
macro_rules! effects {
    ($($op:ident: $($kind:ident),*;)*) => {$(
        impl MemoryEffects for $op<()> {
            fn effects(&self, op: OpRef) -> Vec<Effect> {
                let kinds = [$(EffectKind::$kind),*];
                kinds.into_iter().enumerate().map(|(index, kind)| Effect::on(kind, op.operand(index).id)).collect()
            }
        }
    )*};
}

effects! {
    MemcpyIntr: Write, Read;
    MemmoveIntr: Write, Read;
    MemcpyInlineIntr: Write, Read;
    MemsetIntr: Write;
    MemsetInlineIntr: Write;
}
