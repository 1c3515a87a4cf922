//! Which loops are parallel: no pair that earlier dimensions leave together goes forward in them.

use crate::dependences::Dependence;
use crate::schedule::{Dimension, Schedule, at_least, at_zero};

/// By dimension, whether all instances that agree in the dimensions before may run at once in it.
pub fn parallel(schedule: &Schedule, dependences: &[Dependence]) -> Vec<bool> {
    let mut is_parallel: Vec<bool> =
        schedule.dimensions.iter().map(|dimension| matches!(dimension, Dimension::Loop(_))).collect();
    for dependence in dependences {
        let mut together = dependence.pairs.clone();
        for (number, is_parallel) in is_parallel.iter_mut().enumerate() {
            let form = schedule.distance(number, dependence);
            if *is_parallel && !at_least(&together, &form, 1).is_integer_empty() {
                *is_parallel = false;
            }
            together = at_zero(&together, &form);
            if together.is_integer_empty() {
                break;
            }
        }
    }
    is_parallel
}
