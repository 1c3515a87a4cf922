//! The streams of an execution.

use rmlir_ir::pass::instrument::reproducer::system_words;
use std::io;
use std::io::{Read, Write};

/// The streams of an execution.
pub struct Streams<'s> {
    /// Read for the input `-`.
    pub stdin: &'s mut dyn Read,
    /// Whether `stdin` is a terminal.
    pub is_typed: bool,
    /// Written for the output `-`.
    pub stdout: &'s mut (dyn Write + Send),
    /// Written with all messages.
    pub stderr: &'s mut (dyn Write + Send),
    /// Whether `stderr` is a terminal.
    pub is_watched: bool,
    /// Whether the process ends afterwards, so that large data is leaked.
    pub ends_process: bool,
}

/// The error for a file that cannot be used.
pub fn cannot_open(kind: &str, name: &str, error: &io::Error) -> String {
    format!("cannot open {kind} file '{name}': {}\n", system_words(error))
}
