//! Teams of threads, for machine code with worksharing loops.
//!
//! Machine code calls the functions of LLVM's OpenMP runtime (`crate::openmp`), which use a [`Team`] here: [`fork`]
//! runs a function on a team, [`member`] is the calling thread's membership. `pool` parks the threads between two
//! forks, `wait` and `lock` implement waiting and locks, `spread` assigns iterations to threads.
//!
//! A nested fork creates a team of one thread, as in LLVM's runtime by default.

mod lock;
mod pool;
pub mod spread;
mod wait;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use self::lock::locked;
use self::spread::Dispatch;
use self::wait::{Barrier, Countdown};
use crate::native::raw;

/// The state that the threads of a team share.
pub struct Team {
    n_threads: u32,
    barrier: Barrier,
    /// Constructs that some thread has begun and not all have ended, by their indices.
    begun: Mutex<HashMap<u64, Arc<Construct>>>,
    /// The buffered output of all threads but the first, by thread index.
    printed: Mutex<Vec<(u32, String)>>,
}

/// The state that the threads of a team share during a construct.
pub struct Construct {
    /// The iterations that are not yet assigned.
    pub dispatch: Dispatch,
    /// The number of threads that have ended the construct.
    left: AtomicUsize,
}

/// The membership of a thread in a team.
#[derive(Clone)]
pub struct Member {
    /// The team.
    pub team: Arc<Team>,
    /// The index of the thread in it; 0 is the thread that has forked.
    pub number: u32,
}

/// A function that a team runs, with LLVM's microtask signature: it takes the address of the thread's index, that of a
/// zero, and an argument.
#[derive(Clone, Copy)]
struct Task {
    function: usize,
    argument: u64,
}

/// The number of threads of teams; 0 until it is set or first read.
static WANTED: AtomicU32 = AtomicU32::new(0);

thread_local! {
    /// The teams that this thread is in, the innermost one last.
    static TEAMS: RefCell<Vec<Member>> = const { RefCell::new(Vec::new()) };
    /// The number of threads of this thread's next team, if it was set for that one alone.
    static NEXT: Cell<Option<u32>> = const { Cell::new(None) };
    /// The number of constructs that this thread has begun in its team. All threads of a team begin the same ones.
    static BEGUN: Cell<u64> = const { Cell::new(0) };
    /// The construct whose iterations this thread is being assigned.
    static CURRENT: RefCell<Option<(u64, Arc<Construct>)>> = const { RefCell::new(None) };
}

/// The number of threads of subsequent teams: the last argument of [`set_n_threads`], else `OMP_NUM_THREADS`, else the
/// parallelism of the machine.
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

/// Sets the number of threads of subsequent teams.
pub fn set_n_threads(n: u32) {
    WANTED.store(n.max(1), Ordering::Relaxed);
}

/// Sets the number of threads of this thread's next team.
pub fn set_next(n: u32) {
    NEXT.set(Some(n.max(1)));
}

/// The membership of this thread in its innermost team, if it is in one.
pub fn member() -> Option<Member> {
    TEAMS.with_borrow(|teams| teams.last().cloned())
}

/// The index of this thread in its team; 0 outside of teams.
pub fn number() -> u32 {
    TEAMS.with_borrow(|teams| teams.last().map_or(0, |member| member.number))
}

/// Runs the function at address `function` with `argument` on a team; on this thread alone unless `is_wanted`.
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

impl Team {
    /// How many threads it has.
    pub fn n_threads(&self) -> u32 {
        self.n_threads
    }

    /// Waits until all threads have reached the barrier.
    pub fn wait(&self) {
        self.barrier.wait();
    }

    fn keep_printed(&self, number: u32) {
        let text = crate::output::take_output();
        if !text.is_empty() {
            locked(&self.printed).push((number, text));
        }
    }

    /// Prints the buffered output of the threads, one after the other.
    fn print(&self) {
        let mut printed = std::mem::take(&mut *locked(&self.printed));
        printed.sort();
        printed.iter().for_each(|(_, text)| crate::output::print(text));
    }

    /// The shared state of construct `number`.
    fn construct(&self, number: u64) -> Arc<Construct> {
        let new = || Arc::new(Construct { dispatch: Dispatch::default(), left: AtomicUsize::new(0) });
        locked(&self.begun).entry(number).or_insert_with(new).clone()
    }

    /// Ends construct `number` for a thread; the last one removes it.
    fn leave(&self, number: u64, construct: &Construct) {
        if construct.left.fetch_add(1, Ordering::AcqRel) + 1 == self.n_threads as usize {
            locked(&self.begun).remove(&number);
        }
    }
}

impl Member {
    /// Runs a task as this member.
    fn run(&self, task: Task) {
        TEAMS.with_borrow_mut(|teams| teams.push(self.clone()));
        let (begun, current) = (BEGUN.replace(0), CURRENT.take());
        raw::call_member(task.function, self.number, task.argument);
        BEGUN.set(begun);
        CURRENT.set(current);
        TEAMS.with_borrow_mut(|teams| teams.pop());
    }
}

/// The team of this thread and its index there; a team of one thread outside of teams.
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

/// Whether this thread is the first one to reach the construct that begins here.
pub fn is_first() -> bool {
    let (team, _) = team();
    let number = BEGUN.replace(BEGUN.get() + 1);
    let construct = team.construct(number);
    let is_first = construct.dispatch.take_once();
    team.leave(number, &construct);
    is_first
}

/// Begins a loop of `total` iterations with dynamic scheduling in chunks.
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

/// Acquires the lock at `address` in the memory of machine code, after waiting until it is free.
pub fn take_lock(address: u64) {
    let word = raw::word(address);
    wait::until(|| word.compare_exchange(0, 1, Ordering::Acquire, Ordering::Relaxed).is_ok());
}

/// Releases the lock.
pub fn release_lock(address: u64) {
    raw::word(address).store(0, Ordering::Release);
}

/// The time of the first call of [`seconds`].
static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();

/// Seconds since an arbitrary origin.
pub fn seconds() -> f64 {
    START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
}
