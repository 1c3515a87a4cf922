//! Fusion of independent nests that read the same memref.

use rmlir::pass::Remark;
use rmlir::prelude::*;
use rmlir_affine::ForOp;
use rmlir_affine::analysis::access::MemRefAccess;
use rmlir_affine::analysis::dependence::has_cyclic_dependence;
use rmlir_affine::analysis::nest::enclosing_fors;
use rmlir_affine::analysis::slice::Slice;

use super::Fusion;
use super::cost::additional_compute;
use super::graph::{Accesses, Graph, NodeId};
use super::legality::{Strategy, fusible_slice};
use super::merge::fuse_loops;
use super::order::keeps_order;

impl Fusion<'_, '_, '_> {
    /// Fuses nests with siblings.
    pub fn fuse_siblings(&mut self, graph: &mut Graph) {
        for id in graph.node_ids().into_iter().rev() {
            if graph.contains(id) && OpRef::new(&self.rw, graph.node(id).op).is::<ForOp>() {
                self.fuse_siblings_into(graph, id);
            }
        }
    }

    fn fuse_siblings_into(&mut self, graph: &mut Graph, target: NodeId) {
        let mut visited = Vec::new();
        while let Some((sibling, memref)) = self.next_sibling(graph, target, &mut visited) {
            if !self.try_sibling(graph, sibling, target, memref) {
                return;
            }
        }
    }

    /// Fuses a sibling, if that is legal and profitable. Returns whether others are to be tried.
    fn try_sibling(&mut self, graph: &mut Graph, sibling: NodeId, target: NodeId, memref: Value) -> bool {
        let body: &Body = &self.rw;
        let (from, to) = (graph.node(sibling), graph.node(target));
        let (source_op, target_op) = (ForOp::from_id(from.op), ForOp::from_id(to.op));
        let order = if body.is_before_in_block(from.op, to.op) { (sibling, target) } else { (target, sibling) };
        let Some(place) = graph.fused_place(body, order.0, order.1) else {
            self.missed(source_op.id(), "dependences on operations in between leave no place for the fused nest");
            return true;
        };
        let load_of = |accesses: &Accesses| accesses.loads.iter().find(|load| load.memref == memref).cloned();
        let (Some(load), Some(target_load)) = (load_of(&from.accesses), load_of(&to.accesses)) else { return true };
        let n_around = enclosing_fors(body, to.op).len();
        let n_depths = enclosing_fors(body, target_load.op).len().saturating_sub(n_around);
        let mut slices: Vec<Option<Slice>> = (1..=n_depths)
            .map(|depth| fusible_slice(body, source_op, target_op, depth + n_around, Strategy::Sibling(memref)))
            .collect();
        let Some(max_depth) = slices.iter().rposition(Option::is_some).map(|last| last + 1) else {
            self.missed(source_op.id(), "no slice of the nest is known that its sibling can run");
            return true;
        };
        slices.truncate(max_depth);
        let mut tolerance = self.pass.compute_tolerance_threshold;
        if has_cyclic_dependence(body, from.op) {
            if self.pass.maximal_fusion {
                let slice = slices[max_depth - 1].as_ref().expect("the last slice exists");
                if additional_compute(body, source_op, target_op, slice).is_none_or(|share| share > 0.0) {
                    return false;
                }
            } else {
                tolerance = 0.0;
            }
        }
        let depth = match self.pass.maximal_fusion {
            true => Some(max_depth),
            false => self.best_depth(source_op, &[load], target_op, &slices, tolerance),
        };
        let Some(depth) = depth else {
            self.missed(source_op.id(), "fusion does not pay by the cost model");
            return true;
        };
        let slice = slices[depth - 1].take().expect("the best slice exists");
        if slice.is_maximal(&self.rw) != Some(true)
            || !keeps_order(&self.rw, source_op, target_op, &slice, Strategy::Sibling(memref))
        {
            self.missed(source_op.id(), "dependences between the nests would go backward");
            return true;
        }
        let passed = Remark::passed(self.rw.loc(source_op.id()), "affine").text("fused siblings");
        self.remarks.push(passed.arg("Depth", depth));
        let mut target_op = target_op;
        for (old, new) in fuse_loops(&mut self.rw, source_op, &slice, depth == n_depths) {
            if old == target_op {
                target_op = new;
                graph.node_mut(target).op = new.id();
            }
        }
        if place != target_op.id() && self.rw.contains_op(place) {
            self.rw.move_before(target_op, place);
        }
        graph.move_edges(&self.rw, sibling, target);
        graph.node_mut(target).accesses = Accesses::of(&self.rw, target_op.id());
        graph.remove_node(sibling);
        self.rw.erase(source_op);
        true
    }

    /// A nest that reads a memref that `target` reads, and was not visited.
    fn next_sibling(&self, graph: &Graph, target: NodeId, visited: &mut Vec<NodeId>) -> Option<(NodeId, Value)> {
        let found = self.sibling_by_argument(graph, target, visited);
        let found = found.or_else(|| self.sibling_by_edge(graph, target, visited));
        visited.extend(found.map(|(sibling, _)| sibling));
        found
    }

    /// Whether the nest reads the memref once, is independent of `target`, and writes at most one memref.
    fn is_fusible_sibling(&self, graph: &Graph, sibling: NodeId, target: NodeId, memref: Value) -> bool {
        let body: &Body = &self.rw;
        let node = graph.node(sibling);
        if node.n_loads(memref) != 1
            || graph.has_path(body, sibling, target)
            || graph.has_path(body, target, sibling)
            || node.loaded_and_stored().iter().any(|&memref| graph.n_incoming_writes(body, sibling, memref) > 0)
        {
            return false;
        }
        let stores = &node.accesses.stores;
        stores.iter().all(|store| store.memref == stores[0].memref)
    }

    /// A sibling through a memref that is a block argument.
    fn sibling_by_argument(&self, graph: &Graph, target: NodeId, visited: &[NodeId]) -> Option<(NodeId, Value)> {
        let body: &Body = &self.rw;
        for &argument in body.args(graph.block) {
            for user in body.users(argument) {
                let Some(load) = MemRefAccess::new(body, user).filter(|access| !access.is_write) else { continue };
                let around = enclosing_fors(body, user);
                let root = around.iter().find(|op| body.block_of(op.id()) == Some(graph.block));
                let Some(sibling) = root.and_then(|root| graph.node_of(root.id())) else { continue };
                if sibling == target || visited.contains(&sibling) || graph.node(target).n_loads(load.memref) == 0 {
                    continue;
                }
                if self.is_fusible_sibling(graph, sibling, target, load.memref) {
                    return Some((sibling, load.memref));
                }
            }
        }
        None
    }

    /// A sibling through a memref that another node of the block writes or defines.
    fn sibling_by_edge(&self, graph: &Graph, target: NodeId, visited: &[NodeId]) -> Option<(NodeId, Value)> {
        let body: &Body = &self.rw;
        let is_memref = |value: Value| matches!(body.ty(value).data(body.cx()), TypeData::MemRef { .. });
        for edge in graph.in_edges(target).iter().filter(|edge| is_memref(edge.value)) {
            let maker = graph.node(edge.node);
            let is_made_there = || body.defining_op(edge.value) == Some(maker.op);
            let is_written = maker.n_stores(body, edge.value) > 0 || is_made_there();
            if graph.node(target).n_loads(edge.value) == 0 || !is_written {
                continue;
            }
            for other in graph.out_edges(edge.node).iter().filter(|other| is_memref(other.value)) {
                if visited.contains(&other.node) || other.node == target || other.value != edge.value {
                    continue;
                }
                let is_loop = OpRef::new(body, graph.node(other.node).op).is::<ForOp>();
                if is_loop && self.is_fusible_sibling(graph, other.node, target, other.value) {
                    return Some((other.node, other.value));
                }
            }
        }
        None
    }
}
