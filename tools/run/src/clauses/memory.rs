//! Memory accesses of iterations of marked loops: conflicts of iterations that are independent according to the mark.
//!
//! For each byte the last iterations that accessed it are recorded: the one that wrote it, and two that read it. An
//! access conflicts with that of another iteration at a distance less than the width of the mark if one of both writes.
//! A dropped read is further away than a recorded one, so every loop with a conflict has an error.

use rmlir::core::{Context, Loc};
use rmlir::diag::Diagnostic;
use rmlir::interp::{MemoryAccess, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// An access by an iteration.
#[derive(Clone, Copy, Debug)]
struct Touch {
    iteration: i64,
    /// The operation, by its index in the program.
    operation: u32,
}

/// The last accesses to a byte.
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

/// A mark whose independence is checked for an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The number of loops and calls around the marked loop.
    pub depth: usize,
    /// The iteration.
    pub iteration: i64,
    /// The number of consecutive iterations that are independent; all of them if it is `None`.
    pub width: Option<i64>,
    /// The location of the loop; `None` for the lanes of a function.
    pub loc: Option<Loc>,
}

/// The conflicts so far.
#[derive(Default)]
pub struct Conflicts {
    /// By depth and address.
    bytes: FxHashMap<usize, FxHashMap<u64, Byte>>,
    found: Vec<Conflict>,
    seen: FxHashSet<(Option<Loc>, u32, u32)>,
    /// The number of checked accesses.
    pub n_accesses: u64,
}

impl Conflicts {
    /// Drops the accesses of the loop at this depth: control reaches another loop.
    pub fn forget(&mut self, depth: usize) {
        self.bytes.remove(&depth);
    }

    /// Records an access of an iteration by an operation, which may be atomic.
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
