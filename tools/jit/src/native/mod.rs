//! Running native code: [`Call`] lays arguments out in memory as C does and reads results, [`Library`] is code in a
//! shared object that a compiler has generated, `raw` does what Rust cannot check.

mod call;
mod layout;
pub mod library;
pub(crate) mod raw;

pub use call::Call;
pub use library::Library;

/// Native code in memory.
pub trait Code {
    /// The address of a function.
    fn address(&self, name: &str) -> Option<usize>;

    /// Takes the output of the runner library's functions and clears it.
    fn take_output(&self) -> String;

    /// Sets the number of threads of subsequent teams to `n`. The default is `OMP_NUM_THREADS`, else the parallelism of
    /// the machine.
    fn set_n_threads(&self, n: u32);
}
