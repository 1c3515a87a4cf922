//! `one-shot-bufferize`: buffers for tensors, after one analysis.
//!
//! [`analysis`] decides which operands bufferize in place, in the order of [`order`]; [`conflicts`] finds the conflicts
//! that prevent it. Then operands out of place get copies, and [`driver`] replaces one operation after the other. With
//! function boundaries [`module`] does this for functions in the order of their calls, and records the facts about the
//! arguments of each. [`annotate`] prints decisions as attributes, for tests. [`empty`] uses the analysis to eliminate
//! empty tensors.

pub mod analysis;
mod annotate;
mod conflicts;
pub mod driver;
pub mod empty;
pub(crate) mod module;
mod order;

use rmlir::pass::options::{EnumCase, OptionKind, OptionType, OptionValue};
use rmlir::prelude::*;
use rmlir_bufferization::Bufferization;
use rmlir_bufferization::bufferizable::{Heuristic, Layout, MemorySpaceRule, Options, Session};
use rmlir_memref::MemRef;

use crate::models::{MODELS, model_of};

/// [`Layout`] as the type of an option.
#[derive(Clone, Copy, Debug)]
pub struct LayoutOption(Layout);

impl OptionType for LayoutOption {
    const KIND: OptionKind = OptionKind::Enum(&[
        EnumCase { name: "infer-layout-map", doc: "Infer layout maps" },
        EnumCase { name: "identity-layout-map", doc: "Identity layout maps" },
        EnumCase { name: "fully-dynamic-layout-map", doc: "Fully dynamic layout maps" },
    ]);

    fn from_value(value: &OptionValue) -> Option<Self> {
        value.case(&[Layout::Infer, Layout::Identity, Layout::FullyDynamic]).map(Self)
    }
}

/// Bufferize tensors after one analysis.
///
/// An operand bufferizes in place if no read-after-write conflict results; others get a copy. With
/// `bufferize-function-boundaries`, arguments and results of functions are bufferized too, and calls use the facts that
/// the analysis found for their callees.
///
/// ```mlir
/// %0 = tensor.insert %x into %t[%i] : tensor<?xf32>
/// // becomes, if nothing else needs %t
/// memref.store %x, %m[%i] : memref<?xf32, strided<[?], offset: ?>>
/// ```
#[pass(
    name = "one-shot-bufferize",
    title = "OneShotBufferizePass",
    summary = "One-Shot Bufferize",
    anchor = "builtin.module",
    depends(Bufferization, MemRef),
    stats(
        "num-buffer-alloc" = "Number of buffer allocations",
        "num-tensor-in-place" = "Number of in-place tensor OpOperands",
        "num-tensor-out-of-place" = "Number of out-of-place tensor OpOperands"
    )
)]
pub struct OneShotBufferize {
    /// Allows returning/yielding new allocations from a loop.
    #[option(default = false)]
    allow_return_allocs_from_loops: bool,
    /// Allows unknown (not bufferizable) ops in the input IR.
    #[option(default = false)]
    allow_unknown_ops: bool,
    /// Test only: Analyze ops in random order with a given seed (fuzzer).
    #[option(default = 0)]
    analysis_fuzzer_seed: u32,
    /// Heuristic that control the IR traversal during analysis.
    #[option(default = "bottom-up")]
    analysis_heuristic: String,
    /// Bufferize function boundaries (experimental).
    #[option(default = false)]
    bufferize_function_boundaries: bool,
    /// Account for parallel regions in RaW analysis.
    #[option(default = true)]
    check_parallel_regions: bool,
    /// Skip the analysis. Make a buffer copy on every write.
    #[option(default = false)]
    copy_before_write: bool,
    /// Restrict bufferization to ops from these dialects.
    #[option()]
    dialect_filter: Vec<String>,
    /// Test only: Annotate tensor IR with alias sets.
    #[option(default = false)]
    dump_alias_sets: bool,
    /// Skip analysis of functions with these symbol names.Set copyBeforeWrite to true when bufferizing them.
    #[option()]
    no_analysis_func_filter: Vec<String>,
    /// Controls layout maps when bufferizing function signatures.
    #[option(default = "infer-layout-map")]
    function_boundary_type_conversion: LayoutOption,
    /// The memory space of an memref types must always be inferred. If unset, a default memory space of 0 is used otherwise.
    #[option(default = false)]
    must_infer_memory_space: bool,
    /// Use the Tensor encoding attribute for the memory space. Exclusive to the 'must-infer-memory-space' option.
    #[option(default = false)]
    use_encoding_for_memory_space: bool,
    /// Test only: Only run inplaceability analysis and annotate IR.
    #[option(default = false)]
    test_analysis_only: bool,
    /// Test only: Annotate IR with RaW conflicts. Requires test-analysis-only.
    #[option(default = false)]
    print_conflicts: bool,
    /// Controls layout maps for non-inferrable memref types.
    #[option(default = "fully-dynamic-layout-map")]
    unknown_type_conversion: LayoutOption,
    /// Sets the alignment of newly allocated buffers.
    #[option(default = 64)]
    buffer_alignment: u64,
}

impl Pass for OneShotBufferize {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        if let Some((message, at_module)) = self.contradiction() {
            let error = match at_module {
                true => cx.op().plain_error(message),
                false => {
                    let cx = cx.cx();
                    Box::new(Diagnostic::error(Loc::UNKNOWN.place(cx), message.to_owned()))
                }
            };
            cx.emit(error);
            return cx.signal_failure();
        }
        let mut run =
            module::Run::new(Session { options: self.options(), ..Session::default() }, module::Task::Bufferize);
        run.no_analysis = self.no_analysis_func_filter.clone();
        let outcome = run.module(cx.body_mut());
        let said = std::mem::take(&mut run.said);
        say(cx, outcome.is_err(), said)?;
        *cx.stat("num-buffer-alloc") += run.n_allocs;
        *cx.stat("num-tensor-in-place") += run.n_in_place;
        *cx.stat("num-tensor-out-of-place") += run.n_out_of_place;
        Ok(())
    }
}

/// The default options of the pass.
pub fn default_options() -> Options {
    Options {
        models: MODELS,
        model_of: Some(model_of),
        alignment: DEFAULT_ALIGNMENT,
        unknown_layout: Layout::FullyDynamic,
        boundary_layout: Layout::Infer,
        check_parallel_regions: true,
        ..Options::default()
    }
}

/// The alignment of new buffers in bytes: a cache line, as upstream has it.
const DEFAULT_ALIGNMENT: u64 = 64;

/// Bufferizes the root of `body`; an error has all diagnostics.
pub fn bufferize(body: &mut Body, options: Options) -> Result<(), driver::Errors> {
    let mut run = module::Run::new(Session { options, ..Session::default() }, module::Task::Bufferize);
    let outcome = run.module(body);
    let said = std::mem::take(&mut run.said);
    if outcome.is_ok() && said.is_empty() { Ok(()) } else { Err(said) }
}

/// Reports the errors.
pub(crate) fn say(cx: &mut PassCx, has_failed: bool, said: driver::Errors) -> PassResult {
    let has_failed = has_failed || !said.is_empty();
    for error in said {
        cx.emit(error);
    }
    if has_failed { cx.signal_failure() } else { Ok(()) }
}

impl OneShotBufferize {
    /// Contradictory options: the message, and whether it is at the location of the module.
    fn contradiction(&self) -> Option<(&'static str, bool)> {
        let rows = [
            (
                self.must_infer_memory_space && self.use_encoding_for_memory_space,
                "only one of 'must-infer-memory-space' and 'use-encoding-for-memory-space' are allowed in \
                 one-shot-bufferize",
                true,
            ),
            (
                self.unknown_type_conversion.0 == Layout::Infer,
                "Invalid option: 'infer-layout-map' is not a valid value for 'unknown-type-conversion'",
                false,
            ),
            (
                self.copy_before_write && self.test_analysis_only,
                "Invalid option: 'copy-before-write' cannot be used with 'test-analysis-only'",
                false,
            ),
            (
                self.print_conflicts && !self.test_analysis_only,
                "Invalid option: 'print-conflicts' requires 'test-analysis-only'",
                false,
            ),
            (
                self.dump_alias_sets && !self.test_analysis_only,
                "Invalid option: 'dump-alias-sets' requires 'test-analysis-only'",
                false,
            ),
            (
                !self.bufferize_function_boundaries && !self.no_analysis_func_filter.is_empty(),
                "Invalid option: 'no-analysis-func-filter' requires 'bufferize-function-boundaries'",
                false,
            ),
        ];
        rows.into_iter().find(|row| row.0).map(|row| (row.1, row.2))
    }

    fn options(&self) -> Options {
        let memory_space = match (self.must_infer_memory_space, self.use_encoding_for_memory_space) {
            (true, _) => MemorySpaceRule::MustInfer,
            (_, true) => MemorySpaceRule::Encoding,
            _ => MemorySpaceRule::Default,
        };
        let heuristic = match self.analysis_heuristic.as_str() {
            "top-down" => Heuristic::TopDown,
            "bottom-up-from-terminators" => Heuristic::BottomUpFromTerminators,
            "fuzzer" => Heuristic::Fuzzer,
            _ => Heuristic::BottomUp,
        };
        Options {
            models: MODELS,
            model_of: Some(model_of),
            alignment: self.buffer_alignment,
            unknown_layout: self.unknown_type_conversion.0,
            boundary_layout: self.function_boundary_type_conversion.0,
            memory_space,
            function_boundaries: self.bufferize_function_boundaries,
            allow_return_allocs_from_loops: self.allow_return_allocs_from_loops,
            allow_unknown_ops: self.allow_unknown_ops,
            copy_before_write: self.copy_before_write,
            check_parallel_regions: self.check_parallel_regions,
            test_analysis_only: self.test_analysis_only,
            print_conflicts: self.print_conflicts,
            dump_alias_sets: self.dump_alias_sets,
            dialects: self.dialect_filter.clone(),
            denied_functions: Vec::new(),
            heuristic,
            seed: self.analysis_fuzzer_seed,
        }
    }
}
