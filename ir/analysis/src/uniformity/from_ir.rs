//! Conversion of functions to [`Flow`].
//!
//! Blocks become blocks, their arguments phis. An operation with regions through which control passes ends its block:
//! its decision is a terminator, its regions follow as blocks, and the rest of its block is a block of its own with the
//! results as phis. If the successors of a region's end are those of the operation itself, the operation is a loop:
//! both lead to a header block, which holds the loop-carried values and the induction variables as phis and decides for
//! both. That is the form to which structured loops are lowered, so that both have the same results. An operation with
//! regions but without control-flow interface is assumed to execute them in any order, any number of times, and
//! differently for each thread.
//!
//! Steps: 1. create blocks and items in program order, and record the edges, each with the forwarded values; 2. when
//! all values are known, connect items, and phis with the forwarded values of the edges.

use rmlir_core::fold::constant_value;
use rmlir_core::interfaces::{
    BranchOp, LoopLike, RegionBranchOp, RegionBranchTerminator, RegionPoint, RegionSuccessor, ValueOrAttr,
};
use rmlir_core::{Attr, BlockId, BlockRef, Body, OpId, OpRef, RegionRef, TraitSet, Value};
use rustc_hash::FxHashMap;

use super::flow::{Flow, FlowBuilder, Input, ItemId, ItemKind, Nature};
use super::source::{InferUniformity, Target, argument_nature, result_nature, runs_alone};
use crate::cfg::Node;

/// The origin of an item in the IR.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A value.
    Value(Value),
    /// The effects of an operation without results, or its decision where control passes.
    Op(OpId),
    /// A computation that is implicit in the IR.
    Hidden,
}

/// The origin of a block in the IR.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// A block.
    Block(BlockId),
    /// The header of a structured loop, where it decides whether to continue.
    Header(OpId),
    /// The rest of the block after a structured operation.
    After(OpId),
}

/// A function as [`Flow`].
pub struct FunctionFlow<'a> {
    /// The body of the function.
    pub body: &'a Body<'a>,
    /// The program.
    pub flow: Flow,
    /// By item: its origin.
    pub origins: Vec<Origin>,
    /// By block: its origin.
    pub places: Vec<Place>,
    inputs: FxHashMap<Value, Input>,
    decisions: FxHashMap<OpId, ItemId>,
}

impl<'a> FunctionFlow<'a> {
    /// Converts the first region of `function`, which has blocks.
    pub fn new(function: OpRef<'a>, target: Target) -> Self {
        let region = function.region(0);
        let mut maker = Maker {
            body: region.body,
            target,
            is_alone: runs_alone(function, target),
            builder: FlowBuilder::new(),
            origins: Vec::new(),
            places: Vec::new(),
            nodes: FxHashMap::default(),
            items: FxHashMap::default(),
            // A branch on constant 0 takes the second successor.
            constants: [false, true].map(|bit| function.cx().bool_attr(bit)).into_iter().zip(0..).collect(),
            decisions: FxHashMap::default(),
            pending: Vec::new(),
            phis: FxHashMap::default(),
            edges: Vec::new(),
        };
        let entry = region.entry().expect("the function has a body");
        for (index, argument) in entry.args().enumerate() {
            let nature = maker.nature(argument_nature(function, index, target));
            let item = maker.builder.argument(nature);
            maker.origins.push(Origin::Value(argument.id));
            maker.items.insert(argument.id, item);
        }
        maker.region(region, None);
        maker.finish()
    }

    /// The item or constant that `value` is.
    pub fn input(&self, value: Value) -> Option<Input> {
        self.inputs.get(&value).copied()
    }

    /// The item of `value`; constants have none.
    pub fn item(&self, value: Value) -> Option<ItemId> {
        match self.input(value)? {
            Input::Item(item) => Some(item),
            Input::Constant(_) | Input::Undefined => None,
        }
    }

    /// The item that decides the successor of `op`: a terminator, or an operation with regions. For a structured loop
    /// it is the decision to continue.
    pub fn decision(&self, op: OpId) -> Option<ItemId> {
        self.decisions.get(&op).copied()
    }
}

/// An input of an item, while not all values are known.
#[derive(Clone, Copy)]
enum Taken {
    Value(Value),
    Item(ItemId),
    Constant(Attr),
}

/// An edge from a block to a target, with the forwarded values.
struct Edge {
    from: Node,
    to: Place,
    passed: Vec<Taken>,
}

/// The structured operation around the region that is converted.
#[derive(Clone, Copy)]
struct Around<'a> {
    op: OpRef<'a>,
    interface: Option<&'static dyn RegionBranchOp>,
    /// Whether the successors of the operation itself are decided in a header.
    has_header: bool,
}

struct Maker<'a> {
    body: &'a Body<'a>,
    target: Target,
    /// Whether there is one thread.
    is_alone: bool,
    builder: FlowBuilder,
    origins: Vec<Origin>,
    places: Vec<Place>,
    nodes: FxHashMap<Place, Node>,
    items: FxHashMap<Value, ItemId>,
    constants: FxHashMap<Attr, u32>,
    decisions: FxHashMap<OpId, ItemId>,
    pending: Vec<(ItemId, Vec<Taken>)>,
    /// By target: its phis, in the order of the values forwarded along edges.
    phis: FxHashMap<Place, Vec<ItemId>>,
    edges: Vec<Edge>,
}

impl<'a> Maker<'a> {
    /// Converts the blocks of `region`, which belongs to `around`, or to the function.
    fn region(&mut self, region: RegionRef<'a>, around: Option<Around<'a>>) {
        for block in region.blocks() {
            self.start(Place::Block(block.id));
            let is_entry = region.body.is_entry(block.id);
            match around {
                Some(around) if is_entry => self.entry_arguments(block, region, around),
                None if is_entry => {}
                _ => self.block_arguments(block),
            }
            let last = block.last_op();
            for op in block.ops() {
                if Some(op) == last && (op.successors().len() > 0 || op.has(TraitSet::TERMINATOR)) {
                    self.terminator(op, region, around);
                } else if self.has_own_regions(op) {
                    self.structured(op);
                } else {
                    self.plain(op);
                }
            }
            if last.is_none_or(|op| op.successors().len() == 0 && !op.has(TraitSet::TERMINATOR)) {
                self.end_of_region(None, region, around);
            }
        }
    }

    fn has_own_regions(&self, op: OpRef) -> bool {
        op.body.nested(op.id).is_none() && op.regions().any(|region| !region.is_empty())
    }

    fn start(&mut self, place: Place) -> Node {
        let node = self.builder.block();
        self.places.push(place);
        self.nodes.insert(place, node);
        node
    }

    fn node(&self) -> Node {
        self.places.len() as Node - 1
    }

    /// The source of divergence in this function: with a single thread only the time of execution remains.
    fn nature(&self, nature: Nature) -> Nature {
        match nature {
            Nature::Divergent if self.is_alone => Nature::Timed,
            nature => nature,
        }
    }

    fn item(&mut self, kind: ItemKind, nature: Nature, origin: Origin, taken: Vec<Taken>) -> ItemId {
        let item = self.builder.item(kind, self.nature(nature));
        self.note(item, origin, taken);
        item
    }

    fn note(&mut self, item: ItemId, origin: Origin, taken: Vec<Taken>) {
        self.origins.push(origin);
        if let Origin::Value(value) = origin {
            self.items.insert(value, item);
        }
        if !taken.is_empty() {
            self.pending.push((item, taken));
        }
    }

    fn phi(&mut self, place: Place, origin: Origin) -> ItemId {
        let item = self.item(ItemKind::Phi, Nature::Computed, origin, Vec::new());
        self.phis.entry(place).or_default().push(item);
        item
    }

    /// Creates phis for the arguments that all branches forward, in order; a branch may produce leading ones itself.
    fn block_arguments(&mut self, block: BlockRef<'a>) {
        let n_produced = |(user, number): (OpId, u32)| {
            let op = OpRef::new(block.body, user);
            let branch = op.interface::<dyn BranchOp>();
            branch.map_or(usize::MAX, |branch| branch.successor_operands(op, number as usize).n_produced)
        };
        let n_produced = block.body.block_uses(block.id).map(n_produced).max().unwrap_or(0);
        for argument in block.args().skip(n_produced) {
            self.phi(Place::Block(block.id), Origin::Value(argument.id));
        }
        for argument in block.args().take(n_produced) {
            self.item(ItemKind::Instruction, Nature::Divergent, Origin::Value(argument.id), Vec::new());
        }
    }

    /// Creates phis for the forwarded arguments of a region, and items for the others.
    fn entry_arguments(&mut self, block: BlockRef<'a>, region: RegionRef<'a>, around: Around<'a>) {
        let passed = self.received(around, RegionPoint::Region(region.body.region_index(region.id)));
        self.receive(Place::Block(block.id), &passed);
        for argument in block.args() {
            if !self.items.contains_key(&argument.id) {
                self.item(ItemKind::Instruction, Nature::Divergent, Origin::Value(argument.id), Vec::new());
            }
        }
    }

    /// The values that receive the operands forwarded to `target` of a structured operation.
    fn received(&self, around: Around<'a>, target: RegionPoint) -> Vec<Value> {
        let Some(interface) = around.interface else { return Vec::new() };
        let points = std::iter::once(RegionPoint::Parent).chain((0..around.op.n_regions()).map(RegionPoint::Region));
        let successors = points.flat_map(|from| interface.successors(around.op, from));
        successors.filter(|to| to.target == target).map(|to| to.inputs).next().unwrap_or_default()
    }

    fn receive(&mut self, place: Place, values: &[Value]) {
        for &value in values {
            self.phi(place, Origin::Value(value));
        }
    }

    /// Converts an operation without control flow.
    fn plain(&mut self, op: OpRef<'a>) {
        let is_constant = |value: Value| constant_value(op.body, value).is_some();
        if is_undefined(op) || (op.n_results() > 0 && op.results().all(|result| is_constant(result.id))) {
            return;
        }
        let taken: Vec<Taken> = op.operands().map(|operand| Taken::Value(operand.id)).collect();
        for (index, result) in op.results().enumerate() {
            let nature = result_nature(op, index, self.target);
            self.item(ItemKind::Instruction, nature, Origin::Value(result.id), taken.clone());
        }
        if op.n_results() == 0 {
            self.item(ItemKind::Instruction, Nature::Computed, Origin::Op(op.id), taken);
        }
    }

    /// Ends the block with a terminator whose inputs are `decided`.
    fn decide(&mut self, op: Option<OpId>, decided: Vec<Taken>, is_on_bit: bool, edges: Vec<(Place, Vec<Taken>)>) {
        let item = match is_on_bit {
            true => self.builder.branch_on_bit(),
            false => self.builder.item(ItemKind::Terminator, Nature::Computed),
        };
        self.note(item, op.map_or(Origin::Hidden, Origin::Op), decided);
        if let Some(op) = op {
            self.decisions.insert(op, item);
        }
        let from = self.node();
        self.edges.extend(edges.into_iter().map(|(to, passed)| Edge { from, to, passed }));
    }

    /// A divergent value, for decisions about which nothing is known.
    fn anything(&mut self) -> Taken {
        Taken::Item(self.item(ItemKind::Instruction, Nature::Divergent, Origin::Hidden, Vec::new()))
    }

    fn terminator(&mut self, op: OpRef<'a>, region: RegionRef<'a>, around: Option<Around<'a>>) {
        if op.successors().len() == 0 {
            return self.end_of_region(Some(op), region, around);
        }
        let mut forwarded = vec![false; op.n_operands()];
        let mut edges = Vec::new();
        let branch = op.interface::<dyn BranchOp>();
        for (index, to) in op.successors().enumerate() {
            let places = branch.map_or(0..0, |branch| branch.successor_operands(op, index).forwarded);
            places.clone().for_each(|place| forwarded[place] = true);
            edges.push((Place::Block(to.id), places.map(|place| Taken::Value(op.operand(place).id)).collect()));
        }
        let decided = left_over(op, &forwarded);
        let on_bit = |value: bool| {
            let bit = [Some(op.cx().bool_attr(value))];
            let constants: Vec<Option<Attr>> =
                bit.into_iter().chain(std::iter::repeat(None)).take(op.n_operands()).collect();
            branch.and_then(|branch| branch.successor_for(op, &constants))
        };
        let is_bit = op.successors().len() == 2 && decided.len() == 1 && !forwarded[0] && is_bit(op, 0);
        let is_on_bit = is_bit && on_bit(true) == Some(0) && on_bit(false) == Some(1);
        self.decide(Some(op.id), decided, is_on_bit, edges);
    }

    /// Adds the edges from the end of `region`, whose terminator is `op` if it has one.
    fn end_of_region(&mut self, op: Option<OpRef<'a>>, region: RegionRef<'a>, around: Option<Around<'a>>) {
        let all = || op.into_iter().flat_map(|op| op.operands()).map(|operand| Taken::Value(operand.id)).collect();
        let id = op.map(|op| op.id);
        let Some(around) = around else { return self.decide(id, all(), false, Vec::new()) };
        let Some(interface) = around.interface else {
            let decided = vec![self.anything()];
            let edges = anywhere(around.op);
            return self.decide(id, decided, false, edges);
        };
        let from = RegionPoint::Region(region.body.region_index(region.id));
        let mut successors = interface.successors(around.op, from);
        let passes = op
            .is_some_and(|op| op.has(TraitSet::RETURN_LIKE) || op.interface::<dyn RegionBranchTerminator>().is_some());
        if op.is_some() && !passes {
            return self.decide(id, all(), false, Vec::new());
        }
        let is_back = around.has_header && goes_back(&successors, from);
        if let Some(op) = op.filter(|_| !is_back && successors.len() == 2) {
            // As for branches, the successor for a set bit is first.
            let turned = vec![successors[1].clone(), successors[0].clone()];
            if ends_on_bit(op, &turned) {
                successors = turned;
            }
        }
        let mut forwarded = vec![false; op.map_or(0, OpRef::n_operands)];
        let mut edges = Vec::new();
        for successor in &successors {
            let places = op.map_or(0..0, |op| match op.interface::<dyn RegionBranchTerminator>() {
                Some(terminator) => terminator.successor_operands(op, successor.target),
                None => 0..op.n_operands(),
            });
            places.clone().for_each(|place| forwarded[place] = true);
            let value = |place| op.map(|op| Taken::Value(op.operand(place).id));
            edges.push((place_of(around.op, successor), places.filter_map(value).collect::<Vec<Taken>>()));
        }
        if is_back {
            let (_, mut passed) = edges.swap_remove(0);
            passed.extend(self.next_induction(around.op));
            return self.decide(id, Vec::new(), false, vec![(Place::Header(around.op.id), passed)]);
        }
        let mut decided = op.map_or(Vec::new(), |op| left_over(op, &forwarded));
        if decided.is_empty() && edges.len() > 1 {
            decided.push(self.anything());
        }
        let is_on_bit = op
            .is_some_and(|op| decided.len() == 1 && forwarded.first() == Some(&false) && ends_on_bit(op, &successors));
        self.decide(id, decided, is_on_bit, edges);
    }

    /// Converts an operation with regions.
    fn structured(&mut self, op: OpRef<'a>) {
        let interface = op.interface::<dyn RegionBranchOp>();
        let successors = interface.map_or(Vec::new(), |interface| interface.successors(op, RegionPoint::Parent));
        let of_loop = interface.and_then(|interface| loop_successors(op, interface, &successors));
        let around = Around { op, interface, has_header: of_loop.is_some() };
        match (interface, of_loop) {
            (None, _) => {
                let decided = vec![self.anything()];
                self.decide(Some(op.id), decided, false, anywhere(op));
            }
            (Some(interface), Some(successors)) => self.header(op, interface, &successors),
            (Some(interface), None) => self.enter(op, interface, &successors),
        }
        for region in op.regions() {
            self.region(region, Some(around));
        }
        self.start(Place::After(op.id));
        let received = self.received(around, RegionPoint::Parent);
        self.receive(Place::After(op.id), &received);
        for result in op.results() {
            if !self.items.contains_key(&result.id) {
                self.item(ItemKind::Instruction, Nature::Divergent, Origin::Value(result.id), Vec::new());
            }
        }
    }

    /// Adds the edges from an operation to its regions, or past them.
    fn enter(&mut self, op: OpRef<'a>, interface: &dyn RegionBranchOp, successors: &[RegionSuccessor]) {
        let mut forwarded = vec![false; op.n_operands()];
        let mut edges = Vec::new();
        for successor in successors {
            let places = interface.entry_operands(op, successor.target);
            places.clone().for_each(|place| forwarded[place] = true);
            // Operands in excess of the receiving values are ignored.
            let passed = places.take(successor.inputs.len()).map(|place| Taken::Value(op.operand(place).id));
            edges.push((place_of(op, successor), passed.collect()));
        }
        let mut decided = left_over(op, &forwarded);
        if decided.is_empty() && edges.len() > 1 {
            decided.push(self.anything());
        }
        let way = |value: bool| {
            let constants: Vec<Option<Attr>> =
                (0..op.n_operands()).map(|at| (at == 0).then(|| op.cx().bool_attr(value))).collect();
            interface.entry_successors(op, &constants)
        };
        let is_bit =
            successors.len() == 2 && decided.len() == 1 && op.n_operands() > 0 && !forwarded[0] && is_bit(op, 0);
        let is_on_bit = is_bit && way(true) == successors[..1] && way(false) == successors[1..];
        self.decide(Some(op.id), decided, is_on_bit, edges);
    }

    /// Creates the header of a structured loop.
    fn header(&mut self, op: OpRef<'a>, interface: &dyn RegionBranchOp, successors: &[RegionSuccessor]) {
        let carried = interface.entry_operands(op, successors[0].target);
        let mut passed: Vec<Taken> = carried.clone().map(|place| Taken::Value(op.operand(place).id)).collect();
        passed.extend(self.first_induction(op));
        self.decide(None, Vec::new(), false, vec![(Place::Header(op.id), passed)]);
        let place = Place::Header(op.id);
        self.start(place);
        let carried: Vec<Taken> = carried.map(|_| Taken::Item(self.phi(place, Origin::Hidden))).collect();
        let mut decided = control_operands(op, interface);
        for variable in induction_variables(op) {
            decided.push(Taken::Item(self.phi(place, Origin::Value(variable))));
        }
        let decided = vec![Taken::Item(self.item(ItemKind::Instruction, Nature::Computed, Origin::Hidden, decided))];
        let edges = successors.iter().map(|to| (place_of(op, to), carried.clone())).collect();
        self.decide(Some(op.id), decided, false, edges);
    }

    /// The initial values of induction variables.
    fn first_induction(&mut self, op: OpRef<'a>) -> Vec<Taken> {
        let variables = induction_variables(op);
        let bounds = op.interface::<dyn LoopLike>().and_then(|interface| interface.bounds(op));
        if let (1, Some([lower])) = (variables.len(), bounds.as_ref().map(|bounds| bounds.lower.as_slice())) {
            return vec![taken_of(*lower)];
        }
        variables.iter().map(|_| self.induction(op, Vec::new())).collect()
    }

    /// The next values of induction variables.
    fn next_induction(&mut self, op: OpRef<'a>) -> Vec<Taken> {
        let variables = induction_variables(op);
        let taken: Vec<Taken> = variables.iter().map(|&variable| Taken::Value(variable)).collect();
        let bounds = op.interface::<dyn LoopLike>().and_then(|interface| interface.bounds(op));
        if let (1, Some([step])) = (variables.len(), bounds.as_ref().map(|bounds| bounds.step.as_slice())) {
            // The sum with the step, whatever the upper bound.
            let taken = vec![taken[0], taken_of(*step)];
            return vec![Taken::Item(self.item(ItemKind::Instruction, Nature::Computed, Origin::Hidden, taken))];
        }
        variables.iter().map(|_| self.induction(op, taken.clone())).collect()
    }

    fn induction(&mut self, op: OpRef<'a>, mut taken: Vec<Taken>) -> Taken {
        if let Some(interface) = op.interface::<dyn RegionBranchOp>() {
            taken.extend(control_operands(op, interface));
        }
        Taken::Item(self.item(ItemKind::Instruction, Nature::Computed, Origin::Hidden, taken))
    }

    /// Connects the items and the phis, and returns the result.
    fn finish(mut self) -> FunctionFlow<'a> {
        for (item, taken) in std::mem::take(&mut self.pending) {
            let inputs: Vec<Input> = taken.iter().map(|&taken| self.input(taken)).collect();
            self.builder.set_inputs(item, inputs);
        }
        let mut successors: Vec<Vec<Node>> = vec![Vec::new(); self.places.len()];
        let mut arriving: FxHashMap<Place, Vec<usize>> = FxHashMap::default();
        let mut numbers = Vec::with_capacity(self.edges.len());
        for (number, edge) in self.edges.iter().enumerate() {
            let list = &mut successors[edge.from as usize];
            numbers.push(list.len() as u32);
            list.push(self.nodes[&edge.to]);
            arriving.entry(edge.to).or_default().push(number);
        }
        let edges = std::mem::take(&mut self.edges);
        for (place, phis) in std::mem::take(&mut self.phis) {
            for (index, &phi) in phis.iter().enumerate() {
                let mut inputs = Vec::new();
                for &number in arriving.get(&place).map_or(&[][..], |numbers| numbers) {
                    let edge = &edges[number];
                    let input = edge.passed.get(index).map_or(Input::Undefined, |&taken| self.input(taken));
                    inputs.push((input, (edge.from, numbers[number])));
                }
                self.builder.set_phi(phi, inputs);
            }
        }
        let mut inputs: FxHashMap<Value, Input> = FxHashMap::default();
        inputs.extend(self.items.iter().map(|(&value, &item)| (value, Input::Item(item))));
        FunctionFlow {
            body: self.body,
            flow: self.builder.finish(&successors),
            origins: self.origins,
            places: self.places,
            inputs,
            decisions: self.decisions,
        }
    }

    fn input(&mut self, taken: Taken) -> Input {
        let value = match taken {
            Taken::Item(item) => return Input::Item(item),
            Taken::Constant(attr) => return self.constant(attr),
            Taken::Value(value) => value,
        };
        if self.body.defining_op(value).is_some_and(|op| is_undefined(OpRef::new(self.body, op))) {
            return Input::Undefined;
        }
        match (self.items.get(&value), constant_value(self.body, value)) {
            (Some(&item), _) => Input::Item(item),
            (None, Some(attr)) => self.constant(attr),
            (None, None) => Input::Undefined,
        }
    }

    fn constant(&mut self, attr: Attr) -> Input {
        let next = self.constants.len() as u32;
        Input::Constant(*self.constants.entry(attr).or_insert(next))
    }
}

fn taken_of(value: ValueOrAttr) -> Taken {
    match value {
        ValueOrAttr::Value(value) => Taken::Value(value),
        ValueOrAttr::Attr(attr) => Taken::Constant(attr),
    }
}

fn is_undefined(op: OpRef) -> bool {
    op.interface::<dyn InferUniformity>().is_some_and(|interface| interface.is_undefined(op))
}

/// The operands that are not forwarded.
fn left_over(op: OpRef, forwarded: &[bool]) -> Vec<Taken> {
    let operands = op.operands().zip(forwarded);
    operands.filter(|&(_, &is_forwarded)| !is_forwarded).map(|(operand, _)| Taken::Value(operand.id)).collect()
}

/// The operands that control the execution of a structured loop.
fn control_operands(op: OpRef, interface: &dyn RegionBranchOp) -> Vec<Taken> {
    let mut forwarded = vec![false; op.n_operands()];
    for successor in interface.successors(op, RegionPoint::Parent) {
        interface.entry_operands(op, successor.target).for_each(|place| forwarded[place] = true);
    }
    left_over(op, &forwarded)
}

fn induction_variables(op: OpRef) -> Vec<Value> {
    op.interface::<dyn LoopLike>().map_or(Vec::new(), |interface| interface.induction_vars(op))
}

fn is_bit(op: OpRef, operand: usize) -> bool {
    op.operand(operand).ty().int_width(op.cx()) == Some(1)
}

/// Whether the terminator of a region passes control to the first of `successors` if its first operand is true, and to
/// the other one if it is false.
fn ends_on_bit(op: OpRef, successors: &[RegionSuccessor]) -> bool {
    let Some(terminator) = op.interface::<dyn RegionBranchTerminator>() else { return false };
    let way = |bit: bool| {
        let constant = |at| (at == 0).then(|| op.cx().bool_attr(bit));
        terminator.successors(op, &(0..op.n_operands()).map(constant).collect::<Vec<Option<Attr>>>())
    };
    successors.len() == 2 && is_bit(op, 0) && way(true) == successors[..1] && way(false) == successors[1..]
}

/// The successors of the header, if `op` is a structured loop: its region may be entered from the operation, and the
/// successors of its end are those of the operation, or the region itself if the operation always enters it (a loop
/// with at least one iteration).
fn loop_successors(
    op: OpRef,
    interface: &dyn RegionBranchOp,
    entered: &[RegionSuccessor],
) -> Option<Vec<RegionSuccessor>> {
    (0..op.n_regions()).map(RegionPoint::Region).find_map(|region| {
        let successors = interface.successors(op, region);
        let is_entered = entered.iter().any(|to| to.target == region);
        let is_same = successors == entered || entered.iter().all(|to| to.target == region);
        (is_entered && is_same && goes_back(&successors, region)).then_some(successors)
    })
}

/// Whether these are the successors of `region` as the region of a structured loop: itself among others.
fn goes_back(successors: &[RegionSuccessor], region: RegionPoint) -> bool {
    successors.len() > 1 && successors.iter().any(|to| to.target == region)
}

/// The block of a successor of a structured operation.
fn place_of(op: OpRef, successor: &RegionSuccessor) -> Place {
    match successor.target {
        RegionPoint::Parent => Place::After(op.id),
        RegionPoint::Region(region) => {
            op.region(region).entry().map_or(Place::After(op.id), |entry| Place::Block(entry.id))
        }
    }
}

/// Every region of an operation, and the rest of its block.
fn anywhere(op: OpRef) -> Vec<(Place, Vec<Taken>)> {
    let entries = op.regions().filter_map(RegionRef::entry).map(|entry| (Place::Block(entry.id), Vec::new()));
    entries.chain([(Place::After(op.id), Vec::new())]).collect()
}
