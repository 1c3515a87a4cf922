//! The parts of the state of the parser.

use std::ops::Range;

use rmlir_core::asm::{Argument, Unresolved};
use rmlir_core::{BlockId, Body, OpId, OpName, RegionId, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::names::{Names, Spelled};

/// A location alias used before its definition.
pub(crate) struct DeferredLoc<'s> {
    pub alias: &'s [u8],
    pub pos: u32,
    pub target: LocTarget,
}

/// An entity with a location.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LocTarget {
    Op { body: u32, op: OpId },
    Arg { body: u32, block: BlockId, index: usize },
}

/// The results before `=`.
pub(super) type ResultNames = SmallVec<[(Unresolved, u32); 1]>;

/// The state of an operation in progress.
pub(crate) struct OpFrame<'c> {
    pub name_pos: u32,
    pub results: ResultNames,
    /// The body of an isolated operation, once it has a region.
    pub nested: Option<Box<Body<'c>>>,
    pub last_region_empty: bool,
}

/// A body that is deferred.
pub(crate) struct WaitingBody {
    pub(super) name: OpName,
    pub(super) region: RegionId,
    pub(super) args: Vec<SpelledArgument>,
    pub(super) is_custom: bool,
    pub(super) name_pos: u32,
    pub(super) region_depth: usize,
    pub(super) default_dialects: Vec<&'static str>,
    /// The range from brace to brace.
    pub(super) bytes: Range<usize>,
}

/// The names of one body.
pub(crate) struct NameScope<'s> {
    /// The names of values.
    pub(super) names: Names<'s>,
    /// Placeholders that are not replaced yet.
    pub(super) placeholders: FxHashMap<Value, FirstUse>,
    pub(super) regions: Vec<RegionNames<'s>>,
    /// Names of results of operations that have errors, with the indices of the values.
    pub(super) lost: FxHashMap<u32, usize>,
}

/// An argument whose name is given by its spelling: each scope has its own ids.
pub(crate) struct SpelledArgument {
    /// `None` if it has no name.
    pub(super) spelled: Option<Spelled>,
    pub(super) argument: Argument,
}

/// The first use of a name that is not defined yet.
pub(super) struct FirstUse {
    pub(super) pos: u32,
    /// The number of open regions of the body.
    pub(super) n_regions: usize,
}

/// The names defined in one region.
#[derive(Default)]
pub(super) struct RegionNames<'s> {
    /// The index from which on `Parser::defined` belongs to this region.
    pub(super) first_defined: usize,
    pub(super) blocks: FxHashMap<&'s [u8], BlockName>,
    /// Names of blocks used before their definition, in order.
    pub(super) forward: Vec<&'s [u8]>,
}

#[derive(Clone, Copy)]
pub(super) struct BlockName {
    pub(super) block: BlockId,
    pub(super) pos: u32,
    pub(super) is_defined: bool,
}
