//! Execution time of each stage for programs with increasing numbers of statements and dependences.
//!
//! Each family has one program for each number of statements:
//!
//! - `chain`: a nest of two loops for each statement, which reads the values that the previous one wrote: as many
//!   dependences as statements;
//! - `sweeps`: nests within one time loop, each of which reads three neighbours of the values that the previous one
//!   wrote: some dependences for each statement, all of them in one cycle;
//! - `dense`: one nest, in which each statement reads the values of all previous ones: the number of dependences is
//!   quadratic.

use std::fmt::Write;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use rmlir::prelude::*;
use rmlir_pluto_passes::extract::{Assumptions, extract};
use rmlir_pluto_passes::generate::generate;
use rmlir_pluto_passes::normal::normalize;
use rmlir_pluto_passes::plan::{Plan, Search, Unplanned};
use rmlir_polyhedral::check::check;
use rmlir_polyhedral::dependence::dependences::dependences;
use rmlir_polyhedral::search::pluto::{self, Fuse};
use rmlir_polyhedral::search::sizes::generalized;

use crate::{kernels, same};

/// The options of the measurement.
#[derive(Args)]
pub struct Options {
    /// Only these programs, separated by commas.
    #[arg(long, value_delimiter = ',', value_enum)]
    families: Vec<Family>,
    /// The numbers of statements.
    #[arg(long, value_delimiter = ',', default_value = "1,2,4,8,16,32,64")]
    statements: Vec<usize>,
    /// The tile size; 0 for no tiling.
    #[arg(long, default_value_t = 32)]
    tile: i64,
}

/// The family of programs, see the module.
#[derive(Clone, Copy, ValueEnum)]
enum Family {
    Chain,
    Sweeps,
    Dense,
}

/// The measurements of one program.
struct Measured {
    n_dependences: usize,
    extract: Duration,
    dependences: Duration,
    schedule: Duration,
    check: Duration,
    code: Duration,
}

/// Prints one line for each program. A limit that is reached is reported as a figure, too.
pub fn run(options: &Options) {
    let all = [Family::Chain, Family::Sweeps, Family::Dense];
    let families = if options.families.is_empty() { &all[..] } else { &options.families };
    println!(
        "{:8} {:>10} {:>11} {:>9} {:>11} {:>9} {:>9} {:>9} {:>9} ms",
        "program", "statements", "dependences", "extract", "dependences", "schedule", "check", "code", "all"
    );
    for &family in families {
        for &n in &options.statements {
            let name = family.to_possible_value().expect("no family is hidden");
            match measure(family.text(n), options.tile) {
                Ok(it) => {
                    let Measured { extract, dependences, schedule, check, code, .. } = it;
                    let all = extract + dependences + schedule + check + code;
                    println!(
                        "{:8} {n:10} {:11} {:9.1} {:11.1} {:9.1} {:9.1} {:9.1} {:9.1}",
                        name.get_name(),
                        it.n_dependences,
                        ms(extract),
                        ms(dependences),
                        ms(schedule),
                        ms(check),
                        ms(code),
                        ms(all)
                    );
                }
                Err(why) => println!("{:8} {n:10} {why}", name.get_name()),
            }
        }
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Measures the stages one by one, in the order of [`Plan::of`]. The whole plan is computed separately, and its time is
/// not counted twice in the sum.
fn measure(text: String, tile: i64) -> Result<Measured, String> {
    let cx = rmlir::text::context(rmlir_test_eval::dialects());
    let mut module = kernels::module(&cx, text)?;
    let proxy = kernels::proxy(&module, "kernel");
    let body = module.nested_mut(proxy).expect("@kernel has a body");
    let (extract, extracted) = timed(|| {
        normalize(&mut Rewriter::new(body));
        extract(body, Assumptions { noalias_arguments: true })
    });
    let extracted = extracted.map_err(|declined| declined.why.into_owned())?;
    let scop = &extracted.scop;
    let (first, both) = timed(|| {
        let general = generalized(scop);
        let of_all_sizes = dependences(&general.scop)?;
        let found = general.special(&of_all_sizes);
        Some((of_all_sizes, general, found))
    });
    let (of_all_sizes, general, found) = both.ok_or(Unplanned::Dependences(scop.limits).why())?;
    let (second, schedule) = timed(|| pluto::schedule(&general.scop, &of_all_sizes, Fuse::Smart));
    let schedule = schedule.map_err(|limit| Unplanned::Schedule(limit, scop.limits).why())?;
    let (third, verdict) = timed(|| check(scop, &found, &schedule));
    verdict.map_err(|mistake| format!("{mistake:?}"))?;
    let plan = Plan::of(scop, Search::default()).map_err(|it| it.why())?;
    let (code, is_done) = timed(|| {
        let order = plan.order(scop, &same::options(tile, true, Fuse::Smart).tiles, true);
        let nodes = order.and_then(|order| plan.code(scop, &order))?;
        generate(&mut Rewriter::new(body), &extracted, &nodes, true);
        Some(())
    });
    is_done.ok_or("its code takes too much")?;
    Ok(Measured { n_dependences: found.len(), extract, dependences: first, schedule: second, check: third, code })
}

fn timed<T>(run: impl FnOnce() -> T) -> (Duration, T) {
    let begin = Instant::now();
    let result = run();
    (begin.elapsed(), result)
}

impl Family {
    /// A module with `@kernel` of `n` statements.
    fn text(self, n: usize) -> String {
        let arguments: Vec<String> = (0..=n).map(|number| format!("%m{number}: memref<200x200xf64>")).collect();
        let mut text = format!("func.func @kernel({}) {{\n", arguments.join(", "));
        match self {
            Family::Chain => {
                (1..=n).for_each(|number| nest(&mut text, |text| statement(text, number, &[(number - 1, 0)])))
            }
            Family::Sweeps => {
                text.push_str("affine.for %t = 0 to 100 {\n");
                for number in 1..=n {
                    let before = if number == 1 { n } else { number - 1 };
                    let reads = [(before, -1), (before, 0), (before, 1)];
                    nest(&mut text, |text| statement(text, number, &reads));
                }
                text.push_str("}\n");
            }
            Family::Dense => nest(&mut text, |text| {
                for number in 1..=n {
                    let reads: Vec<(usize, i64)> = (0..number).map(|before| (before, 0)).collect();
                    statement(text, number, &reads);
                }
            }),
        }
        text + "return\n}\n"
    }
}

/// A nest of two loops.
fn nest(text: &mut String, body: impl FnOnce(&mut String)) {
    text.push_str("affine.for %i = 1 to 199 {\naffine.for %j = 1 to 199 {\n");
    body(text);
    text.push_str("}\n}\n");
}

/// Writes the sum of elements in neighbouring columns of other memrefs.
fn statement(text: &mut String, number: usize, reads: &[(usize, i64)]) {
    let loads: Vec<String> = (0..reads.len()).map(|read| format!("%x{number}_{read}")).collect();
    for (name, (memref, offset)) in loads.iter().zip(reads) {
        _ = writeln!(text, "{name} = affine.load %m{memref}[%i, %j + {offset}] : memref<200x200xf64>");
    }
    let mut sum = loads[0].clone();
    for (step, load) in loads.iter().enumerate().skip(1) {
        _ = writeln!(text, "%s{number}_{step} = arith.addf {sum}, {load} : f64");
        sum = format!("%s{number}_{step}");
    }
    _ = writeln!(text, "affine.store {sum}, %m{number}[%i, %j] : memref<200x200xf64>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_have_dependences_as_they_say() {
        let count = |family: Family, n: usize| measure(family.text(n), 32).map(|it| it.n_dependences);
        assert_eq!((count(Family::Chain, 1), count(Family::Chain, 5)), (Ok(0), Ok(4)));
        assert_eq!((count(Family::Dense, 1), count(Family::Dense, 5)), (Ok(0), Ok(10)));
        assert!(count(Family::Sweeps, 4).is_ok_and(|n| n > 12));
    }
}
