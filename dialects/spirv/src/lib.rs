//! The `spirv` dialect: programs for shaders and kernels as SPIR-V has them.
//!
//! In reading order: [`attrs`] holds the enumerations, [`types`] the types and `syntax` how they are written.

pub mod attrs;
mod syntax;
pub mod types;

use rmlir::core::dialect::DialectHooks;
use rmlir::prelude::*;

pub use self::attrs::*;
pub use self::types::*;

dialect! {
    /// Programs for shaders and kernels as SPIR-V has them.
    pub Spirv = "spirv" {
        types: [ArrayType, PointerType, RuntimeArrayType],
        attrs: [StorageClass],
        hooks: Hooks,
    }
}

struct Hooks;

impl DialectHooks for Hooks {
    /// SPIR-V is extended by others, so operations that are not known here may be used in generic form.
    fn allows_unknown_ops(&self) -> bool {
        true
    }
}
