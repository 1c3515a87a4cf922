//! Constants.

use rmlir::analysis::uniformity::InferUniformity;
use rmlir::core::fold::ConstantOp as ConstantValue;
use rmlir::core::interfaces::{GlobalAddress, GlobalVariable};
use rmlir::core::symbol::SymbolScope;
use rmlir::prelude::*;

use super::func::LLVMFuncOp;
use super::global::{AliasOp, GlobalOp, IFuncOp};
use crate::attrs::misc::{BlockAddressAttr, BlockTagAttr, poison_attr, undef_attr, zero_attr};
use crate::types::constraint::*;
use crate::types::{PointerType, TargetExtType};

/// A constant.
///
/// ```mlir
/// %0 = llvm.mlir.constant(42 : i32) : i32
/// ```
#[op(
    name = "llvm.mlir.constant",
    eval,
    traits(ConstantLike, Pure),
    fold,
    verify,
    format = "`(` $value `)` attr-dict `:` type($res)"
)]
pub struct ConstantOp {
    #[prop]
    value: AnyAttr,
    #[result]
    res: Compatible,
}

/// Constants without a value.
#[op_class(eval, traits(ConstantLike, Pure), interfaces(ConstantValue), fold, format = "attr-dict `:` type($res)")]
struct Plain {
    #[result]
    res: Compatible,
}

/// An undefined value.
#[op(name = "llvm.mlir.undef", classes(Plain), interfaces(InferUniformity))]
pub struct UndefOp;

/// A poison value.
#[op(name = "llvm.mlir.poison", classes(Plain), interfaces(InferUniformity))]
pub struct PoisonOp;

/// Zero, of any type that has one.
#[op(name = "llvm.mlir.zero", classes(Plain), verify = verify_zero)]
pub struct ZeroOp;

impl ConstantValue for UndefOp {
    fn value(&self, op: OpRef) -> Option<Attr> {
        Some(undef_attr(op.cx()))
    }
}

impl ConstantValue for PoisonOp {
    fn value(&self, op: OpRef) -> Option<Attr> {
        Some(poison_attr(op.cx()))
    }
}

impl ConstantValue for ZeroOp {
    fn value(&self, op: OpRef) -> Option<Attr> {
        Some(zero_attr(op.cx(), op.result(0).ty()))
    }
}

fn verify_zero(op: OpRef) -> Checked {
    match TargetExtType::from_type(op.cx(), op.result(0).ty()) {
        Some(ty) if !ty.supports_memory(op.cx()) => {
            Err(op.error("target extension type does not support zero-initializer"))
        }
        _ => Ok(()),
    }
}

/// The empty token.
#[op(name = "llvm.mlir.none", eval, traits(Pure), format = "attr-dict `:` type($res)")]
pub struct NoneTokenOp {
    #[result]
    res: Token,
}

/// The address of a global, an alias or a function.
#[op(
    name = "llvm.mlir.addressof",
    eval,
    traits(ConstantLike, Pure),
    interfaces(ConstantValue, SymbolUser, GlobalAddress),
    fold,
    format = "$global_name attr-dict `:` qualified(type($res))"
)]
pub struct AddressOfOp {
    #[prop]
    global_name: FlatSymbolRefAttr,
    #[result]
    res: Pointer,
}

impl GlobalAddress for AddressOfOp {
    fn global(&self, op: OpRef) -> GlobalVariable {
        // An `llvm.mlir.alias` is another symbol for the same memory.
        GlobalVariable { symbol: op.get(Self::global_name), may_be_alias: true }
    }
}

impl ConstantValue for AddressOfOp {
    fn value(&self, op: OpRef) -> Option<Attr> {
        Some(op.cx().symbol_ref(op.get(Self::global_name)))
    }
}

impl SymbolUser for AddressOfOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        let found = symbols.lookup(op.get(AddressOfOp::global_name));
        let is_known = |found: &OpRef| {
            found.is::<GlobalOp>() || found.is::<LLVMFuncOp>() || found.is::<AliasOp>() || found.is::<IFuncOp>()
        };
        let Some(found) = found.filter(is_known) else {
            return Err(op.error(
                "must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or \
                 'llvm.mlir.ifunc'",
            ));
        };
        let space = PointerType::from_type(op.cx(), op.result(0).ty()).map_or(0, |ty| ty.address_space(op.cx()));
        if found.is::<GlobalOp>() && i64::from(found.get(GlobalOp::addr_space)) != space {
            return Err(op.error("pointer address space must match address space of the referenced global or alias"));
        }
        Ok(())
    }
}

/// The address of a function, or of an equivalent one in the same linkage unit.
#[op(name = "llvm.dso_local_equivalent", eval = rmlir::interp::eval::code_addresses, traits(ConstantLike, Pure), interfaces(ConstantValue, SymbolUser),
     fold, format = "$function_name attr-dict `:` qualified(type($res))")]
pub struct DSOLocalEquivalentOp {
    #[prop]
    function_name: FlatSymbolRefAttr,
    #[result]
    res: Pointer,
}

impl ConstantValue for DSOLocalEquivalentOp {
    fn value(&self, op: OpRef) -> Option<Attr> {
        let name = op.cx().symbol_ref(op.get(Self::function_name));
        Some(crate::attrs::misc::DSOLocalEquivalentAttr::get(op.cx(), name).attr())
    }
}

impl SymbolUser for DSOLocalEquivalentOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        let found = symbols.lookup(op.get(DSOLocalEquivalentOp::function_name));
        let Some(found) = found.filter(|found| found.is::<LLVMFuncOp>() || found.is::<AliasOp>()) else {
            return Err(op.error("must reference a global defined by 'llvm.func' or 'llvm.mlir.alias'"));
        };
        let linkage =
            if found.is::<LLVMFuncOp>() { found.get(LLVMFuncOp::linkage) } else { found.get(AliasOp::linkage) };
        if linkage == crate::attrs::enums::Linkage::ExternWeak {
            return Err(op.error("target function with 'extern_weak' linkage not allowed"));
        }
        Ok(())
    }
}

/// The address of a block.
#[op(name = "llvm.blockaddress", eval = rmlir::interp::eval::code_addresses, traits(ConstantLike, Pure), interfaces(ConstantValue, SymbolUser),
     fold, format = "$block_addr attr-dict `:` qualified(type($res))")]
pub struct BlockAddressOp {
    #[prop]
    block_addr: BlockAddressAttr,
    #[result]
    res: Pointer,
}

impl ConstantValue for BlockAddressOp {
    fn value(&self, op: OpRef) -> Option<Attr> {
        Some(op.get(Self::block_addr).attr())
    }
}

impl SymbolUser for BlockAddressOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        let cx = op.cx();
        let name = op.get(BlockAddressOp::block_addr).function(cx).as_flat_symbol(cx);
        match name.and_then(|name| symbols.lookup(name)).filter(|found| found.is::<LLVMFuncOp>()) {
            Some(_) => Ok(()),
            None => Err(op.error("must reference a function defined by 'llvm.func'")),
        }
    }
}

/// Labels the block that contains it, for block addresses.
#[op(name = "llvm.blocktag", eval = rmlir::interp::eval::nothing, format = "$tag attr-dict")]
pub struct BlockTagOp {
    #[prop]
    tag: BlockTagAttr,
}
