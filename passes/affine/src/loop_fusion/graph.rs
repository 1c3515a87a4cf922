//! The dependence graph of the operations of a block that are relevant for fusion.
//!
//! Nodes are loop nests and other operations that access memory or whose results are used. An edge carries a value that
//! both ends use: a memref that one of them writes, or an SSA value that one defines.

use std::collections::BTreeMap;

use rmlir::core::effects::{effects_of, is_memory_effect_free};
use rmlir::prelude::*;
use rmlir_affine::ForOp;
use rmlir_affine::analysis::access::MemRefAccess;
use rmlir_affine::analysis::alias::alias_analysis;
use rmlir_affine::analysis::dependence::check_dependence;
use rmlir_affine::analysis::effects::{has_conflict_with, has_other_effects};
use rmlir_affine::analysis::nest::{enclosing_fors, nesting_depth};

/// The id of a node.
pub type NodeId = usize;

/// The accesses in a nest.
#[derive(Clone, Debug, Default)]
pub struct Accesses {
    /// Affine reads.
    pub loads: Vec<MemRefAccess>,
    /// Affine writes.
    pub stores: Vec<MemRefAccess>,
    /// Other operations that read memrefs.
    pub other_loads: Vec<OpId>,
    /// Other operations that write memrefs.
    pub other_stores: Vec<OpId>,
    /// Operations that free memrefs.
    pub frees: Vec<OpId>,
}

/// A node of the graph.
#[derive(Clone, Debug)]
pub struct Node {
    /// The operation.
    pub op: OpId,
    /// The accesses in it.
    pub accesses: Accesses,
}

/// An edge, as seen from one of its ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The other end.
    pub node: NodeId,
    /// The value that it carries.
    pub value: Value,
}

/// The dependence graph of a block; see the module.
#[derive(Debug)]
pub struct Graph {
    /// The block.
    pub block: BlockId,
    nodes: BTreeMap<NodeId, Node>,
    in_edges: BTreeMap<NodeId, Vec<Edge>>,
    out_edges: BTreeMap<NodeId, Vec<Edge>>,
    /// The number of edges of each memref, in order of first occurrence.
    n_memref_edges: Vec<(Value, usize)>,
    next_id: NodeId,
    /// The maximum number of nodes so far.
    n_most: usize,
}

impl Accesses {
    /// Collects the accesses in `op` and its regions.
    pub fn of(body: &Body, op: OpId) -> Self {
        let mut found = Self::default();
        body.walk_postorder(op, |inner| found.add(OpRef::new(body, inner)));
        found
    }

    fn add(&mut self, op: OpRef) {
        if op.is::<ForOp>() {
            return;
        }
        if let Some(access) = MemRefAccess::new(op.body, op.id) {
            let list = if access.is_write { &mut self.stores } else { &mut self.loads };
            return list.push(access);
        }
        let Some(effects) = effects_of(op) else {
            if !op.has(TraitSet::RECURSIVE_MEMORY_EFFECTS) {
                let n_memrefs = op.operands().filter(|operand| is_ranked_memref(op.body, operand.id)).count();
                self.other_loads.extend(std::iter::repeat_n(op.id, n_memrefs));
                self.other_stores.extend(std::iter::repeat_n(op.id, n_memrefs));
            }
            return;
        };
        let lists = [
            (EffectKind::Read, &mut self.other_loads),
            (EffectKind::Write, &mut self.other_stores),
            (EffectKind::Free, &mut self.frees),
        ];
        for (kind, list) in lists {
            if effects.iter().any(|effect| effect.kind == kind) {
                list.push(op.id);
            }
        }
    }

    /// The memrefs that are both read and written by affine operations.
    fn loaded_and_stored(&self) -> Vec<Value> {
        let stored = self.stores.iter().map(|store| store.memref);
        stored.filter(|memref| self.loads.iter().any(|load| load.memref == *memref)).collect()
    }
}

fn is_ranked_memref(body: &Body, value: Value) -> bool {
    matches!(body.ty(value).data(body.cx()), TypeData::MemRef { .. })
}

fn has_effect_on(body: &Body, op: OpId, kind: EffectKind, value: Value) -> bool {
    let effects = effects_of(OpRef::new(body, op)).unwrap_or_default();
    effects.iter().any(|effect| effect.kind == kind && effect.target == EffectTarget::Value(value))
}

/// The memrefs on which `op` has an effect of this kind, if it declares its effects; otherwise all that it uses.
fn affected_memrefs(body: &Body, op: OpId, kind: EffectKind) -> Vec<Value> {
    let view = OpRef::new(body, op);
    let Some(effects) = effects_of(view) else {
        if view.has(TraitSet::RECURSIVE_MEMORY_EFFECTS) {
            return Vec::new();
        }
        return body.operands(op).filter(|&operand| is_ranked_memref(body, operand)).collect();
    };
    let on_value = |effect: &Effect| match effect.target {
        EffectTarget::Value(value) if effect.kind == kind && is_ranked_memref(body, value) => Some(value),
        _ => None,
    };
    effects.iter().filter_map(on_value).collect()
}

impl Node {
    /// The number of affine reads and other reads of a memref.
    pub fn n_loads(&self, memref: Value) -> usize {
        self.accesses.loads.iter().filter(|load| load.memref == memref).count()
    }

    /// The number of writes of a memref.
    pub fn n_stores(&self, body: &Body, memref: Value) -> usize {
        let others = self.accesses.other_stores.iter();
        self.accesses.stores.iter().filter(|store| store.memref == memref).count()
            + others.filter(|&&op| has_effect_on(body, op, EffectKind::Write, memref)).count()
    }

    fn writes_or_frees(&self, body: &Body, memref: Value) -> bool {
        self.n_stores(body, memref) > 0
            || self.accesses.frees.iter().any(|&op| has_effect_on(body, op, EffectKind::Free, memref))
    }

    /// The memrefs that are both read and written by affine operations.
    pub fn loaded_and_stored(&self) -> Vec<Value> {
        self.accesses.loaded_and_stored()
    }
}

/// Construction.
impl Graph {
    /// Builds the graph of a block; `None` if it contains an unsupported operation.
    pub fn of_block(body: &Body, block: BlockId) -> Option<Self> {
        let mut graph = Self {
            block,
            nodes: BTreeMap::new(),
            in_edges: BTreeMap::new(),
            out_edges: BTreeMap::new(),
            n_memref_edges: Vec::new(),
            next_id: 0,
            n_most: 0,
        };
        let mut users: Vec<(Value, Vec<NodeId>)> = Vec::new();
        for op in body.ops(block) {
            let view = OpRef::new(body, op);
            let is_used = body.results(op).iter().any(|&result| !body.is_unused(result));
            let is_flat = view.n_regions() == 0 || view.interface::<dyn RegionBranchOp>().is_some();
            let is_access = MemRefAccess::new(body, op).is_some();
            if view.is::<ForOp>() || is_access || is_used || (!is_memory_effect_free(view) && is_flat) {
                graph.add_op(body, op, &mut users);
            } else if !is_flat {
                return None;
            }
        }
        graph.add_value_edges(body);
        graph.add_memref_edges(body, &users);
        graph.add_alias_edges(body);
        Some(graph)
    }

    fn add_op(&mut self, body: &Body, op: OpId, users: &mut Vec<(Value, Vec<NodeId>)>) {
        let accesses = Accesses::of(body, op);
        let id = self.add_node(op);
        let mut add = |memref: Value| {
            let place = users.iter().position(|(other, _)| *other == memref).unwrap_or_else(|| {
                users.push((memref, Vec::new()));
                users.len() - 1
            });
            if !users[place].1.contains(&id) {
                users[place].1.push(id);
            }
        };
        accesses.loads.iter().chain(&accesses.stores).for_each(|access| add(access.memref));
        let others = [
            (EffectKind::Read, &accesses.other_loads),
            (EffectKind::Write, &accesses.other_stores),
            (EffectKind::Free, &accesses.frees),
        ];
        for (kind, list) in others {
            list.iter().for_each(|&op| affected_memrefs(body, op, kind).into_iter().for_each(&mut add));
        }
        self.node_mut(id).accesses = accesses;
    }

    /// Adds edges from operations to loop nests that use their results.
    fn add_value_edges(&mut self, body: &Body) {
        for id in self.node_ids() {
            let node = self.node(id);
            if !node.accesses.stores.is_empty() {
                continue;
            }
            for &value in body.results(node.op) {
                for user in body.users(value).collect::<Vec<_>>() {
                    let around = enclosing_fors(body, user);
                    let root = around.iter().find(|op| body.block_of(op.id()) == Some(self.block));
                    if let Some(user) = root.and_then(|root| self.node_of(root.id())) {
                        self.add_edge(body, id, user, value);
                    }
                }
            }
        }
    }

    /// Adds edges between users of a memref one of which writes or frees it.
    fn add_memref_edges(&mut self, body: &Body, users: &[(Value, Vec<NodeId>)]) {
        for (memref, ids) in users {
            for (index, &source) in ids.iter().enumerate() {
                for &target in &ids[index + 1..] {
                    let (from, to) = (self.node(source), self.node(target));
                    let matters = from.writes_or_frees(body, *memref) || to.writes_or_frees(body, *memref);
                    if matters && may_depend(body, from, to, *memref) {
                        self.add_edge(body, source, target, *memref);
                    }
                }
            }
        }
    }
}

/// Dependences that are not visible in the memrefs that nodes use. (Upstream has none of them.)
impl Graph {
    /// Adds edges between nodes that access the same memory through different memrefs, or by operations that are no
    /// affine accesses: one for each of these memrefs. Only loop nests are moved, so at least one end is a loop nest.
    fn add_alias_edges(&mut self, body: &Body) {
        let ids: Vec<NodeId> = self.nodes.keys().copied().collect();
        let is_loop = |op: OpId| OpRef::new(body, op).is::<ForOp>();
        for (index, &source) in ids.iter().enumerate() {
            for &target in &ids[index + 1..] {
                let (from, to) = (self.node(source), self.node(target));
                if !is_loop(from.op) && !is_loop(to.op) {
                    continue;
                }
                for memref in hidden_conflicts(body, from, to) {
                    self.add_edge(body, source, target, memref);
                }
            }
        }
    }
}

/// The memrefs through which two nodes depend on each other by means other than affine accesses to the same value.
fn hidden_conflicts(body: &Body, from: &Node, to: &Node) -> Vec<Value> {
    let analysis = alias_analysis(body);
    let accesses = |node: &Node| [node.accesses.loads.clone(), node.accesses.stores.clone()].concat();
    let (ours, theirs) = (accesses(from), accesses(to));
    let mut found: Vec<Value> = Vec::new();
    for a in &ours {
        for b in &theirs {
            let is_written = a.is_write || b.is_write;
            if a.memref != b.memref && is_written && analysis.may_alias(a.memref, b.memref) {
                found.extend([a.memref, b.memref]);
            }
        }
    }
    for (accesses, other) in [(&ours, to), (&theirs, from)] {
        let is_hit = |access: &&MemRefAccess| has_conflict_with(body, other.op, std::slice::from_ref(access));
        found.extend(accesses.iter().filter(is_hit).map(|access| access.memref));
    }
    // Operations that are no affine accesses keep their order.
    if found.is_empty() && has_other_effects(body, from.op) && has_other_effects(body, to.op) {
        found.extend(ours.iter().chain(&theirs).map(|access| access.memref).next());
    }
    found
}

/// The memref of an access; `None` for operations that use memrefs in other ways.
fn memref_of(body: &Body, op: OpId) -> Option<Value> {
    let view = OpRef::new(body, op);
    let load = view.cast::<rmlir_memref::LoadOp>().map(|load| load.memref(body));
    load.or_else(|| view.cast::<rmlir_memref::StoreOp>().map(|store| store.memref(body)))
        .or_else(|| MemRefAccess::new(body, op).map(|access| access.memref))
}

/// Whether `to` may depend on `from` through a memref.
fn may_depend(body: &Body, from: &Node, to: &Node, memref: Value) -> bool {
    if !OpRef::new(body, from.op).is::<ForOp>() || !OpRef::new(body, to.op).is::<ForOp>() {
        return true;
    }
    let touches = |op: OpId| memref_of(body, op).is_none_or(|other| other == memref);
    let any = |ops: &[OpId]| ops.iter().any(|&op| touches(op));
    let affine = |accesses: &[MemRefAccess]| accesses.iter().any(|access| access.memref == memref);
    let (a, b) = (&from.accesses, &to.accesses);
    let other_write_first =
        any(&a.other_stores) && (affine(&b.loads) || affine(&b.stores) || any(&b.other_loads) || any(&b.other_stores));
    let other_read_first = any(&a.other_loads) && (affine(&b.stores) || any(&b.other_stores));
    let write_first = affine(&a.stores) && (any(&b.other_loads) || any(&b.other_stores));
    let read_first = affine(&a.loads) && any(&b.other_stores);
    if other_write_first || other_read_first || write_first || read_first {
        return true;
    }
    let depth = nesting_depth(body, from.op) + 1;
    let of_memref = |accesses: &Accesses| -> Vec<MemRefAccess> {
        let all = accesses.stores.iter().chain(&accesses.loads);
        all.filter(|access| access.memref == memref).cloned().collect()
    };
    let targets = of_memref(b);
    of_memref(a)
        .iter()
        .any(|source| targets.iter().any(|target| !check_dependence(body, source, target, depth, false).is_none()))
}

/// Nodes and edges.
impl Graph {
    /// The ids of all nodes, in the order in which fusion visits them.
    ///
    /// It is that of upstream, the iteration order of a hash table of ids: by the hash `37 * id`, modulo a power of two
    /// such that the table is less than three quarters full. It determines which nests are fused first, and so the
    /// result.
    pub fn node_ids(&self) -> Vec<NodeId> {
        let mut n_buckets = 64;
        while self.n_most * 4 >= n_buckets * 3 {
            n_buckets *= 2;
        }
        let mut ids: Vec<NodeId> = self.nodes.keys().copied().collect();
        ids.sort_by_key(|id| (id * 37) % n_buckets);
        ids
    }

    /// Whether there is a node with this id.
    pub fn contains(&self, id: NodeId) -> bool {
        self.nodes.contains_key(&id)
    }

    /// The node with this id.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[&id]
    }

    /// The node with this id, mutable.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        self.nodes.get_mut(&id).expect("the node exists")
    }

    /// The node of an operation.
    pub fn node_of(&self, op: OpId) -> Option<NodeId> {
        self.nodes.iter().find(|(_, node)| node.op == op).map(|(&id, _)| id)
    }

    /// Adds a node without edges.
    pub fn add_node(&mut self, op: OpId) -> NodeId {
        let id = self.next_id;
        self.next_id += 1;
        self.nodes.insert(id, Node { op, accesses: Accesses::default() });
        self.n_most = self.n_most.max(self.nodes.len());
        id
    }

    /// Removes a node with its edges.
    pub fn remove_node(&mut self, id: NodeId) {
        for edge in self.in_edges(id).to_vec() {
            self.remove_edge(edge.node, id, edge.value);
        }
        for edge in self.out_edges(id).to_vec() {
            self.remove_edge(id, edge.node, edge.value);
        }
        self.nodes.remove(&id);
    }

    /// The edges that end at a node.
    pub fn in_edges(&self, id: NodeId) -> &[Edge] {
        self.in_edges.get(&id).map_or(&[], Vec::as_slice)
    }

    /// The edges that start from a node.
    pub fn out_edges(&self, id: NodeId) -> &[Edge] {
        self.out_edges.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Adds an edge, if it is not there.
    pub fn add_edge(&mut self, body: &Body, from: NodeId, to: NodeId, value: Value) {
        if self.out_edges(from).contains(&Edge { node: to, value }) {
            return;
        }
        self.out_edges.entry(from).or_default().push(Edge { node: to, value });
        self.in_edges.entry(to).or_default().push(Edge { node: from, value });
        if is_ranked_memref(body, value) {
            match self.n_memref_edges.iter_mut().find(|(memref, _)| *memref == value) {
                Some((_, count)) => *count += 1,
                None => self.n_memref_edges.push((value, 1)),
            }
        }
    }

    fn remove_edge(&mut self, from: NodeId, to: NodeId, value: Value) {
        let remove = |edges: Option<&mut Vec<Edge>>, edge: Edge| {
            if let Some(edges) = edges {
                edges.retain(|other| *other != edge);
            }
        };
        remove(self.in_edges.get_mut(&to), Edge { node: from, value });
        remove(self.out_edges.get_mut(&from), Edge { node: to, value });
        if let Some((_, count)) = self.n_memref_edges.iter_mut().find(|(memref, _)| *memref == value) {
            *count = count.saturating_sub(1);
        }
    }

    /// The memrefs that had edges, but no longer have any.
    pub fn memrefs_without_edges(&self) -> Vec<Value> {
        self.n_memref_edges.iter().filter(|(_, count)| *count == 0).map(|(memref, _)| *memref).collect()
    }

    /// Whether there is a path between the nodes, over nodes that precede the latter in the block.
    pub fn has_path(&self, body: &Body, from: NodeId, to: NodeId) -> bool {
        let end = self.node(to).op;
        let (mut waiting, mut seen) = (vec![from], Vec::new());
        while let Some(id) = waiting.pop() {
            if id == to {
                return true;
            }
            if seen.contains(&id) {
                continue;
            }
            seen.push(id);
            for edge in self.out_edges(id) {
                if !body.is_before_in_block(end, self.node(edge.node).op) {
                    waiting.push(edge.node);
                }
            }
        }
        false
    }

    /// The number of incoming edges of `memref` whose sources write it.
    pub fn n_incoming_writes(&self, body: &Body, id: NodeId, memref: Value) -> usize {
        let edges = self.in_edges(id).iter().filter(|edge| edge.value == memref);
        edges.filter(|edge| self.node(edge.node).n_stores(body, memref) > 0).count()
    }

    /// The number of outgoing edges of `memref`.
    pub fn n_outgoing(&self, id: NodeId, memref: Value) -> usize {
        self.out_edges(id).iter().filter(|edge| edge.value == memref).count()
    }

    /// The operation before which the fused nest of two, `from` before `to`, can be inserted; `None` if there is no
    /// legal position.
    pub fn fused_place(&self, body: &Body, from: NodeId, to: NodeId) -> Option<OpId> {
        let (first, last) = (self.node(from).op, self.node(to).op);
        if self.out_edges(from).is_empty() {
            return Some(last);
        }
        let makers = self.in_edges(to).iter().filter(|edge| !is_ranked_memref(body, edge.value));
        if makers.into_iter().any(|edge| self.has_path(body, from, edge.node)) {
            return None;
        }
        let ends = |edges: &[Edge], other: NodeId| -> Vec<OpId> {
            edges.iter().filter(|edge| edge.node != other).map(|edge| self.node(edge.node).op).collect()
        };
        let (after_first, before_last) = (ends(self.out_edges(from), to), ends(self.in_edges(to), from));
        let mut between = Vec::new();
        let mut next = body.next_op(first);
        while let Some(op) = next.filter(|&op| op != last) {
            between.push(op);
            next = body.next_op(op);
        }
        let first_user = between.iter().position(|op| after_first.contains(op));
        let last_maker = between.iter().rposition(|op| before_last.contains(op));
        match (first_user, last_maker) {
            (None, _) => Some(last),
            (Some(user), Some(maker)) if user <= maker => None,
            (Some(user), _) => Some(between[user]),
        }
    }

    /// Updates the edges after `from` was fused into `to` and private memrefs replaced some memrefs; `from` may be
    /// about to be removed.
    pub fn update_after_fusion(
        &mut self,
        body: &Body,
        from: NodeId,
        to: NodeId,
        private: &[Value],
        is_source_removed: bool,
    ) {
        for edge in self.in_edges(from).to_vec() {
            if !private.contains(&edge.value) {
                self.add_edge(body, edge.node, to, edge.value);
            }
        }
        for edge in self.out_edges(from).to_vec() {
            if edge.node == to {
                self.remove_edge(from, to, edge.value);
            } else if is_source_removed {
                self.add_edge(body, to, edge.node, edge.value);
                self.remove_edge(from, edge.node, edge.value);
            }
        }
        for edge in self.in_edges(to).to_vec() {
            if private.contains(&edge.value) {
                self.remove_edge(edge.node, to, edge.value);
            }
        }
    }

    /// Moves all edges of `from` to `to`.
    pub fn move_edges(&mut self, body: &Body, from: NodeId, to: NodeId) {
        for edge in self.in_edges(from).to_vec() {
            self.add_edge(body, edge.node, to, edge.value);
            self.remove_edge(edge.node, from, edge.value);
        }
        for edge in self.out_edges(from).to_vec() {
            self.add_edge(body, to, edge.node, edge.value);
            self.remove_edge(from, edge.node, edge.value);
        }
    }
}
