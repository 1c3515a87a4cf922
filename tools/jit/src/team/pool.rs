//! Worker threads that are parked between two forks. They are created at first use and live until the process ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::Thread;

use super::lock::locked;

/// The task of a worker.
type Work = Box<dyn FnOnce() + Send>;

/// A thread of the pool.
pub struct Hand {
    shared: Arc<Shared>,
    thread: Thread,
}

#[derive(Default)]
struct Shared {
    work: Mutex<Option<Work>>,
    has_work: AtomicBool,
}

/// The idle workers.
static IDLE: Mutex<Vec<Hand>> = Mutex::new(Vec::new());

/// The number of times a thread polls for work before it is parked: some hundred microseconds, within which consecutive
/// loops fork again. Unparking a thread takes some ten microseconds.
const N_LOOKS: u32 = 5_000;

/// Takes `n` threads for the exclusive use of the caller.
pub fn take(n: u32) -> Vec<Hand> {
    let mut idle = locked(&IDLE);
    let from = idle.len().saturating_sub(n as usize);
    let mut hands = idle.split_off(from);
    drop(idle);
    while hands.len() < n as usize {
        hands.push(Hand::new());
    }
    hands
}

/// Returns the workers to the pool.
pub fn give_back(hands: Vec<Hand>) {
    locked(&IDLE).extend(hands);
}

impl Hand {
    fn new() -> Self {
        let shared = Arc::new(Shared::default());
        let own = shared.clone();
        let started = std::thread::Builder::new().name("rmlir team".to_owned()).spawn(move || own.serve());
        // Machine code cannot be unwound.
        let handle = started.unwrap_or_else(|error| crate::native::raw::stop(&format!("no thread: {error}")));
        Self { shared, thread: handle.thread().clone() }
    }

    /// Assigns work to the thread, which must be idle.
    pub fn run(&self, work: Work) {
        *locked(&self.shared.work) = Some(work);
        self.shared.has_work.store(true, Ordering::Release);
        self.thread.unpark();
    }
}

impl Shared {
    fn serve(&self) {
        let mut n_looks = 0;
        loop {
            if self.has_work.swap(false, Ordering::Acquire) {
                let work = locked(&self.work).take();
                if let Some(work) = work {
                    work();
                }
                n_looks = 0;
            } else if n_looks < N_LOOKS {
                n_looks += 1;
                std::hint::spin_loop();
            } else {
                std::thread::park();
            }
        }
    }
}
