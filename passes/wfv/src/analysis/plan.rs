//! The results of all analyses of a function before code generation, and the functions with variants.

use rmlir::prelude::*;
use rmlir_func::FuncOp;
use rmlir_memref::StoreOp;
use rustc_hash::FxHashMap;

use crate::analysis::blocks::Blocks;
use crate::analysis::graph::Graph;
use crate::analysis::lanes::{Lanes, is_undefined};
use crate::analysis::linear::Linear;
use crate::branching::skip::find_skipped;
use crate::clauses::{Clauses, signature};
use crate::declined::Declined;

/// A function that has variants.
#[derive(Clone, Debug)]
pub struct Callee {
    /// Its name.
    pub name: String,
    /// The clauses of the function.
    pub clauses: Clauses,
}

/// The functions of a module that have variants, by name.
pub type Callees = FxHashMap<String, Callee>;

/// Finds the functions of `module` with requested variants; a `width` other than 0 replaces their number of lanes.
pub fn callees(module: &Body, width: i64) -> Callees {
    let mut found = Callees::default();
    for op in module.proxies() {
        let function = OpRef::new(module, op).resolve();
        if !function.is::<FuncOp>() {
            continue;
        }
        if let (Some(name), Some(clauses)) = (function.symbol_name(), Clauses::of(function, width)) {
            let name = name.str(module.cx()).to_owned();
            found.insert(name.clone(), Callee { name, clauses });
        }
    }
    found
}

/// The results of the analyses of a function.
pub struct Plan<'a> {
    /// The control-flow graph.
    pub graph: Graph<'a>,
    /// The shapes of values.
    pub lanes: Lanes,
    /// The properties of blocks.
    pub blocks: Blocks,
    /// The linear order.
    pub linear: Linear,
}

impl<'a> Plan<'a> {
    /// Analyzes the function in `body` for `width` lanes; blocks with a cost of at least `skip` are skipped without
    /// active lanes.
    pub fn new(body: &'a Body<'a>, clauses: &Clauses, width: i64, skip: Option<u64>) -> Result<Self, Declined> {
        let graph = Graph::new(body)?;
        check_operations(&graph)?;
        let lanes = Lanes::new(&graph, &clauses.arguments, width);
        check_types(&graph, &lanes)?;
        let mut forced = vec![false; lanes.cycles.ids().len()];
        loop {
            let mut blocks = Blocks::new(&graph, &lanes, &forced);
            if let Some(least) = skip {
                find_skipped(&graph, &lanes, &mut blocks, least);
            }
            match Linear::new(&graph, &lanes, &blocks) {
                Ok(linear) => return Ok(Self { graph, lanes, blocks, linear }),
                Err(cycle) => forced[cycle as usize] = true,
            }
        }
    }
}

/// The regularity of a function: its counts of irregular values and stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Regularity {
    /// The number of varying values.
    pub n_varying: usize,
    /// The number of stores with a stride beyond that of shuffled rows.
    pub n_stored_apart: usize,
}

impl Regularity {
    /// Computes the regularity of a function.
    pub fn of(plan: &Plan) -> Self {
        let (graph, lanes) = (&plan.graph, &plan.lanes);
        let mut found = Self { n_varying: 0, n_stored_apart: 0 };
        for op in graph.reachable().flat_map(|node| graph.ops(node)) {
            let view = OpRef::new(graph.body, op);
            let is_varying = |&value: &Value| graph.constant(value).is_none() && lanes.shape(value).is_varying();
            found.n_varying += graph.body.results(op).iter().filter(|value| is_varying(value)).count();
            if !view.is::<StoreOp>() {
                continue;
            }
            let is_apart = |value: Value| match graph.constant(value) {
                Some(_) => false,
                None => !lanes.shape(value).stride.is_some_and(|stride| (0..=MOST_SHUFFLED).contains(&stride)),
            };
            found.n_stored_apart += usize::from(graph.body.operands(op).skip(2).any(is_apart));
        }
        found
    }
}

/// The maximum stride of elements that counts as a row.
const MOST_SHUFFLED: i64 = 4;

/// Declines operations with regions, and results whose types are no vector elements.
fn check_operations(graph: &Graph) -> Result<(), Declined> {
    let root = graph.body.root();
    for node in graph.reachable() {
        for op in graph.ops(node) {
            if !graph.body.regions(op).is_empty() {
                return Err(Declined::at(graph.body, op, "has regions; structured control flow is lowered first"));
            }
        }
    }
    let (_, results) = signature(OpRef::root(graph.body));
    match results.iter().all(|&ty| is_scalar(graph.body.cx(), ty)) {
        true => Ok(()),
        false => Err(Declined::at(graph.body, root, "gives something that vectors do not hold")),
    }
}

fn is_scalar(cx: &Context, ty: Type) -> bool {
    ty.int_or_index_width(cx).is_some_and(|width| width <= 64) || ty.float_kind(cx).is_some()
}

/// Declines varying values whose types are no vector elements.
fn check_types(graph: &Graph, lanes: &Lanes) -> Result<(), Declined> {
    let cx = graph.body.cx();
    for node in graph.reachable() {
        let Some(block) = graph.block(node) else { continue };
        let first = graph.body.first_op(block).expect("blocks end with a terminator");
        for &argument in graph.body.args(block) {
            if !lanes.shape(argument).is_uniform() && !is_scalar(cx, graph.body.ty(argument)) {
                return Err(Declined::at(graph.body, first, "follows an argument that vectors do not hold"));
            }
        }
        for op in graph.ops(node) {
            let is_held = |&value: &Value| {
                let is_constant = graph.constant(value).is_some() || is_undefined(OpRef::new(graph.body, op));
                is_constant || lanes.shape(value).is_uniform() || is_scalar(cx, graph.body.ty(value))
            };
            if !graph.body.results(op).iter().all(is_held) {
                return Err(Declined::at(graph.body, op, "gives each lane something that vectors do not hold"));
            }
        }
    }
    Ok(())
}
