//! The shapes of all values of a function, and which branches lanes take together.
//!
//! Shapes and control depend on one another: what a branch decides on may be uniform by arithmetic only, and what comes
//! after a divergent branch may be strided only if all lanes come the same way. Plan: 1. the uniformity analysis is asked
//! with what is known; 2. shapes are propagated from what differs, up to a fixed point, values that it calls uniform being
//! that; 3. values that turn out uniform by arithmetic are told to the analysis as such, and all is done again, until
//! nothing new turns out. What is known is right at any time, so the end is.
//!
//! For each phi the analysis has a *twin* that takes a constant of its own for each different input: it is divergent if
//! lanes may take different inputs, whether these are divergent or not.
//!
//! A value from inside of a cycle that lanes leave at different times varies for those who use it outside.

use rmlir::analysis::cfg::{CycleId, Cycles, DepthFirst, DfsOrder, Node};
use rmlir::analysis::uniformity::source::{Target, result_nature};
use rmlir::analysis::uniformity::{
    Context as Question, Flow, FlowBuilder, Input, ItemId, ItemKind, Mode, Nature, Uniformity, analyze_with,
};
use rmlir::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::clauses::Clause;
use crate::graph::Graph;
use crate::shape::Shape;
use crate::transfer::{transfer, width_of};

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
    shapes: FxHashMap<Value, Shape>,
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
        let mut uniform = FxHashSet::default();
        loop {
            let asked = Asked::new(graph, clauses, &uniform);
            let result = analyze_with(Question::new(&asked.flow, DfsOrder::LastFirst, Mode::Sound));
            let lanes = Propagation::new(graph, clauses, n_lanes, &asked, &result).run();
            let n_before = uniform.len();
            let found = lanes.shapes.iter().filter(|(_, shape)| shape.is_uniform()).map(|(&value, _)| value);
            let is_new = |value: &Value| asked.items.get(value).is_some_and(|&item| result.is_divergent(item));
            uniform.extend(found.filter(is_new));
            if uniform.len() == n_before {
                return lanes;
            }
        }
    }

    /// The shape of a value where it is made.
    pub fn shape(&self, value: Value) -> Shape {
        self.shapes.get(&value).copied().unwrap_or(Shape::VARYING)
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

/// The question for the uniformity analysis.
struct Asked {
    flow: Flow,
    /// By value: what stands for it. Constants have none.
    items: FxHashMap<Value, ItemId>,
    users: FxHashMap<ItemId, User>,
    twins: FxHashMap<Value, ItemId>,
    branches: Vec<ItemId>,
    /// By node: a phi that takes another constant from each edge.
    joins: Vec<ItemId>,
}

/// Numbers of constants that stand for no constant of the program.
const FIRST_TWIN: u32 = 1 << 24;

impl Asked {
    fn new(graph: &Graph, clauses: &[Clause], uniform: &FxHashSet<Value>) -> Self {
        let body = graph.body;
        let mut builder = FlowBuilder::new();
        let mut items: FxHashMap<Value, ItemId> = FxHashMap::default();
        let mut users = FxHashMap::default();
        let entry = graph.block(0).expect("a function has an entry");
        for (&argument, clause) in body.args(entry).iter().zip(clauses) {
            let nature = if clause.step == Some(0) { Nature::Computed } else { Nature::Divergent };
            items.insert(argument, builder.argument(nature));
        }
        let (mut phis, mut pending) = (Vec::new(), Vec::new());
        let (mut branches, mut twins, mut joins) = (Vec::new(), FxHashMap::default(), Vec::new());
        for node in graph.cfg.blocks() {
            builder.block();
            let join = builder.item(ItemKind::Phi, Nature::Computed);
            joins.push(join);
            phis.push((join, node, Taken::Edge));
            let args = graph.block(node).filter(|_| node > 0).map_or(&[][..], |block| body.args(block));
            for (at, &argument) in args.iter().enumerate() {
                let nature = if uniform.contains(&argument) { Nature::Uniform } else { Nature::Computed };
                let (phi, twin) = (builder.item(ItemKind::Phi, nature), builder.item(ItemKind::Phi, Nature::Computed));
                items.insert(argument, phi);
                users.insert(phi, User::Argument(node, at));
                twins.insert(argument, twin);
                phis.push((phi, node, Taken::Argument(at)));
                phis.push((twin, node, Taken::Twin(at)));
            }
            if node == graph.end {
                for at in 0..graph.n_results() {
                    let phi = builder.item(ItemKind::Phi, Nature::Computed);
                    users.insert(phi, User::Argument(node, at));
                    phis.push((phi, node, Taken::Argument(at)));
                }
            }
            for op in graph.ops(node) {
                let view = OpRef::new(body, op);
                if is_undefined(view) || view.results().len() > 0 && all_constant(graph, view) {
                    continue;
                }
                for (at, result) in view.results().enumerate() {
                    let nature = match uniform.contains(&result.id) {
                        true => Nature::Uniform,
                        false => result_nature(view, at, Target::Generic),
                    };
                    let item = builder.item(ItemKind::Instruction, nature);
                    items.insert(result.id, item);
                    users.insert(item, User::Op(op));
                    pending.push((item, body.operands(op).collect::<Vec<Value>>()));
                }
                if view.n_results() == 0 {
                    let item = builder.item(ItemKind::Instruction, Nature::Computed);
                    users.insert(item, User::Op(op));
                    pending.push((item, body.operands(op).collect()));
                }
            }
            let is_on_bit = matches!(
                graph.edges[node as usize].first().map(|edge| &edge.condition),
                Some(crate::graph::Condition::Bit(..))
            );
            let branch = match is_on_bit {
                true => builder.branch_on_bit(),
                false => builder.item(ItemKind::Terminator, Nature::Computed),
            };
            users.insert(branch, User::Branch(node));
            branches.push(branch);
            pending.push((branch, graph.decider(node).into_iter().collect()));
        }
        let mut numbers = Numbers { graph, items: &items, constants: FxHashMap::default() };
        numbers.constants.insert(body.cx().bool_attr(false), 0);
        for (item, taken) in pending {
            builder.set_inputs(item, taken.into_iter().map(|value| numbers.input(value)).collect::<Vec<Input>>());
        }
        for (phi, node, taken) in phis {
            builder.set_phi(phi, numbers.of_phi(node, taken));
        }
        let lists: Vec<Vec<Node>> = graph.cfg.blocks().map(|node| graph.cfg.successors(node).to_vec()).collect();
        Self { flow: builder.finish(&lists), items, users, twins, branches, joins }
    }
}

/// What a phi takes.
#[derive(Clone, Copy)]
enum Taken {
    /// What is passed for this argument.
    Argument(usize),
    /// A constant for each different value passed for this argument.
    Twin(usize),
    /// A constant for each edge.
    Edge,
}

struct Numbers<'g> {
    graph: &'g Graph<'g>,
    items: &'g FxHashMap<Value, ItemId>,
    constants: FxHashMap<Attr, u32>,
}

impl Numbers<'_> {
    fn input(&mut self, value: Value) -> Input {
        if let Some(&item) = self.items.get(&value) {
            return Input::Item(item);
        }
        match self.graph.constant(value) {
            Some(attr) => {
                let next = self.constants.len() as u32;
                Input::Constant(*self.constants.entry(attr).or_insert(next))
            }
            None => Input::Undefined,
        }
    }

    fn of_phi(&mut self, node: Node, taken: Taken) -> Vec<(Input, (Node, u32))> {
        let mut found = Vec::new();
        let mut different: Vec<Input> = Vec::new();
        let graph = self.graph;
        for &(from, at) in &graph.incoming[node as usize] {
            let passed = &graph.edges[from as usize][at].passed;
            let input = match taken {
                Taken::Argument(argument) => self.input(passed[argument]),
                Taken::Edge => Input::Constant(FIRST_TWIN + found.len() as u32),
                Taken::Twin(argument) => {
                    let input = self.input(passed[argument]);
                    let number = different.iter().position(|&other| other == input).unwrap_or(different.len());
                    different.push(input);
                    Input::Constant(FIRST_TWIN + number as u32)
                }
            };
            found.push((input, (from, at as u32)));
        }
        found
    }
}

fn all_constant(graph: &Graph, op: OpRef) -> bool {
    op.results().all(|result| graph.constant(result.id).is_some())
}

/// Whether it gives poison.
pub fn is_undefined(op: OpRef) -> bool {
    op.name_str() == "ub.poison"
}

/// Shapes from inputs, up to a fixed point.
struct Propagation<'g> {
    graph: &'g Graph<'g>,
    clauses: &'g [Clause],
    n_lanes: i64,
    asked: &'g Asked,
    result: &'g Uniformity,
    lanes: Lanes,
    /// By argument of a block: how often its range grew.
    n_grown: FxHashMap<Value, u32>,
    /// By node: whether it is to be looked at.
    is_waiting: Vec<bool>,
}

/// How often a range may grow before it is given up: loops count far.
const MAX_GROWN: u32 = 3;

impl<'g> Propagation<'g> {
    fn new(
        graph: &'g Graph<'g>,
        clauses: &'g [Clause],
        n_lanes: i64,
        asked: &'g Asked,
        result: &'g Uniformity,
    ) -> Self {
        let cycles = result.cycles().clone();
        let among = |list: &[CycleId]| cycles.ids().map(|cycle| list.contains(&cycle)).collect::<Vec<bool>>();
        let value_of: FxHashMap<ItemId, Value> = asked.items.iter().map(|(&value, &item)| (item, value)).collect();
        let used = |it: &rmlir::analysis::uniformity::result::TemporalUse| {
            Some((*value_of.get(&it.value)?, *asked.users.get(&it.user)?))
        };
        let lanes = Lanes {
            shapes: FxHashMap::default(),
            is_left_apart: among(result.divergent_exits()),
            is_assumed: among(result.assumed_divergent()),
            divergent_uses: result.temporal_uses().iter().filter_map(used).collect(),
            is_divergent: asked.branches.iter().map(|&branch| result.is_divergent(branch)).collect(),
            is_join: asked.joins.iter().map(|&join| result.is_divergent(join)).collect(),
            cycles,
        };
        let is_waiting = graph.cfg.blocks().map(|node| graph.dominators.is_reachable(node)).collect();
        Self { graph, clauses, n_lanes, asked, result, lanes, n_grown: FxHashMap::default(), is_waiting }
    }

    fn run(mut self) -> Lanes {
        let graph = self.graph;
        let cx = graph.body.cx();
        let entry = graph.block(0).expect("a function has an entry");
        for (&argument, clause) in graph.body.args(entry).iter().zip(self.clauses) {
            let width = width_of(cx, graph.body.ty(argument));
            // A linear argument does not wrap around: that is what its clause says.
            let range = width.filter(|_| clause.step.is_some_and(|step| step != 0)).map(|width| width.range());
            let shape = Shape { stride: clause.step, alignment: clause.alignment, range };
            self.lanes.shapes.insert(argument, shape);
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

    /// Says that `value` has this shape; if that is new, nodes that use it are looked at again.
    fn note(&mut self, value: Value, shape: Shape) {
        let is_uniform = self.asked.items.get(&value).is_some_and(|&item| !self.result.is_divergent(item));
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
                let is_known = graph.constant(value).is_some() || self.lanes.shapes.contains_key(&value);
                if !is_known {
                    // Nothing comes from there yet.
                    continue;
                }
                // Lanes bring what they had when they left.
                let shape = self.shape_of(value, User::Argument(node, at), node);
                joined = Some(joined.map_or(shape, |joined| joined.join(shape)));
            }
            let Some(mut shape) = joined else { continue };
            if self.result.is_divergent(self.asked.twins[&argument]) {
                shape = shape.varying();
            }
            let before = self.lanes.shapes.get(&argument).copied();
            if let Some(before) = before {
                // Shapes only ever say less.
                shape = before.join(shape);
                let n_grown = self.n_grown.entry(argument).or_insert(0);
                *n_grown += u32::from(shape.range != before.range);
                if *n_grown > MAX_GROWN {
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
        let is_known = |&value: &Value| graph.constant(value).is_some() || self.lanes.shapes.contains_key(&value);
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

/// The shape of a constant.
pub fn of_constant(cx: &Context, attr: Attr) -> Shape {
    let number = attr.as_integer(cx).and_then(|(number, _)| number.sext_value());
    number.map_or(Shape::UNIFORM, |number| Shape::constant(i128::from(number)))
}
