//! The resolved options.

use rmlir::pass::Pipeline;

/// The resolved options.
pub(super) struct Config {
    pub(super) pipeline: Pipeline,
    pub(super) op_pipelines: Vec<Pipeline>,
    pub(super) max_iterations: u32,
    pub(super) threshold: u32,
}

impl Config {
    /// The pipeline for callables called `name`.
    pub(super) fn pipeline_for(&self, name: &str) -> &Pipeline {
        let own = self.op_pipelines.iter().find(|pipeline| !pipeline.is_empty() && pipeline.anchor() == Some(name));
        own.unwrap_or(&self.pipeline)
    }
}
