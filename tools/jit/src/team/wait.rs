//! Waiting between threads: first by spinning, since most waits are shorter than unparking a thread, then by yielding
//! to other threads.

use std::sync::atomic::{AtomicU32, Ordering};

/// The number of spins before a thread yields; some microseconds.
const N_LOOKS: u32 = 2_000;

/// Waits until `is_so` holds.
pub fn until(is_so: impl Fn() -> bool) {
    let mut n_looks = 0;
    while !is_so() {
        if n_looks < N_LOOKS {
            n_looks += 1;
            std::hint::spin_loop();
        } else {
            std::thread::yield_now();
        }
    }
}

/// A reusable barrier: threads wait until all of them have reached it.
pub struct Barrier {
    n_threads: u32,
    arrived: AtomicU32,
    /// The number of completed barriers.
    round: AtomicU32,
}

impl Barrier {
    pub fn new(n_threads: u32) -> Self {
        Self { n_threads, arrived: AtomicU32::new(0), round: AtomicU32::new(0) }
    }

    pub fn wait(&self) {
        let round = self.round.load(Ordering::Acquire);
        if self.arrived.fetch_add(1, Ordering::AcqRel) + 1 == self.n_threads {
            self.arrived.store(0, Ordering::Relaxed);
            self.round.store(round.wrapping_add(1), Ordering::Release);
        } else {
            until(|| self.round.load(Ordering::Acquire) != round);
        }
    }
}

/// A latch that waits until a number of tasks is done.
pub struct Countdown(AtomicU32);

impl Countdown {
    pub fn new(n: u32) -> Self {
        Self(AtomicU32::new(n))
    }

    /// Marks one task as done.
    pub fn count(&self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }

    pub fn wait(&self) {
        until(|| self.0.load(Ordering::Acquire) == 0);
    }
}
