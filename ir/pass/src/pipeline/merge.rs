//! Merging of adjacent nested pipelines into one step, so that all passes are executed on a child before the next
//! child, and verification of the anchors of passes.

use rmlir_core::Context;
use rmlir_diag::{Diagnostic, Place};

use super::{Pipeline, Step};

impl Pipeline {
    /// Merges and checks this pipeline and all nested ones.
    pub(crate) fn finish(&mut self, cx: &Context) -> Result<(), Box<Diagnostic>> {
        let mut steps: Vec<Step> = Vec::with_capacity(self.steps.len());
        for step in std::mem::take(&mut self.steps) {
            match (step, steps.last_mut()) {
                (Step::Nested(pipelines), Some(Step::Nested(before))) if !conflict(cx, &pipelines, before) => {
                    merge(pipelines, before);
                }
                (step, _) => steps.push(step),
            }
        }
        self.steps = steps;
        for step in &mut self.steps {
            if let Step::Nested(pipelines) = step {
                pipelines.iter_mut().try_for_each(|pipeline| pipeline.finish(cx))?;
            }
        }
        self.check_anchor(cx)
    }

    fn check_anchor(&self, cx: &Context) -> Result<(), Box<Diagnostic>> {
        let Some(def) = self.anchor().and_then(|anchor| cx.op_def(anchor)) else { return Ok(()) };
        for step in &self.steps {
            let Step::Pass(instance) = step else { continue };
            if !instance.def.can_run_on(def) {
                let message = format!(
                    "unable to schedule pass '{}' on a PassManager intended to run on '{}'!",
                    instance.def.title, def.name
                );
                return Err(Box::new(Diagnostic::error(Place::Unknown, message)));
            }
        }
        Ok(())
    }
}

/// Returns whether an `any` pipeline of one list may accept operations of the other list; two `any` pipelines always
/// may.
fn conflict(cx: &Context, left: &[Pipeline], right: &[Pipeline]) -> bool {
    let takes = |generic: &Pipeline, others: &[Pipeline]| {
        others.iter().any(|other| other.anchor().is_none_or(|anchor| generic.accepts(cx, anchor)))
    };
    let conflicts = |list: &[Pipeline], others: &[Pipeline]| {
        list.iter().find(|pipeline| pipeline.anchor.is_none()).is_some_and(|generic| takes(generic, others))
    };
    conflicts(left, right) || conflicts(right, left)
}

/// Adds `pipelines` to `before`: to the one with the same anchor, or as a new one. Anchored ones are sorted by name,
/// `any` is last.
fn merge(pipelines: Vec<Pipeline>, before: &mut Vec<Pipeline>) {
    for pipeline in pipelines {
        match before.iter_mut().find(|known| known.anchor == pipeline.anchor) {
            Some(known) => known.append(pipeline),
            None => before.push(pipeline),
        }
    }
    before.sort_by(|a, b| (a.anchor.is_none(), &a.anchor).cmp(&(b.anchor.is_none(), &b.anchor)));
}
