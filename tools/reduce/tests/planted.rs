//! A bug planted in a pass (`test-planted-mistake` of rmlir-test-opt) is reduced to a few lines.

use std::time::Duration;

use rmlir_compare::run::Tool;
use rmlir_opt::opt;
use rmlir_reduce::search::Search;
use rmlir_reduce::test::Test;
use rmlir_smith::{Options, module};
use rmlir_test_opt::registry;

/// The seed of a module of this size that the pass miscompiles.
const SEED: u64 = 33;

/// The standard error of the pass on `text` with these options.
fn said(text: &str, options: &str) -> String {
    let pipeline = format!("--pass-pipeline=builtin.module(func.func(test-planted-mistake{options}))");
    let ran = opt::run(&registry(), &[pipeline, "-".to_owned()], text.as_bytes());
    String::from_utf8_lossy(&ran.stderr).into_owned()
}

fn reduce(text: &str, holds: impl Fn(&str) -> bool + Send + Sync + 'static) -> Result<String, String> {
    let (registry, test) = (registry(), Test::Holds(Box::new(holds)));
    let search = Search { registry: &registry, test: &test, allow_unregistered: false };
    search.reduce(text).map(|reduced| reduced.text)
}

#[test]
fn two_thousand_lines_become_a_few() {
    let text = module(&Options { seed: SEED, size: 30, n_functions: 14, ..Options::default() });
    assert!(text.lines().count() >= 2000);
    let reduced = reduce(&text, |text| said(text, "").contains("planted")).expect("the pass goes wrong");
    assert!(said(&reduced, "").contains("planted"));
    assert!(reduced.lines().count() < 20, "{reduced}");
}

#[test]
fn control_flow_goes_away() {
    const TEXT: &str = "func.func @f(%c: i1, %a: i32, %n: index) -> i32 {
  %r = scf.if %c -> (i32) {
    %s = scf.for %i = %n to %n step %n iter_args(%x = %a) -> (i32) {
      %p = arith.muli %x, %a : i32
      %y = arith.xori %p, %a : i32
      scf.yield %y : i32
    }
    scf.yield %s : i32
  } else {
    scf.yield %a : i32
  }
  cf.cond_br %c, ^one(%r : i32), ^two
^one(%y: i32):
  return %y : i32
^two:
  cf.br ^one(%a : i32)
}
";
    let reduced = reduce(TEXT, |text| said(text, "{breaks-ir}").contains("error: ")).expect("the pass breaks it");
    for gone in ["scf", "cf", "^", "->"] {
        assert!(!reduced.contains(gone), "{reduced}");
    }
}

#[test]
fn what_is_not_interesting_is_refused() {
    let result = reduce("func.func @f() {\n  return\n}\n", |text| said(text, "").contains("planted"));
    assert_eq!(result, Err("the module is not interesting to start with".to_owned()));
}

#[test]
fn results_are_cases() {
    let flags = ["--pass-pipeline=builtin.module(func.func(cse))", "--verify-semantics"];
    let flags = flags.map(str::to_owned).to_vec();
    let tool = Tool { program: "rmlir-opt".into(), flags, timeout: Duration::from_secs(1) };
    let line = Test::BreaksSemantics(tool).run_line().expect("it is about our tool");
    assert_eq!(line, "// RUN: rmlir-opt %s '--pass-pipeline=builtin.module(func.func(cse))' --verify-semantics\n");
    assert_eq!(Test::Holds(Box::new(|_| true)).run_line(), None);
}
