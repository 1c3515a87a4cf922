//! The `llvm` dialect: LLVM IR as operations.
//!
//! In reading order: [`types`]; [`attrs`]; the operations by family, in [`ops`], and the intrinsics, in [`intrinsics`];
//! `eval` the evaluation of operations; `layout` sizes and alignments of types; `memory_slot` promotion of stack memory
//! to values; `hooks` the dialect's hooks.

pub mod attrs;
mod convergence;
mod eval;
mod fold;
mod hooks;
mod inline;
pub mod intrinsics;
pub mod layout;
mod memory_slot;
pub mod ops;
pub mod types;
mod uniformity;

pub use eval::constant_value;

use rmlir::prelude::*;

use crate::attrs::{debug::*, enums::*, loops::*, memory::*, misc::*};
pub use crate::intrinsics::{constrained::*, coro::*, hint::*, math::*, memory::*, vector::*, vp::*};
pub use crate::ops::{
    aggregate::*,
    arith::*,
    atomic::*,
    branch::*,
    call::{CallIntrinsicOp, CallOp, InlineAsmOp},
    cast::*,
    comdat::*,
    constant::*,
    func::*,
    global::*,
    invoke::*,
    memory::*,
    module::*,
    switch::*,
};
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
        ops: [
            AShrOp, AddOp, AddrSpaceCastOp, AddressOfOp, AliasOp, AllocaOp, AndOp, AtomicCmpXchgOp, AtomicRMWOp,
            BitcastOp, BlockAddressOp, BlockTagOp, BrOp, CallIntrinsicOp, CallOp, ComdatOp, ComdatSelectorOp, CondBrOp,
            ConstantOp, DSOLocalEquivalentOp, ExtractElementOp, ExtractValueOp, FAddOp, FCmpOp, FDivOp, FMulOp, FNegOp,
            FPExtOp, FPToSIOp, FPToUIOp, FPTruncOp, FRemOp, FSubOp, FenceOp, FreezeOp, GEPOp, GlobalCtorsOp,
            GlobalDtorsOp, GlobalOp, ICmpOp, IFuncOp, IndirectBrOp, InlineAsmOp, InsertElementOp, InsertValueOp,
            IntToPtrOp, InvokeOp, LLVMFuncOp, LShrOp, LandingpadOp, LinkerOptionsOp, LoadOp, ModuleFlagsOp, MulOp,
            NoneTokenOp, OrOp, PoisonOp, PtrToIntOp, ResumeOp, ReturnOp, SDivOp, SExtOp, SIToFPOp, SRemOp, SelectOp,
            ShlOp, ShuffleVectorOp, StoreOp, SubOp, SwitchOp, TruncOp, UDivOp, UIToFPOp, URemOp, UndefOp,
            UnreachableOp, VaArgOp, XOrOp, ZExtOp, ZeroOp,
            AbsIntr, AcosIntr, AnnotationIntr, AsinIntr, AssumeIntr, Atan2Intr, AtanIntr, BitreverseIntr,
            BswapIntr, CeilIntr, ConstrainedFpextIntr, ConstrainedFptruncIntr, ConstrainedSitofpIntr,
            ConstrainedUitofpIntr, CopysignIntr, CoroAlignIntr, CoroBeginIntr, CoroEndIntr, CoroFreeIntr,
            CoroIdIntr, CoroPromiseIntr, CoroResumeIntr, CoroSaveIntr, CoroSizeIntr, CoroSuspendIntr,
            CosIntr, CoshIntr, CtlzIntr, CtpopIntr, CttzIntr, DbgDeclareIntr, DbgLabelIntr, DbgValueIntr,
            DebugtrapIntr, EhTypeidForIntr, Exp10Intr, Exp2Intr, ExpIntr, ExpectIntr,
            ExpectWithProbabilityIntr, ExperimentalVpStridedLoadIntr, ExperimentalVpStridedStoreIntr,
            FabsIntr, FloorIntr, FmaIntr, FmuladdIntr, FrexpIntr, FshlIntr, FshrIntr,
            GetActiveLaneMaskIntr, InvariantEndIntr, InvariantStartIntr, IsConstantIntr, IsFpclassIntr,
            LaunderInvariantGroupIntr, LdexpIntr, LifetimeEndIntr, LifetimeStartIntr, LlrintIntr,
            LlroundIntr, Log10Intr, Log2Intr, LogIntr, LrintIntr, LroundIntr, MaskedCompressstoreIntr,
            MaskedExpandloadIntr, MaskedGatherIntr, MaskedLoadIntr, MaskedScatterIntr, MaskedStoreIntr,
            MatrixColumnMajorLoadIntr, MatrixColumnMajorStoreIntr, MatrixMultiplyIntr,
            MatrixTransposeIntr, MaximumIntr, MaxnumIntr, MemcpyInlineIntr, MemcpyIntr, MemmoveIntr,
            MemsetInlineIntr, MemsetIntr, MinimumIntr, MinnumIntr, NearbyintIntr, NoAliasScopeDeclIntr,
            PowIntr, PowiIntr, PrefetchIntr, PtrAnnotationIntr, PtrmaskIntr, RintIntr, RoundIntr,
            RoundevenIntr, SaddSatIntr, SaddWithOverflowIntr, ScmpIntr, SinIntr, SincosIntr, SinhIntr,
            SmaxIntr, SminIntr, SmulWithOverflowIntr, SqrtIntr, SsaCopyIntr, SshlSatIntr, SsubSatIntr,
            SsubWithOverflowIntr, StackrestoreIntr, StacksaveIntr, StepvectorIntr,
            StripInvariantGroupIntr, TanIntr, TanhIntr, ThreadlocalAddressIntr, TrapIntr, TruncIntr,
            UaddSatIntr, UaddWithOverflowIntr, UbsantrapIntr, UcmpIntr, UmaxIntr, UminIntr,
            UmulWithOverflowIntr, UshlSatIntr, UsubSatIntr, UsubWithOverflowIntr, VacopyIntr, VaendIntr,
            VarAnnotationIntr, VastartIntr, VectorDeinterleave2Intr, VectorExtractIntr, VectorInsertIntr,
            VectorInterleave2Intr, VectorReduceAddIntr, VectorReduceAndIntr, VectorReduceFaddIntr,
            VectorReduceFmaxIntr, VectorReduceFmaximumIntr, VectorReduceFminIntr,
            VectorReduceFminimumIntr, VectorReduceFmulIntr, VectorReduceMulIntr, VectorReduceOrIntr,
            VectorReduceSmaxIntr, VectorReduceSminIntr, VectorReduceUmaxIntr, VectorReduceUminIntr,
            VectorReduceXorIntr, VpAddIntr, VpAndIntr, VpAshrIntr, VpFaddIntr, VpFdivIntr, VpFmaIntr,
            VpFmulIntr, VpFmuladdIntr, VpFnegIntr, VpFpextIntr, VpFptosiIntr, VpFptouiIntr, VpFptruncIntr,
            VpFremIntr, VpFsubIntr, VpInttoptrIntr, VpLoadIntr, VpLshrIntr, VpMergeIntr, VpMulIntr,
            VpOrIntr, VpPtrtointIntr, VpReduceAddIntr, VpReduceAndIntr, VpReduceFaddIntr,
            VpReduceFmaxIntr, VpReduceFminIntr, VpReduceFmulIntr, VpReduceMulIntr, VpReduceOrIntr,
            VpReduceSmaxIntr, VpReduceSminIntr, VpReduceUmaxIntr, VpReduceUminIntr, VpReduceXorIntr,
            VpSdivIntr, VpSelectIntr, VpSextIntr, VpShlIntr, VpSitofpIntr, VpSmaxIntr, VpSminIntr,
            VpSremIntr, VpStoreIntr, VpSubIntr, VpTruncIntr, VpUdivIntr, VpUitofpIntr, VpUmaxIntr,
            VpUminIntr, VpUremIntr, VpXorIntr, VpZextIntr, VscaleIntr,
        ],
        hooks: hooks::Hooks,
    }
}
