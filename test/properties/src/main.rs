//! The properties at full size, which `cargo test` checks at a small one.
//!
//! ```sh
//! cargo run --profile checked -p rmlir-properties -- hostile [NAME]      # every hostile text (or those with NAME in theirs)
//! cargo run --profile checked -p rmlir-properties -- truncated           # every case file, cut at every byte
//! cargo run --profile checked -p rmlir-properties -- bytes N             # N texts of random bytes
//! cargo run --profile checked -p rmlir-properties -- bytecode N [FOLDER] # bytecode of all case files read back, and N wrong ones
//! cargo run --profile checked -p rmlir-properties -- syntax N            # N random texts for parser and reference grammar
//! cargo run --profile checked -p rmlir-properties -- threads N           # N runs with 1 and with 8 threads
//! cargo run --profile checked -p rmlir-properties -- dialects N [FROM [FOLDER]]   # N changes of what case files have of each dialect
//! cargo run --profile checked -p rmlir-properties -- dialect-text SEED [FOLDER]   # one of them
//! cargo run --profile checked -p rmlir-properties -- speculatable        # what may be speculated, on corner operands
//! cargo run --profile checked -p rmlir-properties -- coverage            # the operations that no case file has
//! ```
//! Each prints its figures; the exit code is 1 if a property does not hold.

use std::ops::Range;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use rmlir_properties::dialects::{Starts, watched};
use rmlir_properties::hostile::{self, Kind, Went};
use rmlir_properties::numbers::Numbers;
use rmlir_properties::{bytecode, bytes, case_texts, speculatable, syntax, threads};

const USAGE: &str = "usage: rmlir-properties hostile [NAME] | truncated | bytes N | bytecode N [FOLDER] | syntax N | threads N | dialects N [FROM [FOLDER]] | \
    dialect-text SEED [FOLDER] | speculatable | coverage";

/// The time limit of a run that hangs; a slow one is detected by the growth of its CPU time.
const LIMIT: Duration = Duration::from_secs(120);

fn main() -> ExitCode {
    if cfg!(panic = "abort") {
        eprintln!("rmlir-properties: panics have to be caught, which this build does not: use --profile checked");
        return ExitCode::FAILURE;
    }
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<u64>().ok();
    let holds = match args[..] {
        ["hostile"] => all_hostile(""),
        ["hostile", part] => all_hostile(part),
        // `hostile` runs this in a separate process, which may crash.
        ["one", name, size] => one(name, size.parse().unwrap_or(0)),
        ["truncated"] => report(bytes::all_truncated(&cases()), "texts cut somewhere"),
        ["bytes", n] if number(n).is_some() => report(bytes::all_random(0..number(n).unwrap_or(0)), "texts of bytes"),
        ["bytecode", n, ref folder @ ..] if number(n).is_some() => {
            all_bytecode(number(n).unwrap_or(0), folder.first().unwrap_or(&CASES))
        }
        ["syntax", n] if number(n).is_some() => all_syntax(number(n).unwrap_or(0)),
        ["threads", n] if number(n).is_some() => all_threads(number(n).unwrap_or(0)),
        ["dialects", n] if number(n).is_some() => all_dialects(0..number(n).unwrap_or(0), CASES),
        ["dialects", n, from, ref folder @ ..] if number(n).is_some() && number(from).is_some() => {
            let from = number(from).unwrap_or(0);
            all_dialects(from..from + number(n).unwrap_or(0), folder.first().unwrap_or(&CASES))
        }
        ["dialects-told", from, to, folder] => tell(number(from).unwrap_or(0)..number(to).unwrap_or(0), folder),
        ["dialect-text", seed, ref folder @ ..] if number(seed).is_some() => {
            let trial = starts(folder.first().unwrap_or(&CASES)).trial(number(seed).unwrap_or(0));
            println!("// {} {:?}\n{}", trial.dialect, trial.flags, trial.text);
            true
        }
        ["speculatable"] => all_speculatable(),
        ["coverage"] => {
            starts(CASES).uncovered().iter().for_each(|name| println!("{name}"));
            true
        }
        _ => {
            eprintln!("{USAGE}");
            false
        }
    };
    if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The folder of the project's case files.
const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../cases");

fn cases() -> Vec<String> {
    case_texts(Path::new(CASES))
}

fn starts(folder: &str) -> Starts {
    Starts::new(&case_texts(Path::new(folder)))
}

fn all_bytecode(n: u64, folder: &str) -> bool {
    let files = bytecode::files(&case_texts(Path::new(folder)));
    let wrong: Vec<String> = files.iter().filter_map(|(text, bytes)| bytecode::check(text, bytes).err()).collect();
    wrong.iter().for_each(|wrong| println!("{wrong}"));
    println!("{} of {} files of bytecode read back as the same", files.len() - wrong.len(), files.len());
    wrong.is_empty() && report(bytecode::all_changed(&files, 0..n), "files with wrong bytes")
}

fn all_speculatable() -> bool {
    let checked = speculatable::check(&cases());
    checked.mistakes.iter().for_each(|(name, mistake)| println!("== {name}: {mistake}"));
    let (n_names, n_mistakes) = (checked.names.len(), checked.mistakes.len());
    println!(
        "{} operations of {n_names} names in {} runs: {n_mistakes} have no meaning",
        checked.n_ops, checked.n_runs
    );
    checked.mistakes.is_empty()
}

fn report(ran: Result<u64, String>, what: &str) -> bool {
    match &ran {
        Ok(n) => println!("{n} {what}: each gave a result or a diagnostic"),
        Err(failed) => println!("{failed}"),
    }
    ran.is_ok()
}

/// Runs the kinds with `part` in their names, each at a quarter of its full size and at the full size.
fn all_hostile(part: &str) -> bool {
    println!("{:40} {:>10} {:>9} {:>9} {:>7}  result", "text", "bytes", "quarter", "full", "growth");
    let mut holds = true;
    for kind in hostile::kinds().iter().filter(|kind| kind.name.contains(part)) {
        let quarter = in_process(kind, kind.full / 4);
        let full = if quarter.is_ok() { in_process(kind, kind.full) } else { Err(String::new()) };
        let (Ok((_, before, _)), Ok((n_bytes, after, said))) = (&quarter, &full) else {
            let failed = quarter.err().or(full.err()).unwrap_or_default();
            println!("{:40} FAILED: {failed}", kind.name);
            holds = false;
            continue;
        };
        let growth = after / before.max(0.01);
        println!("{:40} {n_bytes:>10} {before:>8.2}s {after:>8.2}s {growth:>6.1}x  {said}", kind.name);
    }
    holds
}

/// Bytes, seconds and messages, from a separate process; else the failure.
fn in_process(kind: &Kind, size: usize) -> Result<(usize, f64, String), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.args(["one", kind.name, &size.to_string()]).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let start = Instant::now();
    while child.try_wait().map_err(|error| error.to_string())?.is_none() {
        if start.elapsed() > LIMIT {
            child.kill().map_err(|error| error.to_string())?;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let failed = || format!("{} at size {size} after {:.1} s {text}", output.status, start.elapsed().as_secs_f64());
    if !output.status.success() {
        return Err(failed());
    }
    let mut parts = text.trim_end().splitn(3, '\t');
    let mut next = || parts.next().ok_or_else(failed);
    let (n_bytes, seconds) = (next()?.parse().map_err(|_| failed())?, next()?.parse().map_err(|_| failed())?);
    Ok((n_bytes, seconds, next().unwrap_or_default().to_owned()))
}

fn one(name: &str, size: usize) -> bool {
    let kinds = hostile::kinds();
    let Some(kind) = kinds.iter().find(|kind| kind.name == name) else {
        println!("no such text");
        return false;
    };
    let went: Went = hostile::run(kind, size);
    if let Some(complaint) = went.complaint() {
        println!("{complaint}: {}", went.said);
        return false;
    }
    let said = went.said.lines().next().unwrap_or("ok");
    let said: String = said.chars().take(90).collect();
    println!("{}\t{}\t{said}", went.n_bytes, went.time.as_secs_f64());
    true
}

fn all_syntax(n: u64) -> bool {
    let texts = syntax::Texts::new(&cases());
    let mut n_judged = 0;
    for seed in 0..n {
        let (part, text) = texts.changed(&mut Numbers::new(seed));
        match syntax::compare(part, &text) {
            Ok(is_judged) => n_judged += u64::from(is_judged),
            Err(differ) => {
                println!("seed {seed}: {differ}\n{text}");
                return false;
            }
        }
    }
    println!("{n} texts, {n_judged} of them judged on form by both: no difference");
    true
}

fn all_threads(n: u64) -> bool {
    for (name, flags) in threads::PIPELINES {
        let start = Instant::now();
        let text = threads::module(200);
        let expected = threads::run(&text, flags, 1);
        for number in 0..n {
            for n_threads in [1, 8] {
                if threads::run(&text, flags, n_threads) != expected {
                    println!("{name}: run {number} with {n_threads} threads differs");
                    return false;
                }
            }
        }
        println!(
            "{name}: {n} runs with 1 and {n} with 8 threads, {} bytes each, all the same ({:.1} s)",
            expected.len(),
            start.elapsed().as_secs_f64()
        );
    }
    true
}

/// `dialects` runs this in separate processes.
fn tell(seeds: Range<u64>, folder: &str) -> bool {
    watched::tell(&starts(folder), seeds, &mut std::io::stdout()).is_ok()
}

fn all_dialects(seeds: Range<u64>, folder: &str) -> bool {
    let starts = starts(folder);
    let process = |seeds: Range<u64>| {
        let mut command = Command::new(std::env::current_exe().unwrap_or_default());
        command.args(["dialects-told", &seeds.start.to_string(), &seeds.end.to_string(), folder]);
        command
    };
    let n = seeds.end - seeds.start;
    let (findings, n_accepted) = match watched::run(&starts, seeds, &process) {
        Ok(ran) => ran,
        Err(error) => {
            println!("{error}");
            return false;
        }
    };
    for (reason, (n_times, seed, trial)) in &findings {
        println!("== {n_times} times, seed {seed} {:?}: {reason}\n{}", trial.flags, trial.text);
    }
    println!("{n} texts of {} dialects, {n_accepted} right: {} kinds of mistakes", starts.0.len(), findings.len());
    findings.is_empty()
}
