//! Selection of the functions and loops to vectorize without marks by the user.
//!
//! Steps: 1. find functions without memory effects, since iterations that call others may be dependent; 2. visit loops
//! from the outermost inward: those with iterations proved to be independent are candidates; 3. try functions that
//! candidates call often enough, with the common clauses of all calls in candidates; 4. estimate candidates, with calls
//! of variants, and mark those with enough gain. Rejected ones are reported with their reason.
//!
//! In reading order: [`decision`] has the options and results; this file selects loops, [`calls`] functions,
//! [`mod@independent`] tests dependences; [`runtime`] creates versions of loops that are independent if memrefs are
//! disjoint.

pub mod calls;
mod decision;
pub mod independent;
pub mod runtime;

use rmlir::pass::remark::Remark;
use rmlir::prelude::*;
use rmlir_scf::ForOp;
use rustc_hash::FxHashSet;

use crate::analysis::plan::Callees;
use crate::loops::call_sites;
use crate::loops::conflict::Facts;
use crate::marks::{CHECKED, MARK};
use crate::select::calls::{Function, functions};
use crate::select::independent::{Assumptions, check};
use crate::select::runtime::version;
use crate::targets::Target;

pub use self::decision::{Candidate, Decision, Wanted};

/// Marks loops and functions of a module; returns the decisions: rejected loops, rejected functions, candidate loops,
/// candidate functions.
pub fn select(module: &mut Body, wanted: Wanted) -> Vec<Decision> {
    let free = calls::free_of_memory(module);
    let facts = Facts { free: Some(&free), noalias_arguments: wanted.noalias_arguments, max_pairs: wanted.max_pairs };
    let assumptions = Assumptions { width: wanted.width, facts, n_checks: wanted.n_checks };
    let mut decisions = Vec::new();
    let mut candidates: Vec<(OpId, Vec<Candidate>)> = Vec::new();
    for op in module.proxies() {
        let Some(body) = module.nested(op) else { continue };
        if OpRef::root(body).interface::<dyn FunctionOp>().is_none() {
            continue;
        }
        let found = candidates_of(body, assumptions, &mut decisions);
        candidates.push((op, found));
    }
    let functions = functions(module, &candidates, wanted, &mut decisions);
    let callees: Callees = functions.iter().map(|found| (found.callee.name.clone(), found.callee.clone())).collect();
    let mut called: FxHashSet<String> = FxHashSet::default();
    for (op, loops) in candidates {
        let mut body = module.detach(op);
        mark(module, &mut body, &loops, wanted, &callees, &mut called, &mut decisions);
        module.attach(op, body);
    }
    for Function { op, callee, estimate, loc } in functions {
        let refused = match called.contains(&callee.name) {
            true => {
                calls::say(module.nested_mut(op).expect("a function is isolated"), &callee.clauses, wanted.width);
                None
            }
            false => Some("no loop that calls it is taken".to_owned()),
        };
        let what = format!("function '{}'", callee.name);
        decisions.push(Decision { loc, what, estimate: Some(estimate), n_checks: 0, refused });
    }
    decisions
}

/// The outermost loops of a function whose iterations are independent.
fn candidates_of(body: &Body, assumptions: Assumptions, decisions: &mut Vec<Decision>) -> Vec<Candidate> {
    let mut loops = Vec::new();
    body.walk_preorder(body.root(), |op| {
        if OpRef::new(body, op).interface::<dyn LoopLike>().is_some() {
            loops.push(op);
        }
    });
    let mut taken: Vec<Candidate> = Vec::new();
    for op in loops {
        let is_in = |outer: &Candidate| body.is_ancestor(outer.op, op);
        let is_decided = |at: OpId| [MARK, CHECKED].iter().any(|name| body.attr(at, name).is_some());
        if taken.iter().any(is_in) || is_decided(op) || body.find_ancestor(op, is_decided).is_some() {
            continue;
        }
        match candidate(body, op, assumptions) {
            Ok(found) => taken.push(found),
            Err((at, why)) => {
                let name = body.name(at).str(body.cx()).to_owned();
                let refused = if at == op { why } else { format!("'{name}' {why}") };
                decisions.push(Decision {
                    loc: body.loc(op),
                    what: "loop".into(),
                    estimate: None,
                    n_checks: 0,
                    refused: Some(refused),
                });
            }
        }
    }
    taken
}

/// The loop `op` as a candidate; else the operation that prevents it, and the reason.
fn candidate(body: &Body, op: OpId, assumptions: Assumptions) -> Result<Candidate, (OpId, String)> {
    let view = OpRef::new(body, op);
    if !view.is::<ForOp>() && !view.is::<rmlir_affine::ForOp>() {
        return Err((op, "is no loop that counts in one dimension".into()));
    }
    if let Err(declined) = call_sites::check(body, op, assumptions.width) {
        return Err((op, format!("'{}' {}", declined.name, declined.why)));
    }
    let checks = check(body, op, assumptions)?;
    let mut has_marks = false;
    body.walk_preorder(op, |inner| has_marks |= body.attr(inner, MARK).is_some());
    if has_marks { Err((op, "has a marked loop in it".into())) } else { Ok(Candidate { op, checks }) }
}

/// Marks candidates with enough gain; records the functions that they call.
fn mark<'c>(
    module: &mut Body<'c>,
    body: &mut Body<'c>,
    candidates: &[Candidate],
    wanted: Wanted,
    callees: &Callees,
    called: &mut FxHashSet<String>,
    decisions: &mut Vec<Decision>,
) {
    for &Candidate { op, ref checks } in candidates {
        let loc = body.loc(op);
        body.set_attr(op, MARK, body.cx().i64_attr(wanted.width));
        let (estimate, refused) = match call_sites::estimated(module, body, op, wanted.target, callees) {
            Ok(estimate) if estimate.gain() >= wanted.gain => (Some(estimate), None),
            Ok(estimate) => {
                let why = format!(
                    "gains too little: {:.2} times as fast by estimate, not {:.2}",
                    estimate.gain(),
                    wanted.gain
                );
                (Some(estimate), Some(why))
            }
            Err(declined) => (None, Some(format!("'{}' {}", declined.name, declined.why))),
        };
        match refused {
            None => called.extend(calls::callees_in(body, op)),
            Some(_) => _ = body.remove_attr(op, MARK),
        }
        if refused.is_none() && !checks.is_empty() {
            version(&mut Rewriter::new(body), op, checks);
        }
        decisions.push(Decision { loc, what: "loop".into(), estimate, n_checks: checks.len(), refused });
    }
}

/// Mark loops to be vectorized, and the functions that they call.
///
/// A loop is marked with `pvec.vectorize_calls` if its iterations are proved to be independent, if its body can be
/// vectorized, and if the estimated gain is large enough. A loop whose iterations are independent if memrefs are
/// disjoint, or if the layout of one is injective, gets a marked version that runs under these conditions. Functions
/// that such loops call and that have no memory effects get `pvec.function`, and the common clauses of all these calls.
/// The pass `wfv` generates the vector code. The reasons for rejections are in remarks
/// (`--remarks-filter-missed=wfv-select`).
#[pass(
    name = "wfv-select",
    title = "WholeFunctionVectorizationSelect",
    anchor = "builtin.module",
    depends(rmlir_arith::Arith, rmlir_memref::MemRef, rmlir_scf::Scf)
)]
pub struct WfvSelect {
    /// The number of lanes; 0 for the number of 32-bit lanes of a register
    #[option(default = "0")]
    width: i64,
    /// The target of code generation
    #[option(default = "generic")]
    target: Target,
    /// The minimum estimated speedup over scalar code, in percent
    #[option(default = "150")]
    gain: u64,
    /// The minimum number of calls of a function in loops, with assumed trip counts of 8
    #[option(default = "8")]
    calls: u64,
    /// Different arguments of a function do not alias
    #[option(default = "false")]
    noalias_arguments: bool,
    /// The maximum number of run-time checks (of disjoint memrefs and injective layouts) of a loop; 0 for none
    #[option(default = "8")]
    runtime_checks: u64,
    /// The maximum number of pairs of accesses of a loop that are compared
    #[option(default = 20000)]
    max_pairs: u64,
    /// Print a table of all decisions
    #[option(default = "false")]
    table: bool,
}

impl Pass for WfvSelect {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        if !(0..=64).contains(&self.width) {
            let root = cx.body().root();
            return cx.fail(root, "cannot be made for so many lanes: 'width' is at most 64");
        }
        let width = if self.width == 0 { self.target.lanes(32) } else { self.width };
        let wanted = Wanted {
            width,
            target: self.target,
            gain: self.gain as f64 / 100.0,
            n_calls: self.calls,
            noalias_arguments: self.noalias_arguments,
            n_checks: usize::try_from(self.runtime_checks).unwrap_or(usize::MAX),
            max_pairs: self.max_pairs,
        };
        let decisions = select(cx.body_mut(), wanted);
        for decision in &decisions {
            match &decision.refused {
                Some(why) => cx.missed_at(decision.loc, CATEGORY, format!("{}: {why}", decision.what)),
                None => cx.remark(passed(decision, width)),
            }
        }
        if self.table {
            cx.emit_text(decisions.iter().map(row).collect());
        }
        Ok(())
    }
}

/// The category of remarks.
const CATEGORY: &str = "wfv-select";

/// The remark about a selected loop or function.
fn passed(decision: &Decision, width: i64) -> Remark {
    let remark = Remark::passed(decision.loc, CATEGORY).text(format!("{} is taken", decision.what));
    let remark = remark.arg("Lanes", width).arg("RuntimeChecks", decision.n_checks);
    let gain = decision.estimate.map_or(1.0, |found| found.gain());
    remark.arg("Gain", format!("{gain:.2}"))
}

/// A line of the table.
fn row(decision: &Decision) -> String {
    let costs = match &decision.estimate {
        Some(found) => format!(
            "{:>10.0}{:>10.0}{:>8.2}{:>6}",
            found.scalar * found.n_lanes as f64,
            found.lanes,
            found.gain(),
            found.n_registers
        ),
        None => format!("{:>34}", ""),
    };
    let taken = match decision.n_checks {
        0 => "taken".to_owned(),
        1 => "taken if 1 run-time check holds".to_owned(),
        n => format!("taken if {n} run-time checks hold"),
    };
    let refused = decision.refused.as_ref().map_or(taken, |why| format!("not taken: {why}"));
    format!("{:24}{costs}  {refused}\n", decision.what)
}
