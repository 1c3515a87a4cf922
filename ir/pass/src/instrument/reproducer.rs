//! `--mlir-pass-pipeline-crash-reproducer`: on a failure or a panic in a pass, a file is written with the IR before it
//! and the pipeline to execute on it.

use std::path::PathBuf;

use rmlir_diag::{Diagnostic, Place};

/// The options of the reproducer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reproducer {
    /// The file.
    pub path: PathBuf,
    /// Whether the file has the IR before the failing pass and only that pass, instead of the initial IR and the whole
    /// pipeline. Requires execution on one thread.
    pub local: bool,
}

/// A pass that failed or panicked.
pub(crate) struct Failure {
    /// The location of the operation that the pass was executed on.
    pub place: Place,
    /// The description in diagnostics: `` `CSE` on 'func.func' operation: @f ``.
    pub running: String,
    /// Whether the pass panicked.
    pub panicked: bool,
    /// The text of a local reproducer.
    pub local_text: Option<String>,
}

impl Reproducer {
    /// Writes the file and returns the diagnostic. `before` is the text of a reproducer of the whole execution, `top`
    /// the location of the outermost operation.
    pub(crate) fn report(&self, failure: &Failure, before: Option<&str>, top: Place) -> Diagnostic {
        let text = failure.local_text.as_deref().or(before).unwrap_or("");
        let description = match std::fs::write(&self.path, text) {
            Ok(()) => format!("reproducer generated at `{}`", self.path.display()),
            Err(error) => format!(
                "failed to create output stream: Failed to create reproducer stream: cannot open output file '{}': {}",
                self.path.display(),
                system_words(&error)
            ),
        };
        let place = if failure.panicked { top } else { failure.place.clone() };
        let running = if self.local { failure.running.clone() } else { format!("[{}]", failure.running) };
        Diagnostic::error(place.clone(), "Failures have been detected while processing an MLIR pass pipeline")
            .note(place, format!("Pipeline failed while executing {running}: {description}"))
    }
}

/// The operating system's message for an error, without the error code appended by Rust.
pub fn system_words(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}
