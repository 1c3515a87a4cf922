//! One loop on one machine: the interpreter on the loop against the simulator on its code.
//!
//! The module is compiled as it is, pipelined, and in list order; a function around asks the simulated machine for its
//! cycles. Arguments are random, with memrefs that the loop is given twice now and then.

use std::cell::Cell;

use rmlir::core::dialect::Dialect;
use rmlir::core::symbol::SymbolTable;
use rmlir::core::{Context, function, verify};
use rmlir::interp::compare::{Run, Verdict, refines};
use rmlir::interp::random::Random;
use rmlir::interp::{Data, Kind, Limits, Program, Settings};
use rmlir::prelude::*;
use rmlir::text::parse::parse_verified;
use rmlir_func::{CallOp, FuncOp, ReturnOp};
use rmlir_ifconvert_passes::if_convert::{Selection, convert_body};
use rmlir_ifconvert_passes::linear::Coding;
use rmlir_modulo::{Graph, Mode};
use rmlir_vliw::CyclesOp;
use rmlir_vliw_passes::pipeline::{Search, pipeline_module};

/// A loop and a machine.
pub struct Trial<'a> {
    pub source: &'a str,
    pub machine: &'a str,
    /// Random inputs for each trip count.
    pub inputs: u64,
    pub seed: u64,
}

/// What trials came to.
#[derive(Default)]
pub struct Counts {
    /// Runs that were compared.
    pub runs: u64,
    /// Of these, those with another outcome.
    pub wrong: u64,
    /// Loops that were not pipelined.
    pub failed: u64,
    /// Cycles of all runs, one iteration after the other.
    pub list: u64,
    /// Cycles of all runs, pipelined.
    pub pipelined: u64,
    /// The first outcome that was another one.
    pub first: Option<String>,
}

/// What leaving out dependences came to.
#[derive(Default)]
pub struct Mutants {
    /// Schedules that do not keep what was left out.
    pub broken: u64,
    /// Of these, those with another outcome.
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

impl Counts {
    /// Adds others.
    pub fn add(&mut self, other: &Counts) {
        self.runs += other.runs;
        self.wrong += other.wrong;
        self.list += other.list;
        self.pipelined += other.pipelined;
    }
}

/// Trip counts up to this are all tried: more than any prologue, kernel and epilogue here have stages.
const MAX_TRIPS: u64 = 40;

/// Knows what loops and code are made of.
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

fn said(errors: Vec<Diagnostic>) -> String {
    errors.iter().map(ToString::to_string).collect()
}

fn compiled(module: &Body, entry: &str) -> Result<Program, String> {
    Program::compile_entry(module, entry, Settings::default()).map_err(said)
}

/// Adds a function `timed` that calls `f` and gives the cycles of `machine` behind its results.
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
    /// Runs it.
    pub fn run(&self) -> Result<Counts, String> {
        let cx = context();
        let module = parse_verified(&cx, "loop.mlir", self.source).map_err(said)?;
        let scalar = compiled(&module, "f")?;
        let pipelined = self.pipelined(&module, Mode::Swing.into())?;
        let mut counts = Counts::default();
        self.compare(&scalar, &pipelined, &mut counts)?;
        // One after the other some loops take a register more than there is for each variable.
        if let Ok(single) = self.pipelined(&module, Mode::List.into()) {
            let mut list = Counts::default();
            self.compare(&scalar, &single, &mut list)?;
            counts.list = list.pipelined;
            counts.runs += list.runs;
            counts.wrong += list.wrong;
        }
        Ok(counts)
    }

    /// Leaves out one dependence after the other.
    pub fn mutate(&self) -> Result<Mutants, String> {
        let cx = context();
        let module = parse_verified(&cx, "loop.mlir", self.source).map_err(said)?;
        let scalar = compiled(&module, "f")?;
        let model = rmlir_vliw_passes::machines::model(&cx, self.machine).expect("the machine is there");
        let machine = rmlir_vliw_passes::dependences::machine(&model);
        let mut mutants = Mutants::default();
        for left_out in 0.. {
            let (edge, kept) = (Cell::new(None), Cell::new(true));
            let change = |graph: Graph| {
                let changed = without(&graph, left_out);
                edge.set(graph.edges().get(left_out).copied());
                if let (Some(edge), Ok(found)) = (edge.get(), rmlir_modulo::schedule(&changed, &machine, Mode::Swing)) {
                    kept.set(found.start[edge.to] - found.start[edge.from] >= edge.length(found.ii));
                }
                changed
            };
            let program = self.pipelined(&module, Search { mode: Mode::Swing, change: &change });
            let Some(edge) = edge.get() else { return Ok(mutants) };
            // A graph that cannot be scheduled any more was not left alone.
            let Ok(program) = program else { continue };
            // Iterations that do not overlap have a graph of their own, which was.
            let overlaps = program.functions().iter().any(|function| function.name.starts_with("f_pipelined"));
            if kept.get() || !overlaps {
                continue;
            }
            mutants.broken += 1;
            let mut counts = Counts::default();
            self.compare(&scalar, &program, &mut counts)?;
            if counts.wrong > 0 {
                mutants.caught += 1;
            } else {
                println!("    not caught: {edge:?}");
            }
        }
        Ok(mutants)
    }

    /// Runs a program for many arguments.
    fn compare(&self, scalar: &Program, program: &Program, counts: &mut Counts) -> Result<(), String> {
        let mut random = Random::new(self.seed);
        let function = scalar.function("f").expect("the entry was compiled");
        let limits = Limits::default();
        for trips in 0..=MAX_TRIPS {
            for _ in 0..self.inputs {
                let args = arguments(&function.inputs, trips, &mut random);
                let wanted = scalar.run("f", &args, &limits);
                if let Err(trap) = &wanted {
                    return Err(format!("the loop itself ends early: {trap}"));
                }
                counts.runs += 1;
                let found = run(program, &args, &limits, &mut counts.pipelined);
                let verdict = refines(&function.signature(), &wanted, &found);
                if let Verdict::Differs(why) | Verdict::Unknown(why) = verdict {
                    counts.wrong += 1;
                    counts.first.get_or_insert(format!("{trips} iterations: {why}"));
                }
            }
        }
        Ok(())
    }

    /// The module with code in place of loops.
    fn pipelined(&self, module: &Body, search: Search) -> Result<Program, String> {
        let mut copy = module.clone_body();
        for function in copy.nested_bodies_mut() {
            convert_body(&mut Rewriter::new(function), Coding::Clears, true, Selection::All);
        }
        let declined = pipeline_module(&mut copy, self.machine, search)?;
        if let Some((_, reason)) = declined.first() {
            return Err(reason.to_string());
        }
        add_timed(&mut copy, self.machine);
        let mut said = String::new();
        let verified = verify::verify(&copy, &mut |_, error| said.push_str(&error.to_string()));
        verified.map_err(|_| said)?;
        compiled(&copy, "timed")
    }
}

/// Runs `timed`: the outcome of `f`; the cycles are added.
fn run(program: &Program, args: &[Data], limits: &Limits, cycles: &mut u64) -> Run {
    let mut outcome = program.run("timed", args, limits)?;
    if let Some(Data::Bits(taken)) = outcome.results.pop() {
        *cycles += taken;
    }
    Ok(outcome)
}

/// Arguments for a number of iterations: indices are that number, memrefs are large enough.
fn arguments(kinds: &[Kind], trips: u64, random: &mut Random) -> Vec<Data> {
    let one = |kind: &Kind| match kind {
        Kind::Index => Data::Bits(trips),
        Kind::MemRef(memref) => {
            let rank = memref.shape.as_deref().map_or(0, <[i64]>::len);
            // Loops look at most eight elements beyond.
            Data::random_sized(kind, Some(&vec![trips as i64 + 8; rank]), random)
        }
        kind => Data::random(kind, random),
    };
    kinds.iter().map(one).collect()
}
