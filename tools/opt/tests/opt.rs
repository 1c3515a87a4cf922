//! The tool from its command line: text in, text out, exit codes. The expected texts are the output of `mlir-opt` 22
//! for the same command line.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Exit code, standard output, standard error.
type Run = (i32, String, String);

/// Runs the tool in `dir` with `stdin` as its input.
fn run(dir: &Path, args: &[&str], stdin: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rmlir-opt"))
        .args(args)
        .current_dir(dir)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the tool starts");
    // The tool may end without reading.
    let _ = child.stdin.take().expect("standard input is piped").write_all(stdin.as_bytes());
    let output = child.wait_with_output().expect("the tool ends");
    let text = |bytes| String::from_utf8(bytes).expect("the tool writes UTF-8");
    (output.status.code().expect("the tool is not killed"), text(output.stdout), text(output.stderr))
}

/// Runs the tool on a file `a.mlir` that contains `text`.
fn on(text: &str, args: &[&str]) -> Run {
    let dir = tempfile::tempdir().expect("there is room for files");
    std::fs::write(dir.path().join("a.mlir"), text).expect("the file can be written");
    let args: Vec<&str> = ["a.mlir"].iter().chain(args).copied().collect();
    run(dir.path(), &args, "")
}

const IDENTITY: &str = "func.func @f(%a: i32) -> i32 {\n  return %a : i32\n}\n";
const IDENTITY_PRINTED: &str = "module {\n  func.func @f(%arg0: i32) -> i32 {\n    return %arg0 : i32\n  }\n}\n\n";
const WRONG: &str = "func.func @g(%a: i32) -> i32 {\n  return %a : i64\n}\n";

#[test]
fn text_goes_in_and_comes_out() {
    assert_eq!(on(IDENTITY, &[]), (0, IDENTITY_PRINTED.to_owned(), String::new()));
    let dir = std::env::temp_dir();
    for args in [&[][..], &["-"]] {
        assert_eq!(run(&dir, args, IDENTITY), (0, IDENTITY_PRINTED.to_owned(), String::new()));
    }
    let (_, out, _) = on(IDENTITY, &["--no-implicit-module"]);
    assert_eq!(out, "func.func @f(%arg0: i32) -> i32 {\n  return %arg0 : i32\n}\n\n");
}

#[test]
fn standard_input_has_a_name() {
    let (code, _, err) = run(&std::env::temp_dir(), &[], WRONG);
    assert_eq!(code, 1);
    assert!(err.starts_with("<stdin>:2:10: error: use of value '%a' expects different type than prior uses"), "{err}");
}

#[test]
fn a_wrong_piece_does_not_stop_the_others() {
    let (code, out, err) = on(&format!("{IDENTITY}// -----\n{WRONG}// -----\n{IDENTITY}"), &["--split-input-file"]);
    assert_eq!(code, 1);
    assert_eq!(out, format!("{IDENTITY_PRINTED}// -----\n// -----\n{IDENTITY_PRINTED}"));
    assert!(err.starts_with("a.mlir:6:10: error: "), "{err}");
    let (code, out, _) =
        on(&format!("{IDENTITY}// NEXT\n{IDENTITY}"), &["--split-input-file=// NEXT", "--output-split-marker=//"]);
    assert_eq!((code, out), (0, format!("{IDENTITY_PRINTED}//\n{IDENTITY_PRINTED}")));
}

#[test]
fn the_output_file_is_kept_only_on_success() {
    let dir = tempfile::tempdir().expect("there is room for files");
    let file = dir.path().join("out.mlir");
    assert_eq!(run(dir.path(), &["-o", "out.mlir"], IDENTITY).0, 0);
    assert_eq!(std::fs::read_to_string(&file).expect("the output is there"), IDENTITY_PRINTED);
    assert_eq!(run(dir.path(), &["-o", "out.mlir"], WRONG).0, 1);
    assert!(!file.exists());
    let (code, _, err) = run(dir.path(), &["-o", "no/such/dir"], IDENTITY);
    assert_eq!((code, err.as_str()), (1, "cannot open output file 'no/such/dir': No such file or directory\n"));
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let (code, out, err) = run(&std::env::temp_dir(), &["no-such-file.mlir"], "");
    let words = "cannot open input file 'no-such-file.mlir': No such file or directory\n";
    assert_eq!((code, out.as_str(), err.as_str()), (1, "", words));
}

#[test]
fn expected_diagnostics_are_compared() {
    let expected =
        WRONG.replace('{', "{ // expected-note@-0 {{prior use}}\n  // expected-error@+1 {{expects different type}}");
    assert_eq!(on(&expected, &["--verify-diagnostics"]), (0, String::new(), String::new()));
    let (code, _, err) = on(IDENTITY.trim_end(), &["--verify-diagnostics"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let (code, _, err) = on(WRONG, &["--verify-diagnostics=only-expected"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let (code, _, err) = on(WRONG, &["--verify-diagnostics"]);
    assert_eq!(code, 1);
    assert!(err.starts_with("a.mlir:2:10: error: unexpected error: use of value '%a' expects"), "{err}");
    let (code, _, err) = on(&format!("// expected-error {{{{nothing}}}}\n{IDENTITY}"), &["--verify-diagnostics"]);
    assert_eq!(code, 1);
    assert!(err.starts_with("a.mlir:1:4: error: expected error \"nothing\" was not produced\n"), "{err}");
}

#[test]
fn wrong_pipelines_fail_after_reading() {
    let (code, out, err) = on(IDENTITY, &["--pass-pipeline=builtin.module(no-such-pass)"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert_eq!(
        err,
        "<unknown>:0: error: MLIR Textual PassPipeline Parser:1:1: error: \
         'no-such-pass' does not refer to a registered pass or pass pipeline\nno-such-pass\n^\n\n"
    );
    let (code, _, err) = on(IDENTITY, &["--pass-pipeline=func.func()"]);
    assert_eq!(code, 1);
    assert_eq!(err, "a.mlir:0:0: error: can't run 'func.func' pass manager on 'builtin.module' op\n");
    let (code, _, err) = on(IDENTITY, &["--mlir-print-ir-module-scope"]);
    assert_eq!(code, 1);
    assert!(err.contains("without disabling multi-threading first."), "{err}");
}

#[test]
fn the_pipeline_is_dumped() {
    let (code, out, err) = on(IDENTITY, &["--dump-pass-pipeline"]);
    assert_eq!((code, out.as_str()), (0, IDENTITY_PRINTED));
    assert_eq!(err, "Pass Manager with 0 passes:\nbuiltin.module(\n\n)\n\n");
}

const REPRODUCER: &str = "
{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: \"builtin.module()\",
      disable_threading: true,
      verify_each: true
    }
  }
#-}
";

#[test]
fn reproducers_are_passed_through_or_run() {
    let text = format!("{}{REPRODUCER}", IDENTITY_PRINTED.trim_end());
    let (code, out, _) = on(&text, &[]);
    assert_eq!((code, out), (0, format!("{}\n{REPRODUCER}\n", IDENTITY_PRINTED.trim_end())));
    let (code, out, err) = on(&text, &["--run-reproducer", "--dump-pass-pipeline"]);
    assert_eq!((code, out.as_str()), (0, IDENTITY_PRINTED));
    assert!(err.starts_with("Pass Manager with 0 passes:\n"), "{err}");
}

#[test]
fn reproducers_are_written_on_request() {
    let dir = tempfile::tempdir().expect("there is room for files");
    let args = ["--mlir-generate-reproducer=r.mlir", "--pass-pipeline=builtin.module()"];
    assert_eq!(run(dir.path(), &args, IDENTITY), (0, IDENTITY_PRINTED.to_owned(), String::new()));
    let text = std::fs::read_to_string(dir.path().join("r.mlir")).expect("the reproducer is there");
    let resources = REPRODUCER.replace("threading: true", "threading: false").replace("each: true", "each: false");
    assert_eq!(text, format!("{}\n{resources}", IDENTITY_PRINTED.trim_end()));
}

#[test]
fn what_is_read_can_be_read_back() {
    assert_eq!(on(IDENTITY, &["--verify-roundtrip"]), (0, IDENTITY_PRINTED.to_owned(), String::new()));
}

#[test]
fn times_are_reported() {
    let (code, _, err) = on(IDENTITY, &["--mlir-timing"]);
    let names: Vec<&str> = err.lines().skip(6).filter_map(|line| line.rsplit("%)  ").next()).collect();
    assert_eq!((code, names), (0, vec!["Parser", "Output", "Rest", "Total"]));
    // Analyses are listed below the pass that they were computed for, with and without threads.
    for threads in ["--mlir-disable-threading=false", "--mlir-disable-threading"] {
        let pipeline = "--pass-pipeline=builtin.module(func.func(cse,mem2reg),inline{default-pipeline=})";
        let (code, _, err) = on(IDENTITY, &["--mlir-timing", threads, pipeline]);
        let names: Vec<&str> = err.lines().skip(6).filter_map(|line| line.rsplit("%)  ").next()).collect();
        let passes =
            ["  CSE", "    (A) DominanceInfo", "  Mem2Reg", "    (A) DominanceInfo", "Inliner", "  (A) CallGraph"];
        let expected = [&["Parser", "'func.func' Pipeline"], &passes[..], &["Output", "Rest", "Total"]].concat();
        assert_eq!((code, names), (0, expected));
    }
}

#[test]
fn diagnostics_have_other_forms() {
    let (_, _, err) = on(WRONG, &["--diagnostics=json"]);
    assert!(err.starts_with("{\"severity\":\"error\",") && err.lines().count() == 1, "{err}");
    let (_, _, err) = on(IDENTITY, &["--diagnostics=fancy", "--pass-pipeline=any(no-such-pass)"]);
    assert!(err.contains("<pass pipeline>:1:5") && !err.contains("MLIR Textual"), "{err}");
}
