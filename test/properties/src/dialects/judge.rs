//! Runs the tool on a text and classifies the outcome.

use std::sync::Mutex;

use super::Trial;
use crate::entries;
use crate::hostile::PANICKED;

/// The outcome for a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Went {
    /// It is accepted.
    Accepted,
    /// It is rejected, with errors.
    Rejected,
    /// A failure of the tool.
    Wrong(String),
}

/// The location and message of the last panic, of any thread.
static LAST_PANIC: Mutex<String> = Mutex::new(String::new());

/// Records panics instead of printing them.
pub fn remember_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        let payload = info.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("");
        if let Ok(mut last) = LAST_PANIC.lock() {
            *last = format!("{place}: {}", text.lines().next().unwrap_or(""));
        }
    }));
}

/// Runs the tool on the text of `trial`.
pub fn run(trial: &Trial) -> Went {
    let flags: Vec<&str> = trial.flags.iter().map(String::as_str).collect();
    let ran = entries::run(&trial.text, &flags);
    let said = String::from_utf8_lossy(&ran.stderr);
    match ran.code {
        PANICKED => panicked(),
        0 => Went::Accepted,
        // A panic of a pass is reported as an error.
        _ if said.contains("' panicked: ") => panicked(),
        _ if said.contains("error: ") => Went::Rejected,
        _ => Went::Wrong(format!("failed without an error: {said}")),
    }
}

fn panicked() -> Went {
    let place = LAST_PANIC.lock().map(|last| last.clone()).unwrap_or_default();
    Went::Wrong(format!("panicked at {place}"))
}
