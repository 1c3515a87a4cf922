//! The types of the values in definitions.

use rmlir::prelude::*;

/// IRDL handle to an `mlir::Attribute`.
///
/// A condition on a type or an attribute. Where one stands for several parts, these must be the same.
#[ty(name = "irdl.attribute", summary = "IRDL handle to an `mlir::Attribute`")]
pub struct AttributeType {}

/// IRDL handle to a region definition.
///
/// A condition on a region.
#[ty(name = "irdl.region", summary = "IRDL handle to a region definition")]
pub struct RegionType {}
