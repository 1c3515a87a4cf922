//! Views: an entity together with its body, for reading.
//!
//! A view crosses from a proxy to the body nested in it by itself: attributes
//! and regions of [`OpRef`] are those of the root. See [`crate::body`].

use rmlir_diag::Diagnostic;

use crate::arena::{BlockId, OpId, RegionId, Value};
use crate::attrs::{Attr, NamedAttr};
use crate::body::{Body, ValueDefinition};
use crate::builder::Op;
use crate::context::Context;
use crate::loc::Loc;
use crate::name::{Ident, OpName};
use crate::opdef::OpDef;
use crate::traits::TraitSet;
use crate::types::Type;

macro_rules! view {
    ($(#[$doc:meta])* $name:ident, $id:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name<'a> {
            /// The body that contains it.
            pub body: &'a Body<'a>,
            /// Its handle there.
            pub id: $id,
        }

        impl<'a> $name<'a> {
            /// The view of `id` in `body`.
            pub fn new(body: &'a Body<'a>, id: $id) -> Self {
                Self { body, id }
            }

            /// The context.
            pub fn cx(self) -> &'a Context {
                self.body.cx()
            }
        }

        impl PartialEq for $name<'_> {
            fn eq(&self, other: &Self) -> bool {
                std::ptr::eq(self.body, other.body) && self.id == other.id
            }
        }
        impl Eq for $name<'_> {}
        impl std::fmt::Debug for $name<'_> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.id.fmt(f)
            }
        }
    };
}

view! {
    /// An operation.
    OpRef, OpId
}
view! {
    /// A block.
    BlockRef, BlockId
}
view! {
    /// A region.
    RegionRef, RegionId
}
view! {
    /// A value.
    ValueRef, Value
}

impl<'a> OpRef<'a> {
    /// A field of the operation, which must be a `T`, by its accessor: `op.get(GlobalOp::alignment)`.
    #[inline]
    pub fn get<T: Op, R>(self, field: impl FnOnce(T, &'a Body<'a>) -> R) -> R {
        field(T::from_id(self.id), self.body)
    }

    /// The value of a field of the operation, which must be a `T`, by its accessor: `op.value(LoadOp::memref).ty()`.
    #[inline]
    pub fn value<T: Op>(self, field: impl FnOnce(T, &'a Body<'a>) -> Value) -> ValueRef<'a> {
        ValueRef::new(self.body, self.get(field))
    }

    /// The values of a variadic or optional field of the operation, which must be a `T`, by its accessor:
    /// `op.values(LoadOp::indices)`.
    #[inline]
    pub fn values<T: Op, I: IntoIterator<Item = Value>>(
        self,
        field: impl FnOnce(T, &'a Body<'a>) -> I,
    ) -> Vec<ValueRef<'a>> {
        self.get(field).into_iter().map(|value| ValueRef::new(self.body, value)).collect()
    }

    /// The root of `body`.
    #[inline]
    pub fn root(body: &'a Body<'a>) -> Self {
        Self::new(body, body.root())
    }

    /// The nested root if this is a proxy, else itself.
    #[inline]
    pub fn resolve(self) -> Self {
        self.body.nested(self.id).map_or(self, OpRef::root)
    }

    /// The name.
    #[inline]
    pub fn name(self) -> OpName {
        self.body.name(self.id)
    }

    /// The full name as text.
    #[inline]
    pub fn name_str(self) -> &'a str {
        self.name().str(self.cx())
    }

    /// The definition, `None` if the operation is not registered.
    #[inline]
    pub fn def(self) -> Option<&'static OpDef> {
        self.body.def(self.id)
    }

    /// Returns whether it is registered and has all of `traits`.
    #[inline]
    pub fn has(self, traits: TraitSet) -> bool {
        self.body.has_trait(self.id, traits)
    }

    /// Its implementation of interface `I`: that of its definition, or an external model.
    #[inline]
    pub fn interface<I: ?Sized + 'static>(self) -> Option<&'static I> {
        self.body.interface::<I>(self.id)
    }

    /// Whether its block may be split at it: whether the verifier allows the region around it to have several blocks.
    pub fn may_split_block(self) -> bool {
        self.block().and_then(BlockRef::region).is_some_and(RegionRef::may_have_several_blocks)
    }

    /// Returns whether this is an operation of type `T`.
    #[inline]
    pub fn is<T: crate::builder::Op>(self) -> bool {
        self.def().is_some_and(|def| std::ptr::eq(def, T::DEF))
    }

    /// The typed handle, if this is an operation of type `T`.
    #[inline]
    pub fn cast<T: crate::builder::Op>(self) -> Option<T> {
        self.is::<T>().then(|| T::from_id(self.id))
    }

    /// The location.
    #[inline]
    pub fn loc(self) -> Loc {
        self.body.loc(self.id)
    }

    /// The operands.
    #[inline]
    pub fn operands(self) -> impl ExactSizeIterator<Item = ValueRef<'a>> + DoubleEndedIterator + Clone {
        self.body.operands(self.id).map(move |id| ValueRef::new(self.body, id))
    }

    /// The number of operands.
    #[inline]
    pub fn n_operands(self) -> usize {
        self.body.n_operands(self.id)
    }

    /// Operand `index`.
    #[inline]
    pub fn operand(self, index: usize) -> ValueRef<'a> {
        ValueRef::new(self.body, self.body.operand(self.id, index))
    }

    /// The results.
    #[inline]
    pub fn results(self) -> impl ExactSizeIterator<Item = ValueRef<'a>> + DoubleEndedIterator + Clone {
        self.body.results(self.id).iter().map(move |&id| ValueRef::new(self.body, id))
    }

    /// The number of results.
    #[inline]
    pub fn n_results(self) -> usize {
        self.body.n_results(self.id)
    }

    /// Result `index`.
    #[inline]
    pub fn result(self, index: usize) -> ValueRef<'a> {
        ValueRef::new(self.body, self.body.result(self.id, index))
    }

    /// The regions, those of the nested root for a proxy.
    #[inline]
    pub fn regions(self) -> impl ExactSizeIterator<Item = RegionRef<'a>> + DoubleEndedIterator + Clone {
        let inner = self.resolve();
        inner.body.regions(inner.id).iter().map(move |&id| RegionRef::new(inner.body, id))
    }

    /// The number of regions.
    #[inline]
    pub fn n_regions(self) -> usize {
        if self.body.extra(self.id).is_none() { 0 } else { self.regions().len() }
    }

    /// Region `index`.
    #[inline]
    pub fn region(self, index: usize) -> RegionRef<'a> {
        self.regions().nth(index).expect("a region's number is below n_regions")
    }

    /// The successors.
    #[inline]
    pub fn successors(self) -> impl ExactSizeIterator<Item = BlockRef<'a>> + DoubleEndedIterator + Clone {
        self.body.successors(self.id).map(move |id| BlockRef::new(self.body, id))
    }

    /// The parent block; `None` for a root.
    #[inline]
    pub fn block(self) -> Option<BlockRef<'a>> {
        self.body.block_of(self.id).map(|id| BlockRef::new(self.body, id))
    }

    /// The parent operation in the same body; `None` for a root.
    #[inline]
    pub fn parent(self) -> Option<OpRef<'a>> {
        self.body.parent_op(self.id).map(|id| OpRef::new(self.body, id))
    }

    /// Property slot `index`, if present.
    #[inline]
    pub fn prop(self, index: usize) -> Option<Attr> {
        self.body.prop(self.id, index)
    }

    /// The property slots.
    #[inline]
    pub fn props(self) -> &'a [Attr] {
        self.body.props(self.id)
    }

    /// The attribute called `name`, inherent or discardable.
    #[inline]
    pub fn attr(self, name: &str) -> Option<Attr> {
        self.body.attr(self.id, name)
    }

    /// The discardable attributes, sorted by name.
    #[inline]
    pub fn discardable_attrs(self) -> &'a [NamedAttr] {
        self.body.discardable_attrs(self.id)
    }

    /// The symbol name.
    #[inline]
    pub fn symbol_name(self) -> Option<Ident> {
        self.body.symbol_name(self.id)
    }

    /// An error about this operation: `'name' op message`.
    pub fn error(self, message: impl AsRef<str>) -> Box<Diagnostic> {
        self.plain_error(format!("'{}' op {}", self.name_str(), message.as_ref()))
    }

    /// An error at this operation with just `message`.
    pub fn plain_error(self, message: impl Into<String>) -> Box<Diagnostic> {
        let (loc, cx) = (self.loc(), self.cx());
        Box::new(Diagnostic { callers: loc.callers(cx), ..Diagnostic::error(loc.place(cx), message.into()) })
    }
}

impl<'a> BlockRef<'a> {
    /// The arguments.
    #[inline]
    pub fn args(self) -> impl ExactSizeIterator<Item = ValueRef<'a>> + DoubleEndedIterator + Clone {
        self.body.args(self.id).iter().map(move |&id| ValueRef::new(self.body, id))
    }

    /// The operations, in order.
    #[inline]
    pub fn ops(self) -> impl DoubleEndedIterator<Item = OpRef<'a>> {
        self.body.ops(self.id).map(move |id| OpRef::new(self.body, id))
    }

    /// The first operation.
    #[inline]
    pub fn first_op(self) -> Option<OpRef<'a>> {
        self.body.first_op(self.id).map(|id| OpRef::new(self.body, id))
    }

    /// The last operation.
    #[inline]
    pub fn last_op(self) -> Option<OpRef<'a>> {
        self.body.last_op(self.id).map(|id| OpRef::new(self.body, id))
    }

    /// The last operation if it may end a block.
    #[inline]
    pub fn terminator(self) -> Option<OpRef<'a>> {
        self.body.terminator(self.id).map(|id| OpRef::new(self.body, id))
    }

    /// The parent region.
    #[inline]
    pub fn region(self) -> Option<RegionRef<'a>> {
        self.body.region_of(self.id).map(|id| RegionRef::new(self.body, id))
    }

    /// The types of the arguments.
    pub fn arg_types(self) -> Vec<Type> {
        self.args().map(ValueRef::ty).collect()
    }
}

impl<'a> RegionRef<'a> {
    /// The blocks, in order.
    #[inline]
    pub fn blocks(self) -> impl DoubleEndedIterator<Item = BlockRef<'a>> {
        self.body.blocks(self.id).map(move |id| BlockRef::new(self.body, id))
    }

    /// The first block.
    #[inline]
    pub fn entry(self) -> Option<BlockRef<'a>> {
        self.body.entry(self.id).map(|id| BlockRef::new(self.body, id))
    }

    /// Returns whether there is no block.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.body.is_region_empty(self.id)
    }

    /// Returns whether there is exactly one block.
    #[inline]
    pub fn has_one_block(self) -> bool {
        self.body.has_one_block(self.id)
    }

    /// The operation it belongs to.
    #[inline]
    pub fn owner(self) -> OpRef<'a> {
        OpRef::new(self.body, self.body.region_owner(self.id))
    }
}

impl<'a> ValueRef<'a> {
    /// The type.
    #[inline]
    pub fn ty(self) -> Type {
        self.body.ty(self.id)
    }

    /// The operation it is a result of.
    #[inline]
    pub fn defining_op(self) -> Option<OpRef<'a>> {
        self.body.defining_op(self.id).map(|id| OpRef::new(self.body, id))
    }

    /// Its definition.
    #[inline]
    pub fn def(self) -> ValueDefinition {
        self.body.value_def(self.id)
    }

    /// Where it is defined.
    #[inline]
    pub fn loc(self) -> Loc {
        self.body.value_loc(self.id)
    }
}
