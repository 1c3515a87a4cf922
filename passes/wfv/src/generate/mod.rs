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
//! In reading order: this file walks over places; [`state`] are variables, [`values`] values, [`leaving`] branches; [`ops`]
//! are operations, [`memory`] accesses, [`flipped`] those by lanes that change places, [`rows`] what these say is in memory,
//! [`calls`] calls, [`votes`] votes; [`one_by_one`] and [`in_turn`] are for what has no form for lanes.

mod calls;
mod flipped;
mod in_turn;
mod leaving;
mod memory;
mod one_by_one;
mod ops;
mod rows;
mod state;
mod values;
mod votes;

use rmlir::analysis::cfg::{Cfg, CycleId, DominatorTree, Node};
use rmlir::prelude::*;
use rustc_hash::FxHashMap;

use self::rows::Rows;
use crate::blocks::Blocks;
use crate::clauses::{Clauses, Variant};
use crate::declined::Declined;
use crate::graph::{Condition, Graph};
use crate::lanes::{Lanes, User, is_undefined};
use crate::linear::{Linear, Next, Place};
use crate::masks::Maker;
use crate::plan::Callees;
use crate::shape::Shape;
use crate::variables::{Ending, Variable, Variables};
use crate::wfv::Options;

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
        n_ways: FxHashMap::default(),
        rows: Rows::default(),
        turned_rows: FxHashMap::default(),
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
    /// By place: how many ways lead there.
    n_ways: FxHashMap<usize, usize>,
    /// What is known to be in memory.
    rows: Rows,
    /// By index: the row in which lanes change places.
    turned_rows: FxHashMap<Value, flipped::TurnedRow>,
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
                self.begin(mask, name, Some(start));
            }
            if self.has_twin(node) {
                let (twin, none) = (self.variable(Name::Twin(node), Type::I32), self.make.twin(start));
                self.variables.write(twin, entry, none);
                self.begin(twin, Name::Twin(node), Some(none));
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
        for (&at, &n) in &counts {
            let region = self.make.rw.region(self.make.rw.root(), 0);
            let block = *self.blocks.entry(at).or_insert_with(|| self.make.rw.create_block(region, &[], &[]));
            self.variables.expect(block, n);
            self.variables.number(block, at as u32 + 1);
        }
        self.n_ways = counts;
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
        if !self.is_next(at) {
            self.rows.forget();
        }
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

    /// Whether control comes to a place from the one before and from nowhere else.
    fn is_next(&self, at: usize) -> bool {
        let leads_here = matches!(self.known.linear.next[self.place], Some(Next::One(to)) if to == at);
        leads_here && self.n_ways.get(&at) == Some(&1)
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
}
