//! The types of the values in definitions.

use rmlir::prelude::*;

/// IRDL handle to an `mlir::Attribute`.
///
/// A constraint on a type or an attribute. Where one value constrains several components, these must be equal.
#[ty(name = "irdl.attribute", summary = "IRDL handle to an `mlir::Attribute`")]
pub struct AttributeType {}

/// IRDL handle to a region definition.
///
/// A constraint on a region.
#[ty(name = "irdl.region", summary = "IRDL handle to a region definition")]
pub struct RegionType {}
