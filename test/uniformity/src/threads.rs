//! Work on many seeds by several threads. Results are merged in the order of the seeds, so that what is printed does not
//! depend on which thread was faster.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Does `work` on `seeds`, `chunk` of them at a time, by `n_threads` threads, and merges what it gives into `total`.
pub fn in_chunks<T: Send, A>(
    seeds: Range<u64>,
    chunk: u64,
    n_threads: usize,
    total: &mut A,
    merge: impl Fn(&mut A, &T),
    work: impl Fn(Range<u64>) -> T + Sync,
) {
    let next = AtomicU64::new(seeds.start);
    let done: Mutex<BTreeMap<u64, T>> = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..n_threads.max(1) {
            scope.spawn(|| {
                loop {
                    let start = next.fetch_add(chunk, Ordering::Relaxed);
                    if start >= seeds.end {
                        return;
                    }
                    let found = work(start..(start + chunk).min(seeds.end));
                    done.lock().expect("no thread panics while it holds the results").insert(start, found);
                }
            });
        }
    });
    let done = done.into_inner().expect("no thread panics while it holds the results");
    done.values().for_each(|found| merge(total, found));
}
