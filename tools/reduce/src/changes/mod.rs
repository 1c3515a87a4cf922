//! The kinds of changes. Each lists its candidates in one body, by number, and changes some of them; whether the module is
//! right afterwards is not its business.

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
    /// How many candidates `body` has, without those in bodies inside of it.
    fn count(&self, body: &Body) -> usize;

    /// Changes the candidates `which`.
    fn apply(&self, body: &mut Body, which: Range<usize>);
}

/// All kinds, in the order in which they are tried: what leaves out the most comes first.
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
