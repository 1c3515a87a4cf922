//! Where spaces go, decided once per format by upstream's two flags.

/// The state of the printer between two elements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spacing {
    /// A space is due before the next element.
    due: bool,
    /// The element before was punctuation.
    after_punctuation: bool,
}

impl Spacing {
    /// At the start of a format.
    pub fn new() -> Self {
        Self { due: true, after_punctuation: false }
    }

    /// Whether a space precedes `literal`, which comes next.
    pub fn literal(&mut self, literal: &str) -> bool {
        let space = self.due && space_before(literal, self.after_punctuation);
        self.due = !matches!(literal, "<" | "(" | "{" | "[");
        self.after_punctuation = !starts_keyword(literal);
        space
    }

    /// Whether a space precedes a variable or directive, which comes next.
    pub fn value(&mut self) -> bool {
        let space = self.due || !self.after_punctuation;
        *self = Self { due: true, after_punctuation: false };
        space
    }

    /// An attribute dictionary comes next: it brings its own space.
    pub fn dictionary(&mut self) {
        self.after_punctuation = false;
    }

    /// A forced space or a new line comes next, in a format of parameters.
    pub fn blank(&mut self) {
        self.due = false;
    }

    /// A forced space comes next, in a format of an operation.
    pub fn space(&mut self) {
        *self = Self { due: false, after_punctuation: false };
    }

    /// A forbidden space comes next.
    pub fn no_space(&mut self) {
        *self = Self { due: false, after_punctuation: true };
    }
}

/// Whether `literal` is a keyword rather than punctuation.
pub(super) fn starts_keyword(literal: &str) -> bool {
    literal.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

fn space_before(literal: &str, after_punctuation: bool) -> bool {
    if literal.len() != 1 && literal != "->" {
        return true;
    }
    let tight = if after_punctuation { ">)}]," } else { "<>(){}[]," };
    !literal.starts_with(|c| tight.contains(c))
}
