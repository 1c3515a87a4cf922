//! Running native code: [`Call`] lays arguments out in memory as C does and reads results, [`Library`] is code that a
//! compiler put into a shared object, `raw` does what Rust cannot check.

mod call;
mod layout;
pub mod library;
pub(crate) mod raw;

pub use call::Call;
pub use library::Library;

/// Native code that is in memory.
pub trait Code {
    /// Where a function starts.
    fn address(&self, name: &str) -> Option<usize>;

    /// What was printed by functions of the runner library, which is forgotten.
    fn take_output(&self) -> String;

    /// Lets teams have `n` threads from now on. Without it they have as many as `OMP_NUM_THREADS` says, or as the machine
    /// runs at a time.
    fn set_n_threads(&self, n: u32);
}
