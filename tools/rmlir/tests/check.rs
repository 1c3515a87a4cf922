//! The tools `check` and `filecheck`, as processes: suites of files, their verdicts and their reports.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn rmlir(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rmlir"));
    command.args(args).env("NO_COLOR", "1");
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("the system has a folder for temporary files");
    for (name, contents) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it is below the folder")).expect("folders can be made");
        fs::write(path, contents).expect("files can be written");
    }
    folder
}

fn check(folder: &Path, args: &[&str]) -> (bool, String) {
    let output: Output = rmlir(&["check"]).args(args).arg(folder).output().expect("the program starts");
    (output.status.success(), text(&output.stdout) + &text(&output.stderr))
}

const FUNCTION: &str = "
func.func @f(%a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %0 = arith.addi %a, %zero : i32
  return %0 : i32
}
";

#[test]
fn a_suite_passes() {
    let checks = "
// CHECK-LABEL: func.func @f
// CHECK-SAME: (%[[A:.*]]: i32)
// CHECK-NEXT: return %[[A]]
// CHECK-NOT: arith
";
    let lines = [
        "rmlir-opt %s --canonicalize | FileCheck %s",
        "mlir-opt --canonicalize < %s > %t && FileCheck %s --input-file=%t",
        "rmlir-opt %s | rmlir-run - --entry f --args 7 | FileCheck %s --check-prefix=RUNS",
        "not rmlir-opt %s --no-such-pass 2>&1 | FileCheck %s --check-prefix=ERROR",
        "rmlir-translate --mlir-to-llvmir %S/Inputs/g.mlir | FileCheck %s --check-prefix=IR",
        "split-file %s %t.parts && cat %t.parts/x | count 1",
    ];
    let run_lines: String = lines.iter().map(|line| format!("// RUN: {line}\n")).collect();
    let rest = "// RUNS: 7\n// ERROR: no-such-pass\n// IR: define i32 @g\n//--- x\n// x\n";
    let folder = folder(&[
        ("a.mlir", &format!("{run_lines}{checks}{FUNCTION}{rest}")),
        (
            "below/b.mlir",
            &format!("// RUN: rmlir-opt %s --canonicalize \\\n// RUN:   | FileCheck %s\n{checks}{FUNCTION}"),
        ),
        (
            "Inputs/g.mlir",
            "llvm.func @g() -> i32 {\n  %0 = llvm.mlir.constant(1 : i32) : i32\n  llvm.return %0 : i32\n}\n",
        ),
    ]);
    let (passed, report) = check(folder.path(), &["-v"]);
    assert!(passed, "{report}");
    assert!(report.contains("Total Discovered Tests: 2\n  Passed: 2 (100.00%)\n"), "{report}");
}

#[test]
fn failures_are_located_and_named() {
    let failing = format!("// RUN: rmlir-opt %s | FileCheck %s\n// CHECK: return %arg1\n{FUNCTION}");
    let folder = folder(&[("a.mlir", &failing), ("b.mlir", "// RUN: true\n"), ("c.mlir", "module {}\n")]);
    let (passed, report) = check(folder.path(), &["-v"]);
    assert!(!passed, "{report}");
    for words in [
        "a.mlir:2:11: error: CHECK: expected string not found in input\n// CHECK: return %arg1\n          ^\n",
        "<stdin>:5:5: note: possible intended match here\n",
        "UNRESOLVED: ",
        "Test has no 'RUN:' line",
        "Failed Tests (1):",
        "To run again: rmlir check -v ",
        "  Passed    : 1 (33.33%)\n  Unresolved: 1 (33.33%)\n  Failed    : 1 (33.33%)\n",
    ] {
        assert!(report.contains(words), "{words}: {report}");
    }
}

#[test]
fn conditions_decide_whether_a_test_runs() {
    let folder = folder(&[
        ("a.mlir", "// XFAIL: *\n// RUN: false\n"),
        ("b.mlir", "// REQUIRES: moon\n// RUN: false\n"),
        ("c.mlir", "// UNSUPPORTED: sun\n// RUN: false\n"),
        ("d.mlir", "// XFAIL: sun\n// RUN: true\n"),
    ]);
    let (passed, report) = check(folder.path(), &["--feature", "sun"]);
    assert!(!passed && report.contains("XPASS: "), "{report}");
    let summary =
        "  Unsupported        : 2 (50.00%)\n  Expectedly Failed  : 1 (25.00%)\n  Unexpectedly Passed: 1 (25.00%)\n";
    assert!(report.contains(summary), "{report}");
}

#[test]
fn a_test_that_ends_its_process_or_none_is_one_failure() {
    let folder = folder(&[
        ("a.mlir", "// RUN: sh -c 'kill -9 $PPID'\n"),
        ("b.mlir", "// RUN: sleep 60\n"),
        ("c.mlir", "// RUN: true\n"),
    ]);
    let (passed, report) = check(folder.path(), &["-v", "-j1", "--timeout=2"]);
    assert!(!passed, "{report}");
    for words in ["FAIL: ", "the test ended its process", "TIMEOUT: ", "Reached timeout of 2 seconds", "PASS: "] {
        assert!(report.contains(words), "{words}: {report}");
    }
}

#[test]
fn tools_and_substitutions_are_given() {
    let folder = folder(&[("a.mlir", "// RUN: my-tool %{what} | FileCheck %s\n// CHECK: {{^}}hello world{{$}}\n")]);
    let (passed, report) = check(folder.path(), &["-v", "--tool=my-tool=printf '%s %s' hello", "-D", "%{what}=world"]);
    assert!(passed, "{report}");
}

#[test]
fn mistakes_in_the_command_line_are_told() {
    let empty = folder(&[]);
    for (args, words) in [
        (&["no-such-folder"][..], "error: no-such-folder: "),
        (&["--filter=[", "."], "error: "),
        (&["--tool=x", "."], "error: expected name=command instead of 'x'"),
    ] {
        let output = rmlir(&["check"]).args(args).output().expect("the program starts");
        assert!(output.status.code() == Some(2) && text(&output.stderr).contains(words), "{args:?}");
    }
    let (passed, report) = check(empty.path(), &[]);
    assert!(!passed && report.contains("did not discover any tests"), "{report}");
}

#[test]
fn filecheck_has_upstreams_exit_codes() {
    let folder =
        folder(&[("checks", "CHECK: [[X:[a-z]+]] = [[#N:]]\nCHECK-NEXT: [[X]] = [[#N+1]]\n"), ("bad", "CHECK: {{a\n")]);
    let at = |name: &str| folder.path().join(name).display().to_string();
    for (args, input, code, words) in [
        (&[&at("checks")[..]][..], "ab = 9\nab = 10\n", 0, ""),
        (&[&at("checks")], "ab = 9\nab = 11\n", 1, "with \"N+1\" equal to \"10\""),
        (&[&at("checks")], "", 2, "error: '<stdin>' is empty"),
        (&[&at("bad")], "a\n", 2, "bad:1:8: error: found start of regex string with no end '}}'"),
        (&[&at("checks"), "-check-prefix=A,B"], "a\n", 2, "must start with a letter"),
        (&[&at("checks"), "--no-such-flag"], "a\n", 2, "unexpected argument"),
        (&[&at("missing")], "a\n", 2, "could not open check file"),
        (&["--dump-input=help", &at("checks")], "", 0, ""),
    ] {
        let mut child = rmlir(&["filecheck"])
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // It may end before it reads.
        let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
        let output = child.wait_with_output().expect("the program ends");
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {errors}");
        assert!(errors.contains(words), "{args:?}: {errors}");
    }
}
