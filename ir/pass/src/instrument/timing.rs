//! `--mlir-timing`: execution times of passes.
//!
//! Timers form a tree. A timer started again under the same parent with the same key accumulates. Work on other threads
//! is measured in forks of the stack, joined in order: on one thread wall times are added, across threads the maximum
//! counts; user times are always added.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

const TITLE: &str = "... Execution time report ...";
const WIDTH: usize = 80;

/// The arrangement of times.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Display {
    /// Timers with the same name merged, the longest first.
    List,
    /// In the structure of the timers.
    #[default]
    Tree,
}

/// The output format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// As a table.
    #[default]
    Text,
    /// As JSON.
    Json,
}

/// The timers of one thread of work: a tree, and the stack of running ones.
#[derive(Debug)]
pub struct TimerStack {
    // Invariant: `timers[0]` is the root. If it is absent, timing is disabled.
    timers: Vec<Timer>,
    running: Vec<(usize, Instant)>,
}

#[derive(Clone, Debug)]
struct Timer {
    key: Key,
    name: String,
    times: Times,
    is_hidden: bool,
    children: Vec<usize>,
}

/// The key that distinguishes the timers below one parent.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Key {
    Name(String),
    /// The address of a pass or a list of pipelines, which are not moved during the execution.
    Address(usize),
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Times {
    wall: Duration,
    user: Duration,
}

/// The time of an analysis that is part of a pass, accumulated over all bodies and threads: passes on nested bodies
/// compute their analyses within the work on each body, where no timer stack is available.
#[derive(Debug)]
pub struct AnalysisClock {
    is_running: bool,
    nanoseconds: AtomicU64,
}

impl AnalysisClock {
    /// Creates a clock, which is inactive if timing is disabled.
    pub(crate) fn new(is_running: bool) -> Self {
        Self { is_running, nanoseconds: AtomicU64::new(0) }
    }

    /// Computes an analysis and measures its time.
    pub fn measure<A>(&self, compute: impl FnOnce() -> A) -> A {
        if !self.is_running {
            return compute();
        }
        let started = Instant::now();
        let result = compute();
        let elapsed = u64::try_from(started.elapsed().as_nanos()).expect("no analysis takes 500 years");
        self.nanoseconds.fetch_add(elapsed, Ordering::Relaxed);
        result
    }
}

/// Control of timers.
impl TimerStack {
    /// A stack that measures nothing.
    pub fn disabled() -> Self {
        Self { timers: Vec::new(), running: Vec::new() }
    }

    /// A stack that measures from now on.
    pub fn enabled() -> Self {
        let root = Timer::new(Key::Name(String::new()), "root".to_owned());
        Self { timers: vec![root], running: vec![(0, Instant::now())] }
    }

    /// Returns whether timing is enabled.
    pub fn is_enabled(&self) -> bool {
        !self.timers.is_empty()
    }

    /// Starts the timer `name` below the running one.
    pub fn start(&mut self, name: &str) {
        self.start_keyed(|| Key::Name(name.to_owned()), || name.to_owned());
    }

    /// Stops the timer that was started last.
    pub fn stop(&mut self) {
        if let Some((index, started)) = self.running.pop() {
            self.timers[index].times.add_elapsed(started.elapsed());
        }
    }

    pub(crate) fn start_analysis(&mut self, name: &str) {
        let name = || format!("(A) {name}");
        self.start_keyed(|| Key::Name(name()), name);
    }

    /// Adds the time of `clock`, as an analysis of the running timer.
    pub(crate) fn add_analysis(&mut self, name: &str, clock: &AnalysisClock) {
        self.start_analysis(name);
        if let Some((index, _)) = self.running.pop() {
            let elapsed = Duration::from_nanos(clock.nanoseconds.load(Ordering::Relaxed));
            self.timers[index].times.add_elapsed(elapsed);
        }
    }

    /// Starts the timer that `name` returns.
    pub(crate) fn start_named(&mut self, name: impl Fn() -> String) {
        self.start_keyed(|| Key::Name(name()), &name);
    }

    /// Starts the timer of the object at `address`, which is not moved during the execution.
    pub(crate) fn start_at(&mut self, address: usize, name: impl FnOnce() -> String) {
        self.start_keyed(|| Key::Address(address), name);
    }

    /// Hides the running timer.
    pub(crate) fn hide(&mut self) {
        if let Some(&(index, _)) = self.running.last() {
            self.timers[index].is_hidden = true;
        }
    }

    fn start_keyed(&mut self, key: impl FnOnce() -> Key, name: impl FnOnce() -> String) {
        let Some(&(parent, _)) = self.running.last() else { return };
        let index = self.child(parent, key(), name);
        self.running.push((index, Instant::now()));
    }

    fn child(&mut self, parent: usize, key: Key, name: impl FnOnce() -> String) -> usize {
        let known = self.timers[parent].children.iter().copied().find(|&child| self.timers[child].key == key);
        known.unwrap_or_else(|| {
            let index = self.timers.len();
            self.timers.push(Timer::new(key, name()));
            self.timers[parent].children.push(index);
            index
        })
    }
}

/// Work on other threads.
impl TimerStack {
    /// Creates a stack for work of another thread below the running timer.
    pub(crate) fn fork(&self) -> Self {
        if self.is_enabled() { Self::enabled() } else { Self::disabled() }
    }

    /// Adds the times of forks, each with the index of its thread.
    pub(crate) fn join(&mut self, forks: Vec<(usize, TimerStack)>) {
        let Some(&(parent, _)) = self.running.last() else { return };
        let mut by_thread: Vec<(usize, TimerStack)> = Vec::new();
        for (thread, mut fork) in forks {
            fork.running.clear();
            match by_thread.iter_mut().find(|(known, _)| *known == thread) {
                Some((_, known)) => known.merge(0, &fork, 0, Times::one_after_the_other),
                None => by_thread.push((thread, fork)),
            }
        }
        let mut user = Duration::ZERO;
        for (_, fork) in by_thread {
            user += fork.timers[0].children.iter().map(|&child| fork.timers[child].times.user).sum::<Duration>();
            self.merge(parent, &fork, 0, Times::side_by_side);
        }
        for index in self.running.iter().map(|&(index, _)| index).collect::<Vec<_>>() {
            self.timers[index].times.user += user;
        }
    }

    /// Adds the children of timer `from` of `other` to timer `into`.
    fn merge(&mut self, into: usize, other: &TimerStack, from: usize, combine: fn(&mut Times, Times)) {
        let mut pending = vec![(into, from)];
        while let Some((into, from)) = pending.pop() {
            for &theirs in &other.timers[from].children {
                let timer = &other.timers[theirs];
                let mine = self.child(into, timer.key.clone(), || timer.name.clone());
                combine(&mut self.timers[mine].times, timer.times);
                self.timers[mine].is_hidden = timer.is_hidden;
                pending.push((mine, theirs));
            }
        }
    }
}

impl Timer {
    fn new(key: Key, name: String) -> Self {
        Self { key, name, times: Times::default(), is_hidden: false, children: Vec::new() }
    }
}

impl Times {
    fn add_elapsed(&mut self, elapsed: Duration) {
        self.wall += elapsed;
        self.user += elapsed;
    }

    fn one_after_the_other(&mut self, other: Times) {
        self.wall += other.wall;
        self.user += other.user;
    }

    fn side_by_side(&mut self, other: Times) {
        self.wall = self.wall.max(other.wall);
        self.user += other.user;
    }

    fn minus(&self, other: Times) -> Self {
        Self { wall: self.wall.saturating_sub(other.wall), user: self.user.saturating_sub(other.user) }
    }
}

/// Reports.
impl TimerStack {
    /// Stops all timers and returns the report.
    pub fn report(mut self, display: Display, format: Format) -> String {
        while !self.running.is_empty() {
            self.stop();
        }
        let Some(root) = self.timers.first() else { return String::new() };
        let total = root.times;
        let children = root.children.iter().map(|&child| self.timers[child].times);
        let rest = children.fold(total, |rest, times| rest.minus(times));
        let mut report = Report { text: String::new(), total, format, has_user: total.user != total.wall };
        report.header();
        match display {
            Display::List => self.list().into_iter().for_each(|(name, times)| report.entry(&name, times, false)),
            Display::Tree => self.tree(&mut report),
        }
        report.entry("Rest", rest, false);
        report.entry("Total", total, true);
        report.footer();
        report.text
    }

    /// Timers with the same name merged, the longest first; of equals the first encountered.
    fn list(&self) -> Vec<(String, Times)> {
        let mut merged: Vec<(String, Times)> = Vec::new();
        let mut places: FxHashMap<&str, usize> = FxHashMap::default();
        for timer in &self.timers {
            let place = *places.entry(&timer.name).or_insert(merged.len());
            if place == merged.len() {
                merged.push((timer.name.clone(), Times::default()));
            }
            merged[place].1.one_after_the_other(timer.times);
        }
        merged.sort_by_key(|(_, times)| std::cmp::Reverse(times.wall));
        merged
    }

    fn tree(&self, report: &mut Report) {
        enum Visit {
            Enter(usize, usize),
            Leave(usize),
        }
        let below =
            |index: usize, indent| self.timers[index].children.iter().rev().map(move |&c| Visit::Enter(c, indent));
        let mut pending: Vec<Visit> = below(0, 0).collect();
        while let Some(visit) = pending.pop() {
            match visit {
                Visit::Enter(index, indent) if self.timers[index].is_hidden => pending.extend(below(index, indent)),
                Visit::Enter(index, indent) => {
                    report.open(indent, &self.timers[index].name, self.timers[index].times);
                    pending.push(Visit::Leave(indent));
                    pending.extend(below(index, indent + 2));
                }
                Visit::Leave(indent) => report.close(indent),
            }
        }
    }
}

struct Report {
    text: String,
    total: Times,
    format: Format,
    has_user: bool,
}

impl Report {
    fn header(&mut self) {
        if self.format == Format::Json {
            self.text += "[\n";
            return;
        }
        let rule = rule();
        let padding = (WIDTH - TITLE.len()) / 2;
        let seconds = self.total.wall.as_secs_f64();
        self.text += &format!("{rule}{:padding$}{TITLE}\n{rule}", "");
        self.text += &format!("  Total Execution Time: {seconds:.4} seconds\n\n");
        self.text += if self.has_user { "  ----User Time----" } else { "" };
        self.text += "  ----Wall Time----  ----Name----\n";
    }

    fn footer(&mut self) {
        self.text += if self.format == Format::Json { "]\n" } else { "" };
    }

    fn entry(&mut self, name: &str, times: Times, is_last: bool) {
        let json = self.format == Format::Json;
        self.text += if json { "{" } else { "" };
        self.times(times);
        self.text += &match (json, is_last) {
            (true, false) => format!(", \"name\": \"{name}\"}},\n"),
            (true, true) => format!(", \"name\": \"{name}\"}}\n"),
            (false, _) => format!("{name}\n"),
        };
    }

    fn open(&mut self, indent: usize, name: &str, times: Times) {
        if self.format == Format::Json {
            write!(self.text, "{:indent$}{{", "").expect("writing to memory does not fail");
            self.times(times);
            self.text += &format!(", \"name\": \"{name}\", \"passes\": [\n");
        } else {
            self.times(times);
            self.text += &format!("{:indent$}{name}\n", "");
        }
    }

    fn close(&mut self, indent: usize) {
        if self.format == Format::Json {
            self.text += &format!("{:indent$}{{}}]}},\n", "");
        }
    }

    fn times(&mut self, times: Times) {
        let columns = [("user", times.user, self.total.user), ("wall", times.wall, self.total.wall)];
        let shown = &columns[if self.has_user { 0 } else { 1 }..];
        for (index, (name, time, total)) in shown.iter().enumerate() {
            let seconds = time.as_secs_f64();
            let percent = 100.0 * seconds / total.as_secs_f64();
            self.text += &match self.format {
                Format::Text => format!("  {seconds:8.4} ({percent:5.1}%)"),
                Format::Json => {
                    let comma = if index == 0 { "" } else { ", " };
                    format!("{comma}\"{name}\": {{\"duration\": {seconds:8.4}, \"percentage\": {percent:5.1}}}")
                }
            };
        }
        self.text += if self.format == Format::Text { "  " } else { "" };
    }
}

/// The line above and below a report's title.
pub(super) fn rule() -> String {
    format!("==={}===\n", "-".repeat(73))
}
