//! The kinds of changes. Each lists its candidates in one body, by index, and changes some of them; it does not
//! guarantee that the module verifies afterwards.

mod arguments;
mod blocks;
mod operations;
mod regions;
mod stand_in;
mod words;

use std::ops::Range;

use rmlir::core::Body;

/// A kind of changes.
pub trait Change: Sync {
    /// The number of candidates in `body`, without those in nested bodies.
    fn count(&self, body: &Body) -> usize;

    /// Changes the candidates `which`.
    fn apply(&self, body: &mut Body, which: Range<usize>);
}

/// All kinds, in the order in which they are tried: those that remove the most come first.
pub const KINDS: &[&dyn Change] = &[
    &operations::Erase,
    &regions::Unwrap,
    &blocks::GoOneWay,
    &blocks::Return,
    &blocks::Merge,
    &arguments::Forget,
    &arguments::DropUnused,
    &arguments::ReturnNothing,
    &words::DropAttributes,
    &words::ZeroConstants,
];
