//! Executions of functions before and after the conversion.

use derive_more::{AddAssign, Display};
use rmlir::core::dialect::Dialect;
use rmlir::core::{Body, Context, Rewriter, verify};
use rmlir::interp::compare::{Run, Verdict, refines};
use rmlir::interp::random::Random;
use rmlir::interp::{Data, FaultKind, Limits, Program, Settings};
use rmlir::text::parse::parse_verified;
use rmlir_conversion::pvec_to_scf::lower_predicates;
use rmlir_ifconvert_passes::graph::linear::Coding;
use rmlir_ifconvert_passes::pvec_promote::promote_all;
use rmlir_ifconvert_passes::pvec_reverse_if_convert::{Limit, reverse_all};
use rmlir_ifconvert_passes::region::emit::convert_region;
use rmlir_ifconvert_passes::region::hyperblock::{self, form_hyperblocks};
use rmlir_ifconvert_passes::region::level::Declined;
use rmlir_ifconvert_passes::region::parts::convert_loops;

use crate::graphs::{Graphs, draw};
use crate::program::{MAX_PATH, N_DECISIONS, text};

/// A context with the dialects of the programs.
pub fn context() -> Context {
    let dialects = [
        rmlir_builtin::Builtin::DEF,
        rmlir_func::Func::DEF,
        rmlir_arith::Arith::DEF,
        rmlir_cf::Cf::DEF,
        rmlir_scf::Scf::DEF,
        rmlir_ub::Ub::DEF,
        rmlir_memref::MemRef::DEF,
        rmlir_pvec::Pvec::DEF,
    ];
    rmlir::text::context(dialects.into_iter().collect())
}

/// Parses `source`.
pub fn parsed<'c>(cx: &'c Context, source: &str) -> Result<Box<Body<'c>>, String> {
    parse_verified(cx, "f.mlir", source).map_err(|said| said.iter().map(ToString::to_string).collect())
}

/// A transformation of the functions of a module.
pub type Change = fn(&mut Body) -> Result<(), String>;

/// The conversion in every coding, with promotion, and lowered from the dialect completely, with names; then
/// hyperblocks, with other limits in the last.
pub const WAYS: [(&str, Change); 11] = [
    ("clears", |module| convert(module, Coding::Clears)),
    ("first-unconditional", |module| convert(module, Coding::FirstUnconditional)),
    ("or", |module| convert(module, Coding::Or)),
    ("promoted", promoted),
    ("lowered", lowered),
    ("reversed", |module| reversed(module, false)),
    ("lowered reversed", |module| reversed(module, true)),
    ("hyperblocks", |module| hyperblocks(module, WIDE, false)),
    ("lowered hyperblocks", |module| hyperblocks(module, WIDE, true)),
    ("narrow hyperblocks", |module| hyperblocks(module, NARROW, false)),
    ("loops", loops),
];

/// Many blocks are excluded, and duplicated for that.
const WIDE: hyperblock::Limits =
    hyperblock::Limits { min_value: 40, max_cycles: 2000, max_duplicated: 1000, call_factor: 0, guard_factor: 50 };
/// Hyperblocks are short, and blocks that would be duplicated are mostly excluded.
const NARROW: hyperblock::Limits =
    hyperblock::Limits { min_value: 10, max_cycles: 80, max_duplicated: 40, call_factor: 0, guard_factor: 100 };

/// Converts every function with several blocks to one block.
pub fn convert(module: &mut Body, coding: Coding) -> Result<(), String> {
    for function in module.nested_bodies_mut() {
        let region = function.region(function.root(), 0);
        convert_region(&mut Rewriter::new(function), region, coding).map_err(|declined| declined.to_string())?;
    }
    checked(module)
}

/// As [`convert`], with promotion.
pub fn promoted(module: &mut Body) -> Result<(), String> {
    convert(module, Coding::FirstUnconditional)?;
    for function in module.nested_bodies_mut() {
        promote_all(&mut Rewriter::new(function));
    }
    checked(module)
}

/// As [`promoted`], without predicates afterwards.
pub fn lowered(module: &mut Body) -> Result<(), String> {
    promoted(module)?;
    for function in module.nested_bodies_mut() {
        lower_predicates(&mut Rewriter::new(function));
    }
    checked(module)
}

/// As [`promoted`], with branches around as many operations as possible.
fn reversed(module: &mut Body, is_lowered: bool) -> Result<(), String> {
    convert(module, Coding::Clears)?;
    for function in module.nested_bodies_mut() {
        let mut rw = Rewriter::new(function);
        promote_all(&mut rw);
        reverse_all(&mut rw, Limit { min_cycles: 1 });
        if is_lowered {
            lower_predicates(&mut rw);
        }
    }
    checked(module)
}

/// Forms hyperblocks in every function.
fn hyperblocks(module: &mut Body, limits: hyperblock::Limits, is_lowered: bool) -> Result<(), String> {
    for function in module.nested_bodies_mut() {
        let region = function.region(function.root(), 0);
        let mut rw = Rewriter::new(function);
        form_hyperblocks(&mut rw, region, Coding::Clears, limits).map_err(|declined| declined.to_string())?;
        if is_lowered {
            promote_all(&mut rw);
            lower_predicates(&mut rw);
        }
    }
    checked(module)
}

/// Converts each innermost loop with one entry of every function to one block.
fn loops(module: &mut Body) -> Result<(), String> {
    for function in module.nested_bodies_mut() {
        let region = function.region(function.root(), 0);
        let declined = convert_loops(&mut Rewriter::new(function), region, Coding::Clears);
        let declined = declined.map_err(|declined| declined.to_string())?;
        let is_known = |why: &Declined| matches!(why, Declined::Entries(_) | Declined::Endless);
        if let Some((_, why)) = declined.iter().find(|(_, why)| !is_known(why)) {
            return Err(why.to_string());
        }
    }
    checked(module)
}

/// Verifies a module.
pub fn checked(module: &Body) -> Result<(), String> {
    let mut said = String::new();
    let verified = verify::verify(module, &mut |_, error| said.push_str(&error.to_string()));
    verified.map_err(|_| said)
}

fn compiled(module: &Body) -> Result<Program, String> {
    let errors = |errors: Vec<_>| errors.iter().map(ToString::to_string).collect::<String>();
    Program::compile_entry(module, "f", Settings::default()).map_err(errors)
}

/// Figures over programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, AddAssign, Display)]
#[display(
    "{programs} programs ({irreducible} irreducible), {runs} runs ({stopped} stopped); {endless} programs and {unended} runs never end"
)]
pub struct Counts {
    /// Programs that were converted, in all variants.
    pub programs: u64,
    /// The number of those with an irreducible cycle.
    pub irreducible: u64,
    /// The number of compared executions.
    pub runs: u64,
    /// The number of those that were stopped, by an assertion or their length.
    pub stopped: u64,
    /// Executions that did not leave cycles of empty blocks.
    pub unended: u64,
    /// Programs whose exit is unreachable.
    pub endless: u64,
}

/// One program: its executions before, and after each of the changes.
pub struct Trial<'f> {
    /// The changes, with their names.
    pub changes: &'f [(&'f str, Change)],
    /// The number of executions of each program.
    pub n_inputs: u64,
}

impl Trial<'_> {
    /// Adds the program of `seed` to the counts.
    pub fn try_seed(&self, seed: u64, graphs: Graphs, counts: &mut Counts) -> Result<(), String> {
        let mut random = Random::new(seed);
        let lists = draw(&mut random, graphs);
        let source = text(&mut random, &lists);
        let cx = context();
        let module = parsed(&cx, &source)?;
        checked(&module)?;
        let before = compiled(&module)?;
        let mut after = Vec::new();
        for (name, change) in self.changes {
            let mut copy = module.clone_body();
            match change(&mut copy) {
                Ok(()) => after.push((name, compiled(&copy)?)),
                Err(said) if said.contains("never ends") => {
                    counts.endless += 1;
                    return Ok(());
                }
                Err(said) => return Err(format!("{name}: {said}")),
            }
        }
        counts.programs += 1;
        let cfg = rmlir::analysis::cfg::Cfg::new(&lists);
        let cycles = rmlir::analysis::cfg::Cycles::new(&cfg, Default::default());
        counts.irreducible += u64::from(!cycles.is_reducible());
        for _ in 0..self.n_inputs {
            self.try_input(&mut random, lists.len(), &before, &after, counts)?;
        }
        Ok(())
    }

    fn try_input(
        &self,
        random: &mut Random,
        n_blocks: usize,
        before: &Program,
        after: &[(&&str, Program)],
        counts: &mut Counts,
    ) -> Result<(), String> {
        let after_limits = Limits { steps: 20_000_000, ..Limits::default() };
        let (args, run) = drawn_input(random, n_blocks, before, "f");
        if run.as_ref().is_err_and(|trap| trap.kind == FaultKind::Limit) {
            counts.unended += 1;
            return Ok(());
        }
        counts.runs += 1;
        counts.stopped += u64::from(run.is_err());
        let signature = before.function("f").ok_or("the function was compiled")?.signature();
        for (name, program) in after {
            match refines(&signature, &run, &program.run("f", &args, &after_limits)) {
                Verdict::Refines => {}
                Verdict::Differs(how) | Verdict::Unknown(how) => return Err(format!("{name}: {how}")),
            }
        }
        Ok(())
    }
}

/// Arguments for a random program of `n_blocks` blocks, and its execution.
pub fn drawn_input(random: &mut Random, n_blocks: usize, program: &Program, name: &str) -> (Vec<Data>, Run) {
    let limits = Limits { steps: 20_000, ..Limits::default() };
    let decisions: Vec<i64> = (0..N_DECISIONS).map(|_| random.below(8) as i64).collect();
    let first = program.run(name, &input(&decisions, &vec![true; n_blocks], &vec![true; n_blocks]), &limits);
    // The divisors of blocks that are not executed are zero.
    let divisors = match &first {
        Ok(outcome) => executed(&outcome.arguments, n_blocks),
        Err(_) => vec![true; n_blocks],
    };
    let mut bits = vec![true; n_blocks];
    bits.iter_mut().for_each(|bit| *bit = random.below(12) > 0);
    let args = input(&decisions, &divisors, &bits);
    let run = program.run(name, &args, &limits);
    (args, run)
}

fn memref(sizes: &[i64], elements: Vec<Data>) -> Data {
    Data::MemRef { sizes: sizes.to_vec(), elements }
}

fn input(decisions: &[i64], divisors: &[bool], bits: &[bool]) -> Vec<Data> {
    let n = bits.len() as i64;
    vec![
        memref(&[N_DECISIONS], decisions.iter().map(|&decision| Data::int(32, decision)).collect()),
        memref(&[MAX_PATH, 4], vec![Data::int(32, -1); 4 * MAX_PATH as usize]),
        memref(&[], vec![Data::Bits(0)]),
        memref(&[n], divisors.iter().map(|&divisor| Data::int(32, divisor.into())).collect()),
        memref(&[n], bits.iter().map(|&bit| Data::Bits(bit.into())).collect()),
    ]
}

/// By block: whether it is in the log.
fn executed(arguments: &[Data], n_blocks: usize) -> Vec<bool> {
    let mut is_executed = vec![false; n_blocks];
    let Data::MemRef { elements, .. } = &arguments[1] else { return is_executed };
    for entry in elements.chunks(4) {
        if let Data::Bits(block) = entry[0]
            && let Some(is_executed) = is_executed.get_mut(block as usize)
        {
            *is_executed = true;
        }
    }
    is_executed
}
