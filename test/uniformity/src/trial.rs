//! The default mode compared with executed programs.
//!
//! For each random program: every item in which converged threads were observed to differ must be divergent, under the
//! hierarchy of the analysis, in both plain orders of the depth-first search; and under other hierarchies. Items that
//! are divergent and were never observed to differ indicate a loss of precision, compared with LLVM's mode. Items that
//! are divergent though LLVM's mode has them uniform need a reason.

use std::fmt;
use std::ops::AddAssign;

use rmlir_analysis::cfg::{Cycles, DfsOrder, Node};
use rmlir_analysis::uniformity::{Context, ItemId, Mode, Uniformity, analyze_with};

use crate::code::Code;
use crate::judge::{Judge, Seen, observe};
use crate::machine::Trial;
use crate::program::Program;
use crate::random::random_program;

/// The number of other hierarchies for graphs with irreducible cycles.
const N_ORDERS: u64 = 8;

/// The number of inputs tried for a witness where LLVM's mode has uniform and ours divergent, and the number of further
/// search orders, with fewer inputs, if that finds none.
const N_WITNESS_INPUTS: u64 = 2000;
const N_WITNESS_ORDERS: u64 = 64;

/// The number of seeds that are recorded for inspection.
const N_SEEDS: usize = 40;

/// The figures.
#[derive(Default, Clone, Debug)]
pub struct Figures {
    /// The number of programs.
    pub n_programs: u64,
    /// The number of those with irreducible cycles.
    pub n_irreducible: u64,
    /// The number of items.
    pub n_items: u64,
    /// Uniform items observed to differ, under the hierarchy of the analysis.
    pub n_refuted: u64,
    /// The same for LLVM's mode.
    pub n_llvm_refuted: u64,
    /// Uniform items observed to differ, under another hierarchy.
    pub n_cross_refuted: u64,
    /// The same for LLVM's mode.
    pub n_llvm_cross_refuted: u64,
    /// Uniform for LLVM and divergent for us, by the reason.
    pub more: More,
    /// In reducible graphs: divergent for LLVM.
    pub n_llvm_divergent: u64,
    /// Those never observed to differ.
    pub n_llvm_imprecise: u64,
    /// Those that are uniform for us.
    pub n_gained: u64,
    /// As `n_llvm_imprecise`, where two threads were converged.
    pub n_llvm_imprecise_met: u64,
    /// Those that are uniform for us.
    pub n_gained_met: u64,
    /// In irreducible graphs: divergent items.
    pub n_irreducible_divergent: u64,
    /// The same for LLVM's mode.
    pub n_llvm_irreducible_divergent: u64,
    /// The seeds of the first refuted programs.
    pub refuted: Vec<u64>,
}

/// Items that are uniform for LLVM and divergent for us.
#[derive(Default, Clone, Debug)]
pub struct More {
    /// Converged threads were observed to differ, under one of the hierarchies.
    pub n_witnessed: u64,
    /// Divergent in LLVM's mode too once its five known bugs are fixed.
    pub n_repaired: u64,
    /// Divergent in LLVM's mode too, with its bugs fixed, under another order of its depth-first search.
    pub n_other_walk: u64,
    /// None of these, in irreducible graphs: our results hold under every hierarchy at once, which costs some
    /// precision.
    pub n_irreducible: u64,
    /// None of these, in reducible graphs.
    pub n_unjustified: u64,
    /// The seeds of the first programs with some of the last two.
    pub unjustified: Vec<u64>,
}

/// The analyses of one program and the observations of it.
struct Tried<'a> {
    seed: u64,
    program: &'a Program,
    code: &'a Code,
    trial: Trial,
    sound: Uniformity,
    llvm: Uniformity,
    seen: Seen,
}

impl Tried<'_> {
    fn analyze(&self, order: DfsOrder, mode: Mode) -> Uniformity {
        analyze_with(Context::new(&self.program.flow, order, mode))
    }

    /// The hierarchies for `orders`, without duplicates.
    fn hierarchies(&self, orders: impl Iterator<Item = DfsOrder>) -> Vec<Cycles> {
        let cfg = &self.program.flow.cfg;
        let mut found: Vec<(Vec<Option<Node>>, Cycles)> = Vec::new();
        for order in orders {
            let cycles = Cycles::new(cfg, order);
            // Two hierarchies are equal if all blocks have the same headers around them.
            let headers = cfg.blocks().flat_map(|block| {
                let headers = cycles.around(block).map(|cycle| Some(cycles[cycle].header()));
                headers.chain([None]).collect::<Vec<Option<Node>>>()
            });
            let headers: Vec<Option<Node>> = headers.collect();
            if found.iter().all(|(other, _)| *other != headers) {
                found.push((headers, cycles));
            }
        }
        found.into_iter().map(|(_, cycles)| cycles).collect()
    }

    /// The subset of `items` in which converged threads are observed to differ under one of `hierarchies`.
    fn witnessed(&self, hierarchies: &[Cycles], trial: Trial, items: &[ItemId]) -> Vec<ItemId> {
        let judge = |cycles| Judge::new(self.code, cycles, |item| items.contains(&item));
        let mut judges: Vec<Judge> = hierarchies.iter().map(judge).collect();
        observe(self.code, &mut judges, trial, self.seed);
        let is_seen = |&item: &ItemId| judges.iter().any(|judge| judge.seen.differs[item as usize]);
        items.iter().copied().filter(is_seen).collect()
    }
}

/// Orders of the depth-first search that may yield other hierarchies.
fn orders(seed: u64) -> impl Iterator<Item = DfsOrder> {
    let shuffled = (0..N_ORDERS).map(move |order| DfsOrder::Shuffled(seed ^ order << 40));
    [DfsOrder::FirstFirst].into_iter().chain(shuffled)
}

impl Figures {
    /// Adds the program of `seed`.
    pub fn add(&mut self, seed: u64, program: &Program, trial: Trial) {
        let flow = &program.flow;
        let code = Code::new(program);
        let analyze = |mode| analyze_with(Context::new(flow, DfsOrder::LastFirst, mode));
        let (sound, llvm) = (analyze(Mode::Sound), analyze(Mode::Llvm));
        let mut judges = [Judge::new(&code, sound.cycles(), |_| true)];
        observe(&code, &mut judges, trial, seed);
        let [judge] = judges;
        let tried = Tried { seed, program, code: &code, trial, sound, llvm, seen: judge.seen };
        self.n_programs += 1;
        self.n_items += flow.n_items() as u64;
        let n_refuted = n_refuted(&tried.sound, &tried.seen);
        self.n_refuted += n_refuted;
        self.note_refuted(seed, n_refuted);
        self.n_llvm_refuted += self::n_refuted(&tried.llvm, &tried.seen);
        match tried.sound.cycles().is_reducible() {
            true => self.add_precision(&tried),
            false => self.add_irreducible(&tried),
        }
        self.more.add(&tried);
    }

    fn note_refuted(&mut self, seed: u64, n_refuted: u64) {
        if n_refuted > 0 && self.refuted.len() < N_SEEDS {
            self.refuted.push(seed);
        }
    }

    /// Counts items that are divergent in LLVM's mode without being observed to differ.
    fn add_precision(&mut self, tried: &Tried) {
        let flow = &tried.program.flow;
        for item in flow.item_ids().filter(|&item| tried.llvm.is_divergent(item)) {
            self.n_llvm_divergent += 1;
            if tried.seen.differs[item as usize] {
                continue;
            }
            let is_met = u64::from(tried.seen.is_met[flow[item].block as usize]);
            let is_gained = u64::from(!tried.sound.is_divergent(item));
            self.n_llvm_imprecise += 1;
            self.n_gained += is_gained;
            self.n_llvm_imprecise_met += is_met;
            self.n_gained_met += is_met * is_gained;
        }
    }

    /// Judges under other hierarchies: in the cycles that these distinguish, uniform items must be uniform under all of
    /// them.
    fn add_irreducible(&mut self, tried: &Tried) {
        let Tried { code, sound, llvm, .. } = tried;
        self.n_irreducible += 1;
        self.n_irreducible_divergent += sound.n_divergent() as u64;
        self.n_llvm_irreducible_divergent += llvm.n_divergent() as u64;
        let other = tried.analyze(DfsOrder::FirstFirst, Mode::Sound);
        let (flow, cycles) = (&tried.program.flow, sound.cycles());
        let is_told_apart = |item: ItemId| cycles.around(flow[item].block).any(|cycle| !cycles[cycle].is_reducible());
        let is_uniform = |it: &Uniformity, item: ItemId| !it.is_divergent(item);
        let is_asked = |item: ItemId| {
            is_told_apart(item) && (is_uniform(sound, item) || is_uniform(llvm, item) || is_uniform(&other, item))
        };
        let hierarchies = tried.hierarchies(orders(tried.seed));
        let mut judges: Vec<Judge> = hierarchies.iter().map(|cycles| Judge::new(code, cycles, is_asked)).collect();
        observe(code, &mut judges, tried.trial, tried.seed);
        // The first hierarchy is that of the reverse search order; where it is the same, so are the observations.
        let is_refuted = |&item: &ItemId| {
            let seen = if is_told_apart(item) { &judges[0].seen } else { &tried.seen };
            seen.differs[item as usize] && !other.is_divergent(item)
        };
        let n_own = flow.item_ids().filter(is_refuted).count() as u64;
        self.n_refuted += n_own;
        self.note_refuted(tried.seed, n_own);
        for judge in &judges {
            let n_refuted = n_refuted(sound, &judge.seen);
            self.n_cross_refuted += n_refuted;
            self.n_llvm_cross_refuted += self::n_refuted(llvm, &judge.seen);
            self.note_refuted(tried.seed, n_refuted);
        }
    }
}

impl AddAssign for Figures {
    fn add_assign(&mut self, other: Self) {
        self.n_programs += other.n_programs;
        self.n_irreducible += other.n_irreducible;
        self.n_items += other.n_items;
        self.n_refuted += other.n_refuted;
        self.n_llvm_refuted += other.n_llvm_refuted;
        self.n_cross_refuted += other.n_cross_refuted;
        self.n_llvm_cross_refuted += other.n_llvm_cross_refuted;
        self.more += other.more;
        self.n_llvm_divergent += other.n_llvm_divergent;
        self.n_llvm_imprecise += other.n_llvm_imprecise;
        self.n_gained += other.n_gained;
        self.n_llvm_imprecise_met += other.n_llvm_imprecise_met;
        self.n_gained_met += other.n_gained_met;
        self.n_irreducible_divergent += other.n_irreducible_divergent;
        self.n_llvm_irreducible_divergent += other.n_llvm_irreducible_divergent;
        extend(&mut self.refuted, other.refuted);
    }
}

impl Figures {
    /// Whether all requirements hold. In irreducible graphs at most 5 % more items may be divergent than for LLVM.
    pub fn holds(&self) -> bool {
        let n_most = self.n_llvm_irreducible_divergent * 21 / 20;
        let is_precise = self.more.n_unjustified == 0 && self.n_irreducible_divergent <= n_most;
        self.n_refuted == 0 && self.n_cross_refuted == 0 && is_precise
    }
}

impl More {
    fn add(&mut self, tried: &Tried) {
        let items = tried.program.flow.item_ids();
        let is_more = |&item: &ItemId| tried.sound.is_divergent(item) && !tried.llvm.is_divergent(item);
        let mut left: Vec<ItemId> = items.filter(is_more).collect();
        self.n_witnessed += take(&mut left, |item| tried.seen.differs[item as usize]);
        if left.is_empty() {
            return;
        }
        let repaired = tried.analyze(DfsOrder::LastFirst, Mode::Repaired);
        self.n_repaired += take(&mut left, |item| repaired.is_divergent(item));
        let is_reducible = tried.sound.cycles().is_reducible();
        let orders = || {
            let more = if is_reducible { 0 } else { N_WITNESS_ORDERS };
            [DfsOrder::LastFirst].into_iter().chain(orders(tried.seed)).chain((0..more).map(DfsOrder::Shuffled))
        };
        let hierarchies = tried.hierarchies(orders());
        let (few, more) = hierarchies.split_at(hierarchies.len().min(1 + N_ORDERS as usize));
        for (hierarchies, n_inputs) in [(few, N_WITNESS_INPUTS), (more, N_WITNESS_INPUTS / 8)] {
            if !left.is_empty() && !hierarchies.is_empty() {
                let witnessed = tried.witnessed(hierarchies, Trial { n_inputs, ..tried.trial }, &left);
                self.n_witnessed += take(&mut left, |item| witnessed.contains(&item));
            }
        }
        for order in orders() {
            if left.is_empty() {
                return;
            }
            let repaired = tried.analyze(order, Mode::Repaired);
            self.n_other_walk += take(&mut left, |item| repaired.is_divergent(item));
        }
        let n_left = if is_reducible { &mut self.n_unjustified } else { &mut self.n_irreducible };
        *n_left += left.len() as u64;
        if !left.is_empty() && self.unjustified.len() < N_SEEDS {
            self.unjustified.push(tried.seed);
        }
    }
}

impl AddAssign for More {
    fn add_assign(&mut self, other: Self) {
        self.n_witnessed += other.n_witnessed;
        self.n_repaired += other.n_repaired;
        self.n_other_walk += other.n_other_walk;
        self.n_irreducible += other.n_irreducible;
        self.n_unjustified += other.n_unjustified;
        extend(&mut self.unjustified, other.unjustified);
    }
}

/// Appends `others` to `seeds`, up to the maximum.
fn extend(seeds: &mut Vec<u64>, others: Vec<u64>) {
    seeds.extend(others);
    seeds.sort_unstable();
    seeds.truncate(N_SEEDS);
}

impl fmt::Display for Figures {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let Self { n_programs, n_irreducible, n_items, .. } = self;
        writeln!(out, "{n_programs} programs, {n_irreducible} of them irreducible, {n_items} values and terminators")?;
        writeln!(out, "refuted: {} (LLVM's mode: {})", self.n_refuted, self.n_llvm_refuted)?;
        writeln!(
            out,
            "refuted by other hierarchies: {} (LLVM's mode: {})",
            self.n_cross_refuted, self.n_llvm_cross_refuted
        )?;
        if !self.refuted.is_empty() {
            writeln!(out, "refuted seeds: {:?}", self.refuted)?;
        }
        let (ours, theirs) = (self.n_irreducible_divergent, self.n_llvm_irreducible_divergent);
        writeln!(
            out,
            "irreducible graphs: {ours} divergent, LLVM's mode {theirs}: {:+.1} %",
            percent(ours, theirs) - 100.0
        )?;
        writeln!(
            out,
            "reducible graphs: {} divergent by LLVM's mode, {} never seen to differ, {} of these uniform: {:.1} %",
            self.n_llvm_divergent,
            self.n_llvm_imprecise,
            self.n_gained,
            percent(self.n_gained, self.n_llvm_imprecise)
        )?;
        writeln!(
            out,
            "where threads met: {} never seen to differ, {} of these uniform: {:.1} %",
            self.n_llvm_imprecise_met,
            self.n_gained_met,
            percent(self.n_gained_met, self.n_llvm_imprecise_met)
        )?;
        let More { n_witnessed, n_repaired, n_other_walk, n_irreducible, n_unjustified, unjustified } = &self.more;
        writeln!(
            out,
            "divergent and not by LLVM's mode: {n_witnessed} seen to differ, {n_repaired} by LLVM's mode repaired, \
             {n_other_walk} by that on another walk, {n_unjustified} for no reason, \
             {n_irreducible} in irreducible graphs"
        )?;
        if !unjustified.is_empty() {
            writeln!(out, "seeds of these: {unjustified:?}")?;
        }
        Ok(())
    }
}

/// Removes the items that satisfy `is_so` from `left`; returns their number.
fn take(left: &mut Vec<ItemId>, is_so: impl Fn(ItemId) -> bool) -> u64 {
    let n_before = left.len();
    left.retain(|&item| !is_so(item));
    (n_before - left.len()) as u64
}

/// The number of items that were observed to differ though `result` has them uniform.
fn n_refuted(result: &Uniformity, seen: &Seen) -> u64 {
    (0..).zip(&seen.differs).filter(|&(item, &seen)| seen && !result.is_divergent(item)).count() as u64
}

/// Prints the program of `seed` with the results of the analyses and the observations.
pub fn show(seed: u64, max_blocks: usize) {
    show_program(&random_program(seed, max_blocks, false), seed);
}

/// Prints `program` with the results of the analyses and the observations; inputs are determined by `seed`.
pub fn show_program(program: &Program, seed: u64) {
    let (flow, code) = (&program.flow, Code::new(program));
    println!("{}", crate::text::function("f", program));
    for order in [DfsOrder::LastFirst, DfsOrder::FirstFirst] {
        let sound = analyze_with(Context::new(flow, order, Mode::Sound));
        let llvm = analyze_with(Context::new(flow, order, Mode::Llvm));
        let seen = observe_all(&code, sound.cycles(), seed);
        println!("{order:?}\nours {:#?}", crate::compare::answers(program, &sound));
        show_refuted(program, &code, &sound, seed);
        for item in flow.item_ids() {
            let said = (llvm.is_divergent(item), sound.is_divergent(item), seen.differs[item as usize]);
            if (said.0 && !said.2 && seen.is_met[flow[item].block as usize])
                || (said.0 != said.1 && !said.2)
                || (said.2 && !said.1)
            {
                println!(
                    "{} in {}: llvm {}, ours {}, seen {}: {:?}",
                    program.name(item),
                    program.block_name(flow[item].block),
                    said.0,
                    said.1,
                    said.2,
                    sound.cause(item)
                );
            }
        }
    }
}

/// The observations of all items under one hierarchy.
fn observe_all(code: &Code, cycles: &Cycles, seed: u64) -> Seen {
    let mut judges = [Judge::new(code, cycles, |_| true)];
    observe(code, &mut judges, Trial::default(), seed);
    let [judge] = judges;
    judge.seen
}

/// Prints the items that are uniform in `result` for `program` and refuted by another hierarchy.
fn show_refuted(program: &Program, code: &Code, result: &Uniformity, seed: u64) {
    for order in orders(seed) {
        let cycles = Cycles::new(&program.flow.cfg, order);
        let seen = observe_all(code, &cycles, seed);
        let is_refuted = |&item: &ItemId| seen.differs[item as usize] && !result.is_divergent(item);
        let refuted: Vec<String> = program.flow.item_ids().filter(is_refuted).map(|item| program.name(item)).collect();
        if !refuted.is_empty() {
            let name = |block| program.block_name(block);
            let lines: Vec<String> = cycles.preorder().into_iter().map(|cycle| cycles.show(cycle, &name)).collect();
            println!("refuted by {order:?}, {lines:?}: {refuted:?}");
        }
    }
}
