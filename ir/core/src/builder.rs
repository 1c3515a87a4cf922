//! The state from which an operation is created.

use std::marker::PhantomData;

use smallvec::SmallVec;

use crate::arena::{BlockId, OpId, RegionId, Value};
use crate::attrs::{Attr, NamedAttr};
use crate::context::Context;
use crate::loc::Loc;
use crate::name::OpName;
use crate::props::PropValue;
use crate::types::Type;

/// All components of an operation before its creation.
#[derive(Clone, Debug)]
pub struct OpState {
    /// The name.
    pub name: OpName,
    /// The location; if `None`, the creator of the operation chooses it.
    pub loc: Option<Loc>,
    /// The operands, all fields in order.
    pub operands: SmallVec<[Value; 4]>,
    /// The result types; if empty they are inferred where the definition supports it.
    pub result_types: SmallVec<[Type; 2]>,
    /// The property slots, see [`crate::Body::props`]; missing ones are absent.
    pub props: SmallVec<[Attr; 4]>,
    /// The discardable attributes, in any order.
    pub attrs: Vec<NamedAttr>,
    /// The successors.
    pub successors: SmallVec<[BlockId; 2]>,
    /// Detached regions to adopt, first.
    pub regions: SmallVec<[RegionId; 2]>,
    /// The number of empty regions to add after those.
    pub n_new_regions: usize,
    /// Whether an empty `result_types` means no results instead of inference.
    pub no_inference: bool,
}

impl OpState {
    /// The state of an operation `name` without operands, results and attributes.
    #[inline]
    pub fn new(name: OpName) -> Self {
        Self {
            name,
            loc: None,
            operands: SmallVec::new(),
            result_types: SmallVec::new(),
            props: SmallVec::new(),
            attrs: Vec::new(),
            successors: SmallVec::new(),
            regions: SmallVec::new(),
            n_new_regions: 0,
            no_inference: false,
        }
    }

    /// The state of an operation with the full name `name` without operands, results and attributes.
    #[inline]
    pub fn named(cx: &Context, name: &str) -> Self {
        Self::new(cx.op_name(name))
    }

    /// Sets the location.
    #[inline]
    pub fn at(mut self, loc: Loc) -> Self {
        self.loc = Some(loc);
        self
    }

    /// Adds operands.
    #[inline]
    pub fn operands(mut self, operands: &[Value]) -> Self {
        self.operands.extend_from_slice(operands);
        self
    }

    /// Adds result types.
    #[inline]
    pub fn results(mut self, types: &[Type]) -> Self {
        self.result_types.extend_from_slice(types);
        self
    }

    /// Adds successors.
    #[inline]
    pub fn successors(mut self, blocks: &[BlockId]) -> Self {
        self.successors.extend_from_slice(blocks);
        self
    }

    /// Adds empty regions.
    #[inline]
    pub fn new_regions(mut self, n: usize) -> Self {
        self.n_new_regions += n;
        self
    }

    /// Sets attribute `name`: the property of that name, else a discardable attribute.
    #[inline]
    pub fn attr(mut self, cx: &Context, name: &str, value: Attr) -> Self {
        self.set_attr(cx, name, value);
        self
    }

    /// Sets attribute `name`: the property of that name, else a discardable attribute.
    pub fn set_attr(&mut self, cx: &Context, name: &str, value: Attr) {
        if let Some(index) = self.name.def(cx).and_then(|def| def.prop_index(name)) {
            return self.set_prop(index, value);
        }
        let name = cx.ident(name);
        match self.attrs.iter_mut().find(|entry| entry.name == name) {
            Some(entry) => entry.value = value,
            None => self.attrs.push(NamedAttr { name, value }),
        }
    }

    /// The attribute `name` as set so far.
    #[inline]
    pub fn get_attr(&self, cx: &Context, name: &str) -> Option<Attr> {
        if let Some(index) = self.name.def(cx).and_then(|def| def.prop_index(name)) {
            return self.props.get(index).copied().and_then(Attr::present);
        }
        self.attrs.iter().find(|entry| entry.name.str(cx) == name).map(|entry| entry.value)
    }

    /// Sets property slot `index`.
    #[inline]
    pub fn set_prop(&mut self, index: usize, value: Attr) {
        if self.props.len() <= index {
            self.props.resize(index + 1, Attr::ABSENT);
        }
        self.props[index] = value;
    }

    /// Returns whether result types are to be inferred.
    #[inline]
    pub fn needs_inference(&self, cx: &Context) -> bool {
        self.result_types.is_empty()
            && !self.no_inference
            && self.name.def(cx).is_some_and(|def| !def.results.is_empty() && crate::infer::can_infer(def))
    }
}

/// A typed handle of a registered operation.
pub trait Op: Copy + 'static {
    /// The definition.
    const DEF: &'static crate::opdef::OpDef;
    /// The full name, equal to that of the definition, which a constant cannot read.
    const NAME: &'static str;
    /// The handle of `op`, which must be an operation of this type.
    fn from_id(op: OpId) -> Self;
    /// The plain handle.
    fn id(self) -> OpId;
}

/// An operation of type `T` to be created, so that `rw.create(MulI::build(a, b))` needs no second borrow of `rw`: it
/// holds handles only, names are resolved at creation.
#[derive(Clone, Debug)]
pub struct Build<T> {
    loc: Option<Loc>,
    operands: SmallVec<[Value; 4]>,
    /// Sizes of the operand fields, for `operandSegmentSizes`.
    segments: Option<SmallVec<[i32; 4]>>,
    /// Sizes of the result fields, for `resultSegmentSizes`.
    result_segments: Option<SmallVec<[i32; 4]>>,
    result_types: SmallVec<[Type; 2]>,
    props: SmallVec<[(usize, PropValue); 4]>,
    attrs: SmallVec<[(&'static str, Attr); 1]>,
    successors: SmallVec<[BlockId; 2]>,
    n_regions: usize,
    kind: PhantomData<T>,
}

impl<T: Op> Default for Build<T> {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Op> Build<T> {
    /// An empty builder with the fixed number of regions of `T`.
    pub fn new() -> Self {
        Self {
            loc: None,
            operands: SmallVec::new(),
            segments: None,
            result_segments: None,
            result_types: SmallVec::new(),
            props: SmallVec::new(),
            attrs: SmallVec::new(),
            successors: SmallVec::new(),
            n_regions: T::DEF.regions.iter().filter(|region| !region.variadic).count(),
            kind: PhantomData,
        }
    }

    /// Sets the location.
    #[inline]
    pub fn at(mut self, loc: Loc) -> Self {
        self.loc = Some(loc);
        self
    }

    /// Adds the operands of the next field.
    pub fn operands(mut self, field: &[Value]) -> Self {
        self.operands.extend_from_slice(field);
        if T::DEF.has(crate::traits::TraitSet::ATTR_SIZED_OPERANDS) {
            self.segments.get_or_insert_default().push(field.len() as i32);
        }
        self
    }

    /// Adds the result types of the next field.
    pub fn results(mut self, field: &[Type]) -> Self {
        self.result_types.extend_from_slice(field);
        if T::DEF.has(crate::traits::TraitSet::ATTR_SIZED_RESULTS) {
            self.result_segments.get_or_insert_default().push(field.len() as i32);
        }
        self
    }

    /// Sets property slot `index`.
    #[inline]
    pub fn prop(mut self, index: usize, value: impl Into<PropValue>) -> Self {
        self.props.push((index, value.into()));
        self
    }

    /// Adds a discardable attribute, or sets the property of that name.
    #[inline]
    pub fn attr(mut self, name: &'static str, value: Attr) -> Self {
        self.attrs.push((name, value));
        self
    }

    /// Adds successors.
    #[inline]
    pub fn successors(mut self, blocks: &[BlockId]) -> Self {
        self.successors.extend_from_slice(blocks);
        self
    }

    /// Sets the number of empty regions.
    #[inline]
    pub fn regions(mut self, n: usize) -> Self {
        self.n_regions = n;
        self
    }

    /// The finished state.
    pub fn finish(self, cx: &Context) -> OpState {
        let mut state = OpState::new(cx.op_name_of(T::DEF));
        state.loc = self.loc;
        state.operands = self.operands;
        state.result_types = self.result_types;
        state.successors = self.successors;
        state.n_new_regions = self.n_regions;
        self.props.into_iter().for_each(|(index, value)| state.set_prop(index, value.attr(cx)));
        self.attrs.into_iter().for_each(|(name, value)| state.set_attr(cx, name, value));
        if let Some(sizes) = self.segments {
            state.set_attr(cx, "operandSegmentSizes", cx.i32_array(&sizes));
        }
        if let Some(sizes) = self.result_segments {
            state.set_attr(cx, "resultSegmentSizes", cx.i32_array(&sizes));
        }
        state
    }
}
