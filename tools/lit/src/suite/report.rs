//! What is printed about a suite, as lit prints it.

use std::io::{self, Write};
use std::time::Duration;

use super::discover::Found;
use super::test::{Outcome, Status};

/// The number of failures that the command to run again names.
const N_AGAIN: usize = 10;

/// How much is printed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Detail {
    /// The summary.
    Quiet,
    /// A line for each failure.
    Succinct,
    /// A line for each test.
    Normal,
    /// Commands and output of failures too.
    Verbose,
    /// Those of all tests.
    All,
}

/// Prints results as they come.
pub struct Reporter<'o> {
    out: &'o mut dyn Write,
    detail: Detail,
    n_tests: usize,
    ended: Vec<(Status, String, Duration)>,
}

impl<'o> Reporter<'o> {
    /// Begins a report.
    pub fn new(out: &'o mut dyn Write, detail: Detail, n_tests: usize, n_workers: usize) -> io::Result<Self> {
        if detail > Detail::Quiet {
            let of = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
            writeln!(out, "-- Testing: {}, {} --", of(n_tests, "test"), of(n_workers, "worker"))?;
        }
        Ok(Self { out, detail, n_tests, ended: Vec::new() })
    }

    /// Reports a test that ended.
    pub fn ended(&mut self, test: &Found, outcome: &Outcome, time: Duration) -> io::Result<()> {
        self.ended.push((outcome.status, test.name.clone(), time));
        let fails = outcome.status.is_failure();
        if (fails && self.detail >= Detail::Succinct) || self.detail >= Detail::Normal {
            let (index, word) = (self.ended.len(), outcome.status.word());
            writeln!(self.out, "{word}: {} ({index} of {})", test.name, self.n_tests)?;
        }
        if (fails && self.detail >= Detail::Verbose) || self.detail == Detail::All {
            let stars = "*".repeat(20);
            let word = if fails { "FAILED" } else { "RESULTS" };
            writeln!(self.out, "{stars} TEST '{}' {word} {stars}", test.name)?;
            self.out.write_all(outcome.text.as_bytes())?;
            writeln!(self.out, "\n{stars}")?;
        }
        self.out.flush()
    }

    /// The number of failures so far.
    pub fn n_failures(&self) -> usize {
        self.ended.iter().filter(|(status, ..)| status.is_failure()).count()
    }

    /// Ends the report. `again` is the command line that runs tests; the names of failures are appended.
    pub fn finish(mut self, time: Duration, again: &str, n_slowest: usize) -> io::Result<()> {
        self.ended.sort_by(|left, right| left.1.cmp(&right.1));
        for status in Status::ALL.into_iter().filter(|status| status.is_failure()) {
            let names: Vec<&str> =
                self.ended.iter().filter(|(ended, ..)| *ended == status).map(|(_, name, _)| &**name).collect();
            if !names.is_empty() {
                writeln!(self.out, "{}\n{} Tests ({}):", "*".repeat(20), status.label(), names.len())?;
                names.iter().try_for_each(|name| writeln!(self.out, "  {name}"))?;
                let first = &names[..names.len().min(N_AGAIN)];
                writeln!(self.out, "\nTo run again: {again} {}\n", first.join(" "))?;
            }
        }
        if n_slowest > 0 {
            let mut slowest = self.ended.clone();
            slowest.sort_by_key(|(.., time)| std::cmp::Reverse(*time));
            writeln!(self.out, "\nSlowest Tests:")?;
            for (_, name, time) in slowest.iter().take(n_slowest) {
                writeln!(self.out, "{:.2}s: {name}", time.as_secs_f64())?;
            }
        }
        writeln!(self.out, "\nTesting Time: {:.2}s\n\nTotal Discovered Tests: {}", time.as_secs_f64(), self.n_tests)?;
        let n_of = |status: Status| self.ended.iter().filter(|(ended, ..)| *ended == status).count();
        let counts: Vec<(Status, usize)> = Status::ALL.map(|status| (status, n_of(status))).into();
        let width = counts.iter().filter(|(_, n)| *n > 0).map(|(status, _)| status.label().len()).max().unwrap_or(0);
        for (status, n) in counts.into_iter().filter(|(_, n)| *n > 0) {
            let percent = n as f64 * 100.0 / self.n_tests as f64;
            let digits = self.n_tests.to_string().len();
            let label = status.label();
            writeln!(self.out, "  {label:<width$}: {n:>digits$} ({percent:.2}%)")?;
        }
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_counts_and_names_failures() {
        let mut out = Vec::new();
        let mut reporter = Reporter::new(&mut out, Detail::Normal, 3, 1).unwrap();
        for (name, status) in [("b", Status::Fail), ("a", Status::Pass), ("c", Status::ExpectedFailure)] {
            let test = Found { path: name.into(), name: name.to_owned() };
            reporter.ended(&test, &Outcome { status, text: "x\n".into() }, Duration::ZERO).unwrap();
        }
        assert_eq!(reporter.n_failures(), 1);
        reporter.finish(Duration::from_millis(1500), "rmlir check", 0).unwrap();
        let expected = "\
-- Testing: 3 tests, 1 worker --
FAIL: b (1 of 3)
PASS: a (2 of 3)
XFAIL: c (3 of 3)
********************
Failed Tests (1):
  b

To run again: rmlir check b


Testing Time: 1.50s

Total Discovered Tests: 3
  Passed           : 1 (33.33%)
  Expectedly Failed: 1 (33.33%)
  Failed           : 1 (33.33%)
";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
