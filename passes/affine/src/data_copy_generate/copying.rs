//! The options of the pass, and the state of its execution on a function.

use rmlir::pass::Remark;
use rmlir::prelude::*;

/// Generate explicit copying for affine memory operations.
///
/// ```mlir
/// affine.for %i = 0 to 32 {
///   %0 = affine.load %m[%i] : memref<256xf32>
/// }
/// // becomes
/// %buffer = memref.alloc() : memref<32xf32, 1>
/// affine.for %i = 0 to 32 {
///   %0 = affine.load %m[%i] : memref<256xf32>
///   affine.store %0, %buffer[%i] : memref<32xf32, 1>
/// }
/// affine.for %i = 0 to 32 {
///   %0 = affine.load %buffer[%i] : memref<32xf32, 1>
/// }
/// memref.dealloc %buffer : memref<32xf32, 1>
/// ```
///
/// A memref is not copied if an operation other than affine loads and stores reads, writes or frees memory that would
/// be in the buffer. Upstream copies back to memory that was freed there.
#[pass(
    name = "affine-data-copy-generate",
    title = "AffineDataCopyGeneration",
    anchor = "func.func",
    depends(rmlir_memref::MemRef)
)]
pub struct AffineDataCopyGenerate {
    /// Set fast memory space capacity in KiB (default: unlimited)
    #[option(name = "fast-mem-capacity", default = 18446744073709551615)]
    fast_memory_capacity: u64,
    /// Fast memory space identifier for copy generation (default: 1)
    #[option(name = "fast-mem-space", default = 1)]
    pub(super) fast_memory_space: u32,
    /// Generate DMA instead of point-wise copy
    #[option(name = "generate-dma", default = false)]
    pub(super) generate_dma: bool,
    /// Minimum DMA transfer size supported by the target in bytes
    #[option(name = "min-dma-transfer", default = 1024)]
    #[expect(dead_code, reason = "upstream has the option and does not use it either")]
    min_dma_transfer_size: i32,
    /// Slow memory space identifier for copy generation (default: 0)
    #[option(name = "slow-mem-space", default = 0)]
    slow_memory_space: u32,
    /// Testing purposes: avoid non-unit stride loop choice depths for copy placement
    #[option(default = false)]
    pub(super) skip_non_unit_stride_loops: bool,
    /// Tag memory space identifier for copy generation (default: 0)
    #[option(name = "tag-mem-space", default = 0)]
    pub(super) tag_memory_space: u32,
}

/// A half-open range of operations of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub(super) begin: OpId,
    pub(super) end: OpId,
}

/// The execution of the pass on a function.
pub(super) struct Copying<'p, 'a, 'c> {
    pub(super) rw: Rewriter<'a, 'c>,
    pub(super) pass: &'p AffineDataCopyGenerate,
    /// The outermost generated copy loops.
    pub(super) nests: Vec<OpId>,
    pub(super) said: Vec<Diagnostic>,
    pub(super) remarks: Vec<Remark>,
}

impl Copying<'_, '_, '_> {
    /// The capacity of fast memory in bytes.
    pub(super) fn capacity(&self) -> u64 {
        match self.pass.fast_memory_capacity {
            u64::MAX => u64::MAX,
            capacity => capacity.wrapping_mul(1024),
        }
    }

    /// Whether the memref is in a memory space other than the slow one.
    pub(super) fn is_elsewhere(&self, memref: Value) -> bool {
        let TypeData::MemRef { space, .. } = self.rw.ty(memref).data(self.rw.cx()) else { return true };
        let slow = i64::from(self.pass.slow_memory_space);
        space.and_then(|space| space.as_i64(self.rw.cx())).is_some_and(|space| space != slow)
    }
}

/// Whether `value` is defined in `region` or in one around it.
pub(super) fn is_defined_around(body: &Body, value: Value, region: RegionId) -> bool {
    let defined_in = body.value_region(value);
    let mut at = Some(region);
    while let Some(region) = at {
        if defined_in == Some(region) {
            return true;
        }
        at = body.parent_region(body.region_owner(region));
    }
    false
}
