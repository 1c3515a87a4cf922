//! FileCheck as a tool: a command line, standard input, two outputs.

use std::fs;
use std::io::Write;
use std::process::ExitCode;

use clap::builder::ArgAction;
use clap::{CommandFactory, Parser};
use rmlir_diag::Format;
use rmlir_opt::tool::{self, Stdin, ToolOutput};

use super::check::check;
use super::report::Verdict;
use super::request::{DumpInput, Request};
use crate::shell::{failed, parse};

/// Checks that a text has what the CHECK lines of a file ask for, as FileCheck does
#[derive(Parser)]
#[command(name = "rmlir-filecheck", version, disable_version_flag = true)]
struct Arguments {
    /// The file with the directives
    check_file: String,
    /// The text that is checked
    #[arg(long, value_name = "FILE", default_value = "-", overrides_with = "input_file")]
    input_file: String,
    /// A prefix of directives
    #[arg(long, value_name = "PREFIX", action = ArgAction::Append)]
    check_prefix: Vec<String>,
    /// Prefixes of directives
    #[arg(long, value_name = "PREFIXES", action = ArgAction::Append, value_delimiter = ',')]
    check_prefixes: Vec<String>,
    /// Prefixes of comments, in which there are no directives
    #[arg(long, value_name = "PREFIXES", action = ArgAction::Append, value_delimiter = ',')]
    comment_prefixes: Vec<String>,
    /// A pattern that must not occur between matches
    #[arg(long, value_name = "PATTERN", action = ArgAction::Append, allow_hyphen_values = true)]
    implicit_check_not: Vec<String>,
    /// Define a variable: VAR=TEXT or #VAR=EXPRESSION
    #[arg(short = 'D', value_name = "DEFINITION", action = ArgAction::Append, allow_hyphen_values = true)]
    define: Vec<String>,
    /// A given prefix need not occur
    #[arg(long, num_args = 0..=1, require_equals = true, default_value = "false", default_missing_value = "true")]
    allow_unused_prefixes: bool,
    /// An empty text is no error
    #[arg(long, overrides_with = "allow_empty")]
    allow_empty: bool,
    /// Positive patterns have to cover a line
    #[arg(long, overrides_with = "match_full_lines")]
    match_full_lines: bool,
    /// Blanks and tabs count as they are
    #[arg(long, overrides_with = "strict_whitespace")]
    strict_whitespace: bool,
    /// Case does not count
    #[arg(long, overrides_with = "ignore_case")]
    ignore_case: bool,
    /// Variables whose names do not begin with $ end with the region of a -LABEL directive
    #[arg(long, overrides_with = "enable_var_scope")]
    enable_var_scope: bool,
    /// Matches of -DAG directives may overlap
    #[arg(long, overrides_with = "allow_deprecated_dag_overlap")]
    allow_deprecated_dag_overlap: bool,
    /// When the text is shown with annotations: fail, always, never
    #[arg(long, value_name = "WHEN", action = ArgAction::Append, value_parser = ["fail", "always", "never", "help"])]
    dump_input: Vec<String>,
    /// The number of lines that are shown around annotated ones
    #[arg(long, value_name = "N", action = ArgAction::Append)]
    dump_input_context: Vec<usize>,
    /// Which lines are shown: accepted, and decided by --dump-input
    #[arg(long, value_name = "KIND", action = ArgAction::Append, value_parser = ["all", "annotation-full", "annotation", "error"])]
    dump_input_filter: Vec<String>,
    /// Accepted: the output has no colors but those of --diagnostics=fancy
    #[arg(long)]
    color: bool,
    /// Remark every match
    #[arg(short, action = ArgAction::Count)]
    v: u8,
    /// As -v
    #[arg(long)]
    vv: bool,
    /// The form of diagnostics
    #[arg(long, value_name = "FORMAT", default_value = "plain", value_parser = Format::NAMES)]
    diagnostics: String,
}

/// What `--dump-input=help` explains.
const DUMP_HELP: &str = "\
The input is shown with its line numbers; below a line are the annotations of directives, such as 'next:7' for a -NEXT
directive in line 7 of the check file:
  X~~  the search for a match begins here, and there is none
  !~~  a match that must not be here, or that is on the wrong line
  ?~~  what was probably meant
  ^~~  a match, with -v
";

/// The command line.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// The variable whose words are put before the arguments.
pub const OPTIONS: &str = "FILECHECK_OPTS";

/// The tool as a program; the first of `args` is its name.
pub fn main(args: &[String]) -> ExitCode {
    let options = std::env::var(OPTIONS).unwrap_or_default();
    tool::main(args, |args, stdin| run_with_options(&options, args, stdin))
}

/// As [`run`], with the words of `options` before the arguments.
pub fn run_with_options(options: &str, args: &[String], stdin: &mut Stdin) -> ToolOutput {
    let words = match options.trim() {
        "" => Ok(Vec::new()),
        options => {
            parse(options).map(|list| list.first.commands.into_iter().flat_map(|command| command.words).collect())
        }
    };
    match words {
        Ok(words) => run(&[words, args.to_vec()].concat(), stdin),
        Err(message) => failed(Verdict::Unusable.code(), &format!("FileCheck error: {OPTIONS}: {message}")),
    }
}

/// The tool as a function: `args` without the program's name.
pub fn run(args: &[String], stdin: &mut Stdin) -> ToolOutput {
    let words = std::iter::once("FileCheck".to_owned()).chain(args.iter().map(|arg| long_flag(arg)));
    let mut output = ToolOutput { stdout: Vec::new(), stderr: Vec::new(), code: 2 };
    let arguments = match Arguments::try_parse_from(words) {
        Ok(arguments) => arguments,
        Err(error) => {
            let of_command_line = ToolOutput::of_command_line(&error);
            output.code = if of_command_line.code == 0 { 0 } else { 2 };
            return ToolOutput { code: output.code, ..of_command_line };
        }
    };
    if arguments.dump_input.iter().any(|when| when == "help") {
        output.stdout.extend(DUMP_HELP.as_bytes());
        output.code = 0;
        return output;
    }
    if let Err(message) = run_with(&arguments, stdin, &mut output) {
        output.stderr.extend(format!("FileCheck error: {message}\n").into_bytes());
    }
    output
}

/// A flag of several letters may begin with one hyphen.
fn long_flag(arg: &str) -> String {
    let name = arg.strip_prefix('-').filter(|rest| rest.len() > 1 && !rest.starts_with(['-', 'D']));
    name.map_or_else(|| arg.to_owned(), |name| format!("--{name}"))
}

fn run_with(arguments: &Arguments, stdin: &mut Stdin, output: &mut ToolOutput) -> Result<(), String> {
    let open = |path: &str, kind: &str, error: std::io::Error| format!("could not open {kind} file '{path}': {error}");
    let mut text_of = |path: &str, kind: &str| match path {
        "-" => stdin().map(|text| ("<stdin>".to_owned(), text)).map_err(|error| open(path, kind, error)),
        path => fs::read(path).map(|text| (path.to_owned(), text)).map_err(|error| open(path, kind, error)),
    };
    let checks = text_of(&arguments.check_file, "check")?;
    let input = text_of(&arguments.input_file, "input")?;
    let report = check(&request(arguments), checks, input);
    let format = arguments.diagnostics.parse().map_err(|error: String| error)?;
    report.write(format, &mut output.stderr).map_err(|error| error.to_string())?;
    output.stderr.flush().map_err(|error| error.to_string())?;
    output.code = report.verdict.code();
    Ok(())
}

fn request(arguments: &Arguments) -> Request {
    let when = |word: &str| arguments.dump_input.iter().any(|given| given == word);
    let dump_input = match () {
        () if when("always") => DumpInput::Always,
        () if when("never") && !when("fail") => DumpInput::Never,
        () => DumpInput::Fail,
    };
    Request {
        check_prefixes: arguments.check_prefix.iter().chain(&arguments.check_prefixes).cloned().collect(),
        comment_prefixes: arguments.comment_prefixes.clone(),
        defines: arguments.define.clone(),
        implicit_check_not: arguments.implicit_check_not.clone(),
        allow_unused_prefixes: arguments.allow_unused_prefixes,
        allow_empty: arguments.allow_empty,
        match_full_lines: arguments.match_full_lines,
        strict_whitespace: arguments.strict_whitespace,
        ignore_case: arguments.ignore_case,
        enable_var_scope: arguments.enable_var_scope,
        allow_deprecated_dag_overlap: arguments.allow_deprecated_dag_overlap,
        verbose: arguments.v > 0 || arguments.vv,
        dump_input,
        dump_input_context: arguments.dump_input_context.iter().copied().max().unwrap_or(5),
    }
}
