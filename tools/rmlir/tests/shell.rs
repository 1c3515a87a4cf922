//! Completion of arguments and man pages.

use std::fs;
use std::process::{Command, Output};

const PROGRAMS: [&str; 5] = ["rmlir", "rmlir-opt", "rmlir-run", "rmlir-translate", "rmlir-reduce"];

fn rmlir(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rmlir")).args(args).output().expect("the program starts")
}

fn text(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the program writes UTF-8")
}

/// The words with which bash completes the last one of `line`.
fn completed(script: &str, line: &[&str]) -> Vec<String> {
    let complete = "\
        words=(\"$@\"); COMP_WORDS=(\"${words[@]}\"); COMP_CWORD=$((${#words[@]} - 1))\n\
        function=$(complete -p \"$1\"); function=${function#* -F }\n\
        ${function%% *} \"$1\" \"${words[COMP_CWORD]}\" \"${words[COMP_CWORD - 1]}\"\n\
        printf '%s\\n' \"${COMPREPLY[@]}\"\n";
    let bash = Command::new("bash").args(["-c", &format!("{script}\n{complete}"), "bash"]).args(line).output();
    text(bash.expect("bash is there")).lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_tools_flags_and_values() {
    let script = text(rmlir(&["completions", "bash"]));
    let tools = completed(&script, &["rmlir", ""]);
    for tool in ["opt", "run", "translate", "reduce", "check", "filecheck", "new", "completions", "man"] {
        assert!(tools.iter().any(|word| word == tool), "{tool}: {tools:?}");
    }
    for (line, words) in [
        (&["rmlir", "tr"][..], &["translate"][..]),
        (&["rmlir", "opt", "a.mlir", "--canon"], &["--canonicalize"]),
        (&["rmlir-opt", "--cse", "--canon"], &["--canonicalize"]),
        (&["rmlir-opt", "--diagnostics", ""], &["plain", "fancy", "json"]),
        (&["rmlir-run", "a.mlir", "--engine", ""], &["interpreter", "jit", "llvm", "hexagon"]),
        (&["rmlir-translate", "--mlir-t"], &["--mlir-to-llvmir"]),
        (&["rmlir-reduce", "--crash"], &["--crashes"]),
    ] {
        assert_eq!(completed(&script, line), words, "{line:?}");
    }
}

#[test]
fn each_program_has_a_script_of_its_own() {
    let folder = tempfile::tempdir().expect("the system has a folder for temporary files");
    for (shell, before, after) in [("bash", "", ".bash"), ("zsh", "_", ""), ("fish", "", ".fish")] {
        let path = folder.path().join(shell);
        text(rmlir(&["completions", shell, path.to_str().expect("it is UTF-8")]));
        for program in PROGRAMS {
            let script = fs::read_to_string(path.join(format!("{before}{program}{after}"))).expect(program);
            assert!(script.contains(program), "{shell}: {program}");
        }
    }
    assert!(text(rmlir(&["completions", "zsh"])).starts_with("#compdef rmlir\n"));
    assert!(!rmlir(&["completions", "csh"]).status.success());
}

#[test]
fn each_tool_has_a_man_page() {
    let folder = tempfile::tempdir().expect("the system has a folder for temporary files");
    text(rmlir(&["man", folder.path().to_str().expect("it is UTF-8")]));
    for page in
        PROGRAMS.iter().chain(&["rmlir-check", "rmlir-filecheck", "rmlir-new", "rmlir-completions", "rmlir-man"])
    {
        let page_text = fs::read_to_string(folder.path().join(format!("{page}.1"))).expect(page);
        assert!(page_text.contains(&format!("\n.TH {page} 1 ")), "{page}: {page_text}");
        assert!(page_text.contains("\n.SH NAME\n") && page_text.contains("\n.SH SYNOPSIS\n"), "{page}: {page_text}");
    }
    let opt = fs::read_to_string(folder.path().join("rmlir-opt.1")).expect("it was written");
    assert!(opt.contains("\n\\fB\\-\\-canonicalize\\fR[=\\fI<options>\\fR]\nCanonicalize operations\n"), "{opt}");
}

#[test]
fn a_folder_that_is_a_file_is_refused() {
    let file = tempfile::NamedTempFile::new().expect("the system has a folder for temporary files");
    let path = file.path().to_str().expect("it is UTF-8");
    for args in [&["man", path][..], &["completions", "bash", path]] {
        let output = rmlir(args);
        assert!(!output.status.success() && output.stderr.starts_with(b"error: "));
    }
}
