//! The text of a program that is generated.

use std::fmt::Write;

use rmlir::interp::random::Random;

/// Lines of C, and the numbers that select among forms of them.
pub struct Source {
    /// The numbers.
    pub random: Random,
    /// The lines so far.
    pub text: String,
    /// The number of blocks around the next line.
    pub depth: usize,
}

impl Source {
    /// No lines, in a function.
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), text: String::new(), depth: 1 }
    }

    /// Whether something happens that does so in `percent` of all cases.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.random.below(100) < percent
    }

    /// One of `all`.
    pub fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.random.below(all.len() as u64) as usize]
    }

    /// Adds a line.
    pub fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", 2 * self.depth);
    }
}
