//! Random programs: items in which converged threads differ are divergent, under every cycle hierarchy.

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
    // The trial can fail: values do differ, and errors of LLVM's mode are detected.
    assert!(figures.n_llvm_divergent > 2 * figures.n_llvm_imprecise, "{figures:#?}");
    assert!(figures.n_llvm_cross_refuted > 0, "{figures:#?}");
    assert!(2 * figures.n_gained > figures.n_llvm_imprecise, "{figures:#?}");
    assert!(figures.n_irreducible_divergent < figures.n_llvm_irreducible_divergent, "{figures:#?}");
}

/// Programs that once had values that were uniform for LLVM and divergent for us without a reason: after inner cycles
/// that every search order finds, at the only entry of a cycle, and of values from before the divergent branch.
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

/// Programs that once had uniform values that differ when an inner cycle's header is the outer one's under another
/// search order, also by an edge that control never takes, when control takes only some of the paths through a cycle,
/// when copies of one value are from different iterations, or when values from before a branch are read after it.
#[test]
fn what_was_refuted_is_divergent() {
    let mut figures = Figures::default();
    let early = [(903162, 12), (905652, 12), (920198, 12), (5410, 14), (300976, 20), (2003117, 60)];
    let late = [(105678, 14), (116381, 14), (3000718, 16), (3030571, 16), (3049996, 16)];
    // Values of cycles that other hierarchies have, and phis with copies from blocks that do not dominate them.
    let large = [300424497, 300513925, 300535832, 300675346, 300718777, 300821111, 3000191482, 3000217374];
    let large = large.map(|seed| (seed, 60));
    for (seed, max_blocks) in early.into_iter().chain(late).chain(large) {
        figures.add(seed, &random_program(seed, max_blocks, false), Trial::default());
    }
    assert_eq!((figures.n_refuted, figures.n_cross_refuted), (0, 0), "{figures:#?}");
}
