//! Loops on Hexagon: the interpreter on the loop compared with an emulator on its code.
//!
//! For each loop many trip counts and random inputs, with memrefs that are as small as can be, are executed by one
//! process. Loops on floats of 64 bits, which the machine does not multiply, are those of 32 bits here.

use rmlir::core::Context;
use rmlir::interp::compare::{Verdict, refines};
use rmlir::interp::random::Random;
use rmlir::interp::{Data, Kind, Limits, Outcome, Program, Settings};
use rmlir::text::parse::parse_verified;
use rmlir_hexagon_codegen::run::{self, Tools};
use rmlir_hexagon_codegen::{Assembly, Options, assembly};

use crate::trial::{arguments, context, said};
use crate::{drawn, loops};

/// Figures of one loop.
#[derive(Default)]
pub struct Figures {
    /// The compared executions, and those that differ.
    pub n_runs: u64,
    /// The executions that differ.
    pub n_wrong: u64,
    /// The first of them.
    pub first_wrong: Option<String>,
    /// The pipelined loops of the program.
    pub report: String,
}

/// The trip counts beside those around the number of stages.
const MANY: u64 = 100;

/// The elements that loops access beyond the trip count, at most.
const MOST_BEYOND: u64 = 8;

/// The trip counts for which code of a loop may be wrong.
fn trip_counts(code: &Assembly) -> Vec<u64> {
    let loops = code.pipelined.iter().flat_map(|(_, loops)| loops);
    let most = loops.map(|it| (it.stages + 2 * it.copies) as u64 + 3).max().unwrap_or(4);
    (0..=most).chain([17, MANY]).collect()
}

/// Names and sources of all loops, with floats of 32 bits.
pub fn loops() -> Vec<(String, String)> {
    let own = loops::HEXAGON.iter().map(|&(name, source)| (name.to_owned(), source.to_owned()));
    own.chain(loops::all()).map(|(name, source)| (name, source.replace("f64", "f32"))).collect()
}

/// A random loop of [`drawn`], where the first size of a memref is an argument: functions do not know it otherwise.
pub fn drawn_loop(seed: u64) -> String {
    let source = drawn::draw(seed);
    let without = source.replace("  %size = memref.dim %x, %c0 : memref<?xi32>\n", "");
    without.replace("%k: i32)", "%k: i32, %size: index)")
}

/// Compares function `f` of a module.
pub fn compare(source: &str, inputs: u64, seed: u64, options: Options, tools: &Tools) -> Result<Figures, String> {
    let cx: Context = context();
    let module = parse_verified(&cx, "loop.mlir", source).map_err(said)?;
    let program = Program::compile(&module, Settings::default()).map_err(said)?;
    let code = assembly(&module, options).map_err(said)?;
    let function = program.function("f").ok_or("there is no function 'f'")?;
    let mut calls = run::Program::default();
    let mut wanted = Vec::new();
    let mut random = Random::new(seed);
    for trips in trip_counts(&code) {
        for input in 0..inputs {
            let (args, outcome) = reference(&program, &function.inputs, trips, input, &mut random)?;
            // What the loop may not do has no outcome.
            let Some(outcome) = outcome else { continue };
            calls.call("f", &function.inputs, &function.outputs, &args)?;
            wanted.push((trips, outcome));
        }
    }
    let found = calls.run(tools, &code.text)?;
    let mut figures = Figures { report: rmlir_hexagon_codegen::report(&code), ..Figures::default() };
    for ((trips, wanted), (results, arguments)) in wanted.into_iter().zip(found) {
        figures.n_runs += 1;
        let found = Outcome { results, arguments, ..wanted.clone() };
        if let Verdict::Differs(why) | Verdict::Unknown(why) = refines(&function.signature(), &Ok(wanted), &Ok(found)) {
            figures.n_wrong += 1;
            figures.first_wrong.get_or_insert(format!("{trips} iterations: {why}"));
        }
    }
    Ok(figures)
}

/// Random arguments and the outcome of the interpreter.
fn reference(
    program: &Program,
    kinds: &[Kind],
    trips: u64,
    input: u64,
    random: &mut Random,
) -> Result<(Vec<Data>, Option<Outcome>), String> {
    let seed = random.draw();
    let mut beyond = if input % 2 == 0 { MOST_BEYOND } else { 0 };
    loop {
        let mut args = arguments(kinds, trips, beyond, &mut Random::new(seed));
        set_size(kinds, &mut args);
        match program.run("f", &args, &Limits::default()) {
            Ok(outcome) => return Ok((args, Some(outcome))),
            Err(_) if beyond == MOST_BEYOND => return Ok((args, None)),
            Err(_) => beyond += 1,
        }
    }
}

/// Sets the last argument to the size of the first memref, if it is an index.
fn set_size(kinds: &[Kind], args: &mut [Data]) {
    let size = args.iter().find_map(|arg| if let Data::MemRef { sizes, .. } = arg { sizes.first().copied() } else { None });
    if let (Some(Kind::Index), Some(size), Some(last)) = (kinds.last(), size, args.last_mut()) {
        *last = Data::Bits(size as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The loops that the machine has instructions for.
    const LOOPS: [&str; 9] =
        ["multiply-add", "limited-dot", "bytes", "long-dot", "stencil", "clamp", "swap", "shift-1", "while-store-2"];

    #[test]
    fn an_emulator_executes_loops_as_the_interpreter_does() {
        let tools = Tools::find().expect("the programs are installed");
        for (name, source) in loops().into_iter().filter(|(name, _)| LOOPS.contains(&name.as_str())) {
            for pipelines in [false, true] {
                let options = Options { pipelines, ..Options::default() };
                let figures = compare(&source, 4, 1, options, &tools).unwrap_or_else(|why| panic!("{name}: {why}"));
                assert_eq!((figures.n_wrong, figures.first_wrong), (0, None), "{name}");
                assert!(figures.n_runs > 10, "{name}");
            }
        }
    }
}
