//! Splitting of the input into pieces, and writing of the output.

use std::fs::File;
use std::io;
use std::io::Write;
use std::path::Path;

use rmlir_bytecode::is_bytecode;
use rmlir_ir::diag::{SourceMap, split};
use rmlir_ir::pass::instrument::reproducer::system_words;

use super::chunk::Piece;
use super::cli;
use super::cli::ParsedCommandLine;
use super::explain::Explanation;
use super::flags::Options;
use super::input::Input;
use super::irdl::Irdl;
use super::job::Job;
use super::report::Reporter;
use super::streams::{Streams, cannot_open};
use crate::Registry;

/// Stack of the threads that passes run on.
const PASS_STACK: usize = 64 << 20;

/// The whole tool. Returns whether it succeeded.
pub fn run(args: &[String], registry: &Registry, streams: &mut Streams) -> bool {
    let options = match cli::read(args, registry) {
        ParsedCommandLine::Run(options) => options,
        ParsedCommandLine::Text(text) => return streams.stdout.write_all(text.as_bytes()).is_ok(),
        ParsedCommandLine::Failure(text) => {
            let _ = streams.stderr.write_all(text.as_bytes());
            return false;
        }
    };
    run_with(&options, registry, streams).unwrap_or_else(|why| {
        let _ = streams.stderr.write_all(why.as_bytes());
        false
    })
}

fn run_with(options: &Options, registry: &Registry, streams: &mut Streams) -> Result<bool, String> {
    let name = options.get::<String>("o");
    let text = Input::read(options, &name, streams)?;
    let mut nothing = io::sink();
    // The output of passes must not be mixed with the IR.
    let (stdout, printed): (&mut (dyn Write + Send), Option<&mut (dyn Write + Send)>) = match &name[..] {
        "-" => (&mut *streams.stdout, None),
        _ => (&mut nothing, Some(&mut *streams.stdout)),
    };
    let mut output = Output::open(&name, stdout)?;
    let map = SourceMap::new();
    let source = if options.input == "-" { "<stdin>" } else { &options.input };
    let input = text.add_to(&map, source).map_err(|error| format!("{error}\n"))?;
    let file = map.file(input);
    let mut reporter = Reporter::new(&map, options, streams.stderr, printed, streams.is_watched);
    // Bytecode is never split: any bytes may be in it.
    let marker = if is_bytecode(file.bytes()) { String::new() } else { options.input_marker() };
    let pieces = split::split(file.bytes(), &marker);
    reporter.show_always(&pieces.warnings(file));
    let shows_operations = options.is_on("mlir-print-op-on-diagnostic") && reporter.is_plain();
    let irdl = Irdl::load(registry, options, shows_operations);
    let job = Job { registry, options, file, irdl: &irdl, explanation: Explanation::wanted(options) };
    let separator = options.get::<String>("output-split-marker") + "\n";
    let succeeded = in_pool(options, streams.ends_process, || {
        let mut succeeded = true;
        let n_pieces = pieces.chunks.len();
        for (index, piece) in pieces.chunks.into_iter().enumerate() {
            if index != 0 {
                output.write(separator.as_bytes());
            }
            let is_left = streams.ends_process && index + 1 == n_pieces;
            let piece = Piece { range: piece.range, is_left };
            succeeded &= job.process(piece, &mut reporter, &mut |bytes| output.write(bytes)).is_ok();
        }
        succeeded
    });
    if let Some(yaml) = reporter.take_yaml() {
        match &options.given::<String>("remarks-output-file").unwrap_or_else(|| "mlir-remarks.yaml".to_owned())[..] {
            "-" => output.write(yaml.as_bytes()),
            path => std::fs::write(path, yaml).map_err(|error| cannot_open("remark", path, &error))?,
        }
    }
    if let Some(explanation) = &job.explanation {
        explanation.write(options)?;
    }
    // With `--verify-diagnostics` only the comparison counts.
    let compares = options.verify_diagnostics().is_some();
    let succeeded = reporter.finish() && (succeeded || compares);
    output.close(succeeded)?;
    Ok(succeeded)
}

/// Runs `work` with as many threads as are allowed. A thread that stays in its pool `for_good` is one of them: if it
/// only waited, the others would start on the one processor that it leaves to them.
fn in_pool<R: Send>(options: &Options, for_good: bool, work: impl FnOnce() -> R + Send) -> R {
    let pool = rayon::ThreadPoolBuilder::new().stack_size(PASS_STACK);
    let pool = if for_good { pool.use_current_thread() } else { pool };
    if !options.is_on("mlir-disable-threading") {
        // An existing global pool may be used instead.
        let _ = pool.build_global();
        return work();
    }
    match pool.num_threads(1).build() {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}

/// Standard output or a file; a file is removed if the execution fails.
struct Output<'n> {
    name: &'n str,
    to: Box<dyn Write + Send + 'n>,
    /// The first error, after which nothing is written.
    error: Option<io::Error>,
}

impl<'n> Output<'n> {
    fn open(name: &'n str, stdout: &'n mut (dyn Write + Send)) -> Result<Self, String> {
        let to: Box<dyn Write + Send + 'n> = match name {
            "-" => Box::new(io::BufWriter::new(stdout)),
            _ => Box::new(io::BufWriter::new(File::create(name).map_err(|error| cannot_open("output", name, &error))?)),
        };
        Ok(Self { name, to, error: None })
    }

    fn write(&mut self, bytes: &[u8]) {
        if self.error.is_none() {
            self.error = self.to.write_all(bytes).err();
        }
    }

    fn close(mut self, succeeded: bool) -> Result<(), String> {
        if self.error.is_none() {
            self.error = self.to.flush().err();
        }
        let path = Path::new(self.name);
        if !succeeded && self.name != "-" && path.is_file() {
            let _ = std::fs::remove_file(path);
        }
        match self.error {
            // A reader that closes the pipe early, such as `head`, is no error.
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(format!("cannot write output file '{}': {}\n", self.name, system_words(&error)))
            }
            _ => Ok(()),
        }
    }
}
