//! The output is the same with any number of threads.
//!
//! `cargo run --release -p rmlir-properties -- threads 50` runs many more.

use rayon::prelude::*;
use rmlir_properties::entries;
use rmlir_properties::threads::{PIPELINES, module, run, try_to_run};

#[test]
fn one_thread_and_eight_give_the_same_bytes() {
    let text = module(12);
    for (name, flags) in PIPELINES {
        let expected = run(&text, flags, 1);
        for _ in 0..3 {
            assert!(run(&text, flags, 8) == expected, "{name}");
        }
    }
}

/// All threads of an existing pool run the tool concurrently: none waits for work that only the others could do.
#[test]
fn all_threads_of_a_pool_may_run_the_tool() {
    let text = module(4);
    let (_, flags) = PIPELINES[0];
    let expected = run(&text, flags, 1);
    (0..32).into_par_iter().for_each(|_| {
        let ran = entries::run(&text, flags);
        assert!([ran.stdout, ran.stderr].concat() == expected);
    });
}

/// Functions of a large text are parsed and printed by several threads.
#[test]
fn large_texts_are_read_and_written_the_same() {
    let text = format!("#alias = affine_map<(d0) -> (d0 * 2)>\n!also = memref<4xf32, #alias>\n{}", module(100));
    assert!(text.len() > 1 << 17, "{} bytes are not much", text.len());
    let plain = run(&text, &[], 1);
    assert!(run(&text, &[], 8) == plain);
    // Aliases of locations come last.
    let located = run(&text, &["--mlir-print-debuginfo"], 1);
    assert!(run(&text, &["--mlir-print-debuginfo"], 8) == located);
    let located = String::from_utf8(located).expect("text is text");
    assert!(run(&located, &["--mlir-print-debuginfo"], 8) == run(&located, &["--mlir-print-debuginfo"], 1));
    assert!(run(&text, &["--mlir-print-op-generic"], 8) == run(&text, &["--mlir-print-op-generic"], 1));
}

/// Errors in a large text are the same as those of one thread.
#[test]
fn mistakes_in_large_texts_are_the_same() {
    let text = module(100);
    let middle = text.len() / 2;
    let at = |what: &str| middle + text[middle..].find(what).unwrap_or_else(|| panic!("there is a {what}"));
    let ends = [
        text.replacen("arith.addi", "arith.adi", 1),
        format!("{}retrun{}", &text[..at("return")], &text[at("return") + 6..]),
        format!("{}%nowhere{}", &text[..at("return") + 7], &text[at("return") + 7..]),
        text[..at("arith.")].to_owned(),
        format!("{text}\n}}\n"),
        format!("{text}\nfunc.func @g0_0() {{ return }}\n"),
    ];
    for wrong in ends {
        let (code, said) = try_to_run(&wrong, &[], 1);
        assert_ne!(code, 0, "that was to be wrong");
        assert!(try_to_run(&wrong, &[], 8) == (code, said));
    }
}

/// One of the functions that are parsed and printed concurrently is so large that it dominates the time.
#[test]
fn a_function_that_is_larger_than_all_others_is_written_the_same() {
    let large: String = (0..90_000).map(|index| format!("  %v{index} = arith.addi %a, %a : i32\n")).collect();
    let small = module(20);
    let text = format!("{small}func.func @large(%a: i32) {{\n{large}  return\n}}\n{}", small.replace("@g", "@h"));
    assert!(run(&text, &[], 8) == run(&text, &[], 1));
}
