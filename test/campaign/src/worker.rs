//! Trials in worker processes, so that one that crashes or does not terminate is only counted.
//!
//! A worker reads requests and writes answers, a line each: fields are separated by tabs, and `\`, tabs and line breaks
//! in them are escaped. [`Worker`] is the client; it kills a worker that does not answer in time, and starts another.

use std::io::{self, BufRead, BufReader, Write};
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rmlir::core::OpRef;
use rmlir::text::print::{PrintOptions, print};
use rmlir_opt::Registry;
use rmlir_semantics::Settings;

use crate::trial::{Ending, Module, context, message_of};

/// The argument that makes this program a worker.
pub const ARGUMENT: &str = "worker";

/// The maximum address space of a worker, in kibibytes.
const MOST_MEMORY: u64 = 12 << 20;

/// One pipeline on one module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The module.
    pub text: String,
    /// The text inside `builtin.module(..)`.
    pub pipeline: String,
    /// The number of argument sets on which functions are executed.
    pub n_runs: usize,
    /// The evidence that the module was transformed.
    pub evidence: Evidence,
}

/// Evidence that a pass was effective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// No evidence is required.
    None,
    /// The result contains this text more often than the module.
    Text(&'static str),
    /// Anything has changed.
    Change,
}

/// The answer to a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The result of the trial.
    pub ending: Ending,
    /// Whether the evidence was found.
    pub is_transformed: bool,
}

/// The client of a worker process.
pub struct Worker {
    limit: Duration,
    process: Option<Process>,
}

struct Process {
    child: Child,
    requests: ChildStdin,
    answers: Receiver<String>,
}

impl Worker {
    /// A worker with this time limit for a trial.
    pub fn new(limit: Duration) -> Self {
        Self { limit, process: None }
    }

    /// Executes a trial; `Err` if no process can be started.
    pub fn ask(&mut self, request: &Request) -> Result<Answer, String> {
        let process = match &mut self.process {
            Some(process) => process,
            None => self.process.insert(Process::start().map_err(|error| format!("no worker: {error}"))?),
        };
        let sent = process.requests.write_all(request.line().as_bytes()).and_then(|()| process.requests.flush());
        let ending = match process.answers.recv_timeout(self.limit) {
            Ok(line) => return Answer::read(&line).ok_or_else(|| format!("a worker says '{line}'")),
            Err(RecvTimeoutError::Timeout) if sent.is_ok() => Ending::NoEnd,
            Err(_) => Ending::Panics(self.status()),
        };
        self.stop();
        Ok(Answer { ending, is_transformed: false })
    }

    /// The exit status of the process.
    fn status(&mut self) -> String {
        let status = self.process.as_mut().map(|process| process.child.wait());
        match status {
            Some(Ok(status)) => format!("the process ended: {status}"),
            _ => "the process is gone".to_owned(),
        }
    }

    fn stop(&mut self) {
        if let Some(mut process) = self.process.take() {
            // It may have ended by itself.
            _ = process.child.kill();
            _ = process.child.wait();
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Process {
    fn start() -> io::Result<Self> {
        let script = format!("ulimit -v {MOST_MEMORY} 2>/dev/null; exec \"$0\" \"$@\"");
        let mut child = Command::new("sh")
            .args(["-c", &script])
            .arg(std::env::current_exe()?)
            .arg(ARGUMENT)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let requests = child.stdin.take().expect("it is piped");
        let lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        let (sender, answers) = channel();
        thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Ok(Self { child, requests, answers })
    }
}

static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

/// Answers the requests on standard input.
pub fn serve(registry: &Registry) -> io::Result<()> {
    panic::set_hook(Box::new(|panic| {
        let place = panic.location().map_or(String::new(), |place| format!("{}:{}: ", place.file(), place.line()));
        *LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner) = place;
    }));
    for line in io::stdin().lock().lines() {
        let Some(request) = Request::read(&line?) else { return Err(io::Error::other("the request has no such form")) };
        let mut answer = match catch_unwind(AssertUnwindSafe(|| answer(registry, &request))) {
            Ok(answer) => answer,
            Err(payload) => Answer { ending: Ending::Panics(message_of(&*payload)), is_transformed: false },
        };
        if let Ending::Panics(message) = &mut answer.ending {
            message.insert_str(0, &LAST_PANIC.lock().unwrap_or_else(PoisonError::into_inner));
        }
        let mut stdout = io::stdout().lock();
        stdout.write_all(answer.line().as_bytes())?;
        stdout.flush()?;
    }
    Ok(())
}

fn answer(registry: &Registry, request: &Request) -> Answer {
    let cx = context(registry);
    let settings = Settings { n_runs: request.n_runs, ..Settings::default() };
    let module = match Module::new(&cx, &request.text, settings) {
        Ok(module) => module,
        Err(said) => return Answer { ending: Ending::Invalid(said), is_transformed: false },
    };
    let (ending, after) = module.transform(registry, &request.pipeline);
    let is_transformed = matches!(ending, Ending::Same(_)) && {
        let after = || print(OpRef::root(&after), &PrintOptions::default());
        match request.evidence {
            Evidence::None => false,
            Evidence::Text(text) => after().matches(text).count() > module.text().matches(text).count(),
            Evidence::Change => after() != module.text(),
        }
    };
    Answer { ending, is_transformed }
}

impl Request {
    fn line(&self) -> String {
        let evidence = match self.evidence {
            Evidence::None => "none",
            Evidence::Change => "change",
            Evidence::Text(text) => text,
        };
        format!("{}\t{evidence}\t{}\t{}\n", self.n_runs, escaped(&self.pipeline), escaped(&self.text))
    }

    fn read(line: &str) -> Option<Self> {
        let mut fields = line.splitn(4, '\t');
        let n_runs = fields.next()?.parse().ok()?;
        let evidence = match fields.next()? {
            "none" => Evidence::None,
            "change" => Evidence::Change,
            // A worker receives few different texts, repeatedly.
            text => Evidence::Text(TEXTS.into_iter().find(|&known| known == text)?),
        };
        let pipeline = unescaped(fields.next()?);
        Some(Self { text: unescaped(fields.next()?), pipeline, n_runs, evidence })
    }
}

/// The texts that are evidence of an effective pass.
pub const TEXTS: [&str; 2] = ["vector<", "vliw.call"];

impl Answer {
    fn line(&self) -> String {
        let (kind, said) = match &self.ending {
            Ending::Same(n) => ("same", n.to_string()),
            Ending::Differs(said) => ("differs", escaped(said)),
            Ending::Fails(said) => ("fails", escaped(said)),
            Ending::Breaks(said) => ("breaks", escaped(said)),
            Ending::Invalid(said) => ("invalid", escaped(said)),
            Ending::Panics(said) => ("panics", escaped(said)),
            Ending::NoEnd => ("no-end", String::new()),
        };
        format!("{kind}\t{}\t{said}\n", self.is_transformed)
    }

    fn read(line: &str) -> Option<Self> {
        let mut fields = line.splitn(3, '\t');
        let (kind, is_transformed, said) = (fields.next()?, fields.next()? == "true", unescaped(fields.next()?));
        let ending = match kind {
            "same" => Ending::Same(said.parse().ok()?),
            "differs" => Ending::Differs(said),
            "fails" => Ending::Fails(said),
            "breaks" => Ending::Breaks(said),
            "invalid" => Ending::Invalid(said),
            "panics" => Ending::Panics(said),
            "no-end" => Ending::NoEnd,
            _ => return None,
        };
        Some(Self { ending, is_transformed })
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n").replace('\t', "\\t").replace('\r', "\\r")
}

fn unescaped(text: &str) -> String {
    let (mut result, mut chars) = (String::new(), text.chars());
    while let Some(char) = chars.next() {
        match (char, if char == '\\' { chars.next() } else { None }) {
            (_, Some('n')) => result.push('\n'),
            (_, Some('t')) => result.push('\t'),
            (_, Some('r')) => result.push('\r'),
            (_, Some(other)) => result.push(other),
            (char, None) => result.push(char),
        }
    }
    result
}
