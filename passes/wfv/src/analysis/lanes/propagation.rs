//! Propagation of shapes from operands to results.

use rmlir::analysis::cfg::{CycleId, DepthFirst, DfsOrder, Node};
use rmlir::analysis::uniformity::result::TemporalUse;
use rmlir::analysis::uniformity::source::{Target, result_nature};
use rmlir::analysis::uniformity::{Nature, Uniformity};
use rmlir::prelude::*;

use super::question::Asked;
use super::result::Lanes;
use super::shapes::{User, is_undefined, of_argument, of_constant};
use crate::analysis::graph::Graph;
use crate::analysis::shape::Shape;
use crate::analysis::table::Table;
use crate::analysis::transfer::transfer;
use crate::clauses::Clause;

/// The propagation of shapes to a fixed point.
pub(super) struct Propagation<'g> {
    graph: &'g Graph<'g>,
    clauses: &'g [Clause],
    n_lanes: i64,
    asked: &'g Asked,
    result: &'g Uniformity,
    lanes: Lanes,
    /// By block argument: how often its range was widened.
    n_grown: Table<u32>,
    /// By node: whether it is on the worklist.
    is_waiting: Vec<bool>,
}

/// The number of times that a range may grow before it is widened to the full one: the ranges of induction variables
/// would grow for long.
const MAX_GROWN: u32 = 3;

impl<'g> Propagation<'g> {
    pub(super) fn new(
        graph: &'g Graph<'g>,
        clauses: &'g [Clause],
        n_lanes: i64,
        asked: &'g Asked,
        result: &'g Uniformity,
    ) -> Self {
        let cycles = result.cycles().clone();
        let among = |list: &[CycleId]| cycles.ids().map(|cycle| list.contains(&cycle)).collect::<Vec<bool>>();
        let used = |it: &TemporalUse| Some((asked.value(it.value)?, asked.user(it.user)?));
        let lanes = Lanes {
            shapes: Table::new(graph.body),
            is_left_apart: among(result.divergent_exits()),
            is_assumed: among(result.assumed_divergent()),
            divergent_uses: result.temporal_uses().iter().filter_map(used).collect(),
            is_divergent: asked.branches.iter().map(|&branch| result.is_divergent(branch)).collect(),
            is_join: asked.joins.iter().map(|&join| result.is_divergent(join)).collect(),
            cycles,
        };
        let is_waiting = graph.cfg.blocks().map(|node| graph.dominators.is_reachable(node)).collect();
        Self { graph, clauses, n_lanes, asked, result, lanes, n_grown: Table::new(graph.body), is_waiting }
    }

    pub(super) fn run(mut self) -> Lanes {
        let graph = self.graph;
        let cx = graph.body.cx();
        let entry = graph.block(0).expect("a function has an entry");
        for (&argument, clause) in graph.body.args(entry).iter().zip(self.clauses) {
            self.lanes.shapes.insert(argument, of_argument(cx, graph.body.ty(argument), clause));
        }
        let walk = DepthFirst::new(&graph.cfg, 0, DfsOrder::LastFirst);
        let order: Vec<Node> = walk.postorder().iter().rev().copied().collect();
        while self.is_waiting.contains(&true) {
            for &node in &order {
                if !std::mem::take(&mut self.is_waiting[node as usize]) {
                    continue;
                }
                self.arguments(node);
                for op in graph.ops(node) {
                    self.op(node, op);
                }
            }
        }
        for node in graph.cfg.blocks() {
            if let Some(value) = graph.decider(node) {
                let shape = self.lanes.shape_at(graph, value, User::Branch(node), node);
                self.lanes.is_divergent[node as usize] &= !shape.is_uniform();
            }
        }
        self.lanes
    }

    /// Records the shape of `value`; if it changes, nodes with uses are added to the worklist.
    fn note(&mut self, value: Value, shape: Shape) {
        let is_uniform = self.asked.item(value).is_some_and(|item| !self.result.is_divergent(item));
        let stride = if is_uniform { Some(0) } else { shape.stride };
        let shape = Shape { stride, ..shape };
        if self.lanes.shapes.insert(value, shape) == Some(shape) {
            return;
        }
        let (graph, made) = (self.graph, self.graph.node_of(value));
        for user in graph.body.users(value) {
            let block = graph.body.block_of(user).expect("operations stand in blocks");
            let Some(node) = graph.region.number(block) else { continue };
            if graph.body.last_op(block) == Some(user) {
                graph.edges[node as usize].iter().for_each(|edge| self.wake(edge.to));
            } else if node != made {
                self.wake(node);
            }
        }
    }

    fn wake(&mut self, node: Node) {
        self.is_waiting[node as usize] = self.graph.dominators.is_reachable(node);
    }

    fn arguments(&mut self, node: Node) {
        let graph = self.graph;
        let Some(block) = graph.block(node).filter(|_| node > 0) else { return };
        for (at, &argument) in graph.body.args(block).iter().enumerate() {
            let mut joined: Option<Shape> = None;
            for &(from, edge) in &graph.incoming[node as usize] {
                let value = graph.edges[from as usize][edge].passed[at];
                let is_known = graph.constant(value).is_some() || self.lanes.shapes.contains(value);
                if !is_known {
                    // The predecessor has no value yet.
                    continue;
                }
                // Lanes pass the values that they had when they exited the node.
                let shape = self.shape_of(value, User::Argument(node, at), node);
                joined = Some(joined.map_or(shape, |joined| joined.join(shape)));
            }
            let Some(mut shape) = joined else { continue };
            if self.result.is_divergent(self.asked.twin(argument)) {
                shape = shape.varying();
            }
            let before = self.lanes.shapes.get(argument);
            if let Some(before) = before {
                // Shapes only descend in the lattice.
                shape = before.join(shape);
                let n_grown = self.n_grown.get(argument).unwrap_or(0) + u32::from(shape.range != before.range);
                self.n_grown.insert(argument, n_grown);
                if n_grown > MAX_GROWN {
                    shape.range = None;
                    shape.alignment = match shape.alignment {
                        0 => 0,
                        alignment => 1 << alignment.trailing_zeros(),
                    };
                }
            }
            self.note(argument, shape);
        }
    }

    fn op(&mut self, node: Node, op: OpId) {
        let graph = self.graph;
        let view = OpRef::new(graph.body, op);
        if view.n_results() == 0 {
            return;
        }
        let operands: Vec<Value> = graph.body.operands(op).collect();
        let is_known = |&value: &Value| graph.constant(value).is_some() || self.lanes.shapes.contains(value);
        if !operands.iter().all(is_known) {
            return;
        }
        let shapes: Vec<Shape> = operands.iter().map(|&value| self.shape_of(value, User::Op(op), node)).collect();
        for (at, result) in view.results().enumerate() {
            let nature = result_nature(view, at, Target::Generic);
            let shape = match graph.constant(result.id) {
                Some(attr) => of_constant(view.cx(), attr),
                None if is_undefined(view) => Shape::UNIFORM,
                None if nature == Nature::Divergent => Shape::VARYING,
                None => transfer(view, &shapes, self.n_lanes, nature == Nature::Computed),
            };
            self.note(result.id, shape);
        }
    }

    fn shape_of(&self, value: Value, user: User, node: Node) -> Shape {
        match self.graph.constant(value) {
            Some(attr) => of_constant(self.graph.body.cx(), attr),
            None => self.lanes.shape_at(self.graph, value, user, node),
        }
    }
}
