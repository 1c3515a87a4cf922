//! The tool: text in, a translation, text out.
//!
//! Every piece of the input is a separate source, with lines counted from its start, as in `mlir-translate`.

use std::process::ExitCode;

use rmlir::core::{Body, Context, OpRef, verify};
use rmlir::diag::{Diagnostic, Level, Place, Severity, Sink, SourceMap, Verifier, split};
use rmlir::text::parse::{ParseOptions, parse_text};
use rmlir::text::print::{PrintOptions, print};
use rmlir_conversion::openmp_to_runtime;
use rmlir_llvm_ir::{read, write};
use rmlir_opt::Registry;
use rmlir_opt::tool::{self, Stdin, ToolOutput};

use crate::cli::{Cli, Translation};
use crate::{export, import, schedule};

/// The tool as a program with the dialects of `registry`; the first of `args` is its name.
pub fn main(registry: Registry, args: &[String]) -> ExitCode {
    tool::main(args, |args, stdin| run_with(&registry, args, stdin))
}

/// The tool as a function: `args` without the program's name, and the contents of standard input.
pub fn run(registry: &Registry, args: &[String], stdin: &[u8]) -> ToolOutput {
    run_with(registry, args, &mut || Ok(stdin.to_vec()))
}

fn run_with(registry: &Registry, args: &[String], stdin: &mut Stdin) -> ToolOutput {
    match Cli::read(args) {
        Ok(options) => ToolOutput::of(|ran| translate(registry, &options, stdin, ran)),
        Err(error) => ToolOutput::of_command_line(&error),
    }
}

fn translate(registry: &Registry, options: &Cli, stdin: &mut Stdin, ran: &mut ToolOutput) -> Result<bool, String> {
    let failed = |error: std::io::Error| {
        let words = rmlir::pass::instrument::reproducer::system_words(&error);
        format!("cannot open input file '{}': {words}\n", options.input)
    };
    let text = if options.input == "-" { stdin() } else { std::fs::read(&options.input) }.map_err(failed)?;
    let name = if options.input == "-" { "<stdin>" } else { &options.input };
    let map = SourceMap::new();
    let input = map.add(name, text.clone()).map_err(|error| format!("{error}\n"))?;
    let file = map.file(input);
    let marker = options.split_input_file.clone().unwrap_or_default();
    let pieces = split::split(&text, &marker);
    tool::show(&map, &pieces.warnings(file), &mut ran.stderr);
    let (mut succeeded, mut output) = (true, Vec::new());
    for (index, piece) in pieces.chunks.iter().enumerate() {
        if index > 0 && !options.output_split_marker.is_empty() {
            output.extend(options.output_split_marker.as_bytes());
            output.push(b'\n');
        }
        let name = if marker.is_empty() { name.to_owned() } else { piece.name(file) };
        let text = &text[piece.range.clone()];
        succeeded &= process(registry, options, &name, text, &mut output, &mut ran.stderr)?;
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
    options: &Cli,
    name: &str,
    text: &[u8],
    output: &mut Vec<u8>,
    stderr: &mut Vec<u8>,
) -> Result<bool, String> {
    let cx = rmlir::text::context(registry.dialects.clone());
    cx.allow_unregistered(options.allow_unregistered_dialect);
    let source = cx.sources().add(name, text).map_err(|error| format!("{error}\n"))?;
    let mut said = Vec::new();
    let result = match options.translation() {
        Translation::ImportLlvm => from_llvm(&cx, source, text, options, &mut said),
        Translation::MlirToLlvmIr => to_llvm(&cx, source, text.len(), options, &mut said),
        Translation::ToHexagon => to_hexagon(&cx, source, text.len(), options, &mut said),
        Translation::ScheduleSsp => schedule::ssp(&cx, source, text, options.max_steps, &mut said),
        Translation::ExplainSsp => schedule::explain_ssp(&cx, source, text, options.max_steps, &mut said),
        Translation::ScheduleGraphMl => {
            schedule::graphml(&cx, source, text, options.resources.as_deref(), options.max_steps, &mut said)
        }
        Translation::ExplainGraphMl => {
            schedule::explain_graphml(&cx, source, text, options.resources.as_deref(), options.max_steps, &mut said)
        }
    };
    if options.verify_diagnostics {
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
    options: &Cli,
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
    let print_options = PrintOptions { debug_info: options.mlir_print_debuginfo, ..PrintOptions::default() };
    Some(print(OpRef::root(&body), &print_options))
}

/// Parses and verifies the text of a module.
fn module<'c>(
    cx: &'c Context,
    source: rmlir::diag::SourceId,
    len: usize,
    options: &Cli,
    said: &mut Vec<Diagnostic>,
) -> Option<Box<Body<'c>>> {
    let parse_options = ParseOptions { no_implicit_module: options.no_implicit_module };
    let mut sink = Sink::new();
    let parsed = parse_text(cx, source, 0..len, &parse_options, &mut sink);
    said.extend(sink.into_diagnostics());
    let body = parsed?.body;
    let verified = verify::verify(&body, &mut |_, diagnostic| said.push(diagnostic));
    verified.ok()?;
    Some(body)
}

fn to_hexagon(
    cx: &Context,
    source: rmlir::diag::SourceId,
    len: usize,
    options: &Cli,
    said: &mut Vec<Diagnostic>,
) -> Option<String> {
    let body = module(cx, source, len, options, said)?;
    let of = rmlir_hexagon_codegen::Options { max_steps: options.max_steps, ..Default::default() };
    rmlir_hexagon_codegen::assembly(&body, of).map_err(|errors| said.extend(errors)).ok().map(|code| code.text)
}

fn to_llvm(
    cx: &Context,
    source: rmlir::diag::SourceId,
    len: usize,
    options: &Cli,
    said: &mut Vec<Diagnostic>,
) -> Option<String> {
    let mut body = module(cx, source, len, options, said)?;
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
