//! Optimization remarks: the marked loops and functions that were vectorized, and the reasons why others were not.

use rmlir::core::effects::is_memory_effect_free;
use rmlir::pass::remark::Remark;
use rmlir::prelude::*;
use rmlir_memref::StoreOp;

use crate::analysis::plan::{Callees, Plan};
use crate::cost::estimate::{How, estimate, of_op};
use crate::declined::Declined;
use crate::targets::Target;

/// The category of the remarks, for filters.
pub const CATEGORY: &str = "wfv";

/// The remarks of a pass, in order.
#[derive(Default)]
pub struct Remarks {
    /// The remarks, in order of emission.
    pub list: Vec<Remark>,
}

impl Remarks {
    /// Adds a remark about a missed optimization.
    pub fn missed(&mut self, loc: Loc, why: &str) {
        self.list.push(Remark::missed(loc, CATEGORY).reason(why));
    }

    /// Adds a remark about an operation that stays scalar.
    pub fn declined(&mut self, declined: &Declined) {
        self.missed(declined.place, &format!("'{}' {}", declined.name, declined.why));
    }

    /// Adds a remark that the function `name` has variants for `width` lanes; the outlined body of a loop is one.
    pub fn vectorized(&mut self, plan: &Plan, name: &str, width: i64, target: Target, callees: &Callees) {
        let (graph, body) = (&plan.graph, plan.graph.body);
        let loc = body.loc(body.root());
        let (mut n_gathers, mut n_scatters, mut n_scalar, mut n_masked) = (0, 0, 0, 0);
        for node in graph.reachable() {
            n_masked += u64::from(graph.block(node).is_some() && !plan.blocks.is_by_all[node as usize]);
            for op in graph.ops(node) {
                let view = OpRef::new(body, op);
                match of_op(plan, node, op, width, target, callees).how {
                    How::Apart if view.is::<StoreOp>() => n_scatters += 1,
                    How::Apart => n_gathers += 1,
                    How::OneByOne if !is_memory_effect_free(view) || view.n_results() > 0 => n_scalar += 1,
                    _ => {}
                }
            }
        }
        let passed = Remark::passed(loc, CATEGORY).text("vectorized").arg("Function", name).arg("Lanes", width);
        let passed = passed.arg("MaskedBlocks", n_masked).arg("Gathers", n_gathers);
        self.list.push(passed.arg("Scatters", n_scatters).arg("Scalarized", n_scalar));
        let costs = estimate(plan, width, target, callees);
        let analysis = Remark::analysis(loc, CATEGORY).arg("Function", name).arg("Registers", costs.n_registers);
        let analysis = analysis.arg("ScalarCost", format!("{:.0}", costs.scalar * costs.n_lanes as f64));
        let analysis = analysis.arg("VectorCost", format!("{:.0}", costs.lanes));
        self.list.push(analysis.arg("Gain", format!("{:.2}", costs.gain())));
    }

    /// Adds a remark that the marked loop at `loc` was split at a branch.
    pub fn regrouped(&mut self, loc: Loc, n_vectors: i64) {
        self.list.push(Remark::passed(loc, CATEGORY).text("regrouped at a branch").arg("Vectors", n_vectors));
    }
}
