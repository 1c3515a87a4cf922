//! MLIR bytecode: the binary form of IR read and written by `mlir-opt`.
//!
//! A file is a magic number, a version, the name of its producer, and sections: strings; dialects with the operation
//! names of each; attributes and types, each encoded by its dialect or as text; resources; the properties of
//! operations; and the operations themselves. All references are indices.
//!
//! In reading order: `encoding` has the constants of the format; `builtin` encodes the builtin attributes and types;
//! `props` defines the order of properties; `write` is the writer, `read` the reader. The sources are upstream's
//! description of the format, `mlir/docs/BytecodeFormat.md`, and files written by `mlir-opt` 22. A dialect with its own
//! encoding implements `rmlir_core::bytecode`.

mod builtin;
mod encoding;
mod props;
mod read;
mod write;

pub use encoding::{MAGIC, OLDEST_VERSION, VERSION};
pub use read::{ReadOptions, read};
pub use write::{WriteOptions, write};

/// Returns whether `bytes` begin with the magic number of bytecode files.
pub fn is_bytecode(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}
