//! The shapes of all values of a function, and the uniformity of its branches.
//!
//! Shapes and control depend on one another: a branch condition may be uniform by arithmetic only, and a value after a
//! divergent branch may be strided only if all lanes come along the same edge. Steps: 1. run the uniformity analysis
//! with the values known to be uniform (`beforehand`); 2. propagate shapes from the arguments to a fixed point, with
//! values that the analysis finds uniform being so; 3. pass values that are found to be uniform by arithmetic to the
//! analysis, and repeat until there are no new ones. All intermediate results are sound, so the final result is.
//!
//! Each phi has a *twin* in the analysis with a distinct constant for each different input: it is divergent if lanes
//! may select different inputs, whether these are divergent or not.
//!
//! A value from inside of a cycle with divergent exits is varying for uses outside of the cycle.

mod beforehand;
mod propagation;
mod question;

use rmlir::analysis::cfg::{CycleId, Cycles, DfsOrder, Node};
use rmlir::analysis::uniformity::{Context as Question, Mode, analyze_with};
use rmlir::prelude::*;
use rustc_hash::FxHashSet;

use crate::clauses::Clause;
use crate::graph::Graph;
use crate::shape::Shape;
use crate::table::Table;
use crate::transfer::width_of;

use self::beforehand::uniform_beforehand;
use self::propagation::Propagation;
use self::question::Asked;

/// A user of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum User {
    /// An operation.
    Op(OpId),
    /// The branch condition at the end of a node.
    Branch(Node),
    /// Argument `1` of node `0`, through an edge.
    Argument(Node, usize),
}

/// The results of the analysis.
pub struct Lanes {
    shapes: Table<Shape>,
    /// The cycle hierarchy with respect to which lanes are converged.
    pub cycles: Cycles,
    /// By cycle: whether it has divergent exits.
    pub is_left_apart: Vec<bool>,
    /// By cycle: whether the convergence of its lanes is unknown.
    is_assumed: Vec<bool>,
    divergent_uses: FxHashSet<(Value, User)>,
    /// By node: whether its terminator is a divergent branch.
    pub is_divergent: Vec<bool>,
    /// By node: whether it is a join: lanes may reach it by different edges at a time.
    pub is_join: Vec<bool>,
}

impl Lanes {
    /// Analyzes a function whose arguments satisfy `clauses`.
    pub fn new(graph: &Graph, clauses: &[Clause], n_lanes: i64) -> Self {
        let mut uniform = uniform_beforehand(graph, clauses, n_lanes);
        loop {
            let asked = Asked::new(graph, clauses, &uniform);
            let result = analyze_with(Question::new(&asked.flow, DfsOrder::LastFirst, Mode::Sound));
            let lanes = Propagation::new(graph, clauses, n_lanes, &asked, &result).run();
            let is_new = |value: Value, item| result.is_divergent(item) && lanes.shape(value).is_uniform();
            let mut found = asked.values().filter(|&(item, value)| is_new(value, item)).peekable();
            if found.peek().is_none() {
                return lanes;
            }
            found.for_each(|(_, value)| _ = uniform.insert(value, ()));
        }
    }

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

/// The shape of an argument of the function.
fn of_argument(cx: &Context, ty: Type, clause: &Clause) -> Shape {
    // A linear argument does not wrap around: its clause guarantees that.
    let range = width_of(cx, ty).filter(|_| clause.step.is_some_and(|step| step != 0)).map(|width| width.range());
    Shape { stride: clause.step, alignment: clause.alignment, range }
}

/// Whether the operation produces poison.
pub fn is_undefined(op: OpRef) -> bool {
    op.name_str() == "ub.poison"
}

/// The shape of a constant.
pub fn of_constant(cx: &Context, attr: Attr) -> Shape {
    let number = attr.as_integer(cx).and_then(|(number, _)| number.sext_value());
    number.map_or(Shape::UNIFORM, |number| Shape::constant(i128::from(number)))
}
