//! What is wanted of making buffers.

use rmlir::core::opdef::OpDef;
use rmlir::prelude::*;

use super::BufferizableOp;

/// Which layout buffers get where it does not follow from anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Layout {
    /// What it turns out to be; at the boundaries of functions only.
    Infer,
    /// That of contiguous elements.
    Identity,
    /// Any strided one.
    #[default]
    FullyDynamic,
}

/// Which memory space buffers get where it does not follow from anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MemorySpaceRule {
    /// The default one.
    #[default]
    Default,
    /// None: it has to follow.
    MustInfer,
    /// The encoding of the tensor.
    Encoding,
}

/// In which order the analysis decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Heuristic {
    /// Last operations first.
    #[default]
    BottomUp,
    /// First operations first.
    TopDown,
    /// From what terminators of regions pass on, backwards; then bottom up.
    BottomUpFromTerminators,
    /// In an order made of a seed.
    Fuzzer,
}

/// An operation's name and what it says about buffers, for operations of
/// dialects that do not know this one.
pub type Model = (&'static str, &'static dyn BufferizableOp);

/// What operations with this definition say about buffers.
pub type ModelOf = fn(&'static OpDef) -> Option<&'static dyn BufferizableOp>;

/// See the module.
#[derive(Clone, Default)]
pub struct Options {
    /// What operations say that do not say it themselves.
    pub models: &'static [Model],
    /// What operations say of which there are many of a kind.
    pub model_of: Option<ModelOf>,
    /// Alignment of allocations; 0 leaves it out.
    pub alignment: u64,
    /// Layout of buffers where it does not follow from anything.
    pub unknown_layout: Layout,
    /// Layout of arguments and results of functions.
    pub boundary_layout: Layout,
    /// Memory space where it does not follow from anything.
    pub memory_space: MemorySpaceRule,
    /// Signatures of functions change too.
    pub function_boundaries: bool,
    /// Loops may yield new buffers.
    pub allow_return_allocs_from_loops: bool,
    /// What cannot be changed stays.
    pub allow_unknown_ops: bool,
    /// No analysis: what is written to is copied first.
    pub copy_before_write: bool,
    /// Parallel regions are looked at in the analysis.
    pub check_parallel_regions: bool,
    /// The analysis is shown in attributes, and nothing else is done.
    pub test_analysis_only: bool,
    /// Conflicts are shown too.
    pub print_conflicts: bool,
    /// Sets of aliases are shown too.
    pub dump_alias_sets: bool,
    /// Only operations of these dialects are looked at; all if empty.
    pub dialects: Vec<String>,
    /// Operations in functions with these names are not looked at.
    pub denied_functions: Vec<String>,
    /// In which order the analysis decides.
    pub heuristic: Heuristic,
    /// For [`Heuristic::Fuzzer`].
    pub seed: u32,
}

impl Options {
    /// Whether `op` is to be looked at.
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

    /// What `op` says about buffers, whether it is to be looked at or not.
    pub fn any_model(&self, op: OpRef) -> Option<&'static dyn BufferizableOp> {
        let def = op.def()?;
        let own = def.interface::<dyn BufferizableOp>();
        let by_name = || self.models.iter().find(|(name, _)| *name == def.name).map(|&(_, model)| model);
        own.or_else(by_name).or_else(|| self.model_of.and_then(|model_of| model_of(def)))
    }

    /// What `op` says about buffers, if it is to be looked at.
    pub fn model(&self, op: OpRef) -> Option<&'static dyn BufferizableOp> {
        self.any_model(op).filter(|_| self.is_allowed(op))
    }

    /// The memory space for a tensor of type `ty`; `None` says that it has to
    /// follow from something, `Some(None)` is the default memory space.
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
