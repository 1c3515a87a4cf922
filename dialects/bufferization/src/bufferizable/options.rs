//! The values of options.

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
