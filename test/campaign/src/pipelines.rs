//! The passes of a campaign: single ones, and the pipelines that users run.

/// A pass or a pipeline, as it stands between the brackets of `builtin.module(..)`. Some are run after a pass that makes
/// something for them to do.
pub const PIPELINES: &[&str] = &[
    // Generic passes.
    "canonicalize",
    "canonicalize{top-down=false}",
    "cse",
    "sccp",
    "inline",
    "symbol-dce",
    "remove-dead-values",
    "topological-sort",
    "control-flow-sink",
    "loop-invariant-code-motion",
    "mem2reg",
    "sroa",
    "composite-fixed-point-pass{pipeline=canonicalize,cse}",
    "canonicalize,cse,sccp,inline,canonicalize,symbol-dce",
    // Arithmetic.
    "arith-expand",
    "int-range-optimizations",
    "arith-unsigned-when-equivalent",
    "func.func(arith-int-range-narrowing{int-bitwidths-supported=8,16,32})",
    "arith-emulate-wide-int{widest-int-supported=32}",
    "func.func(math-expand-ops)",
    "math-uplift-to-fma",
    // Loops.
    "lift-cf-to-scf",
    "func.func(lift-cf-to-scf),canonicalize",
    "convert-scf-to-cf",
    "scf-for-to-while",
    "scf-for-to-do-while",
    "scf-for-scalar-promotion",
    "lower-affine,loop-invariant-code-motion,infer-noalias-arguments,scf-for-scalar-promotion,scf-for-to-do-while",
    "scf-for-loop-peeling",
    "scf-for-loop-canonicalization",
    "scf-for-loop-range-folding",
    "scf-for-loop-specialization",
    "scf-parallel-loop-fusion",
    "scf-parallel-loop-specialization",
    "scf-parallel-loop-tiling{parallel-loop-tile-sizes=2,4}",
    "scf-parallel-for-to-nested-fors",
    "scf-forall-to-for",
    "scf-forall-to-parallel",
    // Affine loops.
    "func.func(affine-loop-invariant-code-motion)",
    "func.func(affine-loop-normalize)",
    "func.func(affine-loop-tile{tile-size=2})",
    "func.func(affine-loop-unroll{unroll-factor=3})",
    "func.func(affine-loop-unroll-jam{unroll-jam-factor=2})",
    "func.func(affine-loop-coalescing)",
    "func.func(affine-loop-fusion)",
    "func.func(affine-loop-fusion{maximal})",
    "func.func(affine-parallelize)",
    "func.func(affine-scalrep)",
    "func.func(affine-simplify-structures)",
    "func.func(affine-super-vectorize{virtual-vector-size=4})",
    "func.func(affine-data-copy-generate{generate-dma=false})",
    "func.func(affine-raise-from-memref)",
    "affine-expand-index-ops",
    "affine-expand-index-ops-as-affine",
    "lower-affine",
    // Memrefs and vectors.
    "fold-memref-alias-ops",
    "expand-strided-metadata",
    "memref-expand",
    "func.func(buffer-hoisting)",
    "func.func(buffer-loop-hoisting)",
    "func.func(promote-buffers-to-stack)",
    "convert-vector-to-scf",
    "convert-vector-to-scf{full-unroll}",
    "func.func(lower-vector-multi-reduction)",
    "func.func(lower-vector-mask)",
    // Conversions, one after the other and together.
    "convert-scf-to-cf,convert-cf-to-llvm",
    "convert-arith-to-llvm",
    "convert-index-to-llvm",
    "convert-func-to-llvm",
    "lower-affine,convert-vector-to-scf,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts",
    "lower-affine,convert-vector-to-scf,convert-scf-to-cf,canonicalize,cse,convert-to-llvm,canonicalize,cse",
    "lower-affine,convert-vector-to-scf,convert-scf-to-cf,convert-math-to-llvm,convert-math-to-libm,convert-vector-to-llvm,\
     convert-index-to-llvm,convert-arith-to-llvm,expand-strided-metadata,finalize-memref-to-llvm,convert-func-to-llvm,\
     convert-cf-to-llvm,reconcile-unrealized-casts",
];

/// What a pipeline is known to change, as upstream's does.
pub struct Known {
    /// The pipeline.
    pub pipeline: &'static str,
    /// What it is about: modules with a line that has all of this are left out.
    pub line: &'static [&'static str],
    /// What happens.
    pub reason: &'static str,
}

/// What is known: our text is that of upstream, and its tests are about this text.
pub const KNOWN: &[Known] = &[
    Known { pipeline: "func.func(math-expand-ops)", line: &["math.ceil"], reason: "a result that is -0.0 becomes 0.0" },
    Known { pipeline: "arith-expand", line: &["arith.minimumf"], reason: "one zero is taken for the other" },
    Known { pipeline: "arith-expand", line: &["arith.maximumf"], reason: "one zero is taken for the other" },
    Known { pipeline: "func.func(math-expand-ops)", line: &["math.fma"], reason: "it is rounded twice" },
    Known {
        pipeline: "func.func(arith-int-range-narrowing{int-bitwidths-supported=8,16,32})",
        line: &["arith.", "overflow<"],
        reason: "what does not overflow may do so with fewer bits",
    },
    Known {
        pipeline: "arith-emulate-wide-int{widest-int-supported=32}",
        line: &["i64 to index"],
        reason: "of an integer of 64 bits the low half becomes the index",
    },
    Known {
        pipeline: "arith-emulate-wide-int{widest-int-supported=32}",
        line: &["index to i64"],
        reason: "an index becomes the low half of an integer of 64 bits",
    },
    Known {
        pipeline: "arith-emulate-wide-int{widest-int-supported=32}",
        line: &["arith.sh", "i64"],
        reason: "a half is shifted by its width if the whole is by 0, which is poison",
    },
];

/// Why modules as `text` are left out with `pipeline`.
pub fn known(pipeline: &str, text: &str) -> Option<&'static Known> {
    let is_about = |line: &str, known: &Known| known.line.iter().all(|part| line.contains(part));
    KNOWN.iter().find(|known| known.pipeline == pipeline && text.lines().any(|line| is_about(line, known)))
}
