//! Random mutations of the text of every dialect, for its parser, verifier and folders.
//!
//! Plan: 1. `seeds` determines which operations of the case files belong to which dialect, and prints each in custom
//! and in generic form; 2. `vocabulary` collects the words of a dialect, which mutations insert; 3. `tokens` splits a
//! text into tokens, `change` mutates it; 4. `invented` generates operations in generic form from their definitions
//! alone; 5. `judge` runs the tool on the text and classifies the outcome; 6. `watched` does so in separate processes,
//! which may crash.
//! Requirement: each text is accepted, or rejected with an error that has a location; nothing panics or hangs.

pub mod change;
pub mod invented;
pub mod judge;
pub mod seeds;
pub mod tokens;
pub mod vocabulary;
pub mod watched;

use rmlir::core::dialect::DialectDef;

use self::seeds::Seed;
use self::vocabulary::Vocabulary;
use crate::numbers::Numbers;

/// A dialect and the sources of its texts.
pub struct Start {
    /// The dialect.
    pub dialect: &'static DialectDef,
    /// Its operations: those of its definition, and those that others add.
    pub ops: Vec<&'static rmlir::core::opdef::OpDef>,
    /// Valid texts that contain operations of it.
    pub seeds: Vec<Seed>,
    /// The words that mutations insert.
    pub vocabulary: Vocabulary,
}

/// All dialects with the texts of `cases` that use them.
pub struct Starts(pub Vec<Start>);

/// A text to test.
pub struct Trial {
    /// The dialect of the text.
    pub dialect: &'static str,
    /// The text.
    pub text: String,
    /// The flags of the tool.
    pub flags: Vec<String>,
}

/// The pipelines for a valid text; mostly it is only parsed and printed.
const PIPELINES: [&[&str]; 6] = [
    &[],
    &["--mlir-print-op-generic"],
    &["--canonicalize", "--cse"],
    &["--canonicalize", "--cse", "--canonicalize"],
    &["--int-range-optimizations", "--sccp"],
    &["--loop-invariant-code-motion", "--remove-dead-values"],
];

impl Starts {
    /// The dialects, each with the parts of `cases` that use it.
    pub fn new(cases: &[String]) -> Self {
        let registry = crate::entries::registry();
        let mut by_dialect = seeds::by_dialect(&registry, cases);
        let starts = registry.dialects.dialects().iter().map(|&dialect| {
            let seeds = by_dialect.remove(dialect.name).unwrap_or_default();
            let ops = registry.dialects.ops().filter(|op| op.dialect() == dialect.name).collect::<Vec<_>>();
            let vocabulary = Vocabulary::new(&ops, &seeds);
            Start { dialect, ops, seeds, vocabulary }
        });
        Self(starts.collect())
    }

    /// The text of `seed`. Dialects alternate.
    pub fn trial(&self, seed: u64) -> Trial {
        let start = &self.0[seed as usize % self.0.len()];
        let mut numbers = Numbers::new(seed);
        let is_invented = !start.ops.is_empty() && numbers.below(4) == 0;
        let text = if is_invented || start.seeds.is_empty() {
            invented::text(&start.ops, &start.vocabulary, &mut numbers)
        } else {
            let chosen = numbers.one_of(&start.seeds);
            let text = if numbers.below(2) == 0 { &chosen.custom } else { &chosen.generic };
            change::change(text, &start.vocabulary, &mut numbers)
        };
        let flags = numbers.one_of(&PIPELINES).iter().map(|&flag| flag.to_owned()).collect();
        Trial { dialect: start.dialect.name, text, flags }
    }

    /// The operations that no seed contains.
    pub fn uncovered(&self) -> Vec<&'static str> {
        let missing = self.0.iter().flat_map(|start| {
            start.ops.iter().map(|op| op.name).filter(|name| !start.seeds.iter().any(|seed| seed.ops.contains(*name)))
        });
        missing.collect()
    }
}
