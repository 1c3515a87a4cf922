//! All that is found about a function before code is made, and who calls whom.

use rmlir::prelude::*;
use rmlir_func::FuncOp;
use rmlir_memref::StoreOp;
use rustc_hash::FxHashMap;

use crate::blocks::Blocks;
use crate::clauses::{Clauses, signature};
use crate::declined::Declined;
use crate::graph::Graph;
use crate::lanes::{Lanes, is_undefined};
use crate::linear::Linear;
use crate::skip::find_skipped;

/// A function that has variants.
#[derive(Clone, Debug)]
pub struct Callee {
    /// Its name.
    pub name: String,
    /// What is said about it.
    pub clauses: Clauses,
}

/// The functions of a module that have variants, by name.
pub type Callees = FxHashMap<String, Callee>;

/// Finds the functions of `module` that want variants; `width` stands for their lanes where it is not 0.
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

/// What is found about a function.
pub struct Plan<'a> {
    /// Its graph.
    pub graph: Graph<'a>,
    /// Its values.
    pub lanes: Lanes,
    /// Its blocks.
    pub blocks: Blocks,
    /// Their order.
    pub linear: Linear,
}

impl<'a> Plan<'a> {
    /// Of the function that `body` holds, for `width` lanes; blocks are skipped from the cost `skip` on.
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

/// How regular a function is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Regularity {
    /// Values of which nothing is known.
    pub n_varying: usize,
    /// Stores to elements that are further apart than rows that are shuffled.
    pub n_stored_apart: usize,
}

impl Regularity {
    /// Of a function.
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

/// The greatest distance of elements that counts as a row.
const MOST_SHUFFLED: i64 = 4;

/// Declines what has regions, and results that vectors do not hold.
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

/// Declines values that are different in each lane and that vectors do not hold.
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
