//! Code that a compiler put into a shared object, with the runner library beside it.

use std::path::Path;

use super::{Code, raw};

/// The runner library as C: what [`crate::host`](crate) has for machine code of this process. It is to be compiled with
/// every module that becomes a [`Library`].
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

    /// Nothing, if the code starts no threads.
    fn set_n_threads(&self, n: u32) {
        if let Some(address) = self.object.symbol("omp_set_num_threads") {
            raw::call_with_number(address, n);
        }
    }

    /// The runtime gives a text that stays until it is called again.
    fn take_output(&self) -> String {
        self.object.symbol("rmlir_take_output").map_or_else(String::new, raw::call_for_text)
    }
}
