//! The shapes of all values of a function, and which branches lanes take together.
//!
//! Shapes and control depend on one another: what a branch decides on may be uniform by arithmetic only, and what comes
//! after a divergent branch may be strided only if all lanes come the same way. Plan: 1. the uniformity analysis is asked
//! with what is known `beforehand`; 2. shapes are propagated from what differs, up to a fixed point, values that it calls
//! uniform being that; 3. values that turn out uniform by arithmetic are told to the analysis as such, and all is done
//! again, until nothing new turns out. What is known is right at any time, so the end is.
//!
//! For each phi the analysis has a *twin* that takes a constant of its own for each different input: it is divergent if
//! lanes may take different inputs, whether these are divergent or not.
//!
//! A value from inside of a cycle that lanes leave at different times varies for those who use it outside.

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

/// Who uses a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum User {
    /// An operation.
    Op(OpId),
    /// What decides at the end of a node.
    Branch(Node),
    /// Argument `1` of node `0`, through an edge.
    Argument(Node, usize),
}

/// What is found.
pub struct Lanes {
    shapes: Table<Shape>,
    /// The hierarchy of cycles by which lanes are converged.
    pub cycles: Cycles,
    /// By cycle: whether lanes may leave it at different times.
    pub is_left_apart: Vec<bool>,
    /// By cycle: whether it is not known how lanes are converged in it.
    is_assumed: Vec<bool>,
    divergent_uses: FxHashSet<(Value, User)>,
    /// By node: whether lanes may part at its end.
    pub is_divergent: Vec<bool>,
    /// By node: whether lanes may come to it by different edges at a time.
    pub is_join: Vec<bool>,
}

impl Lanes {
    /// Of a function whose arguments are as `clauses` say.
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

    /// The shape of a value where it is made.
    pub fn shape(&self, value: Value) -> Shape {
        self.shapes.get(value).unwrap_or(Shape::VARYING)
    }

    /// The shape of `value` for `user`, which takes it at the end of or in `node`.
    pub fn shape_at(&self, graph: &Graph, value: Value, user: User, node: Node) -> Shape {
        let shape = self.shape(value);
        match self.is_temporal(graph, value, user, node) {
            true => shape.varying(),
            false => shape,
        }
    }

    /// Whether lanes may have had their values of `value` at different times.
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

    /// The outermost cycle that lanes may leave at different times with `value` made inside and `node` outside.
    pub fn left_apart(&self, made: Node, node: Node) -> Option<CycleId> {
        let left = self.cycles.around(made).filter(|&cycle| !self.cycles.contains(cycle, node));
        left.filter(|&cycle| self.is_left_apart[cycle as usize] || self.is_assumed[cycle as usize]).last()
    }
}

/// The shape of an argument of the function.
fn of_argument(cx: &Context, ty: Type, clause: &Clause) -> Shape {
    // A linear argument does not wrap around: that is what its clause says.
    let range = width_of(cx, ty).filter(|_| clause.step.is_some_and(|step| step != 0)).map(|width| width.range());
    Shape { stride: clause.step, alignment: clause.alignment, range }
}

/// Whether it gives poison.
pub fn is_undefined(op: OpRef) -> bool {
    op.name_str() == "ub.poison"
}

/// The shape of a constant.
pub fn of_constant(cx: &Context, attr: Attr) -> Shape {
    let number = attr.as_integer(cx).and_then(|(number, _)| number.sext_value());
    number.map_or(Shape::UNIFORM, |number| Shape::constant(i128::from(number)))
}
