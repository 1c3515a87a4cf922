//! Named pipelines.

use rmlir_bufferization_passes::dealloc::buffer_deallocation_simplification::buffer_deallocation_simplification;
use rmlir_bufferization_passes::dealloc::lower_deallocations::lower_deallocations;
use rmlir_bufferization_passes::dealloc::ownership_based_buffer_deallocation::OwnershipBasedBufferDeallocation;
use rmlir_ir::pass::options::{OptionDef, OptionKind, OptionValue, OptionValues};
use rmlir_ir::pass::{PassDef, PassRegistry, Pipeline, PipelineDef, PipelineError};
use rmlir_memref_passes::expand_realloc::ExpandRealloc;
use rmlir_transforms::canonicalize::Canonicalize;
use rmlir_transforms::cse::cse;

/// The pipelines, in the order in which help lists them.
pub const PIPELINES: &[&PipelineDef] = &[&BUFFER_DEALLOCATION];

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
