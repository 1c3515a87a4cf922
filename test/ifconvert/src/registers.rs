//! Linear code on predicate registers: the set of executed blocks.
//!
//! All registers have the same initial bit, poison; the semantics of compare types are implemented here once more, so
//! that nothing is shared with the interpreter.

use derive_more::{AddAssign, Display};
use rmlir::analysis::cfg::{Cfg, ControlDependence, DominatorTree, Node};
use rmlir::interp::random::Random;
use rmlir_ifconvert_passes::graph::linear::{Coding, Definition, Item, LinearCode};
use rmlir_ifconvert_passes::graph::predicates::{ALWAYS, Pred, Predicates};
use rmlir_pvec::CompareType::*;

use crate::graphs::draw_acyclic;
use crate::{CODINGS, by_definition};

/// The blocks on the path of `decisions` (by block: the taken successor) through an acyclic graph.
pub fn path(cfg: &Cfg, decisions: &[u32]) -> Vec<Node> {
    let mut path = vec![0];
    let mut at = 0;
    while !cfg.successors(at).is_empty() {
        at = cfg.successors(at)[decisions[at as usize] as usize];
        path.push(at);
    }
    path
}

/// The blocks that the code executes, in order; all registers except `cleared` are initially `poison`.
pub fn execute(
    code: &LinearCode,
    predicates: &Predicates,
    decisions: &[u32],
    cleared: &[Pred],
    poison: bool,
) -> Vec<Node> {
    let mut registers = vec![poison; predicates.defined().end as usize];
    registers[ALWAYS as usize] = true;
    cleared.iter().for_each(|&pred| registers[pred as usize] = false);
    let mut executed = Vec::new();
    for item in &code.items {
        match item {
            Item::Block(block) if registers[predicates.of(*block) as usize] => executed.push(*block),
            Item::Block(_) => {}
            Item::Define(definition) => define(&mut registers, definition, decisions[definition.block as usize]),
        }
    }
    executed
}

/// Executes a definition; its block takes the successor `decision`, if it is executed.
pub fn define(registers: &mut [bool], definition: &Definition, decision: u32) {
    let guard = registers[definition.guard as usize];
    let holds = definition.taken.contains(&decision);
    for &(pred, ty) in &definition.targets {
        let register = &mut registers[pred as usize];
        *register = match (ty, guard, holds) {
            (Un, guard, holds) => guard && holds,
            (Uc, guard, holds) => guard && !holds,
            (Cn, true, holds) => holds,
            (Cc, true, holds) => !holds,
            (On, true, true) | (Oc, true, false) => true,
            (An, true, false) | (Ac, true, true) => false,
            _ => *register,
        };
    }
}

/// The stages of one graph.
struct Stages {
    cfg: Cfg,
    predicates: Predicates,
}

impl Stages {
    fn of(cfg: Cfg) -> Self {
        let dependence = ControlDependence::new(&cfg, &DominatorTree::post(&cfg));
        let predicates = Predicates::new(&cfg, &dependence);
        Self { cfg, predicates }
    }

    fn code(&self, coding: Coding) -> LinearCode {
        LinearCode::new(&self.cfg, &self.predicates, coding)
    }

    fn decisions(&self, random: &mut Random) -> Vec<u32> {
        let of = |block: Node| random.below(self.cfg.successors(block).len().max(1) as u64) as u32;
        self.cfg.blocks().map(of).collect()
    }

    /// Whether the code executes exactly the blocks of the path.
    fn agrees(&self, code: &LinearCode, decisions: &[u32], cleared: &[Pred]) -> bool {
        let mut path = path(&self.cfg, decisions);
        path.sort_unstable();
        [true, false].into_iter().all(|poison| {
            let mut executed = execute(code, &self.predicates, decisions, cleared, poison);
            executed.sort_unstable();
            executed == path
        })
    }
}

/// Figures over random graphs.
#[derive(Default, AddAssign, Display)]
#[display("{runs} runs, {blocks} blocks, {predicates} predicates")]
pub struct Runs {
    runs: u64,
    blocks: u64,
    predicates: u64,
}

/// A random acyclic graph in all codings, with poison of both kinds in the registers.
pub fn try_seed(seed: u64, max_blocks: u64, counts: &mut Runs) -> Result<(), String> {
    let mut random = Random::new(seed);
    let stages = Stages::of(draw_acyclic(&mut random, max_blocks));
    counts.blocks += stages.cfg.n_blocks() as u64;
    counts.predicates += stages.predicates.defined().len() as u64;
    for (name, coding) in CODINGS {
        let code = stages.code(coding);
        for _ in 0..4 {
            let decisions = stages.decisions(&mut random);
            counts.runs += 1;
            if !stages.agrees(&code, &decisions, &code.clears) {
                return Err(format!("{name}: other blocks are executed"));
            }
        }
    }
    Ok(())
}

/// All decisions of a graph, one after another, if there are not too many.
fn all_decisions(cfg: &Cfg) -> Option<Vec<Vec<u32>>> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for block in cfg.blocks() {
        let n = cfg.successors(block).len().max(1) as u32;
        all = all.iter().flat_map(|before| (0..n).map(|way| [&before[..], &[way]].concat())).collect();
        if all.len() > 1 << 12 {
            return None;
        }
    }
    Some(all)
}

/// Figures over graphs whose paths are enumerated.
#[derive(Default, AddAssign, Display)]
#[display("{clears} clears, {skipped} graphs with too many paths for them")]
pub struct Clears {
    clears: u64,
    skipped: u64,
}

/// Compares the numbers of predicates with those by definition, and each clear with the runs without it.
pub fn count(seed: u64, max_blocks: u64, counts: &mut Clears) -> Result<(), String> {
    let mut random = Random::new(seed);
    let stages = Stages::of(draw_acyclic(&mut random, max_blocks));
    let wanted = by_definition::n_classes(&stages.cfg);
    let found = stages.predicates.defined().len();
    if found != wanted {
        return Err(format!("{found} predicates for {wanted} classes"));
    }
    let Some(all) = all_decisions(&stages.cfg) else {
        counts.skipped += 1;
        return Ok(());
    };
    let code = stages.code(Coding::Clears);
    let agrees = |cleared: &[Pred]| all.iter().all(|decisions| stages.agrees(&code, decisions, cleared));
    if !agrees(&code.clears) {
        return Err("other blocks are executed".to_owned());
    }
    for &pred in &code.clears {
        let others: Vec<Pred> = code.clears.iter().copied().filter(|&other| other != pred).collect();
        counts.clears += 1;
        if agrees(&others) {
            return Err(format!("predicate {pred} need not be cleared"));
        }
    }
    Ok(())
}
