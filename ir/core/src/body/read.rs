//! Queries of one body.

use std::ops::Range;

use crate::arena::{BlockId, OpId, RegionId, Value};
use crate::attrs::{Attr, NamedAttr};
use crate::body::data::{Results, ValueDefinition};
use crate::body::{Body, NIL, OpExtra};
use crate::loc::Loc;
use crate::name::{Ident, OpName};
use crate::opdef::OpDef;
use crate::traits::TraitSet;
use crate::types::Type;

/// Queries of operations.
impl<'c> Body<'c> {
    /// Returns whether `op` is alive.
    #[inline]
    pub fn contains_op(&self, op: OpId) -> bool {
        self.ops.contains(op)
    }

    /// Returns whether `block` is alive.
    #[inline]
    pub fn contains_block(&self, block: BlockId) -> bool {
        self.blocks.contains(block)
    }

    /// Returns whether `value` is alive.
    #[inline]
    pub fn contains_value(&self, value: Value) -> bool {
        self.values.contains(value)
    }

    /// The name of `op`.
    #[inline]
    pub fn name(&self, op: OpId) -> OpName {
        self.ops.get(op).name
    }

    /// The definition of `op`, `None` if it is not registered.
    #[inline]
    pub fn def(&self, op: OpId) -> Option<&'static OpDef> {
        self.name(op).def(self.cx)
    }

    /// Returns whether `op` is registered and has all of `traits`.
    #[inline]
    pub fn has_trait(&self, op: OpId, traits: TraitSet) -> bool {
        self.def(op).is_some_and(|def| def.has(traits))
    }

    /// The implementation of interface `I` by `op`: that of its definition, or an external model.
    #[inline]
    pub fn interface<I: ?Sized + 'static>(&self, op: OpId) -> Option<&'static I> {
        let name = self.name(op);
        name.def(self.cx)?.interface::<I>().or_else(|| self.cx.external_model::<I>(name))
    }

    /// The location of `op`.
    #[inline]
    pub fn loc(&self, op: OpId) -> Loc {
        self.ops.get(op).loc
    }

    /// The operands of `op`, in order.
    #[inline]
    pub fn operands(&self, op: OpId) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + Clone + '_ {
        let data = self.ops.get(op);
        self.uses.run(data.operands, data.n_operands).iter().map(|node| self.values.follow(node.value))
    }

    /// The number of operands of `op`.
    #[inline]
    pub fn n_operands(&self, op: OpId) -> usize {
        self.ops.get(op).n_operands as usize
    }

    /// Operand `index` of `op`.
    #[inline]
    pub fn operand(&self, op: OpId, index: usize) -> Value {
        let data = self.ops.get(op);
        self.values.follow(self.uses.run(data.operands, data.n_operands)[index].value)
    }

    /// The results of `op`, in order.
    #[inline]
    pub fn results(&self, op: OpId) -> &[Value] {
        let data = self.ops.get(op);
        match &data.first_result {
            Results::Inline(value) => std::slice::from_ref(value),
            Results::Run(start) => self.results.run(*start, data.n_results.into()),
        }
    }

    /// The number of results of `op`.
    #[inline]
    pub fn n_results(&self, op: OpId) -> usize {
        self.ops.get(op).n_results.into()
    }

    /// Result `index` of `op`.
    #[inline]
    pub fn result(&self, op: OpId, index: usize) -> Value {
        self.results(op)[index]
    }

    /// The regions of `op` in this body. A proxy has none here: see [`Body::nested`].
    #[inline]
    pub fn regions(&self, op: OpId) -> &[RegionId] {
        self.extra(op).map_or(&[], |extra| self.op_regions.get(extra.regions))
    }

    /// Region `index` of `op`.
    #[inline]
    pub fn region(&self, op: OpId, index: usize) -> RegionId {
        self.regions(op)[index]
    }

    /// The successors of `op`, in order.
    #[inline]
    pub fn successors(&self, op: OpId) -> impl ExactSizeIterator<Item = BlockId> + DoubleEndedIterator + Clone + '_ {
        let Range { start, end } = self.successor_run(op);
        self.block_uses.run(start, end - start).iter().map(|node| self.blocks.follow(node.block))
    }

    /// The range of the successors of `op`, for [`Self::successor_at`].
    #[inline]
    pub(crate) fn successor_run(&self, op: OpId) -> Range<u32> {
        self.extra(op).map_or(0..0, |extra| extra.successors..extra.successors + extra.n_successors)
    }

    /// The successor at position `place`.
    #[inline]
    pub(crate) fn successor_at(&self, place: u32) -> BlockId {
        self.blocks.follow(self.block_uses.items[place as usize].block)
    }

    /// The number of successors of `op`.
    #[inline]
    pub fn n_successors(&self, op: OpId) -> usize {
        self.extra(op).map_or(0, |extra| extra.n_successors as usize)
    }

    /// Successor `index` of `op`.
    #[inline]
    pub fn successor(&self, op: OpId, index: usize) -> BlockId {
        self.successors(op).nth(index).expect("a successor's number is below n_successors")
    }

    /// The block that contains `op`; `None` for the root and for detached operations.
    #[inline]
    pub fn block_of(&self, op: OpId) -> Option<BlockId> {
        self.blocks.follow_any(self.ops.get(op).block)
    }

    /// The operation after `op` in its block.
    #[inline]
    pub fn next_op(&self, op: OpId) -> Option<OpId> {
        self.ops.follow_any(self.ops.get(op).next)
    }

    /// The operation before `op` in its block.
    #[inline]
    pub fn prev_op(&self, op: OpId) -> Option<OpId> {
        self.ops.follow_any(self.ops.get(op).prev)
    }

    /// Returns whether `a` precedes `b` in the block of both.
    #[inline]
    pub fn is_before_in_block(&self, a: OpId, b: OpId) -> bool {
        let (a, b) = (self.ops.get(a), self.ops.get(b));
        debug_assert!(a.block == b.block && a.block.leads_somewhere(), "only operations of one block have an order");
        a.order < b.order
    }

    /// The operation whose region contains `op`; `None` for the root.
    #[inline]
    pub fn parent_op(&self, op: OpId) -> Option<OpId> {
        self.block_of(op).and_then(|block| self.block_parent_op(block))
    }

    /// Returns whether `outer` is an ancestor of `inner` or `inner` itself.
    pub fn is_ancestor(&self, outer: OpId, inner: OpId) -> bool {
        let mut at = Some(inner);
        while let Some(op) = at {
            if op == outer {
                return true;
            }
            at = self.parent_op(op);
        }
        false
    }

    /// The closest proper ancestor of `op` for which `wanted` holds.
    pub fn find_ancestor(&self, op: OpId, wanted: impl Fn(OpId) -> bool) -> Option<OpId> {
        let mut at = self.parent_op(op);
        while let Some(candidate) = at {
            if wanted(candidate) {
                return at;
            }
            at = self.parent_op(candidate);
        }
        None
    }

    #[inline]
    pub(crate) fn extra(&self, op: OpId) -> Option<&OpExtra<'c>> {
        match self.ops.get(op).extra {
            NIL => None,
            index => Some(&self.extras[index as usize]),
        }
    }
}

/// Queries of attributes. For a proxy these read the attributes of the nested root.
impl Body<'_> {
    /// The property slots of `op`, in the order of its definition; a missing
    /// optional property is [`Attr::ABSENT`]. An operation that is not
    /// registered has one slot: the dictionary between `<` and `>`, or absent.
    #[inline]
    pub fn props(&self, op: OpId) -> &[Attr] {
        if let Some(nested) = self.nested(op) {
            return nested.props(nested.root());
        }
        let data = self.ops.get(op);
        self.props.run(data.props, data.n_props.into())
    }

    /// Property slot `index` of `op`, if present.
    #[inline]
    pub fn prop(&self, op: OpId, index: usize) -> Option<Attr> {
        self.props(op).get(index).copied().and_then(Attr::present)
    }

    /// The property called `name`, if present.
    #[inline]
    pub fn prop_named(&self, op: OpId, name: &str) -> Option<Attr> {
        self.prop(op, self.def(op)?.prop_index(name)?)
    }

    /// The discardable attributes of `op`, as a dictionary attribute.
    #[inline]
    pub fn attr_dict(&self, op: OpId) -> Attr {
        match self.nested(op) {
            Some(nested) => nested.attr_dict(nested.root()),
            None => self.ops.get(op).attrs,
        }
    }

    /// The discardable attributes of `op`, sorted by name.
    #[inline]
    pub fn discardable_attrs(&self, op: OpId) -> &[NamedAttr] {
        self.attr_dict(op).as_dict(self.cx).expect("an op's attributes are a dictionary")
    }

    /// The attribute called `name`, inherent or discardable.
    #[inline]
    pub fn attr(&self, op: OpId, name: &str) -> Option<Attr> {
        self.prop_named(op, name).or_else(|| {
            let attrs = self.discardable_attrs(op);
            attrs.iter().find(|entry| entry.name.str(self.cx) == name).map(|entry| entry.value)
        })
    }

    /// All attributes, inherent (present ones) and discardable, sorted by name.
    pub fn all_attrs(&self, op: OpId) -> Vec<NamedAttr> {
        let mut all: Vec<NamedAttr> = self.discardable_attrs(op).to_vec();
        match self.def(op) {
            Some(def) => {
                let slots = def.props.iter().zip(self.props(op)).filter(|(_, value)| !value.is_absent());
                all.extend(slots.map(|(prop, &value)| NamedAttr { name: self.cx.ident(prop.name), value }));
            }
            None => {
                let dict = self.prop(op, 0).and_then(|dict| dict.as_dict(self.cx)).unwrap_or(&[]);
                all.extend(dict);
            }
        }
        all.sort_by(|a, b| a.name.str(self.cx).cmp(b.name.str(self.cx)));
        all
    }

    /// The symbol name of `op`.
    #[inline]
    pub fn symbol_name(&self, op: OpId) -> Option<Ident> {
        self.attr(op, "sym_name")?.as_str(self.cx).map(|name| self.cx.ident(name))
    }
}

/// Queries of blocks and regions.
impl Body<'_> {
    /// The operations of `block`, in order.
    #[inline]
    pub fn ops(&self, block: BlockId) -> impl DoubleEndedIterator<Item = OpId> + '_ {
        let data = self.blocks.get(block);
        OpsOf { body: self, front: self.ops.follow_any(data.first_op), back: self.ops.follow_any(data.last_op) }
    }

    /// The first operation of `block`.
    #[inline]
    pub fn first_op(&self, block: BlockId) -> Option<OpId> {
        self.ops.follow_any(self.blocks.get(block).first_op)
    }

    /// The last operation of `block`, terminator or not.
    #[inline]
    pub fn last_op(&self, block: BlockId) -> Option<OpId> {
        self.ops.follow_any(self.blocks.get(block).last_op)
    }

    /// The last operation of `block` if it may end a block: it is a registered
    /// terminator, or is not registered.
    #[inline]
    pub fn terminator(&self, block: BlockId) -> Option<OpId> {
        let last = self.last_op(block)?;
        self.def(last).is_none_or(|def| def.has(TraitSet::TERMINATOR)).then_some(last)
    }

    /// The arguments of `block`.
    #[inline]
    pub fn args(&self, block: BlockId) -> &[Value] {
        self.args.get(self.blocks.get(block).args)
    }

    /// Argument `index` of `block`.
    #[inline]
    pub fn arg(&self, block: BlockId, index: usize) -> Value {
        self.args(block)[index]
    }

    /// The location of argument `index` of `block`.
    #[inline]
    pub fn arg_loc(&self, block: BlockId, index: usize) -> Loc {
        self.arg_locs.get(self.blocks.get(block).arg_locs)[index]
    }

    /// The region that contains `block`; `None` for a detached block.
    #[inline]
    pub fn region_of(&self, block: BlockId) -> Option<RegionId> {
        self.regions.follow_any(self.blocks.get(block).region)
    }

    /// The operation whose region contains `block`.
    #[inline]
    pub fn block_parent_op(&self, block: BlockId) -> Option<OpId> {
        self.region_of(block).and_then(|region| self.adopter(region))
    }

    /// Returns whether `value` is an argument of the first block of a region of the root, such as a function's.
    #[inline]
    pub fn is_root_argument(&self, value: Value) -> bool {
        let ValueDefinition::Argument(block, _) = self.value_def(value) else { return false };
        self.block_parent_op(block) == Some(self.root()) && self.prev_block(block).is_none()
    }

    /// The block after `block` in its region.
    #[inline]
    pub fn next_block(&self, block: BlockId) -> Option<BlockId> {
        self.blocks.follow_any(self.blocks.get(block).next)
    }

    /// The block before `block` in its region.
    #[inline]
    pub fn prev_block(&self, block: BlockId) -> Option<BlockId> {
        self.blocks.follow_any(self.blocks.get(block).prev)
    }

    /// The blocks of `region`, in order.
    #[inline]
    pub fn blocks(&self, region: RegionId) -> impl DoubleEndedIterator<Item = BlockId> + '_ {
        let data = self.regions.get(region);
        BlocksOf {
            body: self,
            front: self.blocks.follow_any(data.first_block),
            back: self.blocks.follow_any(data.last_block),
        }
    }

    /// The first block of `region`.
    #[inline]
    pub fn entry(&self, region: RegionId) -> Option<BlockId> {
        self.blocks.follow_any(self.regions.get(region).first_block)
    }

    /// The last block of `region`.
    #[inline]
    pub fn last_block(&self, region: RegionId) -> Option<BlockId> {
        self.blocks.follow_any(self.regions.get(region).last_block)
    }

    /// Returns whether `region` has no block.
    #[inline]
    pub fn is_region_empty(&self, region: RegionId) -> bool {
        self.entry(region).is_none()
    }

    /// Returns whether `region` has exactly one block.
    #[inline]
    pub fn has_one_block(&self, region: RegionId) -> bool {
        let data = self.regions.get(region);
        data.first_block.leads_somewhere() && data.first_block == data.last_block
    }

    /// Returns whether every region of this body, nested bodies excluded, has at most one block: its control flow has
    /// no branches.
    #[inline]
    pub fn is_structured(&self) -> bool {
        self.regions
            .handles::<RegionId>()
            .map(|region| self.regions.get(region))
            .all(|data| data.first_block == data.last_block)
    }

    /// Returns whether an operation other than the root has regions, nested bodies excluded.
    #[inline]
    pub fn has_inner_regions(&self) -> bool {
        let root = self.root();
        self.regions.handles::<RegionId>().any(|region| self.adopter(region) != Some(root))
    }

    /// Returns whether `block` is the first of its region.
    #[inline]
    pub fn is_entry(&self, block: BlockId) -> bool {
        self.region_of(block).is_some_and(|region| self.entry(region) == Some(block))
    }

    /// The operation that has `region`.
    ///
    /// # Panics
    /// If the region is detached: no operation has adopted it yet.
    #[inline]
    pub fn region_owner(&self, region: RegionId) -> OpId {
        self.adopter(region).expect("an operation has adopted the region")
    }

    /// The operation that has `region`; `None` for a detached region.
    #[inline]
    fn adopter(&self, region: RegionId) -> Option<OpId> {
        self.ops.follow_any(self.regions.get(region).owner)
    }

    /// The index of `region` among the regions of its operation.
    #[inline]
    pub fn region_index(&self, region: RegionId) -> usize {
        let owner = self.region_owner(region);
        self.regions(owner).iter().position(|&other| other == region).expect("an op lists its regions")
    }

    /// The region that contains `op`.
    #[inline]
    pub fn parent_region(&self, op: OpId) -> Option<RegionId> {
        self.block_of(op).and_then(|block| self.region_of(block))
    }

    /// Returns whether `region` contains `block`, at any depth.
    pub fn region_contains_block(&self, region: RegionId, block: BlockId) -> bool {
        let mut at = self.region_of(block);
        while let Some(inner) = at {
            if inner == region {
                return true;
            }
            at = self.adopter(inner).and_then(|owner| self.parent_region(owner));
        }
        false
    }

    /// The ancestor of `op` (or itself) directly in `block`.
    pub fn ancestor_in_block(&self, op: OpId, block: BlockId) -> Option<OpId> {
        let mut at = op;
        while self.block_of(at) != Some(block) {
            at = self.parent_op(at)?;
        }
        Some(at)
    }
}

/// Queries of values.
impl Body<'_> {
    /// The type of `value`.
    #[inline]
    pub fn ty(&self, value: Value) -> Type {
        self.values.get(value).ty
    }

    /// The definition of `value`.
    #[inline]
    pub fn value_def(&self, value: Value) -> ValueDefinition {
        self.values.get(value).def.read(&self.ops, &self.blocks)
    }

    /// The operation of type `T` that defines `value`.
    #[inline]
    pub fn defined_by<T: crate::builder::Op>(&self, value: Value) -> Option<T> {
        let op = self.defining_op(value)?;
        self.def(op).is_some_and(|def| def == T::DEF).then(|| T::from_id(op))
    }

    /// The operation that `value` is a result of.
    #[inline]
    pub fn defining_op(&self, value: Value) -> Option<OpId> {
        match self.value_def(value) {
            ValueDefinition::Result(op, _) => Some(op),
            ValueDefinition::Argument(..) => None,
        }
    }

    /// The block in which `value` is defined.
    #[inline]
    pub fn value_block(&self, value: Value) -> Option<BlockId> {
        match self.value_def(value) {
            ValueDefinition::Result(op, _) => self.block_of(op),
            ValueDefinition::Argument(block, _) => Some(block),
        }
    }

    /// The region in which `value` is defined.
    #[inline]
    pub fn value_region(&self, value: Value) -> Option<RegionId> {
        self.value_block(value).and_then(|block| self.region_of(block))
    }

    /// Returns whether `value` is defined in a region of `op`, at any depth.
    #[inline]
    pub fn is_defined_inside(&self, op: OpId, value: Value) -> bool {
        let owner = self.value_region(value).and_then(|region| self.adopter(region));
        owner.is_some_and(|owner| self.is_ancestor(op, owner))
    }

    /// The location of `value`: of its operation, or of the argument.
    #[inline]
    pub fn value_loc(&self, value: Value) -> Loc {
        match self.value_def(value) {
            ValueDefinition::Result(op, _) => self.loc(op),
            ValueDefinition::Argument(block, index) => self.arg_loc(block, index as usize),
        }
    }

    /// The types of the operands of `op`.
    #[inline]
    pub fn operand_types(&self, op: OpId) -> impl ExactSizeIterator<Item = Type> + Clone + '_ {
        self.operands(op).map(|value| self.ty(value))
    }

    /// The types of the results of `op`.
    #[inline]
    pub fn result_types(&self, op: OpId) -> impl ExactSizeIterator<Item = Type> + Clone + '_ {
        self.results(op).iter().map(|&value| self.ty(value))
    }
}

struct OpsOf<'a, 'c> {
    body: &'a Body<'c>,
    front: Option<OpId>,
    back: Option<OpId>,
}

impl Iterator for OpsOf<'_, '_> {
    type Item = OpId;
    #[inline]
    fn next(&mut self) -> Option<OpId> {
        let op = self.front?;
        if self.back == Some(op) {
            (self.front, self.back) = (None, None);
        } else {
            self.front = self.body.next_op(op);
        }
        Some(op)
    }
}

impl DoubleEndedIterator for OpsOf<'_, '_> {
    #[inline]
    fn next_back(&mut self) -> Option<OpId> {
        let op = self.back?;
        if self.front == Some(op) {
            (self.front, self.back) = (None, None);
        } else {
            self.back = self.body.prev_op(op);
        }
        Some(op)
    }
}

struct BlocksOf<'a, 'c> {
    body: &'a Body<'c>,
    front: Option<BlockId>,
    back: Option<BlockId>,
}

impl Iterator for BlocksOf<'_, '_> {
    type Item = BlockId;
    #[inline]
    fn next(&mut self) -> Option<BlockId> {
        let block = self.front?;
        if self.back == Some(block) {
            (self.front, self.back) = (None, None);
        } else {
            self.front = self.body.next_block(block);
        }
        Some(block)
    }
}

impl DoubleEndedIterator for BlocksOf<'_, '_> {
    #[inline]
    fn next_back(&mut self) -> Option<BlockId> {
        let block = self.back?;
        if self.front == Some(block) {
            (self.front, self.back) = (None, None);
        } else {
            self.back = self.body.prev_block(block);
        }
        Some(block)
    }
}
