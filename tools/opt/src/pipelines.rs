//! Named pipelines.

#[cfg(feature = "lowerings")]
use rmlir_affine_passes::machine::TargetCpu;
use rmlir_bufferization_passes::dealloc::buffer_deallocation_simplification::buffer_deallocation_simplification;
use rmlir_bufferization_passes::dealloc::lower_deallocations::lower_deallocations;
use rmlir_bufferization_passes::dealloc::ownership_based_buffer_deallocation::OwnershipBasedBufferDeallocation;
#[cfg(feature = "lowerings")]
use rmlir_ir::pass::options::OptionType;
use rmlir_ir::pass::options::{OptionDef, OptionKind, OptionValue, OptionValues};
#[cfg(feature = "lowerings")]
use rmlir_ir::pass::pipeline::parse;
use rmlir_ir::pass::{PassDef, PassRegistry, Pipeline, PipelineDef, PipelineError};
use rmlir_memref_passes::expand_realloc::ExpandRealloc;
use rmlir_transforms::canonicalize::Canonicalize;
use rmlir_transforms::cse::cse;

/// The pipelines, in the order in which help lists them.
pub const PIPELINES: &[&PipelineDef] = &[
    &BUFFER_DEALLOCATION,
    #[cfg(feature = "lowerings")]
    &FAST,
    #[cfg(feature = "lowerings")]
    &RAISE,
    #[cfg(feature = "lowerings")]
    &RAISE_SIMD,
    #[cfg(feature = "lowerings")]
    &LOWER,
];

/// The option of the pipeline and of the pass in it.
const DYNAMIC_OWNERSHIP: &str = "private-function-dynamic-ownership";

/// Frees the buffers of a program whose tensors `one-shot-bufferize` has converted to memrefs.
static BUFFER_DEALLOCATION: PipelineDef = PipelineDef {
    name: "buffer-deallocation-pipeline",
    summary: "Frees each buffer where nothing uses it any more; only `memref.realloc` may free one before",
    options: &[OptionDef {
        name: DYNAMIC_OWNERSHIP,
        doc: "Private functions say by further results which returned memrefs their callers own",
        kind: OptionKind::Bool,
        default: Some("false"),
    }],
    build: build_buffer_deallocation,
};

fn build_buffer_deallocation(
    pipeline: &mut Pipeline,
    options: &OptionValues,
    _registry: &PassRegistry,
) -> Result<(), PipelineError> {
    add_with(pipeline, ExpandRealloc::DEF, "emit-deallocs", false)?;
    pipeline.add_default(Canonicalize::DEF)?;
    let ownership = OwnershipBasedBufferDeallocation::DEF;
    add_with(pipeline, ownership, DYNAMIC_OWNERSHIP, options.get(DYNAMIC_OWNERSHIP))?;
    for def in [
        Canonicalize::DEF,
        buffer_deallocation_simplification::DEF,
        lower_deallocations::DEF,
        cse::DEF,
        Canonicalize::DEF,
    ] {
        pipeline.add_default(def)?;
    }
    Ok(())
}

/// Adds a pass with one option set.
fn add_with(pipeline: &mut Pipeline, def: &'static PassDef, option: &str, is_on: bool) -> Result<(), PipelineError> {
    let mut options = OptionValues::new(def.options);
    options.set(option, OptionValue::Bool(is_on));
    pipeline.add(def, options).map(|_| ())
}

/// The option of the pipeline and of the passes in it.
#[cfg(feature = "lowerings")]
const TARGET_CPU: &str = "target-cpu";

/// Fits affine loops to the caches and vector registers of a processor: products are separated from other statements,
/// and get tiles; other functions get what `affine-pluto` finds best.
#[cfg(feature = "lowerings")]
static FAST: PipelineDef = PipelineDef {
    name: "affine-to-fast",
    summary: "Fits the products of affine loops to a processor: tiles, packing, vectors in registers",
    options: &[OptionDef {
        name: TARGET_CPU,
        doc: "The processor that code is for",
        kind: TargetCpu::KIND,
        default: Some("x86-64-v3"),
    }],
    build: build_fast,
};

#[cfg(feature = "lowerings")]
fn build_fast(pipeline: &mut Pipeline, options: &OptionValues, registry: &PassRegistry) -> Result<(), PipelineError> {
    let cpu = options.get::<TargetCpu>(TARGET_CPU).name();
    let with = format!("{{{TARGET_CPU}={cpu}}}");
    let product =
        format!("affine-cache-tile{with},affine-pack{{only-tiles {TARGET_CPU}={cpu}}},affine-register-tile{with}");
    // Products that share loops with other statements are found once these have loops of their own. (Functions with
    // vectors are not changed by `affine-pluto`.)
    let passes = format!(
        "func.func({product},affine-pluto{{cost=false fuse=none}},{product},canonicalize,cse,affine-pluto{{tile}})"
    );
    append(pipeline, registry, &passes)
}

/// Raises the LLVM IR of a C compiler, as far as it goes, to `affine`.
#[cfg(feature = "lowerings")]
static RAISE: PipelineDef = PipelineDef {
    name: "raise-llvm-to-affine",
    summary: "Raises functions of the dialect llvm to func, and their loops to affine where that is possible",
    options: &[],
    build: |pipeline, _, registry| append(pipeline, registry, RAISE_PASSES),
};

#[cfg(feature = "lowerings")]
const RAISE_PASSES: &str = "raise-llvm-to-core,lift-cf-to-scf,canonicalize,cse,\
    func.func(raise-scf-while-to-for,canonicalize,cse,raise-llvm-to-memref,canonicalize,cse,scf-remove-loop-guards,\
    canonicalize,raise-scf-to-affine,affine-raise-from-memref{differences},canonicalize,cse)";

/// Raises the LLVM IR of a C compiler so far that its parallel loops can be vectorized.
#[cfg(feature = "lowerings")]
static RAISE_SIMD: PipelineDef = PipelineDef {
    name: "raise-llvm-to-simd",
    summary: "Raises functions of the dialect llvm to func, and their parallel loops to marked loops",
    options: &[],
    build: |pipeline, _, registry| append(pipeline, registry, RAISE_SIMD_PASSES),
};

#[cfg(feature = "lowerings")]
const RAISE_SIMD_PASSES: &str = "raise-llvm-to-core,lift-cf-to-scf,canonicalize,cse,\
    func.func(raise-scf-while-to-for,canonicalize,cse),raise-simd-loops,canonicalize,cse";

/// Lowers what was raised to functions that C calls as before.
#[cfg(feature = "lowerings")]
static LOWER: PipelineDef = PipelineDef {
    name: "lower-to-c-abi",
    summary: "Lowers functions that were raised from the dialect llvm to it, with the C ABI that they had",
    options: &[],
    build: |pipeline, _, registry| append(pipeline, registry, LOWER_PASSES),
};

#[cfg(feature = "lowerings")]
const LOWER_PASSES: &str = "affine-inline-regions,internalize-private-functions,cse,loop-invariant-code-motion,\
    lower-affine,convert-vector-to-scf,loop-invariant-code-motion,scf-for-scalar-promotion,scf-for-to-do-while,\
    convert-scf-to-cf,convert-vector-to-llvm,convert-to-llvm,reconcile-unrealized-casts";

#[cfg(feature = "lowerings")]
fn append(pipeline: &mut Pipeline, registry: &PassRegistry, passes: &str) -> Result<(), PipelineError> {
    pipeline.append(parse(&format!("builtin.module({passes})"), registry)?);
    Ok(())
}
