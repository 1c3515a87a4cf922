//! Enumerations and sets of flags.
//!
//! Predicates, orderings and the like are stored as integers and written as
//! keywords; linkages, calling conventions and sets of flags are attributes.

use rmlir::prelude::*;

/// The calling convention of a function.
#[attr(name = "llvm.cconv", called = "Calling Conventions", summary = "LLVM Calling Convention specification")]
pub enum CConv {
    #[case("ccc")]
    C = 0,
    #[case("fastcc")]
    Fast = 8,
    #[case("coldcc")]
    Cold = 9,
    #[case("cc_10")]
    GHC = 10,
    #[case("cc_11")]
    HiPE = 11,
    #[case("anyregcc")]
    AnyReg = 13,
    #[case("preserve_mostcc")]
    PreserveMost = 14,
    #[case("preserve_allcc")]
    PreserveAll = 15,
    #[case("swiftcc")]
    Swift = 16,
    #[case("cxx_fast_tlscc")]
    CXXFASTTLS = 17,
    #[case("tailcc")]
    Tail = 18,
    #[case("cfguard_checkcc")]
    CFGuardCheck = 19,
    #[case("swifttailcc")]
    SwiftTail = 20,
    #[case("x86_stdcallcc")]
    X86StdCall = 64,
    #[case("x86_fastcallcc")]
    X86FastCall = 65,
    #[case("arm_apcscc")]
    ARMAPCS = 66,
    #[case("arm_aapcscc")]
    ARMAAPCS = 67,
    #[case("arm_aapcs_vfpcc")]
    ARMAAPCSVFP = 68,
    #[case("msp430_intrcc")]
    MSP430INTR = 69,
    #[case("x86_thiscallcc")]
    X86ThisCall = 70,
    #[case("ptx_kernelcc")]
    PTXKernel = 71,
    #[case("ptx_devicecc")]
    PTXDevice = 72,
    #[case("spir_funccc")]
    SPIRFUNC = 75,
    #[case("spir_kernelcc")]
    SPIRKERNEL = 76,
    #[case("intel_ocl_bicc")]
    IntelOCLBI = 77,
    #[case("x86_64_sysvcc")]
    X8664SysV = 78,
    #[case("win64cc")]
    Win64 = 79,
    #[case("x86_vectorcallcc")]
    X86VectorCall = 80,
    #[case("hhvmcc")]
    HHVM = 81,
    #[case("hhvm_ccc")]
    HHVMC = 82,
    #[case("x86_intrcc")]
    X86INTR = 83,
    #[case("avr_intrcc")]
    AVRINTR = 84,
    #[case("avr_signalcc")]
    AVRSIGNAL = 85,
    #[case("avr_builtincc")]
    AVRBUILTIN = 86,
    #[case("amdgpu_vscc")]
    AMDGPUVS = 87,
    #[case("amdgpu_gscc")]
    AMDGPUGS = 88,
    #[case("amdgpu_pscc")]
    AMDGPUPS = 89,
    #[case("amdgpu_cscc")]
    AMDGPUCS = 90,
    #[case("amdgpu_kernelcc")]
    AMDGPUKERNEL = 91,
    #[case("x86_regcallcc")]
    X86RegCall = 92,
    #[case("amdgpu_hscc")]
    AMDGPUHS = 93,
    #[case("msp430_builtincc")]
    MSP430BUILTIN = 94,
    #[case("amdgpu_lscc")]
    AMDGPULS = 95,
    #[case("amdgpu_escc")]
    AMDGPUES = 96,
    #[case("aarch64_vectorcallcc")]
    AArch64VectorCall = 97,
    #[case("aarch64_sve_vectorcallcc")]
    AArch64SVEVectorCall = 98,
    #[case("wasm_emscripten_invokecc")]
    WASMEmscriptenInvoke = 99,
    #[case("amdgpu_gfxcc")]
    AMDGPUGfx = 100,
    #[case("m68k_intrcc")]
    M68kINTR = 101,
}

/// The linkage of a symbol: its visibility to other modules and how the linker resolves
/// several definitions of one name.
#[attr(name = "llvm.linkage", called = "LLVM linkage types", summary = "LLVM Linkage specification")]
pub enum Linkage {
    #[case("external")]
    External = 0,
    #[case("available_externally")]
    AvailableExternally = 1,
    #[case("linkonce")]
    Linkonce = 2,
    #[case("linkonce_odr")]
    LinkonceODR = 3,
    #[case("weak")]
    Weak = 4,
    #[case("weak_odr")]
    WeakODR = 5,
    #[case("appending")]
    Appending = 6,
    #[case("internal")]
    Internal = 7,
    #[case("private")]
    Private = 8,
    #[case("extern_weak")]
    ExternWeak = 9,
    #[case("common")]
    Common = 10,
}

/// Whether a call may or must be a tail call.
#[attr(name = "llvm.tailcallkind", called = "Tail Call Kind", summary = "LLVM Calling Convention specification")]
pub enum TailCallKind {
    #[case("none")]
    None = 0,
    #[case("notail")]
    NoTail = 3,
    #[case("musttail")]
    MustTail = 2,
    #[case("tail")]
    Tail = 1,
}

/// Whether functions keep a frame pointer.
#[attr(int = 64, summary = "LLVM FramePointerKind")]
pub enum FramePointerKind {
    #[case("none")]
    None = 0,
    #[case("non-leaf")]
    NonLeaf = 1,
    #[case("all")]
    All = 2,
    #[case("reserved")]
    Reserved = 3,
    #[case("non-leaf-no-reserve")]
    NonLeafNoReserve = 4,
}

/// The memory effects of a function on one kind of memory (mod/ref).
#[attr(int = 64)]
pub enum ModRefInfo {
    #[case("none")]
    NoModRef = 0,
    #[case("read")]
    Ref = 1,
    #[case("write")]
    Mod = 2,
    #[case("readwrite")]
    ModRef = 3,
}

/// The kind of unwind table.
#[attr(int = 64)]
pub enum UWTableKind {
    #[case("none")]
    None = 0,
    #[case("sync")]
    Sync = 1,
    #[case("async")]
    Async = 2,
}

/// The linker's rule for merging a flag of several modules.
#[attr(int = 64)]
pub enum ModFlagBehavior {
    #[case("error")]
    Error = 1,
    #[case("warning")]
    Warning = 2,
    #[case("require")]
    Require = 3,
    #[case("override")]
    Override = 4,
    #[case("append")]
    Append = 5,
    #[case("append_unique")]
    AppendUnique = 6,
    #[case("max")]
    Max = 7,
    #[case("min")]
    Min = 8,
}

/// Whether the address of a symbol matters.
#[attr(int = 64)]
pub enum UnnamedAddr {
    #[case("")]
    None = 0,
    #[case("local_unnamed_addr")]
    Local = 1,
    #[case("unnamed_addr")]
    Global = 2,
}

/// Whether a symbol is visible outside a shared object.
#[attr(int = 64)]
pub enum Visibility {
    #[case("")]
    Default = 0,
    #[case("hidden")]
    Hidden = 1,
    #[case("protected")]
    Protected = 2,
}

/// The linker's rule for selecting among COMDAT sections of one name.
#[attr(int = 64)]
pub enum Comdat {
    #[case("any")]
    Any = 0,
    #[case("exactmatch")]
    ExactMatch = 1,
    #[case("largest")]
    Largest = 2,
    #[case("nodeduplicate")]
    NoDeduplicate = 3,
    #[case("samesize")]
    SameSize = 4,
}

/// The dialect of inline assembly.
#[attr(int = 64)]
pub enum AsmDialect {
    #[case("att")]
    Att = 0,
    #[case("intel")]
    Intel = 1,
}

/// The binary operation of an atomic read-modify-write.
#[attr(int = 64)]
pub enum AtomicBinOp {
    #[case("xchg")]
    Xchg = 0,
    #[case("add")]
    Add = 1,
    #[case("sub")]
    Sub = 2,
    #[case("_and")]
    And = 3,
    #[case("nand")]
    Nand = 4,
    #[case("_or")]
    Or = 5,
    #[case("_xor")]
    Xor = 6,
    #[case("max")]
    Max = 7,
    #[case("min")]
    Min = 8,
    #[case("umax")]
    Umax = 9,
    #[case("umin")]
    Umin = 10,
    #[case("fadd")]
    Fadd = 11,
    #[case("fsub")]
    Fsub = 12,
    #[case("fmax")]
    Fmax = 13,
    #[case("fmin")]
    Fmin = 14,
    #[case("uinc_wrap")]
    UincWrap = 15,
    #[case("udec_wrap")]
    UdecWrap = 16,
    #[case("usub_cond")]
    UsubCond = 17,
    #[case("usub_sat")]
    UsubSat = 18,
    #[case("fmaximum")]
    Fmaximum = 19,
    #[case("fminimum")]
    Fminimum = 20,
}

/// The ordering of atomic accesses.
#[attr(int = 64)]
pub enum AtomicOrdering {
    #[case("not_atomic")]
    NotAtomic = 0,
    #[case("unordered")]
    Unordered = 1,
    #[case("monotonic")]
    Monotonic = 2,
    #[case("acquire")]
    Acquire = 4,
    #[case("release")]
    Release = 5,
    #[case("acq_rel")]
    AcqRel = 6,
    #[case("seq_cst")]
    SeqCst = 7,
}

/// The predicate of `llvm.icmp`.
#[attr(int = 64)]
pub enum ICmpPredicate {
    #[case("eq")]
    Eq = 0,
    #[case("ne")]
    Ne = 1,
    #[case("slt")]
    Slt = 2,
    #[case("sle")]
    Sle = 3,
    #[case("sgt")]
    Sgt = 4,
    #[case("sge")]
    Sge = 5,
    #[case("ult")]
    Ult = 6,
    #[case("ule")]
    Ule = 7,
    #[case("ugt")]
    Ugt = 8,
    #[case("uge")]
    Uge = 9,
}

/// The predicate of `llvm.fcmp`: ordered predicates are false if an operand is NaN.
#[attr(int = 64)]
pub enum FCmpPredicate {
    #[case("_false")]
    False = 0,
    #[case("oeq")]
    Oeq = 1,
    #[case("ogt")]
    Ogt = 2,
    #[case("oge")]
    Oge = 3,
    #[case("olt")]
    Olt = 4,
    #[case("ole")]
    Ole = 5,
    #[case("one")]
    One = 6,
    #[case("ord")]
    Ord = 7,
    #[case("ueq")]
    Ueq = 8,
    #[case("ugt")]
    Ugt = 9,
    #[case("uge")]
    Uge = 10,
    #[case("ult")]
    Ult = 11,
    #[case("ule")]
    Ule = 12,
    #[case("une")]
    Une = 13,
    #[case("uno")]
    Uno = 14,
    #[case("_true")]
    True = 15,
}

/// The rounding mode of results that are not representable.
#[attr(int = 64)]
pub enum RoundingMode {
    #[case("towardzero")]
    TowardZero = 0,
    #[case("tonearest")]
    NearestTiesToEven = 1,
    #[case("upward")]
    TowardPositive = 2,
    #[case("downward")]
    TowardNegative = 3,
    #[case("tonearestaway")]
    NearestTiesToAway = 4,
    #[case("dynamic")]
    Dynamic = 7,
}

/// The treatment of floating-point exceptions by constrained operations.
#[attr(int = 64)]
pub enum FPExceptionBehavior {
    #[case("ignore")]
    Ignore = 0,
    #[case("maytrap")]
    MayTrap = 1,
    #[case("strict")]
    Strict = 2,
}

/// The amount of debug information that is emitted.
#[attr(int = 64, called = "LLVM debug emission kind")]
pub enum DIEmissionKind {
    #[case("None")]
    None = 0,
    #[case("Full")]
    Full = 1,
    #[case("LineTablesOnly")]
    LineTablesOnly = 2,
    #[case("DebugDirectivesOnly")]
    DebugDirectivesOnly = 3,
}

/// The kind of debug name table that is emitted.
#[attr(int = 64, called = "LLVM debug name table kind")]
pub enum DINameTableKind {
    #[case("Default")]
    Default = 0,
    #[case("GNU")]
    GNU = 1,
    #[case("None")]
    None = 2,
    #[case("Apple")]
    Apple = 3,
}

/// The format of a profile summary.
#[attr(int = 64, called = "LLVM ProfileSummary format kinds")]
pub enum ProfileSummaryFormatKind {
    #[case("SampleProfile")]
    SampleProfile = 0,
    #[case("InstrProf")]
    InstrProf = 1,
    #[case("CSInstrProf")]
    CSInstrProf = 2,
}

/// Flags of types and variables in debug information.
#[attr(int = 32, bits = "|", called = "LLVM DI flags")]
pub enum DIFlags {
    #[case("Zero")]
    Zero = 0,
    #[case("Bit0")]
    Bit0 = 1,
    #[case("Bit1")]
    Bit1 = 2,
    #[case("Private")]
    Private = 1,
    #[case("Protected")]
    Protected = 2,
    #[case("Public")]
    Public = 3,
    #[case("FwdDecl")]
    FwdDecl = 4,
    #[case("AppleBlock")]
    AppleBlock = 8,
    #[case("ReservedBit4")]
    ReservedBit4 = 16,
    #[case("Virtual")]
    Virtual = 32,
    #[case("Artificial")]
    Artificial = 64,
    #[case("Explicit")]
    Explicit = 128,
    #[case("Prototyped")]
    Prototyped = 256,
    #[case("ObjcClassComplete")]
    ObjcClassComplete = 512,
    #[case("ObjectPointer")]
    ObjectPointer = 1024,
    #[case("Vector")]
    Vector = 2048,
    #[case("StaticMember")]
    StaticMember = 4096,
    #[case("LValueReference")]
    LValueReference = 8192,
    #[case("RValueReference")]
    RValueReference = 16384,
    #[case("ExportSymbols")]
    ExportSymbols = 32768,
    #[case("SingleInheritance")]
    SingleInheritance = 65536,
    #[case("MultipleInheritance")]
    MultipleInheritance = 65536,
    #[case("VirtualInheritance")]
    VirtualInheritance = 65536,
    #[case("IntroducedVirtual")]
    IntroducedVirtual = 262144,
    #[case("BitField")]
    BitField = 524288,
    #[case("NoReturn")]
    NoReturn = 1048576,
    #[case("TypePassByValue")]
    TypePassByValue = 4194304,
    #[case("TypePassByReference")]
    TypePassByReference = 8388608,
    #[case("EnumClass")]
    EnumClass = 16777216,
    #[case("Thunk")]
    Thunk = 33554432,
    #[case("NonTrivial")]
    NonTrivial = 67108864,
    #[case("BigEndian")]
    BigEndian = 134217728,
    #[case("LittleEndian")]
    LittleEndian = 268435456,
    #[case("AllCallsDescribed")]
    AllCallsDescribed = 536870912,
}

/// Flags of functions in debug information.
#[attr(int = 32, bits = "|", called = "LLVM DISubprogram flags")]
pub enum DISubprogramFlags {
    #[case("Virtual")]
    Virtual = 1,
    #[case("PureVirtual")]
    PureVirtual = 2,
    #[case("LocalToUnit")]
    LocalToUnit = 4,
    #[case("Definition")]
    Definition = 8,
    #[case("Optimized")]
    Optimized = 16,
    #[case("Pure")]
    Pure = 32,
    #[case("Elemental")]
    Elemental = 64,
    #[case("Recursive")]
    Recursive = 128,
    #[case("MainSubprogram")]
    MainSubprogram = 256,
    #[case("Deleted")]
    Deleted = 512,
    #[case("ObjCDirect")]
    ObjCDirect = 2048,
}

/// The overflows that make a result poison.
#[attr(name = "llvm.overflow", bits = ", ", called = "LLVM integer overflow flags")]
pub enum IntegerOverflowFlags {
    #[case("none")]
    None = 0,
    #[case("nsw")]
    Nsw = 1,
    #[case("nuw")]
    Nuw = 2,
}

/// The assumptions about floats, and the transformations of them, that are allowed.
#[attr(name = "llvm.fastmath", bits = ", ", called = "LLVM fastmath flags", summary = "LLVM fastmath flags")]
pub enum FastmathFlags {
    #[case("none")]
    None = 0,
    #[case("nnan")]
    Nnan = 1,
    #[case("ninf")]
    Ninf = 2,
    #[case("nsz")]
    Nsz = 4,
    #[case("arcp")]
    Arcp = 8,
    #[case("contract")]
    Contract = 16,
    #[case("afn")]
    Afn = 32,
    #[case("reassoc")]
    Reassoc = 64,
    #[case("fast")]
    Fast = 127,
}

/// The overflows of an address computation that make it poison.
#[attr(int = 32, bits = "|", called = "::mlir::LLVM::GEPNoWrapFlags")]
pub enum GEPNoWrapFlags {
    #[case("none")]
    None = 0,
    #[case("inbounds_flag")]
    InboundsFlag = 1,
    #[case("nusw")]
    Nusw = 2,
    #[case("nuw")]
    Nuw = 4,
    #[case("inbounds")]
    Inbounds = 3,
}
