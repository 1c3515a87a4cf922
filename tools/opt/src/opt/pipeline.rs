//! The pass manager for the command line, or for a reproducer in the input.

use regex::Regex;
use rmlir_ir::core::Context;
use rmlir_ir::diag::{Diagnostic, Place};
use rmlir_ir::pass::instrument::print_ir::{Filter, PrintIr};
use rmlir_ir::pass::instrument::reproducer::Reproducer;
use rmlir_ir::pass::output::Request;
use rmlir_ir::pass::pipeline::{Nesting, parse};
use rmlir_ir::pass::{PassManager, PassObserver, Pipeline, PipelineError, RemarkFilter, RemarkKind, RunConfig};
use rmlir_semantics::{Settings, VerifySemantics};

use super::cli::said_by;
use super::flags::Options;
use super::remarks::REMARK_FILTERS;
use super::report::{Failed, Reporter};
use crate::Registry;

/// The manager for operations called `anchor`. Errors are reported to `reporter`.
pub fn manager(
    cx: &Context,
    anchor: &str,
    options: &Options,
    registry: &Registry,
    request: Option<&Request>,
    reporter: &mut Reporter,
) -> Result<PassManager, Failed> {
    let config = config(cx, options, request, reporter)?;
    let mut pipeline = Pipeline::on(anchor);
    pipeline.set_nesting(Nesting::Implicit);
    if let Some(request) = request {
        let wrong = |error: PipelineError| {
            reporter.text(&error.message);
            Failed
        };
        pipeline = parse(&request.pipeline, &registry.passes).map_err(wrong)?;
    }
    add_passes(&mut pipeline, options, registry, &mut |error, text| say(cx, &options.tool, &error, text, reporter))?;
    if options.is_on("dump-pass-pipeline") {
        let text = format!("Pass Manager with {} passes:\n{}\n\n", pipeline.steps().len(), pipeline.pretty());
        reporter.text(&text);
    }
    Ok(PassManager { pipeline, config })
}

/// Errors are appended to `wrong`, with the text that they refer to.
fn add_passes(
    pipeline: &mut Pipeline,
    options: &Options,
    registry: &Registry,
    wrong: &mut dyn FnMut(PipelineError, &str),
) -> Result<(), Failed> {
    let mut refuse = |error: PipelineError, text: &str| {
        wrong(error, text);
        Failed
    };
    if let Some(text) = options.given::<String>("pass-pipeline") {
        if !options.passes.is_empty() {
            let message = "'-pass-pipeline' option can't be used with individual pass options";
            return Err(refuse(PipelineError::new(message), &text));
        }
        *pipeline = parse(&text, &registry.passes).map_err(|error| refuse(error, &text))?;
        return Ok(());
    }
    for (name, text) in &options.passes {
        let entry = registry.passes.find(name).expect("passes on the command line are registered");
        registry.passes.add(pipeline, entry, text).map_err(|error| refuse(error, text))?;
    }
    Ok(())
}

fn say(cx: &Context, tool: &str, error: &PipelineError, text: &str, reporter: &mut Reporter) {
    if !reporter.is_plain() {
        return reporter.diagnostic(cx, error.diagnostic(cx.sources(), text));
    }
    error.console.iter().for_each(|line| reporter.text(&said_by(tool, line)));
    reporter.diagnostic(cx, Diagnostic::error(Place::Unknown, error.message.clone()));
}

fn config(
    cx: &Context,
    options: &Options,
    request: Option<&Request>,
    reporter: &mut Reporter,
) -> Result<RunConfig, Failed> {
    let mut refuse = |message: &str| {
        reporter.diagnostic(cx, Diagnostic::error(Place::Unknown, message));
        Failed
    };
    let threads = !options.is_on("mlir-disable-threading");
    let local = options.is_on("mlir-pass-pipeline-local-reproducer");
    let reproducer = options.given::<String>("mlir-pass-pipeline-crash-reproducer");
    if reproducer.is_some() && local && threads {
        return Err(refuse("Local crash reproduction may not be used without disabling mutli-threading first."));
    }
    if options.is_on("mlir-print-ir-module-scope") && threads {
        return Err(refuse(
            "IR print for module scope can't be setup on a pass-manager without disabling multi-threading first.\n",
        ));
    }
    if options.case("remark-format") == "bitstream" {
        return Err(refuse("'--remark-format=bitstream' is not supported: expected 'emitRemark' or 'yaml'"));
    }
    Ok(RunConfig {
        threads: threads && !request.is_some_and(|request| request.disable_threading),
        verify_each: request.map_or(options.is_on("verify-each"), |request| request.verify_each),
        input_is_verified: !options.is_on("mlir-very-unsafe-disable-verifier-on-parsing"),
        print_ir: print_ir(options),
        reproducer: reproducer.map(|path| Reproducer { path: path.into(), local }),
        debug_patterns: options.is_on("debug-patterns"),
        remarks: remark_filter(options).map_err(|message| refuse(&message))?,
        observers: verify_semantics(options).map_err(|message| refuse(&message))?.into_iter().collect(),
    })
}

/// The observer that executes functions before and after passes, if the flags enable it.
fn verify_semantics(options: &Options) -> Result<Option<Box<dyn PassObserver>>, String> {
    let Some(text) = options.given::<String>("verify-semantics") else { return Ok(None) };
    let mut settings = Settings::default();
    if !text.is_empty() {
        let n_runs = text.parse().ok().filter(|&n_runs| n_runs > 0);
        settings.n_runs =
            n_runs.ok_or_else(|| format!("--verify-semantics takes a number of runs above 0, not '{text}'"))?;
    }
    Ok(Some(Box::new(VerifySemantics::new(settings))))
}

/// The filter in the flags. As upstream's, an expression matches whole categories.
fn remark_filter(options: &Options) -> Result<Option<RemarkFilter>, String> {
    let mut filters: Vec<(Option<RemarkKind>, Regex)> = Vec::new();
    for (flag, kind) in REMARK_FILTERS {
        let Some(text) = options.given::<String>(flag).filter(|text| !text.is_empty()) else { continue };
        let whole = Regex::new(&format!("^(?:{text})$"));
        let whole = whole.map_err(|_| format!("'--{flag}' expects a regular expression, but got '{text}'"))?;
        filters.push((*kind, whole));
    }
    if filters.is_empty() {
        return Ok(None);
    }
    Ok(Some(Box::new(move |kind, category| {
        filters.iter().any(|(of, whole)| of.is_none_or(|of| of == kind) && whole.is_match(category))
    })))
}

fn print_ir(options: &Options) -> Option<PrintIr> {
    let filter = |all: bool, names: &str| match options.given::<String>(names) {
        _ if all => Filter::All,
        Some(names) => Filter::Named(names.split(',').map(str::to_owned).collect()),
        None => Filter::None,
    };
    let on_failure = options.is_on("mlir-print-ir-after-failure");
    let before = filter(options.is_on("mlir-print-ir-before-all"), "mlir-print-ir-before");
    let after = filter(options.is_on("mlir-print-ir-after-all") || on_failure, "mlir-print-ir-after");
    let wanted = before != Filter::None || after != Filter::None;
    wanted.then(|| PrintIr {
        before,
        after,
        on_change: options.is_on("mlir-print-ir-after-change"),
        on_failure,
        module_scope: options.is_on("mlir-print-ir-module-scope"),
        tree_dir: options.given::<String>("mlir-print-ir-tree-dir").map(Into::into),
        ..PrintIr::default()
    })
}
