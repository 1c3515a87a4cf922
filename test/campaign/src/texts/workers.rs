//! Worker processes: a run that aborts or does not end ends its process only.
//!
//! A worker writes the number of each run before it begins it, and its finding behind it. Whoever started it takes silence
//! for too long as a run without end, and an end before the last run as a signal; both begin a new worker behind that run.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use super::run::note_panics;
use super::{Corpus, Fault, Finding, Runner};
use rmlir_opt::Registry;

/// How long a run may take.
const MAX_TIME: Duration = Duration::from_secs(20);

/// Memory of a worker, in kilobytes: more is an abort.
const MAX_MEMORY: u64 = 6_000_000;

/// Stack of the thread that makes the runs.
const STACK: usize = 64 << 20;

/// Runs by what was found.
#[derive(Default)]
pub struct Counts {
    /// How many runs there were.
    pub n_runs: u64,
    /// Findings with their seeds.
    pub findings: Vec<(u64, Finding)>,
}

impl Counts {
    /// Findings by kind and place: how many, and the first seed.
    pub fn by_text(&self) -> BTreeMap<(Fault, &str), (usize, u64)> {
        let mut found = BTreeMap::new();
        for (seed, finding) in &self.findings {
            let entry = found.entry((finding.fault, finding.text.as_str())).or_insert((0, *seed));
            entry.0 += 1;
            entry.1 = entry.1.min(*seed);
        }
        found
    }
}

/// A worker's part: the runs of `seeds`, as lines.
pub fn work(registry: &'static Registry, corpus: &Corpus, seeds: std::ops::Range<u64>) {
    note_panics();
    let runs = || {
        let runner = Runner::new(registry, corpus);
        let mut out = std::io::stdout();
        for seed in seeds {
            // Whoever started this process may be gone.
            if writeln!(out, "{seed}").and_then(|()| out.flush()).is_err() {
                return;
            }
            if let Err(Finding { fault, text }) = runner.run(seed) {
                _ = writeln!(out, "{fault:?}\t{}", text.replace(['\n', '\t'], " "));
            }
        }
        _ = writeln!(out, "end");
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, runs);
        thread.expect("a thread can be started").join().expect("panics of a run are caught");
    });
}

/// The runs of `seeds` by so many workers at a time, on the case files below `root`.
pub fn campaign(root: &Path, seeds: std::ops::Range<u64>, n_workers: u64) -> Result<Counts, String> {
    let part = (seeds.end - seeds.start).div_ceil(n_workers).max(1);
    let starts = (0..n_workers).map(|number| (seeds.start + number * part).min(seeds.end));
    let parts: Vec<_> = starts.map(|start| start..(start + part).min(seeds.end)).collect();
    let counts: Vec<Result<Counts, String>> = std::thread::scope(|scope| {
        let threads: Vec<_> = parts.into_iter().map(|part| scope.spawn(|| watch(root, part))).collect();
        threads.into_iter().map(|thread| thread.join().expect("a watch does not panic")).collect()
    });
    let mut all = Counts::default();
    for counts in counts {
        let counts = counts?;
        all.n_runs += counts.n_runs;
        all.findings.extend(counts.findings);
    }
    Ok(all)
}

/// Starts workers until all of `seeds` are done.
fn watch(root: &Path, seeds: std::ops::Range<u64>) -> Result<Counts, String> {
    let mut counts = Counts::default();
    let mut next = seeds.start;
    while next < seeds.end {
        let (mut worker, lines) = start(root, next..seeds.end)?;
        let mut current = None;
        let ended = loop {
            match lines.recv_timeout(MAX_TIME) {
                Ok(line) if line == "end" => break None,
                Ok(line) => match (line.parse::<u64>(), line.split_once('\t')) {
                    (Ok(seed), _) => {
                        current = Some(seed);
                        counts.n_runs += 1;
                    }
                    (_, Some((fault, text))) => {
                        counts.findings.extend(current.map(|seed| (seed, finding(fault, text))))
                    }
                    _ => {}
                },
                Err(RecvTimeoutError::Timeout) => break Some("Time"),
                Err(RecvTimeoutError::Disconnected) => break Some("Signal"),
            }
        };
        _ = worker.kill();
        let status = worker.wait().map_err(|error| error.to_string())?;
        let Some(fault) = ended else { break };
        let Some(seed) = current else { return Err(format!("a worker does not start: {status}")) };
        counts.findings.push((seed, finding(fault, &status.to_string())));
        next = seed + 1;
    }
    Ok(counts)
}

fn finding(fault: &str, text: &str) -> Finding {
    let kinds = [Fault::Panic, Fault::Signal, Fault::Time, Fault::Reread, Fault::Silent];
    let fault = kinds.into_iter().find(|kind| format!("{kind:?}") == fault).unwrap_or(Fault::Panic);
    Finding { fault, text: text.to_owned() }
}

fn start(root: &Path, seeds: std::ops::Range<u64>) -> Result<(Child, Receiver<String>), String> {
    let own = std::env::current_exe().map_err(|error| error.to_string())?;
    let root = root.canonicalize().map_err(|error| error.to_string())?;
    let limited = format!("ulimit -c 0; ulimit -v {MAX_MEMORY}; exec \"$0\" \"$@\"");
    let mut worker = Command::new("sh")
        .args(["-c", &limited])
        .arg(own)
        .args([
            "texts",
            "--worker",
            "--seed",
            &seeds.start.to_string(),
            "--count",
            &(seeds.end - seeds.start).to_string(),
        ])
        .arg("--cases")
        .arg(root)
        // Passes may write files.
        .current_dir(std::env::temp_dir())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| error.to_string())?;
    let stdout = worker.stdout.take().expect("the output is piped");
    let (send, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                break;
            }
        }
    });
    Ok((worker, lines))
}
