//! What is found about the statements of a function, whether it is shown or becomes code.

use rmlir_polyhedral::check::check;
use rmlir_polyhedral::dependences::dependences;
use rmlir_polyhedral::order::{Step, Tiling, tiled, untiled};
use rmlir_polyhedral::parallel::{Carried, carried, parallel};
use rmlir_polyhedral::pluto::{self, Fuse};
use rmlir_polyhedral::sizes::generalized;
use rmlir_polyhedral::{Dependence, Schedule, Scop, text};

/// Dependences, a schedule that was checked, and what its dimensions carry.
pub struct Plan {
    /// What has to stay in order.
    pub dependences: Vec<Dependence>,
    /// When instances run.
    pub schedule: Schedule,
    carried: Carried,
}

/// Why there is no plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unplanned {
    /// There are more dependences than are looked at.
    Dependences,
    /// No schedule was found within the limits of the search.
    Schedule,
    /// The schedule was not proved to satisfy all dependences.
    Proof,
}

impl Unplanned {
    /// In words.
    pub fn why(self) -> &'static str {
        match self {
            Unplanned::Dependences => "it has too many accesses to the same memory",
            Unplanned::Schedule => "no schedule was found within the limits of the search",
            Unplanned::Proof => "its schedule was not proved to be right",
        }
    }
}

impl Plan {
    /// By PLuTo's algorithm. The schedule is searched for any sizes of arrays; all else is about this program.
    pub fn of(scop: &Scop, fuse: Fuse) -> Result<Self, Unplanned> {
        let general = generalized(scop);
        let of_all_sizes = dependences(&general).ok_or(Unplanned::Dependences)?;
        let schedule = pluto::schedule(&general, &of_all_sizes, fuse).ok_or(Unplanned::Schedule)?;
        let dependences = dependences(scop).ok_or(Unplanned::Dependences)?;
        check(scop, &dependences, &schedule).map_err(|_| Unplanned::Proof)?;
        let carried = carried(&schedule, &dependences);
        Ok(Plan { dependences, schedule, carried })
    }

    /// What the dimensions of the schedule carry.
    pub fn carried(&self) -> &Carried {
        &self.carried
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
