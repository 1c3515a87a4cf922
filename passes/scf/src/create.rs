//! Attributes of operations that passes create.

use rmlir::affine_maps::AffineMap;
use rmlir::core::attrs::AttrData;
use rmlir::prelude::*;

/// `affine_map<..>` as an attribute.
pub(crate) fn map_attr(cx: &Context, map: AffineMap) -> Attr {
    cx.attr(AttrData::AffineMap(map))
}
