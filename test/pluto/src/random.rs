//! Random programs with transformed loops: their results, and the order of their instances.

use clap::Args;
use derive_more::{AddAssign, Display};
use rmlir_pluto_passes::choice::Tiles;
use rmlir_pluto_passes::extract::extract;
use rmlir_pluto_passes::options;
use rmlir_pluto_passes::plan::{Plan, Search};
use rmlir_pluto_passes::planned::normal;
use rmlir_polyhedral::Statement;
use rmlir_polyhedral::code::{self, Jam, Style, Turns};
use rmlir_polyhedral::search::pluto::Fuse;
use rmlir_trials::Seeds;

use crate::kernels;
use crate::program::{Instance, Program};
use crate::same::{BY_MODEL, Verdict, in_diamonds, options, verdict_of_text};

/// The selection of programs.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    seeds: Seeds,
    /// Print the programs instead of executing them
    #[arg(long)]
    show: bool,
}

/// Figures over programs.
#[derive(Default, AddAssign, Display)]
#[display(
    "{n_same} programs compute the same, {n_untiled} of these untiled; instances of {n_listed} enumerated; {n_declined} declined"
)]
pub struct Counts {
    n_same: usize,
    n_listed: usize,
    n_untiled: usize,
    n_declined: usize,
}

/// Executes the trials; returns whether none failed.
pub fn run(options: &Options) -> bool {
    if options.show {
        options.seeds.range().for_each(|seed| println!("// seed {seed}\n{}", Program::of_seed(seed).text()));
        return true;
    }
    options.seeds.run(trial)
}

/// More than the number of statements of any program.
const MAX_STATEMENTS: usize = 64;

/// One program, with options determined by the seed.
pub fn trial(seed: u64, counts: &mut Counts) -> Result<(), String> {
    let program = Program::of_seed(seed);
    let fuse = [Fuse::Smart, Fuse::Max, Fuse::None][(seed % 3) as usize];
    let separate = (seed / 24).is_multiple_of(2);
    let jam = match seed / 48 % 4 {
        0 => Jam::Never,
        1 => Jam::All(vec![2]),
        2 => Jam::All(vec![3, 2]),
        _ => Jam::Each(
            vec![vec![3, 2], vec![2, 4], vec![4, 1], vec![1, 3]].into_iter().cycle().take(MAX_STATEMENTS).collect(),
        ),
    };
    let options = options::Options {
        style: Style { separate, jam },
        ..options((seed / 3 % 4) as i64, (seed / 12).is_multiple_of(2), fuse)
    };
    let options = options::Options { second_level: seed.is_multiple_of(7).then_some(2), ..options };
    let search = Search { value_based: seed.is_multiple_of(5), ..options.search };
    let tiles = if seed.is_multiple_of(11) { Tiles::Chosen(BY_MODEL) } else { options.tiles.clone() };
    let options = options::Options { search, tiles, ..options };
    let options = if (seed / 144).is_multiple_of(2) { options } else { in_diamonds(options) };
    match verdict_of_text(program.text(), &options) {
        Verdict::Same => counts.n_same += 1,
        Verdict::Untiled => {
            counts.n_same += 1;
            counts.n_untiled += 1;
        }
        Verdict::Declined(_) => {
            counts.n_declined += 1;
            return Ok(());
        }
        verdict => return Err(format!("{options:?}: {verdict:?}")),
    }
    for turns in [Turns::Forward, Turns::Backward] {
        match order(&program, &options, turns) {
            None => return Ok(()),
            Some(Ok(())) => {}
            Some(Err(wrong)) => return Err(format!("{options:?}, {turns:?}: {wrong}")),
        }
    }
    counts.n_listed += 1;
    Ok(())
}

/// Whether the transformed code executes the same instances, in an order that preserves that of dependent ones. `None`
/// if the instances of the program cannot be enumerated, or code with these options does not exist.
fn order(program: &Program, options: &options::Options, turns: Turns) -> Option<Result<(), String>> {
    let before = program.instances()?;
    let cx = rmlir::text::context(rmlir_test_eval::dialects());
    let module = kernels::module(&cx, program.text()).expect("it was parsed before");
    let body = module.nested(kernels::proxy(&module, "kernel")).expect("@kernel has a body");
    let scop = extract(&normal(body), options.assumptions).ok()?.scop;
    let plan = Plan::of(&scop, options.search).ok()?;
    let order = options.order(&plan, &scop)?;
    let nodes = plan.code_in(&scop, &order, &options.style)?;
    let n_iterators: Vec<usize> = scop.statements.iter().map(Statement::depth).collect();
    let after = code::instances(&nodes, &[], &n_iterators, turns);
    let place = |instance: &Instance| {
        let is_same = |(statement, point): &(usize, Vec<_>)| {
            *statement == instance.statement && std::iter::zip(point, &instance.point).all(|(a, b)| *a == *b)
        };
        after.iter().position(is_same)
    };
    if before.len() != after.len() {
        return Some(Err(format!("{} instances run, {} should", after.len(), before.len())));
    }
    let places: Vec<Option<usize>> = before.iter().map(place).collect();
    for (late, second) in before.iter().enumerate() {
        if places[late].is_none() {
            return Some(Err(format!("{second:?} does not run")));
        }
        let wrong = (0..late).find(|&early| meet(&before[early], second) && places[early] >= places[late]);
        if let Some(early) = wrong {
            return Some(Err(format!("{second:?} runs before {:?}", before[early])));
        }
    }
    Some(Ok(()))
}

/// Whether both access the same element, and at least one writes it.
pub fn meet(a: &Instance, b: &Instance) -> bool {
    a.touched.iter().any(|x| b.touched.iter().any(|y| (x.0, &x.1) == (y.0, &y.1) && (x.2 || y.2)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_computes_the_same() {
        let report = Seeds { count: 60, seed: 1, jobs: 0 }.report(trial);
        assert!(report.is_right());
        assert_eq!(report.figures.n_declined, 0);
        assert!(report.figures.n_listed > 20, "most programs tell their instances");
    }
}
