//! Fusion of loop nests of the same block.
//!
//! Steps: 1. `graph` holds the loop nests and other operations of a block with the dependences between them; 2.
//! `producers` fuses producer nests into their consumers, `siblings` nests that read the same memref; 3. `legality`
//! finds the depths at which a *slice* of a nest may be inserted into another one, `order` whether that preserves the
//! results; 4. `cost` decides whether that is profitable; 5. `merge` inserts the slice; 6. `private` gives the fused
//! nest a private buffer for memrefs that only it uses. `permute` moves sequential loops inward, before others are
//! fused into a nest.

mod cost;
mod graph;
mod legality;
mod merge;
mod order;
mod permute;
mod private;
mod producers;
mod siblings;

use rmlir::pass::{EnumCase, OptionKind, OptionType, OptionValue, Pass, PassCx, PassResult, Remark, over_bodies};
use rmlir::prelude::*;
use rmlir_affine::ForOp;
use rmlir_affine::analysis::region::Complaint;
use rmlir_memref::AllocOp;

use self::graph::Graph;

/// Fuse affine loop nests.
///
/// A producer nest is fused into its consumer, as a slice of the iterations that the consumer depends on; buffers in
/// between shrink to the elements that are live at a time. Nests that read the same memref are fused, too. Redundant
/// computation is tolerated up to a share of all computation.
///
/// Deviation: `fast-mem-space=0` is equivalent to the absence of the option.
///
/// ```mlir
/// affine.for %i = 0 to 10 {
///   affine.store %v, %m[%i] : memref<10xf32>
/// }
/// affine.for %i = 0 to 10 {
///   %0 = affine.load %m[%i] : memref<10xf32>
/// }
/// // becomes, if nothing else uses %m
/// affine.for %i = 0 to 10 {
///   affine.store %v, %n[0] : memref<1xf32>
///   %0 = affine.load %n[0] : memref<1xf32>
/// }
/// ```
#[pass(name = "affine-loop-fusion", depends(rmlir_memref::MemRef))]
pub struct AffineLoopFusion {
    /// Fractional increase in additional computation tolerated while fusing
    #[option(name = "compute-tolerance", default = "0.3")]
    compute_tolerance_threshold: f64,
    /// Faster memory space number to promote fusion buffers to
    #[option(name = "fast-mem-space", default = 0)]
    fast_memory_space: u32,
    /// Threshold size (KiB) for promoting local buffers to fast memory space
    #[option(name = "local-buf-threshold", default = 0)]
    local_buf_size_threshold: u64,
    /// Enables maximal loop fusion
    #[option(name = "maximal", default = false)]
    maximal_fusion: bool,
    /// fusion mode to attempt
    #[option(name = "mode", default = "greedy")]
    affine_fusion_mode: FusionMode,
}

/// The option `mode`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FusionMode {
    Greedy,
    Producer,
    Sibling,
}

impl OptionType for FusionMode {
    const KIND: OptionKind = OptionKind::Enum(&[
        EnumCase { name: "greedy", doc: "Perform greedy (both producer-consumer and sibling)  fusion" },
        EnumCase { name: "producer", doc: "Perform only producer-consumer fusion" },
        EnumCase { name: "sibling", doc: "Perform only sibling fusion" },
    ]);
    fn from_value(value: &OptionValue) -> Option<Self> {
        value.case(&[Self::Greedy, Self::Producer, Self::Sibling])
    }
}

impl Pass for AffineLoopFusion {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        for (diagnostics, remarks) in over_bodies(cx.body_mut(), &|body| self.run_on_body(body)) {
            diagnostics.into_iter().for_each(|diagnostic| cx.emit(diagnostic));
            remarks.into_iter().for_each(|remark| cx.remark(remark));
        }
        Ok(())
    }
}

impl AffineLoopFusion {
    /// Fuses nests in all blocks, inner before outer; returns diagnostics and remarks.
    fn run_on_body(&self, body: &mut Body) -> (Vec<Diagnostic>, Vec<Remark>) {
        let mut fusion = Fusion { rw: Rewriter::new(body), pass: self, complaints: Vec::new(), remarks: Vec::new() };
        let mut ops = Vec::new();
        fusion.rw.walk_postorder(fusion.rw.root(), |op| ops.push(op));
        for op in ops {
            if !fusion.rw.contains_op(op) {
                continue;
            }
            let regions = fusion.rw.regions(op).to_vec();
            let blocks: Vec<BlockId> = regions.iter().flat_map(|&region| fusion.rw.blocks(region)).collect();
            for block in blocks {
                let n_loops = fusion.rw.ops(block).filter(|&op| OpRef::new(&fusion.rw, op).is::<ForOp>()).count();
                if n_loops > 1 {
                    fusion.run_on_block(block);
                }
            }
        }
        let complaints = std::mem::take(&mut fusion.complaints);
        let diagnostic = |(op, severity, message): Complaint| {
            let place = fusion.rw.loc(op).place(fusion.rw.cx());
            Diagnostic::new(severity, place, message)
        };
        let kept = complaints.into_iter().filter(|(op, ..)| fusion.rw.contains_op(*op));
        let diagnostics = kept.map(diagnostic).collect();
        (diagnostics, fusion.remarks)
    }
}

/// The execution of the pass on one body.
struct Fusion<'p, 'a, 'c> {
    rw: Rewriter<'a, 'c>,
    pass: &'p AffineLoopFusion,
    complaints: Vec<Complaint>,
    remarks: Vec<Remark>,
}

impl Fusion<'_, '_, '_> {
    /// Adds a remark, once for each reason, why the nest `op` was not fused.
    fn missed(&mut self, op: OpId, reason: &str) {
        let missed = Remark::missed(self.rw.loc(op), "affine").reason(reason);
        if !self.remarks.contains(&missed) {
            self.remarks.push(missed);
        }
    }

    fn run_on_block(&mut self, block: BlockId) {
        let Some(mut graph) = Graph::of_block(&self.rw, block) else { return };
        match self.pass.affine_fusion_mode {
            FusionMode::Producer => self.fuse_producers(&mut graph, usize::MAX),
            FusionMode::Sibling => self.fuse_siblings(&mut graph),
            FusionMode::Greedy => {
                self.fuse_producers(&mut graph, 1);
                self.fuse_siblings(&mut graph);
                self.fuse_producers(&mut graph, usize::MAX);
            }
        }
        self.erase_unused_allocations(&graph);
    }

    fn erase_unused_allocations(&mut self, graph: &Graph) {
        for memref in graph.memrefs_without_edges() {
            if !self.rw.contains_value(memref) || !self.rw.is_unused(memref) {
                continue;
            }
            let Some(op) = self.rw.defining_op(memref) else { continue };
            if OpRef::new(&self.rw, op).is::<AllocOp>() {
                self.rw.erase(op);
            }
        }
    }
}
