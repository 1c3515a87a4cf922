//! The kinds of changes (`change`). Each lists its candidates in one body, by index, and changes some of them; it does
//! not guarantee that the module verifies afterwards.

mod arguments;
mod blocks;
mod change;
mod operations;
mod regions;
mod stand_in;
mod words;

pub use self::change::Change;

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
