//! Passes, textual pipelines, the pass manager and its instruments.
//!
//! In reading order: a [`PassDef`] says statically what a pass is called and
//! which options it has; [`Pass::run`] gets a [`PassCx`] and changes one body.
//! [`PassRegistry`] finds passes and pipelines by name; a [`Pipeline`] is a
//! tree of passes, read from text or built by calls; [`PassManager`] runs one
//! on a body, over children in parallel, verifying after each pass.
//! [`instrument`] watches: IR dumps, timing, statistics, reproducers, and whoever looks on from outside.
//!
//! This crate prints no IR itself: whoever runs a pipeline gives a [`Texts`].

// What pest's derived parsers name, without its `std` feature.
extern crate alloc;

pub mod analysis;
pub mod bodies;
pub mod cx;
pub mod def;
pub mod fuel;
pub mod instrument;
pub mod manager;
pub mod options;
pub mod pipeline;
pub mod registry;
pub mod remark;
mod run;
pub mod said;

pub use analysis::{Analysis, AnalysisCache};
pub use bodies::over_bodies;
pub use cx::PassCx;
pub use def::{Pass, PassDef, PassFailed, PassResult, StatDef};
pub use fuel::Fuel;
pub use instrument::watch::{Ran, Watch};
pub use manager::{PassManager, RunConfig};
pub use options::{EnumCase, OptionDef, OptionKind, OptionType, OptionValue, OptionValues, PassList};
pub use pipeline::{PassInstance, Pipeline, PipelineError, Step};
pub use registry::{PassRegistry, PipelineDef};
pub use remark::{Remark, RemarkFilter, RemarkKind};
pub use said::{Said, Texts};
