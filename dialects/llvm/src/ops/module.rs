//! Facts about a module.

use rmlir::prelude::*;

use super::global::is_module;
use crate::attrs::misc::ModuleFlagAttr;

/// Options for the linker.
#[op(name = "llvm.linker_options", eval = rmlir::interp::eval::nothing, verify = verify_level, format = "$options attr-dict")]
pub struct LinkerOptionsOp {
    #[prop]
    options: StrArrayAttr,
}

/// Flags that modules have to agree on.
#[op(name = "llvm.module_flags", eval = rmlir::interp::eval::nothing, verify = verify_flags, format = "$flags attr-dict")]
pub struct ModuleFlagsOp {
    #[prop]
    flags: ArrayAttr,
}

fn verify_level(op: OpRef) -> Checked {
    match op.parent() {
        Some(parent) if !is_module(parent) => Err(op.error("must appear at the module level")),
        _ => Ok(()),
    }
}

fn verify_flags(op: OpRef) -> Checked {
    verify_level(op)?;
    match op.get(ModuleFlagsOp::flags).iter().all(|&flag| ModuleFlagAttr::from_attr(op.cx(), flag).is_some()) {
        true => Ok(()),
        false => Err(op.error("expected a module flag attribute")),
    }
}
