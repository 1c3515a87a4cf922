//! Random sequences of semantics-preserving passes with random options.

use std::fmt;

use rmlir_smith::numbers::Numbers;

/// Passes, as the texts inside `builtin.module(..)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sequence(pub Vec<String>);

/// The minimum and maximum number of passes in a sequence.
const LENGTHS: [usize; 2] = [3, 6];

/// Makes the random numbers independent of those that generate the module of the same seed.
const STREAM: u64 = 0x5eed_0f9a_55e5;

impl Sequence {
    /// The sequence of `seed`.
    pub fn draw(seed: u64) -> Self {
        let mut numbers = Numbers::new(seed ^ STREAM);
        let n = LENGTHS[0] + numbers.below(LENGTHS[1] - LENGTHS[0] + 1);
        let mut any = |rows: &[&[&str]]| {
            let row = *numbers.one_of(rows);
            (*numbers.one_of(row)).to_owned()
        };
        let mut passes: Vec<String> = (0..n).map(|_| any(PASSES)).collect();
        // One of three ends with a lowering.
        if seed.is_multiple_of(3) {
            passes.pop();
            passes.push(any(LOWERINGS));
        }
        Self(passes)
    }

    /// Whether one of the passes assumes that distinct arguments of a function do not alias (`docs/soundness.md`).
    pub fn assumes_distinct_arguments(&self) -> bool {
        self.0.iter().any(|pass| pass.contains("affine-") && !pass.contains("noalias-arguments=false"))
    }

    /// The passes of a pipeline.
    pub fn read(pipeline: &str) -> Self {
        let (mut passes, mut depth) = (vec![String::new()], 0);
        for char in pipeline.chars() {
            match char {
                '(' | '{' | '[' => depth += 1,
                ')' | '}' | ']' => depth -= 1,
                _ => {}
            }
            match (char, depth) {
                (',', 0) => passes.push(String::new()),
                _ => passes.last_mut().expect("there is one").push(char),
            }
        }
        Self(passes)
    }
}

impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(","))
    }
}

/// All passes with options that a sequence may contain.
pub fn choices() -> impl Iterator<Item = &'static str> {
    PASSES.iter().chain(LOWERINGS).copied().flatten().copied()
}

/// Passes, each with the alternatives for its options.
const PASSES: &[&[&str]] = &[
    // Clean-ups.
    &[
        "canonicalize",
        "canonicalize{top-down=false}",
        "canonicalize{region-simplify=aggressive}",
        "canonicalize{max-iterations=1}",
    ],
    &["canonicalize"],
    &["cse"],
    &["sccp"],
    &["inline", "inline{inlining-threshold=100}"],
    &["symbol-dce"],
    &["remove-dead-values", "remove-dead-values{canonicalize=false}"],
    &["topological-sort"],
    &["control-flow-sink"],
    &["loop-invariant-code-motion"],
    &["mem2reg", "mem2reg{region-simplify=false}", "sroa,mem2reg"],
    &["sroa"],
    &["composite-fixed-point-pass{pipeline=canonicalize,cse}"],
    &["duplicate-function-elimination"],
    // Arithmetic.
    &["arith-expand"],
    &["int-range-optimizations"],
    &["arith-unsigned-when-equivalent"],
    &[
        "func.func(arith-int-range-narrowing{int-bitwidths-supported=8,16,32})",
        "func.func(arith-int-range-narrowing{int-bitwidths-supported=1,24})",
    ],
    &["arith-emulate-wide-int{widest-int-supported=32}"],
    &["func.func(math-expand-ops)", "func.func(math-expand-ops{ops=ceil})"],
    &["math-uplift-to-fma"],
    &["math-extend-to-supported-types"],
    // Loops.
    &["lift-cf-to-scf", "func.func(lift-cf-to-scf),canonicalize"],
    // Branches are not allowed in regions of affine loops.
    &["lower-affine,convert-scf-to-cf"],
    &["scf-for-to-while", "scf-for-to-do-while"],
    &["scf-for-scalar-promotion", "infer-noalias-arguments,scf-for-scalar-promotion"],
    &["scf-for-loop-peeling", "scf-for-loop-peeling{peel-front}", "scf-for-loop-peeling{skip-partial=false}"],
    &["scf-for-loop-canonicalization"],
    &["scf-for-loop-range-folding"],
    &["scf-for-loop-specialization"],
    &["scf-parallel-loop-fusion"],
    &["scf-parallel-loop-specialization"],
    &[
        "scf-parallel-loop-tiling{parallel-loop-tile-sizes=2,4}",
        "scf-parallel-loop-tiling{parallel-loop-tile-sizes=3 no-min-max-bounds}",
    ],
    &["scf-parallel-for-to-nested-fors"],
    &["scf-forall-to-for", "scf-forall-to-parallel"],
    &["func.func(raise-scf-to-affine)"],
    // Affine loops.
    &["func.func(affine-loop-invariant-code-motion)"],
    &["func.func(affine-loop-normalize)", "func.func(affine-loop-normalize{promote-single-iter})"],
    &[
        "func.func(affine-loop-tile{tile-size=2})",
        "func.func(affine-loop-tile{tile-sizes=3,4 separate})",
        "func.func(affine-loop-tile{cache-size=0})",
    ],
    &[
        "func.func(affine-loop-unroll{unroll-factor=3})",
        "func.func(affine-loop-unroll{unroll-factor=2 cleanup-unroll})",
        "func.func(affine-loop-unroll{unroll-up-to-factor unroll-factor=5})",
        "func.func(affine-loop-unroll{unroll-full-threshold=4 unroll-num-reps=2})",
    ],
    &[
        "func.func(affine-loop-unroll-jam{unroll-jam-factor=2})",
        "func.func(affine-loop-unroll-jam{unroll-jam-factor=3})",
    ],
    &["func.func(affine-loop-coalescing)"],
    &[
        "func.func(affine-loop-fusion)",
        "func.func(affine-loop-fusion{maximal})",
        "func.func(affine-loop-fusion{mode=producer})",
        "func.func(affine-loop-fusion{mode=sibling maximal})",
    ],
    &[
        "func.func(affine-parallelize)",
        "func.func(affine-parallelize{parallel-reductions})",
        "func.func(affine-parallelize{max-nested=1})",
        "func.func(affine-detect-parallel{convert noalias-arguments=false})",
    ],
    &["func.func(affine-scalrep)"],
    &["func.func(affine-simplify-structures)", "func.func(affine-simplify-min-max)"],
    &[
        "func.func(affine-super-vectorize{virtual-vector-size=4})",
        "func.func(affine-super-vectorize{virtual-vector-size=4 vectorize-reductions})",
        "func.func(affine-super-vectorize{virtual-vector-size=2,4})",
    ],
    &[
        "func.func(affine-data-copy-generate{generate-dma=false})",
        "func.func(affine-data-copy-generate{generate-dma=false fast-mem-space=0 skip-non-unit-stride-loops})",
    ],
    &["func.func(affine-raise-from-memref)"],
    &["affine-expand-index-ops", "affine-expand-index-ops-as-affine"],
    &["affine-fold-memref-alias-ops"],
    &["lower-affine"],
    &[
        "func.func(affine-pluto{cost=false noalias-arguments=false})",
        "func.func(affine-pluto{noalias-arguments=false})",
        "func.func(affine-pluto{cost=false tile tile-sizes=3 noalias-arguments=false})",
        "func.func(affine-pluto{cost=false parallel fuse=max noalias-arguments=false})",
    ],
    // Memrefs.
    &["fold-memref-alias-ops"],
    &["expand-strided-metadata"],
    &["memref-expand", "expand-realloc"],
    &["func.func(buffer-hoisting)", "func.func(buffer-loop-hoisting)"],
    &["func.func(promote-buffers-to-stack)", "func.func(optimize-allocation-liveness)"],
    &["normalize-memrefs"],
    &["drop-equivalent-buffer-results"],
    &["resolve-shaped-type-result-dims", "reify-result-shapes"],
    // Vectors.
    &["convert-vector-to-scf", "convert-vector-to-scf{full-unroll}"],
    &[
        "func.func(lower-vector-multi-reduction)",
        "func.func(lower-vector-multi-reduction{lowering-strategy=inner-reduction})",
    ],
    &["func.func(lower-vector-mask)"],
    // Tensors.
    &["fold-tensor-subset-ops"],
    &["empty-tensor-to-alloc-tensor", "eliminate-empty-tensors"],
    &[
        "one-shot-bufferize",
        "one-shot-bufferize{bufferize-function-boundaries}",
        "one-shot-bufferize{copy-before-write}",
        "one-shot-bufferize{allow-return-allocs-from-loops bufferize-function-boundaries}",
        "one-shot-bufferize{allow-return-allocs-from-loops},ownership-based-buffer-deallocation,canonicalize,buffer-deallocation-simplification,bufferization-lower-deallocations",
    ],
    &["convert-linalg-to-loops", "convert-linalg-to-affine-loops", "convert-linalg-to-parallel-loops"],
    // Vectorization and predicates.
    &[
        "wfv-select{gain=1},wfv",
        "wfv-select{gain=1 width=4},wfv{tail=scalar}",
        "wfv-select{gain=1 width=8 target=avx2},wfv{target=avx2}",
    ],
    &["func.func(slp-vectorize)", "func.func(slp-vectorize{least-gain=0 registers=2})"],
    &[
        "func.func(if-convert,convert-pvec-to-scf)",
        "func.func(if-convert,pvec-promote,convert-pvec-to-scf)",
        "func.func(if-convert{select=profitable},pvec-promote,pvec-reverse-if-convert,convert-pvec-to-scf)",
        "func.func(if-convert{coding=or structured=false},convert-pvec-to-scf)",
    ],
];

/// Passes after which few others apply.
const LOWERINGS: &[&[&str]] = &[
    &["lower-affine,convert-scf-to-cf,convert-cf-to-llvm"],
    // The result of a cast is no symbol of affine operations.
    &["lower-affine,convert-arith-to-llvm", "lower-affine,convert-index-to-llvm", "convert-func-to-llvm"],
    &[
        "lower-affine,convert-vector-to-scf,expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts",
        "lower-affine,convert-vector-to-scf,convert-scf-to-cf,canonicalize,cse,expand-strided-metadata,lower-affine,convert-to-llvm,canonicalize,cse",
    ],
    &["vliw-pipeline", "vliw-pipeline{machine=itanium2}", "vliw-pipeline{machine=tic6x}"],
];
