//! The tool as a function of its command line and standard input.

use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use rmlir::analysis::uniformity::source::functions;
use rmlir::core::{Body, OpRef};
use rmlir::interp::random::Random;
use rmlir::interp::{Data, FreshRead, Kind, Limits, Outcome, Program, Settings, Watcher};
use rmlir::text::parse::parse_verified;
use rmlir_conversion::openmp_to_runtime;
use rmlir_hexagon_codegen::run::{self, Tools};
use rmlir_hexagon_codegen::{Options, assembly};
use rmlir_jit::Call;
use rmlir_opt::Registry;
use rmlir_opt::tool::{self, Stdin, ToolOutput};

use crate::clauses;
use crate::cli::Cli;
use crate::native::{Engine, Entries, NoCode, Threads};
use crate::npy;
use crate::uniform::{self, Report, Trial};
use crate::watch::ExecutionObserver;

/// The default number of threads when uniformity is checked.
const DEFAULT_LANES: u32 = 8;

/// The command line.
pub fn command() -> clap::Command {
    Cli::command()
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
    match Cli::try_parse_from(std::iter::once("rmlir-run".to_owned()).chain(args.iter().cloned())) {
        Ok(cli) => {
            ToolOutput::of(|ran| run_file(registry, &cli, stdin, ran).map_err(|text| format!("rmlir-run: {text}\n")))
        }
        Err(error) => ToolOutput::of_command_line(&error),
    }
}

/// Parses and runs the module; returns whether there was no error.
fn run_file(registry: &Registry, cli: &Cli, stdin: &mut Stdin, ran: &mut ToolOutput) -> Result<bool, String> {
    if cli.engine != Engine::Interpreter && (cli.trace || cli.profile) {
        return Err("only the interpreter sees operations: --trace and --profile need --engine=interpreter".to_owned());
    }
    let text = if cli.file == "-" { stdin() } else { std::fs::read(&cli.file) };
    let text = text.map_err(|error| format!("{}: {error}", cli.file))?;
    let name = if cli.file == "-" { "<stdin>" } else { &cli.file };
    let cx = rmlir::text::context(registry.dialects.clone());
    match parse_verified(&cx, name, text) {
        Ok(mut body) if cli.check_clauses => check_clauses(cli, &mut body, ran),
        Ok(body) if cli.engine == Engine::Interpreter => run_body(cli, &body, ran),
        Ok(body) if cli.engine == Engine::Hexagon => run_hexagon(cli, &body, ran),
        Ok(mut body) => run_native(cli, &mut body, ran),
        Err(said) => {
            tool::show(cx.sources(), &said, &mut ran.stderr);
            Ok(false)
        }
    }
}

fn run_body(cli: &Cli, body: &Body, ran: &mut ToolOutput) -> Result<bool, String> {
    let sources = body.cx().sources();
    let program = match Program::compile_entry(body, &cli.entry, Settings { vscale: cli.vscale }) {
        Ok(program) => program,
        Err(errors) => {
            tool::show(sources, &errors, &mut ran.stderr);
            return Ok(false);
        }
    };
    if cli.check_uniformity {
        return check_uniformity(cli, &program, body, ran);
    }
    let entry = program.function(&cli.entry).expect("the entry was compiled");
    let args = arguments(cli, &entry.inputs)?;
    let mut watch = ExecutionObserver::new(&program, sources, cli.trace);
    let watcher = (cli.trace || cli.profile).then_some(&mut watch as &mut dyn Watcher);
    let outcome = program.run_watched(&cli.entry, &args, &limits(cli), watcher);
    ran.stderr.extend(watch.trace.as_bytes());
    if cli.profile {
        ran.stderr.extend(watch.profile().as_bytes());
    }
    match outcome {
        Ok(outcome) => {
            tool::show(sources, &outcome.leaks, &mut ran.stderr);
            report(cli, &outcome, &entry.outputs, &entry.inputs, ran)?;
            Ok(true)
        }
        Err(trap) => {
            tool::show(sources, &[*trap.diagnostic], &mut ran.stderr);
            Ok(false)
        }
    }
}

/// Runs the function by several threads; returns whether all uniformity facts held.
fn check_uniformity(cli: &Cli, program: &Program, body: &Body, ran: &mut ToolOutput) -> Result<bool, String> {
    let is_entry = |op: &OpRef| op.symbol_name().is_some_and(|name| name.str(op.cx()) == cli.entry);
    let function = functions(OpRef::root(body)).into_iter().find(is_entry);
    let function = function.ok_or_else(|| format!("there is no '{}' with a body", cli.entry))?;
    let (n_threads, n_inputs, n_hierarchies) =
        (cli.threads.unwrap_or(DEFAULT_LANES).into(), cli.inputs, cli.hierarchies);
    let trial = Trial { n_threads, n_inputs, n_hierarchies, seed: cli.seed };
    let report = uniform::check(program, &cli.entry, function, trial, &limits(cli))?;
    tool::show(body.cx().sources(), &report.refuted, &mut ran.stderr);
    let Report { refuted, n_items, n_divergent, n_seen } = report;
    let text = format!(
        "{n_threads} threads, {n_inputs} inputs: {n_items} values and branches, {n_divergent} divergent, {n_seen} seen to \
         differ, {} refuted\n",
        refuted.len()
    );
    ran.stdout.extend(text.as_bytes());
    Ok(refuted.is_empty())
}

/// Runs the function; returns whether its clauses held.
fn check_clauses(cli: &Cli, body: &mut Body, ran: &mut ToolOutput) -> Result<bool, String> {
    let settings = Settings { vscale: cli.vscale };
    let mut args = |kinds: &[Kind]| arguments(cli, kinds);
    let found = match clauses::check(body, &cli.entry, settings, &limits(cli), &mut args)? {
        Ok(found) => found,
        Err(errors) => {
            tool::show(body.cx().sources(), &errors, &mut ran.stderr);
            return Ok(false);
        }
    };
    let clauses::Report { refuted, conflicts, n_calls, n_compared, n_accesses } = found;
    tool::show(body.cx().sources(), &refuted, &mut ran.stderr);
    tool::show(body.cx().sources(), &conflicts, &mut ran.stderr);
    let (n_refuted, n_conflicts) = (refuted.len(), conflicts.len());
    let text = format!(
        "{n_calls} calls of functions with clauses, {n_compared} compared: {n_refuted} arguments refuted\n\
         {n_accesses} accesses in marked loops and lanes: {n_conflicts} conflicts\n"
    );
    ran.stdout.extend(text.as_bytes());
    Ok(refuted.is_empty() && conflicts.is_empty())
}

/// Compiles the module to machine code and runs that.
fn run_native(cli: &Cli, body: &mut Body, ran: &mut ToolOutput) -> Result<bool, String> {
    let made = Entries::one(body, &cli.entry).map_err(NoCode::Module).and_then(|entries| {
        let threads = match cli.team() {
            Threads::One if openmp_to_runtime::has_constructs(body) => Threads::Team(1),
            threads => threads,
        };
        entries.prepare_for(body, threads)?;
        let code = cli.engine.code_of_lowered(body)?;
        if let Some(n) = threads.n() {
            code.set_n_threads(n);
        }
        Ok((entries, code))
    });
    let (entries, code) = match made {
        Ok(made) => made,
        Err(NoCode::Module(errors)) => {
            tool::show(body.cx().sources(), &errors, &mut ran.stderr);
            return Ok(false);
        }
        Err(NoCode::Machine(reason)) => return Err(reason),
    };
    let entry = &entries.0[0];
    let args = arguments(cli, &entry.inputs)?;
    let call = Call { function: &entry.name, inputs: &entry.inputs, outputs: &entry.outputs };
    let outcome = call.run(&*code, &args)?;
    report(cli, &outcome, &entry.outputs, &entry.inputs, ran)?;
    Ok(true)
}

/// Compiles the module to Hexagon code and runs that in an emulator.
fn run_hexagon(cli: &Cli, body: &Body, ran: &mut ToolOutput) -> Result<bool, String> {
    let made = Entries::one(body, &cli.entry).and_then(|entries| Ok((entries, assembly(body, Options::default())?)));
    let (entries, code) = match made {
        Ok(made) => made,
        Err(errors) => {
            tool::show(body.cx().sources(), &errors, &mut ran.stderr);
            return Ok(false);
        }
    };
    let entry = &entries.0[0];
    let args = arguments(cli, &entry.inputs)?;
    let mut program = run::Program::default();
    program.call(&entry.name, &entry.inputs, &entry.outputs, &args)?;
    let mut outcomes = program.run(&Tools::find()?, &code.text)?;
    let (results, arguments) = outcomes.remove(0);
    let outcome = Outcome { results, arguments, calls: Vec::new(), output: String::new(), leaks: Vec::new(), steps: 0 };
    report(cli, &outcome, &entry.outputs, &entry.inputs, ran)?;
    Ok(true)
}

fn limits(cli: &Cli) -> Limits {
    let fresh_read = if cli.no_fresh_reads { FreshRead::Refused } else { FreshRead::Poison };
    let (steps, depth, bytes) = (cli.max_steps, cli.max_depth, cli.max_bytes);
    Limits { steps, depth, bytes, fresh_read, seed: cli.seed, ..Limits::default() }
}

fn arguments(cli: &Cli, kinds: &[Kind]) -> Result<Vec<Data>, String> {
    if cli.args.len() > kinds.len() {
        return Err(format!("'{}' takes {} arguments, and {} are given", cli.entry, kinds.len(), cli.args.len()));
    }
    let mut random = Random::new(cli.seed);
    let mut args = Vec::new();
    for (number, kind) in kinds.iter().enumerate() {
        let text = cli.args.get(number).map_or("random", String::as_str);
        let data = match text.ends_with(".npy") {
            true => npy::read(Path::new(text), kind),
            false => rmlir::interp::text::parse(text, kind, &mut random),
        };
        let data = data.map_err(|error| format!("argument {number}: {error}"))?;
        args.push(data);
    }
    Ok(args)
}

/// Prints and saves the results.
fn report(cli: &Cli, outcome: &Outcome, outputs: &[Kind], inputs: &[Kind], ran: &mut ToolOutput) -> Result<(), String> {
    let mut text = outcome.output.clone();
    for call in &outcome.calls {
        text.push_str(&format!("called {} with {} arguments\n", call.name, call.arguments.len()));
    }
    for (result, kind) in outcome.results.iter().zip(outputs) {
        text.push_str(&format!("{}\n", result.show(kind)));
    }
    if cli.print_arguments {
        for (number, (argument, kind)) in outcome.arguments.iter().zip(inputs).enumerate() {
            text.push_str(&format!("argument {number}: {}\n", argument.show(kind)));
        }
    }
    ran.stdout.extend(text.as_bytes());
    for (is_argument, number, file) in cli.saves()? {
        let (data, kinds) = if is_argument { (&outcome.arguments, inputs) } else { (&outcome.results, outputs) };
        match data.get(number).zip(kinds.get(number)) {
            Some((data, kind)) => npy::write(&file, data, kind)?,
            None => {
                return Err(format!(
                    "there is no {} {number} to save",
                    if is_argument { "argument" } else { "result" }
                ));
            }
        }
    }
    Ok(())
}
