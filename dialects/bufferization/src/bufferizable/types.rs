//! Buffer types.

use rmlir::core::memref_layout::{memory_space, memref_type, strided_layout};
use rmlir::core::types::{DYNAMIC, TypeData};
use rmlir::prelude::*;

use super::alias::Relation;
use super::failure::Attempt;
use super::interface::{Options, Session, State};
use super::options::Layout;
use super::owner::owner_of;

/// The buffer type of a tensor with a fully dynamic strided layout.
pub fn with_dynamic_layout(cx: &Context, tensor: Type, space: Option<Attr>) -> Type {
    match (tensor.shape(cx), tensor.element_or_self(cx)) {
        (None, element) => cx.ty(TypeData::UnrankedMemRef { element, space }),
        (Some(shape), element) => {
            let layout = strided_layout(cx, DYNAMIC, &vec![DYNAMIC; shape.len()]);
            memref_type(cx, shape, element, Some(layout), space)
        }
    }
}

/// The buffer type of a tensor with the identity layout.
pub fn with_identity_layout(cx: &Context, tensor: Type, space: Option<Attr>) -> Type {
    match (tensor.shape(cx), tensor.element_or_self(cx)) {
        (None, element) => cx.ty(TypeData::UnrankedMemRef { element, space }),
        (Some(shape), element) => memref_type(cx, shape, element, None, space),
    }
}

/// The tensor type with the shape and element type of a buffer.
pub fn tensor_of(cx: &Context, buffer: Type) -> Type {
    let element = buffer.element_or_self(cx);
    match buffer.shape(cx) {
        Some(shape) => cx.ty(TypeData::RankedTensor { shape: shape.into(), element, encoding: None }),
        None => cx.ty(TypeData::UnrankedTensor { element }),
    }
}

impl Options {
    /// The buffer type of a tensor about which nothing else is known.
    pub fn unknown_type(&self, cx: &Context, tensor: Type, space: Option<Attr>) -> Type {
        match self.unknown_layout {
            Layout::Identity => with_identity_layout(cx, tensor, space),
            _ => with_dynamic_layout(cx, tensor, space),
        }
    }

    /// The buffer type of a tensor that is an argument or a result of a function.
    pub fn boundary_type(&self, cx: &Context, tensor: Type) -> Type {
        let space = self.default_memory_space(cx, tensor).flatten();
        match self.boundary_layout {
            Layout::Identity => with_identity_layout(cx, tensor, space),
            _ => with_dynamic_layout(cx, tensor, space),
        }
    }
}

/// A buffer type that both types can be cast to; `None` if there is none.
pub fn reconcile(cx: &Context, left: Type, right: Type) -> Option<Type> {
    let space = memory_space(cx, left);
    if space != memory_space(cx, right) {
        return None;
    }
    if left.shape(cx).is_none() {
        return Some(left);
    }
    Some(with_dynamic_layout(cx, left, space))
}

/// The buffer type of `value`.
pub fn buffer_type(body: &Body, value: Value, session: &Session) -> Attempt<Type> {
    buffer_type_in(ValueRef::new(body, value), session, &mut Vec::new())
}

/// How often a value may depend on itself: nested loops ask for the values that they carry again in each loop. In a
/// graph region there may be no end.
const MAX_REPETITIONS: usize = 64;

/// As [`buffer_type`], while the buffer types of the values in `stack` are being computed.
/// The type of a buffer is its own.
pub fn buffer_type_in(value: ValueRef, session: &Session, stack: &mut Vec<Value>) -> Attempt<Type> {
    if value.ty().is_memref(value.cx()) {
        return Ok(value.ty());
    }
    let op = owner_of(value);
    if stack.iter().filter(|&&computed| computed == value.id).count() > MAX_REPETITIONS {
        return Err(op.plain_error("the type of a buffer depends on itself").into());
    }
    stack.push(value.id);
    let found = match session.options.model(op) {
        Some(model) => model.buffer_type(value, session, stack),
        None => unknown_type_of(value, session),
    };
    stack.pop();
    found
}

fn unknown_type_of(value: ValueRef, session: &Session) -> Attempt<Type> {
    let space = session.options.default_memory_space(value.cx(), value.ty());
    let Some(space) = space else {
        return Err(owner_of(value).plain_error("could not infer memory space").into());
    };
    Ok(session.options.unknown_type(value.cx(), value.ty(), space))
}

/// The buffer type of the operand that a result is equivalent to, or else the default buffer type.
pub fn default_buffer_type(value: ValueRef, session: &Session, stack: &mut Vec<Value>) -> Attempt<Type> {
    let cx = value.cx();
    let element = value.ty().element_or_self(cx);
    if !is_valid_element(cx, element) {
        let (tensor, element) = (cx.show_type(value.ty()), cx.show_type(element));
        let message = format!(
            "cannot bufferize value of type '{tensor}': element type '{element}' is not a valid memref element type"
        );
        return Err(owner_of(value).plain_error(message).into());
    }
    if value.defining_op().is_none() {
        return Ok(session.options.unknown_type(cx, value.ty(), None));
    }
    let aliases = State::without_analysis(session).aliasing_operands(value);
    if let Some(first) = aliases.first().filter(|first| first.relation == Relation::Equivalent) {
        let operand = ValueRef::new(value.body, first.operand.value(value.body));
        return buffer_type_in(operand, session, stack);
    }
    unknown_type_of(value, session)
}

impl Session {
    /// See [`default_buffer_type`].
    pub(super) fn buffer_type_by_default(&self, value: ValueRef, stack: &mut Vec<Value>) -> Attempt<Type> {
        default_buffer_type(value, self, stack)
    }
}

/// Whether memrefs may have elements of this type.
fn is_valid_element(cx: &Context, element: Type) -> bool {
    matches!(
        element.data(cx),
        TypeData::Complex(_)
            | TypeData::MemRef { .. }
            | TypeData::UnrankedMemRef { .. }
            | TypeData::Vector { .. }
            | TypeData::Integer { .. }
            | TypeData::Float(_)
            | TypeData::Index
            | TypeData::Dialect { .. }
    )
}
