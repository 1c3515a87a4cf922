//! The registry of every dialect and pass, and the opt tool as a function.
//!
//! In reading order: [`Registry`] lists dialects and passes, `pipelines` the named pipelines; [`tool`] holds what all
//! command line tools share; [`opt`] is the opt tool.

pub mod opt;
#[cfg(feature = "ml")]
mod pipelines;
mod registry;
pub mod tool;

pub use registry::Registry;
