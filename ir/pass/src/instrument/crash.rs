//! Reports of panics in programs that end with them.
//!
//! Where a panic unwinds, the pass manager catches that of a pass, and the execution fails. In a program that is built
//! without unwinding (`panic = "abort"`) the process ends after the panic hook: so the pass in progress registers its
//! report, and the hook of the program takes it.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};

use rmlir_diag::{Diagnostic, Place};

use super::reproducer::{Failure, Reproducer};

/// Whether a panic ends the process.
pub const ENDS_PROCESS: bool = cfg!(panic = "abort");

/// The passes in progress, in the order of their begin.
static RUNNING: Mutex<Vec<(ThreadId, Report)>> = Mutex::new(Vec::new());

/// What is reported if a pass panics. Locations are unknown: the sources belong to the execution, which has ended.
pub(crate) struct Report {
    /// The pass and its operation.
    pub failure: Failure,
    /// The reproducer to write, and the text of one of the whole execution.
    pub reproducer: Option<(Reproducer, Option<Arc<str>>)>,
}

impl Report {
    /// Writes the reproducer, if there is one. `message` is that of the panic.
    fn finish(self, message: &str) -> Diagnostic {
        match self.reproducer {
            None => diagnostic(Place::Unknown, &self.failure.running, message),
            Some((reproducer, before)) => reproducer.report(&self.failure, before.as_deref(), Place::Unknown),
        }
    }
}

/// The diagnostic for a panic with this message in `pass`.
pub(crate) fn diagnostic(place: Place, pass: &str, message: &str) -> Diagnostic {
    Diagnostic::error(place, format!("pass {pass} panicked: {message}"))
        .help("this is a bug; run again with --mlir-pass-pipeline-crash-reproducer=FILE and report the file")
}

/// Executes a pass, in which [`take_report`] makes the report.
pub(crate) fn with_report<R>(report: Option<Report>, pass: impl FnOnce() -> R) -> R {
    let Some(report) = report else { return pass() };
    let thread = thread::current().id();
    running(|all| all.push((thread, report)));
    let result = pass();
    running(|all| take(all, thread));
    result
}

/// The diagnostic for a panic in the pass that this thread executes, or else in one that has the help of this thread.
/// `None` if no pass is executed. A reproducer is written, if that is enabled.
pub fn take_report(message: &str) -> Option<Diagnostic> {
    let thread = thread::current().id();
    let report = running(|all| take(all, thread).or_else(|| all.pop().map(|(_, report)| report)));
    report.map(|report| report.finish(message))
}

fn take(all: &mut Vec<(ThreadId, Report)>, thread: ThreadId) -> Option<Report> {
    let last = all.iter().rposition(|(of, _)| *of == thread)?;
    Some(all.remove(last).1)
}

fn running<R>(work: impl FnOnce(&mut Vec<(ThreadId, Report)>) -> R) -> R {
    work(&mut RUNNING.lock().unwrap_or_else(PoisonError::into_inner))
}
