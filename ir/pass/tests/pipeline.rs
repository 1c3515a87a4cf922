//! The textual form of pipelines and options: identical to the output of upstream's tool for the same text.

mod common;

use common::{parse, registry};
use rmlir_pass::pipeline::{ConsoleLine, Nesting};
use rmlir_pass::{Pipeline, PipelineError, pipeline};

fn fails(text: &str) -> PipelineError {
    pipeline::parse(text, &registry()).expect_err("the pipeline is wrong")
}

/// The options of `test-options-pass`, parsed and printed.
fn options(text: &str) -> String {
    let printed = parse(&format!("any(test-options-pass{{{text}}})")).to_string();
    printed["any(test-options-pass".len()..printed.len() - 1].to_owned()
}

#[test]
fn prints_what_it_reads() {
    let text = "builtin.module(func.func(cse),any(cse),both)";
    assert_eq!(parse(text).to_string(), "builtin.module(func.func(cse),any(cse),cse,func.func(affine-loop-tile))");
    assert_eq!(parse(" builtin.module ( func.func( cse, cse ) ) ").to_string(), "builtin.module(func.func(cse,cse))");
    assert_eq!(parse("builtin.module()").to_string(), "builtin.module()");
    assert_eq!(parse("builtin.module(cse(cse))").to_string(), "builtin.module(cse(cse))");
}

#[test]
fn prints_one_pass_a_line() {
    let pipeline = parse("builtin.module(func.func(cse,canonicalize{max-iterations=3}),any(cse))");
    let expected = "\
builtin.module(
  func.func(
    cse,
    canonicalize{  max-iterations=3 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=true}
  ),
  any(
    cse
  )
)";
    assert_eq!(pipeline.pretty(), expected);
    assert_eq!(parse("any()").pretty(), "any(\n\n)");
}

#[test]
fn options_print_sorted_with_silent_empty_lists() {
    assert_eq!(options(""), "{enum=zero  string= }");
    assert_eq!(options("list={}"), "{enum=zero list={} string= }");
    assert_eq!(options("list="), "{enum=zero list={} string= }");
    assert_eq!(options("string-list={\"\"}"), "{enum=zero  string= string-list={}}");
    assert_eq!(options("string-list={,}"), "{enum=zero  string= string-list={,}}");
    assert_eq!(options("list=1,2 list=3"), "{enum=zero list={1,2,3} string= }");
    assert_eq!(options("list={1, 2 , 3}"), "{enum=zero list={1,2,3} string= }");
    assert_eq!(options("list={1,{2}}"), "{enum=zero list={1,2} string= }");
    assert_eq!(options("list=\"1,2\""), "{enum=zero list={1,2} string= }");
    assert_eq!(options("list=0x10"), "{enum=zero list={16} string= }");
    assert_eq!(options("list=010,0b11,-3"), "{enum=zero list={8,3,-3} string= }");
    assert_eq!(options("enum=zero enum=one"), "{enum=one  string= }");
    assert_eq!(options("  list=1   enum=one  "), "{enum=one list={1} string= }");
    assert_eq!(options("string= list=1"), "{enum=zero list={1} string= }");
    assert_eq!(options("=3"), "{enum=zero  string= }");
}

#[test]
fn text_options_keep_what_is_quoted_inside() {
    assert_eq!(options("string=\"a b\""), "{enum=zero  string={a b} }");
    assert_eq!(options("string='a b'"), "{enum=zero  string={a b} }");
    assert_eq!(options("string={a b}"), "{enum=zero  string={a b} }");
    assert_eq!(options("string={a {b} c}"), "{enum=zero  string={a {b} c} }");
    assert_eq!(options("string=foo\"bar\"baz"), "{enum=zero  string=foo\"bar\"baz }");
    assert_eq!(options("string=a\"b c\""), "{enum=zero  string=a\"b c\" }");
    assert_eq!(options("string=a'b c'"), "{enum=zero  string=a'b c' }");
    // Upstream prints 'a' b, which cannot be read.
    assert_eq!(options("string={'a' b}"), "{enum=zero  string={'a' b} }");
}

#[test]
fn numbers_and_pipelines_are_options() {
    let printed = |text: &str| parse(&format!("any({text})")).to_string();
    assert_eq!(
        printed("affine-loop-fusion{compute-tolerance=1e-2}"),
        "any(affine-loop-fusion{compute-tolerance=1.000000e-02 fast-mem-space=0})"
    );
    assert_eq!(
        printed("affine-loop-fusion"),
        "any(affine-loop-fusion{compute-tolerance=3.000000e-01 fast-mem-space=0})"
    );
    assert_eq!(
        printed("inline"),
        "any(inline{default-pipeline=canonicalize inlining-threshold=4294967295 max-iterations=4 })"
    );
    assert_eq!(
        printed("inline{op-pipelines={func.func(cse,cse)},builtin.module(cse) default-pipeline=}"),
        "any(inline{default-pipeline= inlining-threshold=4294967295 max-iterations=4 \
         op-pipelines={func.func(cse,cse),builtin.module(cse)}})"
    );
}

#[test]
fn structure_errors_have_upstreams_words_and_places() {
    let expect = |text: &str, at: usize, message: &str, line: &str| {
        let caret = " ".repeat(at - 1);
        let expected = format!("MLIR Textual PassPipeline Parser:1:{at}: error: {message}\n{line}\n{caret}^\n");
        assert_eq!(fails(text).message, expected, "for {text}");
    };
    let unknown = |name: &str| format!("'{name}' does not refer to a registered pass or pass pipeline");
    let extra = "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline";
    let unbalanced = "encountered unbalanced parentheses while parsing pipeline";
    let brace = "missing closing '}' while processing pass options";
    let comma = "expected ',' after parsing pipeline";
    expect("builtin.module(canonicalise)", 1, &unknown("canonicalise"), "canonicalise");
    expect("builtin.module(cse cse)", 1, &unknown("cse cse"), "cse cse");
    expect("builtin.module(cse,)", 5, &unknown(""), "cse,");
    expect("builtin.module(,cse)", 1, &unknown(""), ",cse");
    expect("builtin.module(func.func())", 11, &unknown(""), "func.func()");
    expect("builtin.module(cse))", 4, extra, "cse)");
    expect("builtin.module(canonicalize{a)", 13, brace, "canonicalize{a");
    expect("builtin.module(func.func()", 11, unbalanced, "func.func(");
    expect("builtin.module(func.func(cse)cse)", 15, comma, "func.func(cse)cse");
    expect("builtin.module(func.func{x=1}(cse))", 15, comma, "func.func{x=1}(cse)");
    let wrapped = "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'";
    for text in ["", "cse", "builtin.module(cse", "(cse)"] {
        assert_eq!(fails(text).message, wrapped);
    }
}

#[test]
fn errors_know_their_place_in_the_whole_text() {
    let text = " builtin.module(func.func(cse, canonicalise))";
    let error = fails(text);
    assert_eq!(&text[error.range.expect("the name has a place")], "canonicalise");
    assert_eq!(error.help.as_deref(), Some("did you mean 'canonicalize'?"));
    let text = "builtin.module(canonicalize{max-iter=3})";
    let error = fails(text);
    assert_eq!(&text[error.range.expect("the option has a place")], "max-iter");
    assert_eq!(error.help.as_deref(), Some("did you mean 'max-iterations'?"));
    let help = fails("builtin.module(canonicalize{region-simplify=some})").help;
    assert_eq!(help.as_deref(), Some("expected one of 'disabled', 'normal' or 'aggressive'"));
}

#[test]
fn option_errors_have_upstreams_words() {
    let tool = |text: &str| vec![ConsoleLine::Tool(text.to_owned())];
    let error = fails("builtin.module(cse{max-iter=3})");
    assert_eq!(
        error.message,
        "<Pass-Options-Parser>: no such option max-iter\n\nfailed to add `cse` with options `max-iter=3`\n"
    );
    for (options, line) in [
        ("max-iterations=x", "for the --max-iterations option: 'x' value invalid for long argument!"),
        ("max-iterations", "for the --max-iterations option: requires a value!"),
        ("top-down=x", "for the --top-down option: 'x' is invalid value for boolean argument! Try 0 or 1"),
        ("region-simplify=x", "for the --region-simplify option: Cannot find option named 'x'!"),
    ] {
        let error = fails(&format!("builtin.module(canonicalize{{{options}}})"));
        assert_eq!(error.console, tool(line));
        assert_eq!(error.message, format!("\nfailed to add `canonicalize` with options `{options}`\n"));
    }
}

#[test]
fn passes_are_nested_only_when_that_is_asked_for() {
    let error = fails("builtin.module(affine-loop-tile)");
    assert_eq!(
        error.message,
        "Can't add pass 'AffineLoopTiling' restricted to 'func.func' on a PassManager intended to run on \
         'builtin.module', did you intend to nest?\nfailed to add `affine-loop-tile` with options ``\n"
    );
    let error = fails("any(builtin.module(affine-loop-tile))");
    assert!(error.message.ends_with("\nfailed to add `builtin.module` with options `` to inner pipeline\n"));
    let mut implicit = Pipeline::on("builtin.module");
    implicit.set_nesting(Nesting::Implicit);
    let registry = registry();
    for name in ["cse", "affine-loop-tile"] {
        registry.add(&mut implicit, registry.find(name).expect("the pass is registered"), "").expect("it can be added");
    }
    assert_eq!(implicit.to_string(), "builtin.module(cse,func.func(affine-loop-tile))");
}

#[test]
fn deep_nesting_is_an_error_and_not_a_crash() {
    for (open, close) in [("a(", ")"), ("cse{", "}")] {
        let text = format!("any({}cse{})", open.repeat(100_000), close.repeat(100_000));
        assert!(fails(&text).summary.contains("levels deep"));
    }
}
