//! The generated code: a tree of loops, conditions and instances.

use rmlir_presburger::{Int, Row};

/// An affine expression with a divisor: a linear combination of the enclosing variables, from the outermost, then the
/// parameters, then a constant; divided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quotient {
    /// The dividend.
    pub row: Row,
    /// The divisor, which is positive.
    pub divisor: Int,
}

/// The values of a variable that are `phase` modulo `step`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stride {
    /// The distance of consecutive values; positive.
    pub step: Int,
    /// One of the values, or of their continuation: an expression as in [`Quotient`].
    pub phase: Row,
}

/// A condition of a guard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// An expression equals 0.
    Zero(Row),
    /// An expression is non-negative.
    NotNegative(Row),
    /// The dividend is a multiple of the divisor.
    Multiple(Quotient),
}

/// A node of the generated code. Every loop and every value adds one variable for its body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// A loop from the maximum of the lower bounds, rounded up, to the minimum of the upper ones, rounded down,
    /// inclusive.
    Loop {
        /// The lower bounds; not empty.
        lower: Vec<Quotient>,
        /// The upper bounds; not empty.
        upper: Vec<Quotient>,
        /// The stride of the induction variable, if it is not 1.
        stride: Option<Stride>,
        /// Whether its iterations may be executed in parallel.
        is_parallel: bool,
        /// Whether it is known to be permutable with the loops inside.
        is_permutable: bool,
        /// The loop body.
        body: Vec<Node>,
    },
    /// A variable with one value: the quotient rounded down.
    Value {
        /// The value.
        value: Quotient,
        /// The scope of the variable.
        body: Vec<Node>,
    },
    /// A branch: the body if all conditions hold, or else the alternative.
    If {
        /// The conditions.
        conditions: Vec<Condition>,
        /// The body.
        body: Vec<Node>,
        /// The alternative; usually empty.
        otherwise: Vec<Node>,
    },
    /// An instance of a statement, whose iterators are variables from `first` on.
    Run {
        /// The statement.
        statement: usize,
        /// The variable of its first iterator.
        first: usize,
    },
}

/// The options of code generation.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Style {
    /// Whether full tiles are separated from partial ones: point loops of full tiles have only the bounds of the tile.
    pub separate: bool,
    /// The unroll-and-jam factors.
    pub jam: Jam,
}

/// The unroll-and-jam factors of the loop around an innermost one, then of the loop around that, and so on, where
/// legal.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Jam {
    /// No unroll-and-jam.
    #[default]
    Never,
    /// The same factors for all statements.
    All(Vec<u32>),
    /// Factors by statement; statements that share a loop use the minimum.
    Each(Vec<Vec<u32>>),
}

impl Jam {
    /// The same factors for all statements, if any are given.
    pub fn all(factors: &[u32]) -> Self {
        if factors.is_empty() { Jam::Never } else { Jam::All(factors.to_vec()) }
    }
}
