//! How fast the library itself is, phase by phase, in this process and on one thread.

use std::time::{Duration, Instant};

use rmlir_top::core::{Context, OpRef, verify};
use rmlir_top::diag::Sink;
use rmlir_top::text::lex::{Kind, Lexer};
use rmlir_top::text::parse::{ParseOptions, parse};
use rmlir_top::text::print::{PrintOptions, print_in_pieces};
use rmlir_top::{Registry, text};

/// The phases, in order. To parse includes to cut into tokens.
pub const PHASES: [&str; 4] = ["lex", "parse", "verify", "print"];

/// What the phases take.
pub struct Phases {
    /// How long each of [`PHASES`] takes.
    pub times: [Duration; PHASES.len()],
    /// The memory that the process has more after parsing than before, for each operation: an upper bound of what the module
    /// holds, as memory that was used on the way and is free again counts too.
    pub bytes_per_op: f64,
}

/// Measures the phases for `source`.
pub fn measure(source: &str) -> Result<Phases, String> {
    let cx = context();
    let file = cx.sources().add("bench.mlir", source).map_err(|error| error.to_string())?;
    let ((), lexing) = timed(|| lex(source.as_bytes()));
    let options = ParseOptions::default();
    let before = resident()?;
    let (body, parsing) = timed(|| parse(&cx, file, 0..source.len(), &options, &mut Sink::new()));
    let body = body.ok_or("the generated module can be read")?;
    let bytes = resident()?.saturating_sub(before);
    let bytes_per_op = bytes as f64 / body.n_ops_deep() as f64;
    let (verified, verifying) = timed(|| verify::verify(&body, &mut |_, _| {}));
    verified.map_err(|_| "the generated module is right")?;
    let options = PrintOptions { assume_verified: true, ..PrintOptions::default() };
    let mut n_bytes = 0;
    let ((), printing) = timed(|| print_in_pieces(OpRef::root(&body), &options, &mut |text| n_bytes += text.len()));
    assert!(n_bytes != 0, "a module has a text");
    Ok(Phases { times: [lexing, parsing, verifying, printing], bytes_per_op })
}

/// The memory of this process, in bytes, as the kernel counts it.
fn resident() -> Result<u64, String> {
    let status = std::fs::read_to_string("/proc/self/status").map_err(|error| error.to_string())?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("the kernel tells no memory")?;
    let kib = line.trim().trim_end_matches(" kB").parse::<u64>().map_err(|error| error.to_string())?;
    Ok(kib * 1024)
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed())
}

fn lex(source: &[u8]) {
    let mut lexer = Lexer::new(source, 0, source.len());
    let mut tokens = Vec::new();
    while tokens.last().is_none_or(|token: &text::lex::Token| token.kind != Kind::Eof) {
        tokens.clear();
        lexer.fill(&mut tokens);
    }
}

fn context() -> Context {
    let cx = text::context(Registry::everything().dialects);
    cx.allow_unregistered(true);
    cx
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::SHAPES;

    #[test]
    fn every_shape_goes_through_all_phases() {
        for (shape, generate) in SHAPES {
            assert!(measure(&generate(300)).is_ok(), "{shape}");
        }
    }
}
