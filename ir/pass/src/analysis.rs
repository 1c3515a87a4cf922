//! Analyses requested by passes, cached as long as the body is unchanged.

use std::any::{Any, TypeId};
use std::sync::Arc;

use rmlir_core::Body;
use rmlir_core::body::Fingerprint;

/// A result that is computed from a body and is valid until the body changes.
pub trait Analysis: Any + Send + Sync {
    /// The name in timing reports.
    const NAME: &'static str;
    /// Whether it reads nested bodies.
    const DEEP: bool = false;

    /// Computes the analysis of `body`.
    fn compute(body: &Body) -> Self;
}

/// The analyses of one body. An entry is reused only while the body has the version it was computed from: passes need
/// not declare preserved analyses.
#[derive(Default)]
pub struct AnalysisCache {
    entries: Vec<Entry>,
}

struct Entry {
    kind: TypeId,
    state: State,
    result: Arc<dyn Any + Send + Sync>,
}

#[derive(PartialEq)]
enum State {
    Shallow { body: u32, version: u32 },
    Deep(Fingerprint),
}

impl AnalysisCache {
    /// Analysis `A`, if it was computed from the current version of `body`.
    pub fn known<A: Analysis>(&self, body: &Body) -> Option<Arc<A>> {
        let kind = TypeId::of::<A>();
        let entry = self.entries.iter().find(|entry| entry.kind == kind)?;
        (entry.state == State::of::<A>(body)).then(|| entry.result.clone().downcast::<A>().ok())?
    }

    /// Caches `result`, which was computed from the current version of `body`.
    pub fn keep<A: Analysis>(&mut self, body: &Body, result: Arc<A>) {
        let kind = TypeId::of::<A>();
        self.entries.retain(|entry| entry.kind != kind);
        self.entries.push(Entry { kind, state: State::of::<A>(body), result });
    }
}

impl State {
    fn of<A: Analysis>(body: &Body) -> Self {
        match A::DEEP {
            true => State::Deep(body.fingerprint()),
            false => State::Shallow { body: body.number(), version: body.version() },
        }
    }
}
