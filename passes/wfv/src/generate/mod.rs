//! The code of a variant.
//!
//! Each place of the linear order becomes a block, and each way of a branch that lanes take together one more. What lanes
//! need from one another's past are variables: the *mask* of a node gathers the lanes that are on their way to it, its
//! *inputs* the arguments they bring; both are written where lanes leave for the node, under the mask of the edge. A value
//! is what the lanes that are on have computed; one that is needed outside of a cycle which lanes leave at different times
//! is *kept* in a variable that only lanes that are on write, so there is one choice for each such value, however many ways
//! lead out.
//!
//! Masks never have poison in them, and what lanes that are off compute is only ever looked at under a mask. Where no lane
//! may be on, nothing is done that could stop the program: accesses and calls ask before, divisors are 1, branches that
//! lanes take together go the way of a bit that is not set.
//!
//! In reading order: this file walks over places; [`ops`] are operations, [`memory`] accesses, [`calls`] calls; [`one_by_one`]
//! is for what has no form for lanes.

mod calls;
mod memory;
mod one_by_one;
mod ops;

use rmlir::analysis::cfg::{Cfg, CycleId, DominatorTree, Node};
use rmlir::prelude::*;
use rustc_hash::FxHashMap;

use crate::blocks::Blocks;
use crate::clauses::{Clauses, Variant};
use crate::declined::Declined;
use crate::graph::{Condition, Graph};
use crate::lanes::{Lanes, User, is_undefined};
use crate::linear::{Linear, Next, Place};
use crate::masks::Maker;
use crate::plan::Callees;
use crate::shape::Shape;
use crate::wfv::Options;
use crate::variables::{Ending, Variable, Variables};

/// All that is known of a function before code is made.
pub struct Known<'g> {
    /// The function.
    pub graph: &'g Graph<'g>,
    /// Its values.
    pub lanes: &'g Lanes,
    /// Its blocks.
    pub blocks: &'g Blocks,
    /// Their order.
    pub linear: &'g Linear,
    /// What is said about it.
    pub clauses: &'g Clauses,
    /// What may be called.
    pub callees: &'g Callees,
    /// How code is made.
    pub options: Options,
}

/// Fills an empty function: the variant of what is known.
pub fn generate(known: &Known, variant: Variant, function: &mut Body) -> Result<(), Declined> {
    let region = function.region(function.root(), 0);
    let mut rw = Rewriter::new(function);
    let source = known.graph;
    let first = source.block(0).expect("a function has an entry");
    rw.set_loc(source.body.loc(source.body.root()));
    let cx = rw.cx();
    let mut types: Vec<Type> = Vec::new();
    for (&argument, clause) in source.body.args(first).iter().zip(&known.clauses.arguments) {
        let ty = source.body.ty(argument);
        types.push(if clause.step.is_none() { cx.vector_type(&[variant.width], ty) } else { ty });
    }
    if variant.masked {
        types.push(cx.vector_type(&[variant.width], Type::I1));
    }
    let locs: Vec<Loc> = vec![rw.default_loc(); types.len()];
    let entry = rw.create_block(region, &types, &locs);
    let blocks: FxHashMap<usize, BlockId> =
        known.linear.reached().map(|at| (at, rw.create_block(region, &[], &[]))).collect();
    let args = rw.args(entry).to_vec();
    let variables = Variables::new(entry);
    let mut generator = Generator {
        known,
        make: Maker::new(&mut rw, variant.width, entry),
        variables,
        width: variant.width,
        entry,
        blocks,
        at: entry,
        place: 0,
        mask: None,
        has_a_lane: true,
        direct: FxHashMap::default(),
        named: FxHashMap::default(),
        wide: FxHashMap::default(),
        scalars: FxHashMap::default(),
        dominators: place_dominators(known.linear),
        place_of: known.linear.places.iter().copied().zip(0..).collect(),
        region_masks: FxHashMap::default(),
        any: None,
    };
    let mask = variant.masked.then(|| args[args.len() - 1]);
    let arguments = source.body.args(first).iter().zip(&args).zip(&known.clauses.arguments);
    for ((&argument, &given), clause) in arguments {
        let given = match clause.step {
            // It is strided, but nothing is made of that.
            Some(step) if known.lanes.shape(argument).is_varying() => {
                generator.make.rw.at_end(entry);
                generator.make.linear(given, step)
            }
            _ => given,
        };
        generator.direct.insert(argument, given);
    }
    generator.run(region, entry, mask)?;
    let variables = generator.variables;
    variables.finish(&mut rw);
    Ok(())
}

/// Which places dominate which.
fn place_dominators(linear: &Linear) -> DominatorTree {
    let list = |next: &Option<Next>| match next {
        None | Some(Next::Nowhere) => Vec::new(),
        Some(Next::One(to)) => vec![*to as Node],
        Some(Next::ByEdge(to)) => to.iter().map(|&to| to as Node).collect(),
        Some(Next::Test { inside, after }) => vec![*inside as Node, *after as Node],
    };
    let lists: Vec<Vec<Node>> = linear.next.iter().map(list).collect();
    DominatorTree::new(&Cfg::new(&lists))
}

/// What a variable is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Name {
    /// Lanes on their way to a node.
    Mask(Node),
    /// The same with 32 bits for each lane, of entries of cycles with masks of their own.
    Twin(Node),
    /// The mask with which a node was run.
    Ran(Node),
    /// An argument of a node as lanes bring it.
    Input(Node, usize),
    /// A value.
    Value(Value),
    /// A value as lanes had it last.
    Kept(Value),
}

/// How a value is there for lanes.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// One for all.
    Uniform(Value),
    /// That of the first lane, and the step to the next ones.
    Strided(Value, i64),
    /// One for each.
    Wide(Value),
}

struct Generator<'k, 'r, 'a, 'c> {
    known: &'k Known<'k>,
    make: Maker<'r, 'a, 'c>,
    variables: Variables,
    width: i64,
    entry: BlockId,
    /// By place: its block.
    blocks: FxHashMap<usize, BlockId>,
    /// The block that code is appended to.
    at: BlockId,
    /// The place that it belongs to.
    place: usize,
    /// The lanes that are on there; `None` for all.
    mask: Option<Value>,
    /// Whether at least one is.
    has_a_lane: bool,
    /// By value of the function: what stands for it, that of the first lane if it is strided.
    direct: FxHashMap<Value, Value>,
    named: FxHashMap<Name, Variable>,
    /// By value in this block: the vector of it.
    wide: FxHashMap<(Value, i64), Value>,
    /// By vector made lane by lane in this block: its lanes.
    scalars: FxHashMap<Value, Vec<Value>>,
    dominators: DominatorTree,
    place_of: FxHashMap<Place, usize>,
    /// By cycle with a mask of its own: the lanes of the round.
    region_masks: FxHashMap<Option<CycleId>, Option<Value>>,
    /// Whether a lane is on in this block, if that was asked.
    any: Option<Value>,
}

impl Generator<'_, '_, '_, '_> {
    fn run(&mut self, region: RegionId, entry: BlockId, mask: Option<Value>) -> Result<(), Declined> {
        self.expect_predecessors(mask.is_some());
        self.region_masks.insert(None, mask);
        self.make.rw.at_end(entry);
        let first = self.blocks[&0];
        let ending = match mask {
            None => Ending::Jump(first),
            // With no lane there is nothing to do.
            Some(mask) => {
                let end = self.place_of[&Place::Node(self.known.graph.end)];
                let any = self.make.any(mask);
                Ending::Branch(any, [first, self.blocks[&end]])
            }
        };
        let start = self.make.no_lanes();
        for node in self.known.graph.reachable().collect::<Vec<Node>>() {
            for name in [Name::Mask(node), Name::Ran(node)] {
                let mask = self.variable(name, Type::I1);
                self.variables.write(mask, entry, start);
            }
            if self.has_twin(node) {
                let (twin, none) = (self.variable(Name::Twin(node), Type::I32), self.make.twin(start));
                self.variables.write(twin, entry, none);
            }
        }
        self.variables.end(self.make.rw, entry, ending);
        for at in self.known.linear.reached().collect::<Vec<usize>>() {
            self.place(region, at)?;
        }
        Ok(())
    }

    fn expect_predecessors(&mut self, is_masked: bool) {
        let linear = self.known.linear;
        let mut counts: FxHashMap<usize, usize> = FxHashMap::default();
        let mut count = |at: usize| *counts.entry(at).or_insert(0) += 1;
        count(0);
        for at in linear.reached() {
            match linear.next[at].as_ref().expect("it is reached") {
                Next::Nowhere => {}
                Next::One(to) => count(*to),
                Next::ByEdge(to) => to.iter().for_each(|&to| count(to)),
                Next::Test { inside, after } => [*inside, *after].into_iter().for_each(&mut count),
            }
        }
        if is_masked {
            count(self.place_of[&Place::Node(self.known.graph.end)]);
        }
        // The end may be reached by those without lanes only.
        for (at, n) in counts {
            let region = self.make.rw.region(self.make.rw.root(), 0);
            let block = *self.blocks.entry(at).or_insert_with(|| self.make.rw.create_block(region, &[], &[]));
            self.variables.expect(block, n);
        }
    }

    /// The variable of this name; of `element` for one lane.
    fn variable(&mut self, name: Name, element: Type) -> Variable {
        if let Some(&variable) = self.named.get(&name) {
            return variable;
        }
        let lanes = self.known.lanes;
        let is_wide = match name {
            Name::Mask(_) | Name::Twin(_) | Name::Ran(_) => true,
            Name::Input(node, at) => self.input_shape(node, at).is_varying(),
            Name::Value(value) => lanes.shape(value).is_varying(),
            Name::Kept(value) => !self.is_kept_whole(value),
        };
        let ty = if is_wide { self.make.wide(element) } else { element };
        let variable = self.variables.variable(ty);
        self.named.insert(name, variable);
        variable
    }

    /// The shape of an argument of a node; results vary.
    fn input_shape(&self, node: Node, at: usize) -> Shape {
        match self.known.graph.block(node) {
            Some(block) => self.known.lanes.shape(self.known.graph.body.arg(block, at)),
            None => Shape::VARYING,
        }
    }

    fn read(&mut self, name: Name, element: Type) -> Value {
        let variable = self.variable(name, element);
        self.variables.read(self.make.rw, variable, self.at)
    }

    fn write(&mut self, name: Name, element: Type, value: Value) {
        let variable = self.variable(name, element);
        self.variables.write(variable, self.at, value);
    }

    /// Whether lanes on their way to `node` are kept in long masks.
    fn has_twin(&self, node: Node) -> bool {
        self.known.options.target.mask_bits > 1 && self.known.blocks.is_waited_at[node as usize]
    }

    /// The lanes on their way to `node`.
    fn read_mask(&mut self, node: Node) -> Value {
        if !self.has_twin(node) {
            return self.read(Name::Mask(node), Type::I1);
        }
        let twin = self.read(Name::Twin(node), Type::I32);
        self.make.of_twin(twin)
    }

    fn write_mask(&mut self, node: Node, mask: Value) {
        if !self.has_twin(node) {
            return self.write(Name::Mask(node), Type::I1, mask);
        }
        let twin = self.make.twin(mask);
        self.write(Name::Twin(node), Type::I32, twin);
    }

    /// Goes on at the end of `block`.
    fn enter(&mut self, block: BlockId) {
        self.at = block;
        self.make.rw.at_end(block);
        self.wide.clear();
        self.scalars.clear();
        self.any = None;
    }

    fn place(&mut self, region: RegionId, at: usize) -> Result<(), Declined> {
        self.place = at;
        self.enter(self.blocks[&at]);
        match self.known.linear.places[at] {
            Place::Node(node) => self.node(region, at, node),
            Place::Test(cycle) => {
                self.test(at, &self.known.lanes.cycles[cycle].entries);
                Ok(())
            }
            Place::Skip(node) => {
                self.test(at, &[node]);
                Ok(())
            }
            Place::Latch(_) => {
                let Some(Next::One(to)) = self.known.linear.next[at] else { unreachable!("a latch leads to its test") };
                self.variables.end(self.make.rw, self.at, Ending::Jump(self.blocks[&to]));
                Ok(())
            }
        }
    }

    /// Goes on if a lane waits at one of these nodes.
    fn test(&mut self, at: usize, entries: &[Node]) {
        let Some(Next::Test { inside, after }) = self.known.linear.next[at] else {
            unreachable!("a test leads on or past what comes")
        };
        let mut waiting = self.make.no_lanes();
        for &entry in entries {
            let mask = self.read_mask(entry);
            waiting = self.make.or(waiting, mask);
        }
        let any = self.make.any(waiting);
        self.variables.end(self.make.rw, self.at, Ending::Branch(any, [self.blocks[&inside], self.blocks[&after]]));
    }

    fn node(&mut self, region: RegionId, at: usize, node: Node) -> Result<(), Declined> {
        let graph = self.known.graph;
        self.find_mask(node);
        let cycles = &self.known.lanes.cycles;
        for cycle in cycles.around(node).filter(|&cycle| cycles[cycle].header() == node).collect::<Vec<CycleId>>() {
            self.reset(cycle);
        }
        let Some(block) = graph.block(node) else {
            self.give(node);
            return Ok(());
        };
        if node > 0 {
            for (index, &argument) in graph.body.args(block).to_vec().iter().enumerate() {
                let value = self.take_input(node, index, graph.body.ty(argument));
                self.define(argument, value);
            }
        }
        for op in graph.ops(node) {
            self.make.rw.set_loc(graph.body.loc(op));
            if !is_undefined(OpRef::new(graph.body, op)) {
                self.op(node, op)?;
            }
        }
        self.make.rw.set_loc(graph.body.loc(graph.body.last_op(block).expect("blocks end with a terminator")));
        self.leave(region, at, node);
        Ok(())
    }

    /// What lanes brought for an argument, which nobody needs any more.
    fn take_input(&mut self, node: Node, index: usize, element: Type) -> Value {
        let value = self.read(Name::Input(node, index), element);
        let ty = self.make.rw.ty(value);
        let poison = self.variables.poison(self.make.rw, ty);
        self.write(Name::Input(node, index), element, poison);
        value
    }

    /// The lanes that are on in `node`, which runs now.
    fn find_mask(&mut self, node: Node) {
        let Known { blocks, lanes, .. } = *self.known;
        let region = blocks.region[node as usize];
        let is_header = region.is_some_and(|cycle| lanes.cycles[cycle].header() == node);
        self.has_a_lane = blocks.has_a_lane(lanes, node);
        let none = self.make.no_lanes();
        if is_header {
            let mask = self.read_mask(node);
            self.write_mask(node, none);
            self.region_masks.insert(region, Some(mask));
            self.mask = Some(mask);
        } else if blocks.is_by_all[node as usize] {
            self.mask = self.region_masks[&region].map(|mask| self.variables.resolved(mask));
        } else if let Some(same) = blocks.same_mask[node as usize] {
            self.mask = Some(self.read(Name::Ran(same), Type::I1));
        } else {
            self.mask = Some(self.read_mask(node));
            self.write_mask(node, none);
        }
        let ran = self.make.mask(self.mask);
        self.write(Name::Ran(node), Type::I1, ran);
    }

    /// What nobody waits for at the start of a round: masks and inputs of the cycle's nodes but its entries.
    fn reset(&mut self, cycle: CycleId) {
        let Known { graph, lanes, .. } = *self.known;
        let found = &lanes.cycles[cycle];
        let none = self.make.no_lanes();
        for &node in found.blocks.iter().filter(|node| !found.entries.contains(node)) {
            self.write_mask(node, none);
            self.write(Name::Ran(node), Type::I1, none);
            let block = graph.block(node).expect("the end is in no cycle");
            for (index, &argument) in graph.body.args(block).iter().enumerate() {
                let element = graph.body.ty(argument);
                let variable = self.variable(Name::Input(node, index), element);
                let ty = if self.input_shape(node, index).is_varying() { self.make.wide(element) } else { element };
                let poison = self.variables.poison(self.make.rw, ty);
                self.variables.write(variable, self.at, poison);
            }
        }
    }

    /// The end: gives what lanes brought.
    fn give(&mut self, node: Node) {
        let (_, types) = crate::clauses::signature(OpRef::root(self.known.graph.body));
        let values = types.iter().enumerate().map(|(at, &ty)| self.read(Name::Input(node, at), ty)).collect();
        self.variables.end(self.make.rw, self.at, Ending::Return(values));
    }

    /// Says that `given` stands for `value`, which is made here.
    fn define(&mut self, value: Value, given: Value) {
        let Known { graph, lanes, .. } = *self.known;
        let ty = graph.body.ty(value);
        self.direct.insert(value, given);
        self.write(Name::Value(value), ty, given);
        if !self.is_used_apart(value) {
            return;
        }
        let old = self.read(Name::Kept(value), ty);
        let shape = lanes.shape(value);
        let kept = match self.is_kept_whole(value) {
            true if self.has_a_lane => given,
            true => {
                let any = self.any();
                self.chosen(any, given, old)
            }
            false => {
                let form = self.form_of(given, shape);
                let wide = self.wide(form);
                match self.mask {
                    Some(mask) => self.chosen(mask, wide, old),
                    None => wide,
                }
            }
        };
        self.write(Name::Kept(value), ty, kept);
    }

    fn chosen(&mut self, condition: Value, given: Value, old: Value) -> Value {
        match self.variables.is_poison(self.make.rw, old) {
            true => given,
            false => self.make.select(condition, given, old),
        }
    }

    /// Whether a value is used outside of a cycle that lanes leave at different times.
    fn is_used_apart(&self, value: Value) -> bool {
        let Known { graph, lanes, .. } = *self.known;
        let made = graph.node_of(value);
        self.users(value).into_iter().any(|(_, node)| lanes.left_apart(made, node).is_some())
    }

    /// Whether a value is the same for all lanes even for users that take it at different times.
    fn is_kept_whole(&self, value: Value) -> bool {
        let Known { graph, lanes, .. } = *self.known;
        lanes.shape(value).is_uniform()
            && !self.users(value).into_iter().any(|(user, node)| lanes.is_temporal(graph, value, user, node))
    }

    /// Who uses a value, and the nodes in which they take it.
    fn users(&self, value: Value) -> Vec<(User, Node)> {
        let graph = self.known.graph;
        let mut found = Vec::new();
        for user in graph.body.users(value) {
            let block = graph.body.block_of(user).expect("operations stand in blocks");
            let Some(node) = graph.region.number(block) else { continue };
            if graph.body.last_op(block) != Some(user) {
                found.push((User::Op(user), node));
                continue;
            }
            if graph.decider(node) == Some(value) {
                found.push((User::Branch(node), node));
            }
            for edge in &graph.edges[node as usize] {
                for (at, _) in edge.passed.iter().enumerate().filter(|(_, passed)| **passed == value) {
                    found.push((User::Argument(edge.to, at), node));
                }
            }
        }
        found
    }

    fn form_of(&self, given: Value, shape: Shape) -> Form {
        match shape.stride {
            None => Form::Wide(given),
            Some(0) => Form::Uniform(given),
            Some(stride) => Form::Strided(given, stride),
        }
    }

    /// What stands for `value` where `user` takes it, in `node`, which code is made for now.
    fn operand(&mut self, value: Value, user: User, node: Node) -> Form {
        let Known { graph, lanes, .. } = *self.known;
        if let Some(attr) = graph.constant(value) {
            return Form::Uniform(self.constant(value, attr));
        }
        let ty = graph.body.ty(value);
        if graph.body.defining_op(value).is_some_and(|op| is_undefined(OpRef::new(graph.body, op))) {
            return Form::Uniform(self.variables.poison(self.make.rw, ty));
        }
        let shape = lanes.shape_at(graph, value, user, node);
        let made = graph.node_of(value);
        if lanes.left_apart(made, node).is_some() {
            let kept = self.read(Name::Kept(value), ty);
            return match self.is_kept_whole(value) {
                true => Form::Uniform(kept),
                false => Form::Wide(kept),
            };
        }
        let made_at = self.place_of[&Place::Node(made)];
        let given = match self.dominators.dominates(made_at as Node, self.place as Node) {
            true => self.variables.resolved(self.direct[&value]),
            false => self.read(Name::Value(value), ty),
        };
        self.form_of(given, shape)
    }

    /// A constant of the function: numbers by their attribute, others by their operation.
    fn constant(&mut self, value: Value, attr: Attr) -> Value {
        let ty = self.known.graph.body.ty(value);
        if attr.ty(self.make.rw.cx()) == Some(ty) {
            return self.make.constant(attr);
        }
        let op = self.known.graph.body.defining_op(value).expect("constants are made by operations");
        let copy = self.copy(op, &[], &[ty]);
        self.make.rw.result(copy, 0)
    }

    /// The vector of a value.
    fn wide(&mut self, form: Form) -> Value {
        let (value, stride) = match form {
            Form::Wide(value) => return value,
            Form::Uniform(value) => (value, 0),
            Form::Strided(value, stride) => (value, stride),
        };
        if let Some(&wide) = self.wide.get(&(value, stride)) {
            return wide;
        }
        let wide = match stride {
            0 => self.make.broadcast(value),
            stride => self.make.linear(value, stride),
        };
        self.wide.insert((value, stride), wide);
        wide
    }

    /// What the first lane has; the only one if the value is uniform. Of a vector with the same for all lanes that are on
    /// it is that.
    fn base(&mut self, form: Form) -> Value {
        let vector = match form {
            Form::Uniform(value) | Form::Strided(value, _) => return value,
            Form::Wide(vector) => vector,
        };
        let mut value = self.make.lane(vector, 0);
        let Some(mask) = self.mask else { return value };
        for lane in 1..self.width {
            let (bit, next) = (self.make.lane(mask, lane), self.make.lane(vector, lane));
            value = self.make.select(bit, next, value);
        }
        value
    }

    /// Whether a lane is on.
    fn any(&mut self) -> Value {
        if let Some(any) = self.any {
            return any;
        }
        let mask = self.make.mask(self.mask);
        let any = self.make.any(mask);
        self.any = Some(any);
        any
    }

    /// Lanes leave a node.
    fn leave(&mut self, region: RegionId, at: usize, node: Node) {
        let Known { graph, lanes, linear, .. } = *self.known;
        let edges = &graph.edges[node as usize];
        let next = linear.next[at].clone().expect("it is reached");
        match next {
            Next::Nowhere => unreachable!("only the end leads nowhere"),
            Next::One(to) if edges.len() == 1 => {
                self.go(node, 0, self.mask);
                self.variables.end(self.make.rw, self.at, Ending::Jump(self.blocks[&to]));
            }
            Next::One(to) => {
                debug_assert!(lanes.is_divergent[node as usize]);
                self.part(node);
                self.variables.end(self.make.rw, self.at, Ending::Jump(self.blocks[&to]));
            }
            Next::ByEdge(to) => self.together(region, node, &to),
            Next::Test { .. } => unreachable!("only tests do"),
        }
    }

    /// Lanes part at a branch: each edge has those that take it, the last one those that are left.
    fn part(&mut self, node: Node) {
        let graph = self.known.graph;
        let edges = &graph.edges[node as usize];
        let decider = graph.decider(node).expect("several edges are decided on");
        let form = self.operand(decider, User::Branch(node), node);
        let decided = self.wide(form);
        let is_bit = matches!(edges[0].condition, Condition::Bit(..));
        let order: Vec<usize> = if is_bit { vec![0, 1] } else { (1..edges.len()).chain([0]).collect() };
        let mut left = self.mask;
        for (number, &edge) in order.iter().enumerate() {
            if number + 1 == order.len() {
                self.go(node, edge, left);
                continue;
            }
            let bits = match &edges[edge].condition {
                Condition::Case(_, number) => self.make.equals(decided, number),
                _ => decided,
            };
            let mask = self.make.and(left, bits);
            self.go(node, edge, Some(mask));
            left = Some(self.make.without(left, mask));
        }
    }

    /// A branch that lanes take together stays one.
    fn together(&mut self, region: RegionId, node: Node, to: &[usize]) {
        let graph = self.known.graph;
        let edges = &graph.edges[node as usize];
        let decider = graph.decider(node).expect("several edges are decided on");
        let form = self.operand(decider, User::Branch(node), node);
        let mut decider = self.base(form);
        if !self.has_a_lane {
            let any = self.any();
            let ty = self.make.rw.ty(decider);
            let zero = self.make.number(ty, 0);
            decider = self.make.select(any, decider, zero);
        }
        let ways: Vec<BlockId> = edges.iter().map(|_| self.make.rw.create_block(region, &[], &[])).collect();
        ways.iter().for_each(|&way| self.variables.expect(way, 1));
        let ending = match &edges[0].condition {
            Condition::Bit(..) => Ending::Branch(decider, [ways[0], ways[1]]),
            _ => {
                let case = |edge: &crate::graph::Edge| match &edge.condition {
                    Condition::Case(_, number) => Some(number.clone()),
                    _ => None,
                };
                Ending::Switch(decider, edges.iter().filter_map(case).collect(), ways.clone())
            }
        };
        self.variables.end(self.make.rw, self.at, ending);
        for (edge, (&way, &to)) in ways.iter().zip(to).enumerate() {
            self.enter(way);
            self.go(node, edge, self.mask);
            self.variables.end(self.make.rw, way, Ending::Jump(self.blocks[&to]));
        }
    }

    /// Lanes of `mask` take an edge: they are on their way, and bring their arguments.
    fn go(&mut self, node: Node, edge: usize, mask: Option<Value>) {
        let Known { graph, blocks, .. } = *self.known;
        let edge = &graph.edges[node as usize][edge];
        let to = edge.to;
        // All lanes of the region go there together: nobody else brings anything.
        let is_whole = mask == self.mask
            && self.has_a_lane
            && blocks.is_by_all[node as usize]
            && blocks.region[node as usize] == blocks.region[to as usize];
        for (at, value) in edge.passed.clone().into_iter().enumerate() {
            let form = self.operand(value, User::Argument(to, at), node);
            let is_varying = self.input_shape(to, at).is_varying();
            let brought = if is_varying { self.wide(form) } else { self.base(form) };
            let ty = graph.body.ty(value);
            let new = match mask {
                Some(mask) if !is_whole => {
                    let old = self.read(Name::Input(to, at), ty);
                    self.brought(mask, is_varying, brought, old)
                }
                _ => brought,
            };
            self.write(Name::Input(to, at), ty, new);
        }
        let is_gathered = !blocks.is_by_all[to as usize] && blocks.same_mask[to as usize].is_none();
        if (is_gathered || blocks.is_waited_at[to as usize]) && to != graph.end {
            let old = self.read_mask(to);
            let mask = self.make.mask(mask);
            let new = self.make.or(old, mask);
            self.write_mask(to, new);
        }
    }

    /// An argument that lanes of `mask` bring beside what others brought.
    fn brought(&mut self, mask: Value, is_varying: bool, new: Value, old: Value) -> Value {
        if new == old || self.variables.is_poison(self.make.rw, old) {
            return new;
        }
        let condition = if is_varying { mask } else { self.make.any(mask) };
        self.make.select(condition, new, old)
    }
}
