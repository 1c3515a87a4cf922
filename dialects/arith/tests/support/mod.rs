//! Parsing, canonicalizing and printing a function.

use rmlir::core::verify::verify;
use rmlir::core::{Body, Context, Dialect, DialectRegistry, OpRef};
use rmlir::diag::Sink;
use rmlir::rewrite::{GreedyConfig, SimplifyRegions, apply_patterns_greedily, canonicalization_patterns};
use rmlir::text::parse::{ParseOptions, parse};
use rmlir::text::print::{PrintOptions, print, print_attr, print_type};

fn context() -> Context {
    let mut registry = DialectRegistry::default();
    for dialect in [rmlir_builtin::Builtin::DEF, rmlir_func::Func::DEF, rmlir_arith::Arith::DEF] {
        registry.add(dialect);
    }
    let cx = Context::new(registry);
    let op = |op: OpRef| op.name_str().to_owned();
    cx.set_print_hooks(rmlir::core::print_hooks::PrintHooks { ty: print_type, attr: print_attr, op: Box::new(op) });
    cx
}

/// The result of `work` on a valid function; the first error of an invalid one.
fn with_function(head: &str, body: &str, work: impl FnOnce(&mut Body) -> String) -> Result<String, String> {
    let cx = context();
    let text = format!("func.func @f{head} {{\n{body}\n}}\n");
    let n_bytes = text.len();
    let file = cx.sources().add("test", text.into_bytes()).expect("the text is small");
    let mut sink = Sink::new();
    let parsed = parse(&cx, file, 0..n_bytes, &ParseOptions::default(), &mut sink);
    let Some(mut parsed) = parsed else { return Err(sink.diagnostics()[0].message.clone()) };
    let mut error = None;
    if verify(&parsed, &mut |_, diagnostic| error = error.take().or(Some(diagnostic.message))).is_err() {
        return Err(error.expect("an invalid body is reported"));
    }
    Ok(work(&mut parsed))
}

/// The operations of the function body, one per line.
fn lines(body: &Body) -> String {
    let text = print(OpRef::root(body), &PrintOptions::default());
    let inner = text.lines().filter(|line| line.starts_with("    "));
    inner.map(str::trim).collect::<Vec<_>>().join("\n")
}

/// The canonical form of a function's body.
#[allow(dead_code)]
pub fn canonical(head: &str, body: &str) -> String {
    let work = |body: &mut Body| {
        let patterns = canonicalization_patterns(body.cx());
        let config =
            GreedyConfig { top_down: true, simplify_regions: SimplifyRegions::Normal, ..GreedyConfig::default() };
        apply_patterns_greedily(body, &patterns, &config, None).expect("the patterns come to an end");
        lines(body)
    };
    with_function(head, body, work).expect("the function is valid")
}

/// The printed body of a function.
#[allow(dead_code)]
pub fn printed(head: &str, body: &str) -> String {
    with_function(head, body, |body| lines(body)).expect("the function is valid")
}

/// The first error of a function.
#[allow(dead_code)]
pub fn refused(head: &str, body: &str) -> String {
    with_function(head, body, |_| String::new()).expect_err("the function is not valid")
}
