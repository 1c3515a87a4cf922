//! Which loops are parallel: no pair that earlier dimensions leave together goes forward in them.

use crate::dependences::Dependence;
use crate::schedule::{Dimension, Schedule, at_least, at_zero};

/// By dimension, dependences by number that keep instances of it in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Carried {
    /// Those with pairs that agree in the dimensions before and go forward in this one.
    pub by_points: Vec<Vec<usize>>,
    /// Those with pairs that agree in the dimensions before its band and go forward in this one: they may go forward in
    /// tiles of it.
    pub by_tiles: Vec<Vec<usize>>,
}

/// What each dimension of the schedule, which is right, carries.
pub fn carried(schedule: &Schedule, dependences: &[Dependence]) -> Carried {
    let none = vec![Vec::new(); schedule.dimensions.len()];
    let mut carried = Carried { by_points: none.clone(), by_tiles: none };
    for (number, dependence) in dependences.iter().enumerate() {
        let mut together = dependence.pairs.clone();
        let mut before_band = together.clone();
        for dimension in 0..schedule.dimensions.len() {
            let band = schedule.bands.iter().find(|band| band.dimensions().contains(&dimension));
            if band.is_none_or(|band| band.first == dimension) {
                before_band = together.clone();
            }
            let form = schedule.distance(dimension, dependence);
            if !at_least(&before_band, &form, 1).is_integer_empty() {
                carried.by_tiles[dimension].push(number);
                if !at_least(&together, &form, 1).is_integer_empty() {
                    carried.by_points[dimension].push(number);
                }
            }
            together = at_zero(&together, &form);
            if before_band.is_integer_empty() {
                break;
            }
        }
    }
    carried
}

/// By dimension, whether all instances that agree in the dimensions before may run at once in it.
pub fn parallel(schedule: &Schedule, carried: &Carried) -> Vec<bool> {
    let is_loop = |dimension: &Dimension| matches!(dimension, Dimension::Loop(_));
    let of = |(dimension, carried): (&Dimension, &Vec<usize>)| is_loop(dimension) && carried.is_empty();
    std::iter::zip(&schedule.dimensions, &carried.by_points).map(of).collect()
}
