//! Comparison of the arguments of lanes of the same group.

use rmlir::core::Context;
use rmlir::diag::Diagnostic;
use rmlir::interp::value::mask;
use rmlir::interp::{MemoryAccess, Origin, Program, Value};
use rmlir_wfv_passes::clauses::Clause;
use rustc_hash::FxHashMap;

use super::memory::{Conflicts, Mark};
use super::report::Report;
use super::{Event, Site};

/// A loop or call that is being executed.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The index of its site.
    site: usize,
    /// The iteration, -1 before the first one.
    turn: i64,
    /// The number of iterations that are lanes, if the loop is marked.
    width: Option<i64>,
}

/// The stack of loops and calls, each with its iteration: those of the marked loop in groups.
type Path = Vec<(usize, i64)>;

/// The arguments of a lane at a call.
struct Seen {
    lane: i64,
    args: Vec<Value>,
}

/// The calls that the lanes of a group have executed.
#[derive(Default)]
struct Group {
    /// By path and index of the call there: the first lane that reached it.
    first: FxHashMap<(Path, u64), Seen>,
    /// By path and lane: the number of calls.
    n_calls: FxHashMap<(Path, i64), u64>,
}

/// Compares calls.
#[derive(Default)]
pub struct Judge {
    stack: Vec<Frame>,
    /// By the number of frames around a marked loop: its group.
    groups: FxHashMap<usize, Group>,
    /// By site and argument: the violation.
    wrong: Vec<(usize, usize, String)>,
    n_calls: u64,
    n_compared: u64,
    conflicts: Conflicts,
}

/// The site of the execution of a lane.
const RUN: usize = usize::MAX;

impl Judge {
    /// Begins the execution of one of `n_lanes` lanes; a single lane is not compared.
    pub fn start(&mut self, lane: i64, n_lanes: i64) {
        self.stack.clear();
        if lane == 0 {
            self.conflicts.forget(0);
        }
        self.stack.push(Frame { site: RUN, turn: lane, width: (n_lanes > 1).then_some(n_lanes) });
    }

    /// Records that control reaches a site.
    pub fn note(&mut self, sites: &[Site], number: usize, args: &[Value]) {
        let site = &sites[number];
        match site.event {
            Event::Enter => {
                if let Some((callee, clauses)) = &site.callee {
                    self.call(site, callee, clauses, args);
                }
                self.conflicts.forget(self.stack.len());
                self.stack.push(Frame { site: site.of, turn: -1, width: site.width });
            }
            Event::Turn => {
                self.leave(site.of);
                let depth = self.stack.len() - 1;
                let Some(frame) = self.stack.last_mut() else { return };
                frame.turn += 1;
                if frame.width.is_some_and(|width| frame.turn % width == 0) {
                    self.groups.remove(&depth);
                }
            }
            Event::Leave => {
                self.leave(site.of);
                self.stack.pop();
            }
        }
    }

    /// Records the memory accesses of an operation, which may be atomic.
    pub fn access(&mut self, sites: &[Site], operation: u32, is_atomic: bool, accesses: &[MemoryAccess]) {
        for (depth, frame) in self.stack.iter().enumerate().filter(|(_, frame)| frame.turn >= 0) {
            let Some(width) = frame.width else { continue };
            let is_run = frame.site == RUN;
            let is_ordered = !is_run && !sites[frame.site].is_parallel;
            let loc = (!is_run).then(|| sites[frame.site].loc);
            let mark = Mark { depth, iteration: frame.turn, width: is_ordered.then_some(width), loc };
            for access in accesses {
                // Lanes are executed separately: allocations of one are not those of another.
                if !is_run || matches!(access.origin, Origin::Argument | Origin::Global) {
                    self.conflicts.access(mark, operation, is_atomic, access);
                }
            }
        }
    }

    /// Removes the frames of the loop or call that control has exited, with those inside of it.
    fn leave(&mut self, of: usize) {
        let at = self.stack.iter().rposition(|frame| frame.site == of).expect("control came to it before");
        self.stack.truncate(at + 1);
    }

    fn call(&mut self, site: &Site, callee: &str, clauses: &[Clause], args: &[Value]) {
        if clauses.is_empty() {
            return;
        }
        self.n_calls += 1;
        let Some(depth) = self.stack.iter().rposition(|frame| frame.width.is_some()) else { return };
        let (turn, width) = (self.stack[depth].turn, self.stack[depth].width.unwrap_or(1));
        let lane = turn % width;
        let mut path: Path = self.stack.iter().map(|frame| (frame.site, frame.turn)).collect();
        path[depth].1 = turn / width;
        path.push((site.of, 0));
        let group = self.groups.entry(depth).or_default();
        let n_before = group.n_calls.entry((path.clone(), lane)).or_insert(0);
        *n_before += 1;
        let key = (path, *n_before);
        for (at, (value, clause)) in args.iter().zip(clauses).enumerate() {
            let multiple = misaligned(value, clause, lane, site.widths[at]);
            self.wrong.extend(multiple.map(|what| (site.of, at, format!("'{callee}' is given {what}"))));
        }
        let Some(first) = group.first.get(&key) else {
            group.first.insert(key, Seen { lane, args: args.to_vec() });
            return;
        };
        self.n_compared += 1;
        for (at, (value, clause)) in args.iter().zip(clauses).enumerate() {
            let different = differs(&first.args[at], value, clause, lane - first.lane, site.widths[at]);
            self.wrong.extend(different.map(|what| {
                let lanes = format!("in lanes {} and {lane}", first.lane);
                (site.of, at, format!("'{callee}' is given {what} {lanes}"))
            }));
        }
    }

    /// All violations; of each argument of a call only the first.
    pub fn report(&self, cx: &Context, program: &Program, sites: &[Site]) -> Report {
        let mut refuted = Vec::new();
        let mut wrong: Vec<&(usize, usize, String)> = self.wrong.iter().collect();
        wrong.sort_by_key(|(site, at, _)| (*site, *at));
        wrong.dedup_by_key(|(site, at, _)| (*site, *at));
        for (site, _, message) in wrong {
            refuted.push(Diagnostic::error(sites[*site].loc.place(cx), message.clone()));
        }
        let conflicts = self.conflicts.report(cx, program);
        let (n_calls, n_compared, n_accesses) = (self.n_calls, self.n_compared, self.conflicts.n_accesses);
        Report { refuted, conflicts, n_calls, n_compared, n_accesses }
    }
}

/// The violation of an alignment clause by an integer, whose value in the first lane must be a multiple.
fn misaligned(value: &Value, clause: &Clause, lane: i64, width: Option<u32>) -> Option<String> {
    let (bits, _) = value.bits().zip(width).filter(|_| clause.alignment > 1)?;
    let first = match clause.step {
        Some(step) => bits.wrapping_sub(step.wrapping_mul(lane) as u64),
        None if lane == 0 => bits,
        None => return None,
    };
    let what = || format!("{}, which is no multiple of {} in the first lane", first as i64, clause.alignment);
    (first % clause.alignment != 0).then(what)
}

/// The violation by two values of lanes at this distance.
fn differs(first: &Value, second: &Value, clause: &Clause, distance: i64, width: Option<u32>) -> Option<String> {
    let (a, b) = first.bits().zip(second.bits())?;
    let step = clause.step?;
    let Some(width) = width else {
        return (a != b).then(|| "different floats for a uniform argument".to_owned());
    };
    let expected = a.wrapping_add(step.wrapping_mul(distance) as u64) & mask(width);
    let said = match step {
        0 => "a uniform argument".to_owned(),
        step => format!("an argument that grows by {step} from lane to lane"),
    };
    let number = |bits: u64| rmlir::interp::value::sign_extend(bits, width);
    (b != expected).then(|| format!("{} and {} for {said}", number(a), number(b)))
}
