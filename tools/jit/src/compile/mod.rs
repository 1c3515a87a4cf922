//! Machine code of a module.
//!
//! Plan: 1. [`module`] collects the functions and variables of the module by name and declares each at its first use;
//! 2. [`function`] translates the functions with bodies, one after the other, by the tables of [`crate::ops`], with
//! the state in [`translator`]; 3. addresses are relocated and initializers of variables run.

mod data;
pub(crate) mod function;
pub(crate) mod module;
pub(crate) mod outcome;
mod signature;
pub(crate) mod translator;

use rmlir::core::{Body, OpRef};
use rmlir::diag::Diagnostic;
use rustc_hash::FxHashMap;

use self::module::Module;
use crate::native::{Code, raw};

pub(crate) use self::outcome::Translated;

/// The machine code of a module. It is freed with this value.
pub struct Compiled {
    functions: FxHashMap<String, usize>,
    module: Option<cranelift_jit::JITModule>,
}

/// Compiles all functions of the module of `body`, which contains only the `llvm` dialect.
pub fn compile(body: &Body) -> Result<Compiled, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let mut module = Module::new(body).map_err(|error| vec![*error])?;
    let functions: Vec<OpRef> = module.functions().collect();
    for function in functions {
        if let Err(error) = module.function(function) {
            errors.push(*error);
        }
    }
    while let Some(initializer) = module.next_initializer() {
        if let Err(error) = module.initializer(initializer) {
            errors.push(*error);
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let finished = module.finish().map_err(|error| vec![*error])?;
    finished.initializers.into_iter().for_each(raw::call_plain);
    Ok(Compiled { functions: finished.functions, module: Some(finished.jit) })
}

impl Code for Compiled {
    fn address(&self, name: &str) -> Option<usize> {
        self.functions.get(name).copied()
    }

    fn take_output(&self) -> String {
        crate::output::take_output()
    }

    fn set_n_threads(&self, n: u32) {
        crate::team::set_n_threads(n);
    }
}

impl Drop for Compiled {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            raw::free_module(module);
        }
    }
}
