//! The passes: one makes code of loops, one shows what it finds.

use rmlir::core::symbol::SymbolTable;
use rmlir::pass::Remark;
use rmlir::pass::options::{EnumCase, OptionKind, OptionType, OptionValue};
use rmlir::prelude::*;
use rmlir_modulo::mii::{rec_mii, res_mii};
use rmlir_modulo::{Budgets, Graph};
use rmlir_vliw::Model;

use crate::affine;
use crate::clusters::assignments;
use crate::code::Code;
use crate::count::{self, Callee};
use crate::dependences::{graph, machine};
use crate::emit::Pipelined;
use crate::explain::{self, Explained, Form, Step};
use crate::fit::{Fit, fit};
use crate::loop_body::{Declined, LoopBody};
use crate::machines::{find_or_add, unknown};
use crate::shape::Loop;

/// How schedules are searched for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mode(pub rmlir_modulo::Mode);

impl OptionType for Mode {
    const KIND: OptionKind = OptionKind::Enum(&[
        EnumCase { name: "swing", doc: "Swing modulo scheduling that finds a schedule for every loop" },
        EnumCase { name: "textbook", doc: "Exactly the published algorithm" },
        EnumCase { name: "top-down", doc: "Operations by their earliest start" },
        EnumCase { name: "hrms", doc: "Hypernode reduction modulo scheduling" },
        EnumCase {
            name: "exact",
            doc: "The least initiation interval and fewest registers, proved where that is not too long",
        },
        EnumCase { name: "list", doc: "One iteration after the other" },
    ]);

    fn from_value(value: &OptionValue) -> Option<Self> {
        use rmlir_modulo::Mode as M;
        value.case(&[M::Swing, M::Textbook, M::TopDown, M::Hrms, M::Exact, M::List]).map(Self)
    }
}

fn search(mode: Mode, unroll: i64, max_steps: u64) -> Search<'static> {
    let search = Search::from(mode.0);
    let most = unroll.clamp(0, MAX_UNROLLED) as usize;
    Search { unroll: if most == 0 { search.unroll } else { most }, max_steps, ..search }
}

/// The steps that each search takes at most for a loop: operations, dependences and rows visited.
const MAX_STEPS: u64 = 1 << 25;

/// How many become one at most if that is left to the mode. Two take 4 % fewer cycles in sum than one on the loops of
/// `test/vliw`, four no fewer than two. The published algorithms schedule loops as they are.
const UNROLLED: usize = 2;

/// No more iterations become one.
const MAX_UNROLLED: i64 = 16;

/// What was found about a loop.
struct Found {
    fit: Fit,
    code: Code,
}

/// How schedules are searched for: the mode, how many iterations may become one, and what is done to graphs before. The
/// latter is for tests that leave out dependences.
#[derive(Clone, Copy)]
pub struct Search<'s> {
    /// The mode.
    pub mode: rmlir_modulo::Mode,
    /// How many iterations at most are one before they are scheduled.
    pub unroll: usize,
    /// How many steps each of its parts takes at most for a loop.
    pub max_steps: u64,
    /// What becomes of the graph of pipelined code.
    pub change: &'s dyn Fn(Graph) -> Graph,
}

impl From<rmlir_modulo::Mode> for Search<'_> {
    fn from(mode: rmlir_modulo::Mode) -> Self {
        let is_ours = matches!(mode, rmlir_modulo::Mode::Swing | rmlir_modulo::Mode::Exact);
        Self { mode, unroll: if is_ours { UNROLLED } else { 1 }, max_steps: MAX_STEPS, change: &|graph| graph }
    }
}

impl Search<'_> {
    /// The budgets of one of its parts.
    pub fn budgets(&self) -> Budgets {
        Budgets::new(self.max_steps, "max-steps")
    }

    /// The same for one iteration after the other.
    fn one_by_one(self) -> Search<'static> {
        Search { max_steps: self.max_steps, ..rmlir_modulo::Mode::List.into() }
    }
}

impl Found {
    /// A loop scheduled in some mode.
    fn of(body: &Body, of: &LoopBody, model: &Model, search: Search) -> Result<Self, Declined> {
        let fit = fit(body, of, model, search)?;
        let code = Code::of(&fit.of, &fit.plan, fit.registers.copies);
        Ok(Self { fit, code })
    }

    /// A loop with a condition, and what its code is called. How many iterations there are is not known, so they do not
    /// overlap if they do not begin sooner for that.
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

    /// The remarks on a loop that became this code: what it became, and what bounds its initiation interval.
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

    /// Puts the code into the module.
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

/// The category of remarks.
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

/// Make innermost loops into pipelined code for a machine.
///
/// Each innermost `scf.for` or `affine.for` without control flow in it becomes two functions of
/// bundles and calls of them: one in which several iterations are under way at a
/// time, and one for iterations that are too few for that, or left over. A
/// `scf.while` becomes one: its iterations begin before it is known that there are
/// so many, and do nothing then that cannot be undone. The machine is a `vliw.machine` of the module or one that comes with rmlir:
/// `toy_fig2`, `gp4`, `perfect`, `map1000`, `hexagon_v66`, `tic6x`, `itanium2`,
/// `sifive7`.
///
/// Accesses to one memref are told apart by their subscripts or addresses, accesses to
/// different ones only if they are known not to alias (`llvm.noalias` of arguments is
/// used), or if the loop promises it, of memrefs from before the loop, by the
/// attribute `vliw.no_alias`. Remarks of the category `vliw-pipeline` say which loops are left as they are and why
/// (`--remarks-filter-missed`), the initiation interval and stages of the others (`--remarks-filter-passed`), and what bounds
/// the interval (`--remarks-filter-analyse`).
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
    /// The machine
    #[option(default = "gp4")]
    machine: String,
    /// How schedules are searched for
    #[option(default = "swing")]
    mode: Mode,
    /// How many iterations at most become one where bounds are no whole numbers; 0 leaves that to the mode
    #[option(default = "0")]
    unroll: i64,
    /// How many steps each of the searches for clusters, schedules and registers takes at most for a loop
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

/// How iterations of a loop overlap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overlap {
    /// How many are under way at a time.
    pub stages: i64,
    /// How often the kernel stands in the code.
    pub copies: i64,
    /// How many of the loop's one of these is.
    pub unrolled: i64,
}

/// What became of the loops of a module.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// Those that are code now.
    pub pipelined: Vec<Overlap>,
    /// Where those are that were left as they were, and why.
    pub declined: Vec<(Loc, Declined)>,
    /// The remarks on those that are code now.
    pub remarks: Vec<Remark>,
}

/// Makes code of the innermost loops of a module's functions. An error if there is no such machine.
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

/// A function without affine loops, if it has such and all of them can be pipelined; else where they are, and why not.
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

/// Puts code of a loop into the module, and calls of it in place of the loop. Returns how its iterations overlap, and
/// remarks on what was found.
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
        // Iterations overlap only if they begin sooner for that.
        (Ok(single), Some(found)) if single.fit.plan.ii * found.fit.of.unrolled <= found.fit.plan.ii => {
            (Some(single), None)
        }
        (Ok(single), pipelined) => (Some(single), pipelined),
        (Err(reason), None) => return Err(reason),
        // Where some iterations are pipelined, the loop itself can do the others.
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

/// Print what is found about innermost loops: dependences, order, kernel.
///
/// Nothing is changed. The node table has the columns of the paper that the
/// scheduler follows. With `format=dot` the dependence graphs come as Graphviz's
/// input, with `format=html` all loops as one page with the kernel as a chart.
#[pass(
    name = "print-vliw-pipeline",
    anchor = "builtin.module",
    depends(rmlir_memref::MemRef, rmlir_scf::Scf, rmlir_vector::Vector, rmlir_vliw::Vliw)
)]
pub struct PrintVliwPipeline {
    /// The machine
    #[option(default = "gp4")]
    machine: String,
    /// How schedules are searched for
    #[option(default = "swing")]
    mode: Mode,
    /// How many iterations at most become one where bounds are no whole numbers; 0 leaves that to the mode
    #[option(default = "0")]
    unroll: i64,
    /// How many steps each of the searches for clusters, schedules and registers takes at most for a loop
    #[option(default = "33554432")]
    max_steps: u64,
    /// The last step that is shown
    #[option(default = "registers")]
    stop_after: Step,
    /// What is written
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

/// A loop that is shown.
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
