//! The oracle as an instrument of the pass manager.

use std::sync::{Mutex, PoisonError};

use rmlir_core::{Body, OpRef};
use rmlir_diag::Diagnostic;
use rmlir_pass::output::OutputSink;
use rmlir_pass::{ExecutedPass, PassObserver, PassOutput};

use crate::oracle::{Oracle, Settings};

/// An observer that executes functions before the pipeline and after each pass, and fails a pass that changes the
/// outcome of one of them.
pub struct VerifySemantics {
    settings: Settings,
    given: Option<Oracle>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    oracle: Option<Oracle>,
    /// The number of passes after which functions were compared.
    n_passes: usize,
    /// The greatest number of functions that were compared at a time.
    n_functions: usize,
    n_runs: usize,
}

impl VerifySemantics {
    /// Creates the observer with the effort `settings`.
    pub fn new(settings: Settings) -> Self {
        Self { settings, given: None, state: Mutex::default() }
    }

    /// Creates the observer with the outcomes of `oracle`, which has executed the functions of the same module already.
    pub fn with(oracle: Oracle) -> Self {
        Self { settings: oracle.settings(), given: Some(oracle), state: Mutex::default() }
    }
}

impl PassObserver for VerifySemantics {
    fn begin(&self, root: &Body, say: OutputSink) {
        let given = self.given.clone().map(|oracle| (oracle, Vec::new()));
        let (oracle, remarks) = given.unwrap_or_else(|| Oracle::new(root, self.settings));
        remarks.into_iter().for_each(|remark| say(PassOutput::Diagnostic(remark)));
        let state = State { oracle: Some(oracle), ..State::default() };
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = state;
    }

    fn after_pass(&self, root: &Body, ran: &ExecutedPass, say: OutputSink) -> bool {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(oracle) = state.oracle.as_mut().filter(|_| ran.changed) else { return true };
        let checked = oracle.check(root, &ran.pass.to_string());
        state.n_passes += usize::from(checked.n_functions > 0);
        state.n_functions = state.n_functions.max(checked.n_functions);
        state.n_runs += checked.n_runs;
        checked.remarks.into_iter().for_each(|remark| say(PassOutput::Diagnostic(remark)));
        checked.differences.iter().for_each(|difference| say(PassOutput::Diagnostic(difference.diagnostic())));
        checked.differences.is_empty()
    }

    fn end(&self, root: &Body, say: OutputSink) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let State { n_passes, n_functions, n_runs, .. } = *state;
        let message = format!("{n_functions} functions compute the same after {n_passes} passes, in {n_runs} runs");
        let place = OpRef::root(root).loc().place(root.cx());
        say(PassOutput::Diagnostic(Diagnostic::remark(place, message)));
    }
}
