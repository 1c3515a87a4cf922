//! The trials at full size.
//!
//! ```sh
//! cargo run -p rmlir-ifconvert-compare -- run --count 1000000 [--blocks 40] [--first SEED] [--backward 22]
//! #                              [--select all|hyperblock] [--inputs 3]  # programs before and after
//! cargo run -p rmlir-ifconvert-compare -- registers --count 1000000   # linear code on poisoned predicate registers
//! cargo run -p rmlir-ifconvert-compare -- cycles --count 1000000 --backward 22  # the same with cycles, in order, with traps
//! cargo run -p rmlir-ifconvert-compare -- counts --count 10000        # predicates and clears against definitions
//! cargo run -p rmlir-ifconvert-compare -- kernels                     # loops written by hand
//! cargo run -p rmlir-ifconvert-compare -- pipelined                   # the same through the modulo scheduler
//! cargo run -p rmlir-ifconvert-compare -- lowered --count 200         # in upstream's dialects, compiled
//! cargo run --release -p rmlir-ifconvert-compare -- native            # machine code before and after
//! cargo run -p rmlir-ifconvert-compare -- bench [--blocks 10000]      # time
//! cargo run -p rmlir-ifconvert-compare -- show --first SEED           # one program before and after
//! ```
//! Each prints its figures; the exit code is 1 if something does not hold.

use std::process::ExitCode;

use rmlir::interp::random::Random;
use rmlir::text::print::{PrintOptions, print};
use rmlir_ifconvert_compare::graphs::{Drawn, draw};
use rmlir_ifconvert_compare::native::{self, Times};
use rmlir_ifconvert_compare::trial::{Counts, SELECTIONS, Trial, WAYS, context, convert, parsed};
use rmlir_ifconvert_compare::{CODINGS, bench, cycles, kernels, lowered, pipelined, program, registers};
use rmlir_ifconvert_passes::if_convert::Selection;
use rmlir_run::native::Engine;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str, otherwise: u64| {
        let at = args.iter().position(|arg| arg == name);
        at.and_then(|at| args.get(at + 1)?.parse::<u64>().ok()).unwrap_or(otherwise)
    };
    let text = |name: &str, otherwise: &'static str| {
        let at = args.iter().position(|arg| arg == name);
        at.and_then(|at| args.get(at + 1)).map_or(otherwise, String::as_str).to_owned()
    };
    let (count, first) = (value("--count", 1000), value("--first", 0));
    let drawn = Drawn { max_blocks: value("--blocks", 40), backward: value("--backward", 12) };
    let holds = match args.first().map(String::as_str) {
        Some("run") => match SELECTIONS.iter().find(|(name, _)| *name == text("--select", "everything")) {
            Some((_, ways)) => {
                run(first, count, drawn, &Trial { changes: &WAYS[ways.clone()], n_inputs: value("--inputs", 3) })
            }
            None => false,
        },
        Some("registers") => registers::try_many(first, count, drawn.max_blocks),
        Some("cycles") => cycles::try_many(first, count, drawn),
        Some("counts") => registers::count_many(first, count, drawn.max_blocks.min(14)),
        Some("bench") => bench::measure(value("--blocks", 10_000) as usize).is_ok(),
        Some("kernels") => kernels(),
        Some("lowered") => lowered(first, count, drawn),
        Some("pipelined") => pipelined(text("--machine", "gp4")),
        Some("native") => native(value("--rounds", 400)),
        Some("show") => show(first, drawn),
        _ => {
            eprintln!(
                "usage: rmlir-ifconvert-compare run|registers|cycles|counts|kernels|lowered|pipelined|native|bench|show [--count N] [--first SEED] [--blocks N]"
            );
            false
        }
    };
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run(first: u64, count: u64, drawn: Drawn, trial: &Trial) -> bool {
    let mut counts = Counts::default();
    for seed in first..first + count {
        if let Err(wrong) = trial.try_seed(seed, drawn, &mut counts) {
            counts.wrong += 1;
            println!("seed {seed}: {wrong}");
        }
    }
    let Counts { programs, irreducible, runs, stopped, unended, endless, wrong } = counts;
    println!(
        "{programs} programs ({irreducible} irreducible) in {} ways, {runs} runs ({stopped} stopped): {wrong} wrong; \
         {endless} programs and {unended} runs never end",
        trial.changes.len()
    );
    wrong == 0
}

fn kernels() -> bool {
    match kernels::try_file(kernels::LOOPS) {
        Ok(tried) => println!("{} loops, {} runs: 0 wrong", tried.kernels.len(), tried.runs),
        Err(wrong) => {
            println!("{wrong}");
            return false;
        }
    }
    true
}

fn pipelined(machine: String) -> bool {
    for is_promoted in [false, true] {
        match pipelined::try_all(&machine, is_promoted) {
            Ok(pipelined::Counts { pipelined, one_by_one, declined, runs }) => {
                let how = if is_promoted { "promoted" } else { "guarded" };
                println!("{how}: {} loops pipelined for {machine}, {runs} runs: 0 wrong", pipelined.len());
                one_by_one.iter().for_each(|name| println!("  {name}: iterations do not overlap"));
                declined.iter().for_each(|(name, why)| println!("  not {name}: {why}"));
            }
            Err(wrong) => {
                println!("{wrong}");
                return false;
            }
        }
    }
    true
}

fn lowered(first: u64, count: u64, drawn: Drawn) -> bool {
    match lowered::try_all(count, first, drawn) {
        Ok(lowered::Counts { functions, accepted, runs, left_out }) => println!(
            "{functions} functions, {accepted} modules accepted by mlir-opt-22, {runs} runs compiled by clang \
             ({left_out} that do not end well left out): 0 wrong"
        ),
        Err(wrong) => {
            println!("{wrong}");
            return false;
        }
    }
    true
}

/// Prints how many times as fast the converted loops are; the cost model takes the first file and declines the second.
fn native(rounds: u64) -> bool {
    let selections = [("converted", native::BRANCHY), ("converted though declined", native::DECLINED)];
    for engine in [Engine::Jit, Engine::Llvm].into_iter().filter(|engine| engine.is_available()) {
        for (what, source) in selections {
            let times = match native::measure(source, engine, Selection::All, rounds) {
                Ok(times) => times,
                Err(wrong) => {
                    println!("{wrong}");
                    return false;
                }
            };
            println!("{engine:?}, {what}:");
            for Times { kernel, branching, converted } in &times {
                println!("  {kernel:20} {branching:>10.1?} with branches, {converted:>10.1?} without");
            }
            let product: f64 = times.iter().map(Times::ratio).product();
            println!("  geometric mean: {:.2} times as fast", product.powf(1.0 / times.len() as f64));
        }
    }
    let holds = |source: &str, expected: bool| match native::verdicts(source) {
        Ok(verdicts) => verdicts.iter().all(|(name, is_taken)| {
            println!("cost model: {name} {}", if *is_taken { "taken" } else { "declined" });
            *is_taken == expected
        }),
        Err(wrong) => {
            println!("{wrong}");
            false
        }
    };
    holds(native::BRANCHY, true) & holds(native::DECLINED, false)
}

fn show(seed: u64, drawn: Drawn) -> bool {
    let mut random = Random::new(seed);
    let lists = draw(&mut random, drawn);
    let source = program::text(&mut random, &lists);
    println!("{source}");
    let cx = context();
    let converted = parsed(&cx, &source).and_then(|mut module| convert(&mut module, CODINGS[0].1).map(|()| module));
    match converted {
        Ok(module) => print!("{}", print(rmlir::core::OpRef::root(&module), &PrintOptions::default())),
        Err(said) => println!("{said}"),
    }
    true
}
