//! Loops on Hexagon: the interpreter on the loop compared with an emulator on its code.
//!
//! For each loop many trip counts and random inputs, with memrefs that are as small as can be, are executed by one
//! process. Loops on floats of 64 bits, which the machine multiplies by calls, are executed with 32 bits, too.

use std::fmt::Write;

use rmlir::core::Context;
use rmlir::interp::compare::{Verdict, refines};
use rmlir::interp::random::Random;
use rmlir::interp::{Data, Kind, Limits, Outcome, Program, Settings};
use rmlir::text::parse::parse_verified;
use rmlir_hexagon_codegen::run::{self, Tools};
use rmlir_hexagon_codegen::{Assembly, Options, assembly};

use crate::trial::{arguments, context, said};
use crate::{drawn, loops, together};

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

/// Names and sources of all loops: those with floats of 64 bits also with 32.
pub fn loops() -> Vec<(String, String)> {
    let own = loops::HEXAGON.iter().map(|&(name, source)| (name.to_owned(), source.to_owned()));
    let mut all = Vec::new();
    for (name, source) in own.chain(loops::all()).chain(loops::suite()) {
        let short = source.replace("f64", "f32");
        if short != source {
            all.push((format!("{name}-64"), source));
        }
        all.push((name, short));
    }
    all
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
    let code = assembly(&module, options).map_err(said)?;
    let views = together::text(&module, source);
    let both = parse_verified(&cx, "loop.mlir", format!("{source}{}", views.as_deref().unwrap_or(""))).map_err(said)?;
    let program = Program::compile(&both, Settings::default()).map_err(said)?;
    let function = program.function("f").ok_or("there is no function 'f'")?;
    let mut calls = run::Program::default();
    let mut wanted = Vec::new();
    let mut random = Random::new(seed);
    for trips in trip_counts(&code) {
        for input in 0..inputs {
            // What the loop may not do has no outcome.
            let (args, outcome) = reference(&program, &function.inputs, trips, input, &mut random)?;
            if let Some(outcome) = outcome {
                calls.call("f", &function.inputs, &function.outputs, &args)?;
                wanted.push(Wanted { name: "f", trips, outcome });
            }
            for name in together::NAMES {
                let Some(overlap) = overlapping(&program, name, (trips, input), &mut random) else { continue };
                let Overlap { args, whole, starts, outcome } = overlap;
                calls.call_with_views("f", (&function.inputs, &function.outputs), &args, &whole, &starts)?;
                wanted.push(Wanted { name, trips, outcome });
            }
        }
    }
    judge(&calls, wanted, &program, &code, tools)
}

/// Executes calls and compares their outcomes with those that are wanted.
fn judge(
    calls: &run::Program,
    wanted: Vec<Wanted>,
    program: &Program,
    code: &Assembly,
    tools: &Tools,
) -> Result<Figures, String> {
    let found = calls.run(tools, &code.text)?;
    let mut figures = Figures { report: rmlir_hexagon_codegen::report(code), ..Figures::default() };
    for (Wanted { name, trips, outcome }, (results, arguments)) in wanted.into_iter().zip(found) {
        figures.n_runs += 1;
        let signature = program.function(name).expect("it was executed").signature();
        let arguments = if together::NAMES.contains(&name) { as_overlapping(&outcome, &arguments) } else { arguments };
        let found = Outcome { results, arguments, ..outcome.clone() };
        if let Verdict::Differs(why) | Verdict::Unknown(why) = refines(&signature, &Ok(outcome), &Ok(found)) {
            figures.n_wrong += 1;
            figures.first_wrong.get_or_insert(format!("'{name}', {trips} iterations: {why}"));
        }
    }
    Ok(figures)
}

/// A table of the loops that [`PEER`] has, too: the packets of an iteration, ours and clang's, our initiation interval and its
/// lower bound, and that of clang's pipeliner.
pub fn peer(tools: &Tools) -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut theirs = Vec::new();
    for source in PEER {
        theirs.extend(tools.loops_of_c(source, folder.path())?);
    }
    let mut out =
        String::from("| loop | packets | clang's packets | II | MII | clang's II |\n|---|---|---|---|---|---|\n");
    let (mut n_loops, mut n_fewer, mut n_more, mut n_branches, mut logarithms) = (0, 0, 0, 0, 0.0);
    for (name, source) in loops() {
        let Some(clang) = theirs.iter().find(|of| of.name == name.replace('-', "_")) else { continue };
        let cx = context();
        let module = parse_verified(&cx, "loop.mlir", source).map_err(said)?;
        let code = assembly(&module, Options::default()).map_err(said)?;
        let Some(of) = code.loops.first() else { return Err(format!("{name} is no hardware loop")) };
        let ours = of.packets as f64 / of.iterations as f64;
        let pipelined = code.pipelined.iter().flat_map(|(_, loops)| loops).next();
        let or_none = |number: Option<i64>| number.map_or("-".to_owned(), |number| number.to_string());
        let [ii, mii, clang_ii] = [pipelined.map(|it| it.ii), pipelined.map(|it| it.mii), clang.ii].map(or_none);
        let packets = clang.packets.map_or("branches".to_owned(), |packets| packets.to_string());
        writeln!(out, "| `{name}` | {ours} | {packets} | {ii} | {mii} | {clang_ii} |").expect("strings grow");
        let Some(clang) = clang.packets.map(|packets| packets as f64) else {
            n_branches += 1;
            continue;
        };
        n_loops += 1;
        n_fewer += usize::from(ours < clang);
        n_more += usize::from(ours > clang);
        logarithms += (ours / clang).ln();
    }
    let mean = (logarithms / f64::from(n_loops)).exp();
    let text = format!("{n_loops} loops: fewer packets in {n_fewer}, more in {n_more}, geometric mean {mean:.2}");
    writeln!(out, "\n{text}; {n_branches} others, in which clang leaves branches").expect("strings grow");
    Ok(out)
}

/// A table of the bytes of functions without counted loops: ours and those of clang at `-Os`.
pub fn sizes(tools: &Tools) -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let folder = folder.path();
    let theirs = tools.sizes(&tools.compile_small(include_str!("../hexagon/scalar.c"), folder)?)?;
    let cx = context();
    let module = parse_verified(&cx, "scalar.mlir", SCALAR).map_err(said)?;
    let code = assembly(&module, Options::default()).map_err(said)?;
    let ours = tools.sizes(&tools.assemble(&code.text, folder, "scalar")?)?;
    let mut out = String::from("| function | bytes | clang's bytes |\n|---|---|---|\n");
    let (mut all, mut all_theirs) = (0, 0);
    for (name, size) in &ours {
        let Some((_, clang)) = theirs.iter().find(|(of, _)| of == name) else { continue };
        writeln!(out, "| `{name}` | {size} | {clang} |").expect("strings grow");
        all += size;
        all_theirs += clang;
    }
    let ratio = all as f64 / all_theirs as f64;
    writeln!(out, "\n{} functions: {all} bytes, clang's {all_theirs}, {ratio:.2} of these", ours.len())
        .expect("strings grow");
    Ok(out)
}

/// Executes the functions of [`sizes`] with small arguments, and compares them with the interpreter.
pub fn scalar(inputs: u64, seed: u64, tools: &Tools) -> Result<Figures, String> {
    let cx = context();
    let module = parse_verified(&cx, "scalar.mlir", SCALAR).map_err(said)?;
    let code = assembly(&module, Options::default()).map_err(said)?;
    let program = Program::compile(&module, Settings::default()).map_err(said)?;
    let names: Vec<&str> = code.pipelined.iter().map(|(name, _)| name.as_str()).collect();
    let (mut calls, mut wanted, mut random) = (run::Program::default(), Vec::new(), Random::new(seed));
    for &name in &names {
        let function = program.function(name).ok_or("the function is not interpreted")?;
        for _ in 0..inputs {
            let small = |kind: &Kind| match kind {
                Kind::Int(_) => Data::Bits(random.below(SMALL)),
                kind => Data::random_sized(kind, Some(&[SMALL as i64]), &mut random),
            };
            let args: Vec<Data> = function.inputs.iter().map(small).collect();
            let Ok(outcome) = program.run(name, &args, &Limits::default()) else { continue };
            calls.call(name, &function.inputs, &function.outputs, &args)?;
            wanted.push(Wanted { name, trips: 0, outcome });
        }
    }
    judge(&calls, wanted, &program, &code, tools)
}

/// The bound of arguments of functions that are recursive.
const SMALL: u64 = 4;

/// The functions without counted loops.
const SCALAR: &str = include_str!("../hexagon/scalar.mlir");

/// The loops in C.
const PEER: [&str; 2] = [include_str!("../hexagon/peer.c"), include_str!("../hexagon/suite.c")];

/// What an execution has to come to.
struct Wanted<'a> {
    name: &'a str,
    trips: u64,
    outcome: Outcome,
}

/// The most elements between views of one buffer.
const MOST_BEHIND: u64 = 4;

/// Random arguments and the outcome of a function of [`together`], if it has one, and the arguments of `f` with the starts
/// of its views.
fn overlapping(
    program: &Program,
    name: &'static str,
    (trips, input): (u64, u64),
    random: &mut Random,
) -> Option<Overlap> {
    let (function, f) = (program.function(name)?, program.function("f")?);
    let mut given = arguments(&function.inputs, trips, 2 * MOST_BEYOND, random);
    let by = (trips + input) % (MOST_BEHIND + 1);
    given[1] = Data::Bits(by);
    if given.len() > 3 {
        set_size(&function.inputs, &mut given);
    }
    let outcome = program.run(name, &given, &Limits::default()).ok()?;
    let n_views = f.inputs.iter().filter(|kind| matches!(kind, Kind::MemRef(_))).count();
    let starts = (0..n_views).map(|view| if name == together::NAMES[0] { view } else { n_views - 1 - view });
    let starts = starts.map(|view| view * by as usize).collect();
    let mut scalars = given[3..].iter();
    let args = f.inputs.iter().enumerate().map(|(number, kind)| match kind {
        Kind::MemRef(_) => Data::Poison,
        _ if number == 0 => given[0].clone(),
        _ => scalars.next().cloned().unwrap_or(Data::Poison),
    });
    Some(Overlap { args: args.collect(), whole: given[2].clone(), starts, outcome })
}

/// An execution whose memrefs are views of one buffer.
struct Overlap {
    args: Vec<Data>,
    whole: Data,
    starts: Vec<usize>,
    outcome: Outcome,
}

/// The arguments of a function of [`together`] behind an execution of `f` with views: the one that starts at 0 is the
/// whole buffer.
fn as_overlapping(wanted: &Outcome, of_f: &[Data]) -> Vec<Data> {
    let is_whole = |arg: &&Data| matches!(arg, Data::MemRef { sizes, .. } if sizes != &[0]);
    let mut arguments = wanted.arguments.clone();
    if let (Some(whole), Some(place)) = (of_f.iter().find(is_whole), arguments.get_mut(2)) {
        *place = whole.clone();
    }
    arguments
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
    let mut beyond = if input.is_multiple_of(2) { MOST_BEYOND } else { 0 };
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
    let size =
        args.iter().find_map(|arg| if let Data::MemRef { sizes, .. } = arg { sizes.first().copied() } else { None });
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

    /// Skipped where clang, lld or qemu is not installed.
    #[test]
    fn an_emulator_executes_loops_as_the_interpreter_does() {
        let Ok(tools) = Tools::find() else { return };
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
