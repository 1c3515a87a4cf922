//! The `spirv` dialect: SPIR-V programs, for shaders and kernels.
//!
//! In reading order: [`attrs`] holds the enumerations, [`decoration`] the long one of them, [`types`] the types and
//! `syntax` their syntax; `rows` macros for families of operations; `constraints` constraints on types and on parents
//! of operations, [`function`] functions and their returns, [`call`] calls and other control flow, [`constant`]
//! constants, [`integer`] arithmetic and comparison of integers, [`divide`] their division, [`logical`] operations on
//! booleans, [`float`] floating-point arithmetic and [`compare`] comparison and classification of floats; `hooks` the
//! dialect's hooks.

#[macro_use]
mod rows;

pub mod attrs;
pub mod call;
pub mod compare;
pub mod constant;
pub mod constraints;
pub mod decoration;
pub mod divide;
pub mod float;
pub mod function;
mod hooks;
pub mod integer;
pub mod logical;
mod syntax;
pub mod types;

use rmlir::prelude::*;

pub use self::attrs::*;
pub use self::call::{BranchOp, FunctionCallOp, KillOp, UndefOp, UnreachableOp};
pub use self::compare::*;
pub use self::constant::*;
pub use self::decoration::*;
pub use self::divide::*;
pub use self::float::*;
pub use self::function::*;
pub use self::integer::*;
pub use self::logical::*;
pub use self::types::*;

dialect! {
    /// SPIR-V programs, for shaders and kernels.
    pub Spirv = "spirv" {
        types: [ArrayType, PointerType, RuntimeArrayType],
        attrs: [Decoration, FunctionControl, LinkageAttributesAttr, LinkageType, StorageClass],
        ops: [
            call::BranchOp, ConstantOp, FAddOp, FDivOp, FModOp, FMulOp, FNegateOp, FOrdEqualOp,
            FOrdGreaterThanEqualOp, FOrdGreaterThanOp, FOrdLessThanEqualOp, FOrdLessThanOp, FOrdNotEqualOp,
            FRemOp, FSubOp, FUnordEqualOp, FUnordGreaterThanEqualOp, FUnordGreaterThanOp,
            FUnordLessThanEqualOp, FUnordLessThanOp, FUnordNotEqualOp, FuncOp, FunctionCallOp, IAddOp,
            IEqualOp, IMulOp, INotEqualOp, ISubOp, IsFiniteOp, IsInfOp, IsNanOp, IsNormalOp, KillOp,
            LogicalAndOp, LogicalEqualOp, LogicalNotEqualOp, LogicalNotOp, LogicalOrOp, OrderedOp, ReturnOp,
            ReturnValueOp, SDivOp, SGreaterThanEqualOp, SGreaterThanOp, SLessThanEqualOp, SLessThanOp,
            SModOp, SNegateOp, SRemOp, UDivOp, UGreaterThanEqualOp, UGreaterThanOp, ULessThanEqualOp,
            ULessThanOp, UModOp, UndefOp, UnorderedOp, UnreachableOp,
        ],
        depends: [rmlir_ub::Ub],
        hooks: hooks::Hooks,
    }
}
