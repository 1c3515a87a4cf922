//! Whether two bases may be pointers to the same memory, as far as that is known at compile time.

use rmlir::core::function::attrs_of;
use rmlir::prelude::*;
use rmlir_llvm::attrs::memory::{TBAAMemberAttr, TBAATagAttr, TBAATypeDescriptorAttr};
use rmlir_llvm::ops::constant::AddressOfOp;
use rmlir_llvm::ops::memory::AllocaOp;

/// What is known of a base.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Object {
    /// An argument of the function with the attribute `llvm.noalias`.
    NoAliasArgument,
    /// Another argument.
    Argument,
    /// Memory that a function allocates, and that no other pointer can point to: a stack variable.
    Allocated,
    /// A global variable.
    Global(Ident),
    /// A pointer from elsewhere.
    Unknown,
}

impl Object {
    pub(super) fn of(body: &Body, base: Value) -> Self {
        let Some(op) = body.defining_op(base).map(|op| OpRef::new(body, op)) else {
            let root = OpRef::root(body);
            let entry = body.entry(body.region(root.id, 0)).expect("a raised function has a body");
            let Some(index) = body.args(entry).iter().position(|&arg| arg == base) else { return Self::Unknown };
            let function = root.interface::<dyn FunctionOp>().expect("the root is a function");
            let attrs = root.prop(function.attr_props().0).map(|_| attrs_of(root, function.attr_props().0, index + 1));
            let attrs = attrs.and_then(|attrs| attrs.get(index).copied()).and_then(|dict| dict.as_dict(body.cx()));
            let is_noalias = attrs.unwrap_or_default().iter().any(|entry| entry.name.str(body.cx()) == "llvm.noalias");
            return if is_noalias { Self::NoAliasArgument } else { Self::Argument };
        };
        match () {
            () if op.is::<AllocaOp>() => Self::Allocated,
            () if op.is::<AddressOfOp>() => Self::Global(op.get(AddressOfOp::global_name)),
            () => Self::Unknown,
        }
    }

    /// Whether two different bases may point to the same memory. Both are bases: neither is computed from the other.
    pub(super) fn may_alias(self, other: Self) -> bool {
        match (self, other) {
            (Self::Unknown, _) | (_, Self::Unknown) => true,
            (Self::Allocated | Self::NoAliasArgument, _) | (_, Self::Allocated | Self::NoAliasArgument) => false,
            (Self::Global(left), Self::Global(right)) => left == right,
            (Self::Argument, _) | (_, Self::Argument) => true,
        }
    }
}

/// Whether accesses with these tags may be to the same memory: one type is an ancestor of the other, or one is unknown.
pub(super) fn tags_may_alias(cx: &Context, left: Option<Attr>, right: Option<Attr>) -> bool {
    let types = |tags: Option<Attr>| -> Option<Vec<Attr>> {
        let tag = TBAATagAttr::from_attr(cx, *tags?.as_array(cx)?.first()?)?;
        // Accesses to members of structures are described by more than a type.
        (tag.base_type(cx) == tag.access_type(cx)).then(|| ancestors(cx, tag.access_type(cx)))
    };
    let (Some(left), Some(right)) = (types(left), types(right)) else { return true };
    let has_same_root = left.last() == right.last();
    !has_same_root || left.contains(&right[0]) || right.contains(&left[0])
}

fn first_member(cx: &Context, descriptor: TBAATypeDescriptorAttr) -> Option<Attr> {
    let &first = descriptor.members(cx).as_array(cx)?.first()?;
    TBAAMemberAttr::from_attr(cx, first).map(|member| member.typeDesc(cx))
}

/// The type and its ancestors, up to the root.
fn ancestors(cx: &Context, ty: Attr) -> Vec<Attr> {
    let mut all = vec![ty];
    while let Some(descriptor) = TBAATypeDescriptorAttr::from_attr(cx, all[all.len() - 1]) {
        match first_member(cx, descriptor) {
            Some(parent) if !all.contains(&parent) => all.push(parent),
            _ => break,
        }
    }
    all
}
