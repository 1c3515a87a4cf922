//! The timers of passes and pipelines.

use crate::def::{PassInstance, Pipeline};
use crate::instrument::timing::TimerStack;

impl TimerStack {
    pub(crate) fn start_pass(&mut self, pass: &PassInstance) {
        self.start_at(std::ptr::from_ref(pass).addr(), || pass.def().title.to_owned());
    }

    pub(crate) fn start_pipeline(&mut self, pipeline: &Pipeline) {
        self.start_named(|| format!("'{}' Pipeline", pipeline.anchor_name()));
    }

    pub(crate) fn start_collection(&mut self, pipelines: &[Pipeline]) {
        self.start_at(pipelines.as_ptr().addr(), || collection_name(pipelines));
        if pipelines.len() <= 1 {
            self.hide();
        }
    }
}

/// The name of several sibling pipelines.
pub(crate) fn collection_name(pipelines: &[Pipeline]) -> String {
    let anchors: Vec<String> = pipelines.iter().map(|pipeline| format!("'{}'", pipeline.anchor_name())).collect();
    format!("Pipeline Collection : [{}]", anchors.join(", "))
}
