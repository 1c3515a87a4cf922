//! Programs that are not correct get an error with a line and a column, and never a panic.

use std::fmt::Write;
use std::process::Command;

use toy::{Emit, compile};

fn error(text: &str) -> String {
    compile("bad.toy", text, Emit::Jit, true).expect_err("the program is not correct")
}

#[test]
fn errors_are_located() {
    let programs = [
        "def main() { print(1) }",
        "def main() { var a = ; }",
        "def main( { }",
        "var x = 1;",
        "def main() { var return = 1; }",
        "def main() { var a<0> = 1; }",
        "def main() { var a<99999999999999999999> = 1; }",
        "def main() { var a = [[1, 2], [3]]; }",
        "def main() { print(a); }",
        "def main() { var a = 1; var a = 2; }",
        "def main() { f(1); }",
        "def f(a) { return f(a); }",
        "def f(a) { return a; } def f(b) { return b; }",
        "def print(a) { return a; }",
        "def f(a) { return a; } def main() { f(1, 2); }",
        "def f(a) { print(a); } def main() { print(f(1)); }",
        "def main() { print(1, 2); }",
        "def main() { return; print(1); }",
        "def main() { return 1; }",
        "def main() { var a<2, 2> = [1, 2, 3]; }",
        "def main() { print([1, 2] + [1, 2, 3]); }",
        "def f(a, b) { return a * b; } def main() { print(f([1, 2], [[1, 2]])); }",
        "struct S { var a; var a; }",
        "struct S { T a; }",
        "struct S { var a; } struct S { var b; }",
        "struct S { var a; } def main() { S s = {1, 2}; }",
        "struct S { var a; } def main() { var b = 1; S s = {b}; }",
        "struct S { var a; } def main() { S s = 1; }",
        "struct S { var a; } def main() { S s = {1}; print(s); }",
        "struct S { var a; } def main() { S s = {1}; print(s.b); }",
        "struct S { var a; } def main() { S s = {1}; print(s.a.b); }",
        "struct S { var a; } def main() { S s<1> = {1}; }",
        "struct S { var a; } def f(S s) { return s.a; } def main() { print(f(1)); }",
        "def main() { var a = {1}; }",
        "def other() { print(1); }",
        "def main() { print(1); } \u{e4}",
    ];
    let mut all = String::new();
    for program in programs {
        writeln!(all, "{}", error(program)).expect("writing to a string succeeds");
    }
    insta::assert_snapshot!(all);
}

#[test]
fn deep_nesting_is_an_error() {
    for (open, close) in [("(", ")"), ("[", "]"), ("{", "}"), ("transpose(", ")")] {
        let nested = |n: usize| format!("def main() {{ var a = {}1{}; }}", open.repeat(n), close.repeat(n));
        assert!(error(&nested(100_000)).contains("brackets are nested deeper"));
        // What is just accepted fits on the stack.
        _ = compile("deep.toy", nested(60), Emit::Jit, true);
    }
}

#[test]
fn long_sums_and_paths_are_not_deep() {
    let sum = format!("def main() {{ print(1{}); }}", " + 1".repeat(5_000));
    assert!(compile("long.toy", &sum, Emit::Mlir, false).is_ok());
    let path = format!("def main() {{ var a = 1; print(a{}); }}", ".b".repeat(5_000));
    assert!(error(&path).contains("a tensor has no fields"));
}

#[test]
fn structs_do_not_grow_without_bound() {
    let mut text = "struct S0 { var a; var b; }\n".to_owned();
    for number in 1..100 {
        writeln!(text, "struct S{number} {{ S{0} a; S{0} b; }}", number - 1).expect("writing to a string succeeds");
    }
    assert!(error(&text).contains("has more than 256 parts"));
}

/// The exit code, the output and the errors of `toy`.
fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_toy")).args(arguments).output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is a text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_exit_code_tells_of_errors() {
    let folder = std::env::temp_dir().join(format!("toy-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is a folder for temporary files");
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("the file is written");
        path.to_string_lossy().into_owned()
    };
    let (good, bad) = (file("good.toy", "def main() { print(1 + 1); }"), file("bad.toy", "def main() { x; }"));
    assert_eq!(run(&[&good]), (Some(0), "2\n".to_owned(), String::new()));
    assert_eq!(run(&["--emit=ast", "--opt", &good]).0, Some(0));
    let (code, output, errors) = run(&[&bad]);
    assert_eq!((code, output.as_str()), (Some(1), ""));
    assert!(errors.contains("bad.toy:1:14: error: the variable 'x' is not declared"), "{errors}");
    assert_eq!(run(&["--emit=nothing", &good]).0, Some(1));
    assert_eq!(run(&["no such file"]).0, Some(1));
    std::fs::remove_dir_all(&folder).expect("the folder is removed");
}
