//! Static control parts, the input of the scheduler.

use rmlir_presburger::{Polyhedron, Row};

use crate::limits::Limits;

/// Points of dimensions, with parameters as symbols.
pub type Set = Polyhedron<()>;

/// Statements in the order of the text, over the same parameters.
#[derive(Clone, Debug, Default)]
pub struct Scop {
    /// Names of the parameters.
    pub parameters: Vec<String>,
    /// The constraints on the parameters: inequalities over them, with the constant last.
    pub context: Vec<Row>,
    /// The statements.
    pub statements: Vec<Statement>,
    /// The limits of searches.
    pub limits: Limits,
}

/// A statement, executed once for each point of its domain.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The name.
    pub name: String,
    /// Names of the iterators of the loops around it, outer before inner.
    pub iterators: Vec<String>,
    /// The iteration domain: dimensions are the iterators, symbols the parameters.
    pub domain: Set,
    /// Its position in the text: the index of the loop or statement among its siblings at each depth, one more than
    /// there are iterators. The number of common loops of two statements is the length of their common prefix.
    pub place: Vec<usize>,
    /// The array accesses.
    pub accesses: Vec<Access>,
}

/// An access to elements of an array.
#[derive(Clone, Debug)]
pub struct Access {
    /// The index of the array; different indices do not alias.
    pub array: usize,
    /// Whether it writes.
    pub is_write: bool,
    /// The access relation: dimensions are the iterators, then the subscripts; it includes the domain.
    pub relation: Set,
}

impl Scop {
    /// The number of parameters.
    pub fn n_parameters(&self) -> usize {
        self.parameters.len()
    }
}

impl Statement {
    /// The number of iterators.
    pub fn depth(&self) -> usize {
        self.iterators.len()
    }

    /// The number of common loops.
    pub fn n_common_loops(&self, other: &Statement) -> usize {
        let same = std::iter::zip(&self.place, &other.place).take_while(|(a, b)| a == b).count();
        same.min(self.depth()).min(other.depth())
    }

    /// Returns whether it precedes another one in an iteration of their common loops.
    pub fn is_before(&self, other: &Statement) -> bool {
        self.place < other.place
    }
}
