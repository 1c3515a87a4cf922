//! One loop on one machine: the interpreter on the loop compared with the simulator on its code.
//!
//! The module is compiled unchanged, pipelined, and list-scheduled; a wrapper function queries the simulated machine
//! for its cycles. Arguments are random, with memrefs that are sometimes exactly as large as the loop needs. Where
//! several are of one type, the loop is also called with overlapping views of one buffer.

use std::cell::Cell;

use derive_more::{AddAssign, Display};
use rmlir::core::dialect::Dialect;
use rmlir::core::symbol::SymbolTable;
use rmlir::core::types::DYNAMIC;
use rmlir::core::{Context, function, verify};
use rmlir::interp::compare::{Run, Verdict, refines};
use rmlir::interp::random::Random;
use rmlir::interp::{Data, Kind, Limits, Program, Settings};
use rmlir::prelude::*;
use rmlir::text::parse::parse_verified;
use rmlir_func::{CallOp, FuncOp, ReturnOp};
use rmlir_ifconvert_passes::graph::linear::Coding;
use rmlir_ifconvert_passes::if_convert::{Selection, convert_body};
use rmlir_modulo::{Graph, Mode};
use rmlir_vliw::CyclesOp;
use rmlir_vliw_passes::pipeline::{Overlap, pipeline_module};
use rmlir_vliw_passes::schedule::search::Search;

use crate::together;

/// A loop and a machine.
pub struct Trial<'a> {
    pub source: &'a str,
    pub machine: &'a str,
    /// The number of random inputs for each trip count.
    pub inputs: u64,
    pub seed: u64,
    /// The maximum factor by which loops are unrolled before they are scheduled; `None` to let the mode choose.
    pub unroll: Option<usize>,
}

/// Figures over loops.
#[derive(Default, AddAssign, Display)]
#[display("{runs} runs, {failed} loops not pipelined; {list} cycles without overlap, {pipelined} pipelined")]
pub struct Counts {
    /// The number of compared executions.
    pub runs: u64,
    /// The number of loops that were not pipelined.
    pub failed: u64,
    /// Cycles of executions of [`MANY`] iterations, list-scheduled.
    pub list: u64,
    /// The same, pipelined.
    pub pipelined: u64,
}

/// The results of one loop.
#[derive(Default)]
pub struct Outcome {
    /// The figures.
    pub counts: Counts,
    /// The number of executions that differ.
    pub n_wrong: u64,
    /// The first of them.
    pub first_wrong: Option<String>,
}

/// The results of dropping dependences.
#[derive(Default)]
pub struct Mutants {
    /// Schedules that violate the dropped dependence.
    pub broken: u64,
    /// The number of those with a different outcome.
    pub caught: u64,
}

/// A graph without one of its dependences.
fn without(graph: &Graph, left_out: usize) -> Graph {
    let mut changed = Graph::new();
    graph.nodes().iter().for_each(|node| _ = changed.add_node(&node.name, node.class));
    let others = graph.edges().iter().enumerate().filter(|(number, _)| *number != left_out);
    others.for_each(|(_, edge)| changed.add_edge(*edge));
    changed
}

impl Outcome {
    fn judge(&mut self, trips: u64, verdict: &Verdict) {
        self.counts.runs += 1;
        if let Verdict::Differs(why) | Verdict::Unknown(why) = verdict {
            self.n_wrong += 1;
            self.first_wrong.get_or_insert(format!("{trips} iterations: {why}"));
        }
    }
}

/// The number of iterations for measuring the time of one.
pub const MANY: u64 = 40;

/// Trip counts for which code of a loop may be wrong: zero, one, about the number of overlapping iterations, some
/// kernel iterations with every possible remainder; and many.
fn trip_counts(Overlap { stages, copies, unrolled }: Overlap) -> Vec<u64> {
    let (stages, copies) = ((stages * unrolled) as u64, (copies * unrolled) as u64);
    let mut counts = vec![0, 1, MANY];
    counts.extend(stages.saturating_sub(2)..=stages + 2 * copies + 3);
    counts.sort_unstable();
    counts.dedup();
    counts
}

/// The code of a loop.
struct Coded {
    program: Program,
    overlap: Overlap,
}

/// The maximum number of elements that loops access beyond the trip count.
const MOST_BEYOND: u64 = 8;

/// The maximum distance in elements between views of one buffer.
const MOST_BEHIND: u64 = 4;

/// A context with the dialects of loops and code.
pub fn context() -> Context {
    let dialects = [
        rmlir_builtin::Builtin::DEF,
        rmlir_func::Func::DEF,
        rmlir_affine::Affine::DEF,
        rmlir_arith::Arith::DEF,
        rmlir_cf::Cf::DEF,
        rmlir_scf::Scf::DEF,
        rmlir_math::Math::DEF,
        rmlir_memref::MemRef::DEF,
        rmlir_ub::Ub::DEF,
        rmlir_vliw::Vliw::DEF,
    ];
    rmlir::text::context(dialects.into_iter().collect())
}

pub fn said(errors: Vec<Diagnostic>) -> String {
    errors.iter().map(ToString::to_string).collect()
}

fn compiled(module: &Body) -> Result<Program, String> {
    Program::compile(module, Settings::default()).map_err(said)
}

/// The module of a loop, with a function that passes views of one buffer if that is possible.
fn parsed<'c>(cx: &'c Context, source: &str) -> Result<Box<Body<'c>>, String> {
    let module = parse_verified(cx, "loop.mlir", source).map_err(said)?;
    match together::text(&module, source) {
        Some(more) => parse_verified(cx, "loop.mlir", format!("{source}{more}")).map_err(said),
        None => Ok(module),
    }
}

/// Adds a function `timed` that calls `f` and returns the cycles of `machine` after its results.
fn add_timed(module: &mut Body, machine: &str) {
    let cx = module.cx();
    let f = SymbolTable::new(module).lookup(cx.ident("f")).expect("the loop is in 'f'");
    let (inputs, results) = function::types_of(OpRef::new(module, f), FuncOp::FUNCTION_TYPE);
    let timed: Vec<Type> = results.iter().copied().chain([cx.int_type(64)]).collect();
    let ty = cx.type_attr(cx.function_type(&inputs, &timed));
    let op = module.create_op(FuncOp::build(cx.str_attr("timed"), ty).finish(cx));
    let block = module.entry(module.region(module.root(), 0)).expect("a module has a block");
    module.append_op(block, op);
    let mut rw = Rewriter::new(module.nested_mut(op).expect("a function is isolated"));
    let region = rw.region(rw.root(), 0);
    let entry = rw.create_block(region, &inputs, &vec![Loc::UNKNOWN; inputs.len()]);
    let args: Vec<Value> = rw.args(entry).to_vec();
    let call = rw.create(CallOp::build(&results, &args, cx.symbol_ref(cx.ident("f"))));
    let cycles = rw.value(CyclesOp::build(cx.symbol_ref(cx.ident(machine))));
    let given: Vec<Value> = rw.results(call.id()).iter().copied().chain([cycles]).collect();
    rw.create(ReturnOp::build(&given));
}

impl Trial<'_> {
    fn search(&self) -> Search<'static> {
        let search = Search::from(Mode::Swing);
        Search { unroll: self.unroll.unwrap_or(search.unroll), ..search }
    }

    /// Executes the trial.
    pub fn run(&self) -> Result<Outcome, String> {
        let cx = context();
        let module = parsed(&cx, self.source)?;
        let scalar = compiled(&module)?;
        let pipelined = self.pipelined(&module, self.search())?;
        let mut outcome = Outcome::default();
        self.compare(&scalar, &pipelined, false, &mut outcome)?;
        // Without overlap some loops need one register more than there are for each variable; then there are no cycles
        // to compare with.
        let Ok(single) = self.pipelined(&module, Mode::List.into()) else {
            outcome.counts.pipelined = 0;
            return Ok(outcome);
        };
        let mut list = Outcome::default();
        self.compare(&scalar, &Coded { overlap: pipelined.overlap, ..single }, false, &mut list)?;
        outcome.counts.list = list.counts.pipelined;
        outcome.counts.runs += list.counts.runs;
        outcome.n_wrong += list.n_wrong;
        outcome.first_wrong = outcome.first_wrong.or(list.first_wrong);
        Ok(outcome)
    }

    /// Drops one dependence after the other.
    pub fn mutate(&self) -> Result<Mutants, String> {
        let cx = context();
        let module = parsed(&cx, self.source)?;
        let scalar = compiled(&module)?;
        let model = rmlir_vliw_passes::machines::model(&cx, self.machine).expect("the machine is there");
        let machine = rmlir_vliw_passes::schedule::dependences::machine(&model);
        // Dependences of one graph are dropped: by default, that of single iterations.
        let unroll = self.unroll.unwrap_or(1);
        let mut mutants = Mutants::default();
        for left_out in 0.. {
            // The branch is not at its scheduled position.
            let (edge, kept) = (Cell::new(None), Cell::new(true));
            let change = |graph: Graph| {
                let changed = without(&graph, left_out);
                edge.set(graph.edges().get(left_out).copied());
                if let (Some(edge), Ok(found)) = (edge.get(), rmlir_modulo::schedule(&changed, &machine, Mode::Swing)) {
                    let is_kept = found.start[edge.to] - found.start[edge.from] >= edge.length(found.ii);
                    kept.set(is_kept || graph.nodes()[edge.to].name == "branch");
                }
                changed
            };
            let program = self.pipelined(&module, Search { unroll, change: &change, ..Mode::Swing.into() });
            let Some(edge) = edge.get() else { return Ok(mutants) };
            // A graph that cannot be scheduled any more was changed.
            let Ok(program) = program else { continue };
            // Iterations that do not overlap have a separate graph, which was not changed.
            let overlaps = program.program.functions().iter().any(|function| function.name.starts_with("f_pipelined"));
            if kept.get() || !overlaps {
                continue;
            }
            mutants.broken += 1;
            let mut outcome = Outcome::default();
            self.compare(&scalar, &program, true, &mut outcome)?;
            if outcome.n_wrong > 0 {
                mutants.caught += 1;
            } else {
                println!("    not caught: {edge:?}");
            }
        }
        Ok(mutants)
    }

    /// Executes a program for many arguments, optionally only until the first difference.
    fn compare(
        &self,
        scalar: &Program,
        Coded { program, overlap }: &Coded,
        until_wrong: bool,
        outcome: &mut Outcome,
    ) -> Result<(), String> {
        let mut random = Random::new(self.seed);
        for trips in trip_counts(*overlap) {
            for input in 0..self.inputs {
                self.compare_apart(scalar, program, (trips, input), &mut random, outcome)?;
                for name in together::NAMES {
                    Self::compare_together(scalar, program, name, (trips, input), &mut random, outcome);
                }
                if until_wrong && outcome.n_wrong > 0 {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// One execution with memrefs that do not alias.
    fn compare_apart(
        &self,
        scalar: &Program,
        program: &Program,
        (trips, input): (u64, u64),
        random: &mut Random,
        outcome: &mut Outcome,
    ) -> Result<(), String> {
        let function = scalar.function("f").expect("the entry was compiled");
        let limits = Limits::default();
        let seed = random.draw();
        // Every other input has minimum size.
        let mut beyond = if input % 2 == 0 { MOST_BEYOND } else { 0 };
        let (args, wanted) = loop {
            let args = arguments(&function.inputs, trips, beyond, &mut Random::new(seed));
            match scalar.run("f", &args, &limits) {
                Err(trap) if beyond == MOST_BEYOND => return Err(format!("the loop itself ends early: {trap}")),
                Err(_) => beyond += 1,
                wanted => break (args, wanted),
            }
        };
        let mut cycles = 0;
        let found = run(program, &args, &limits, &mut cycles);
        if trips == MANY {
            outcome.counts.pipelined += cycles;
        }
        outcome.judge(trips, &refines(&function.signature(), &wanted, &found));
        Ok(())
    }

    /// One execution with memrefs that are views of one buffer, if the loop allows that.
    fn compare_together(
        scalar: &Program,
        program: &Program,
        name: &str,
        (trips, input): (u64, u64),
        random: &mut Random,
        outcome: &mut Outcome,
    ) {
        let Some(function) = scalar.function(name) else { return };
        let limits = Limits::default();
        let mut args = arguments(&function.inputs, trips, 2 * MOST_BEYOND, random);
        args[1] = Data::Bits((trips + input) % (MOST_BEHIND + 1));
        let wanted = scalar.run(name, &args, &limits);
        // A store of the loop may overwrite the element at which it would have ended.
        if wanted.is_ok() {
            let found = program.run(name, &args, &limits);
            outcome.judge(trips, &refines(&function.signature(), &wanted, &found));
        }
    }

    /// The module with machine code in place of loops.
    fn pipelined(&self, module: &Body, search: Search) -> Result<Coded, String> {
        let mut copy = module.clone_body();
        for function in copy.nested_bodies_mut() {
            convert_body(&mut Rewriter::new(function), Coding::Clears, true, Selection::All);
        }
        let outcome = pipeline_module(&mut copy, self.machine, search)?;
        if let Some((_, reason)) = outcome.declined.first() {
            return Err(reason.to_string());
        }
        let &[overlap] = outcome.pipelined.as_slice() else { return Err("there are several loops".to_owned()) };
        add_timed(&mut copy, self.machine);
        let mut said = String::new();
        let verified = verify::verify(&copy, &mut |_, error| said.push_str(&error.to_string()));
        verified.map_err(|_| said)?;
        Ok(Coded { program: compiled(&copy)?, overlap })
    }
}

/// Executes `timed`: returns the outcome of `f` and adds the cycles.
fn run(program: &Program, args: &[Data], limits: &Limits, cycles: &mut u64) -> Run {
    let mut outcome = program.run("timed", args, limits)?;
    if let Some(Data::Bits(taken)) = outcome.results.pop() {
        *cycles += taken;
    }
    Ok(outcome)
}

/// Arguments for a trip count: indices are equal to it, memrefs are larger by `beyond` elements.
pub fn arguments(kinds: &[Kind], trips: u64, beyond: u64, random: &mut Random) -> Vec<Data> {
    let one = |kind: &Kind| match kind {
        Kind::Index => Data::Bits(trips),
        Kind::MemRef(memref) => {
            let dynamic = |&size: &i64| if size == DYNAMIC { (trips + beyond) as i64 } else { size };
            let sizes: Vec<i64> = memref.shape.iter().flatten().map(dynamic).collect();
            Data::random_sized(kind, Some(&sizes), random)
        }
        kind => Data::random(kind, random),
    };
    kinds.iter().map(one).collect()
}
