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

/// Programs that once had values called uniform that differ when an inner cycle's header is the outer one's by another
/// walk, also by an edge that control never takes, when control takes only some of the ways through a cycle, or when
/// copies of one value come from different iterations.
#[test]
fn what_was_refuted_is_divergent() {
    let mut figures = Figures::default();
    for (seed, max_blocks) in
        [(903162, 12), (905652, 12), (920198, 12), (5410, 14), (300976, 20), (2003117, 60), (105678, 14), (116381, 14)]
    {
        figures.add(seed, &random_program(seed, max_blocks, false), Trial::default());
    }
    assert_eq!((figures.n_refuted, figures.n_cross_refuted), (0, 0), "{figures:#?}");
}
