//! Declarative formats, compiled once and run in both directions.
//!
//! The macros read and check a format (`rmlir_core::opdef::format`), so that a
//! definition holds its elements. In reading order: [`compile`] makes a flat
//! program of them, with the help of [`spacing`] (where spaces go), [`custom`]
//! (a dialect's own directives) and [`kinds`]; [`read`] and [`finish`] run a
//! program over a parser, [`write`] over a printer, both with their `_attr`
//! halves; [`params`] is the same for the parameters of types and attributes.
//!
//! A program knows no text positions and allocates nothing per operation but
//! what does not fit its short lists.

mod cache;
mod compile;
mod custom;
mod finish;
mod found;
mod kinds;
mod params;
mod program;
mod read;
mod read_attr;
mod spacing;
mod write;
mod write_attr;

use rmlir_core::asm::{AsmPrinter, OpAsmParser, Parsed};
use rmlir_core::opdef::format::FormatError;
use rmlir_core::opdef::{OpDef, OpFormat};
use rmlir_core::{OpRef, OpState};

use self::cache::cached;
pub use self::params::{ParamsProgram, compile_params, parse_params, print_params, read_params_format};
pub use self::program::OpProgram;

/// The format that `text` declares for an operation like `def`: for definitions that no macro makes.
pub fn read_op_format(def: &OpDef, text: &'static str) -> Result<OpFormat, FormatError> {
    compile::read(def, text)
}

/// Compiles the declarative format of `def`; an error is a mistake in a
/// definition that no macro made.
pub fn compile_op(def: &'static OpDef) -> Result<OpProgram, FormatError> {
    compile::compile(def)
}

/// Reads what follows the name of an operation with a declarative format.
///
/// # Panics
/// If the format does not compile.
pub fn parse_op(def: &'static OpDef, parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    read::read(def, program(def), parser, state)
}

/// Writes what follows the name of an operation with a declarative format.
///
/// # Panics
/// If the format does not compile.
pub fn print_op(def: &'static OpDef, printer: &mut dyn AsmPrinter, op: OpRef) {
    write::write(def, program(def), printer, op);
}

/// Whether [`print_op`] writes no types and attributes but those of the operation and of its operands and results.
///
/// # Panics
/// If the format does not compile.
pub fn prints_own_parts(def: &'static OpDef) -> bool {
    def.regions.is_empty() && def.successors.is_empty() && program(def).customs.is_empty()
}

fn program(def: &'static OpDef) -> &'static OpProgram {
    cached(&def.cache, || compile::compile(def))
}
