//! What is scheduled.

use rmlir_presburger::{Polyhedron, Row};

use crate::limits::Limits;

/// Points of dimensions, with parameters as symbols.
pub type Set = Polyhedron<()>;

/// Statements in the order of the text, over the same parameters.
#[derive(Clone, Debug, Default)]
pub struct Scop {
    /// Names of the parameters.
    pub parameters: Vec<String>,
    /// What is known of the parameters: inequalities over them, with the constant last.
    pub context: Vec<Row>,
    /// The statements.
    pub statements: Vec<Statement>,
    /// The limits of searches.
    pub limits: Limits,
}

/// Something that is done once for each point of a set.
#[derive(Clone, Debug)]
pub struct Statement {
    /// What it is called.
    pub name: String,
    /// Names of the iterators of the loops around it, outer before inner.
    pub iterators: Vec<String>,
    /// The points: dimensions are the iterators, symbols the parameters.
    pub domain: Set,
    /// Its place in the text: the number of the loop or statement among its neighbours at each depth, one more than
    /// there are iterators. Two statements have as many loops in common as numbers at the start.
    pub place: Vec<usize>,
    /// What it reads and writes.
    pub accesses: Vec<Access>,
}

/// An access to elements of an array.
#[derive(Clone, Debug)]
pub struct Access {
    /// Which array; different numbers are different memory.
    pub array: usize,
    /// Whether it writes.
    pub is_write: bool,
    /// Dimensions are the iterators, then the subscripts; it includes the domain.
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

    /// How many loops are around both.
    pub fn n_common_loops(&self, other: &Statement) -> usize {
        let same = std::iter::zip(&self.place, &other.place).take_while(|(a, b)| a == b).count();
        same.min(self.depth()).min(other.depth())
    }

    /// Whether it comes before another one in an iteration of the loops that they have in common.
    pub fn is_before(&self, other: &Statement) -> bool {
        self.place < other.place
    }
}
