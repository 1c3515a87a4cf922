//! The state from which an operation is created.

use smallvec::SmallVec;

use crate::arena::{BlockId, Value};
use crate::attrs::{Attr, NamedAttr};
pub use crate::build::Build;
use crate::context::Context;
use crate::loc::Loc;
use crate::name::OpName;
pub use crate::op_state::OpState;
pub use crate::opdef::Op;
use crate::types::Type;

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

    /// The state of an operation of type `T` without operands, results and attributes.
    #[inline]
    pub fn of<T: Op>(cx: &Context) -> Self {
        Self::new(cx.op_name_of(T::DEF))
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
}
