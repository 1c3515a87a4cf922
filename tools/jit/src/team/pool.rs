//! Threads that wait for work between two forks. They are made when they are first needed, and stay until the process ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::Thread;

use super::locked;

/// What a thread is to do.
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

/// Those that have nothing to do.
static IDLE: Mutex<Vec<Hand>> = Mutex::new(Vec::new());

/// So often a thread looks for work before it sleeps: some hundred microseconds, within which loops that follow each other
/// fork again. Waking a thread takes some ten microseconds.
const N_LOOKS: u32 = 5_000;

/// `n` threads, for the caller alone.
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

/// They have nothing to do any more.
pub fn give_back(hands: Vec<Hand>) {
    locked(&IDLE).extend(hands);
}

impl Hand {
    fn new() -> Self {
        let shared = Arc::new(Shared::default());
        let own = shared.clone();
        let started = std::thread::Builder::new().name("rmlir team".to_owned()).spawn(move || own.serve());
        // There is no way back from machine code.
        let handle = started.unwrap_or_else(|error| crate::native::raw::stop(&format!("no thread: {error}")));
        Self { shared, thread: handle.thread().clone() }
    }

    /// Has the thread do something; it has nothing to do before.
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
