//! Private buffers of fused nests.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::analysis::alias::is_allocation;
use rmlir::core::dominance::Dominance;
use rmlir::prelude::*;
use rmlir_affine::ForOp;
use rmlir_affine::analysis::access::MemRefAccess;
use rmlir_affine::analysis::region::{MemRefRegion, RegionOptions, element_size_in_bytes};
use rmlir_affine::scope::affine_analysis_scope;
use rmlir_memref::AllocOp;

use crate::replace_memref::{Remap, is_map_access_to, replace_memref_uses};

use super::Fusion;
use super::graph::{Graph, NodeId};

/// Whether an operation that is no affine access in this block may access the memory of the memref.
pub fn is_escaping(body: &Body, memref: Value, block: BlockId) -> bool {
    // In LLVM 22 other blocks are ignored.
    let is_access_here =
        |user: OpId| body.ancestor_in_block(user, block).is_some() && is_map_access_to(OpRef::new(body, user), memref);
    !is_allocation(body, memref) || !body.users(memref).all(is_access_here)
}

/// The memrefs that the node writes and that escape, without duplicates.
pub fn escaping_memrefs(body: &Body, graph: &Graph, id: NodeId) -> Vec<Value> {
    let mut found = Vec::new();
    for store in &graph.node(id).accesses.stores {
        if !found.contains(&store.memref) && is_escaping(body, store.memref, graph.block) {
            found.push(store.memref);
        }
    }
    found
}

impl Fusion<'_, '_, '_> {
    /// Whether the fused nest can use a private buffer for a memref.
    pub fn can_be_private(
        &self,
        graph: &Graph,
        memref: Value,
        escaping: &[Value],
        [producer, consumer]: [NodeId; 2],
        is_source_removed: bool,
    ) -> bool {
        let body: &Body = &self.rw;
        if element_size_in_bytes(body.cx(), body.ty(memref)).is_none() {
            return false;
        }
        let is_written = || graph.node(consumer).n_stores(body, memref) > 0;
        if escaping.contains(&memref) && (is_source_removed || is_written()) {
            return false;
        }
        if graph.n_incoming_writes(body, producer, memref) > 0 || graph.n_outgoing(consumer, memref) > 0 {
            return false;
        }
        let is_used_elsewhere =
            || graph.out_edges(producer).iter().any(|edge| edge.value == memref && edge.node != consumer);
        !(is_source_removed && is_used_elsewhere())
    }

    /// Replaces the memref that `stores` write in the fused nest `op` by a buffer of the size needed at `depth`;
    /// returns the buffer. `None` if the stores are to different regions.
    pub fn make_private(&mut self, op: ForOp, stores: &[MemRefAccess], depth: usize, block: BlockId) -> Option<Value> {
        let rw = &mut self.rw;
        let (store, others) = stores.split_first()?;
        if !others.iter().all(|other| other.is_same_place(rw, store)) {
            return None;
        }
        let options = RegionOptions { drop_locals: false, ..RegionOptions::default() };
        let region = MemRefRegion::of_access(rw, store, depth, None, options)?;
        let found = region.bounding_box(rw)?;
        let rank = region.rank();
        let outer: Vec<Value> = region.system.values()[rank..].iter().copied().collect::<Option<_>>()?;
        let symbols: Vec<AffineExpr> = (0..outer.len() as u32).map(AffineExpr::dim).collect();
        let n_inputs = (outer.len() + rank) as u32;
        let mut exprs = Vec::new();
        for (dim, lower) in found.lower.iter().enumerate() {
            let offset = lower.as_ref()?.result(0).replace_symbols(&symbols);
            let index = AffineExpr::dim((outer.len() + dim) as u32);
            exprs.push((index - offset).simplify(n_inputs, 0));
        }
        let ty = self.private_type(store.memref, &found.shape, found.n_elements())?;
        let rw = &mut self.rw;
        let region_of_nest = rw.parent_region(op.id())?;
        let entry = rw.entry(region_of_nest)?;
        rw.at_start(entry);
        let buffer = rw.value(AllocOp::build(ty, &[], &[]).at(rw.loc(op.id())));
        let filter = first_ancestor_of_stores(rw, block, stores)?;
        let dominated: Vec<OpId> = {
            let body: &Body = rw;
            let dominance = Dominance::new(body);
            let is_after = |&user: &OpId| user == filter || dominance.properly_dominates_op(filter, user, true);
            body.users(store.memref).filter(is_after).collect()
        };
        let remap = Remap { operands: outer, map: Some(AffineMap::new(n_inputs, 0, exprs)), ..Remap::default() };
        replace_memref_uses(rw, store.memref, buffer, &remap, |_, user| dominated.contains(&user));
        Some(buffer)
    }

    /// The type of a buffer, in fast memory if that is requested and it is small enough.
    fn private_type(&self, memref: Value, shape: &[i64], n_elements: i64) -> Option<Type> {
        let cx = self.rw.cx();
        let old = self.rw.ty(memref);
        let size = element_size_in_bytes(cx, old)?.wrapping_mul(n_elements) as u64;
        let threshold = u64::from((self.pass.local_buf_size_threshold as u32).wrapping_mul(1024));
        let TypeData::MemRef { element, space, .. } = old.data(cx) else { return None };
        let is_fast = size <= threshold && self.pass.fast_memory_space != 0;
        let space = if is_fast { Some(cx.i64_attr(i64::from(self.pass.fast_memory_space))) } else { *space };
        Some(cx.ty(TypeData::MemRef { shape: shape.into(), element: *element, layout: None, space }))
    }
}

/// The first operation that contains one of the stores, in the innermost block around all of them and the fused slice.
fn first_ancestor_of_stores(body: &Body, slice_block: BlockId, stores: &[MemRefAccess]) -> Option<OpId> {
    let mut common: Option<BlockId> = None;
    for store in stores {
        let other = body.first_op(common.unwrap_or(slice_block))?;
        common = common_block(body, store.op, other);
        common?;
    }
    let common = common?;
    let ancestors = stores.iter().filter_map(|store| body.ancestor_in_block(store.op, common));
    ancestors.reduce(|first, other| if body.is_before_in_block(other, first) { other } else { first })
}

/// The innermost block around both, in their affine scope.
fn common_block(body: &Body, a: OpId, b: OpId) -> Option<BlockId> {
    let scope = affine_analysis_scope(body, a);
    if scope != affine_analysis_scope(body, b) {
        return None;
    }
    let chain = |op: OpId| -> Vec<BlockId> {
        let (mut blocks, mut at) = (Vec::new(), Some(op));
        while let Some(op) = at {
            blocks.extend(body.block_of(op));
            if body.parent_region(op) == scope {
                break;
            }
            at = body.parent_op(op);
        }
        blocks.reverse();
        blocks
    };
    chain(a).into_iter().zip(chain(b)).take_while(|(a, b)| a == b).last().map(|(block, _)| block)
}
