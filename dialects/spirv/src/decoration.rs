//! Decorations: additional properties of values, members and functions.

use rmlir::prelude::*;

/// A decoration: an additional property of a value, a member or a function.
#[attr(name = "spirv.decoration", called = "::mlir::spirv::Decoration", summary = "valid SPIR-V Decoration")]
pub enum Decoration {
    /// May be computed with less precision.
    #[case("RelaxedPrecision")]
    RelaxedPrecision = 0,
    /// The id by which a constant is specialized.
    #[case("SpecId")]
    SpecId = 1,
    /// A structure in a shader's interface.
    #[case("Block")]
    Block = 2,
    /// A structure in a shader's storage buffer.
    #[case("BufferBlock")]
    BufferBlock = 3,
    /// A matrix in row-major order.
    #[case("RowMajor")]
    RowMajor = 4,
    /// A matrix in column-major order.
    #[case("ColMajor")]
    ColMajor = 5,
    /// The stride of an array in bytes.
    #[case("ArrayStride")]
    ArrayStride = 6,
    /// The stride of a matrix's rows or columns in bytes.
    #[case("MatrixStride")]
    MatrixStride = 7,
    /// The layout is `shared` of GLSL.
    #[case("GLSLShared")]
    GlslShared = 8,
    /// The layout is `packed` of GLSL.
    #[case("GLSLPacked")]
    GlslPacked = 9,
    /// The layout has no padding.
    #[case("CPacked")]
    CPacked = 10,
    /// A built-in variable.
    #[case("BuiltIn")]
    BuiltIn = 11,
    /// Interpolated linearly in screen space.
    #[case("NoPerspective")]
    NoPerspective = 13,
    /// Not interpolated.
    #[case("Flat")]
    Flat = 14,
    /// A variable of a patch as a whole.
    #[case("Patch")]
    Patch = 15,
    /// Interpolated within the primitive.
    #[case("Centroid")]
    Centroid = 16,
    /// Interpolated for each sample.
    #[case("Sample")]
    Sample = 17,
    /// Computed identically in all programs.
    #[case("Invariant")]
    Invariant = 18,
    /// No other pointer aliases the memory.
    #[case("Restrict")]
    Restrict = 19,
    /// Another pointer may alias the memory.
    #[case("Aliased")]
    Aliased = 20,
    /// Memory that may change independently of the program.
    #[case("Volatile")]
    Volatile = 21,
    /// Never written.
    #[case("Constant")]
    Constant = 22,
    /// Writes to the memory are visible to other invocations.
    #[case("Coherent")]
    Coherent = 23,
    /// Not written.
    #[case("NonWritable")]
    NonWritable = 24,
    /// Not read.
    #[case("NonReadable")]
    NonReadable = 25,
    /// Uniform in a subgroup.
    #[case("Uniform")]
    Uniform = 26,
    /// Uniform in a given scope.
    #[case("UniformId")]
    UniformId = 27,
    /// The conversion saturates.
    #[case("SaturatedConversion")]
    SaturatedConversion = 28,
    /// The stream to which a vertex is emitted.
    #[case("Stream")]
    Stream = 29,
    /// The location among inputs or outputs.
    #[case("Location")]
    Location = 30,
    /// The first component within a location.
    #[case("Component")]
    Component = 31,
    /// The index of a color input to blending.
    #[case("Index")]
    Index = 32,
    /// The binding in a descriptor set.
    #[case("Binding")]
    Binding = 33,
    /// The descriptor set.
    #[case("DescriptorSet")]
    DescriptorSet = 34,
    /// The offset of a member in bytes.
    #[case("Offset")]
    Offset = 35,
    /// The transform feedback buffer that captures the output.
    #[case("XfbBuffer")]
    XfbBuffer = 36,
    /// The stride of captured vertices in bytes.
    #[case("XfbStride")]
    XfbStride = 37,
    /// An attribute of a parameter.
    #[case("FuncParamAttr")]
    FuncParamAttr = 38,
    /// The rounding mode of floats.
    #[case("FPRoundingMode")]
    FpRoundingMode = 39,
    /// The fast-math flags of floats.
    #[case("FPFastMathMode")]
    FpFastMathMode = 40,
    /// The linkage of a symbol.
    #[case("LinkageAttributes")]
    LinkageAttributes = 41,
    /// Must not be contracted with other operations.
    #[case("NoContraction")]
    NoContraction = 42,
    /// The index among input attachments.
    #[case("InputAttachmentIndex")]
    InputAttachmentIndex = 43,
    /// The alignment of a pointer.
    #[case("Alignment")]
    Alignment = 44,
    /// The maximum offset of a pointer in bytes.
    #[case("MaxByteOffset")]
    MaxByteOffset = 45,
    /// The alignment of a pointer, as a value.
    #[case("AlignmentId")]
    AlignmentId = 46,
    /// The maximum offset of a pointer in bytes, as a value.
    #[case("MaxByteOffsetId")]
    MaxByteOffsetId = 47,
    /// Does not overflow as a signed integer.
    #[case("NoSignedWrap")]
    NoSignedWrap = 4469,
    /// Does not overflow as an unsigned integer.
    #[case("NoUnsignedWrap")]
    NoUnsignedWrap = 4470,
    /// The shader interpolates explicitly.
    #[case("ExplicitInterpAMD")]
    ExplicitInterpAmd = 4999,
    /// The sample mask overrides coverage.
    #[case("OverrideCoverageNV")]
    OverrideCoverageNv = 5248,
    /// Passed through a geometry shader.
    #[case("PassthroughNV")]
    PassthroughNv = 5250,
    /// A layer relative to the viewport.
    #[case("ViewportRelativeNV")]
    ViewportRelativeNv = 5252,
    /// An offset of the secondary viewport relative to the primary one.
    #[case("SecondaryViewportRelativeNV")]
    SecondaryViewportRelativeNv = 5256,
    /// One for each primitive.
    #[case("PerPrimitiveEXT")]
    PerPrimitiveExt = 5271,
    /// One for each vertex.
    #[case("PerVertexKHR")]
    PerVertexKhr = 5285,
    /// Not uniform: differs between invocations.
    #[case("NonUniform")]
    NonUniform = 5300,
    /// No other pointer aliases the memory that the variable's pointer points to.
    #[case("RestrictPointer")]
    RestrictPointer = 5355,
    /// Another pointer may alias the memory that the variable's pointer points to.
    #[case("AliasedPointer")]
    AliasedPointer = 5356,
    /// A bindless sampler.
    #[case("BindlessSamplerNV")]
    BindlessSamplerNv = 5398,
    /// A bindless image.
    #[case("BindlessImageNV")]
    BindlessImageNv = 5399,
    /// A bound sampler.
    #[case("BoundSamplerNV")]
    BoundSamplerNv = 5400,
    /// A bound image.
    #[case("BoundImageNV")]
    BoundImageNv = 5401,
    /// Called separately for each thread.
    #[case("SIMTCallINTEL")]
    SimtCallIntel = 5599,
    /// Called through a pointer.
    #[case("ReferencedIndirectlyINTEL")]
    ReferencedIndirectlyIntel = 5602,
    /// Registers that inline assembly clobbers.
    #[case("ClobberINTEL")]
    ClobberIntel = 5607,
    /// Inline assembly with side effects.
    #[case("SideEffectsINTEL")]
    SideEffectsIntel = 5608,
    /// A variable of vector programs.
    #[case("VectorComputeVariableINTEL")]
    VectorComputeVariableIntel = 5624,
    /// Whether a parameter is input or output.
    #[case("FuncParamIOKindINTEL")]
    FuncParamIoKindIntel = 5625,
    /// A function of vector programs.
    #[case("VectorComputeFunctionINTEL")]
    VectorComputeFunctionIntel = 5626,
    /// Called with a stack frame.
    #[case("StackCallINTEL")]
    StackCallIntel = 5627,
    /// The offset of a global variable.
    #[case("GlobalVariableOffsetINTEL")]
    GlobalVariableOffsetIntel = 5628,
    /// The buffer that holds another buffer's counter.
    #[case("CounterBuffer")]
    CounterBuffer = 5634,
    /// A semantic name from the source.
    #[case("UserSemantic")]
    UserSemantic = 5635,
    /// A type name from the source.
    #[case("UserTypeGOOGLE")]
    UserTypeGoogle = 5636,
    /// The rounding mode of floats in a function.
    #[case("FunctionRoundingModeINTEL")]
    FunctionRoundingModeIntel = 5822,
    /// The treatment of denormal floats in a function.
    #[case("FunctionDenormModeINTEL")]
    FunctionDenormModeIntel = 5823,
    /// Memory implemented by registers.
    #[case("RegisterINTEL")]
    RegisterIntel = 5825,
    /// The type of memory blocks.
    #[case("MemoryINTEL")]
    MemoryIntel = 5826,
    /// The number of memory banks.
    #[case("NumbanksINTEL")]
    NumbanksIntel = 5827,
    /// The width of a memory bank.
    #[case("BankwidthINTEL")]
    BankwidthIntel = 5828,
    /// The maximum number of private copies of memory.
    #[case("MaxPrivateCopiesINTEL")]
    MaxPrivateCopiesIntel = 5829,
    /// Memory with the clock of the kernel.
    #[case("SinglepumpINTEL")]
    SinglepumpIntel = 5830,
    /// Memory with twice the clock of the kernel.
    #[case("DoublepumpINTEL")]
    DoublepumpIntel = 5831,
    /// The maximum number of replicas of memory.
    #[case("MaxReplicatesINTEL")]
    MaxReplicatesIntel = 5832,
    /// Memory with one port to read and one to write.
    #[case("SimpleDualPortINTEL")]
    SimpleDualPortIntel = 5833,
    /// Memory that is merged with other memory.
    #[case("MergeINTEL")]
    MergeIntel = 5834,
    /// The address bits that select a memory bank.
    #[case("BankBitsINTEL")]
    BankBitsIntel = 5835,
    /// The depth of the memory is a power of two.
    #[case("ForcePow2DepthINTEL")]
    ForcePow2DepthIntel = 5836,
    /// Accesses are coalesced into bursts.
    #[case("BurstCoalesceINTEL")]
    BurstCoalesceIntel = 5899,
    /// The size of a cache.
    #[case("CacheSizeINTEL")]
    CacheSizeIntel = 5900,
    /// Accesses are not coalesced statically.
    #[case("DontStaticallyCoalesceINTEL")]
    DontStaticallyCoalesceIntel = 5901,
    /// Accesses are prefetched.
    #[case("PrefetchINTEL")]
    PrefetchIntel = 5902,
    /// Hardware with stall enable.
    #[case("StallEnableINTEL")]
    StallEnableIntel = 5905,
    /// The loops of a function are fused.
    #[case("FuseLoopsInFunctionINTEL")]
    FuseLoopsInFunctionIntel = 5907,
    /// An alias scope.
    #[case("AliasScopeINTEL")]
    AliasScopeIntel = 5914,
    /// The alias scopes that do not alias.
    #[case("NoAliasINTEL")]
    NoAliasIntel = 5915,
    /// The memory of a buffer.
    #[case("BufferLocationINTEL")]
    BufferLocationIntel = 5921,
    /// A pipe storage for input and output.
    #[case("IOPipeStorageINTEL")]
    IoPipeStorageIntel = 5944,
    /// The floating-point mode of a function.
    #[case("FunctionFloatingPointModeINTEL")]
    FunctionFloatingPointModeIntel = 6080,
    /// A vector of one element.
    #[case("SingleElementVectorINTEL")]
    SingleElementVectorIntel = 6085,
    /// A function that vector programs may call.
    #[case("VectorComputeCallableFunctionINTEL")]
    VectorComputeCallableFunctionIntel = 6087,
    /// An image accessed by blocks.
    #[case("MediaBlockIOINTEL")]
    MediaBlockIoIntel = 6140,
    /// The cache control of loads.
    #[case("CacheControlLoadINTEL")]
    CacheControlLoadIntel = 6442,
    /// The cache control of stores.
    #[case("CacheControlStoreINTEL")]
    CacheControlStoreIntel = 6443,
}
