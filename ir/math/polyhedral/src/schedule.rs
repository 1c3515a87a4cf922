//! Schedules.

use std::ops::Range;

use rmlir_presburger::{Int, Row};

use crate::dependence::dependences::Dependence;
use crate::scop::Scop;

/// One dimension of the time of instances, for all statements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dimension {
    /// A hyperplane: by statement the coefficients of its iterators, then its shift.
    Loop(Vec<Row>),
    /// A constant for each statement.
    Scalar(Vec<usize>),
}

impl Dimension {
    /// Returns whether two statements share the loops inside: they have the same constant, or it is a loop.
    pub fn is_together(&self, a: usize, b: usize) -> bool {
        match self {
            Dimension::Scalar(numbers) => numbers[a] == numbers[b],
            Dimension::Loop(_) => true,
        }
    }
}

/// A permutable band: consecutive loops that may be permuted and tiled, because no dependence unsatisfied before has a
/// negative distance in any of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Band {
    /// The first dimension.
    pub first: usize,
    /// The number of dimensions.
    pub width: usize,
}

impl Band {
    /// Its dimensions.
    pub fn dimensions(&self) -> Range<usize> {
        self.first..self.first + self.width
    }
}

/// The multidimensional times of instances, in lexicographical order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Schedule {
    /// Outer dimensions before inner ones.
    pub dimensions: Vec<Dimension>,
    /// The bands, outer ones first.
    pub bands: Vec<Band>,
}

impl Schedule {
    /// The distance of pairs in one dimension: the time of the target minus that of the source, over the columns of the
    /// pairs.
    pub fn distance(&self, dimension: usize, dependence: &Dependence) -> Row {
        distance(&self.dimensions[dimension], dependence)
    }

    /// Returns whether two statements have equal constants in all scalar dimensions before this one: loops there
    /// enclose both.
    pub fn are_together(&self, a: usize, b: usize, before: usize) -> bool {
        self.dimensions[..before].iter().all(|dimension| dimension.is_together(a, b))
    }

    /// The number of statements.
    pub fn n_statements(&self) -> usize {
        self.dimensions.first().map_or(0, |dimension| match dimension {
            Dimension::Loop(rows) => rows.len(),
            Dimension::Scalar(numbers) => numbers.len(),
        })
    }

    /// The original order.
    pub fn original(scop: &Scop) -> Self {
        let depth = scop.statements.iter().map(|statement| statement.depth()).max().unwrap_or(0);
        let mut dimensions = Vec::new();
        for level in 0..=depth {
            let places = scop.statements.iter().map(|statement| statement.place.get(level).copied().unwrap_or(0));
            dimensions.push(Dimension::Scalar(places.collect()));
            if level < depth {
                let row = |depth: usize| {
                    let mut row = vec![Int::ZERO; depth + 1];
                    if level < depth {
                        row[level] = Int::ONE;
                    }
                    row
                };
                dimensions.push(Dimension::Loop(scop.statements.iter().map(|it| row(it.depth())).collect()));
            }
        }
        Schedule { dimensions, bands: Vec::new() }
    }
}

/// The distance of pairs: the time of the target minus that of the source, over the columns of the pairs.
pub fn distance(dimension: &Dimension, dependence: &Dependence) -> Row {
    let mut row = dependence.pairs.zero_row();
    match dimension {
        Dimension::Loop(rows) => {
            let (from, to) = (&rows[dependence.from], &rows[dependence.to]);
            let depth = from.len() - 1;
            for (place, number) in from[..depth].iter().enumerate() {
                row[place] -= number;
            }
            for (place, number) in to[..to.len() - 1].iter().enumerate() {
                row[depth + place] += number;
            }
            *row.last_mut().expect("a row has a constant") = &to[to.len() - 1] - &from[depth];
        }
        Dimension::Scalar(numbers) => {
            let difference = numbers[dependence.to] as i64 - numbers[dependence.from] as i64;
            *row.last_mut().expect("a row has a constant") = Int::from(difference);
        }
    }
    row
}
