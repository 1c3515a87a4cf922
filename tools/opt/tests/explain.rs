//! The data in the page of `--explain`.

use rmlir_opt::{Registry, opt};
use serde_json::Value;

const TEXT: &str = "func.func @f(%a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %0 = arith.addi %a, %zero : i32
  %1 = arith.muli %0, %0 : i32
  return %1 : i32
}
func.func @g(%a: memref<4xi32>) {
  return
}
";

/// The exit code, standard error, and the data in the page of a run.
fn explain(text: &str, flags: &[&str]) -> (i32, String, Value) {
    let folder = tempfile::tempdir().expect("there is room for files");
    let path = folder.path().join("run.html");
    let explained = format!("--explain={}", path.display());
    let flags: Vec<String> = flags.iter().copied().chain([explained.as_str()]).map(str::to_owned).collect();
    let output = opt::run(&Registry::everything(), &flags, text.as_bytes());
    let page = std::fs::read_to_string(path).expect("the page was written");
    let (_, data) = page.split_once("<script type=\"application/json\" id=\"data\">").expect("the page has data");
    let (data, _) = data.split_once("</script>").expect("the data end");
    let data = serde_json::from_str(data).expect("the data are JSON");
    (output.code.into(), String::from_utf8_lossy(&output.stderr).into_owned(), data)
}

/// The text of the lines with these numbers.
fn text_of(data: &Value, lines: &Value) -> Vec<String> {
    let line = |number: &Value| data["lines"][number.as_u64().unwrap() as usize][0].as_str().unwrap().to_owned();
    lines.as_array().expect("a list of lines").iter().map(line).collect()
}

#[test]
fn steps_have_their_operation_and_their_changes() {
    let (code, stderr, data) = explain(TEXT, &["--pass-pipeline=builtin.module(func.func(canonicalize,cse))"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let names: Vec<&str> = data["passes"].as_array().unwrap().iter().map(|pass| pass[0].as_str().unwrap()).collect();
    assert_eq!(names, ["canonicalize", "cse"]);
    let steps = data["steps"].as_array().unwrap();
    let ops: Vec<&str> = steps.iter().map(|step| step["op"].as_str().unwrap()).collect();
    assert_eq!(ops, ["func.func @f", "func.func @f", "func.func @g", "func.func @g", ""]);
    let before = text_of(&data, &data["texts"][steps[0]["before"].as_u64().unwrap() as usize]);
    assert!(before.contains(&"  %0 = arith.addi %arg0, %c0_i32 : i32".to_owned()), "{before:?}");
    let edit = &steps[0]["edits"][0];
    assert_eq!(text_of(&data, &edit[2]), ["  %0 = arith.muli %arg0, %arg0 : i32", "  return %0 : i32"]);
    assert_eq!((edit[0].as_u64(), edit[1].as_u64()), (Some(1), Some(4)));
    // Nothing changes later, so the text is the same one.
    assert_eq!(steps[1]["before"], steps[0]["after"]);
    assert_eq!(steps[1]["after"], steps[0]["after"]);
    let line = &data["lines"][edit[2][0].as_u64().unwrap() as usize];
    let place = data["places"][line[1][0].as_u64().unwrap() as usize].as_str().unwrap();
    assert!(place.ends_with(":4:8"), "{place}");
}

#[test]
fn a_step_that_fails_is_the_last() {
    let (code, _, data) = explain(TEXT, &["--pass-pipeline=builtin.module(func.func(cse),test-pass-failure,cse)"]);
    assert_eq!(code, 1);
    let steps = data["steps"].as_array().unwrap();
    let failed: Vec<bool> = steps.iter().map(|step| step["failed"].as_bool().unwrap()).collect();
    assert_eq!(failed, [false, false, true]);
}

#[test]
fn remarks_and_patterns_are_only_in_the_page() {
    let text = "func.func @f(%c: i1, %a: i32) -> i32 {
  %0 = arith.select %c, %a, %a : i32
  %1 = arith.extui %c : i1 to i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
}
";
    let (code, stderr, data) = explain(text, &["--canonicalize"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    let patterns = data["steps"][0]["patterns"].as_array().unwrap();
    assert!(patterns.iter().any(|pattern| !pattern[2].is_null()), "{patterns:?}");
    let (_, stderr, _) = explain(text, &["--canonicalize", "--debug-patterns"]);
    assert!(stderr.contains("does not apply"), "{stderr}");
}

#[test]
fn pieces_are_told_apart() {
    let (code, _, data) = explain(&format!("{TEXT}// -----\n{TEXT}"), &["--split-input-file", "--cse"]);
    assert_eq!((code, data["pieces"].as_u64()), (0, Some(2)));
    let pieces: Vec<u64> =
        data["steps"].as_array().unwrap().iter().map(|step| step["piece"].as_u64().unwrap()).collect();
    assert_eq!(pieces, [0, 0, 1, 1]);
}
