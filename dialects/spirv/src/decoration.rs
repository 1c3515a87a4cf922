//! What is said of values, members and functions besides their types.

use rmlir::prelude::*;

/// What is said of a value, a member or a function besides its type.
#[attr(name = "spirv.decoration", called = "::mlir::spirv::Decoration", summary = "valid SPIR-V Decoration")]
pub enum Decoration {
    /// May be computed with less precision.
    #[case("RelaxedPrecision")]
    RelaxedPrecision = 0,
    /// The number by which a constant is specialized.
    #[case("SpecId")]
    SpecId = 1,
    /// A structure that a shader has as interface.
    #[case("Block")]
    Block = 2,
    /// A structure that is a buffer of a shader.
    #[case("BufferBlock")]
    BufferBlock = 3,
    /// Rows of a matrix follow each other.
    #[case("RowMajor")]
    RowMajor = 4,
    /// Columns of a matrix follow each other.
    #[case("ColMajor")]
    ColMajor = 5,
    /// The bytes from an element to the next.
    #[case("ArrayStride")]
    ArrayStride = 6,
    /// The bytes from a row or column to the next.
    #[case("MatrixStride")]
    MatrixStride = 7,
    /// Laid out as `shared` of GLSL.
    #[case("GLSLShared")]
    GlslShared = 8,
    /// Laid out as `packed` of GLSL.
    #[case("GLSLPacked")]
    GlslPacked = 9,
    /// Laid out without padding.
    #[case("CPacked")]
    CPacked = 10,
    /// A variable that SPIR-V gives a meaning.
    #[case("BuiltIn")]
    BuiltIn = 11,
    /// Interpolated linearly on the screen.
    #[case("NoPerspective")]
    NoPerspective = 13,
    /// Not interpolated.
    #[case("Flat")]
    Flat = 14,
    /// Of a patch as a whole.
    #[case("Patch")]
    Patch = 15,
    /// Interpolated within the primitive.
    #[case("Centroid")]
    Centroid = 16,
    /// Interpolated for each sample.
    #[case("Sample")]
    Sample = 17,
    /// Computed the same way everywhere.
    #[case("Invariant")]
    Invariant = 18,
    /// Nothing else points to the memory.
    #[case("Restrict")]
    Restrict = 19,
    /// Something else may point to the memory.
    #[case("Aliased")]
    Aliased = 20,
    /// Memory that changes by itself.
    #[case("Volatile")]
    Volatile = 21,
    /// Never written.
    #[case("Constant")]
    Constant = 22,
    /// Memory that invocations see in the same state.
    #[case("Coherent")]
    Coherent = 23,
    /// Not written.
    #[case("NonWritable")]
    NonWritable = 24,
    /// Not read.
    #[case("NonReadable")]
    NonReadable = 25,
    /// The same in all invocations of a subgroup.
    #[case("Uniform")]
    Uniform = 26,
    /// The same in all invocations of a scope.
    #[case("UniformId")]
    UniformId = 27,
    /// Converted to the nearest value there is.
    #[case("SaturatedConversion")]
    SaturatedConversion = 28,
    /// The stream that a vertex goes to.
    #[case("Stream")]
    Stream = 29,
    /// The place among inputs or outputs.
    #[case("Location")]
    Location = 30,
    /// The first component within a location.
    #[case("Component")]
    Component = 31,
    /// The colour of a blend.
    #[case("Index")]
    Index = 32,
    /// The place in a set of resources.
    #[case("Binding")]
    Binding = 33,
    /// The set of resources.
    #[case("DescriptorSet")]
    DescriptorSet = 34,
    /// The bytes from the beginning of a structure.
    #[case("Offset")]
    Offset = 35,
    /// The buffer that output is captured in.
    #[case("XfbBuffer")]
    XfbBuffer = 36,
    /// The bytes from a captured vertex to the next.
    #[case("XfbStride")]
    XfbStride = 37,
    /// An attribute of a parameter.
    #[case("FuncParamAttr")]
    FuncParamAttr = 38,
    /// How floats are rounded.
    #[case("FPRoundingMode")]
    FpRoundingMode = 39,
    /// What may be assumed of floats.
    #[case("FPFastMathMode")]
    FpFastMathMode = 40,
    /// How a name is linked.
    #[case("LinkageAttributes")]
    LinkageAttributes = 41,
    /// Not fused with other operations.
    #[case("NoContraction")]
    NoContraction = 42,
    /// The place among input attachments.
    #[case("InputAttachmentIndex")]
    InputAttachmentIndex = 43,
    /// The alignment of a pointer.
    #[case("Alignment")]
    Alignment = 44,
    /// How far a pointer may be moved.
    #[case("MaxByteOffset")]
    MaxByteOffset = 45,
    /// The alignment of a pointer, as a value.
    #[case("AlignmentId")]
    AlignmentId = 46,
    /// How far a pointer may be moved, as a value.
    #[case("MaxByteOffsetId")]
    MaxByteOffsetId = 47,
    /// Does not overflow as a signed number.
    #[case("NoSignedWrap")]
    NoSignedWrap = 4469,
    /// Does not overflow as an unsigned number.
    #[case("NoUnsignedWrap")]
    NoUnsignedWrap = 4470,
    /// Interpolated by the shader itself.
    #[case("ExplicitInterpAMD")]
    ExplicitInterpAmd = 4999,
    /// The mask of samples adds to coverage.
    #[case("OverrideCoverageNV")]
    OverrideCoverageNv = 5248,
    /// Passed through a geometry shader.
    #[case("PassthroughNV")]
    PassthroughNv = 5250,
    /// A layer counted from the viewport.
    #[case("ViewportRelativeNV")]
    ViewportRelativeNv = 5252,
    /// The same of the second position.
    #[case("SecondaryViewportRelativeNV")]
    SecondaryViewportRelativeNv = 5256,
    /// One for each primitive.
    #[case("PerPrimitiveEXT")]
    PerPrimitiveExt = 5271,
    /// One for each vertex.
    #[case("PerVertexKHR")]
    PerVertexKhr = 5285,
    /// Differs between invocations.
    #[case("NonUniform")]
    NonUniform = 5300,
    /// Nothing else points to where the variable points.
    #[case("RestrictPointer")]
    RestrictPointer = 5355,
    /// Something else may point to where the variable points.
    #[case("AliasedPointer")]
    AliasedPointer = 5356,
    /// A sampler without binding.
    #[case("BindlessSamplerNV")]
    BindlessSamplerNv = 5398,
    /// An image without binding.
    #[case("BindlessImageNV")]
    BindlessImageNv = 5399,
    /// A sampler with binding.
    #[case("BoundSamplerNV")]
    BoundSamplerNv = 5400,
    /// An image with binding.
    #[case("BoundImageNV")]
    BoundImageNv = 5401,
    /// Called for each thread.
    #[case("SIMTCallINTEL")]
    SimtCallIntel = 5599,
    /// Called through a pointer.
    #[case("ReferencedIndirectlyINTEL")]
    ReferencedIndirectlyIntel = 5602,
    /// Registers that assembly changes.
    #[case("ClobberINTEL")]
    ClobberIntel = 5607,
    /// Assembly that has effects.
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
    /// Called with a stack.
    #[case("StackCallINTEL")]
    StackCallIntel = 5627,
    /// The place of a global variable.
    #[case("GlobalVariableOffsetINTEL")]
    GlobalVariableOffsetIntel = 5628,
    /// The buffer that counts for another.
    #[case("CounterBuffer")]
    CounterBuffer = 5634,
    /// A meaning that the user gives.
    #[case("UserSemantic")]
    UserSemantic = 5635,
    /// A type that the user gives.
    #[case("UserTypeGOOGLE")]
    UserTypeGoogle = 5636,
    /// How floats of a function are rounded.
    #[case("FunctionRoundingModeINTEL")]
    FunctionRoundingModeIntel = 5822,
    /// How small floats of a function are treated.
    #[case("FunctionDenormModeINTEL")]
    FunctionDenormModeIntel = 5823,
    /// Memory made of registers.
    #[case("RegisterINTEL")]
    RegisterIntel = 5825,
    /// The kind of memory blocks.
    #[case("MemoryINTEL")]
    MemoryIntel = 5826,
    /// The number of banks.
    #[case("NumbanksINTEL")]
    NumbanksIntel = 5827,
    /// The width of a bank.
    #[case("BankwidthINTEL")]
    BankwidthIntel = 5828,
    /// How many copies memory may have.
    #[case("MaxPrivateCopiesINTEL")]
    MaxPrivateCopiesIntel = 5829,
    /// Memory with the clock of the rest.
    #[case("SinglepumpINTEL")]
    SinglepumpIntel = 5830,
    /// Memory with twice the clock.
    #[case("DoublepumpINTEL")]
    DoublepumpIntel = 5831,
    /// How often memory may be repeated.
    #[case("MaxReplicatesINTEL")]
    MaxReplicatesIntel = 5832,
    /// Memory with one port to read and one to write.
    #[case("SimpleDualPortINTEL")]
    SimpleDualPortIntel = 5833,
    /// Memory merged with other memory.
    #[case("MergeINTEL")]
    MergeIntel = 5834,
    /// The bits that choose a bank.
    #[case("BankBitsINTEL")]
    BankBitsIntel = 5835,
    /// Memory of a size that is a power of two.
    #[case("ForcePow2DepthINTEL")]
    ForcePow2DepthIntel = 5836,
    /// Accesses joined in bursts.
    #[case("BurstCoalesceINTEL")]
    BurstCoalesceIntel = 5899,
    /// The size of a cache.
    #[case("CacheSizeINTEL")]
    CacheSizeIntel = 5900,
    /// Accesses that stay apart.
    #[case("DontStaticallyCoalesceINTEL")]
    DontStaticallyCoalesceIntel = 5901,
    /// Loaded ahead.
    #[case("PrefetchINTEL")]
    PrefetchIntel = 5902,
    /// Hardware that stalls.
    #[case("StallEnableINTEL")]
    StallEnableIntel = 5905,
    /// Loops of a function are fused.
    #[case("FuseLoopsInFunctionINTEL")]
    FuseLoopsInFunctionIntel = 5907,
    /// A scope of what may be the same memory.
    #[case("AliasScopeINTEL")]
    AliasScopeIntel = 5914,
    /// Scopes whose memory is another.
    #[case("NoAliasINTEL")]
    NoAliasIntel = 5915,
    /// The memory of a buffer.
    #[case("BufferLocationINTEL")]
    BufferLocationIntel = 5921,
    /// A pipe to the outside.
    #[case("IOPipeStorageINTEL")]
    IoPipeStorageIntel = 5944,
    /// How floats of a function are computed.
    #[case("FunctionFloatingPointModeINTEL")]
    FunctionFloatingPointModeIntel = 6080,
    /// A vector of one element.
    #[case("SingleElementVectorINTEL")]
    SingleElementVectorIntel = 6085,
    /// A function that vector programs call.
    #[case("VectorComputeCallableFunctionINTEL")]
    VectorComputeCallableFunctionIntel = 6087,
    /// An image accessed by blocks.
    #[case("MediaBlockIOINTEL")]
    MediaBlockIoIntel = 6140,
    /// How loads are cached.
    #[case("CacheControlLoadINTEL")]
    CacheControlLoadIntel = 6442,
    /// How stores are cached.
    #[case("CacheControlStoreINTEL")]
    CacheControlStoreIntel = 6443,
}
