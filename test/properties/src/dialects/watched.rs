//! Many trials, in separate processes: one that hangs, overflows its stack or exhausts memory is ended and counted, and
//! the others continue.
//!
//! A process receives a range of seeds and writes a line before each trial and, if that fails, one after it. When it
//! ends early, the last line identifies the trial that ended it.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::ops::Range;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use super::judge::{self, Went};
use super::{Starts, Trial};

/// The time limit of a trial: a text has some kilobytes, which takes milliseconds on an idle machine.
pub const LIMIT: Duration = Duration::from_secs(60);

/// The time limit for reading the case files.
pub const START: Duration = Duration::from_secs(300);

/// The failures, each with the shortest text that reproduces it.
pub type Findings = BTreeMap<String, (usize, u64, Trial)>;

/// Executes the trials of `seeds` and writes to `to`: `begin N`, `wrong N REASON`, and at the end the number of
/// accepted texts.
pub fn tell(starts: &Starts, seeds: Range<u64>, to: &mut dyn Write) -> std::io::Result<()> {
    judge::remember_panics();
    let mut n_accepted = 0;
    for seed in seeds {
        writeln!(to, "begin {seed}")?;
        to.flush()?;
        match judge::run(&starts.trial(seed)) {
            Went::Accepted => n_accepted += 1,
            Went::Rejected => {}
            Went::Wrong(reason) => writeln!(to, "wrong {seed} {}", reason.lines().next().unwrap_or(""))?,
        }
    }
    writeln!(to, "end {n_accepted}")
}

/// Executes `seeds` with `process`, which starts a process that calls [`tell`] for a range: returns the failures, and
/// the number of accepted texts.
pub fn run(
    starts: &Starts,
    seeds: Range<u64>,
    process: &dyn Fn(Range<u64>) -> Command,
) -> std::io::Result<(Findings, u64)> {
    let mut findings = Findings::new();
    let (mut at, mut n_accepted) = (seeds.start, 0);
    while at < seeds.end {
        let mut child = process(at..seeds.end).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let ended = follow(&mut child, &mut at, &mut |seed, reason| note(&mut findings, starts, seed, reason));
        child.kill()?;
        let status = child.wait()?;
        match ended {
            Ended::Done(accepted) => {
                n_accepted += accepted;
                break;
            }
            Ended::Silent => note(&mut findings, starts, at, "hangs".to_owned()),
            Ended::Early => note(&mut findings, starts, at, format!("ended by {status}")),
        }
        at += 1;
    }
    Ok((findings, n_accepted))
}

enum Ended {
    /// All trials were executed; with the number of accepted texts.
    Done(u64),
    /// There was no output within the time limit.
    Silent,
    /// The process ended early.
    Early,
}

fn follow(child: &mut Child, at: &mut u64, wrong: &mut dyn FnMut(u64, String)) -> Ended {
    let (sender, receiver) = mpsc::channel();
    let stdout = child.stdout.take();
    std::thread::spawn(move || {
        for line in stdout.into_iter().flat_map(|pipe| BufReader::new(pipe).lines()).map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    let mut limit = START;
    loop {
        let line = match receiver.recv_timeout(limit) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => return Ended::Silent,
            Err(RecvTimeoutError::Disconnected) => return Ended::Early,
        };
        limit = LIMIT;
        let mut parts = line.splitn(3, ' ');
        let kind = parts.next();
        let number = parts.next().and_then(|text| text.parse().ok());
        match (kind, number) {
            (Some("begin"), Some(seed)) => *at = seed,
            (Some("wrong"), Some(seed)) => wrong(seed, parts.next().unwrap_or("").to_owned()),
            (Some("end"), Some(n)) => return Ended::Done(n),
            _ => {}
        }
    }
}

fn note(findings: &mut Findings, starts: &Starts, seed: u64, reason: String) {
    let trial = starts.trial(seed);
    let found = findings.entry(reason).or_insert_with(|| (0, seed, starts.trial(seed)));
    found.0 += 1;
    if trial.text.len() < found.2.text.len() {
        (found.1, found.2) = (seed, trial);
    }
}
