//! Whether accesses may be to the same memory by their types: type-based alias analysis (TBAA).

use rmlir::prelude::*;
use rmlir_llvm::attrs::memory::{TBAAMemberAttr, TBAATagAttr, TBAATypeDescriptorAttr};

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
