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

/// Rows of `/// doc`, `Op "name" { second: Constraint, third: Constraint } [length] effects`:
/// copies and fills of memory.
macro_rules! blocks {
    ($($(#[$doc:meta])* $op:ident $name:literal { $second:ident: $of:ident $(, $len:ident: $is:ident)? }
       [$($fixed:ident: $number:ident)?] $effects:expr;)*) => {$(
        $(#[$doc])*
        #[op(name = $name, eval = crate::eval::intrinsic, interfaces(DestructurableAccessor, MemoryEffects, PromotableMemOp, SafeSlotAccess))]
        pub struct $op {
            #[operand]
            dst: Pointer,
            #[operand]
            $second: $of,
            $(
                #[operand]
                $len: $is,
            )?
            $(
                #[prop]
                $fixed: $number,
            )?
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

        impl MemoryEffects for $op {
            fn effects(&self, op: OpRef) -> Vec<Effect> {
                let kinds: &[EffectKind] = $effects;
                kinds.iter().enumerate().map(|(index, &kind)| Effect::on(kind, op.operand(index).id)).collect()
            }
        }
    )*};
}

blocks! {
    /// Copies memory.
    MemcpyIntr "llvm.intr.memcpy" { src: Pointer, len: SignlessInt } [] &[EffectKind::Write, EffectKind::Read];
    /// Copies memory that may overlap.
    MemmoveIntr "llvm.intr.memmove" { src: Pointer, len: SignlessInt } [] &[EffectKind::Write, EffectKind::Read];
    /// Copies a constant number of bytes.
    MemcpyInlineIntr "llvm.intr.memcpy.inline" { src: Pointer } [len: APIntAttr]
        &[EffectKind::Write, EffectKind::Read];
    /// Fills memory with a byte.
    MemsetIntr "llvm.intr.memset" { val: I8, len: SignlessInt } [] &[EffectKind::Write];
    /// Fills a constant number of bytes.
    MemsetInlineIntr "llvm.intr.memset.inline" { val: I8 } [len: APIntAttr] &[EffectKind::Write];
}
