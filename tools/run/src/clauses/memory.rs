//! Memory that iterations of marked loops access: conflicts of iterations that the mark says are independent.
//!
//! For each byte the iterations that touched it last are kept: the one that wrote it, and two that read it. An access
//! conflicts with that of another iteration, fewer iterations away than the mark has lanes, if one of both writes. A read
//! that is forgotten is further away than one that is kept, so no loop with a conflict is without an error.

use rmlir::core::{Context, Loc};
use rmlir::diag::Diagnostic;
use rmlir::interp::{MemoryAccess, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// An iteration, and what it did there.
#[derive(Clone, Copy, Debug)]
struct Touch {
    iteration: i64,
    /// The operation, by its number in the program.
    operation: u32,
}

/// Who touched a byte last.
#[derive(Default)]
struct Byte {
    write: Option<Touch>,
    /// The last iteration that read it, and the last one before that.
    reads: [Option<Touch>; 2],
}

/// A conflict.
struct Conflict {
    mark: Mark,
    first: Touch,
    second: Touch,
    /// Whether the first access writes, and whether the second one does.
    writes: [bool; 2],
}

/// A mark that an access is held against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// How many loops and calls are around the marked loop.
    pub depth: usize,
    /// The iteration.
    pub iteration: i64,
    /// How many consecutive iterations are independent; all of them if there is no number.
    pub width: Option<i64>,
    /// Where the loop stands; nowhere if the lanes of a function are meant.
    pub loc: Option<Loc>,
}

/// The conflicts seen so far.
#[derive(Default)]
pub struct Conflicts {
    /// By depth and address.
    bytes: FxHashMap<usize, FxHashMap<u64, Byte>>,
    found: Vec<Conflict>,
    seen: FxHashSet<(Option<Loc>, u32, u32)>,
    /// How many accesses were looked at.
    pub n_accesses: u64,
}

impl Conflicts {
    /// Forgets what iterations of the loop at this depth did: control comes to another loop.
    pub fn forget(&mut self, depth: usize) {
        self.bytes.remove(&depth);
    }

    /// An iteration accesses memory by an operation, which may be one that is done at once.
    pub fn access(&mut self, mark: Mark, operation: u32, is_atomic: bool, access: &MemoryAccess) {
        self.n_accesses += 1;
        let bytes = self.bytes.entry(mark.depth).or_default();
        let touch = Touch { iteration: mark.iteration, operation };
        let is_near = |other: &Touch| {
            let distance = (other.iteration - touch.iteration).abs();
            distance > 0
                && mark.width.is_none_or(|width| distance < width)
                && !(is_atomic && other.operation == operation)
        };
        for address in access.address..access.address.saturating_add(access.size) {
            let byte = bytes.entry(address).or_default();
            let write = byte.write.filter(is_near).map(|first| (first, true));
            let read = byte.reads.into_iter().flatten().find(is_near).filter(|_| access.is_write);
            if let Some((first, is_write)) = write.or(read.map(|first| (first, false)))
                && self.seen.insert((mark.loc, first.operation, operation))
            {
                let writes = [is_write, access.is_write];
                self.found.push(Conflict { mark, first, second: touch, writes });
            }
            match access.is_write {
                true => byte.write = Some(touch),
                false if byte.reads[0].is_some_and(|last| last.iteration != touch.iteration) => {
                    byte.reads = [Some(touch), byte.reads[0]];
                }
                false => byte.reads[0] = Some(touch),
            }
        }
    }

    /// An error for each conflict.
    pub fn report(&self, cx: &Context, program: &Program) -> Vec<Diagnostic> {
        let error = |conflict: &Conflict| {
            let Conflict { mark, first, second, writes } = conflict;
            let [a, b] = [first, second].map(|touch| &program.sites[touch.operation as usize]);
            let [did, does] = [if writes[0] { "wrote" } else { "read" }, if writes[1] { "writes" } else { "reads" }];
            let distance = (second.iteration - first.iteration).abs();
            let iterations = if distance == 1 { "iteration" } else { "iterations" };
            let message = match (mark.loc, mark.width) {
                (None, _) => format!("'{}' {does} what '{}' {did} in another lane", b.op, a.op),
                (_, None) => format!("'{}' {does} what '{}' {did} in another iteration", b.op, a.op),
                (_, Some(width)) => format!(
                    "'{}' {does} what '{}' {did} {distance} {iterations} before, and {width} consecutive iterations are \
                     marked as independent",
                    b.op, a.op
                ),
            };
            let error = Diagnostic::error(b.place.clone(), message).note(a.place.clone(), "the first access is here");
            match mark.loc {
                Some(loc) => error.note(loc.place(cx), "the marked loop is here"),
                None => error,
            }
        };
        self.found.iter().map(error).collect()
    }
}
