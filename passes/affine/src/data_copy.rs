//! Explicit copies of accessed memory to buffers in fast memory.
//!
//! Steps: 1. `ranges` are sequences of accesses and loops of a block, with loops whose footprint fits the fast memory
//! included as a whole; 2. the *regions* of memrefs that a range reads and writes are computed; 3. `transfer` allocates
//! a buffer for each, copies in before the range and out after it, hoisted as far as the region is invariant, and
//! redirects the accesses of the range to the buffer. `conflicts` decides which memrefs must not be copied, and
//! `coverage` which ones are copied in although they are only written.

mod conflicts;
mod coverage;
mod transfer;

use rmlir::pass::{Pass, PassCx, PassResult, Remark};
use rmlir::prelude::*;
use rmlir::rewrite::FrozenPatterns;
use rmlir::rewrite::greedy::{GreedyConfig, Strictness, apply_ops_greedily};
use rmlir_affine::{ForOp, LoadOp, StoreOp};
use rmlir_arith::constant_index;
use rmlir_presburger::Polyhedron;
use rustc_hash::FxHashSet;

use crate::analysis::access::MemRefAccess;
use crate::analysis::constraints::ValueConstraints;
use crate::analysis::nest::{enclosing_fors, nesting_depth};
use crate::analysis::region::{MemRefRegion, RegionOptions, add_memref_bounds, footprint_in_bytes};
use crate::promote::promote_if_single_iteration;

use self::transfer::Transfer;

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
    fast_memory_space: u32,
    /// Generate DMA instead of point-wise copy
    #[option(name = "generate-dma", default = false)]
    generate_dma: bool,
    /// Minimum DMA transfer size supported by the target in bytes
    #[option(name = "min-dma-transfer", default = 1024)]
    #[expect(dead_code, reason = "upstream has the option and does not use it either")]
    min_dma_transfer_size: i32,
    /// Slow memory space identifier for copy generation (default: 0)
    #[option(name = "slow-mem-space", default = 0)]
    slow_memory_space: u32,
    /// Testing purposes: avoid non-unit stride loop choice depths for copy placement
    #[option(default = false)]
    skip_non_unit_stride_loops: bool,
    /// Tag memory space identifier for copy generation (default: 0)
    #[option(name = "tag-mem-space", default = 0)]
    tag_memory_space: u32,
}

impl Pass for AffineDataCopyGenerate {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let (said, remarks) = {
            let body = cx.body_mut();
            let rw = Rewriter::new(body);
            let mut copying = Copying { rw, pass: self, nests: Vec::new(), said: Vec::new(), remarks: Vec::new() };
            copying.run();
            let copies = copying.simplify_nests();
            let reports = (std::mem::take(&mut copying.said), std::mem::take(&mut copying.remarks));
            canonicalize(body, &copies);
            reports
        };
        said.into_iter().for_each(|diagnostic| cx.emit(diagnostic));
        remarks.into_iter().for_each(|remark| cx.remark(remark));
        Ok(())
    }
}

/// Applies the canonicalization patterns of loads and stores to `ops`.
fn canonicalize(body: &mut Body, ops: &[OpId]) {
    let mut set = PatternSet::new();
    for def in [LoadOp::DEF, StoreOp::DEF] {
        if let Some(add) = def.canonicalize {
            add(&mut set);
        }
    }
    let patterns = FrozenPatterns::new(body.cx(), set);
    let config = GreedyConfig { strictness: Strictness::ExistingAndNewOps, ..GreedyConfig::default() };
    // Not reaching a fixed point is no failure.
    let _ = apply_ops_greedily(body, ops, &patterns, &config, None);
}

/// A half-open range of operations of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Range {
    begin: OpId,
    end: OpId,
}

/// The execution of the pass on a function.
struct Copying<'p, 'a, 'c> {
    rw: Rewriter<'a, 'c>,
    pass: &'p AffineDataCopyGenerate,
    /// The outermost generated copy loops.
    nests: Vec<OpId>,
    said: Vec<Diagnostic>,
    remarks: Vec<Remark>,
}

impl Copying<'_, '_, '_> {
    fn run(&mut self) {
        let region = self.rw.region(self.rw.root(), 0);
        let Some(entry) = self.rw.entry(region) else { return };
        self.rw.at_start(entry);
        let loc = self.rw.loc(self.rw.root());
        self.rw.set_loc(loc);
        constant_index(&mut self.rw, 0);
        let blocks: Vec<BlockId> = self.rw.blocks(region).collect();
        for block in blocks {
            self.run_on_block(block);
        }
    }

    /// The capacity of fast memory in bytes.
    fn capacity(&self) -> u64 {
        match self.pass.fast_memory_capacity {
            u64::MAX => u64::MAX,
            capacity => capacity.wrapping_mul(1024),
        }
    }

    /// The first access or loop from `from` on that was not generated by this pass.
    fn next_start(&self, from: Option<OpId>) -> Option<OpId> {
        let mut at = from;
        while let Some(op) = at {
            let view = OpRef::new(&self.rw, op);
            let is_start = view.is::<LoadOp>() || view.is::<StoreOp>() || view.is::<ForOp>();
            if is_start && !self.nests.contains(&op) {
                return Some(op);
            }
            at = self.rw.next_op(op);
        }
        None
    }

    fn run_on_block(&mut self, block: BlockId) {
        let mut begin = self.next_start(self.rw.first_op(block));
        let mut at = begin;
        while let (Some(first), Some(op)) = (begin, at) {
            let found = OpRef::new(&self.rw, op).cast::<ForOp>().filter(|_| !self.nests.contains(&op));
            let Some(nest) = found else {
                at = self.rw.next_op(op);
                continue;
            };
            self.copy_for(Range { begin: first, end: op });
            let is_inner_next = match self.pass.skip_non_unit_stride_loops {
                true => nest.step_value(&self.rw) != 1,
                false => self.exceeds_capacity(nest),
            };
            if is_inner_next {
                self.run_on_block(nest.body(&self.rw));
            } else {
                let end = self.rw.next_op(op).expect("a loop is not the last operation of a block");
                self.copy_for(Range { begin: op, end });
            }
            begin = self.next_start(self.rw.next_op(op));
            at = begin;
        }
        if let (Some(begin), Some(end)) = (begin, self.rw.last_op(block)) {
            self.copy_for(Range { begin, end });
        }
    }

    fn exceeds_capacity(&mut self, nest: ForOp) -> bool {
        match footprint_in_bytes(&self.rw, nest.id()) {
            Ok(bytes) => bytes.is_some_and(|bytes| bytes as u64 > self.capacity()),
            Err(complaints) => {
                for (op, severity, message) in complaints {
                    let place = self.rw.loc(op).place(self.rw.cx());
                    self.said.push(Diagnostic::new(severity, place, message));
                }
                false
            }
        }
    }

    /// Redirects the accesses of a range to buffers.
    fn copy_for(&mut self, range: Range) {
        if range.begin == range.end {
            return;
        }
        let Some(regions) = self.regions_of(range) else { return };
        let block = self.rw.block_of(range.begin).expect("a range is in a block");
        let (read, written) = regions;
        let stored = written.iter().map(|(region, _)| region.memref).collect();
        let mut transfer = Transfer { range, block, written: stored, buffers: Vec::new(), size: 0 };
        let mut is_done = true;
        for (region, loc) in read.into_iter().chain(written) {
            let size = transfer.size;
            let is_copied = self.transfer(&mut transfer, &region, loc);
            self.remarks.push(match is_copied {
                true => {
                    let direction = if region.is_write { "out" } else { "in" };
                    let passed = Remark::passed(loc, "affine").text("copied between memref and buffer");
                    passed.arg("Direction", direction).arg("NewBytes", transfer.size - size)
                }
                false => {
                    Remark::missed(loc, "affine").reason("its memref has another layout, or the region no fixed size")
                }
            });
            is_done &= is_copied;
        }
        if is_done && transfer.size > self.capacity() {
            let message = "total size of all copy buffers' for this block exceeds fast memory capacity";
            let owner = self.rw.block_parent_op(block).expect("the block is in the function");
            let place = self.rw.loc(owner).place(self.rw.cx());
            self.said.push(Diagnostic::warning(place, message));
        }
    }

    /// The regions that a range reads and those that it writes, one for each memref; `None` if one is unknown.
    fn regions_of(&mut self, range: Range) -> Option<(Vec<RegionAt>, Vec<RegionAt>)> {
        let body: &Body = &self.rw;
        let depth = nesting_depth(body, range.begin);
        let around = body.parent_region(range.begin)?;
        let block = body.block_of(range.begin)?;
        let mut partly_written = FxHashSet::default();
        let (mut read, mut written): (Vec<RegionAt>, Vec<RegionAt>) = (Vec::new(), Vec::new());
        let mut at = range.begin;
        while at != range.end {
            for access in MemRefAccess::all_in(body, at) {
                let view = OpRef::new(body, access.op);
                let is_scalar = view.is::<LoadOp>() || view.is::<StoreOp>();
                let is_known_before = is_defined_around(body, access.memref, around)
                    && !is_defined_from(body, access.memref, range.begin, block);
                if !is_scalar || self.is_elsewhere(access.memref) || !is_known_before {
                    continue;
                }
                let options = RegionOptions { within_memref: false, ..RegionOptions::default() };
                let mut region = match MemRefRegion::of_access(body, &access, depth, None, options) {
                    Some(region) => region,
                    None => whole_memref(body, &access, depth)?,
                };
                let mut is_known = [false, false];
                for (list, is_known) in [&mut read, &mut written].into_iter().zip(&mut is_known) {
                    let Some((other, _)) = list.iter_mut().find(|(other, _)| other.memref == region.memref) else {
                        continue;
                    };
                    *is_known = true;
                    if other.union_box(&region) {
                        region.system = other.system.clone();
                    } else {
                        region = whole_memref(body, &access, depth)?;
                        other.system = region.system.clone();
                    }
                }
                let loc = body.loc(access.op);
                if access.is_write && (is_known[1] || !coverage::writes_whole_box(body, &access, block)) {
                    partly_written.insert(access.memref);
                }
                match access.is_write {
                    true if !is_known[1] => written.push((region, loc)),
                    false if !is_known[0] => read.push((region, loc)),
                    _ => {}
                }
            }
            at = body.next_op(at).expect("the end comes after the begin");
        }
        for (region, loc) in written.iter().filter(|(region, _)| partly_written.contains(&region.memref)) {
            if !read.iter().any(|(other, _)| other.memref == region.memref) {
                read.push((MemRefRegion { is_write: false, ..region.clone() }, *loc));
            }
        }
        let is_written = |memref: Value| written.iter().any(|(region, _)| region.memref == memref);
        let is_kept = |memref: Value| !conflicts::needs_memref(body, range, memref, is_written(memref));
        let kept: Vec<Value> =
            read.iter().chain(&written).map(|(region, _)| region.memref).filter(|&memref| is_kept(memref)).collect();
        let reason = "something else in the range needs the memref in its place";
        let missed = |(region, loc): &RegionAt| {
            (!kept.contains(&region.memref)).then(|| Remark::missed(*loc, "affine").reason(reason))
        };
        self.remarks.extend(read.iter().chain(&written).filter_map(missed));
        read.retain(|(region, _)| kept.contains(&region.memref));
        written.retain(|(region, _)| kept.contains(&region.memref));
        Some((read, written))
    }

    /// Whether the memref is in a memory space other than the slow one.
    fn is_elsewhere(&self, memref: Value) -> bool {
        let TypeData::MemRef { space, .. } = self.rw.ty(memref).data(self.rw.cx()) else { return true };
        let slow = i64::from(self.pass.slow_memory_space);
        space.and_then(|space| space.as_i64(self.rw.cx())).is_some_and(|space| space != slow)
    }

    /// Promotes copy loops with a single iteration; returns the generated accesses.
    fn simplify_nests(&mut self) -> Vec<OpId> {
        let mut copies = Vec::new();
        for nest in std::mem::take(&mut self.nests) {
            let mut ops = Vec::new();
            self.rw.walk_postorder(nest, |op| ops.push(op));
            for op in ops {
                let view = OpRef::new(&self.rw, op);
                if let Some(op) = view.cast::<ForOp>() {
                    promote_if_single_iteration(&mut self.rw, op);
                } else if view.is::<LoadOp>() || view.is::<StoreOp>() {
                    copies.push(op);
                }
            }
        }
        copies
    }
}

/// A region and the location of the first access in it.
type RegionAt = (MemRefRegion, Loc);

/// Whether `value` is defined in `region` or in one around it.
fn is_defined_around(body: &Body, value: Value, region: RegionId) -> bool {
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

/// Whether `value` is defined in `block` by `begin` or an operation after it.
fn is_defined_from(body: &Body, value: Value, begin: OpId, block: BlockId) -> bool {
    let ancestor = body.defining_op(value).and_then(|op| body.ancestor_in_block(op, block));
    ancestor.is_some_and(|ancestor| !body.is_before_in_block(ancestor, begin))
}

/// The region of a whole memref with a static shape.
fn whole_memref(body: &Body, access: &MemRefAccess, depth: usize) -> Option<MemRefRegion> {
    let shape = body.ty(access.memref).shape(body.cx())?;
    if shape.iter().any(|&size| size < 0) {
        return None;
    }
    let mut system = Polyhedron::universe(shape.len(), 0, 0);
    for op in enclosing_fors(body, access.op).into_iter().take(depth) {
        system.append(rmlir_presburger::Kind::Symbol, Some(op.induction_var(body)));
    }
    let mut system = ValueConstraints(system);
    add_memref_bounds(body, access.memref, &mut system);
    Some(MemRefRegion { memref: access.memref, is_write: access.is_write, system })
}
