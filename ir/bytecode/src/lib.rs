//! MLIR bytecode: the binary form of IR that `mlir-opt` reads and writes.
//!
//! A file is a magic number, a version, the name of its producer, and sections: strings; dialects with the operations
//! used of each; attributes and types, each encoded by its dialect or as text; resources; the properties of operations;
//! and the operations themselves. Everything refers to everything by number.
//!
//! In reading order: `encoding` holds the numbers of the format; `builtin` encodes the builtin attributes and types; `props` says in which order properties stand; `write`
//! makes files, `read` reads them. The source is upstream's description of the format, `mlir/docs/BytecodeFormat.md`, and
//! files that `mlir-opt` 22 writes. What a dialect with an encoding of its own implements is `rmlir_core::bytecode`.

mod builtin;
mod encoding;
mod props;
mod read;
mod write;

pub use encoding::{MAGIC, OLDEST_VERSION, VERSION};
pub use read::{ReadOptions, read};
pub use write::{WriteOptions, write};

/// Whether `bytes` start as a bytecode file does.
pub fn is_bytecode(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}
