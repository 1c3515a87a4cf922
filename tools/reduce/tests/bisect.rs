//! A wrong pattern (`test-planted-rewrite` of rmlir-test-opt) is found among thousands of rewrites.

use std::fmt::Write as _;

use rmlir_opt::opt;
use rmlir_reduce::bisect::{Found, first_step};
use rmlir_test_opt::registry;

/// A function with so many sums that are folded, and one difference with a square in the middle.
fn module(n_sums: usize) -> String {
    let mut text = "func.func @f(%a: i32, %b: i32) -> i32 {\n  %c0 = arith.constant 0 : i32\n".to_owned();
    let mut last = "%a".to_owned();
    for number in 0..n_sums {
        if number == n_sums / 2 {
            writeln!(text, "  %square = arith.muli %b, %b : i32\n  %d = arith.subi {last}, %square : i32").unwrap();
            last = "%d".to_owned();
        }
        writeln!(text, "  %x{number} = arith.addi {last}, %c0 : i32\n  %y{number} = arith.xori %x{number}, %b : i32")
            .unwrap();
        last = format!("%y{number}");
    }
    writeln!(text, "  return {last} : i32\n}}").unwrap();
    text
}

/// Standard output and standard error of the pass with so many steps.
fn run(text: &str, limit: u64, flags: &[&str]) -> (String, String) {
    let own = ["--pass-pipeline=builtin.module(func.func(test-planted-rewrite))".to_owned(), format!("--fuel={limit}")];
    let flags: Vec<String> = own.into_iter().chain(flags.iter().map(|&flag| flag.to_owned())).collect();
    let ran = opt::run(&registry(), &flags, text.as_bytes());
    (String::from_utf8_lossy(&ran.stdout).into_owned(), String::from_utf8_lossy(&ran.stderr).into_owned())
}

fn bisect(text: &str) -> Result<Found, String> {
    first_step(&|limit| Ok(run(text, limit, &["--verify-semantics=2"]).1.contains("changes what function 'f'")))
}

#[test]
fn the_wrong_pattern_is_named() {
    let text = module(1000);
    let found = bisect(&text).expect("the pass is wrong");
    assert!(found.number > 500 && found.n_tests < 30, "{found:?}");
    let (after, messages) = run(&text, found.number, &[]);
    let named = format!("remark: step {} is the last: pattern 'swap-planted' on 'arith.subi'\n", found.number);
    assert!(messages.contains(&named), "{messages}");
    let (before, _) = run(&text, found.number - 1, &[]);
    let changed = before.lines().zip(after.lines()).filter(|(before, after)| before != after).count();
    assert_eq!(changed, 1);
}

#[test]
fn the_last_step_is_the_last() {
    let (all, messages) = run(&module(20), u64::MAX, &[]);
    assert_eq!(messages, "");
    let with = |limit| run(&module(20), limit, &[]);
    let enough = (1..400).find(|&limit| with(limit).1.is_empty()).expect("there are fewer steps");
    assert_eq!(with(enough).0, all);
    let changes = |limit| with(limit).0 != with(limit - 1).0;
    assert!((2..enough).all(changes), "each step changes something");
}

#[test]
fn wrong_questions_are_refused() {
    assert_eq!(first_step(&|_| Ok(true)), Err("the module is interesting without any step".to_owned()));
    assert_eq!(first_step(&|_| Ok(false)), Err("the module is not interesting after all steps".to_owned()));
    assert_eq!(first_step(&|_| Err("no tool".to_owned())), Err("no tool".to_owned()));
}
