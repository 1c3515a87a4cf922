//! The output forms of diagnostics: that of upstream's tools, a graphical report, JSON.

mod fancy;
mod json;
mod plain;
mod resolved;

use std::io::{self, Write};
use std::str::FromStr;

use crate::diagnostic::Diagnostic;
use crate::source::SourceMap;
pub use fancy::Fancy;
pub use json::Json;
pub use plain::Plain;

/// An output form, as named by users.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// The form of upstream's tools, byte for byte.
    #[default]
    Plain,
    /// A report with the source around each location.
    Fancy,
    /// One JSON object per line.
    Json,
}

impl Format {
    /// The names in the command line, in the order of the help text.
    pub const NAMES: [&'static str; 3] = ["plain", "fancy", "json"];

    /// Prints diagnostics in this form, in order; the graphical form depends on the terminal connected to standard
    /// error.
    pub fn write(self, map: &SourceMap, diagnostics: &[Diagnostic], out: &mut dyn Write) -> io::Result<()> {
        match self {
            Format::Plain => Plain::new(map).load_missing().write_all(diagnostics, out),
            Format::Fancy => Fancy::for_stderr(map).write_all(diagnostics, out),
            Format::Json => Json::new(map).write_all(diagnostics, out),
        }
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "plain" => Ok(Format::Plain),
            "fancy" => Ok(Format::Fancy),
            "json" => Ok(Format::Json),
            _ => Err(format!("expected {}", crate::one_of(&Format::NAMES))),
        }
    }
}
