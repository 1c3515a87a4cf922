//! Regions with cycles on predicate registers: the sequence of executed blocks, up to a trap.
//!
//! An execution is identified by its log. A block appends its number to the log, which stands for its stores, and
//! chooses its successor by its number and its execution count; some trap then. A block that is executed wrongly or at
//! another time is visible in the log. Each level of the region, that is, each cycle, is executed as separate linear
//! code; at the start of every iteration all registers have the same bit, poison. As in [`crate::registers`], nothing
//! is shared with the interpreter or with the code generation.

use std::fmt::Write;

use derive_more::{AddAssign, Display};
use rmlir::analysis::cfg::{ControlDependence, CycleId, DominatorTree, Node};
use rmlir::interp::random::Random;
use rmlir_ifconvert_passes::graph::linear::{Coding, Item, LinearCode};
use rmlir_ifconvert_passes::graph::predicates::{ALWAYS, Pred, Predicates};
use rmlir_ifconvert_passes::region::level::{Level, NodeKind, Shape, Source, Variable};
use rustc_hash::FxHashMap;

use crate::CODINGS;
use crate::graphs::{Graphs, draw};
use crate::registers::define;
use crate::trial::{context, parsed};

/// The maximum number of block executions of a run.
const MAX_PASSED: usize = 100;

/// One in this many blocks traps when it is executed.
const TRAPS: u64 = 40;

/// The number of runs of each graph in each coding, with poison of both kinds.
const N_INPUTS: u64 = 2;

/// The reason why a run ends before its region does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stop {
    /// A block trapped.
    Trap,
    /// It executed the maximum number of blocks.
    Length,
    /// A level is exited by several edges at once, or by none.
    NoWay,
}

/// The observable effects of a run.
#[derive(PartialEq, Eq, Debug)]
struct Log {
    passed: Vec<Node>,
    end: Result<(), Stop>,
}

/// The blocks of a region during their execution.
struct World<'a> {
    successors: &'a [Vec<Node>],
    input: u64,
    /// By block: its execution count.
    n_passed: Vec<u32>,
    passed: Vec<Node>,
}

impl<'a> World<'a> {
    fn new(successors: &'a [Vec<Node>], input: u64) -> Self {
        Self { successors, input, n_passed: vec![0; successors.len()], passed: Vec::new() }
    }

    /// Executes a block; returns the successor that it takes.
    fn pass(&mut self, block: Node) -> Result<u32, Stop> {
        if self.passed.len() == MAX_PASSED {
            return Err(Stop::Length);
        }
        self.passed.push(block);
        let n_passed = &mut self.n_passed[block as usize];
        *n_passed += 1;
        let mut random = Random::new(self.input ^ u64::from(block) << 40 ^ u64::from(*n_passed) << 52);
        if random.below(TRAPS) == 0 {
            return Err(Stop::Trap);
        }
        Ok(random.below(self.successors[block as usize].len().max(1) as u64) as u32)
    }

    /// Executes the graph along its edges.
    fn walk(&mut self) -> Result<(), Stop> {
        let mut at: Node = 0;
        loop {
            let way = self.pass(at)?;
            match self.successors[at as usize].get(way as usize) {
                Some(&to) => at = to,
                None => return Ok(()),
            }
        }
    }

    fn log(self, end: Result<(), Stop>) -> Log {
        Log { passed: self.passed, end }
    }
}

/// A level with its linear code.
struct Code {
    level: Level,
    predicates: Predicates,
    code: LinearCode,
}

/// Executes the levels of a region.
struct Machine<'a> {
    shape: &'a Shape,
    codes: &'a FxHashMap<Option<CycleId>, Code>,
    world: World<'a>,
    /// The index of the entry by which cycles with several entries are entered.
    selectors: FxHashMap<CycleId, u32>,
    poison: bool,
}

impl Machine<'_> {
    /// Executes the whole region, or a cycle until it is exited; returns the index of the exit.
    fn execute(&mut self, cycle: Option<CycleId>) -> Result<u32, Stop> {
        let mut selector = cycle.and_then(|cycle| self.selectors.get(&cycle).copied()).unwrap_or(0);
        loop {
            let registers = self.round(cycle, selector)?;
            let Code { level, predicates, .. } = &self.codes[&cycle];
            let holds = |node: Node| registers[predicates.of(node) as usize];
            let goes_on = level.back.is_some_and(holds);
            let exits = (0..).zip(&level.exits).filter(|&(_, &exit)| holds(exit));
            match (goes_on, &exits.map(|(number, _)| number).collect::<Vec<u32>>()[..]) {
                // Later iterations start at the header, the first entry.
                (true, []) => selector = 0,
                (false, &[exit]) => return Ok(exit),
                (false, []) if cycle.is_none() => return Ok(0),
                _ => return Err(Stop::NoWay),
            }
        }
    }

    /// Executes the code of a level once; returns the registers afterwards.
    fn round(&mut self, cycle: Option<CycleId>, selector: u32) -> Result<Vec<bool>, Stop> {
        let Code { level, predicates, code } = &self.codes[&cycle];
        let mut registers = vec![self.poison; predicates.defined().end as usize];
        registers[ALWAYS as usize] = true;
        code.clears.iter().for_each(|&pred: &Pred| registers[pred as usize] = false);
        // Blocks that are not executed have arbitrary decisions.
        let mut decisions = vec![u32::from(self.poison); level.kinds.len()];
        for item in &code.items {
            match item {
                Item::Define(definition) => define(&mut registers, definition, decisions[definition.block as usize]),
                Item::Block(node) if !registers[predicates.of(*node) as usize] => {}
                Item::Block(node) => {
                    decisions[*node as usize] = match level.kinds[*node as usize] {
                        NodeKind::Block(block) => self.world.pass(self.shape.region.number(block).expect("its own"))?,
                        NodeKind::Cycle(inner) => self.execute(Some(inner))?,
                        NodeKind::Start => selector,
                        NodeKind::Edge | NodeKind::Back | NodeKind::Exit(_) | NodeKind::Stop => 0,
                    };
                    self.select(&level.moves[*node as usize]);
                }
            }
        }
        Ok(registers)
    }

    /// Executes the moves that set the entry by which a cycle is entered.
    fn select(&mut self, moves: &[(Variable, Source)]) {
        for (variable, source) in moves {
            if let (&Variable::Selector(cycle), &Source::Number(entry)) = (variable, source) {
                self.selectors.insert(cycle, entry);
            }
        }
    }
}

/// Figures over graphs.
#[derive(Clone, Copy, Default, Debug, AddAssign, Display)]
#[display(
    "{graphs} graphs ({irreducible} irreducible; {endless} more never end), {runs} runs past {passed} blocks ({trapped} trapped, {cut} cut short)"
)]
pub struct Counts {
    /// Graphs whose exit is reachable.
    pub graphs: u64,
    /// The number of those with an irreducible cycle.
    pub irreducible: u64,
    /// Runs of predicated code.
    pub runs: u64,
    /// The number of those that trapped.
    pub trapped: u64,
    /// The number of those that were stopped for their length.
    pub cut: u64,
    /// The number of executed blocks.
    pub passed: u64,
    /// Graphs whose exit is unreachable.
    pub endless: u64,
}

/// A function with the given graph of empty blocks.
fn text(successors: &[Vec<Node>]) -> String {
    let mut out = "func.func @f(%bit: i1, %number: i32) {\n".to_owned();
    for (block, to) in successors.iter().enumerate() {
        if block > 0 {
            _ = writeln!(out, "^b{block}:");
        }
        _ = match to[..] {
            [] => writeln!(out, "  return"),
            [to] => writeln!(out, "  cf.br ^b{to}"),
            [a, b] => writeln!(out, "  cf.cond_br %bit, ^b{a}, ^b{b}"),
            [a, ref cases @ ..] => {
                let cases: Vec<String> = (0..).zip(cases).map(|(case, to)| format!("{case}: ^b{to}")).collect();
                writeln!(out, "  cf.switch %number : i32, [default: ^b{a}, {}]", cases.join(", "))
            }
        };
    }
    out.push_str("}\n");
    out
}

impl Counts {
    /// Adds the graph of `seed`, executed in all codings; `Err` is the failure.
    pub fn try_seed(&mut self, seed: u64, graphs: Graphs) -> Result<(), String> {
        let cx = context();
        let mut random = Random::new(seed);
        let successors = draw(&mut random, graphs);
        let mut module = parsed(&cx, &text(&successors))?;
        let function = &*module.nested_bodies_mut().next().ok_or("a module with a function")?;
        let Ok(shape) = Shape::new(function, function.region(function.root(), 0)) else {
            self.endless += 1;
            return Ok(());
        };
        self.graphs += 1;
        self.irreducible += u64::from(!shape.cycles.is_reducible());
        for (name, coding) in CODINGS {
            let codes = codes(function, &shape, coding);
            for input in 0..N_INPUTS {
                self.compare(&shape, &codes, &successors, random.draw() ^ input)
                    .map_err(|how| format!("{name}: {how}"))?;
            }
        }
        Ok(())
    }

    fn compare(
        &mut self,
        shape: &Shape,
        codes: &FxHashMap<Option<CycleId>, Code>,
        successors: &[Vec<Node>],
        input: u64,
    ) -> Result<(), String> {
        let mut world = World::new(successors, input);
        let end = world.walk();
        let wanted = world.log(end);
        for poison in [false, true] {
            let world = World::new(successors, input);
            let mut machine = Machine { shape, codes, world, selectors: FxHashMap::default(), poison };
            let end = machine.execute(None).map(|_| ());
            let found = machine.world.log(end);
            self.runs += 1;
            self.trapped += u64::from(found.end == Err(Stop::Trap));
            self.cut += u64::from(found.end == Err(Stop::Length));
            self.passed += found.passed.len() as u64;
            if found != wanted {
                return Err(format!("{found:?} for {wanted:?}"));
            }
        }
        Ok(())
    }
}

/// The code of all levels.
fn codes(function: &rmlir::core::Body, shape: &Shape, coding: Coding) -> FxHashMap<Option<CycleId>, Code> {
    let cycles = shape.cycles.ids().map(Some);
    let code = |cycle| {
        let level = Level::new(function, shape, cycle);
        let predicates =
            Predicates::new(&level.cfg, &ControlDependence::new(&level.cfg, &DominatorTree::post(&level.cfg)));
        let code = LinearCode::new(&level.cfg, &predicates, coding);
        (cycle, Code { level, predicates, code })
    };
    [None].into_iter().chain(cycles).map(code).collect()
}
