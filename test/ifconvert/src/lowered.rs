//! Code lowered from `pvec` completely, in upstream's tool and compiled.
//!
//! Functions are grouped into modules. Each module is converted and lowered, must be accepted by `mlir-opt-22` where
//! that is installed, and is compiled by clang; every function computes the same there, and in the interpreter, as
//! before.

use std::io::Write;
use std::ops::Range;
use std::process::{Command, Stdio};

use rmlir::core::symbol::{Visibility, visibility};
use rmlir::core::{Body, OpRef, Rewriter};
use rmlir::interp::compare::{Run, Verdict, refines};
use rmlir::interp::random::Random;
use rmlir::interp::{Data, Limits, Program, Settings};
use rmlir::text::print::{PrintOptions, print};
use rmlir_conversion::pvec_to_vector::lower_all;
use rmlir_engines::module::{reason, texts, with_module};
use rmlir_ifconvert_passes::graph::linear::Coding;
use rmlir_ifconvert_passes::if_convert::{Selection, convert_body};
use rmlir_ifconvert_passes::pvec_promote::promote_all;
use rmlir_jit::Call;
use rmlir_run::native::{Engine, Entries, Entry};

use crate::graphs::{Graphs, draw};
use crate::kernels::{LOOPS, arguments};
use crate::trial::{checked, drawn_input};
use crate::{mask_program, program};

/// Functions with masks.
pub const LANES: &str = include_str!("../kernels/lanes.mlir");

/// The number of functions in a random module.
const N_TOGETHER: u64 = 20;

/// The results of the trials.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// The number of functions.
    pub functions: u64,
    /// The number of modules that `mlir-opt-22` accepted.
    pub accepted: u64,
    /// The number of compared executions, each with the interpreter and with machine code.
    pub runs: u64,
    /// The number of skipped executions, which do not end normally.
    pub left_out: u64,
}

/// The inputs of a function, with its executions before the conversion.
type Inputs = Vec<(Vec<Data>, Run)>;

/// Generates the inputs of a function by its name.
type Draw<'d> = &'d mut dyn FnMut(&Program, &str) -> Inputs;

/// The hand-written functions, and `count` random ones of both kinds.
pub fn try_all(seeds: Range<u64>, graphs: Graphs) -> Result<Counts, String> {
    let mut counts = Counts::default();
    let mut random = Random::new(seeds.start);
    for source in [LOOPS, LANES] {
        try_module(source, &mut counts, &mut |program, name| of_kernel(&mut random, program, name, 17))?;
    }
    for start in seeds.clone().step_by(N_TOGETHER as usize) {
        let seeds = start..seeds.end.min(start + N_TOGETHER);
        let masks = seeds.clone().map(|seed| mask_program::text(&mut Random::new(seed), &format!("f{seed}")));
        try_module(&masks.collect::<String>(), &mut counts, &mut |program, name| {
            of_kernel(&mut random, program, name, 4)
        })
        .map_err(|said| format!("masks, seeds {seeds:?}: {said}"))?;
        let mut sizes = Vec::new();
        let mut source = String::new();
        for seed in seeds.clone() {
            let mut random = Random::new(seed);
            let lists = draw(&mut random, graphs);
            sizes.push(lists.len());
            source.push_str(&program::text(&mut random, &lists).replace("@f(", &format!("@f{seed}(")));
        }
        let size = |name: &str| sizes[(name[1..].parse::<u64>().expect("names are numbers") - seeds.start) as usize];
        try_module(&source, &mut counts, &mut |program, name| {
            (0..2).map(|_| drawn_input(&mut random, size(name), program, name)).collect()
        })
        .map_err(|said| format!("graphs, seeds {seeds:?}: {said}"))?;
    }
    Ok(counts)
}

fn of_kernel(random: &mut Random, program: &Program, name: &str, count: i64) -> Inputs {
    let args = (0..count).map(|n| arguments(random, n));
    args.map(|args| (args.clone(), program.run(name, &args, &Limits::default()))).collect()
}

/// Converts all functions to code without predicates.
fn lower(module: &mut Body) -> Result<(), String> {
    for function in module.nested_bodies_mut() {
        let mut rw = Rewriter::new(function);
        convert_body(&mut rw, Coding::Clears, true, Selection::All);
        promote_all(&mut rw);
        lower_all(&mut rw);
        let mut left = None;
        rw.walk_preorder(rw.root(), |op| {
            if rw.name(op).str(rw.cx()).starts_with("pvec.") {
                left.get_or_insert(op);
            }
        });
        if let Some(op) = left {
            return Err(format!("'{}' is left", rw.name(op).str(rw.cx())));
        }
    }
    checked(module)
}

fn try_module(source: &str, counts: &mut Counts, draw: Draw) -> Result<(), String> {
    with_module(source, |module| {
        let compile = |module: &Body| Program::compile(module, Settings::default()).map_err(|errors| texts(&errors));
        let before = compile(module)?;
        lower(module)?;
        let after = compile(module)?;
        counts.accepted += u64::from(is_accepted(module)?);
        let names = public(module);
        let mut entries = Entries::default();
        for name in &names {
            entries.0.extend(Entries::one(module, name).map_err(|errors| texts(&errors))?.0);
        }
        let code = Engine::Llvm.code(module, &entries).map_err(reason)?;
        for name in names {
            counts.functions += 1;
            let signature = before.function(&name).ok_or("the function was compiled")?.signature();
            let Entry { name, inputs, outputs, .. } =
                entries.0.iter().find(|entry| entry.name == name).ok_or("a function has an entry")?;
            for (args, run) in draw(&before, name) {
                if run.is_err() {
                    counts.left_out += 1;
                    continue;
                }
                counts.runs += 1;
                let native = Call { function: name, inputs, outputs }.run(&*code, &args)?;
                for (how, found) in
                    [("interpreted", after.run(name, &args, &Limits::default())), ("compiled", Ok(native))]
                {
                    match refines(&signature, &run, &found) {
                        Verdict::Refines => {}
                        Verdict::Differs(what) | Verdict::Unknown(what) => {
                            return Err(format!("{name}, {how}: {what}"));
                        }
                    }
                }
            }
        }
        Ok(())
    })
}

/// The functions that are called externally.
fn public(module: &Body) -> Vec<String> {
    let functions = module.proxies().into_iter().map(|function| OpRef::new(module, function));
    let is_public = |function: &OpRef| visibility(*function) == Visibility::Public;
    let name = |function: OpRef| function.symbol_name().map(|name| name.str(module.cx()).to_owned());
    functions.filter(is_public).filter_map(name).collect()
}

/// Whether `mlir-opt-22` is installed and accepts the module; an error if it rejects it.
fn is_accepted(module: &Body) -> Result<bool, String> {
    let text = print(OpRef::root(module), &PrintOptions::default());
    let child = Command::new("mlir-opt-22").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    let Ok(mut child) = child else { return Ok(false) };
    child.stdin.take().expect("it is piped").write_all(text.as_bytes()).map_err(|error| error.to_string())?;
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    if output.status.success() { Ok(true) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}
