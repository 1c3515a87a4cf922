//! Which thread runs which iterations. Iterations are numbered from 0.

use std::sync::atomic::Ordering;

use super::Count;

/// The iterations of one thread: the first, the last, and the distance to its next ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// The first one.
    pub first: u64,
    /// The last one; the one before the first if there are none.
    pub last: u64,
    /// To where its next ones begin.
    pub stride: u64,
}

/// As many iterations for each thread as can be, in a row; the first threads have one more if they are not as many.
pub fn in_a_row(total: u64, n_threads: u32, number: u32) -> Share {
    let (n_threads, number) = (u64::from(n_threads), u64::from(number));
    let (least, more) = (total / n_threads, total % n_threads);
    let first = number * least + number.min(more);
    let n = least + u64::from(number < more);
    Share { first, last: (first + n).wrapping_sub(1), stride: total }
}

/// So many iterations for each thread by turns. The last ones may be beyond the last one that there is.
pub fn by_turns(chunk: u64, n_threads: u32, number: u32) -> Share {
    let chunk = chunk.max(1);
    let first = chunk.saturating_mul(number.into());
    Share { first, last: first.saturating_add(chunk - 1), stride: chunk.saturating_mul(n_threads.into()) }
}

/// Iterations that threads ask for.
#[derive(Default)]
pub struct Dispatch {
    total: Count,
    chunk: Count,
    /// Of how many threads, if chunks get smaller the fewer iterations are left; else 0.
    shrinks: Count,
    next: Count,
    /// 1 once somebody was the first.
    begun: Count,
}

impl Dispatch {
    /// All threads say the same.
    pub fn begin(&self, total: u64, chunk: u64, shrinks: Option<u32>) {
        // The same numbers by each thread: whoever is last changes nothing.
        self.total.store(total, Ordering::Relaxed);
        self.chunk.store(chunk.max(1), Ordering::Relaxed);
        self.shrinks.store(shrinks.unwrap_or(0).into(), Ordering::Release);
    }

    /// The next iterations, from the first to the last one.
    pub fn next(&self) -> Option<(u64, u64)> {
        let (total, chunk) = (self.total.load(Ordering::Relaxed), self.chunk.load(Ordering::Relaxed));
        let shrinks = self.shrinks.load(Ordering::Acquire);
        let mut first = self.next.load(Ordering::Relaxed);
        loop {
            if first >= total {
                return None;
            }
            let left = total - first;
            let n = if shrinks > 0 { (left / (2 * shrinks)).max(chunk) } else { chunk }.min(left);
            match self.next.compare_exchange_weak(first, first + n, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some((first, first + n - 1)),
                Err(now) => first = now,
            }
        }
    }

    /// Whether nobody asked before.
    pub fn take_once(&self) -> bool {
        self.begun.swap(1, Ordering::AcqRel) == 0
    }
}
