//! Common parts of command line tools: their output, and their stack.

use std::io::{self, Read, Write};
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Once;

use rmlir_ir::diag::{Diagnostic, Plain, SourceMap};
use rmlir_ir::pass::instrument::crash;

/// Stack size of all work: parsing deeply nested text recurses. The system only allocates pages that are touched.
const STACK: usize = 512 << 20;

/// The exit code after a panic, as of Rust programs.
pub(crate) const PANICKED: u8 = 101;

/// The output and the exit code of a tool that ran within this process.
pub struct ToolOutput {
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: Vec<u8>,
    /// The exit code.
    pub code: u8,
}

/// A source of text that is only read on demand.
pub type Stdin<'s> = dyn FnMut() -> io::Result<Vec<u8>> + Send + 's;

impl ToolOutput {
    /// The output for a command line that asks for help only, or is not correct.
    pub fn of_command_line(error: &clap::Error) -> Self {
        let text = error.render().to_string().into_bytes();
        let (stdout, stderr) = if error.use_stderr() { (Vec::new(), text) } else { (text, Vec::new()) };
        Self { stdout, stderr, code: u8::from(error.use_stderr()) }
    }

    /// Runs `work` on a large stack. It appends to the output, and returns whether it succeeded, or a last error.
    pub fn of(work: impl FnOnce(&mut ToolOutput) -> Result<bool, String> + Send) -> Self {
        let mut ran = ToolOutput { stdout: Vec::new(), stderr: Vec::new(), code: PANICKED };
        let code = on_large_stack(|| match work(&mut ran) {
            Ok(succeeded) => u8::from(!succeeded),
            Err(text) => {
                ran.stderr.extend(text.as_bytes());
                1
            }
        });
        ran.code = code.unwrap_or(PANICKED);
        ran
    }
}

/// A program that is a function of its arguments, without its own name, which is the first of `args`, and of standard
/// input.
pub fn main(args: &[String], run: impl FnOnce(&[String], &mut Stdin) -> ToolOutput) -> ExitCode {
    let ran = run(args.get(1..).unwrap_or_default(), &mut || {
        let mut text = Vec::new();
        io::stdin().read_to_end(&mut text).map(|_| text)
    });
    let written = io::stdout().write_all(&ran.stdout).and(io::stderr().write_all(&ran.stderr));
    match written {
        Ok(()) => ran.code.into(),
        Err(_) => 1.into(),
    }
}

/// Writes diagnostics to `stderr` as upstream's tools do.
pub fn show(map: &SourceMap, diagnostics: &[Diagnostic], stderr: &mut Vec<u8>) {
    if !diagnostics.is_empty() {
        let written = Plain::new(map).load_missing().write_all(diagnostics, stderr);
        written.expect("writing to memory does not fail");
    }
}

/// The process's arguments, the program's name first.
pub fn arguments() -> Vec<String> {
    std::env::args_os().map(|arg| arg.to_string_lossy().into_owned()).collect()
}

/// Runs `work` on a large stack; `None` if it panics, in which case the message has been printed already. The thread
/// remains the first of the process: the system's allocator gives memory to that one in larger steps than to others.
pub(crate) fn on_larger_stack(work: impl FnOnce() -> u8) -> Option<u8> {
    report_fatal_panics();
    catch_unwind(AssertUnwindSafe(|| stacker::grow(STACK, work))).ok()
}

/// As [`on_larger_stack`], in a new thread. A thread of a pool stays there: the work shares that pool, which other
/// threads may be waiting for.
pub(crate) fn on_large_stack(work: impl FnOnce() -> u8 + Send) -> Option<u8> {
    if rayon::current_thread_index().is_some() {
        return on_larger_stack(work);
    }
    report_fatal_panics();
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let thread = thread.expect("the system gives a thread");
        thread.join().ok()
    })
}

/// Where a panic ends the process, has the pass reported that panicked, and the exit code be [`PANICKED`].
fn report_fatal_panics() {
    static ONCE: Once = Once::new();
    if !crash::ENDS_PROCESS {
        return;
    }
    ONCE.call_once(|| {
        let default = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            default(info);
            let message = info.payload_as_str().unwrap_or("no reason given");
            if let Some(diagnostic) = crash::take_report(message) {
                let text = Plain::new(&SourceMap::default()).to_bytes(&[diagnostic]);
                // The process ends here: there is no one to tell that standard error is closed.
                let _ = io::stderr().write_all(&text);
            }
            std::process::exit(PANICKED.into());
        }));
    });
}
