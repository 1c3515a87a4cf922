//! The default mode against programs that run.
//!
//! For each random program: everything that converged threads were seen to differ in has to be divergent, for the
//! hierarchy of cycles that the analysis went by, in both plain orders of the walk; and for other hierarchies. What is
//! divergent and was never seen to differ says how much precision there may be left, compared with LLVM's mode.

use rmlir_analysis::cfg::{Cycles, DfsOrder};
use rmlir_analysis::uniformity::{Context, Mode, Uniformity, analyze_with};

use crate::machine::{Seen, Trial, observe};
use crate::program::Program;
use crate::random::random_program;

/// How many other hierarchies are tried where cycles have several entries.
const N_ORDERS: u64 = 8;

/// What was counted.
#[derive(Default, Debug)]
pub struct Figures {
    /// Programs.
    pub n_programs: u64,
    /// Of these with irreducible cycles.
    pub n_irreducible: u64,
    /// Items.
    pub n_items: u64,
    /// Seen to differ though called uniform, by the hierarchy of the analysis.
    pub n_refuted: u64,
    /// The same of LLVM's mode.
    pub n_llvm_refuted: u64,
    /// Seen to differ though called uniform, by another hierarchy.
    pub n_cross_refuted: u64,
    /// The same of LLVM's mode.
    pub n_llvm_cross_refuted: u64,
    /// Uniform for LLVM, divergent for us, and seen to differ.
    pub n_more_seen: u64,
    /// The same, not seen to differ.
    pub n_more_unseen: u64,
    /// In reducible graphs: divergent for LLVM.
    pub n_llvm_divergent: u64,
    /// Of these never seen to differ.
    pub n_llvm_imprecise: u64,
    /// Of these uniform for us.
    pub n_gained: u64,
    /// As `n_llvm_imprecise`, where two threads met.
    pub n_llvm_imprecise_met: u64,
    /// Of these uniform for us.
    pub n_gained_met: u64,
    /// In irreducible graphs: divergent items.
    pub n_irreducible_divergent: u64,
    /// The same of LLVM's mode.
    pub n_llvm_irreducible_divergent: u64,
    /// The seeds of the first refuted programs.
    pub refuted: Vec<u64>,
    /// The seeds of the first programs where we say more than LLVM without a witness.
    pub more: Vec<u64>,
}

impl Figures {
    /// Tries the program of `seed`.
    pub fn add(&mut self, seed: u64, program: &Program, trial: Trial) {
        let flow = &program.flow;
        self.n_programs += 1;
        self.n_items += flow.n_items() as u64;
        let analyze = |order, mode| analyze_with(Context::new(flow, order), mode);
        let (sound, llvm) = (analyze(DfsOrder::LastFirst, Mode::Sound), analyze(DfsOrder::LastFirst, Mode::Llvm));
        let is_reducible = sound.cycles().is_reducible();
        let seen = observe(program, sound.cycles(), trial, seed);
        let mut n_refuted = n_refuted(&sound, &seen);
        self.n_llvm_refuted += self::n_refuted(&llvm, &seen);
        if !is_reducible {
            self.n_irreducible += 1;
            let other = analyze(DfsOrder::FirstFirst, Mode::Sound);
            let seen = observe(program, other.cycles(), trial, seed);
            n_refuted += self::n_refuted(&other, &seen);
            self.cross(seed, program, trial, &sound, &llvm);
            self.n_irreducible_divergent += sound.n_divergent() as u64;
            self.n_llvm_irreducible_divergent += llvm.n_divergent() as u64;
        }
        if n_refuted > 0 && self.refuted.len() < 10 {
            self.refuted.push(seed);
        }
        self.n_refuted += n_refuted;
        for item in flow.item_ids() {
            self.n_llvm_divergent += u64::from(is_reducible && llvm.is_divergent(item));
            let is_seen = seen.differs[item as usize];
            let is_met = seen.is_met[flow[item].block as usize];
            match (llvm.is_divergent(item), sound.is_divergent(item)) {
                (false, true) if is_seen => self.n_more_seen += 1,
                (false, true) => {
                    self.n_more_unseen += 1;
                    if self.more.len() < 10 && self.more.last() != Some(&seed) {
                        self.more.push(seed);
                    }
                }
                (true, is_divergent) if is_reducible && !is_seen => {
                    self.n_llvm_imprecise += 1;
                    self.n_gained += u64::from(!is_divergent);
                    self.n_llvm_imprecise_met += u64::from(is_met);
                    self.n_gained_met += u64::from(is_met && !is_divergent);
                }
                _ => {}
            }
        }
    }

    /// Judges by other hierarchies.
    fn cross(&mut self, seed: u64, program: &Program, trial: Trial, sound: &Uniformity, llvm: &Uniformity) {
        for order in 0..N_ORDERS {
            let cycles = Cycles::new(&program.flow.cfg, DfsOrder::Shuffled(seed ^ order << 40));
            let seen = observe(program, &cycles, trial, seed);
            let n_refuted = n_refuted(sound, &seen);
            self.n_cross_refuted += n_refuted;
            self.n_llvm_cross_refuted += self::n_refuted(llvm, &seen);
            if n_refuted > 0 && self.refuted.len() < 10 {
                self.refuted.push(seed);
            }
        }
    }
}

/// How many items were seen to differ though `result` calls them uniform.
fn n_refuted(result: &Uniformity, seen: &Seen) -> u64 {
    (0..).zip(&seen.differs).filter(|&(item, &seen)| seen && !result.is_divergent(item)).count() as u64
}

/// Shows the program of `seed` with what is said of it and what is seen.
pub fn show(seed: u64, max_blocks: usize) {
    let program = random_program(seed, max_blocks, false);
    let flow = &program.flow;
    println!("{}", crate::text::function("f", &program));
    for order in [DfsOrder::LastFirst, DfsOrder::FirstFirst] {
        let sound = analyze_with(Context::new(flow, order), Mode::Sound);
        let llvm = analyze_with(Context::new(flow, order), Mode::Llvm);
        let seen = observe(&program, sound.cycles(), Trial::default(), seed);
        println!("{order:?}\nours {:#?}", crate::compare::answers(&program, &sound));
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

/// Tries `count` programs and prints the figures; whether nothing was refuted.
pub fn run(first: u64, count: u64, max_blocks: usize) -> bool {
    let mut figures = Figures::default();
    for seed in first..first + count {
        figures.add(seed, &random_program(seed, max_blocks, false), Trial::default());
    }
    println!("{figures:#?}");
    figures.n_refuted == 0 && figures.n_cross_refuted == 0
}
