//! Parallel loops: those that carry no dependence.

use crate::dependence::dependences::Dependence;
use crate::dependence::together::Together;
use crate::schedule::{Band, Dimension, Schedule};

/// By dimension, the indices of the dependences that it carries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Carried {
    /// Those with pairs that are equal in the preceding dimensions and have a positive distance in this one.
    pub by_points: Vec<Vec<usize>>,
    /// Those with pairs that are equal in the dimensions before its band and have a positive distance in this one: they
    /// may have one in its tiles.
    pub by_tiles: Vec<Vec<usize>>,
}

/// The dependences carried by each dimension of the schedule, which is legal.
pub fn carried(schedule: &Schedule, dependences: &[Dependence]) -> Carried {
    let none = vec![Vec::new(); schedule.dimensions.len()];
    let mut carried = Carried { by_points: none.clone(), by_tiles: none };
    for (number, dependence) in dependences.iter().enumerate() {
        let Some(all) = Together::of(schedule, dependence) else { continue };
        let (mut together, mut before_band) = (Some(all.clone()), all);
        for dimension in 0..schedule.dimensions.len() {
            let band = schedule.bands.iter().find(|band| band.dimensions().contains(&dimension));
            if band.is_none_or(|band| band.first == dimension) {
                match together.as_ref().filter(|it| !it.is_empty()) {
                    Some(together) => before_band = together.clone(),
                    None => break,
                }
            }
            if before_band.goes_forward(dimension) {
                carried.by_tiles[dimension].push(number);
                if together.as_ref().is_some_and(|it| it.goes_forward(dimension)) {
                    carried.by_points[dimension].push(number);
                }
            }
            together = together.and_then(|it| it.agreeing(dimension));
        }
    }
    carried
}

/// By dimension, whether all instances with equal preceding dimensions may be executed in parallel.
pub fn parallel(schedule: &Schedule, carried: &Carried) -> Vec<bool> {
    let is_loop = |dimension: &Dimension| matches!(dimension, Dimension::Loop(_));
    let of = |(dimension, carried): (&Dimension, &Vec<usize>)| is_loop(dimension) && carried.is_empty();
    std::iter::zip(&schedule.dimensions, &carried.by_points).map(of).collect()
}

/// The position of the parallelism of a statement, in increasing order of quality.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Parallelism {
    /// None.
    None,
    /// In a loop within sequential ones.
    Inner,
    /// In tiles of the outermost band, executed in wavefronts.
    Wavefront,
    /// In the outermost loop.
    Outer,
}

/// The width of the widest band of a statement, of loops that are not constant for its instances, and its parallelism.
pub fn parallelism(
    schedule: &Schedule,
    dependences: &[Dependence],
    carried: &Carried,
    statement: usize,
) -> (usize, Parallelism) {
    let is_loop = |dimension: usize| match &schedule.dimensions[dimension] {
        Dimension::Loop(rows) => rows[statement].iter().rev().skip(1).any(|number| !number.is_zero()),
        Dimension::Scalar(_) => false,
    };
    let loops: Vec<usize> = (0..schedule.dimensions.len()).filter(|&dimension| is_loop(dimension)).collect();
    let width = |band: &Band| band.dimensions().filter(|&dimension| is_loop(dimension)).count();
    let widest = schedule.bands.iter().map(width).max().unwrap_or(0);
    // Whether both sides of a dependence have equal preceding scalar dimensions with the statement.
    let touches = |number: usize, dimension: usize| {
        let is_with = |other: usize| schedule.are_together(statement, other, dimension);
        is_with(dependences[number].from) && is_with(dependences[number].to)
    };
    let is_parallel = |dimension: usize| !carried.by_points[dimension].iter().any(|&number| touches(number, dimension));
    let found = match loops.first() {
        Some(&first) if is_parallel(first) => Parallelism::Outer,
        Some(&first) if schedule.bands.iter().any(|band| band.first == first && width(band) > 1) => {
            Parallelism::Wavefront
        }
        _ if loops.iter().any(|&dimension| is_parallel(dimension)) => Parallelism::Inner,
        // Wavefronts within a sequential loop.
        _ if schedule.bands.iter().any(|band| width(band) > 1) => Parallelism::Inner,
        _ => Parallelism::None,
    };
    (widest, found)
}
