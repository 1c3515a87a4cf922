//! Random modules in all engines.
//!
//! Many modules are merged into one, so that the compilers are started rarely; if that one fails, each module is
//! compared separately.

use rayon::prelude::*;
use rmlir_smith::against::modules;
use rmlir_smith::{Dialect, Options};

use crate::agree::{Calls, Tally, compare};

/// The number of modules that are merged.
const TOGETHER: usize = 24;

/// The sets of dialects of modules: each dialect with its requirements, and all.
pub fn dialect_sets() -> Vec<(&'static str, Vec<Dialect>)> {
    use Dialect::{Affine, Arith, Cf, Index, Math, Memref, Scf, Vector};
    vec![
        ("arith", vec![Arith]),
        ("cf", vec![Arith, Cf]),
        ("index", vec![Arith, Index]),
        ("math", vec![Arith, Math]),
        ("memref", vec![Arith, Memref]),
        ("scf", vec![Arith, Scf, Memref]),
        ("affine", vec![Arith, Affine, Memref]),
        ("vector", vec![Arith, Vector, Memref]),
        ("all", vec![Affine, Arith, Cf, Index, Math, Memref, Scf, Vector]),
    ]
}

/// Compares the engines on `count` modules with the options `options` and consecutive seeds. A difference includes its
/// seed.
pub fn run(options: &Options, count: u64, calls: &Calls) -> Tally {
    let modules = modules(options, count);
    let tallies = modules.par_chunks(TOGETHER).map(|some| {
        let renamed: Vec<String> = some.iter().map(|(seed, text)| text.replace("@f", &format!("@m{seed}_f"))).collect();
        compare(&renamed.concat(), calls).unwrap_or_else(|_| each(&renamed, calls))
    });
    tallies.reduce(Tally::default, Tally::and)
}

fn each(modules: &[String], calls: &Calls) -> Tally {
    let one = |text: &String| {
        compare(text, calls).unwrap_or_else(|error| {
            let name = text.split(['@', '(']).nth(1).unwrap_or("module");
            Tally { differences: vec![format!("{name}: {error}")], ..Tally::default() }
        })
    };
    modules.iter().map(one).fold(Tally::default(), Tally::and)
}
