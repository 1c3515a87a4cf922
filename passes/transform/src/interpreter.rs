//! The pass that interprets a transform script in the IR.
//!
//! The script is usually part of the payload. A copy of the whole is interpreted, so that handles and operations of the
//! script are unaffected by changes of the payload. Otherwise it comes from the preloaded library, which is else merged
//! into the module that contains the script.

use rmlir::diag::Place;
use rmlir::pass::output::with_operation;
use rmlir::pass::{Pass, PassCx, PassFailed, PassResult};
use rmlir::prelude::*;
use rmlir_transform::interpret::run_entry;
use rmlir_transform::payload::body_at_mut;
use rmlir_transform::structure::find_sequence;
use rmlir_transform::{Mapped, PayloadOp, PayloadValue, TransformState};

use crate::merge::merge_symbols;
use crate::preload_library::library;

/// Run the transform dialect interpreter.
///
/// Runs the named sequence `entry-point` on the operation the pass runs on, or on the one inside of it that has the
/// attribute `transform.target_tag` with the value of `debug-payload-root-tag`. Further arguments of the sequence are
/// bound by `debug-bind-trailing-args`: to operations by their name, to results of operations by `^` and their name, to
/// integers by `#` and the integers separated by `;`.
#[pass(
    name = "transform-interpreter",
    title = "InterpreterPass",
    summary = "transform dialect interpreter",
    depends(rmlir_transform::Transform)
)]
pub struct TransformInterpreter {
    /// Select the operation with 'transform.target_tag' attribute having the given value as payload IR root. If empty select the pass anchor operation as the payload IR root.
    debug_payload_root_tag: String,
    /// Binds trailing arguments of the entry point to the payload operations with specified names.
    debug_bind_trailing_args: Vec<String>,
    /// Disable expensive checks in the interpreter for a faster run.
    #[option(default = false)]
    disable_expensive_checks: bool,
    /// Entry point of the pass pipeline.
    #[option(default = "__transform_main")]
    entry_point: String,
}

impl Pass for TransformInterpreter {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        // Handles are checked when they are used, which is cheap, so the option has no effect.
        let _ = self.disable_expensive_checks;
        let texts = cx.texts();
        let library = match library(cx.cx(), texts) {
            Ok(library) => library,
            Err(said) => return fail_with(cx, said),
        };
        let own = match self.own_script(cx, library.as_deref()) {
            Ok(own) => own,
            Err(said) => {
                said.into_iter().for_each(|diagnostic| cx.emit(diagnostic));
                let error = cx.op().plain_error("failed to merge symbols");
                cx.emit_about(cx.op().id, error);
                return cx.signal_failure();
            }
        };
        let script = own.as_deref().or(library.as_deref()).map(OpRef::root);
        let found = script.and_then(|script| Some((script, find_sequence(script, &self.entry_point)?)));
        let Some((script, entry)) = found else {
            let message = format!("could not find a nested named sequence with name: {}", self.entry_point);
            let error = cx.op().plain_error(message);
            cx.emit_about(cx.op().id, error);
            return cx.signal_failure();
        };
        let top = PayloadOp { path: Vec::new(), op: cx.body().root() };
        let state = TransformState::new(cx.body_mut(), top.clone(), script, texts);
        let root = self.root(&state, &top)?;
        let mut bindings = vec![Mapped::Ops(vec![root.clone()])];
        bindings.extend(self.trailing(&state, &root, entry)?);
        let mut state = TransformState::new(cx.body_mut(), root, script, texts);
        if own.is_some() {
            state = state.with_origins();
        }
        let ran = run_entry(&mut state, entry, bindings);
        state.take_said().into_iter().for_each(|item| cx.forward(item));
        ran.map_err(|failure| PassFailed(Some(failure.into_diagnostic())))
    }
}

fn fail_with(cx: &mut PassCx, said: Vec<Diagnostic>) -> PassResult {
    said.into_iter().for_each(|diagnostic| cx.emit(diagnostic));
    cx.signal_failure()
}

impl TransformInterpreter {
    /// A copy of the payload, if it contains the entry point; the library is merged into the module that contains it.
    fn own_script<'c>(
        &self,
        cx: &mut PassCx<'_, 'c>,
        library: Option<&Body<'c>>,
    ) -> Result<Option<Box<Body<'c>>>, Vec<Diagnostic>> {
        let texts = cx.texts();
        let Some(path) = path_to(cx.body(), &self.entry_point) else { return Ok(None) };
        let table = body_at_mut(cx.body_mut(), &path);
        if let Some(library) = library.filter(|_| OpRef::root(table).has(TraitSet::SYMBOL_TABLE)) {
            merge_symbols(table, library, texts)?;
        }
        Ok(Some(cx.body().clone_body()))
    }

    /// The payload root.
    fn root(&self, state: &TransformState, top: &PayloadOp) -> Result<PayloadOp, PassFailed> {
        let tag = &self.debug_payload_root_tag;
        if tag.is_empty() {
            return Ok(top.clone());
        }
        let has_tag = |payload: &PayloadOp| {
            let view = state.op(payload);
            view.attr("transform.target_tag").and_then(|attr| attr.as_str(view.cx())) == Some(tag.as_str())
        };
        let mut tagged = state.walk(top).into_iter().filter(has_tag);
        let Some(first) = tagged.next() else {
            let message = format!("could not find the operation with transform.target_tag=\"{tag}\" attribute");
            let top = state.op(top);
            return Err(with_operation(state.texts(), top, *top.plain_error(message)).into());
        };
        match tagged.next() {
            None => Ok(first),
            Some(other) => {
                let view = state.op(&other);
                let error = view.plain_error(format!("repeated operation with the target tag '{tag}'"));
                let error = error.note(state.op(&first).loc().place(view.cx()), "previously seen operation");
                Err(with_operation(state.texts(), view, error).into())
            }
        }
    }

    /// The mappings of the arguments of `entry` after the first one.
    fn trailing(&self, state: &TransformState, root: &PayloadOp, entry: OpRef) -> Result<Vec<Mapped>, PassFailed> {
        let mut bindings = Vec::new();
        for text in &self.debug_bind_trailing_args {
            bindings.push(match (text.strip_prefix('^'), text.strip_prefix('#')) {
                (Some(name), _) => Mapped::Values(results_of(state, root, name)),
                (_, Some(numbers)) => {
                    let numbers: Result<Vec<i64>, _> = numbers.split(';').map(str::parse).collect();
                    let Ok(numbers) = numbers else {
                        let message = format!("couldn't parse integer pass argument {text}");
                        return Err(Diagnostic::error(Place::Unknown, message).into());
                    };
                    Mapped::Params(numbers.into_iter().map(|number| entry.cx().i64_attr(number)).collect())
                }
                _ => Mapped::Ops(called(state, root, text)),
            });
        }
        Ok(bindings)
    }
}

/// The path to the body that contains the sequence that [`find_sequence`] finds.
fn path_to(body: &Body, name: &str) -> Option<Vec<OpId>> {
    let found = find_sequence(OpRef::root(body), name)?.region(0).body.number();
    let mut path = path_to_body(body, found)?;
    // The last one is the sequence.
    path.pop();
    Some(path)
}

/// The path of proxies to the body with this index.
fn path_to_body(body: &Body, number: u32) -> Option<Vec<OpId>> {
    if body.number() == number {
        return Some(Vec::new());
    }
    body.proxies().into_iter().find_map(|proxy| {
        let inner = path_to_body(body.nested(proxy)?, number)?;
        Some([&[proxy], &inner[..]].concat())
    })
}

fn called(state: &TransformState, root: &PayloadOp, name: &str) -> Vec<PayloadOp> {
    state.walk(root).into_iter().filter(|payload| state.op(payload).name_str() == name).collect()
}

fn results_of(state: &TransformState, root: &PayloadOp, name: &str) -> Vec<PayloadValue> {
    let mut values = Vec::new();
    for payload in called(state, root, name) {
        let results = state.op(&payload).results().map(|result| result.id);
        values.extend(results.map(|value| PayloadValue { path: payload.path.clone(), value }));
    }
    values
}
