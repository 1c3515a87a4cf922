//! Passes over functions run on several threads concurrently; the output must not depend on it.

use crate::entries;
use crate::program;

/// Pipelines with much work in functions: names and flags.
pub const PIPELINES: [(&str, &[&str]); 6] = [
    ("canonicalize, cse", &["--pass-pipeline=builtin.module(func.func(canonicalize,cse))"]),
    ("sccp, canonicalize", &["--pass-pipeline=builtin.module(func.func(sccp,canonicalize,cse),symbol-dce)"]),
    ("convert-scf-to-cf", &["--pass-pipeline=builtin.module(func.func(convert-scf-to-cf,canonicalize))"]),
    ("conversions of functions apart", &["--convert-scf-to-cf", "--convert-arith-to-llvm"]),
    ("inline, symbol-dce", &["--inline", "--symbol-dce", "--cse", "--mlir-print-debuginfo"]),
    ("dumps after each pass", &["--canonicalize", "--cse", "--mlir-print-ir-after-all", "--mlir-pass-statistics"]),
];

/// A module of at least `n` functions.
pub fn module(n: usize) -> String {
    let mut text = String::new();
    for seed in 0..n as u64 {
        text.push_str("module {\n");
        text.push_str(&program::module(seed));
        text.push_str("}\n");
    }
    // Functions directly in the module, with distinct names.
    for seed in 0..n as u64 {
        let functions = program::module(seed);
        for index in 0..3 {
            let Some(function) = function_text(&functions, index) else { break };
            text.push_str(&function.replacen(&format!("@f{index}("), &format!("@g{seed}_{index}("), 1));
        }
    }
    text
}

/// The text of the function with index `index`.
fn function_text(module: &str, index: usize) -> Option<&str> {
    let start = module.find(&format!("func.func @f{index}("))?;
    let end = start + module[start..].find("\n}\n")? + 3;
    Some(&module[start..end])
}

/// The output and messages of the tool with `n_threads` threads.
pub fn run(text: &str, flags: &[&str], n_threads: usize) -> Vec<u8> {
    let (code, said) = try_to_run(text, flags, n_threads);
    assert_eq!(code, 0, "{}", String::from_utf8_lossy(&said));
    said
}

/// The same for text that may be invalid, with the exit code.
pub fn try_to_run(text: &str, flags: &[&str], n_threads: usize) -> (u8, Vec<u8>) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().expect("threads can be started");
    let ran = pool.install(|| entries::run(text, flags));
    (ran.code, [ran.stdout, ran.stderr].concat())
}
