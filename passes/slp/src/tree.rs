//! The tree of isomorphic operations of several lanes, from the stored values to the loads.
//!
//! A *bundle* is a value for each lane. A bundle that occurs twice is one node.

use rmlir::core::dense::from_elements;
use rmlir::core::effects::is_memory_effect_free;
use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir_memref::LoadOp;
use rustc_hash::FxHashMap;

use crate::place::Place;

/// The index of a node.
pub type NodeId = usize;

/// The definition of a bundle's vector.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A constant.
    Constant(Attr),
    /// A broadcast of one value.
    Same(Value),
    /// One operation on the vectors of these nodes, in place of one for each lane.
    Together(Vec<NodeId>),
    /// A load of consecutive elements; by lane the offset from the first one. `first` is the load of that.
    Row {
        /// The load of the first element.
        first: OpId,
        /// By lane: the offset of the element.
        lanes: Vec<i64>,
    },
    /// Insertions of the lanes one by one.
    Apart,
}

/// A bundle with the definition of its vector.
#[derive(Clone, Debug)]
pub struct Node {
    /// By lane.
    pub values: Vec<Value>,
    /// The definition of its vector.
    pub kind: Kind,
}

/// The tree for a sequence of stores.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The stores, by lane.
    pub stores: Vec<OpId>,
    /// The nodes in topological order; the last one is the stored value.
    pub nodes: Vec<Node>,
}

/// The maximum depth of the tree; deeper bundles are built by insertions.
const MOST_DEPTH: u32 = 24;

impl Tree {
    /// The tree of `stores`.
    pub fn new(body: &Body, stores: &[OpId]) -> Self {
        let block = body.block_of(stores[0]).expect("stores stand in a block");
        let mut builder = Builder { body, block, nodes: Vec::new(), numbers: FxHashMap::default() };
        builder.node(stores.iter().map(|&store| body.operand(store, 0)).collect(), MOST_DEPTH);
        Self { stores: stores.to_vec(), nodes: builder.nodes }
    }

    /// The number of lanes.
    pub fn width(&self) -> usize {
        self.stores.len()
    }

    /// The operations that nodes replace, by lane.
    pub fn ops<'a>(&'a self, body: &'a Body<'a>) -> impl Iterator<Item = OpId> + 'a {
        let made = |node: &Node| matches!(node.kind, Kind::Together(_) | Kind::Row { .. });
        let values = self.nodes.iter().filter(move |node| made(node)).flat_map(|node| node.values.iter());
        values.filter_map(|&value| body.defining_op(value))
    }
}

struct Builder<'b> {
    body: &'b Body<'b>,
    block: BlockId,
    nodes: Vec<Node>,
    numbers: FxHashMap<Vec<Value>, NodeId>,
}

impl Builder<'_> {
    fn node(&mut self, values: Vec<Value>, depth: u32) -> NodeId {
        if let Some(&number) = self.numbers.get(&values) {
            return number;
        }
        let kind = self.leaf(&values).or_else(|| self.row(&values)).or_else(|| self.together(&values, depth));
        self.nodes.push(Node { values: values.clone(), kind: kind.unwrap_or(Kind::Apart) });
        self.numbers.insert(values, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    fn leaf(&self, values: &[Value]) -> Option<Kind> {
        let constants: Option<Vec<Attr>> = values.iter().map(|&value| constant_value(self.body, value)).collect();
        let is_same = values.iter().all(|&value| value == values[0]);
        let ty = self.body.cx().vector_type(&[values.len() as i64], self.body.ty(values[0]));
        // Poison is no element of a dense constant.
        match constants.and_then(|constants| from_elements(self.body.cx(), ty, &constants)) {
            Some(constant) => Some(Kind::Constant(constant)),
            None => is_same.then_some(Kind::Same(values[0])),
        }
    }

    /// The defining operations of a bundle, if they are distinct and in the block.
    fn makers(&self, values: &[Value]) -> Option<Vec<OpId>> {
        let ops: Option<Vec<OpId>> = values.iter().map(|&value| self.body.defining_op(value)).collect();
        let ops = ops?;
        let is_here = ops.iter().all(|&op| self.body.block_of(op) == Some(self.block));
        let are_different = (1..ops.len()).all(|at| !ops[..at].contains(&ops[at]));
        (is_here && are_different).then_some(ops)
    }

    /// Loads of consecutive elements, in any order.
    fn row(&self, values: &[Value]) -> Option<Kind> {
        let ops = self.makers(values)?;
        let places: Option<Vec<Place>> = ops
            .iter()
            .map(|&op| Place::of(self.body, op).filter(|_| OpRef::new(self.body, op).is::<LoadOp>()))
            .collect();
        let places = places?;
        let least = places.iter().min_by_key(|place| place.offset)?.offset;
        let lane = |place: &Place| {
            let lane = place.offset.checked_sub(least)?;
            (place.row == places[0].row && lane < values.len() as i64).then_some(lane)
        };
        let lanes: Option<Vec<i64>> = places.iter().map(lane).collect();
        let lanes = lanes?;
        // Each element occurs once: then only elements of the row are loaded.
        let is_once = (1..lanes.len()).all(|at| !lanes[..at].contains(&lanes[at]));
        let first = lanes.iter().position(|&lane| lane == 0)?;
        is_once.then_some(Kind::Row { first: ops[first], lanes })
    }

    fn together(&mut self, values: &[Value], depth: u32) -> Option<Kind> {
        let body = self.body;
        let ops = self.makers(values).filter(|_| depth > 0)?;
        let first = OpRef::new(body, ops[0]);
        let is_fit = first.has(TraitSet::VECTORIZABLE) && is_memory_effect_free(first) && first.n_results() == 1;
        let is_alike = |&op: &OpId| {
            body.name(op) == body.name(ops[0])
                && body.props(op) == body.props(ops[0])
                && body.operands(op).map(|value| body.ty(value)).eq(body.operands(ops[0]).map(|value| body.ty(value)))
                && body.result_types(op).eq(body.result_types(ops[0]))
        };
        if !is_fit || !ops.iter().all(is_alike) || !body.operands(ops[0]).all(|value| is_element(body, value)) {
            return None;
        }
        let mut lists: Vec<Vec<Value>> = ops.iter().map(|&op| body.operands(op).collect()).collect();
        if lists[0].len() == 2 && first.has(TraitSet::COMMUTATIVE) {
            align(body, &mut lists);
        }
        let n = lists[0].len();
        let bundles: Vec<Vec<Value>> = (0..n).map(|at| lists.iter().map(|list| list[at]).collect()).collect();
        Some(Kind::Together(bundles.into_iter().map(|bundle| self.node(bundle, depth - 1)).collect()))
    }
}

/// Swaps operands of a commutative operation where that matches those of the first lane.
fn align(body: &Body, lists: &mut [Vec<Value>]) {
    let first = lists[0].clone();
    for list in &mut lists[1..] {
        let likeness = |a: Value, b: Value| -> u32 {
            let row = |value: Value| body.defining_op(value).and_then(|op| Place::of(body, op)).map(|place| place.row);
            let name = |value: Value| body.defining_op(value).map(|op| body.name(op));
            match () {
                () if a == b => 3,
                () if row(a).is_some() && row(a) == row(b) => 2,
                () if name(a).is_some() && name(a) == name(b) => 1,
                () => 0,
            }
        };
        let straight = likeness(first[0], list[0]) + likeness(first[1], list[1]);
        if likeness(first[0], list[1]) + likeness(first[1], list[0]) > straight {
            list.swap(0, 1);
        }
    }
}

/// Whether `value` has a vector element type.
fn is_element(body: &Body, value: Value) -> bool {
    let (cx, ty) = (body.cx(), body.ty(value));
    ty.int_or_index_width(cx).is_some() || ty.float_kind(cx).is_some()
}
