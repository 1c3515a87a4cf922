//! The assignment of iterations to threads. Iterations are numbered from 0.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counts that many threads change.
type Count = AtomicU64;

/// The iterations of one thread: the first, the last, and the distance to its next ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// The first one.
    pub first: u64,
    /// The last one; the one before the first if there are none.
    pub last: u64,
    /// The distance to the start of its next chunk.
    pub stride: u64,
}

/// A static schedule without chunks: contiguous ranges of equal size; the first threads get one more iteration for the
/// remainder.
pub fn in_a_row(total: u64, n_threads: u32, number: u32) -> Share {
    let (n_threads, number) = (u64::from(n_threads), u64::from(number));
    let (least, more) = (total / n_threads, total % n_threads);
    let first = number * least + number.min(more);
    let n = least + u64::from(number < more);
    Share { first, last: (first + n).wrapping_sub(1), stride: total }
}

/// A static schedule in chunks, assigned to threads round-robin. The end of the last chunk may be beyond the last
/// iteration.
pub fn by_turns(chunk: u64, n_threads: u32, number: u32) -> Share {
    let chunk = chunk.max(1);
    let first = chunk.saturating_mul(number.into());
    Share { first, last: first.saturating_add(chunk - 1), stride: chunk.saturating_mul(n_threads.into()) }
}

/// The iterations of a dynamically scheduled loop.
#[derive(Default)]
pub struct Dispatch {
    total: Count,
    chunk: Count,
    /// The number of threads if the chunk size shrinks with the number of remaining iterations (guided); else 0.
    shrinks: Count,
    next: Count,
    /// 1 once a thread was the first.
    begun: Count,
}

impl Dispatch {
    /// All threads pass the same arguments.
    pub fn begin(&self, total: u64, chunk: u64, shrinks: Option<u32>) {
        // All threads store the same values, so the order of the stores is irrelevant.
        self.total.store(total, Ordering::Relaxed);
        self.chunk.store(chunk.max(1), Ordering::Relaxed);
        self.shrinks.store(shrinks.unwrap_or(0).into(), Ordering::Release);
    }

    /// The next chunk, from the first to the last iteration.
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

    /// Whether this is the first call.
    pub fn take_once(&self) -> bool {
        self.begun.swap(1, Ordering::AcqRel) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The iterations of a share, of `total`.
    fn of_share(share: Share, total: u64) -> Vec<u64> {
        let Share { first, last, stride } = share;
        let starts = (0..).map(|turn| (first + turn * stride, last.wrapping_add(turn * stride)));
        let starts = starts.take_while(|&(first, last)| first < total && last.wrapping_add(1) != first);
        starts.take(total as usize).flat_map(|(first, last)| first..=last.min(total - 1)).collect()
    }

    fn check(n_threads: u32, total: u64, share: impl Fn(u32) -> Share) {
        let mut all: Vec<u64> = (0..n_threads).flat_map(|number| of_share(share(number), total)).collect();
        all.sort_unstable();
        assert_eq!(all, (0..total).collect::<Vec<_>>(), "{n_threads} threads, {total} iterations");
    }

    #[test]
    fn each_iteration_is_run_once() {
        for n_threads in 1..6 {
            for total in 0..20 {
                check(n_threads, total, |number| in_a_row(total, n_threads, number));
                for chunk in 1..5 {
                    check(n_threads, total, |number| by_turns(chunk, n_threads, number));
                }
            }
        }
    }

    #[test]
    fn threads_that_ask_get_each_iteration_once() {
        for shrinks in [None, Some(3)] {
            let dispatch = Dispatch::default();
            let ask = || {
                dispatch.begin(1000, 7, shrinks);
                let mut got = Vec::new();
                while let Some((first, last)) = dispatch.next() {
                    got.extend(first..=last);
                }
                got
            };
            let mut all: Vec<u64> = std::thread::scope(|scope| {
                let threads: Vec<_> = (0..3).map(|_| scope.spawn(ask)).collect();
                threads.into_iter().flat_map(|thread| thread.join().expect("it does not panic")).collect()
            });
            all.sort_unstable();
            assert_eq!(all, (0..1000).collect::<Vec<_>>());
        }
    }
}
