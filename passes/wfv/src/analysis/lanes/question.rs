//! The input of the uniformity analysis.

use rmlir::analysis::cfg::Node;
use rmlir::analysis::uniformity::source::{Target, result_nature};
use rmlir::analysis::uniformity::{Flow, FlowBuilder, Input, ItemId, ItemKind, Nature};
use rmlir::prelude::*;
use rustc_hash::FxHashMap;

use super::shapes::{User, is_undefined};
use crate::analysis::graph::{Condition, Graph};
use crate::analysis::table::Table;
use crate::clauses::Clause;

/// The input of the uniformity analysis, and the meaning of its items.
pub(super) struct Asked {
    /// The data flow to analyze.
    pub(super) flow: Flow,
    /// By node: the item of its branch condition.
    pub(super) branches: Vec<ItemId>,
    /// By node: a phi with a distinct constant for each edge.
    pub(super) joins: Vec<ItemId>,
    names: Names,
}

/// The mapping between items and values.
struct Names {
    /// By value: its item. Constants have none.
    items: Table<ItemId>,
    /// By item: its value.
    values: Vec<Option<Value>>,
    /// By item: the user of its inputs.
    users: Vec<Option<User>>,
    /// By block argument: its twin.
    twins: Table<ItemId>,
}

impl Asked {
    /// Builds the input for a function whose arguments satisfy `clauses` and whose values in `uniform` are known to be
    /// uniform.
    pub(super) fn new(graph: &Graph, clauses: &[Clause], uniform: &Table<()>) -> Self {
        let mut asking = Asking::new(graph, uniform);
        asking.arguments(clauses);
        graph.cfg.blocks().for_each(|node| asking.node(node));
        asking.finish()
    }

    /// The item of `value`; `None` for constants.
    pub(super) fn item(&self, value: Value) -> Option<ItemId> {
        self.names.items.get(value)
    }

    /// The twin of a block argument.
    pub(super) fn twin(&self, argument: Value) -> ItemId {
        self.names.twins.get(argument).expect("arguments of blocks have twins")
    }

    pub(super) fn value(&self, item: ItemId) -> Option<Value> {
        self.names.values[item as usize]
    }

    /// The user of the inputs of `item`.
    pub(super) fn user(&self, item: ItemId) -> Option<User> {
        self.names.users[item as usize]
    }

    /// All items with values.
    pub(super) fn values(&self) -> impl Iterator<Item = (ItemId, Value)> + '_ {
        (0..).zip(&self.names.values).filter_map(|(item, value)| Some((item, (*value)?)))
    }
}

/// The inputs of a phi.
#[derive(Clone, Copy)]
enum Taken {
    /// The successor operands for this argument.
    Argument(usize),
    /// A distinct constant for each different successor operand of this argument.
    Twin(usize),
    /// A distinct constant for each edge.
    Edge,
}

/// The builder of the input: items are created first, and get inputs when all of them have ids.
struct Asking<'g> {
    graph: &'g Graph<'g>,
    uniform: &'g Table<()>,
    builder: FlowBuilder,
    names: Names,
    branches: Vec<ItemId>,
    joins: Vec<ItemId>,
    phis: Vec<(ItemId, Node, Taken)>,
}

impl<'g> Asking<'g> {
    fn new(graph: &'g Graph<'g>, uniform: &'g Table<()>) -> Self {
        let table = || Table::new(graph.body);
        let names = Names { items: table(), values: Vec::new(), users: Vec::new(), twins: table() };
        let builder = FlowBuilder::new();
        Self { graph, uniform, builder, names, branches: Vec::new(), joins: Vec::new(), phis: Vec::new() }
    }

    /// Records the value of `item`, the last one created, and the user of its inputs.
    fn named(&mut self, item: ItemId, value: Option<Value>, user: Option<User>) {
        self.names.values.resize(item as usize, None);
        self.names.users.resize(item as usize, None);
        self.names.values.push(value);
        self.names.users.push(user);
        if let Some(value) = value {
            self.names.items.insert(value, item);
        }
    }

    /// Creates the items of the function's arguments.
    fn arguments(&mut self, clauses: &[Clause]) {
        let entry = self.graph.block(0).expect("a function has an entry");
        for (&argument, clause) in self.graph.body.args(entry).iter().zip(clauses) {
            let nature = if clause.step == Some(0) { Nature::Computed } else { Nature::Divergent };
            let item = self.builder.argument(nature);
            self.named(item, Some(argument), None);
        }
    }

    fn phi(&mut self, node: Node, taken: Taken, nature: Nature) -> ItemId {
        let phi = self.builder.item(ItemKind::Phi, nature);
        self.phis.push((phi, node, taken));
        phi
    }

    fn node(&mut self, node: Node) {
        let graph = self.graph;
        self.builder.block();
        let join = self.phi(node, Taken::Edge, Nature::Computed);
        self.joins.push(join);
        let args = graph.block(node).filter(|_| node > 0).map_or(&[][..], |block| graph.body.args(block));
        for (at, &argument) in args.iter().enumerate() {
            let nature = if self.uniform.contains(argument) { Nature::Uniform } else { Nature::Computed };
            let phi = self.phi(node, Taken::Argument(at), nature);
            self.named(phi, Some(argument), Some(User::Argument(node, at)));
            let twin = self.phi(node, Taken::Twin(at), Nature::Computed);
            self.names.twins.insert(argument, twin);
        }
        if node == graph.end {
            for at in 0..graph.n_results() {
                let phi = self.phi(node, Taken::Argument(at), Nature::Computed);
                self.named(phi, None, Some(User::Argument(node, at)));
            }
        }
        graph.ops(node).for_each(|op| self.op(op));
        self.branch(node);
    }

    /// Creates one item for each result, or one if there is none; none for poison and if all results are constants.
    fn op(&mut self, op: OpId) {
        let graph = self.graph;
        let view = OpRef::new(graph.body, op);
        if view.n_results() == 0 {
            let item = self.builder.item(ItemKind::Instruction, Nature::Computed);
            self.named(item, None, Some(User::Op(op)));
        } else if is_undefined(view) || view.results().all(|result| graph.constant(result.id).is_some()) {
            return;
        }
        for (at, result) in view.results().enumerate() {
            let nature = match self.uniform.contains(result.id) {
                true => Nature::Uniform,
                false => result_nature(view, at, Target::Generic),
            };
            let item = self.builder.item(ItemKind::Instruction, nature);
            self.named(item, Some(result.id), Some(User::Op(op)));
        }
    }

    fn branch(&mut self, node: Node) {
        let condition = self.graph.edges[node as usize].first().map(|edge| &edge.condition);
        let branch = match condition {
            Some(Condition::Bit(..)) => self.builder.branch_on_bit(),
            _ => self.builder.item(ItemKind::Terminator, Nature::Computed),
        };
        self.named(branch, None, Some(User::Branch(node)));
        self.branches.push(branch);
    }

    /// Sets the inputs of all items, which have ids by now.
    fn finish(mut self) -> Asked {
        let graph = self.graph;
        let mut numbers = Numbers::new(graph, &self.names.items);
        let mut inputs: Vec<Input> = Vec::new();
        for (item, user) in (0..).zip(&self.names.users) {
            match *user {
                Some(User::Op(op)) => inputs.extend(graph.body.operands(op).map(|value| numbers.input(value))),
                Some(User::Branch(node)) => inputs.extend(graph.decider(node).map(|value| numbers.input(value))),
                Some(User::Argument(..)) | None => continue,
            }
            self.builder.set_inputs(item, inputs.drain(..));
        }
        for (phi, node, taken) in self.phis {
            self.builder.set_phi(phi, numbers.of_phi(node, taken));
        }
        let lists: Vec<Vec<Node>> = graph.cfg.blocks().map(|node| graph.cfg.successors(node).to_vec()).collect();
        let flow = self.builder.finish(&lists);
        Asked { flow, branches: self.branches, joins: self.joins, names: self.names }
    }
}

/// The ids of constants of the analysis that are no constants of the program start here.
const FIRST_TWIN: u32 = 1 << 24;

/// The ids of constants.
struct Numbers<'g> {
    graph: &'g Graph<'g>,
    items: &'g Table<ItemId>,
    constants: FxHashMap<Attr, u32>,
}

impl<'g> Numbers<'g> {
    fn new(graph: &'g Graph<'g>, items: &'g Table<ItemId>) -> Self {
        // The id 0 is false.
        let constants = FxHashMap::from_iter([(graph.body.cx().bool_attr(false), 0)]);
        Self { graph, items, constants }
    }

    fn input(&mut self, value: Value) -> Input {
        if let Some(item) = self.items.get(value) {
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
