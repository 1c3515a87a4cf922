//! Sums over schedules.

use std::time::Instant;

use rmlir_modulo::Schedule;
use rmlir_modulo::schedule::ScheduleError;

/// A stopwatch.
pub struct Clock {
    begin: Instant,
    /// The CPU time of this thread at the start, where the system provides it.
    ran: Option<f64>,
}

impl Clock {
    /// Starts a stopwatch.
    pub fn new() -> Self {
        Self { begin: Instant::now(), ran: seconds_run() }
    }

    /// The elapsed time in seconds, and the CPU time of this thread in it: on a busy machine that is less.
    fn read(&self) -> (f64, f64) {
        let passed = self.begin.elapsed().as_secs_f64();
        let ran = self.ran.zip(seconds_run()).map_or(passed, |(before, now)| now - before);
        (passed, ran)
    }
}

/// The CPU time of this thread: Linux provides it in nanoseconds.
fn seconds_run() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e9)
}

/// See the module.
#[derive(Default)]
pub struct Totals {
    graphs: usize,
    scheduled: usize,
    at_bound: usize,
    ii: i64,
    mii: i64,
    stages: i64,
    max_live: i64,
}

impl Totals {
    /// The header for the columns of [`Self::line`].
    pub const HEAD: &'static str =
        "mode       graphs  scheduled  II = MII   sum II  sum MII  sum SC  sum MaxLive   seconds  of CPU";

    pub fn count(&mut self, found: Result<Schedule, ScheduleError>) {
        self.graphs += 1;
        let Ok(found) = found else { return };
        self.scheduled += 1;
        self.at_bound += usize::from(found.ii == found.mii);
        self.ii += found.ii;
        self.mii += found.mii;
        self.stages += found.stages;
        self.max_live += found.max_live;
    }

    pub fn line(&self, name: &str, clock: &Clock) -> String {
        let Self { graphs, scheduled, at_bound, ii, mii, stages, max_live } = self;
        let (seconds, ran) = clock.read();
        format!(
            "{name:<10} {graphs:>6}  {scheduled:>9}  {at_bound:>8}  {ii:>7}  {mii:>7}  {stages:>6}  {max_live:>11}  {seconds:>8.3}  {ran:>6.3}"
        )
    }
}
