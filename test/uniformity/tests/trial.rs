//! Random programs: what converged threads differ in is divergent, by every hierarchy of cycles.

use rmlir_uniformity_compare::machine::Trial;
use rmlir_uniformity_compare::random::random_program;
use rmlir_uniformity_compare::trial::Figures;

#[test]
fn nothing_uniform_is_seen_to_differ() {
    let mut figures = Figures::default();
    for seed in 600..1100 {
        figures.add(seed, &random_program(seed, 12, false), Trial::default());
    }
    assert_eq!((figures.n_refuted, figures.n_cross_refuted), (0, 0), "{figures:#?}");
    // The trial can fail: values do differ, and LLVM's mode is caught.
    assert!(figures.n_llvm_divergent > 2 * figures.n_llvm_imprecise, "{figures:#?}");
    assert!(figures.n_llvm_cross_refuted > 0, "{figures:#?}");
    assert!(2 * figures.n_gained > figures.n_llvm_imprecise, "{figures:#?}");
    assert!(figures.n_irreducible_divergent < figures.n_llvm_irreducible_divergent, "{figures:#?}");
}

/// Programs that once had values that LLVM calls uniform and we did not, with nothing to show for it: after inner cycles
/// that every walk finds, at the one block by which control comes into a cycle, and of before the branch that parts threads.
#[test]
fn nothing_is_divergent_without_a_reason() {
    let mut figures = Figures::default();
    let small =
        [(2000131, 14), (103979, 14), (3002138, 16), (3004182, 16), (3005234, 16), (3007455, 16), (3022917, 16)];
    let large = [(3000070, 60), (2009680, 60), (400000111, 60), (400001203, 60), (3000083966, 60)];
    let late = [(3028584, 16), (800031033, 16), (800035524, 16), (800006384, 16), (600033200, 9)];
    for (seed, max_blocks) in small.into_iter().chain(late).chain(large) {
        figures.add(seed, &random_program(seed, max_blocks, false), Trial::default());
    }
    assert_eq!((figures.n_refuted, figures.n_cross_refuted), (0, 0), "{figures:#?}");
    assert_eq!(figures.more.n_unjustified, 0, "{figures:#?}");
}

/// Programs that once had values called uniform that differ when an inner cycle's header is the outer one's by another
/// walk, also by an edge that control never takes, when control takes only some of the ways through a cycle, when
/// copies of one value come from different iterations, or when values of before a branch are read after it.
#[test]
fn what_was_refuted_is_divergent() {
    let mut figures = Figures::default();
    let early = [(903162, 12), (905652, 12), (920198, 12), (5410, 14), (300976, 20), (2003117, 60)];
    let late = [(105678, 14), (116381, 14), (3000718, 16), (3030571, 16), (3049996, 16)];
    // What leaves cycles that other hierarchies have, and phis that take copies from blocks that do not dominate them.
    let large = [300424497, 300513925, 300535832, 300675346, 300718777, 300821111, 3000191482, 3000217374];
    let large = large.map(|seed| (seed, 60));
    for (seed, max_blocks) in early.into_iter().chain(late).chain(large) {
        figures.add(seed, &random_program(seed, max_blocks, false), Trial::default());
    }
    assert_eq!((figures.n_refuted, figures.n_cross_refuted), (0, 0), "{figures:#?}");
}
