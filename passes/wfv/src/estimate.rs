//! What a function costs one lane at a time, and all lanes at once: whether it pays to make it for lanes, and a table to
//! look at.
//!
//! The unit is one operation of arithmetic on one register. Loops run some turns each, and each way of a branch at which
//! lanes part half of the times for one lane, always for all.

use rmlir::analysis::cfg::Node;
use rmlir::core::effects::is_memory_effect_free;
use rmlir::core::memref_layout::strides_and_offset;
use rmlir::prelude::*;
use rmlir_func::CallOp;
use rmlir_memref::{LoadOp, StoreOp};

use crate::cost::TURNS;
use crate::plan::{Callees, Plan};
use crate::pressure::{self, of_type};
use crate::targets::{Gathers, Target};

/// What divisions and roots cost.
const DIVISION: f64 = 4.0;

/// What a call costs, beside what the function does.
const CALL: f64 = 8.0;

/// By how much longer than one lane all lanes stay in a loop that each leaves when it has to.
const LONGEST: f64 = 1.5;

/// What it costs to put a register aside and take it back.
const SPILL: f64 = 2.0;

/// Operations that take as long as a division.
const DIVISIONS: [&str; 11] = [
    "arith.divf",
    "arith.divsi",
    "arith.divui",
    "arith.remsi",
    "arith.remui",
    "arith.remf",
    "arith.ceildivsi",
    "arith.ceildivui",
    "arith.floordivsi",
    "math.sqrt",
    "math.rsqrt",
];

/// How an operation is made for lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// Once for all lanes.
    Once,
    /// As vectors.
    Vectors,
    /// As rows of memory.
    Rows,
    /// As elements of memory that are apart.
    Apart,
    /// As a call of a variant.
    Variant,
    /// Lane by lane.
    OneByOne,
}

impl How {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            How::Once => "once",
            How::Vectors => "vectors",
            How::Rows => "rows",
            How::Apart => "apart",
            How::Variant => "variant",
            How::OneByOne => "one by one",
        }
    }
}

/// What an operation costs.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    /// How it is made for lanes.
    pub how: How,
    /// For one lane, once.
    pub scalar: f64,
    /// For all lanes, once.
    pub lanes: f64,
}

/// What a function costs.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// For one lane.
    pub scalar: f64,
    /// For all lanes, with registers put aside.
    pub lanes: f64,
    /// Vector registers that are needed at a time.
    pub n_registers: u64,
    /// How many lanes there are.
    pub n_lanes: i64,
}

impl Estimate {
    /// How many times as fast all lanes are at once as one after the other.
    pub fn gain(&self) -> f64 {
        self.scalar * self.n_lanes as f64 / self.lanes.max(1.0)
    }
}

/// Estimates a function for so many lanes.
pub fn estimate(plan: &Plan, n_lanes: i64, target: Target, callees: &Callees) -> Estimate {
    let graph = &plan.graph;
    let n_registers = pressure::n_registers(plan, n_lanes, target);
    let excess = n_registers.saturating_sub(target.n_registers.into()) as f64;
    let mut found = Estimate { scalar: 0.0, lanes: 0.0, n_registers, n_lanes };
    for node in graph.reachable() {
        let (scalar, lanes) = turns(plan, node);
        for op in graph.ops(node) {
            let costs = of_op(plan, node, op, n_lanes, target, callees);
            found.scalar += scalar * costs.scalar;
            found.lanes += lanes * costs.lanes;
        }
        if plan.lanes.cycles.innermost(node).is_some_and(|cycle| plan.lanes.cycles[cycle].header() == node) {
            found.lanes += lanes * excess * SPILL;
        }
    }
    found
}

/// How often a node is taken to run for one lane, and for all.
pub fn turns(plan: &Plan, node: Node) -> (f64, f64) {
    let (graph, lanes) = (&plan.graph, &plan.lanes);
    let turns = TURNS as f64;
    let (mut scalar, mut all) = (1.0, 1.0);
    for cycle in lanes.cycles.around(node) {
        scalar *= turns;
        all *= if lanes.is_left_apart[cycle as usize] { turns * LONGEST } else { turns };
    }
    // Branches above at which lanes part, but those that end cycles around.
    let mut at = node;
    while let Some(above) = graph.dominators.parent(at) {
        let edges = &graph.edges[above as usize];
        let is_side = edges.len() > 1 && graph.incoming[at as usize].len() == 1;
        let is_end = edges.iter().any(|edge| lanes.cycles.innermost(edge.to) != lanes.cycles.innermost(above));
        if is_side && !is_end {
            scalar /= edges.len() as f64;
            if !lanes.is_divergent[above as usize] {
                all /= edges.len() as f64;
            }
        }
        at = above;
    }
    (scalar, all)
}

/// Estimates an operation of a node.
pub fn of_op(plan: &Plan, node: Node, op: OpId, n_lanes: i64, target: Target, callees: &Callees) -> Costs {
    let (graph, lanes) = (&plan.graph, &plan.lanes);
    let body = graph.body;
    let view = OpRef::new(body, op);
    let n = n_lanes as f64;
    let costs = |how, scalar: f64, lanes: f64| Costs { how, scalar, lanes };
    if view.n_results() > 0 && view.results().all(|result| graph.constant(result.id).is_some()) {
        return costs(How::Once, 0.0, 0.0);
    }
    if view.is::<LoadOp>() || view.is::<StoreOp>() {
        return access(plan, node, op, n_lanes, target);
    }
    if view.is::<CallOp>() {
        let callee = body.prop(op, CallOp::CALLEE).and_then(|attr| attr.as_flat_symbol(body.cx()));
        let has_variant = callee.is_some_and(|name| callees.contains_key(name.str(body.cx())));
        return match has_variant {
            true => costs(How::Variant, CALL, CALL),
            false => costs(How::OneByOne, CALL, CALL * n),
        };
    }
    let one = if DIVISIONS.contains(&view.name_str()) { DIVISION } else { 1.0 };
    let is_free = is_memory_effect_free(view);
    if is_free && view.results().all(|result| !lanes.shape(result.id).is_varying()) {
        return costs(How::Once, one, one);
    }
    let types = body.result_types(op).chain(body.operand_types(op));
    let n_registers = types.map(|ty| of_type(body.cx(), ty, n_lanes, target)).max().unwrap_or(1) as f64;
    let is_whole = body.result_types(op).any(|ty| ty.int_or_index_width(body.cx()).is_some());
    match is_free && view.has(TraitSet::VECTORIZABLE) {
        // Machines have no division of whole numbers for lanes.
        true if one > 1.0 && is_whole => costs(How::Vectors, one, one * n),
        true => costs(How::Vectors, one, one * n_registers),
        false => costs(How::OneByOne, one, (one + 1.0) * n),
    }
}

/// A load or store.
fn access(plan: &Plan, node: Node, op: OpId, n_lanes: i64, target: Target) -> Costs {
    let Plan { graph, lanes, blocks, .. } = plan;
    let body = graph.body;
    let is_load = OpRef::new(body, op).is::<LoadOp>();
    let (element, n_data) = match is_load {
        true => (body.ty(body.result(op, 0)), 1),
        false => (body.ty(body.operand(op, 0)), 2),
    };
    let n = n_lanes as f64;
    let n_registers = of_type(body.cx(), element, n_lanes, target) as f64;
    let is_masked = !blocks.is_by_all[node as usize] || blocks.region[node as usize].is_some();
    let mut indices: Vec<Option<i64>> = Vec::new();
    for index in body.operands(op).skip(n_data) {
        indices.push(match graph.constant(index) {
            Some(_) => Some(0),
            None => lanes.shape(index).stride,
        });
    }
    let last = indices.pop().unwrap_or(Some(0));
    let is_row = indices.iter().all(|&stride| stride == Some(0));
    let layout = strides_and_offset(body.cx(), body.ty(body.operand(op, n_data - 1)));
    let is_dense = layout.is_some_and(|layout| layout.strides.last().is_none_or(|&stride| stride == 1));
    let costs = |how, lanes: f64| Costs { how, scalar: 1.0, lanes };
    match last {
        Some(0) if is_row && is_load => costs(How::Once, 1.0),
        Some(0) if is_row => costs(How::OneByOne, 2.0 * n),
        // Gathers are of elements without gaps only.
        _ if !is_dense => costs(How::OneByOne, 2.0 * n),
        // Lanes of a row that are off are left out one by one if the machine does not do it.
        Some(1) if is_row && is_masked && !target.has_masked_rows => costs(How::Rows, 2.0 * n),
        Some(1) if is_row => costs(How::Rows, n_registers),
        Some(stride) if is_row && is_load && !is_masked && (2..=target.shuffled).contains(&stride) => {
            costs(How::Rows, 2.0 * stride as f64 * n_registers)
        }
        _ if target.gathers == Gathers::Masked => costs(How::Apart, n),
        _ => costs(How::Apart, 2.0 * n),
    }
}
