//! Random modules in all engines.
//!
//! Many modules are put into one, so that the compilers are started seldom; if something is wrong with that, each is
//! looked at by itself.

use rayon::prelude::*;
use rmlir_smith::against::modules;
use rmlir_smith::{Dialect, Options};

use crate::agree::{Calls, Tally, compare};

/// So many modules become one.
const TOGETHER: usize = 24;

/// The sets of dialects that modules are made of: each with what it needs, and all.
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

/// Runs `count` modules of `options` and those of the next seeds. A difference names its seed.
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
