//! Whether a schedule satisfies all dependences. This decides over the pairs themselves and shares nothing with the
//! search for schedules.

use rmlir_presburger::{Int, Row};

use crate::dependences::Dependence;
use crate::schedule::{Band, Dimension, Schedule};
use crate::scop::{Scop, Set};

/// A mistake of a schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// Pairs of this dependence run in the wrong order, or at once.
    Dependence(usize),
    /// Two instances of this statement run at once.
    NotUnique(usize),
    /// A pair goes backward in this dimension of the band, by number.
    Band(usize, usize),
}

/// The first mistake: of the order of a dependence if there is one.
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

/// Second minus first, over the columns of the pairs.
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

/// What a schedule says of the pairs of a dependence.
enum Order {
    /// The second one runs later, and does not go backward in bands.
    Right,
    /// A pair is equal in all dimensions, or first different in one where the second runs before the first.
    Wrong,
    /// The first band, and dimension of it, in which a pair goes backward that was equal before the band.
    BackwardInBand(usize, usize),
}

fn order(dependence: &Dependence, schedule: &Schedule) -> Order {
    let mut equal: Set = dependence.pairs.clone();
    // The rows for all dimensions, over the columns that are left of `equal`.
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
        // What does not go backward among more pairs does not among fewer.
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

/// The first dimension of a band after this one in which pairs go backward.
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

/// Whether the rows of a statement tell all points apart: only the vector 0 is 0 in all of them.
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
