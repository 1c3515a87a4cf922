//! Runs one tool on one text: standard input in, outcome out.
//!
//! Plan: 1. start the program with three pipes; 2. one thread writes its input and two read its outputs, so that no
//! full pipe can block it; 3. wait until both outputs are closed and the program has ended, or the time limit is
//! reached; 4. in the latter case, kill it.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// The exit code of a Rust program after a panic.
const PANIC_EXIT_CODE: i32 = 101;
/// The time between two polls of a program that has closed its outputs but not ended yet.
const POLL: Duration = Duration::from_micros(200);

/// A program, its command line, and its time limit.
#[derive(Clone, Debug)]
pub struct Tool {
    /// The program file.
    pub program: PathBuf,
    /// Its arguments.
    pub flags: Vec<String>,
    /// The time limit, after which it is killed.
    pub timeout: Duration,
}

/// The outcome of an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Exit code 0.
    Accepted {
        /// All of standard output.
        stdout: Vec<u8>,
    },
    /// Another exit code.
    Rejected {
        /// The first error it wrote.
        message: String,
    },
    /// Terminated by a signal or a panic.
    Crashed {
        /// The panic message, or the exit status when there is none.
        message: String,
    },
    /// Did not terminate in time.
    TimedOut,
}

impl Tool {
    /// Runs the tool on `input`. An error means that the program could not be started or observed.
    pub fn run(&self, input: impl AsRef<[u8]>) -> io::Result<Outcome> {
        let deadline = Instant::now() + self.timeout;
        let mut child = self.start()?;
        feed(&mut child, input.as_ref());
        let stdout = drain(child.stdout.take());
        let stderr = drain(child.stderr.take());
        let outputs = receive(&stdout, deadline).and_then(|stdout| Some((stdout, receive(&stderr, deadline)?)));
        let status = if outputs.is_some() { wait(&mut child, deadline)? } else { None };
        match (outputs, status) {
            (Some((stdout, stderr)), Some(status)) => Ok(outcome(status, stdout, &stderr)),
            _ => stop(&mut child),
        }
    }

    fn start(&self) -> io::Result<Child> {
        let start = Command::new(&self.program)
            .args(&self.flags)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        start.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", self.program.display())))
    }
}

/// A tool may end without reading all of its input; a broken pipe is no error.
fn feed(child: &mut Child, input: &[u8]) {
    if let Some(mut pipe) = child.stdin.take() {
        let input = input.to_owned();
        thread::spawn(move || pipe.write_all(&input));
    }
}

fn drain(pipe: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // The output before a read error is still compared.
            let _ = pipe.read_to_end(&mut bytes);
        }
        sender.send(bytes)
    });
    receiver
}

fn receive(pipe: &Receiver<Vec<u8>>, deadline: Instant) -> Option<Vec<u8>> {
    pipe.recv_timeout(deadline.saturating_duration_since(Instant::now())).ok()
}

fn wait(child: &mut Child, deadline: Instant) -> io::Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= deadline {
            return Ok(None);
        }
        thread::sleep(POLL);
    }
}

fn stop(child: &mut Child) -> io::Result<Outcome> {
    child.kill()?;
    child.wait()?;
    Ok(Outcome::TimedOut)
}

fn outcome(status: ExitStatus, stdout: Vec<u8>, stderr: &[u8]) -> Outcome {
    let stderr = String::from_utf8_lossy(stderr);
    let panicked = panic_message(&stderr);
    match status.code() {
        Some(0) => Outcome::Accepted { stdout },
        // A panic of a pass is reported as an error.
        Some(_) if panicked.is_some() => Outcome::Crashed { message: panicked.unwrap_or_default() },
        // On Windows an access violation or a stack overflow is a negative code.
        Some(code) if code != PANIC_EXIT_CODE && code >= 0 => Outcome::Rejected { message: first_error(&stderr) },
        _ => Outcome::Crashed { message: panicked.unwrap_or_else(|| status.to_string()) },
    }
}

fn first_error(stderr: &str) -> String {
    let line = stderr.lines().find(|line| line.contains("error:"));
    line.or_else(|| stderr.lines().find(|line| !line.trim().is_empty())).unwrap_or("no message").trim().to_owned()
}

/// The location and, on the line after it, the message.
fn panic_message(stderr: &str) -> Option<String> {
    let mut lines = stderr.lines().skip_while(|line| !line.contains("panicked at "));
    let place = lines.next()?.split_once("panicked at ")?.1;
    Some(format!("{place} {}", lines.next().unwrap_or_default()).trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_is_the_first_line_that_says_so() {
        assert_eq!(first_error("note\n-:3:1: error: bad\n-:4:1: error: worse\n"), "-:3:1: error: bad");
        assert_eq!(first_error("\nnot found\n"), "not found");
        assert_eq!(first_error(""), "no message");
    }

    #[test]
    fn a_panic_is_told_with_its_place() {
        let stderr = "\nthread 'main' (7) panicked at src/a.rs:3:4:\nno block\nnote: run with\n";
        assert_eq!(panic_message(stderr).as_deref(), Some("src/a.rs:3:4: no block"));
        assert_eq!(panic_message("error: no\n"), None);
    }

    #[cfg(unix)]
    fn shell(script: &str, timeout: Duration, input: &str) -> io::Result<Outcome> {
        Tool { program: "sh".into(), flags: vec!["-c".into(), script.into()], timeout }.run(input)
    }

    #[cfg(unix)]
    const LONG: Duration = Duration::from_secs(60);

    #[cfg(unix)]
    #[test]
    fn exit_codes_and_signals_are_told_apart() -> io::Result<()> {
        let crashed = |outcome| matches!(outcome, Outcome::Crashed { .. });
        assert_eq!(shell("cat", LONG, "a\nb")?, Outcome::Accepted { stdout: b"a\nb".to_vec() });
        assert_eq!(
            shell("echo x: error: no >&2; exit 1", LONG, "a")?,
            Outcome::Rejected { message: "x: error: no".into() }
        );
        assert!(crashed(shell("exit 101", LONG, "a")?));
        assert!(crashed(shell("kill -9 $$", LONG, "a")?));
        Ok(())
    }

    #[cfg(unix)]
    #[test]
    fn a_slow_tool_is_killed() -> io::Result<()> {
        assert_eq!(shell("exec sleep 600", Duration::from_millis(50), "")?, Outcome::TimedOut);
        assert_eq!(shell("exec >&- 2>&-; exec sleep 600", Duration::from_millis(50), "")?, Outcome::TimedOut);
        Ok(())
    }

    /// Four times the usual pipe buffer, in both directions, with a tool that writes before it reads.
    #[cfg(unix)]
    #[test]
    fn large_texts_do_not_block() -> io::Result<()> {
        let input = "0123456789abcde\n".repeat(16 * 1024);
        let Outcome::Accepted { stdout } = shell("head -c 262144 /dev/zero; cat", LONG, &input)? else {
            return Err(io::Error::other("not accepted"));
        };
        assert_eq!(stdout.len(), 262_144 + input.len());
        Ok(())
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let tool = Tool { program: "no-such-program".into(), flags: vec![], timeout: Duration::from_secs(1) };
        let error = tool.run("").err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.starts_with("no-such-program: "), "{error}");
    }
}
