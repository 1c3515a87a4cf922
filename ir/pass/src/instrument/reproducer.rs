//! `--mlir-pass-pipeline-crash-reproducer`: when a run fails or a pass panics,
//! a file is left with the IR as it was before and the pipeline to run on it.

use std::path::PathBuf;

use rmlir_diag::{Diagnostic, Place};

/// Whether and where a failure leaves a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reproducer {
    /// The file.
    pub path: PathBuf,
    /// The IR before the failing pass and only that pass, and not the IR before
    /// the run and the whole pipeline. Asks for a run on one thread.
    pub local: bool,
}

/// A pass that failed or panicked.
pub(crate) struct Failure {
    /// Where the operation is that the pass ran on.
    pub place: Place,
    /// As messages name it: `` `CSE` on 'func.func' operation: @f ``.
    pub running: String,
    /// Whether it panicked.
    pub panicked: bool,
    /// The text of a local reproducer.
    pub local_text: Option<String>,
}

impl Reproducer {
    /// Writes the file and says so. `before` is the text of a reproducer of
    /// the whole run, `top` the place of the outermost operation.
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

/// The operating system's words for an error, without the number Rust adds.
pub fn system_words(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}
