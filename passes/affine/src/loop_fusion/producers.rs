//! Fusion of producer nests into their consumers.

use rmlir::pass::Remark;
use rmlir::prelude::*;
use rmlir_affine::ForOp;
use rmlir_affine::analysis::access::MemRefAccess;
use rmlir_affine::analysis::dependence::has_cyclic_dependence;
use rmlir_affine::analysis::nest::{enclosing_fors, innermost_common_loops};
use rmlir_affine::analysis::slice::Slice;

use super::Fusion;
use super::cost::additional_compute;
use super::graph::{Accesses, Graph, NodeId};
use super::legality::{Strategy, fusible_slice, produced_and_consumed};
use super::merge::fuse_loops;
use super::order::{can_run_again, is_self_contained, keeps_order};
use super::permute::sink_sequential_loops;
use super::private::escaping_memrefs;

/// The outcome of an attempt.
enum Attempt {
    /// The nests are not fused, for this reason.
    Left(&'static str),
    Fused,
    /// The consumer needs no further attempts.
    Stop,
}

impl Fusion<'_, '_, '_> {
    /// Fuses producers into consumers, except for those of memrefs with more than `max_users` users.
    pub fn fuse_producers(&mut self, graph: &mut Graph, max_users: usize) {
        for consumer in graph.node_ids().into_iter().rev() {
            if graph.contains(consumer) {
                self.fuse_producers_into(graph, consumer, max_users);
            }
        }
    }

    fn fuse_producers_into(&mut self, graph: &mut Graph, consumer: NodeId, max_users: usize) {
        let Some(op) = OpRef::new(&self.rw, graph.node(consumer).op).cast::<ForOp>() else { return };
        if self.rw.n_results(op.id()) > 0 {
            return;
        }
        let target = sink_sequential_loops(&mut self.rw, op);
        graph.node_mut(consumer).op = target.id();
        loop {
            let mut is_changed = false;
            for producer in self.producer_candidates(graph, consumer).into_iter().rev() {
                match self.try_producer(graph, producer, consumer, max_users) {
                    Attempt::Left(reason) => {
                        // There is another attempt with more users.
                        if max_users == usize::MAX {
                            self.missed(graph.node(producer).op, reason);
                        }
                    }
                    Attempt::Fused => is_changed = true,
                    Attempt::Stop => return,
                }
            }
            if !is_changed {
                return;
            }
        }
    }

    /// The loop nests that write memrefs which the consumer reads, by id.
    fn producer_candidates(&self, graph: &Graph, consumer: NodeId) -> Vec<NodeId> {
        let loads = &graph.node(consumer).accesses.loads;
        let writes_for = |id: &NodeId| {
            let node = graph.node(*id);
            let is_read = |store: &MemRefAccess| loads.iter().any(|load| load.memref == store.memref);
            OpRef::new(&self.rw, node.op).is::<ForOp>() && node.accesses.stores.iter().any(is_read)
        };
        let mut found: Vec<NodeId> = graph.in_edges(consumer).iter().map(|edge| edge.node).filter(writes_for).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    fn try_producer(&mut self, graph: &mut Graph, producer: NodeId, consumer: NodeId, max_users: usize) -> Attempt {
        let body: &Body = &self.rw;
        let (from, to) = (graph.node(producer), graph.node(consumer));
        let (source, target) = (ForOp::from_id(from.op), ForOp::from_id(to.op));
        if body.n_results(source.id()) > 0 {
            return Attempt::Left("the producer has results");
        }
        let memrefs = produced_and_consumed(&from.accesses.stores, &to.accesses.loads);
        if memrefs.iter().any(|&memref| graph.n_outgoing(producer, memref) > max_users) {
            return Attempt::Left("what the producer writes has more than one user");
        }
        let escaping = escaping_memrefs(body, graph, producer);
        let Some(place) = graph.fused_place(body, producer, consumer) else {
            return Attempt::Left("dependences on operations in between leave no place for the fused nest");
        };
        let of_memrefs = |accesses: &[MemRefAccess]| -> Vec<MemRefAccess> {
            accesses.iter().filter(|access| memrefs.contains(&access.memref)).cloned().collect()
        };
        let uses: Vec<OpId> =
            [of_memrefs(&to.accesses.loads), of_memrefs(&to.accesses.stores)].concat().iter().map(|a| a.op).collect();
        let n_around = enclosing_fors(body, target.id()).len();
        let n_depths = innermost_common_loops(body, &uses).len().saturating_sub(n_around);
        let mut slices: Vec<Option<Slice>> = (1..=n_depths)
            .map(|depth| fusible_slice(body, source, target, depth + n_around, Strategy::ProducerConsumer))
            .collect();
        let Some(max_depth) = slices.iter().rposition(Option::is_some).map(|last| last + 1) else {
            return Attempt::Left("no slice of the producer is known that the consumer needs at a time");
        };
        slices.truncate(max_depth);
        let mut tolerance = self.pass.compute_tolerance_threshold;
        if has_cyclic_dependence(body, source.id()) {
            if self.pass.maximal_fusion {
                let slice = slices[max_depth - 1].as_ref().expect("the last slice exists");
                if additional_compute(body, source, target, slice).is_none_or(|share| share > 0.0) {
                    return Attempt::Stop;
                }
            } else {
                tolerance = 0.0;
            }
        }
        let stores = of_memrefs(&from.accesses.stores);
        let depth = match self.pass.maximal_fusion {
            true => Some(max_depth),
            false => self.best_depth(source, &stores, target, &slices, tolerance),
        };
        let Some(depth) = depth else { return Attempt::Left("fusion does not pay by the cost model") };
        let slice = slices[depth - 1].take().expect("the best slice exists");
        if !keeps_order(&self.rw, source, target, &slice, Strategy::ProducerConsumer) {
            return Attempt::Left("dependences between the nests would go backward");
        }
        let nodes = [producer, consumer];
        match self.fuse_producer(graph, nodes, &Chosen { slice, depth, place, memrefs, escaping }) {
            true => Attempt::Fused,
            false => Attempt::Left("the producer has to stay and cannot run again"),
        }
    }

    /// Fuses the nests, unless the producer has to remain and cannot be executed again.
    fn fuse_producer(&mut self, graph: &mut Graph, [producer, consumer]: [NodeId; 2], chosen: &Chosen) -> bool {
        let source = ForOp::from_id(graph.node(producer).op);
        let target = ForOp::from_id(graph.node(consumer).op);
        let is_removed = self.is_source_removable(graph, [producer, consumer], chosen);
        // Values written by others are in the old buffer only.
        let reads_before =
            |memref: Value| chosen.escaping.contains(&memref) && graph.node(producer).n_loads(memref) > 0;
        let is_private = |&&memref: &&Value| {
            self.can_be_private(graph, memref, &chosen.escaping, [producer, consumer], is_removed)
                && !reads_before(memref)
                && is_self_contained(&self.rw, source, &chosen.slice, memref)
        };
        let private: Vec<Value> = chosen.memrefs.iter().filter(is_private).copied().collect();
        if !is_removed && !can_run_again(&self.rw, source, &chosen.slice, &private) {
            return false;
        }
        let passed = Remark::passed(self.rw.loc(source.id()), "affine").text("fused a producer into its consumer");
        let passed = passed.arg("Depth", chosen.depth).arg("PrivateMemRefs", private.len());
        self.remarks.push(passed.arg("ProducerStays", !is_removed));
        fuse_loops(&mut self.rw, source, &chosen.slice, false);
        if chosen.place != target.id() {
            self.rw.move_before(target, chosen.place);
        }
        graph.update_after_fusion(&self.rw, producer, consumer, &private, is_removed);
        self.make_all_private(graph, consumer, &private, chosen);
        graph.node_mut(consumer).accesses = Accesses::of(&self.rw, target.id());
        if is_removed {
            self.rw.erase(source);
            graph.remove_node(producer);
        }
        true
    }

    /// Gives the fused nest private buffers for these memrefs, the last stored first: each buffer is allocated before
    /// the previous one, so that they are in the order of their first stores.
    fn make_all_private(&mut self, graph: &mut Graph, consumer: NodeId, private: &[Value], chosen: &Chosen) {
        let target = ForOp::from_id(graph.node(consumer).op);
        let block = chosen.slice.target.body(&self.rw);
        let mut stores: Vec<(Value, Vec<MemRefAccess>)> = Vec::new();
        for access in MemRefAccess::all_in(&self.rw, target.id()) {
            if !access.is_write || !private.contains(&access.memref) {
                continue;
            }
            match stores.iter_mut().find(|(memref, _)| *memref == access.memref) {
                Some((_, list)) => list.push(access),
                None => stores.push((access.memref, vec![access])),
            }
        }
        for (_, stores) in stores.into_iter().rev() {
            let Some(buffer) = self.make_private(target, &stores, chosen.depth, block) else { continue };
            let made_by = self.rw.defining_op(buffer).expect("a buffer is allocated");
            let node = graph.add_node(made_by);
            graph.add_edge(&self.rw, node, consumer, buffer);
        }
    }

    /// Whether the producer is dead once it is fused.
    fn is_source_removable(&self, graph: &Graph, [producer, consumer]: [NodeId; 2], chosen: &Chosen) -> bool {
        let body: &Body = &self.rw;
        let target = graph.node(consumer).op;
        let mut is_needed = !chosen.escaping.is_empty();
        for edge in graph.out_edges(producer) {
            let user = graph.node(edge.node).op;
            if user == target {
                continue;
            }
            if body.block_of(user) != body.block_of(target) {
                return false;
            }
            if chosen.place != user && !body.is_before_in_block(chosen.place, user) {
                return false;
            }
            is_needed = true;
        }
        !is_needed || [chosen.slice.is_maximal(body), chosen.slice.covers_all(body)] == [Some(true); 2]
    }
}

/// The parameters of a fusion.
struct Chosen {
    slice: Slice,
    /// The depth in the consumer, counted from 1.
    depth: usize,
    /// The insertion point of the fused nest.
    place: OpId,
    /// The memrefs written by the producer and read by the consumer.
    memrefs: Vec<Value>,
    /// The escaping memrefs that the producer writes.
    escaping: Vec<Value>,
}
