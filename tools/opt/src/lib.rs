//! The registry of every dialect and pass, and the opt tool as a function.
//!
//! In reading order: [`dialects`] and [`passes`] are two ordered, explicit lists, `pipelines` lists the named pipelines;
//! [`Registry`] holds what a tool knows of them; [`tool`] holds what all command line tools share; [`opt`] is the opt
//! tool.

pub mod dialects;
pub mod opt;
pub mod passes;
#[cfg(feature = "ml")]
mod pipelines;
mod registry;
pub mod tool;

pub use registry::Registry;
