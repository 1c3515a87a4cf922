//! Teams of threads, for machine code whose loops threads share.
//!
//! Machine code calls the functions of LLVM's OpenMP runtime (`crate::openmp`), which ask a [`Team`] here: [`fork`] has one
//! run a function, [`member`] says which one the calling thread is in. `pool` keeps the threads between two forks, `wait`
//! is how threads wait for each other, `spread` which thread runs which iterations.
//!
//! A thread in a team of several that forks is alone in the team it gets, as with LLVM's runtime unless it is told
//! otherwise.

mod pool;
pub mod spread;
mod wait;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use self::spread::Dispatch;
use self::wait::{Barrier, Countdown};
use crate::native::raw;

/// What the threads of a team share.
pub struct Team {
    n_threads: u32,
    barrier: Barrier,
    /// Constructs that some thread has begun and not all have ended, by their numbers.
    begun: Mutex<HashMap<u64, Arc<Construct>>>,
    /// What the threads but the first have printed, by their numbers.
    printed: Mutex<Vec<(u32, String)>>,
}

/// What the threads of a team have in common while they are in a construct.
pub struct Construct {
    /// The iterations that nobody has got.
    pub dispatch: Dispatch,
    /// How many threads have left.
    left: AtomicUsize,
}

/// A thread's place in a team.
#[derive(Clone)]
pub struct Member {
    /// The team.
    pub team: Arc<Team>,
    /// The number of the thread in it; 0 is the one that has forked.
    pub number: u32,
}

/// A function that a team runs, as LLVM's runtime has it: it takes the address of the thread's number, that of a zero, and
/// an argument.
#[derive(Clone, Copy)]
struct Task {
    function: usize,
    argument: u64,
}

/// How many threads teams have; 0 until somebody asks or says.
static WANTED: AtomicU32 = AtomicU32::new(0);

thread_local! {
    /// The teams that this thread is in, the innermost one last.
    static TEAMS: RefCell<Vec<Member>> = const { RefCell::new(Vec::new()) };
    /// How many threads the next team of this thread has, if that was said of it alone.
    static NEXT: Cell<Option<u32>> = const { Cell::new(None) };
    /// How many constructs this thread has begun in its team. All threads of a team begin the same ones.
    static BEGUN: Cell<u64> = const { Cell::new(0) };
    /// The construct that hands out iterations to this thread.
    static CURRENT: RefCell<Option<(u64, Arc<Construct>)>> = const { RefCell::new(None) };
}

/// How many threads the next teams have: what was said last by [`set_n_threads`], else what the environment says in
/// `OMP_NUM_THREADS`, else as many as the machine runs at a time.
pub fn n_threads() -> u32 {
    match WANTED.load(Ordering::Relaxed) {
        0 => {
            let said = std::env::var("OMP_NUM_THREADS").ok().and_then(|text| text.trim().parse().ok());
            let n = said
                .filter(|&n| n > 0)
                .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get) as u32);
            WANTED.store(n, Ordering::Relaxed);
            n
        }
        n => n,
    }
}

/// How many threads the next teams have.
pub fn set_n_threads(n: u32) {
    WANTED.store(n.max(1), Ordering::Relaxed);
}

/// How many threads the next team of this thread has.
pub fn set_next(n: u32) {
    NEXT.set(Some(n.max(1)));
}

/// The place of this thread in its innermost team, if it is in one.
pub fn member() -> Option<Member> {
    TEAMS.with_borrow(|teams| teams.last().cloned())
}

/// The number of this thread in its team; 0 outside of teams.
pub fn number() -> u32 {
    TEAMS.with_borrow(|teams| teams.last().map_or(0, |member| member.number))
}

/// Has a team run the function at address `function` with `argument`; one of this thread alone unless `is_wanted`.
pub fn fork(function: usize, argument: u64, is_wanted: bool) {
    let next = NEXT.take();
    let is_inside = member().is_some_and(|member| member.team.n_threads > 1);
    let n_threads = if is_inside || !is_wanted { 1 } else { next.unwrap_or_else(n_threads) };
    let team = Arc::new(Team {
        n_threads,
        barrier: Barrier::new(n_threads),
        begun: Mutex::default(),
        printed: Mutex::default(),
    });
    let task = Task { function, argument };
    if n_threads == 1 {
        return Member { team, number: 0 }.run(task);
    }
    let end = Arc::new(Countdown::new(n_threads - 1));
    let hands = pool::take(n_threads - 1);
    for (hand, number) in hands.iter().zip(1..) {
        let (member, end) = (Member { team: team.clone(), number }, end.clone());
        hand.run(Box::new(move || {
            member.run(task);
            member.team.keep_printed(number);
            end.count();
        }));
    }
    Member { team: team.clone(), number: 0 }.run(task);
    end.wait();
    pool::give_back(hands);
    team.print();
}

/// A lock, taken whatever a thread that had it did.
fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Team {
    /// How many threads it has.
    pub fn n_threads(&self) -> u32 {
        self.n_threads
    }

    /// Waits until all threads are here.
    pub fn wait(&self) {
        self.barrier.wait();
    }

    fn keep_printed(&self, number: u32) {
        let text = crate::host::take_output();
        if !text.is_empty() {
            locked(&self.printed).push((number, text));
        }
    }

    /// Prints what threads have printed, one after the other.
    fn print(&self) {
        let mut printed = std::mem::take(&mut *locked(&self.printed));
        printed.sort();
        printed.iter().for_each(|(_, text)| crate::host::print(text));
    }

    /// What threads have in common in construct `number`.
    fn construct(&self, number: u64) -> Arc<Construct> {
        let new = || Arc::new(Construct { dispatch: Dispatch::default(), left: AtomicUsize::new(0) });
        locked(&self.begun).entry(number).or_insert_with(new).clone()
    }

    /// A thread leaves construct `number`; the last one ends it.
    fn leave(&self, number: u64, construct: &Construct) {
        if construct.left.fetch_add(1, Ordering::AcqRel) + 1 == self.n_threads as usize {
            locked(&self.begun).remove(&number);
        }
    }
}

impl Member {
    /// Runs a function as this member.
    fn run(&self, task: Task) {
        TEAMS.with_borrow_mut(|teams| teams.push(self.clone()));
        let (begun, current) = (BEGUN.replace(0), CURRENT.take());
        raw::call_member(task.function, self.number, task.argument);
        BEGUN.set(begun);
        CURRENT.set(current);
        TEAMS.with_borrow_mut(|teams| teams.pop());
    }
}

/// The team of this thread, or one of its own outside of teams.
fn team() -> (Arc<Team>, u32) {
    match member() {
        Some(member) => (member.team, member.number),
        None => {
            let team =
                Team { n_threads: 1, barrier: Barrier::new(1), begun: Mutex::default(), printed: Mutex::default() };
            (Arc::new(team), 0)
        }
    }
}

/// Whether this thread is the first one to come to the construct that begins here.
pub fn is_first() -> bool {
    let (team, _) = team();
    let number = BEGUN.replace(BEGUN.get() + 1);
    let construct = team.construct(number);
    let is_first = construct.dispatch.take_once();
    team.leave(number, &construct);
    is_first
}

/// Begins a loop of `total` iterations that are asked for in chunks.
pub fn begin_dispatch(total: u64, chunk: u64, shrinks: bool) {
    let (team, _) = team();
    let number = BEGUN.replace(BEGUN.get() + 1);
    let construct = team.construct(number);
    construct.dispatch.begin(total, chunk, shrinks.then_some(team.n_threads));
    CURRENT.set(Some((number, construct)));
}

/// The next iterations for this thread, from the first to the last one; `None` ends the loop.
pub fn next_chunk() -> Option<(u64, u64)> {
    let (number, construct) = CURRENT.take()?;
    match construct.dispatch.next() {
        Some(chunk) => {
            CURRENT.set(Some((number, construct)));
            Some(chunk)
        }
        None => {
            team().0.leave(number, &construct);
            None
        }
    }
}

/// A lock that machine code has the memory of: waits until it is free, and takes it.
pub fn take_lock(address: u64) {
    let word = raw::word(address);
    wait::until(|| word.compare_exchange(0, 1, Ordering::Acquire, Ordering::Relaxed).is_ok());
}

/// Gives it back.
pub fn release_lock(address: u64) {
    raw::word(address).store(0, Ordering::Release);
}

/// When the process began to ask for the time.
static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();

/// Seconds since some time.
pub fn seconds() -> f64 {
    START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
}

/// Counts that many threads change.
type Count = AtomicU64;
