//! Verification that a schedule satisfies all dependences. It is decided on the dependence polyhedra themselves and
//! shares no code with the scheduler.

use rmlir_presburger::{Int, Row};

use crate::dependence::dependences::Dependence;
use crate::schedule::{Band, Dimension, Schedule};
use crate::scop::{Scop, Set};

/// A violation by a schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// The order of pairs of this dependence is violated, or they have the same time.
    Dependence(usize),
    /// Two instances of this statement have the same time.
    NotUnique(usize),
    /// A pair has a negative distance in this dimension of the band with this index.
    Band(usize, usize),
}

/// Checks a schedule and returns the first violation: that of the order of a dependence if there is one.
pub fn check(scop: &Scop, dependences: &[Dependence], schedule: &Schedule) -> Result<(), Mistake> {
    let mut in_band = None;
    for (number, dependence) in dependences.iter().enumerate() {
        match order(dependence, schedule) {
            Order::Right => {}
            Order::Wrong => return Err(Mistake::Dependence(number)),
            Order::BackwardInBand(band, dimension) => in_band = in_band.into_iter().chain([(band, dimension)]).min(),
        }
    }
    for (number, statement) in scop.statements.iter().enumerate() {
        if !is_one_to_one(number, statement.depth(), schedule) {
            return Err(Mistake::NotUnique(number));
        }
    }
    in_band.map_or(Ok(()), |(band, dimension)| Err(Mistake::Band(band, dimension)))
}

fn add_to_constant(row: &mut Row, number: i64) {
    *row.last_mut().expect("a row has a constant") += &Int::from(number);
}

/// The time of the target minus that of the source, over the columns of the dependence polyhedron.
fn difference(schedule: &Schedule, dimension: usize, dependence: &Dependence) -> Row {
    let mut row = dependence.pairs.zero_row();
    match &schedule.dimensions[dimension] {
        Dimension::Scalar(of) => add_to_constant(&mut row, of[dependence.to] as i64 - of[dependence.from] as i64),
        Dimension::Loop(of) => {
            let (before, after) = (&of[dependence.from], &of[dependence.to]);
            let n_before = before.len() - 1;
            before.iter().take(n_before).enumerate().for_each(|(at, number)| row[at] = -number);
            after.iter().take(after.len() - 1).enumerate().for_each(|(at, number)| row[n_before + at] = number.clone());
            let last = row.len() - 1;
            row[last] = &after[after.len() - 1] - &before[n_before];
        }
    }
    row
}

/// The order of the pairs of a dependence in a schedule.
enum Order {
    /// The target is later, and no distance in a band is negative.
    Right,
    /// A pair is equal in all dimensions, or the first non-zero distance is negative.
    Wrong,
    /// The first band, and dimension of it, in which a pair that is equal before the band has a negative distance.
    BackwardInBand(usize, usize),
}

fn order(dependence: &Dependence, schedule: &Schedule) -> Order {
    let mut equal: Set = dependence.pairs.clone();
    // The rows of all dimensions, over the remaining columns of `equal`.
    let mut rows: Vec<Row> = (0..schedule.dimensions.len()).map(|it| difference(schedule, it, dependence)).collect();
    let mut wrong = None;
    if !equal.solve_with(&mut rows) {
        return Order::Right;
    }
    let mut at_band = (equal.clone(), rows.clone());
    for dimension in 0..schedule.dimensions.len() {
        let of_band = |band: &Band| (band.first..band.first + band.width).contains(&dimension);
        let band = schedule.bands.iter().position(of_band);
        if band.is_none_or(|band| schedule.bands[band].first == dimension) {
            at_band = (equal.clone(), rows.clone());
        }
        let (pairs, all) = &at_band;
        // A distance that is non-negative for more pairs is so for fewer.
        if goes_backward(pairs, &all[dimension]) {
            if band.is_none() || goes_backward(&equal, &rows[dimension]) {
                return Order::Wrong;
            }
            wrong = wrong.or(band.map(|band| (band, dimension)));
        }
        equal.add_equality(rows[dimension].clone());
        if !equal.solve_with(&mut rows) {
            wrong = wrong.or_else(|| later_in_band(schedule, band, dimension, &at_band));
            return wrong.map_or(Order::Right, |(band, dimension)| Order::BackwardInBand(band, dimension));
        }
    }
    if !equal.is_integer_empty() {
        return Order::Wrong;
    }
    wrong.map_or(Order::Right, |(band, dimension)| Order::BackwardInBand(band, dimension))
}

/// The first later dimension of a band in which pairs have a negative distance.
fn later_in_band(
    schedule: &Schedule,
    band: Option<usize>,
    dimension: usize,
    (pairs, rows): &(Set, Vec<Row>),
) -> Option<(usize, usize)> {
    let band = band?;
    let end = schedule.bands[band].first + schedule.bands[band].width;
    (dimension + 1..end).find(|&later| goes_backward(pairs, &rows[later])).map(|later| (band, later))
}

fn goes_backward(pairs: &Set, row: &Row) -> bool {
    let mut backward = pairs.clone();
    let mut before: Row = row.iter().map(|number| -number).collect();
    add_to_constant(&mut before, -1);
    backward.add_inequality(before);
    !backward.is_integer_empty()
}

/// Returns whether the rows of a statement are injective: their kernel is trivial.
fn is_one_to_one(statement: usize, depth: usize, schedule: &Schedule) -> bool {
    let mut vector = Set::universe(depth, 0, 0);
    for dimension in &schedule.dimensions {
        if let Dimension::Loop(rows) = dimension {
            let mut row = rows[statement].clone();
            row[depth] = Int::ZERO;
            vector.add_equality(row);
        }
    }
    let unit = |place: usize| (0..=depth).map(|other| Int::from(i64::from(other == place))).collect();
    let mut coordinates: Vec<Row> = (0..depth).map(unit).collect();
    vector.solve_with(&mut coordinates) && coordinates.iter().flatten().all(Int::is_zero)
}
