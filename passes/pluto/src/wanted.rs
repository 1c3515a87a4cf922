//! The order of tiles and loops for the options.

use rmlir_polyhedral::Scop;
use rmlir_polyhedral::code::Jam;
use rmlir_polyhedral::dependence::dependences::dependences;
use rmlir_polyhedral::parallel::carried;
use rmlir_polyhedral::search::sizes::generalized;
use rmlir_polyhedral::tiles::diamond::diamonds;
use rmlir_polyhedral::tiles::order::{Tiling, in_two_levels};

use crate::options::Options;
use crate::plan::{Order, Plan};

impl Options {
    /// The order in which the loops of a plan are generated. `None` if the original one is as good, if the model is
    /// used.
    pub fn order(&self, plan: &Plan, scop: &Scop) -> Option<Order> {
        let with_diamonds = self.diamonds.as_ref().and_then(|tiling| plan.in_diamonds(scop, tiling, self.parallel));
        let mut order = with_diamonds.or_else(|| plan.order(scop, &self.tiles, self.parallel))?;
        if let Some(ratio) = self.second_level {
            order.steps = in_two_levels(order.steps, ratio);
        }
        Some(order)
    }
}

impl Plan {
    /// Diamond tiles, a whole row of which can start at once, with points in the order of the schedule. `None` if no
    /// band has such tiles.
    fn in_diamonds(&self, scop: &Scop, tiling: &Tiling, parallel: bool) -> Option<Order> {
        let general = generalized(scop);
        let of_general = dependences(&general.scop)?;
        let tiles = diamonds(scop, &self.dependences, (&general.scop, &of_general), &self.schedule)?;
        let carried = carried(&tiles, &self.dependences);
        let within = self.within(scop, !parallel);
        let sizes = tiling.by_dimension(&tiles);
        let (schedule, steps) = self.tiles_by((&tiles, &carried), within, &sizes, tiling.wavefront);
        Some(Order { schedule, steps, gains: vec![parallel; scop.statements.len()], jam: Jam::Never })
    }
}
