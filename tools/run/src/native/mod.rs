//! Native execution: the module is lowered to the `llvm` dialect and compiled to machine code.
//!
//! Plan: 1. [`Entries`] collects the signatures of the functions to be called; 2. [`lower`] runs the pipeline; 3.
//! [`Engine`] compiles the result, by Cranelift or by [`clang`], unless there is `no_code`; 4. [`rmlir_jit::Call`]
//! calls it.

mod clang;
mod entries;
mod lower;
mod no_code;

use clap::ValueEnum;
use rmlir::core::Body;
use rmlir_jit::Code;

pub use self::clang::OptLevel;
pub use self::entries::{Entries, Entry};
pub use self::lower::{Threads, lower};
pub use self::no_code::NoCode;

/// The engine that runs a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Engine {
    /// The reference interpreter
    Interpreter,
    /// Machine code by Cranelift, without external tools
    Jit,
    /// Machine code by the installed clang or llc from our LLVM IR
    Llvm,
    /// Hexagon code by our own code generator, assembled by the installed clang and executed by qemu-hexagon
    Hexagon,
}

impl Engine {
    /// Whether the tools that it needs are available.
    pub fn is_available(self) -> bool {
        match self {
            Self::Interpreter | Self::Jit => true,
            Self::Llvm => clang::is_available(),
            Self::Hexagon => rmlir_hexagon_codegen::run::Tools::find().is_ok(),
        }
    }

    /// Compiles the functions `entries` of the module of `body`, which is lowered in place.
    pub fn code(self, body: &mut Body, entries: &Entries) -> Result<Box<dyn Code>, NoCode> {
        entries.prepare(body)?;
        self.code_of_lowered(body)
    }

    /// As [`Self::code`], for a module that [`Entries::prepare`] has lowered.
    pub fn code_of_lowered(self, body: &Body) -> Result<Box<dyn Code>, NoCode> {
        self.code_of_lowered_at(body, OptLevel::O2)
    }

    /// As [`Self::code_of_lowered`], with the optimization level of the compiler.
    pub fn code_of_lowered_at(self, body: &Body, level: OptLevel) -> Result<Box<dyn Code>, NoCode> {
        match self {
            Engine::Interpreter => Err(NoCode::Machine("the interpreter needs no code".to_owned())),
            Engine::Hexagon => Err(NoCode::Machine("Hexagon code does not run in this process".to_owned())),
            Engine::Jit => Ok(Box::new(rmlir_jit::compile(body).map_err(NoCode::Module)?)),
            Engine::Llvm => Ok(Box::new(clang::compile(body, level)?)),
        }
    }
}
