//! The estimated cost of a function for one lane and for all lanes at once, which decides whether vectorization is
//! profitable, and the cost table of reports.
//!
//! The unit is one arithmetic operation on one register. Loops are assumed to have a fixed trip count; each successor
//! of a divergent branch is assumed to be executed half of the time for one lane, and always for all lanes.

use rmlir::analysis::cfg::Node;
use rmlir::core::effects::is_memory_effect_free;
use rmlir::core::memref_layout::strides_and_offset;
use rmlir::prelude::*;
use rmlir_arith as arith;
use rmlir_func::CallOp;
use rmlir_math as math;
use rmlir_memref::{LoadOp, StoreOp};

use crate::analysis::plan::{Callees, Plan};
use crate::cost::operations::TURNS;
use crate::cost::pressure::{self, of_type};
use crate::elementwise::is_elementwise;
use crate::targets::{Gathers, Target};

/// The cost of divisions and square roots.
const DIVISION: f64 = 4.0;

/// The cost of a call, in addition to the callee's body.
const CALL: f64 = 8.0;

/// The ratio between the trip count for all lanes and that of one lane, for a loop with divergent exits.
const LONGEST: f64 = 1.5;

/// The cost of spilling and reloading a register.
const SPILL: f64 = 2.0;

/// Operations with the latency of a division.
const DIVISIONS: [&str; 11] = [
    arith::DivFOp::NAME,
    arith::DivSIOp::NAME,
    arith::DivUIOp::NAME,
    arith::RemSIOp::NAME,
    arith::RemUIOp::NAME,
    arith::RemFOp::NAME,
    arith::CeilDivSIOp::NAME,
    arith::CeilDivUIOp::NAME,
    arith::FloorDivSIOp::NAME,
    math::SqrtOp::NAME,
    math::RsqrtOp::NAME,
];

/// The vectorization strategy of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// One scalar operation for all lanes.
    Once,
    /// Vector operations.
    Vectors,
    /// Contiguous accesses to memory.
    Rows,
    /// Non-contiguous accesses to memory.
    Apart,
    /// A call of a variant.
    Variant,
    /// Scalarized: once for each lane.
    OneByOne,
}

impl How {
    /// The description of the strategy.
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

/// The cost of an operation.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    /// The vectorization strategy.
    pub how: How,
    /// The cost for one lane, executed once.
    pub scalar: f64,
    /// The cost for all lanes, executed once.
    pub lanes: f64,
}

/// The estimated cost of a function.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// The cost for one lane.
    pub scalar: f64,
    /// The cost for all lanes, spills included.
    pub lanes: f64,
    /// The number of vector registers needed at a time.
    pub n_registers: u64,
    /// The number of lanes.
    pub n_lanes: i64,
}

impl Estimate {
    /// The estimated speedup of all lanes at once over one lane after the other.
    pub fn gain(&self) -> f64 {
        self.scalar * self.n_lanes as f64 / self.lanes.max(1.0)
    }
}

/// Estimates a function for `n_lanes` lanes.
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

/// The assumed execution counts of a node for one lane, and for all lanes.
pub fn turns(plan: &Plan, node: Node) -> (f64, f64) {
    let (graph, lanes) = (&plan.graph, &plan.lanes);
    let turns = TURNS as f64;
    let (mut scalar, mut all) = (1.0, 1.0);
    for cycle in lanes.cycles.around(node) {
        scalar *= turns;
        all *= if lanes.is_left_apart[cycle as usize] { turns * LONGEST } else { turns };
    }
    // Dominating divergent branches, except those that exit surrounding cycles.
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
        let has_variant = callees.contains_key(view.get(CallOp::callee).str(body.cx()));
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
    match is_free && is_elementwise(view) {
        // Machines have no vector integer division.
        true if one > 1.0 && is_whole => costs(How::Vectors, one, one * n),
        true => costs(How::Vectors, one, one * n_registers),
        false => costs(How::OneByOne, one, (one + 1.0) * n),
    }
}

/// Estimates a load or store.
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
        // Gathers require a contiguous layout.
        _ if !is_dense => costs(How::OneByOne, 2.0 * n),
        // Without masked contiguous accesses on the target, inactive lanes are excluded one by one.
        Some(1) if is_row && is_masked && !target.has_masked_rows => costs(How::Rows, 2.0 * n),
        Some(1) if is_row => costs(How::Rows, n_registers),
        Some(stride) if is_row && is_load && !is_masked && (2..=target.shuffled).contains(&stride) => {
            costs(How::Rows, 2.0 * stride as f64 * n_registers)
        }
        _ if target.gathers == Gathers::Masked => costs(How::Apart, n),
        _ => costs(How::Apart, 2.0 * n),
    }
}
