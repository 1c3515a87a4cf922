//! Processes that run tests.
//!
//! Protocol: one line of JSON for each test to the worker's standard input, `{"path", "name"}`, and one line back from its
//! standard output, `{"status", "text"}`. A worker that ends before it answers was taken along by its test; one that does
//! not answer in time is ended. In both cases a new one takes its place.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use rmlir_opt::Registry;
use serde_json::{Value, json};

use super::discover::Found;
use super::test::{Outcome, Settings, Status, run_test};

/// How workers are started.
pub struct Workers {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// The number of workers.
    pub n_workers: usize,
    /// The time that a test may take.
    pub timeout: Duration,
}

/// A test that ended.
pub struct Done {
    /// The index of the test.
    pub index: usize,
    /// How it ended.
    pub outcome: Outcome,
    /// The time that it took.
    pub time: Duration,
}

impl Workers {
    /// Runs all tests, and calls `done` for each as soon as it ended, until that returns false.
    pub fn run(&self, tests: &[Found], mut done: impl FnMut(Done) -> bool) {
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.n_workers.min(tests.len()) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    let mut worker = None;
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(test) = tests.get(index) else { break };
                        let start = Instant::now();
                        let outcome = self.run_one(&mut worker, test);
                        if sender.send(Done { index, outcome, time: start.elapsed() }).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for ended in receiver {
                if !done(ended) {
                    // No further test is taken; those that are running end.
                    next.store(tests.len(), Ordering::Relaxed);
                    break;
                }
            }
        });
    }

    /// Runs a test in `worker`, which is started if there is none.
    fn run_one(&self, worker: &mut Option<Worker>, test: &Found) -> Outcome {
        let failed = |text: String| Outcome { status: Status::Fail, text };
        let mut current = match worker.take() {
            Some(worker) => worker,
            None => match self.start() {
                Ok(worker) => worker,
                Err(error) => return failed(format!("{}: {error}\n", self.program.display())),
            },
        };
        let answer = current.ask(test, self.timeout);
        match answer {
            Ok(outcome) => {
                *worker = Some(current);
                outcome
            }
            Err(RecvTimeoutError::Timeout) => {
                current.end();
                let text = format!("Reached timeout of {} seconds\n", self.timeout.as_secs());
                Outcome { status: Status::Timeout, text }
            }
            Err(RecvTimeoutError::Disconnected) => {
                let (code, errors) = current.end();
                failed(format!("the test ended its process ({code})\n{errors}"))
            }
        }
    }

    fn start(&self) -> io::Result<Worker> {
        let mut child = Command::new(&self.program)
            .args(&self.args)
            // Cores are shared among workers.
            .env("RAYON_NUM_THREADS", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let lost = || io::Error::other("a pipe is missing");
        let stdin = child.stdin.take().ok_or_else(lost)?;
        let stdout = child.stdout.take().ok_or_else(lost)?;
        let mut stderr = child.stderr.take().ok_or_else(lost)?;
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let errors = thread::spawn(move || {
            let mut bytes = Vec::new();
            // What came before an error is shown.
            let _ = stderr.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        });
        Ok(Worker { child, stdin, answers, errors })
    }
}

struct Worker {
    child: Child,
    stdin: ChildStdin,
    answers: Receiver<String>,
    errors: thread::JoinHandle<String>,
}

impl Worker {
    fn ask(&mut self, test: &Found, timeout: Duration) -> Result<Outcome, RecvTimeoutError> {
        let question = json!({ "path": test.path.to_string_lossy(), "name": test.name });
        let written = writeln!(self.stdin, "{question}").and_then(|()| self.stdin.flush());
        written.map_err(|_| RecvTimeoutError::Disconnected)?;
        let answer = self.answers.recv_timeout(timeout)?;
        outcome(&answer).ok_or(RecvTimeoutError::Disconnected)
    }

    /// Ends the process; returns how it ended, and what it wrote to standard error.
    fn end(mut self) -> (String, String) {
        // It has ended already if it was taken along by its test.
        let _ = self.child.kill();
        let status = self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        (status, self.errors.join().unwrap_or_default())
    }
}

fn outcome(answer: &str) -> Option<Outcome> {
    let answer: Value = serde_json::from_str(answer).ok()?;
    let word = answer.get("status")?.as_str()?;
    let status = Status::ALL.into_iter().find(|status| status.word() == word)?;
    Some(Outcome { status, text: answer.get("text")?.as_str()?.to_owned() })
}

/// The work of a worker: tests from standard input until it ends.
pub fn work(registry: &Registry, settings: &Settings) -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let line = line?;
        let question: Value = serde_json::from_str(&line)?;
        let field = |name: &str| question.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let outcome = run_test(registry, settings, field("path").as_ref(), &field("name"));
        let answer = json!({ "status": outcome.status.word(), "text": outcome.text });
        let mut stdout = io::stdout().lock();
        writeln!(stdout, "{answer}")?;
        stdout.flush()?;
    }
    Ok(())
}
