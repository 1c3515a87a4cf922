//! The tool: text in, a translation, text out.
//!
//! Every piece of the input is a separate source, with lines counted from its start, as in `mlir-translate`.

use std::process::ExitCode;

use rmlir::core::{Context, OpRef, verify};
use rmlir::diag::{Diagnostic, Level, Place, Severity, Sink, SourceMap, Verifier, split};
use rmlir::text::parse::{ParseOptions, parse_text};
use rmlir::text::print::{PrintOptions, print};
use rmlir_conversion::openmp_to_runtime;
use rmlir_llvm_ir::{read, write};
use rmlir_opt::Registry;
use rmlir_opt::tool::{self, Stdin, ToolOutput};

use crate::{export, import, schedule};

/// The output of `--help`.
const HELP: &str = "\
OVERVIEW: Translates between MLIR and LLVM IR, and schedules problems
USAGE: rmlir-translate [options] <input file>

OPTIONS:
  --import-llvm                  - Translate LLVM IR to MLIR
  --mlir-to-llvmir               - Translate MLIR to LLVM IR
  --schedule-ssp                 - Schedule the modulo problems of CIRCT's ssp.instance
  --explain-ssp                  - Show how swing modulo scheduling, as published, schedules them
  --schedule-graphml             - Schedule a graph in HatScheT's GraphML
  --explain-graphml              - Show how swing modulo scheduling, as published, schedules it
  --resources=<filename>         - The resources of that graph
  --max-steps=<number>           - How many steps the search for schedules takes at most
  --allow-unregistered-dialect   - Allow operations of dialects that are not registered
  --mlir-print-debuginfo         - Write locations
  --no-implicit-module           - Do not put a module around the input
  --output-split-marker=<string> - What is written between the outputs of pieces
  --split-input-file[=<marker>]  - Translate the pieces of the input one by one
  --verify-diagnostics           - Compare what is said with the comments that say what is expected
  -o <filename>                  - Output filename
  --help                         - Display available options
";

/// A translation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Translation {
    ImportLlvm,
    MlirToLlvmIr,
    ScheduleSsp,
    ExplainSsp,
    ScheduleGraphMl,
    ExplainGraphMl,
}

/// The parsed command line.
struct Options {
    input: String,
    output: String,
    translation: Option<Translation>,
    resources: Option<String>,
    max_steps: u64,
    split: Option<String>,
    output_marker: String,
    verifies: bool,
    allows_unregistered: bool,
    no_implicit_module: bool,
    prints_locations: bool,
}

/// The tool as a program with the dialects of `registry`; the first of `args` is its name.
pub fn main(registry: Registry, args: &[String]) -> ExitCode {
    tool::main(args, |args, stdin| run_with(&registry, args, stdin))
}

/// The tool as a function: `args` without the program's name, and the contents of standard input.
pub fn run(registry: &Registry, args: &[String], stdin: &[u8]) -> ToolOutput {
    run_with(registry, args, &mut || Ok(stdin.to_vec()))
}

fn run_with(registry: &Registry, args: &[String], stdin: &mut Stdin) -> ToolOutput {
    ToolOutput::of(|ran| translate(registry, args, stdin, ran))
}

/// Parses the command line; `None` if `--help` is given.
fn read_options(args: &[String]) -> Result<Option<Options>, String> {
    let mut options = Options {
        input: "-".to_owned(),
        output: "-".to_owned(),
        translation: None,
        resources: None,
        max_steps: rmlir_modulo::schedule::MAX_STEPS,
        split: None,
        output_marker: String::new(),
        verifies: false,
        allows_unregistered: false,
        no_implicit_module: false,
        prints_locations: false,
    };
    let mut args = args.iter();
    let mut has_input = false;
    while let Some(arg) = args.next() {
        let Some(flag) = arg.strip_prefix('-').filter(|flag| !flag.is_empty()) else {
            if std::mem::replace(&mut has_input, true) {
                return Err("rmlir-translate: Too many positional arguments specified!\n\
                            Can specify at most 1 positional arguments: See: rmlir-translate --help\n"
                    .to_owned());
            }
            options.input.clone_from(arg);
            continue;
        };
        let flag = flag.strip_prefix('-').unwrap_or(flag);
        let (name, value) = flag.split_once('=').map_or((flag, None), |(name, value)| (name, Some(value)));
        match name {
            "help" | "h" => return Ok(None),
            "import-llvm" => options.translation = Some(Translation::ImportLlvm),
            "mlir-to-llvmir" => options.translation = Some(Translation::MlirToLlvmIr),
            "schedule-ssp" => options.translation = Some(Translation::ScheduleSsp),
            "explain-ssp" => options.translation = Some(Translation::ExplainSsp),
            "schedule-graphml" => options.translation = Some(Translation::ScheduleGraphMl),
            "explain-graphml" => options.translation = Some(Translation::ExplainGraphMl),
            "resources" => options.resources = value.map(str::to_owned),
            "max-steps" => match value.and_then(|value| value.parse().ok()) {
                Some(steps) => options.max_steps = steps,
                None => return Err("rmlir-translate: for the --max-steps option: expected a number!\n".to_owned()),
            },
            "split-input-file" => options.split = Some(value.unwrap_or(split::DEFAULT_MARKER).to_owned()),
            "output-split-marker" => options.output_marker = value.unwrap_or_default().to_owned(),
            "verify-diagnostics" => options.verifies = true,
            "allow-unregistered-dialect" => options.allows_unregistered = true,
            "mlir-print-debuginfo" => options.prints_locations = true,
            "no-implicit-module" => options.no_implicit_module = true,
            "o" => match value.map(str::to_owned).or_else(|| args.next().cloned()) {
                Some(value) => options.output = value,
                None => return Err("rmlir-translate: for the -o option: requires a value!\n".to_owned()),
            },
            _ => {
                return Err(format!(
                    "rmlir-translate: Unknown command line argument '{arg}'.  Try: 'rmlir-translate --help'\n"
                ));
            }
        }
    }
    Ok(Some(options))
}

fn translate(registry: &Registry, args: &[String], stdin: &mut Stdin, ran: &mut ToolOutput) -> Result<bool, String> {
    let Some(options) = read_options(args)? else {
        ran.stdout.extend(HELP.as_bytes());
        return Ok(true);
    };
    let Some(translation) = options.translation else {
        return Err("rmlir-translate: no translation was asked for: see --help\n".to_owned());
    };
    let failed = |error: std::io::Error| {
        let words = rmlir::pass::instrument::reproducer::system_words(&error);
        format!("cannot open input file '{}': {words}\n", options.input)
    };
    let text = if options.input == "-" { stdin() } else { std::fs::read(&options.input) }.map_err(failed)?;
    let name = if options.input == "-" { "<stdin>" } else { &options.input };
    let map = SourceMap::new();
    let input = map.add(name, text.clone()).map_err(|error| format!("{error}\n"))?;
    let file = map.file(input);
    let marker = options.split.clone().unwrap_or_default();
    let pieces = split::split(&text, &marker);
    tool::show(&map, &pieces.warnings(file), &mut ran.stderr);
    let (mut succeeded, mut output) = (true, Vec::new());
    for (index, piece) in pieces.chunks.iter().enumerate() {
        if index > 0 && !options.output_marker.is_empty() {
            output.extend(options.output_marker.as_bytes());
            output.push(b'\n');
        }
        let name = if marker.is_empty() { name.to_owned() } else { piece.name(file) };
        let text = &text[piece.range.clone()];
        succeeded &= process(registry, translation, &options, &name, text, &mut output, &mut ran.stderr)?;
    }
    if options.output == "-" {
        ran.stdout.extend(output);
    } else if succeeded {
        std::fs::write(&options.output, output)
            .map_err(|error| format!("cannot open output file '{}': {error}\n", options.output))?;
    }
    Ok(succeeded)
}

/// Translates one piece. Returns whether it succeeded, or emitted the expected diagnostics.
fn process(
    registry: &Registry,
    translation: Translation,
    options: &Options,
    name: &str,
    text: &[u8],
    output: &mut Vec<u8>,
    stderr: &mut Vec<u8>,
) -> Result<bool, String> {
    let cx = rmlir::text::context(registry.dialects.clone());
    cx.allow_unregistered(options.allows_unregistered);
    let source = cx.sources().add(name, text).map_err(|error| format!("{error}\n"))?;
    let mut said = Vec::new();
    let result = match translation {
        Translation::ImportLlvm => from_llvm(&cx, source, text, options, &mut said),
        Translation::MlirToLlvmIr => to_llvm(&cx, source, text.len(), options, &mut said),
        Translation::ScheduleSsp => schedule::ssp(&cx, source, text, options.max_steps, &mut said),
        Translation::ExplainSsp => schedule::explain_ssp(&cx, source, text, options.max_steps, &mut said),
        Translation::ScheduleGraphMl => {
            schedule::graphml(&cx, source, text, options.resources.as_deref(), options.max_steps, &mut said)
        }
        Translation::ExplainGraphMl => {
            schedule::explain_graphml(&cx, source, text, options.resources.as_deref(), options.max_steps, &mut said)
        }
    };
    if options.verifies {
        let mut verifier = Verifier::new(cx.sources(), &[source], Level::All);
        said.iter().for_each(|diagnostic| verifier.check(diagnostic));
        verifier.finish();
        let failures = verifier.take_failures();
        tool::show(cx.sources(), &failures, stderr);
        return Ok(!verifier.has_failed());
    }
    tool::show(cx.sources(), &said, stderr);
    if let Some(text) = &result {
        output.extend(text.as_bytes());
    }
    Ok(result.is_some())
}

fn from_llvm(
    cx: &Context,
    source: rmlir::diag::SourceId,
    text: &[u8],
    options: &Options,
    said: &mut Vec<Diagnostic>,
) -> Option<String> {
    let module = match read::read(text) {
        Ok(module) => module,
        Err(failure) => {
            let place = cx.sources().file(source).span_of(failure.at..failure.at);
            said.push(Diagnostic::error(place, failure.message));
            return None;
        }
    };
    let body = match import::import(cx, module) {
        Ok(body) => body,
        Err(failure) => {
            said.push(Diagnostic::error(Place::Unknown, failure));
            return None;
        }
    };
    let verified = verify::verify(&body, &mut |_, diagnostic| said.push(diagnostic));
    verified.ok()?;
    let print_options = PrintOptions { debug_info: options.prints_locations, ..PrintOptions::default() };
    Some(print(OpRef::root(&body), &print_options))
}

fn to_llvm(
    cx: &Context,
    source: rmlir::diag::SourceId,
    len: usize,
    options: &Options,
    said: &mut Vec<Diagnostic>,
) -> Option<String> {
    let parse_options = ParseOptions { no_implicit_module: options.no_implicit_module };
    let mut sink = Sink::new();
    let parsed = parse_text(cx, source, 0..len, &parse_options, &mut sink);
    said.extend(sink.into_diagnostics());
    let mut body = parsed?.body;
    let verified = verify::verify(&body, &mut |_, diagnostic| said.push(diagnostic));
    verified.ok()?;
    // OpenMP constructs have no instructions: they are lowered to runtime calls first.
    if openmp_to_runtime::has_constructs(&body)
        && let Err(diagnostic) = openmp_to_runtime::lower_constructs(&mut body)
    {
        said.push(*diagnostic);
        return None;
    }
    match export::export(OpRef::root(&body)) {
        Ok(module) => Some(write::write(&module)),
        Err(diagnostic) => {
            debug_assert!(diagnostic.severity == Severity::Error);
            said.push(*diagnostic);
            None
        }
    }
}
