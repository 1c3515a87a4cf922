//! The input text: either in memory, or mapped if it is large and not modified.

use std::io;
#[cfg(feature = "memory")]
use std::ops::Range;
#[cfg(feature = "memory")]
use std::path::Path;

use rmlir_ir::diag::{SourceId, SourceMap, TooLarge};

use super::flags::Options;
use super::streams::{Streams, cannot_open};

/// The text to read.
pub enum Input {
    /// Mapped from the file.
    #[cfg(feature = "memory")]
    Mapped(Mapped),
    /// Copied to memory.
    Copied(Vec<u8>),
}

impl Input {
    /// Reads the file in the options, or standard input; `output` is the file that will be written.
    pub fn read(options: &Options, output: &str, streams: &mut Streams) -> Result<Self, String> {
        let name = &*options.input;
        let failed = |error: io::Error| cannot_open("input", name, &error);
        if name != "-" {
            return of_file(options, output, streams.ends_process).map_err(failed);
        }
        if streams.is_typed {
            let _ = streams.stderr.write_all(b"(processing input from stdin now, hit ctrl-c/ctrl-d to interrupt)\n");
        }
        let mut text = Vec::new();
        streams.stdin.read_to_end(&mut text).map_err(failed)?;
        Ok(Self::Copied(text))
    }

    /// Adds the text to `map` under `name`.
    pub fn add_to(self, map: &SourceMap, name: &str) -> Result<SourceId, TooLarge> {
        match self {
            #[cfg(feature = "memory")]
            Self::Mapped(text) => map.add_mapped(name, Box::new(text)),
            Self::Copied(text) => map.add(name, text),
        }
    }
}

/// The input file. It is mapped only if the process ends afterwards: another execution may write to the file.
#[cfg(feature = "memory")]
fn of_file(options: &Options, output: &str, ends_process: bool) -> io::Result<Input> {
    let n_threads = match options.is_on("mlir-disable-threading") {
        true => 1,
        false => std::thread::available_parallelism().map_or(1, usize::from),
    };
    if ends_process
        && let Some(text) = rmlir_memory::MappedText::open(Path::new(&options.input), Path::new(output), n_threads)?
    {
        return Ok(Input::Mapped(Mapped(text)));
    }
    std::fs::read(&options.input).map(Input::Copied)
}

/// The input file.
#[cfg(not(feature = "memory"))]
fn of_file(options: &Options, _: &str, _: bool) -> io::Result<Input> {
    std::fs::read(&options.input).map(Input::Copied)
}

/// A mapped file as a source text.
#[cfg(feature = "memory")]
pub struct Mapped(rmlir_memory::MappedText);

#[cfg(feature = "memory")]
impl rmlir_ir::diag::MappedText for Mapped {
    fn text(&self) -> &str {
        self.0.text()
    }

    fn dont_need(&self, range: Range<usize>) {
        self.0.dont_need(range);
    }
}
