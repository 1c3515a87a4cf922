//! The program from its command line, with standard commands in place of the two tools: `cat` accepts everything and
//! prints it, `false` rejects everything.
#![cfg(unix)]

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Output};

const TWO_SPLITS: &str = "a\n// -----\nb\n";

fn compare(folder: &Path, rmlir_opt: &str, more: &[&str]) -> io::Result<Output> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rmlir-compare"));
    command.arg(folder).args(["--mlir-opt", "cat", "--rmlir-opt", rmlir_opt]).args(more).output()
}

fn folder() -> io::Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    for name in ["b.mlir", "a.mlir"] {
        fs::write(folder.path().join(name), TWO_SPLITS)?;
    }
    Ok(folder)
}

#[test]
fn equal_tools_are_enough() -> io::Result<()> {
    let output = compare(folder()?.path(), "cat", &["--require", "100"])?;
    let last = String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or_default().to_owned();
    assert!(last.starts_with("(no flags)") && last.ends_with("100.00"), "{last}");
    assert_eq!(output.status.code(), Some(0));
    Ok(())
}

#[test]
fn too_many_misses_fail_only_when_a_share_is_required() -> io::Result<()> {
    let folder = folder()?;
    assert_eq!(compare(folder.path(), "false", &[])?.status.code(), Some(0));
    assert_eq!(compare(folder.path(), "false", &["--require", "1"])?.status.code(), Some(1));
    Ok(())
}

#[test]
fn the_report_and_the_list_are_in_order_of_file_and_split() -> io::Result<()> {
    let folder = folder()?;
    let list = folder.path().join("list");
    let list_flag = list.to_string_lossy();
    let run =
        |jobs| compare(folder.path(), "false", &["--list-different", &list_flag, "--flags", "-u", "--jobs", jobs]);
    assert_eq!(run("1")?.stdout, run("4")?.stdout);
    let text = fs::read_to_string(&list)?;
    let names: Vec<&str> = text.lines().filter_map(|line| line.rsplit('/').next()).collect();
    assert_eq!(names, ["a.mlir#0", "a.mlir#1", "b.mlir#0", "b.mlir#1"]);
    assert!(text.lines().all(|line| line.starts_with("only mlir-opt\t-u\t")), "{text}");
    Ok(())
}

#[test]
fn a_sample_is_spread_over_all_splits() -> io::Result<()> {
    let folder = folder()?;
    let list = folder.path().join("list");
    let list_flag = list.to_string_lossy();
    compare(folder.path(), "false", &["--list-different", &list_flag, "--sample", "2"])?;
    let text = fs::read_to_string(&list)?;
    let names: Vec<&str> = text.lines().filter_map(|line| line.rsplit('/').next()).collect();
    assert_eq!(names, ["a.mlir#0", "b.mlir#0"]);
    Ok(())
}

#[test]
fn each_set_of_flags_has_its_own_section() -> io::Result<()> {
    let output = compare(folder()?.path(), "cat", &["--flags", "", "--flags", "-n"])?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let titles: Vec<&str> = text.lines().filter_map(|line| line.split("  ").next()).collect();
    assert_eq!(titles, ["flags", "(no flags)", "-n"]);
    Ok(())
}

#[test]
fn what_cannot_be_compared_is_not_a_miss() -> io::Result<()> {
    let output = compare(folder()?.path(), "no-such-tool", &[])?;
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: no-such-tool: "));
    let nothing = compare(tempfile::tempdir()?.path(), "cat", &[])?;
    assert_eq!(nothing.status.code(), Some(2));
    Ok(())
}
