//! The order in which the loops of a plan are generated.

use rmlir_polyhedral::Scop;
use rmlir_polyhedral::code::Jam;
use rmlir_polyhedral::parallel::carried;
use rmlir_polyhedral::tiles::order::{Tiling, tiled, untiled};

use crate::cheapest::{Model, cheapest};
use crate::plan::{Order, Plan};

/// The tiling of bands.
#[derive(Clone, Debug)]
pub enum Tiles {
    /// No tiling.
    None,
    /// All bands of at least two loops.
    Wanted(Tiling),
    /// Those for which it pays off, with sizes by the model; the function is unchanged if its order is as good.
    Chosen(Model),
}

impl Plan {
    /// The order in which loops are generated. `None` if the original one is as good, if the model is used.
    ///
    /// If parallel loops are requested, tiles are in the order of the schedule, whose outer loops are parallel if any
    /// are, and only points within them have the best loop innermost; otherwise all loops have.
    pub fn order(&self, scop: &Scop, tiles: &Tiles, parallel: bool) -> Option<Order> {
        let gains = vec![parallel; scop.statements.len()];
        let (schedule, steps) = match tiles {
            Tiles::Chosen(model) => return cheapest(self, scop, *model),
            Tiles::None => {
                let schedule = if parallel { self.schedule.clone() } else { self.within(scop, true) };
                let steps = untiled(&schedule, &carried(&schedule, &self.dependences));
                (schedule, steps)
            }
            Tiles::Wanted(tiling) => {
                let within = self.within(scop, !parallel);
                let sizes = tiling.by_dimension(&within);
                match parallel {
                    true => self.tiles_outside(within, &sizes, tiling.wavefront),
                    false => {
                        let carried = carried(&within, &self.dependences);
                        let steps = tiled(&within, &self.dependences, &carried, &sizes, tiling.wavefront);
                        (within, steps)
                    }
                }
            }
        };
        Some(Order { schedule, steps, gains, jam: Jam::Never })
    }
}
