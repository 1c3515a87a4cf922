//! `--check-clauses`: the clauses of parameters are checked against the arguments that iterations of marked loops pass.
//!
//! The lanes of a function with clauses are consecutive iterations of a loop with `pvec.vectorize_calls`, as many as it
//! has lanes. If the entry function has clauses itself, it is executed for each lane, with arguments that satisfy its
//! clauses: this checks its callees.
//!
//! Plan: 1. `instrument` inserts calls of host functions before and after loops and calls, and into loops; 2. these
//! maintain a path: the stack of loops and calls, with the iteration of each loop; 3. `judge` compares: calls whose
//! paths are equal except for the iteration of the innermost marked loop are by lanes of one group if their iterations
//! are in one group. The result is a `report`.
//!
//! Calls in unstructured loops have equal paths; the first one of a lane is compared with the first one of others, and
//! so on.
//!
//! The independence of the iterations of a marked loop is checked by the memory that they access ([`memory`]): no two
//! iterations at a distance less than the width of the mark, or no two at all in a parallel loop, may access the same
//! byte if one of them writes.

mod instrument;
mod judge;
mod memory;
mod report;

use std::sync::{Arc, Mutex, PoisonError};

use rmlir::core::{Body, Op, OpRef};
use rmlir::diag::Diagnostic;
use rmlir::interp::random::Random;
use rmlir::interp::{Data, Kind, Limits, Machine, Program, Settings, Value, Watcher};
use rmlir_memref as memref;
use rmlir_wfv_passes::clauses::{Clause, Clauses};

use self::instrument::{Event, Site, instrument};
use self::judge::Judge;

pub use self::report::Report;

/// Operations that access memory atomically.
const ATOMIC: [&str; 2] = [memref::AtomicRMWOp::NAME, memref::GenericAtomicRMWOp::NAME];

/// Reports memory accesses to the judge.
struct Accesses<'p> {
    program: &'p Program,
    sites: &'p [Site],
    judge: Arc<Mutex<Judge>>,
    /// The operation that is being executed.
    operation: Option<u32>,
}

impl Accesses<'_> {
    fn take(&self, machine: &Machine) {
        let accesses = machine.memory.take_accesses();
        let Some(operation) = self.operation.filter(|_| !accesses.is_empty()) else { return };
        let is_atomic = ATOMIC.contains(&&*self.program.sites[operation as usize].op);
        let mut judge = self.judge.lock().unwrap_or_else(PoisonError::into_inner);
        judge.access(self.sites, operation, is_atomic, &accesses);
    }
}

impl Watcher for Accesses<'_> {
    fn before(&mut self, site: u32, machine: &Machine) {
        self.take(machine);
        self.operation = Some(site);
    }

    fn after(&mut self, site: u32, machine: &Machine) {
        self.operation = Some(site);
        self.take(machine);
    }

    fn wants_accesses(&self) -> bool {
        true
    }
}

/// Creates arguments of the given kinds.
pub type Arguments<'a> = dyn FnMut(&[Kind]) -> Result<Vec<Data>, String> + 'a;

/// Runs `entry` of `module`, which is modified, with `args`; missing arguments are random.
pub fn check(
    module: &mut Body,
    entry: &str,
    settings: Settings,
    limits: &Limits,
    args: &mut Arguments,
) -> Result<Result<Report, Vec<Diagnostic>>, String> {
    let said = clauses_of(module, entry);
    let sites = Arc::new(instrument(module));
    let program = match Program::compile_entry(module, entry, settings) {
        Ok(program) => program,
        Err(errors) => return Ok(Err(errors)),
    };
    let judge = Arc::new(Mutex::new(Judge::default()));
    let mut limits = limits.clone();
    for number in 0..sites.len() {
        let (sites, judge) = (sites.clone(), judge.clone());
        let external = move |_: &mut Machine, args: &[Value]| {
            let mut judge = judge.lock().unwrap_or_else(PoisonError::into_inner);
            judge.note(&sites, number, args);
            Ok(Vec::new())
        };
        limits.externals.insert(instrument::name(number), Arc::new(external));
    }
    let inputs = &program.function(entry).expect("the entry was compiled").inputs;
    let given = args(inputs)?;
    let n_lanes = said.as_ref().and_then(|said| said.variants.first()).map_or(1, |variant| variant.width);
    for lane in 0..n_lanes {
        let args = match &said {
            Some(said) => of_lane(&given, &said.arguments, inputs, lane, limits.seed),
            None => given.clone(),
        };
        judge.lock().unwrap_or_else(PoisonError::into_inner).start(lane, n_lanes);
        let mut accesses = Accesses { program: &program, sites: &sites, judge: judge.clone(), operation: None };
        if let Err(trap) = program.run_watched(entry, &args, &limits, Some(&mut accesses)) {
            return Ok(Err(vec![*trap.diagnostic]));
        }
    }
    let judge = judge.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(Ok(judge.report(module.cx(), &program, &sites)))
}

fn clauses_of(module: &Body, entry: &str) -> Option<Clauses> {
    let functions = module.proxies().into_iter().map(|op| OpRef::new(module, op).resolve());
    let mut named = functions.filter(|op| op.symbol_name().is_some_and(|name| name.str(op.cx()) == entry));
    Clauses::of(named.next()?, 0)
}

/// The arguments of a lane: determined by the clauses, others random except for lane 0.
fn of_lane(given: &[Data], clauses: &[Clause], kinds: &[Kind], lane: i64, seed: u64) -> Vec<Data> {
    let mut random = Random::new(seed ^ (lane as u64) << 40);
    let of = |((data, clause), kind): ((&Data, &Clause), &Kind)| match (clause.step, kind) {
        _ if lane == 0 => data.clone(),
        (Some(step), kind) => match (data, width(kind)) {
            (Data::Bits(bits), Some(width)) => Data::int(width, (*bits as i64).wrapping_add(step.wrapping_mul(lane))),
            _ => data.clone(),
        },
        // Memrefs are the same for all lanes.
        (None, Kind::MemRef(_)) => data.clone(),
        (None, kind) => Data::random(kind, &mut random),
    };
    given.iter().zip(clauses).zip(kinds).map(of).collect()
}

/// The width of an integer of at most 64 bits.
fn width(kind: &Kind) -> Option<u32> {
    match kind {
        Kind::Int(width) => Some(*width).filter(|width| *width <= 64),
        Kind::Index => Some(64),
        _ => None,
    }
}
