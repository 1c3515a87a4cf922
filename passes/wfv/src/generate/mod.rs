//! Code generation for a variant.
//!
//! Each position of the linear order becomes a block, and each successor of a uniform branch one more. State that lanes
//! carry between blocks is kept in variables: the *mask* of a node accumulates the lanes on their way to it, its
//! *inputs* the arguments that they pass; both are written at the source of each edge, under the mask of the edge. A
//! value is what the active lanes have computed; one that is used outside of a cycle with divergent exits is *kept* in
//! a variable that is written by active lanes only, so there is one blend for each such value, however many exit edges
//! there are.
//!
//! Masks never contain poison, and values of inactive lanes are only used under a mask. Where no lane may be active,
//! nothing may trap: accesses and calls are guarded, divisors of inactive lanes are 1, and uniform branches take the
//! successor of a false condition.
//!
//! In reading order: this file walks over the positions; [`state`] holds variables, [`values`] values, [`leaving`]
//! branches; [`ops`] operations, [`memory`] accesses, [`flipped`] those with permuted lanes in a [`turned_row`],
//! [`rows`] known contents of memory, [`calls`] calls, [`votes`] votes; [`one_by_one`] and [`in_turn`] scalarize
//! operations without a vector form.

mod calls;
mod flipped;
mod in_turn;
mod leaving;
mod memory;
mod one_by_one;
mod ops;
mod rows;
mod state;
mod turned_row;
mod values;
mod votes;

use rmlir::analysis::cfg::{Cfg, CycleId, DominatorTree, Node};
use rmlir::prelude::*;
use rustc_hash::FxHashMap;

use self::rows::Rows;
use crate::analysis::blocks::Blocks;
use crate::analysis::graph::{Condition, Graph};
use crate::analysis::lanes::{Lanes, User, is_undefined};
use crate::analysis::linear::{Linear, Next, Place};
use crate::analysis::plan::Callees;
use crate::analysis::shape::Shape;
use crate::clauses::{Clauses, Variant};
use crate::declined::Declined;
use crate::masks::Maker;
use crate::options::Options;
use crate::variables::{Ending, Variable, Variables};

/// The results of all analyses of a function, the input of code generation.
pub struct Known<'g> {
    /// The function.
    pub graph: &'g Graph<'g>,
    /// The shapes of its values.
    pub lanes: &'g Lanes,
    /// The properties of its blocks.
    pub blocks: &'g Blocks,
    /// The linear order of its blocks.
    pub linear: &'g Linear,
    /// The clauses of the function.
    pub clauses: &'g Clauses,
    /// The functions with variants that it may call.
    pub callees: &'g Callees,
    /// The options of code generation.
    pub options: Options,
}

/// Generates the body of an empty variant.
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
            // The argument is strided, but its shape is treated as varying.
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

/// The dominator tree of the positions.
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

/// The purpose of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Name {
    /// The mask of lanes on their way to a node.
    Mask(Node),
    /// The same mask with 32 bits for each lane, for entries of cycles with masks of their own.
    Twin(Node),
    /// The mask with which a node was executed.
    Ran(Node),
    /// An argument of a node as passed by its predecessors.
    Input(Node, usize),
    Value(Value),
    /// A value as last computed by each lane.
    Kept(Value),
}

/// The representation of a value.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// One scalar for all lanes.
    Uniform(Value),
    /// The scalar of the first lane, and the stride.
    Strided(Value, i64),
    /// A vector with one element for each lane.
    Wide(Value),
}

struct Generator<'k, 'r, 'a, 'c> {
    known: &'k Known<'k>,
    make: Maker<'r, 'a, 'c>,
    variables: Variables,
    width: i64,
    entry: BlockId,
    /// The blocks by position.
    blocks: FxHashMap<usize, BlockId>,
    /// The insertion point: the block that code is appended to.
    at: BlockId,
    /// The position of that block.
    place: usize,
    /// The mask of active lanes there; `None` if all are active.
    mask: Option<Value>,
    /// Whether at least one lane is active.
    has_a_lane: bool,
    /// By value of the function: its replacement, the value of the first lane if it is strided.
    direct: FxHashMap<Value, Value>,
    named: FxHashMap<Name, Variable>,
    /// By value and stride: its vector in this block.
    wide: FxHashMap<(Value, i64), Value>,
    /// By vector that was scalarized in this block: the values of its lanes.
    scalars: FxHashMap<Value, Vec<Value>>,
    dominators: DominatorTree,
    place_of: FxHashMap<Place, usize>,
    /// By cycle with a mask of its own: the mask of its active lanes in the current iteration.
    region_masks: FxHashMap<Option<CycleId>, Option<Value>>,
    /// Whether any lane is active in this block, if that was computed.
    any: Option<Value>,
    /// By position: the number of incoming edges.
    n_ways: FxHashMap<usize, usize>,
    /// The known contents of memory.
    rows: Rows,
    /// By index value: the row in which lanes are permuted.
    turned_rows: FxHashMap<Value, turned_row::TurnedRow>,
}

impl Generator<'_, '_, '_, '_> {
    fn run(&mut self, region: RegionId, entry: BlockId, mask: Option<Value>) -> Result<(), Declined> {
        self.expect_predecessors(mask.is_some());
        self.region_masks.insert(None, mask);
        self.make.rw.at_end(entry);
        let first = self.blocks[&0];
        let ending = match mask {
            None => Ending::Jump(first),
            // Without active lanes the function does nothing.
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
        // The end may be reached without active lanes only.
        for (&at, &n) in &counts {
            let region = self.make.rw.region(self.make.rw.root(), 0);
            let block = *self.blocks.entry(at).or_insert_with(|| self.make.rw.create_block(region, &[], &[]));
            self.variables.expect(block, n);
            self.variables.number(block, at as u32 + 1);
        }
        self.n_ways = counts;
    }

    /// Sets the insertion point to the end of `block`.
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

    /// Whether the previous position is the only predecessor of a position.
    fn is_next(&self, at: usize) -> bool {
        let leads_here = matches!(self.known.linear.next[self.place], Some(Next::One(to)) if to == at);
        leads_here && self.n_ways.get(&at) == Some(&1)
    }

    /// Branches on whether a lane waits at one of these nodes.
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

    /// Reads what lanes passed for an argument, whose lifetime ends here.
    fn take_input(&mut self, node: Node, index: usize, element: Type) -> Value {
        let value = self.read(Name::Input(node, index), element);
        let ty = self.make.rw.ty(value);
        let poison = self.variables.poison(self.make.rw, ty);
        self.write(Name::Input(node, index), element, poison);
        value
    }

    /// Computes the mask of active lanes at the start of `node`.
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

    /// Resets the masks and inputs of the cycle's nodes, except for its entries, at the start of an iteration.
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

    /// Generates the return with the results that lanes passed to the end.
    fn give(&mut self, node: Node) {
        let (_, types) = crate::clauses::signature(OpRef::root(self.known.graph.body));
        let values = types.iter().enumerate().map(|(at, &ty)| self.read(Name::Input(node, at), ty)).collect();
        self.variables.end(self.make.rw, self.at, Ending::Return(values));
    }
}
