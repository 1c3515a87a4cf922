//! The engines of `rmlir-run` against each other.
//!
//! Plan: 1. [`module`] reads a text and makes code of it for each engine; 2. [`agree`] calls its functions in all of them
//! and says where they differ; 3. [`smith`] does that with random modules, [`polybench`] with the kernels; 4. [`speed`]
//! measures.
//!
//! [`Command`] is `rmlir-check engines`. The interpreter is right by definition: what is undefined or poison there may be anything elsewhere.

pub mod agree;
mod command;
pub mod module;
pub mod polybench;
pub mod smith;
pub mod speed;

pub use self::command::Command;
