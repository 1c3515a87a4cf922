//! Reads the input, cuts it into pieces, writes the output.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use rmlir_ir::diag::{SourceMap, split};
use rmlir_ir::pass::instrument::reproducer::system_words;

use super::chunk::Job;
use super::cli::{self, Asked};
use super::flags::Options;
use super::report::Reporter;
use crate::Registry;

/// Stack of the threads that passes run on.
const PASS_STACK: usize = 64 << 20;

/// What a run reads and writes besides files.
pub struct Streams<'s> {
    /// Read for the input `-`.
    pub stdin: &'s mut dyn Read,
    /// Whether a person types at `stdin`.
    pub is_typed: bool,
    /// Written for the output `-`.
    pub stdout: &'s mut dyn Write,
    /// Takes all that is said.
    pub stderr: &'s mut dyn Write,
    /// Whether a person looks at `stderr`.
    pub is_watched: bool,
}

/// The whole tool. Whether it succeeded.
pub fn run(args: &[String], registry: &Registry, streams: &mut Streams) -> bool {
    let options = match cli::read(args, registry) {
        Asked::Run(options) => options,
        Asked::Text(text) => return streams.stdout.write_all(text.as_bytes()).is_ok(),
        Asked::Failure(text) => {
            let _ = streams.stderr.write_all(text.as_bytes());
            return false;
        }
    };
    run_with(&options, registry, streams).unwrap_or_else(|why| {
        let _ = streams.stderr.write_all(why.as_bytes());
        false
    })
}

/// The line for a file that cannot be used.
pub fn cannot_open(kind: &str, name: &str, error: &io::Error) -> String {
    format!("cannot open {kind} file '{name}': {}\n", system_words(error))
}

fn run_with(options: &Options, registry: &Registry, streams: &mut Streams) -> Result<bool, String> {
    let text = read_input(&options.input, streams)?;
    let name = options.get::<String>("o");
    let mut output = Output::open(&name, streams.stdout)?;
    let map = SourceMap::new();
    let source = if options.input == "-" { "<stdin>" } else { &options.input };
    let input = map.add(source, text).map_err(|error| format!("{error}\n"))?;
    let file = map.file(input);
    let mut reporter = Reporter::new(&map, options, streams.stderr, streams.is_watched);
    let pieces = split::split(file.bytes(), &options.input_marker());
    reporter.show_always(&pieces.warnings(file));
    if !options.is_on("mlir-disable-threading") && (!options.passes.is_empty() || asks_for_pipeline(options)) {
        // Someone else's pool is as good.
        let _ = rayon::ThreadPoolBuilder::new().stack_size(PASS_STACK).build_global();
    }
    let job = Job { registry, options, file };
    let separator = options.get::<String>("output-split-marker") + "\n";
    let mut succeeded = true;
    for (index, piece) in pieces.chunks.into_iter().enumerate() {
        if index != 0 {
            output.write(separator.as_bytes())?;
        }
        match job.process(piece.range, &mut reporter) {
            Ok(text) => output.write(text.as_bytes())?,
            Err(_) => succeeded = false,
        }
    }
    // With `--verify-diagnostics` only the comparison counts.
    let compares = options.verify_diagnostics().is_some();
    let succeeded = reporter.finish() && (succeeded || compares);
    output.close(succeeded)?;
    Ok(succeeded)
}

fn asks_for_pipeline(options: &Options) -> bool {
    options.is_on("run-reproducer") || options.given::<String>("pass-pipeline").is_some()
}

fn read_input(name: &str, streams: &mut Streams) -> Result<Vec<u8>, String> {
    let failed = |error: io::Error| cannot_open("input", name, &error);
    if name != "-" {
        return std::fs::read(name).map_err(failed);
    }
    if streams.is_typed {
        let _ = streams.stderr.write_all(b"(processing input from stdin now, hit ctrl-c/ctrl-d to interrupt)\n");
    }
    let mut text = Vec::new();
    streams.stdin.read_to_end(&mut text).map_err(failed)?;
    Ok(text)
}

/// Standard output or a file; a file disappears again if the run fails.
struct Output<'n> {
    name: &'n str,
    to: Box<dyn Write + 'n>,
}

impl<'n> Output<'n> {
    fn open(name: &'n str, stdout: &'n mut dyn Write) -> Result<Self, String> {
        let to: Box<dyn Write + 'n> = match name {
            "-" => Box::new(io::BufWriter::new(stdout)),
            _ => Box::new(io::BufWriter::new(File::create(name).map_err(|error| cannot_open("output", name, &error))?)),
        };
        Ok(Self { name, to })
    }

    fn write(&mut self, text: &[u8]) -> Result<(), String> {
        self.to.write_all(text).or_else(|error| self.broken(&error))
    }

    fn close(mut self, succeeded: bool) -> Result<(), String> {
        self.to.flush().or_else(|error| self.broken(&error))?;
        let path = Path::new(self.name);
        if !succeeded && self.name != "-" && path.is_file() {
            let _ = std::fs::remove_file(path);
        }
        Ok(())
    }

    /// A reader that has seen enough, such as `head`, is no error.
    fn broken(&self, error: &io::Error) -> Result<(), String> {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Ok(()),
            _ => Err(format!("cannot write output file '{}': {}\n", self.name, system_words(error))),
        }
    }
}
