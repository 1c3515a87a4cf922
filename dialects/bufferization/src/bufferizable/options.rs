//! The options of bufferization.

use rmlir::core::opdef::OpDef;
use rmlir::prelude::*;

use super::BufferizableOp;

/// The layout of buffers where it cannot be inferred.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Layout {
    /// The layout is inferred; at function boundaries only.
    Infer,
    /// The identity layout.
    Identity,
    /// A strided layout with dynamic offset and strides.
    #[default]
    FullyDynamic,
}

/// The memory space of buffers where it cannot be inferred.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MemorySpaceRule {
    /// The default memory space.
    #[default]
    Default,
    /// None: failure to infer it is an error.
    MustInfer,
    /// The encoding of the tensor.
    Encoding,
}

/// The order in which the analysis visits operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Heuristic {
    /// From the last operation to the first.
    #[default]
    BottomUp,
    /// From the first operation to the last.
    TopDown,
    /// The reverse use-def chains of region terminators first, then bottom up.
    BottomUpFromTerminators,
    /// A random order by a seed.
    Fuzzer,
}

/// The name of an operation and its external model, for operations of dialects that do not depend on this one.
pub type Model = (&'static str, &'static dyn BufferizableOp);

/// A function that returns the external model of operations with this definition.
pub type ModelOf = fn(&'static OpDef) -> Option<&'static dyn BufferizableOp>;

/// The options of bufferization.
#[derive(Clone, Default)]
pub struct Options {
    /// External models of operations, by name.
    pub models: &'static [Model],
    /// External models of families of operations.
    pub model_of: Option<ModelOf>,
    /// Alignment of allocations in bytes; 0 for none.
    pub alignment: u64,
    /// Layout of buffers where it cannot be inferred.
    pub unknown_layout: Layout,
    /// Layout of arguments and results of functions.
    pub boundary_layout: Layout,
    /// Memory space where it cannot be inferred.
    pub memory_space: MemorySpaceRule,
    /// Signatures of functions change too.
    pub function_boundaries: bool,
    /// Loops may yield new buffers.
    pub allow_return_allocs_from_loops: bool,
    /// Operations that do not implement the interface are allowed.
    pub allow_unknown_ops: bool,
    /// There is no analysis: every buffer that is written to is copied first.
    pub copy_before_write: bool,
    /// The analysis takes parallel regions into account.
    pub check_parallel_regions: bool,
    /// The results of the analysis are printed as attributes, and nothing is bufferized.
    pub test_analysis_only: bool,
    /// Conflicts are printed as attributes, too.
    pub print_conflicts: bool,
    /// Alias sets are printed as attributes, too.
    pub dump_alias_sets: bool,
    /// Only operations of these dialects are bufferized; of all dialects if empty.
    pub dialects: Vec<String>,
    /// Operations in functions with these names are not bufferized.
    pub denied_functions: Vec<String>,
    /// The order in which the analysis visits operations.
    pub heuristic: Heuristic,
    /// The seed of [`Heuristic::Fuzzer`].
    pub seed: u32,
}

impl Options {
    /// Whether the operation filter allows `op`.
    pub fn is_allowed(&self, op: OpRef) -> bool {
        let dialect = op.name_str().split_once('.').map_or("", |(dialect, _)| dialect);
        if !self.function_boundaries && dialect == "func" {
            return false;
        }
        if !self.dialects.is_empty() && !self.dialects.iter().any(|allowed| allowed == dialect) {
            return false;
        }
        if self.denied_functions.is_empty() {
            return true;
        }
        let function = OpRef::root(op.body).symbol_name().map(|name| name.str(op.cx()));
        !self.denied_functions.iter().any(|denied| Some(denied.as_str()) == function)
    }

    /// The implementation of the interface by `op`, or its external model, even if the operation filter excludes it. A
    /// model that a registry attaches is preferred to those of [`Options::models`].
    pub fn any_model(&self, op: OpRef) -> Option<&'static dyn BufferizableOp> {
        let def = op.def()?;
        let own = op.interface::<dyn BufferizableOp>();
        let by_name = || self.models.iter().find(|(name, _)| *name == def.name).map(|&(_, model)| model);
        own.or_else(by_name).or_else(|| self.model_of.and_then(|model_of| model_of(def)))
    }

    /// The implementation of the interface by `op`, or its external model, if the operation filter allows it.
    pub fn model(&self, op: OpRef) -> Option<&'static dyn BufferizableOp> {
        self.any_model(op).filter(|_| self.is_allowed(op))
    }

    /// The memory space for a tensor of type `ty`; `None` if it must be inferred,
    /// `Some(None)` is the default memory space.
    pub fn default_memory_space(&self, cx: &Context, ty: Type) -> Option<Option<Attr>> {
        match self.memory_space {
            MemorySpaceRule::Default => Some(None),
            MemorySpaceRule::MustInfer => None,
            MemorySpaceRule::Encoding => match ty.data(cx) {
                rmlir::core::types::TypeData::RankedTensor { encoding, .. } => Some(*encoding),
                _ => None,
            },
        }
    }
}
