//! What is found about the statements of a function, whether it is shown or becomes code.

use rmlir_polyhedral::check::check;
use rmlir_polyhedral::dependences::dependences;
use rmlir_polyhedral::order::{Step, Tiling, tiled, untiled};
use rmlir_polyhedral::parallel::{Carried, carried, parallel};
use rmlir_polyhedral::pluto::{self, Fuse};
use rmlir_polyhedral::{Dependence, Schedule, Scop, text};

/// Dependences, a schedule that was checked, and what its dimensions carry.
pub struct Plan {
    /// What has to stay in order.
    pub dependences: Vec<Dependence>,
    /// When instances run.
    pub schedule: Schedule,
    carried: Carried,
}

impl Plan {
    /// By PLuTo's algorithm.
    pub fn of(scop: &Scop, fuse: Fuse) -> Self {
        let dependences = dependences(scop);
        let schedule = pluto::schedule(scop, &dependences, fuse);
        if let Err(mistake) = check(scop, &dependences, &schedule) {
            panic!("a schedule satisfies all dependences: {mistake:?}\n{schedule:?}");
        }
        let carried = carried(&schedule, &dependences);
        Plan { dependences, schedule, carried }
    }

    /// The order in which loops are generated.
    pub fn steps(&self, tiling: Option<&Tiling>) -> Vec<Step> {
        match tiling {
            Some(tiling) => tiled(&self.schedule, &self.carried, tiling),
            None => untiled(&self.schedule, &self.carried),
        }
    }

    /// The schedule as people read it.
    pub fn schedule_text(&self, scop: &Scop) -> String {
        text::schedule(scop, &self.schedule, &parallel(&self.schedule, &self.carried))
    }
}
