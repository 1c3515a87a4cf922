//! The enumerations.

use rmlir::prelude::*;

/// Which memory a pointer points to.
#[attr(name = "spirv.storage_class", called = "::mlir::spirv::StorageClass", summary = "valid SPIR-V StorageClass")]
pub enum StorageClass {
    /// Constants that all invocations share.
    #[case("UniformConstant")]
    UniformConstant = 0,
    /// What a pipeline gives to the program.
    #[case("Input")]
    Input = 1,
    /// A block of uniforms.
    #[case("Uniform")]
    Uniform = 2,
    /// What the program gives to the pipeline.
    #[case("Output")]
    Output = 3,
    /// Memory of a work group.
    #[case("Workgroup")]
    Workgroup = 4,
    /// Memory that all work groups see.
    #[case("CrossWorkgroup")]
    CrossWorkgroup = 5,
    /// Memory of an invocation, outside functions.
    #[case("Private")]
    Private = 6,
    /// Memory of an invocation of a function.
    #[case("Function")]
    Function = 7,
    /// Memory of a work group, of an invocation or that all see.
    #[case("Generic")]
    Generic = 8,
    /// Constants that are pushed to the program.
    #[case("PushConstant")]
    PushConstant = 9,
    /// Atomic counters.
    #[case("AtomicCounter")]
    AtomicCounter = 10,
    /// Memory of images.
    #[case("Image")]
    Image = 11,
    /// A block of a buffer.
    #[case("StorageBuffer")]
    StorageBuffer = 12,
    /// What a callable shader is called with.
    #[case("CallableDataKHR")]
    CallableDataKhr = 5328,
    /// What a callable shader was called with.
    #[case("IncomingCallableDataKHR")]
    IncomingCallableDataKhr = 5329,
    /// What a ray is sent with.
    #[case("RayPayloadKHR")]
    RayPayloadKhr = 5338,
    /// What is known of a hit.
    #[case("HitAttributeKHR")]
    HitAttributeKhr = 5339,
    /// What a ray came with.
    #[case("IncomingRayPayloadKHR")]
    IncomingRayPayloadKhr = 5342,
    /// The record of a shader.
    #[case("ShaderRecordBufferKHR")]
    ShaderRecordBufferKhr = 5343,
    /// Buffers at physical addresses.
    #[case("PhysicalStorageBuffer")]
    PhysicalStorageBuffer = 5349,
    /// What a task gives to mesh shaders.
    #[case("TaskPayloadWorkgroupEXT")]
    TaskPayloadWorkgroupExt = 5402,
    /// Code.
    #[case("CodeSectionINTEL")]
    CodeSectionIntel = 5605,
    /// Memory that only the device reaches.
    #[case("DeviceOnlyINTEL")]
    DeviceOnlyIntel = 5936,
    /// Memory that only the host reaches.
    #[case("HostOnlyINTEL")]
    HostOnlyIntel = 5937,
}
/// What calls of a function may be compiled to.
#[attr(
    name = "spirv.function_control",
    bits = "|",
    called = "::mlir::spirv::FunctionControl",
    summary = "valid SPIR-V FunctionControl"
)]
pub enum FunctionControl {
    /// Nothing is said.
    #[case("None")]
    None = 0,
    /// They should be inlined.
    #[case("Inline")]
    Inline = 1,
    /// They should not be inlined.
    #[case("DontInline")]
    DontInline = 2,
    /// The function only reads what is not its own.
    #[case("Pure")]
    Pure = 4,
    /// The function only depends on its arguments.
    #[case("Const")]
    Const = 8,
    /// The function is not optimized.
    #[case("OptNoneINTEL")]
    OptNoneIntel = 0x10000,
}

/// How a name is linked.
#[attr(name = "spirv.linkage_type", called = "::mlir::spirv::LinkageType", summary = "valid SPIR-V LinkageType")]
pub enum LinkageType {
    /// Other modules may use it.
    #[case("Export")]
    Export,
    /// Another module has it.
    #[case("Import")]
    Import,
    /// Other modules may have it too, and one is kept.
    #[case("LinkOnceODR")]
    LinkOnceOdr,
}

/// Under which name other modules know something.
#[attr(
    name = "spirv.linkage_attributes",
    format = "`<` `linkage_name` `=` $linkage_name `,` `linkage_type` `=` `<` $linkage_type `>` `>`"
)]
pub struct LinkageAttributesAttr {
    /// The name.
    pub linkage_name: &str,
    /// How it is linked.
    pub linkage_type: LinkageType,
}
