//! The enumerations.

use rmlir::prelude::*;

/// The storage class of a pointer: the kind of memory it points to.
#[attr(name = "spirv.storage_class", called = "::mlir::spirv::StorageClass", summary = "valid SPIR-V StorageClass")]
pub enum StorageClass {
    /// Constants that all invocations share.
    #[case("UniformConstant")]
    UniformConstant = 0,
    /// Inputs from the pipeline.
    #[case("Input")]
    Input = 1,
    /// A block of uniforms.
    #[case("Uniform")]
    Uniform = 2,
    /// Outputs to the pipeline.
    #[case("Output")]
    Output = 3,
    /// Memory of a work group.
    #[case("Workgroup")]
    Workgroup = 4,
    /// Memory that is visible to all work groups.
    #[case("CrossWorkgroup")]
    CrossWorkgroup = 5,
    /// Memory of an invocation, declared outside functions.
    #[case("Private")]
    Private = 6,
    /// Memory of an invocation of a function.
    #[case("Function")]
    Function = 7,
    /// A generic pointer into memory of a work group, of an invocation or of all work groups.
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
    /// The outgoing data of a call of a callable shader.
    #[case("CallableDataKHR")]
    CallableDataKhr = 5328,
    /// The incoming data of a callable shader.
    #[case("IncomingCallableDataKHR")]
    IncomingCallableDataKhr = 5329,
    /// The outgoing payload of a ray.
    #[case("RayPayloadKHR")]
    RayPayloadKhr = 5338,
    /// The attributes of a ray's hit.
    #[case("HitAttributeKHR")]
    HitAttributeKhr = 5339,
    /// The incoming payload of a ray.
    #[case("IncomingRayPayloadKHR")]
    IncomingRayPayloadKhr = 5342,
    /// The record of a shader.
    #[case("ShaderRecordBufferKHR")]
    ShaderRecordBufferKhr = 5343,
    /// Buffers at physical addresses.
    #[case("PhysicalStorageBuffer")]
    PhysicalStorageBuffer = 5349,
    /// The payload of a task that is passed to mesh shaders.
    #[case("TaskPayloadWorkgroupEXT")]
    TaskPayloadWorkgroupExt = 5402,
    /// Code.
    #[case("CodeSectionINTEL")]
    CodeSectionIntel = 5605,
    /// Memory that only the device accesses.
    #[case("DeviceOnlyINTEL")]
    DeviceOnlyIntel = 5936,
    /// Memory that only the host accesses.
    #[case("HostOnlyINTEL")]
    HostOnlyIntel = 5937,
}
/// Hints for the compilation of a function.
#[attr(
    name = "spirv.function_control",
    bits = "|",
    called = "::mlir::spirv::FunctionControl",
    summary = "valid SPIR-V FunctionControl"
)]
pub enum FunctionControl {
    /// No hint.
    #[case("None")]
    None = 0,
    /// Calls should be inlined.
    #[case("Inline")]
    Inline = 1,
    /// Calls should not be inlined.
    #[case("DontInline")]
    DontInline = 2,
    /// The function has no side effects, and reads memory only.
    #[case("Pure")]
    Pure = 4,
    /// The function only depends on its arguments.
    #[case("Const")]
    Const = 8,
    /// The function is not optimized.
    #[case("OptNoneINTEL")]
    OptNoneIntel = 0x10000,
}

/// The linkage type of a symbol.
#[attr(name = "spirv.linkage_type", called = "::mlir::spirv::LinkageType", summary = "valid SPIR-V LinkageType")]
pub enum LinkageType {
    /// The symbol is exported to other modules.
    #[case("Export")]
    Export,
    /// The symbol is imported from another module.
    #[case("Import")]
    Import,
    /// Other modules may define the symbol, too; one definition is kept.
    #[case("LinkOnceODR")]
    LinkOnceOdr,
}

/// The linkage of a symbol: its external name and linkage type.
#[attr(
    name = "spirv.linkage_attributes",
    format = "`<` `linkage_name` `=` $linkage_name `,` `linkage_type` `=` `<` $linkage_type `>` `>`"
)]
pub struct LinkageAttributesAttr {
    /// The name.
    pub linkage_name: &str,
    /// The linkage type.
    pub linkage_type: LinkageType,
}
