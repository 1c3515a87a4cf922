//! The passes: one generates code for loops, one prints the results of each step.

use rmlir::core::symbol::SymbolTable;
use rmlir::pass::Remark;
use rmlir::prelude::*;
use rmlir_modulo::Graph;
use rmlir_modulo::mii::{rec_mii, res_mii};
use rmlir_vliw::Model;

use crate::explain;
use crate::explain::{Explained, Form, Step};
use crate::generate::code::Code;
use crate::generate::count;
use crate::generate::count::Callee;
use crate::generate::emit::Pipelined;
use crate::loops::affine;
use crate::loops::loop_body::{Declined, LoopBody};
use crate::loops::shape::Loop;
use crate::machines::{find_or_add, unknown};
use crate::schedule::clusters::assignments;
use crate::schedule::dependences::{graph, machine};
use crate::schedule::fit::{Fit, fit};
use crate::schedule::search::{Mode, Search, search};

/// The pipelined code of a loop.
struct Found {
    fit: Fit,
    code: Code,
}

impl Found {
    /// Schedules a loop in the mode of `search`.
    fn of(body: &Body, of: &LoopBody, model: &Model, search: Search) -> Result<Self, Declined> {
        let fit = fit(body, of, model, search)?;
        let code = Code::of(&fit.of, &fit.plan, fit.registers.copies);
        Ok(Self { fit, code })
    }

    /// Schedules a while loop; returns its code and the suffix of its name. The trip count is unknown, so iterations do
    /// not overlap unless that reduces the interval at which they start.
    fn of_while(body: &Body, of: &LoopBody, model: &Model, search: Search) -> Result<(Self, &'static str), Declined> {
        let single = Self::of(body, of, model, search.one_by_one());
        if search.mode == rmlir_modulo::Mode::List {
            return Ok((single?, "single"));
        }
        match (Self::of(body, of, model, search), single) {
            (Err(_), Ok(single)) => Ok((single, "single")),
            (Ok(found), Ok(single)) if single.fit.plan.ii <= found.fit.plan.ii => Ok((single, "single")),
            (found, _) => Ok((found?, "pipelined")),
        }
    }

    fn overlap(&self) -> Overlap {
        Overlap { stages: self.fit.plan.stages, copies: self.fit.registers.copies, unrolled: self.fit.of.unrolled }
    }

    /// The remarks on a loop that was replaced by this code: the code, and the bounds on its initiation interval.
    fn remarks(&self, loc: Loc, model: &Model, text: &str) -> Vec<Remark> {
        let Fit { of, graph, plan, .. } = &self.fit;
        let (ii, mii) = (plan.ii, plan.found.mii);
        let (res_mii, rec_mii) = (res_mii(graph, &machine(model)).unwrap_or(mii), rec_mii(graph).unwrap_or(mii));
        let bound = match () {
            () if ii > mii => "search or registers",
            () if res_mii >= rec_mii => "resources",
            () => "recurrences",
        };
        let overlap = self.overlap();
        let passed = Remark::passed(loc, CATEGORY)
            .text(text)
            .arg("II", ii)
            .arg("MII", mii)
            .arg("Stages", overlap.stages)
            .arg("KernelCopies", overlap.copies)
            .arg("Unrolled", overlap.unrolled)
            .arg("Spilled", of.slots.len());
        let analysis = Remark::analysis(loc, CATEGORY)
            .arg("Bound", bound)
            .arg("ResMII", res_mii)
            .arg("RecMII", rec_mii)
            .arg("MaxLive", plan.found.max_live)
            .arg("Operations", graph.len());
        let limits = self.fit.limits.iter().map(|limit| Remark::missed(loc, CATEGORY).reason(limit));
        [passed, analysis].into_iter().chain(limits).collect()
    }

    /// Inserts the code into the module.
    fn callee<'c>(&self, module: &mut Body<'c>, source: &Body<'c>, model: &Model, suffix: &str) -> Callee<'_> {
        let Found { fit: Fit { of, plan, registers, .. }, code } = self;
        let name = source.symbol_name(source.root()).map_or("loop", |name| name.str(module.cx()));
        let name = SymbolTable::new(module).fresh_name(module, &format!("{name}_{suffix}"));
        let pipelined = Pipelined { source, model, of, plan, registers, code };
        let function = pipelined.function(module, name, source.loc(of.op.id()));
        let block = module.entry(module.region(module.root(), 0)).expect("a module has a block");
        module.append_op(block, function);
        Callee { name, of }
    }
}

/// The category of the remarks.
const CATEGORY: &str = "vliw-pipeline";

/// The innermost `scf.for` and `scf.while` loops of a body.
fn innermost(body: &Body) -> Vec<Loop> {
    let mut found = Vec::new();
    body.walk_postorder(body.root(), |op| {
        let Some(of) = Loop::of(OpRef::new(body, op)) else { return };
        let mut n_loops = 0;
        body.walk_preorder(op, |inner| n_loops += usize::from(body.interface::<dyn LoopLike>(inner).is_some()));
        if n_loops == 1 {
            found.push(of);
        }
    });
    found
}

/// Convert innermost loops to pipelined code for a machine.
///
/// Each innermost `scf.for` or `affine.for` without control flow in it is converted to two functions of bundles and
/// calls of them: one in which iterations overlap, and one for the remaining iterations, or all if they are too few to
/// overlap. An `scf.while` is converted to one: its iterations start speculatively before the condition is known, and
/// have no side effects then. The machine is a `vliw.machine` of the module or a predefined one: `toy_fig2`, `gp4`,
/// `perfect`, `map1000`, `hexagon_v66`, `tic6x`, `itanium2`, `sifive7`.
///
/// Accesses to one memref are disambiguated by their subscripts or addresses, accesses to different ones only if they
/// are known not to alias (`llvm.noalias` of arguments is used), or if the loop asserts it, for memrefs from before the
/// loop, by the attribute `vliw.no_alias`. Remarks of the category `vliw-pipeline` state which loops are not pipelined
/// and why (`--remarks-filter-missed`), the initiation interval and stages of the others (`--remarks-filter-passed`),
/// and the bounds on the interval (`--remarks-filter-analyse`).
#[pass(
    name = "vliw-pipeline",
    anchor = "builtin.module",
    depends(
        rmlir_arith::Arith,
        rmlir_memref::MemRef,
        rmlir_pvec::Pvec,
        rmlir_scf::Scf,
        rmlir_vector::Vector,
        rmlir_vliw::Vliw
    )
)]
pub struct VliwPipeline {
    /// The target machine
    #[option(default = "gp4")]
    machine: String,
    /// The scheduling mode
    #[option(default = "swing")]
    mode: Mode,
    /// The maximum unroll factor, for loops with fractional bounds on the interval; 0 leaves it to the mode
    #[option(default = "0")]
    unroll: i64,
    /// The maximum number of steps of each of the searches for clusters, schedules and registers of a loop
    #[option(default = "33554432")]
    max_steps: u64,
}

impl Pass for VliwPipeline {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let outcome =
            match pipeline_module(cx.body_mut(), &self.machine, search(self.mode, self.unroll, self.max_steps)) {
                Ok(outcome) => outcome,
                Err(message) => return cx.fail(cx.body().root(), message),
            };
        for (loc, reason) in outcome.declined {
            cx.missed_at(loc, CATEGORY, reason);
        }
        outcome.remarks.into_iter().for_each(|remark| cx.remark(remark));
        Ok(())
    }
}

/// The overlap of a loop's iterations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overlap {
    /// The number of iterations in flight at a time.
    pub stages: i64,
    /// The number of copies of the kernel.
    pub copies: i64,
    /// The unroll factor.
    pub unrolled: i64,
}

/// The outcome for the loops of a module.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// The loops that were pipelined.
    pub pipelined: Vec<Overlap>,
    /// The locations of declined loops, with the reasons.
    pub declined: Vec<(Loc, Declined)>,
    /// The remarks on pipelined loops.
    pub remarks: Vec<Remark>,
}

/// Pipelines the innermost loops of a module's functions. The error is that there is no such machine.
pub fn pipeline_module(module: &mut Body, machine: &str, search: Search) -> Result<Outcome, String> {
    let described = find_or_add(module, machine).ok_or_else(|| unknown(machine))?;
    let model = Model::of(OpRef::new(module, described));
    let mut outcome = Outcome::default();
    for function in module.proxies() {
        if module.interface::<dyn FunctionOp>(function).is_none()
            || OpRef::new(module, function).is::<rmlir_vliw::FuncOp>()
        {
            continue;
        }
        let mut body = module.detach(function);
        match without_affine(&body, &model, search) {
            Ok(Some(lowered)) => body = lowered,
            Ok(None) => {}
            Err(reasons) => outcome.declined.extend(reasons),
        }
        for op in innermost(&body) {
            let loc = body.loc(op.id());
            match replace(module, &mut body, op, &model, search) {
                Ok((overlap, remarks)) => {
                    outcome.pipelined.push(overlap);
                    outcome.remarks.extend(remarks);
                }
                Err(reason) => outcome.declined.push((loc, reason)),
            }
        }
        module.attach(function, body);
    }
    Ok(outcome)
}

/// A function without affine loops, if it has such and all of them can be pipelined; else their locations, and the
/// reasons.
fn without_affine<'c>(
    body: &Body<'c>,
    model: &Model,
    search: Search,
) -> Result<Option<Box<Body<'c>>>, Vec<(Loc, Declined)>> {
    let Some(lowered) = affine::lowered(body) else { return Ok(None) };
    let affine: Vec<Loc> = affine::loops(body).into_iter().map(|op| body.loc(op)).collect();
    let mut reasons = Vec::new();
    for op in innermost(&lowered).into_iter().filter(|op| affine.contains(&lowered.loc(op.id()))) {
        let found = LoopBody::of(&lowered, op, model).and_then(|of| Found::of(&lowered, &of, model, search));
        reasons.extend(found.err().map(|reason| (lowered.loc(op.id()), reason)));
    }
    if reasons.is_empty() { Ok(Some(lowered)) } else { Err(reasons) }
}

/// Inserts the code of a loop into the module, and replaces the loop by calls of it. Returns the overlap of its
/// iterations, and remarks.
fn replace<'c>(
    module: &mut Body<'c>,
    body: &mut Body<'c>,
    op: Loop,
    model: &Model,
    search: Search,
) -> Result<(Overlap, Vec<Remark>), Declined> {
    let loc = body.loc(op.id());
    let of = LoopBody::of(body, op, model)?;
    if of.goes_on.is_some() {
        let (found, suffix) = Found::of_while(body, &of, model, search)?;
        let callee = found.callee(module, body, model, suffix);
        count::call_once(&mut Rewriter::new(body), callee);
        return Ok((found.overlap(), found.remarks(loc, model, suffix)));
    }
    let single = Found::of(body, &of, model, search.one_by_one());
    let pipelined = match search.mode {
        rmlir_modulo::Mode::List => None,
        _ => Some(Found::of(body, &of, model, search)?),
    };
    let (single, pipelined) = match (single, pipelined) {
        // Iterations overlap only if that reduces the interval at which they start.
        (Ok(single), Some(found)) if single.fit.plan.ii * found.fit.of.unrolled <= found.fit.plan.ii => {
            (Some(single), None)
        }
        (Ok(single), pipelined) => (Some(single), pipelined),
        (Err(reason), None) => return Err(reason),
        // If some iterations are pipelined, the loop itself can execute the others.
        (Err(_), pipelined) => (None, pipelined),
    };
    let remarks = match (&pipelined, &single) {
        (Some(found), _) => found.remarks(loc, model, "pipelined"),
        (None, Some(found)) => found.remarks(loc, model, "single"),
        (None, None) => unreachable!("one of both was found"),
    };
    let single = single.as_ref().map(|found| found.callee(module, body, model, "single"));
    let called = pipelined.as_ref().map(|found| {
        let Overlap { stages, copies, .. } = found.overlap();
        count::Pipelined { callee: found.callee(module, body, model, "pipelined"), stages, copies }
    });
    count::call(&mut Rewriter::new(body), of.op.id(), single, called);
    Ok((pipelined.map_or(Overlap { stages: 1, copies: 1, unrolled: 1 }, |found| found.overlap()), remarks))
}

/// Print the analyses of innermost loops: dependences, order, kernel.
///
/// The module is not changed. The node table has the columns of the paper that the scheduler follows. With `format=dot`
/// the dependence graphs are printed as Graphviz input, with `format=html` all loops as one page with the kernel as a
/// chart.
#[pass(
    name = "print-vliw-pipeline",
    anchor = "builtin.module",
    depends(rmlir_memref::MemRef, rmlir_scf::Scf, rmlir_vector::Vector, rmlir_vliw::Vliw)
)]
pub struct PrintVliwPipeline {
    /// The target machine
    #[option(default = "gp4")]
    machine: String,
    /// The scheduling mode
    #[option(default = "swing")]
    mode: Mode,
    /// The maximum unroll factor, for loops with fractional bounds on the interval; 0 leaves it to the mode
    #[option(default = "0")]
    unroll: i64,
    /// The maximum number of steps of each of the searches for clusters, schedules and registers of a loop
    #[option(default = "33554432")]
    max_steps: u64,
    /// Stop after this step
    #[option(default = "registers")]
    stop_after: Step,
    /// The output format
    #[option(default = "text")]
    format: Form,
}

impl Pass for PrintVliwPipeline {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut scratch = cx.body().clone_body();
        let Some(described) = find_or_add(&mut scratch, &self.machine) else {
            return cx.fail(cx.body().root(), unknown(&self.machine));
        };
        let model = Model::of(OpRef::new(&scratch, described));
        let machine = machine(&model);
        let mut shown = Vec::new();
        for body in cx.body().proxies().into_iter().filter_map(|op| cx.body().nested(op)) {
            let lowered = affine::lowered(body);
            let body = lowered.as_deref().unwrap_or(body);
            let name = body.symbol_name(body.root()).map_or("loop", |name| name.str(body.cx())).to_owned();
            let loops = innermost(body).into_iter().map(|op| self.show(body, op, &model));
            shown.extend(loops.map(|shown| (name.clone(), shown)));
        }
        let explained = shown.iter().map(|(name, shown)| {
            let Shown { of, graph, found } = shown.as_ref().map_err(Declined::to_string)?;
            let found = found.as_ref().map(|found| (&found.fit.plan, &found.fit.registers));
            Ok(Explained { name: name.clone(), of, graph, machine: &machine, model: &model, mode: self.mode.0, found })
        });
        let loops: Vec<Result<Explained, String>> = explained.collect();
        cx.emit_text(explain::all(&loops, self.format, self.stop_after));
        Ok(())
    }
}

/// A loop that is printed.
struct Shown {
    of: LoopBody,
    graph: Graph,
    found: Option<Found>,
}

impl PrintVliwPipeline {
    fn show(&self, body: &Body, op: Loop, model: &Model) -> Result<Shown, Declined> {
        let of = LoopBody::of(body, op, model)?;
        if self.stop_after < Step::Schedule {
            let budgets = search(self.mode, self.unroll, self.max_steps).budgets();
            let of = assignments(body, &of, model, &budgets.search)?.remove(0);
            return Ok(Shown { graph: graph(&of, model), of, found: None });
        }
        let found = Found::of(body, &of, model, search(self.mode, self.unroll, self.max_steps))?;
        Ok(Shown { graph: found.fit.graph.clone(), of: found.fit.of.clone(), found: Some(found) })
    }
}
