//! The `llvm` dialect: LLVM IR as operations.
//!
//! In reading order: [`types`]; [`attrs`]; the operations by family, in
//! [`ops`], and the intrinsics, in [`intrinsics`]; `hooks` the dialect as a
//! whole.

pub mod attrs;
mod hooks;
pub mod types;

use rmlir::prelude::*;

use crate::attrs::{debug::*, enums::*, loops::*, memory::*, misc::*};
use crate::types::*;

dialect! {
    /// LLVM IR.
    pub Llvm = "llvm" {
        types: [
            ArrayType, FunctionType, LabelType, MetadataType, PointerType, PpcFp128Type, StructType, TargetExtType,
            TokenType, VoidType, X86AmxType,
        ],
        attrs: [
            AccessGroupAttr, AddressSpaceAttr, AliasScopeAttr, AliasScopeDomainAttr, BlockAddressAttr, BlockTagAttr,
            CConv, ComdatAttr, ConstantRangeAttr, DIAnnotationAttr, DIBasicTypeAttr, DICommonBlockAttr,
            DICompileUnitAttr, DICompositeTypeAttr, DIDerivedTypeAttr, DIExpressionAttr, DIExpressionElemAttr,
            DIFileAttr, DIGenericSubrangeAttr, DIGlobalVariableAttr, DIGlobalVariableExpressionAttr,
            DIImportedEntityAttr, DILabelAttr, DILexicalBlockAttr, DILexicalBlockFileAttr, DILocalVariableAttr,
            DIModuleAttr, DINamespaceAttr, DINullTypeAttr, DIStringTypeAttr, DISubprogramAttr, DISubrangeAttr,
            DISubroutineTypeAttr, DSOLocalEquivalentAttr, DependentLibrariesAttr, DereferenceableAttr, FastmathFlags,
            FramePointerKindAttr, IntegerOverflowFlags, Linkage, LoopAnnotationAttr, LoopDistributeAttr,
            LoopInterleaveAttr, LoopLICMAttr, LoopPeeledAttr, LoopPipelineAttr, LoopUnrollAndJamAttr, LoopUnrollAttr,
            LoopUnswitchAttr, LoopVectorizeAttr, MMRATagAttr, MemoryEffectsAttr, ModuleFlagAttr,
            ModuleFlagCGProfileEntryAttr, ModuleFlagProfileSummaryAttr, ModuleFlagProfileSummaryDetailedAttr,
            PoisonAttr, TBAAMemberAttr, TBAARootAttr, TBAATagAttr, TBAATypeDescriptorAttr, TailCallKind, TargetAttr,
            TargetFeaturesAttr, UWTableKindAttr, UndefAttr, VScaleRangeAttr, VecTypeHintAttr,
            WorkgroupAttributionAttr, ZeroAttr,
        ],
        hooks: hooks::Hooks,
    }
}
