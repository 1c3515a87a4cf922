//! Making operations.

use rmlir::affine::AffineMap;
use rmlir::core::attrs::AttrData;
use rmlir::prelude::*;
pub(crate) use rmlir::rewrite::create_or_fold;

/// `affine_map<..>` as an attribute.
pub(crate) fn map_attr(cx: &Context, map: AffineMap) -> Attr {
    cx.attr(AttrData::AffineMap(map))
}
