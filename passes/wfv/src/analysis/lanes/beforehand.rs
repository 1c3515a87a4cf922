//! Values that are uniform by arithmetic alone, computed before control flow is analyzed. They cover most values for
//! which the uniformity analysis would have to be repeated.

use rmlir::analysis::cfg::{DepthFirst, DfsOrder};
use rmlir::analysis::uniformity::Nature;
use rmlir::analysis::uniformity::source::{Target, result_nature};
use rmlir::core::effects::is_memory_effect_free;
use rmlir::prelude::*;

use super::shapes::{is_undefined, of_argument, of_constant};
use crate::analysis::graph::Graph;
use crate::analysis::shape::Shape;
use crate::analysis::table::Table;
use crate::analysis::transfer::transfer;
use crate::clauses::Clause;

/// Finds the values that are uniform at all times, although they depend on varying ones. Only values computed from
/// arguments of the function by operations without side effects are considered.
pub(super) fn uniform_beforehand(graph: &Graph, clauses: &[Clause], n_lanes: i64) -> Table<()> {
    let (cx, body) = (graph.body.cx(), graph.body);
    let mut uniform = Table::new(body);
    let mut shapes: Table<Shape> = Table::new(body);
    let entry = graph.block(0).expect("a function has an entry");
    for (&argument, clause) in body.args(entry).iter().zip(clauses) {
        shapes.insert(argument, of_argument(cx, body.ty(argument), clause));
    }
    let walk = DepthFirst::new(&graph.cfg, 0, DfsOrder::LastFirst);
    for op in walk.postorder().iter().rev().flat_map(|&node| graph.ops(node)) {
        let view = OpRef::new(body, op);
        if is_undefined(view) || !is_memory_effect_free(view) {
            continue;
        }
        let shape_of = |value: Value| match graph.constant(value) {
            Some(attr) => Some(of_constant(cx, attr)),
            None => shapes.get(value),
        };
        let Some(operands) = body.operands(op).map(shape_of).collect::<Option<Vec<Shape>>>() else { continue };
        for (at, result) in view.results().enumerate() {
            if graph.constant(result.id).is_some() || result_nature(view, at, Target::Generic) != Nature::Computed {
                continue;
            }
            let shape = transfer(view, &operands, n_lanes, true);
            shapes.insert(result.id, shape);
            if shape.is_uniform() && !operands.iter().all(|operand| operand.is_uniform()) {
                uniform.insert(result.id, ());
            }
        }
    }
    uniform
}
