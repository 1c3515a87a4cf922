//! The builder of an operation with a Rust type.

use std::marker::PhantomData;

use smallvec::SmallVec;

use crate::arena::{BlockId, OpId, Value};
use crate::attrs::Attr;
use crate::builder::{Op, OpState};
use crate::context::Context;
use crate::loc::Loc;
use crate::props::PropValue;
use crate::rewriter::{InsertPoint, Rewriter};
use crate::tables::OpDef;
use crate::types::Type;

/// An operation of type `T` to be created, so that `rw.create(MulI::build(a, b))` needs no second borrow of `rw`: it
/// holds handles only, names are resolved at creation.
#[derive(Clone, Debug)]
pub struct Build<T> {
    parts: Parts,
    kind: PhantomData<T>,
}

/// The parts of an operation of any type: their functions are compiled once, those of `Build` for each type.
#[derive(Clone, Debug, Default)]
struct Parts {
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
        Self { parts: Parts::new(T::DEF), kind: PhantomData }
    }

    /// Sets the location.
    #[inline]
    pub fn at(mut self, loc: Loc) -> Self {
        self.parts.loc = Some(loc);
        self
    }

    /// Adds the operands of the next field.
    pub fn operands(mut self, field: &[Value]) -> Self {
        self.parts.add_operands(T::DEF, field);
        self
    }

    /// Adds the result types of the next field.
    pub fn results(mut self, field: &[Type]) -> Self {
        self.parts.add_results(T::DEF, field);
        self
    }

    /// Sets property slot `index`.
    #[inline]
    pub fn prop(mut self, index: usize, value: impl Into<PropValue>) -> Self {
        self.parts.props.push((index, value.into()));
        self
    }

    /// Adds a discardable attribute, or sets the property of that name.
    #[inline]
    pub fn attr(mut self, name: &'static str, value: Attr) -> Self {
        self.parts.attrs.push((name, value));
        self
    }

    /// Adds successors.
    #[inline]
    pub fn successors(mut self, blocks: &[BlockId]) -> Self {
        self.parts.successors.extend_from_slice(blocks);
        self
    }

    /// Sets the number of empty regions.
    #[inline]
    pub fn regions(mut self, n: usize) -> Self {
        self.parts.n_regions = n;
        self
    }

    /// The finished state.
    #[inline]
    pub fn finish(self, cx: &Context) -> OpState {
        self.parts.finish(T::DEF, cx)
    }
}

impl Parts {
    fn new(def: &OpDef) -> Self {
        Self { n_regions: def.regions.iter().filter(|region| !region.variadic).count(), ..Self::default() }
    }

    fn add_operands(&mut self, def: &OpDef, field: &[Value]) {
        self.operands.extend_from_slice(field);
        if def.has(crate::traits::TraitSet::ATTR_SIZED_OPERANDS) {
            self.segments.get_or_insert_default().push(field.len() as i32);
        }
    }

    fn add_results(&mut self, def: &OpDef, field: &[Type]) {
        self.result_types.extend_from_slice(field);
        if def.has(crate::traits::TraitSet::ATTR_SIZED_RESULTS) {
            self.result_segments.get_or_insert_default().push(field.len() as i32);
        }
    }

    fn finish(self, def: &'static OpDef, cx: &Context) -> OpState {
        let mut state = OpState::new(cx.op_name_of(def));
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

impl Rewriter<'_, '_> {
    /// Creates an operation at the insertion point.
    #[inline]
    pub fn create<T: Op>(&mut self, build: Build<T>) -> T {
        T::from_id(self.create_parts(T::DEF, build.parts))
    }

    /// Creates an operation with one result at the insertion point; returns the result.
    #[inline]
    pub fn value<T: Op>(&mut self, build: Build<T>) -> Value {
        let op = self.create_parts(T::DEF, build.parts);
        self.body.result(op, 0)
    }

    /// Replaces `op` by a new operation created before it, result by result.
    #[inline]
    pub fn replace_with<T: Op>(&mut self, op: impl Into<OpId>, build: Build<T>) -> T {
        T::from_id(self.replace_with_parts(op.into(), T::DEF, build.parts))
    }

    fn create_parts(&mut self, def: &'static OpDef, parts: Parts) -> OpId {
        let state = parts.finish(def, self.body.cx());
        self.create_state(state)
    }

    fn replace_with_parts(&mut self, op: OpId, def: &'static OpDef, parts: Parts) -> OpId {
        let point = self.point;
        self.before(op);
        let new = self.create_parts(def, parts);
        if point != InsertPoint::Before(op) {
            self.point = point;
        }
        let values = self.body.results(new).to_vec();
        self.replace(op, values);
        new
    }
}
