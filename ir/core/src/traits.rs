//! Traits: facts about an operation that are one bit each.

/// A set of traits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TraitSet(pub u64);

macro_rules! traits {
    ($($(#[$doc:meta])* $name:ident $spelled:ident;)*) => {
        traits!(@ 0; $($(#[$doc])* $name $spelled;)*);
        /// Every trait with its spelling in declarations.
        pub const TRAIT_NAMES: &[(&str, TraitSet)] = &[$((stringify!($spelled), TraitSet::$name)),*];

        /// The traits as constants spelled as in declarations: the scope in which `traits(..)` of `#[op]` is resolved.
        #[allow(non_upper_case_globals)]
        pub mod spelled {
            use super::TraitSet;
            $($(#[$doc])* pub const $spelled: TraitSet = TraitSet::$name;)*
            /// [`NoMemoryEffect`] and [`AlwaysSpeculatable`].
            pub const Pure: TraitSet = TraitSet::PURE;
            /// [`Elementwise`], [`Scalarizable`], [`Vectorizable`] and [`Tensorizable`].
            pub const ElementwiseMappable: TraitSet = TraitSet::ELEMENTWISE_MAPPABLE;
        }
    };
    (@ $bit:expr; $(#[$doc:meta])* $name:ident $spelled:ident; $($rest:tt)*) => {
        impl TraitSet { $(#[$doc])* pub const $name: TraitSet = TraitSet(1 << ($bit)); }
        traits!(@ $bit + 1; $($rest)*);
    };
    (@ $bit:expr;) => {};
}

traits! {
    /// Ends its block.
    TERMINATOR Terminator;
    /// Its regions refer to no value defined outside: they are a body of their own.
    ISOLATED_FROM_ABOVE IsolatedFromAbove;
    /// Its region's symbols have distinct names and can be referred to by path.
    SYMBOL_TABLE SymbolTable;
    /// It has a name in the enclosing symbol table.
    SYMBOL Symbol;
    /// Its blocks need no terminator.
    NO_TERMINATOR NoTerminator;
    /// Each region has at most one block.
    SINGLE_BLOCK SingleBlock;
    /// Single-block regions get their terminator by themselves.
    IMPLICIT_TERMINATOR ImplicitTerminator;
    /// Its regions' entry blocks have no arguments.
    NO_REGION_ARGUMENTS NoRegionArguments;
    /// Operand order does not matter.
    COMMUTATIVE Commutative;
    /// `f(f(x)) = f(x)`
    IDEMPOTENT Idempotent;
    /// `f(f(x)) = x`
    INVOLUTION Involution;
    /// Its only result is a constant, returned by its folder.
    CONSTANT_LIKE ConstantLike;
    /// Returns from the enclosing callable.
    RETURN_LIKE ReturnLike;
    /// Its parent is one of given operations.
    HAS_PARENT HasParent;
    /// `operandSegmentSizes` splits the operands among the fields.
    ATTR_SIZED_OPERANDS AttrSizedOperandSegments;
    /// `resultSegmentSizes` splits the results among the fields.
    ATTR_SIZED_RESULTS AttrSizedResultSegments;
    /// Operand fields of any number of values have as many each.
    SAME_VARIADIC_OPERANDS SameVariadicOperandSize;
    /// Result fields of any number of values have as many each.
    SAME_VARIADIC_RESULTS SameVariadicResultSize;
    /// All operands and results have the same type.
    SAME_OPERANDS_AND_RESULT_TYPE SameOperandsAndResultType;
    /// All operands have the same type.
    SAME_TYPE_OPERANDS SameTypeOperands;
    /// All operands have the same element type.
    SAME_OPERANDS_ELEMENT_TYPE SameOperandsElementType;
    /// All operands and results have the same element type.
    SAME_OPERANDS_AND_RESULT_ELEMENT_TYPE SameOperandsAndResultElementType;
    /// All operands have compatible shapes.
    SAME_OPERANDS_SHAPE SameOperandsShape;
    /// All operands and results have compatible shapes.
    SAME_OPERANDS_AND_RESULT_SHAPE SameOperandsAndResultShape;
    /// All operands and results have the same rank.
    SAME_OPERANDS_AND_RESULT_RANK SameOperandsAndResultRank;
    /// Applies elementwise to vectors and tensors.
    ELEMENTWISE Elementwise;
    /// It can be scalarized: the elementwise form can be replaced by the scalar one.
    SCALARIZABLE Scalarizable;
    /// It can be vectorized: the scalar form can be applied to vectors.
    VECTORIZABLE Vectorizable;
    /// It can be tensorized: the scalar form can be applied to tensors.
    TENSORIZABLE Tensorizable;
    /// Has no memory effects: no read, write, allocation or free.
    NO_MEMORY_EFFECT NoMemoryEffect;
    /// Has the effects of the operations in its regions, and no others.
    RECURSIVE_MEMORY_EFFECTS RecursiveMemoryEffects;
    /// Harmless to run when the program would not have.
    ALWAYS_SPECULATABLE AlwaysSpeculatable;
    /// As harmless as the operations in its regions.
    RECURSIVELY_SPECULATABLE RecursivelySpeculatable;
    /// Stack memory allocated inside is freed where it ends.
    AUTOMATIC_ALLOCATION_SCOPE AutomaticAllocationScope;
    /// Begins a new scope of affine dimensions and symbols.
    AFFINE_SCOPE AffineScope;
    /// Its regions are graphs: no order, no dominance.
    GRAPH_REGION GraphRegion;
    /// Several iterations of its region may be executed in parallel.
    PARALLEL_REGION HasParallelRegion;
    /// Each result aliases the operand with the same index, and different results do not alias.
    DISTINCT_OBJECTS DistinctObjects;
    /// Its results do not capture the addresses of its operands.
    NO_CAPTURE NoCapture;
}

impl TraitSet {
    /// No trait.
    pub const NONE: TraitSet = TraitSet(0);
    /// No effects and speculatable: may be removed, duplicated and hoisted.
    pub const PURE: TraitSet = Self::NO_MEMORY_EFFECT.union(Self::ALWAYS_SPECULATABLE);
    /// The four facts of elementwise operations.
    pub const ELEMENTWISE_MAPPABLE: TraitSet =
        Self::ELEMENTWISE.union(Self::SCALARIZABLE).union(Self::VECTORIZABLE).union(Self::TENSORIZABLE);

    /// Returns whether all of `other` are in this set.
    #[inline]
    pub const fn contains(self, other: TraitSet) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns whether any of `other` is in this set.
    #[inline]
    pub const fn intersects(self, other: TraitSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Both sets together.
    #[inline]
    pub const fn union(self, other: TraitSet) -> TraitSet {
        TraitSet(self.0 | other.0)
    }
}
