//! `--check-uniformity`: threads run the function; values in which converged threads differ must not be uniform by the
//! analysis.
//!
//! Arguments that are uniform by the analysis are random and the same for all threads, others are random for each; the
//! declared function `lane_id`, if there is one, returns the index of the thread.
//!
//! Plan: 1. `Trace` records a thread: the blocks of the analysed control flow that it executes, and the results of
//! operations in them. Empty blocks, such as headers of structured loops, are inserted where control must have passed
//! them. 2. `Judge` assigns to each execution of a block a *key*: for each cycle around it the number of executions of
//! its header since the cycle was entered. Threads with equal keys are converged under the given cycle hierarchy; their
//! results of operations, and the successors taken at branches, are compared.
//!
//! Not compared: block arguments (values computed from them are), calls, and operations that share their source
//! location with others of the same name.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use rmlir::analysis::cfg::{Cycles, DfsOrder, Node};
use rmlir::analysis::uniformity::source::argument_nature;
use rmlir::analysis::uniformity::{Context, FunctionFlow, ItemId, Mode, Nature, Target, Uniformity, analyze_with};
use rmlir::core::{Body, OpId, OpRef};
use rmlir::diag::{Diagnostic, Place};
use rmlir::interp::random::Random;
use rmlir::interp::{Data, Kind, Limits, Machine, Program, Value, Watcher};
use rustc_hash::FxHashMap;

/// The parameters of a check.
#[derive(Clone, Copy)]
pub struct Trial {
    /// The number of threads.
    pub n_threads: u64,
    /// The number of executions, each with other arguments.
    pub n_inputs: u64,
    /// The number of cycle hierarchies, beside that of the analysis, each of which the analysis is compared with.
    pub n_hierarchies: u64,
    /// The seed of the arguments.
    pub seed: u64,
}

/// The result of a check.
pub struct Report {
    /// Values and branches that are uniform by the analysis but differ between converged threads: an error each.
    pub refuted: Vec<Diagnostic>,
    /// Values and branches.
    pub n_items: usize,
    /// The number of those that are divergent by the analysis.
    pub n_divergent: usize,
    /// The number of those that were observed to differ, under the first hierarchy.
    pub n_seen: usize,
}

/// The name of the function that returns the index of the thread.
const LANE: &str = "lane_id";

/// Runs `entry` of `program` by many threads and compares the observations with the analysis of `function`.
pub fn check(program: &Program, entry: &str, function: OpRef, trial: Trial, limits: &Limits) -> Result<Report, String> {
    let flow = FunctionFlow::new(function, Target::Generic);
    let sites = Sites::new(program, &flow);
    let mut runs: Vec<Vec<Vec<Visit>>> = Vec::new();
    for input in 0..trial.n_inputs {
        let shared = arguments(program, entry, trial.seed ^ input << 20)?;
        let thread = |lane: u64| -> Result<Vec<Visit>, String> {
            let own = arguments(program, entry, trial.seed ^ input << 20 ^ (lane + 1) << 40)?;
            let is_shared = |at| argument_nature(function, at, Target::Generic) != Nature::Divergent;
            let args: Vec<Data> = (shared.iter().zip(own).enumerate())
                .map(|(at, (shared, own))| if is_shared(at) { shared.clone() } else { own })
                .collect();
            let mut limits = limits.clone();
            limits
                .externals
                .insert(LANE.to_owned(), Arc::new(move |_: &mut Machine, _: &[Value]| Ok(vec![Value::Bits(lane)])));
            let mut trace = Trace { sites: &sites, flow: &flow, at: None, visits: Vec::new() };
            // An error that ends the execution ends the trace as well; the trace up to there is valid.
            _ = program.run_watched(entry, &args, &limits, Some(&mut trace));
            Ok(trace.visits)
        };
        runs.push((0..trial.n_threads).map(thread).collect::<Result<_, _>>()?);
    }
    let shuffled = (1..trial.n_hierarchies).map(|number| DfsOrder::Shuffled(trial.seed ^ number));
    let orders = [DfsOrder::LastFirst, DfsOrder::FirstFirst].into_iter().chain(shuffled);
    let mut report = Report { refuted: Vec::new(), n_items: flow.flow.n_items(), n_divergent: 0, n_seen: 0 };
    for (number, order) in orders.take(1 + trial.n_hierarchies as usize).enumerate() {
        let result = analyze_with(Context::new(&flow.flow, order, Mode::Sound));
        let seen = Judge::new(&flow, result.cycles()).differing(&runs);
        if number == 0 {
            report.n_divergent = result.n_divergent();
            report.n_seen = seen.len();
        }
        report.add(&flow, &result, &seen);
    }
    Ok(report)
}

/// Random arguments of `entry`.
fn arguments(program: &Program, entry: &str, seed: u64) -> Result<Vec<Data>, String> {
    let function = program.function(entry).expect("the entry was compiled");
    let mut random = Random::new(seed);
    let argument = |kind: &Kind| rmlir::interp::text::parse("random", kind, &mut random);
    function.inputs.iter().map(argument).collect()
}

impl Report {
    fn add(&mut self, flow: &FunctionFlow, result: &Uniformity, seen: &FxHashMap<ItemId, [String; 2]>) {
        let mut refuted: Vec<ItemId> = seen.keys().copied().filter(|&item| !result.is_divergent(item)).collect();
        refuted.sort_unstable();
        for item in refuted {
            let [first, second] = &seen[&item];
            let message = format!("is called uniform, and converged threads have {first} and {second}");
            let error = match op_of(flow, item) {
                Some(op) => *op.error(message),
                None => Diagnostic::error(Place::Unknown, message),
            };
            if !self.refuted.contains(&error) {
                self.refuted.push(error);
            }
        }
    }
}

/// The operation that defines or decides `item`.
fn op_of<'a>(flow: &FunctionFlow<'a>, item: ItemId) -> Option<OpRef<'a>> {
    use rmlir::analysis::uniformity::from_ir::Origin;
    let op = match flow.origins[item as usize] {
        Origin::Value(value) => flow.body.defining_op(value)?,
        Origin::Op(op) => op,
        Origin::Hidden => return None,
    };
    Some(OpRef::new(flow.body, op))
}

/// An operation of the function that is executed.
struct Known {
    block: Node,
    /// Its position among the operations of its block.
    place: usize,
    /// The items of its results.
    items: Vec<Option<ItemId>>,
}

/// The operation of each site of the program.
struct Sites<'p> {
    program: &'p Program,
    known: Vec<Option<Known>>,
}

impl<'p> Sites<'p> {
    fn new(program: &'p Program, flow: &FunctionFlow) -> Self {
        let mut by_place: FxHashMap<(String, String), Option<OpId>> = FxHashMap::default();
        let key = |name: &str, place: &Place| (name.to_owned(), format!("{place:?}"));
        let mut ops: FxHashMap<OpId, Known> = FxHashMap::default();
        for (node, place) in (0..).zip(&flow.places) {
            for (place, op) in block_ops(flow.body, *place).into_iter().enumerate() {
                let op = OpRef::new(flow.body, op);
                let items = op.results().map(|result| flow.item(result.id)).collect();
                by_place
                    .entry(key(op.name_str(), &op.loc().place(op.cx())))
                    .and_modify(|found| *found = None)
                    .or_insert(Some(op.id));
                ops.insert(op.id, Known { block: node, place, items });
            }
        }
        let find = |site: &rmlir::interp::Site| {
            let op = by_place.get(&key(&site.op, &site.place)).copied().flatten()?;
            ops.remove(&op)
        };
        let mut find = find;
        let known = program.sites.iter().map(&mut find).collect();
        Self { program, known }
    }
}

/// The operations of a block of the flow that execute only in it: those without regions.
fn block_ops(body: &Body, place: rmlir::analysis::uniformity::from_ir::Place) -> Vec<OpId> {
    use rmlir::analysis::uniformity::from_ir::Place as FlowPlace;
    let is_structured = |&op: &OpId| OpRef::new(body, op).regions().any(|region| !region.is_empty());
    let (block, start) = match place {
        FlowPlace::Header(_) => return Vec::new(),
        FlowPlace::Block(block) => (block, None),
        FlowPlace::After(op) => (body.block_of(op).expect("what is structured stands in a block"), Some(op)),
    };
    let ops = body.ops(block).skip_while(|&op| start.is_some_and(|start| start != op));
    ops.skip(usize::from(start.is_some())).take_while(|op| !is_structured(op)).collect()
}

/// One execution of a block.
#[derive(Clone)]
struct Visit {
    block: Node,
    values: Vec<(ItemId, Data)>,
}

/// Records one thread.
struct Trace<'a> {
    sites: &'a Sites<'a>,
    flow: &'a FunctionFlow<'a>,
    /// The block of the last operation and its position in it.
    at: Option<(Node, usize)>,
    visits: Vec<Visit>,
}

impl Watcher for Trace<'_> {
    fn before(&mut self, site: u32, _machine: &Machine) {
        let Some(known) = &self.sites.known[site as usize] else { return };
        let is_next = self.at.is_some_and(|(block, place)| block == known.block && place < known.place);
        if !is_next {
            let from = self.at.map(|(block, _)| block);
            for block in self.way(from, known.block) {
                self.visits.push(Visit { block, values: Vec::new() });
            }
        }
        self.at = Some((known.block, known.place));
    }

    fn after(&mut self, number: u32, machine: &Machine) {
        let site = &self.sites.program.sites[number as usize];
        let Some(known) = &self.sites.known[number as usize] else { return };
        let Some(visit) = self.visits.last_mut() else { return };
        for (&(reg, ref kind), item) in site.results.iter().zip(&known.items) {
            if let Some(item) = *item {
                visit.values.push((item, Data::read(machine.get(reg), kind, &machine.memory)));
            }
        }
    }
}

impl Trace<'_> {
    /// The blocks on the path from `from`, exclusive, to `to`: the shortest path through empty blocks.
    fn way(&self, from: Option<Node>, to: Node) -> Vec<Node> {
        let cfg = &self.flow.flow.cfg;
        let is_silent = |block: Node| !self.sites.known.iter().flatten().any(|known| known.block == block);
        let mut found: Vec<(Node, Option<usize>)> = match from {
            Some(from) => cfg.successors(from).iter().map(|&next| (next, None)).collect(),
            None => vec![(0, None)],
        };
        let mut done = 0;
        while let Some(&(block, _)) = found.get(done) {
            if block == to {
                let mut way = vec![to];
                let mut at = found[done].1;
                while let Some(place) = at {
                    way.push(found[place].0);
                    at = found[place].1;
                }
                way.reverse();
                return way;
            }
            if is_silent(block) {
                for &next in cfg.successors(block) {
                    if !found.iter().any(|&(other, _)| other == next) {
                        found.push((next, Some(done)));
                    }
                }
            }
            done += 1;
        }
        vec![to]
    }
}

/// An execution of a block: the block with the counts of the headers of its cycles.
type Instance = (Node, Vec<u32>);

/// Determines convergence under one cycle hierarchy.
struct Judge<'a> {
    flow: &'a FunctionFlow<'a>,
    cycles: &'a Cycles,
}

impl<'a> Judge<'a> {
    fn new(flow: &'a FunctionFlow<'a>, cycles: &'a Cycles) -> Self {
        Self { flow, cycles }
    }

    /// The items in which converged threads differ, each with two of the values; `runs` has for each input the threads.
    fn differing(&self, runs: &[Vec<Vec<Visit>>]) -> FxHashMap<ItemId, [String; 2]> {
        let mut found = FxHashMap::default();
        for threads in runs {
            let mut first: FxHashMap<(Instance, ItemId), Data> = FxHashMap::default();
            for visits in threads {
                let mut counters = vec![0; self.cycles.ids().len()];
                let mut from: Option<Node> = None;
                for (number, visit) in visits.iter().enumerate() {
                    self.go(&mut counters, from.replace(visit.block), visit.block);
                    let around = self.cycles.around(visit.block).map(|cycle| counters[cycle as usize]).collect();
                    let instance: Instance = (visit.block, around);
                    let next = visits.get(number + 1).map(|next| Data::Bits(u64::from(next.block)));
                    let branch = self.flow.flow.terminator(visit.block).zip(next);
                    for (item, data) in visit.values.iter().cloned().chain(branch) {
                        compare(&mut first, (instance.clone(), item), data, &mut found);
                    }
                }
            }
        }
        found
    }

    /// Updates the header counts for the control flow edge from `from` to `to`.
    fn go(&self, counters: &mut [u32], from: Option<Node>, to: Node) {
        for cycle in from.into_iter().flat_map(|from| self.cycles.around(from)) {
            if !self.cycles.contains(cycle, to) {
                counters[cycle as usize] = 0;
            }
        }
        if let Some(cycle) = self.cycles.innermost(to).filter(|&cycle| self.cycles[cycle].header() == to) {
            counters[cycle as usize] += 1;
        }
    }
}

/// Compares `data` with the value of the first thread with the same key. Poison is compatible with every value.
fn compare(
    first: &mut FxHashMap<(Instance, ItemId), Data>,
    key: (Instance, ItemId),
    data: Data,
    found: &mut FxHashMap<ItemId, [String; 2]>,
) {
    let item = key.1;
    match first.entry(key) {
        Entry::Vacant(place) => _ = place.insert(data),
        Entry::Occupied(mut place) if *place.get() == Data::Poison => _ = place.insert(data),
        Entry::Occupied(place) => {
            if data != Data::Poison && *place.get() != data {
                found.entry(item).or_insert_with(|| [format!("{:?}", place.get()), format!("{data:?}")]);
            }
        }
    }
}
