//! The results of the analysis.

use rmlir::analysis::cfg::{CycleId, Cycles, Node};
use rmlir::prelude::*;
use rustc_hash::FxHashSet;

use super::shapes::User;
use crate::analysis::graph::Graph;
use crate::analysis::shape::Shape;
use crate::analysis::table::Table;

/// The results of the analysis.
pub struct Lanes {
    pub(super) shapes: Table<Shape>,
    /// The cycle hierarchy with respect to which lanes are converged.
    pub cycles: Cycles,
    /// By cycle: whether it has divergent exits.
    pub is_left_apart: Vec<bool>,
    /// By cycle: whether the convergence of its lanes is unknown.
    pub(super) is_assumed: Vec<bool>,
    pub(super) divergent_uses: FxHashSet<(Value, User)>,
    /// By node: whether its terminator is a divergent branch.
    pub is_divergent: Vec<bool>,
    /// By node: whether it is a join: lanes may reach it by different edges at a time.
    pub is_join: Vec<bool>,
}

impl Lanes {
    /// The shape of a value at its definition.
    pub fn shape(&self, value: Value) -> Shape {
        self.shapes.get(value).unwrap_or(Shape::VARYING)
    }

    /// The shape of `value` for `user`, which uses it in or at the end of `node`.
    pub fn shape_at(&self, graph: &Graph, value: Value, user: User, node: Node) -> Shape {
        let shape = self.shape(value);
        match self.is_temporal(graph, value, user, node) {
            true => shape.varying(),
            false => shape,
        }
    }

    /// Whether lanes may have computed `value` in different iterations (temporal divergence).
    pub fn is_temporal(&self, graph: &Graph, value: Value, user: User, node: Node) -> bool {
        if graph.constant(value).is_some() {
            return false;
        }
        let made = graph.node_of(value);
        let left = || self.cycles.around(made).filter(|&cycle| !self.cycles.contains(cycle, node));
        left().any(|cycle| self.is_assumed[cycle as usize])
            || (left().any(|cycle| self.is_left_apart[cycle as usize])
                && (!self.shape(value).is_uniform() || self.divergent_uses.contains(&(value, user))))
    }

    /// The outermost cycle with divergent exits that contains the definition `made` and not `node`.
    pub fn left_apart(&self, made: Node, node: Node) -> Option<CycleId> {
        let left = self.cycles.around(made).filter(|&cycle| !self.cycles.contains(cycle, node));
        left.filter(|&cycle| self.is_left_apart[cycle as usize] || self.is_assumed[cycle as usize]).last()
    }
}
