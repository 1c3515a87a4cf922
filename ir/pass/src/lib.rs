//! Passes, textual pipelines, the pass manager and its instruments.
//!
//! In reading order: `def` has the types. A [`PassDef`] is the static declaration of a pass with its name and its
//! options; [`Pass::run`] receives a [`PassCx`] and modifies one body. [`PassRegistry`] finds passes and pipelines by
//! name; a [`Pipeline`] is a tree of passes, parsed from text or built by calls; [`PassManager`] executes one on a
//! body, on children in parallel, with verification after each pass. [`instrument`] has the instrumentation: IR dumps,
//! timing, statistics, reproducers, reports of panics, and external observers.
//!
//! This crate does not print IR itself: the caller provides a [`Texts`].

// Required by the code that pest derives, which is generated without its `std` feature.
extern crate alloc;

pub mod analysis;
pub mod bodies;
pub mod cx;
pub mod def;
mod globals;
pub mod instrument;
pub mod manager;
pub mod options;
pub mod output;
pub mod pipeline;
pub mod registry;
pub mod remark;
mod run;

pub use analysis::{Analysis, AnalysisCache};
pub use bodies::over_bodies;
pub use def::{
    EnumCase, ExecutedPass, OptionDef, OptionKind, OptionValue, OptionValues, Pass, PassCx, PassDef, PassFailed,
    PassInstance, PassList, PassObserver, PassResult, Pipeline, RunConfig, StatDef, Step,
};
pub use manager::PassManager;
pub use options::OptionType;
pub use output::{PassOutput, Texts};
pub use pipeline::PipelineError;
pub use registry::{PassRegistry, PipelineDef};
pub use remark::{Remark, RemarkFilter, RemarkKind};
