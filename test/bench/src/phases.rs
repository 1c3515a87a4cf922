//! The speed of the library, phase by phase, in this process and on one thread.

use std::time::{Duration, Instant};

use rmlir::core::{Context, OpRef, verify};
use rmlir::diag::Sink;
use rmlir::text;
use rmlir::text::lex::{Kind, Lexer};
use rmlir::text::parse::{ParseOptions, parse};
use rmlir::text::print::{PrintOptions, print_in_pieces};
use rmlir_opt::Registry;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

/// Counts the allocations of this process.
#[global_allocator]
static COUNTED: &StatsAlloc<std::alloc::System> = &INSTRUMENTED_SYSTEM;

/// The phases, in order. Parsing includes lexing.
pub const PHASES: [&str; 4] = ["lex", "parse", "verify", "print"];

/// The measurements of the phases.
pub struct Phases {
    /// The time of each of [`PHASES`].
    pub times: [Duration; PHASES.len()],
    /// The memory allocated by parsing that is still in use afterwards, for each operation: the module, with the spare
    /// capacity of its tables, and the data that was added to the context.
    pub bytes_per_op: f64,
}

/// Measures the phases for `source`.
pub fn measure(source: &str) -> Result<Phases, String> {
    let cx = context();
    let file = cx.sources().add("bench.mlir", source).map_err(|error| error.to_string())?;
    let ((), lexing) = timed(|| lex(source.as_bytes()));
    let options = ParseOptions::default();
    let region = Region::new(COUNTED);
    let (body, parsing) = timed(|| parse(&cx, file, 0..source.len(), &options, &mut Sink::new()));
    let body = body.ok_or("the generated module can be read")?;
    let change = region.change();
    let n_bytes = change.bytes_allocated as f64 - change.bytes_deallocated as f64;
    let bytes_per_op = n_bytes / body.n_ops_deep() as f64;
    let (verified, verifying) = timed(|| verify::verify(&body, &mut |_, _| {}));
    verified.map_err(|_| "the generated module is right")?;
    let options = PrintOptions { assume_verified: true, ..PrintOptions::default() };
    let mut n_bytes = 0;
    let ((), printing) = timed(|| print_in_pieces(OpRef::root(&body), &options, &mut |text| n_bytes += text.len()));
    assert!(n_bytes != 0, "a module has a text");
    Ok(Phases { times: [lexing, parsing, verifying, printing], bytes_per_op })
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
