//! Code in a shared object that a compiler has generated, linked with the runner library.

use std::path::Path;

use super::{Code, raw};

/// The runner library in C: the counterpart of [`crate::host`](crate) for machine code of this process. It is to be
/// compiled with every module that is loaded as a [`Library`].
pub const RUNTIME: &str = include_str!("runtime.c");

/// See the module.
pub struct Library {
    object: raw::SharedObject,
}

impl Library {
    /// Loads the shared object.
    pub fn open(path: &Path) -> Result<Self, String> {
        Ok(Self { object: raw::SharedObject::open(path)? })
    }
}

impl Code for Library {
    fn address(&self, name: &str) -> Option<usize> {
        self.object.symbol(name)
    }

    /// Has no effect if the code starts no threads.
    fn set_n_threads(&self, n: u32) {
        if let Some(address) = self.object.symbol("omp_set_num_threads") {
            raw::call_with_number(address, n);
        }
    }

    /// The runtime returns a text that is valid until the next call.
    fn take_output(&self) -> String {
        self.object.symbol("rmlir_take_output").map_or_else(String::new, raw::call_for_text)
    }
}
