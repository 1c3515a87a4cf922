//! Sums over schedules.

use std::time::Duration;

use rmlir_modulo::Schedule;
use rmlir_modulo::schedule::ScheduleError;

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
    /// What the columns of [`Self::line`] are.
    pub const HEAD: &'static str =
        "mode       graphs  scheduled  II = MII   sum II  sum MII  sum SC  sum MaxLive   seconds";

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

    pub fn line(&self, name: &str, time: Duration) -> String {
        let Self { graphs, scheduled, at_bound, ii, mii, stages, max_live } = self;
        let seconds = time.as_secs_f64();
        format!(
            "{name:<10} {graphs:>6}  {scheduled:>9}  {at_bound:>8}  {ii:>7}  {mii:>7}  {stages:>6}  {max_live:>11}  {seconds:>8.3}"
        )
    }
}
