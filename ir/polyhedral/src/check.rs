//! Whether a schedule satisfies all dependences. This decides over the pairs themselves and shares nothing with the
//! search for schedules.

use rmlir_presburger::{Int, Row};

use crate::dependences::Dependence;
use crate::schedule::{Dimension, Schedule};
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

/// The first mistake.
pub fn check(scop: &Scop, dependences: &[Dependence], schedule: &Schedule) -> Result<(), Mistake> {
    for (number, dependence) in dependences.iter().enumerate() {
        if !runs_in_order(dependence, schedule) {
            return Err(Mistake::Dependence(number));
        }
    }
    for (number, statement) in scop.statements.iter().enumerate() {
        if !is_one_to_one(number, statement.depth(), schedule) {
            return Err(Mistake::NotUnique(number));
        }
    }
    for (number, band) in schedule.bands.iter().enumerate() {
        for dimension in band.first..band.first + band.width {
            let goes_backward = |dependence: &Dependence| {
                let mut left = dependence.pairs.clone();
                (0..band.first).for_each(|before| left.add_equality(difference(schedule, before, dependence)));
                let mut backward = difference(schedule, dimension, dependence);
                backward.iter_mut().for_each(|number| *number = -&*number);
                add_to_constant(&mut backward, -1);
                left.add_inequality(backward);
                !left.is_integer_empty()
            };
            if dependences.iter().any(goes_backward) {
                return Err(Mistake::Band(number, dimension));
            }
        }
    }
    Ok(())
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

/// Whether no pair is equal in all dimensions, or first different in one where the second runs before the first.
fn runs_in_order(dependence: &Dependence, schedule: &Schedule) -> bool {
    let mut equal: Set = dependence.pairs.clone();
    for dimension in 0..schedule.dimensions.len() {
        let row = difference(schedule, dimension, dependence);
        let mut wrong = equal.clone();
        let mut before: Row = row.iter().map(|number| -number).collect();
        add_to_constant(&mut before, -1);
        wrong.add_inequality(before);
        if !wrong.is_integer_empty() {
            return false;
        }
        equal.add_equality(row);
    }
    equal.is_integer_empty()
}

/// Whether the rows of a statement tell all points apart: no vector but 0 is 0 in all of them.
fn is_one_to_one(statement: usize, depth: usize, schedule: &Schedule) -> bool {
    for sign in [1, -1] {
        for iterator in 0..depth {
            let mut vector = Set::universe(depth, 0, 0);
            for dimension in &schedule.dimensions {
                if let Dimension::Loop(rows) = dimension {
                    let mut row = rows[statement].clone();
                    row[depth] = Int::ZERO;
                    vector.add_equality(row);
                }
            }
            let mut nonzero = vector.zero_row();
            nonzero[iterator] = Int::from(sign);
            nonzero[depth] = Int::from(-1);
            vector.add_inequality(nonzero);
            if !vector.is_integer_empty() {
                return false;
            }
        }
    }
    true
}
