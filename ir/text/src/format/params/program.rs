//! The compiled format of parameters.

/// The compiled format of parameters.
pub struct ParamsProgram {
    pub(crate) steps: Box<[Step]>,
}

/// One step.
#[derive(Debug)]
pub(crate) struct Step {
    /// Whether a space is written first, if anything is.
    pub space: bool,
    pub kind: Kind,
}

#[derive(Debug)]
pub(crate) enum Kind {
    Keyword(&'static str),
    Punctuation(&'static str),
    Space,
    Newline,
    Param {
        index: usize,
        qualified: bool,
    },
    /// Parameters separated by commas.
    List(Box<[usize]>),
    /// `name = parameter`, separated by commas, in any order.
    Struct(Box<[usize]>),
    /// `then` steps follow, then `otherwise` steps.
    Group {
        then: usize,
        otherwise: usize,
        guard: usize,
        present: Box<[usize]>,
        inverted: bool,
    },
}
