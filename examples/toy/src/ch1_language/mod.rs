//! Chapter 1: the language and its syntax tree.
//!
//! You learn how a language for rmlir begins: a grammar, a tree whose nodes know their bytes in the source, and errors
//! as values of [`Diagnostic`](rmlir::diag::Diagnostic), which rmlir renders with the line they are about.
//!
//! All values are tensors of 64-bit floats, or structs of such (chapter 7). `+`, `-` and `*` are elementwise, `transpose`
//! reverses the dimensions, `print` prints. Functions are generic in the shapes of their arguments, and are defined before
//! they are called; the program begins at `main`.
//!
//! Files: `toy.pest` is the grammar, [`ast`] the tree, [`parse()`] makes it from a text, [`dump`] prints it.

pub mod ast;
mod dump;
mod parse;

pub use dump::dump;
pub use parse::parse;
