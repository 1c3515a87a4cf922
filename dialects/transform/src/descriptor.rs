//! Operations that describe sets of patterns, and type converters.
//!
//! They have no effect when they are applied: an enclosing operation, which belongs to the crate that applies patterns,
//! collects the patterns. Any crate can declare such operations for its patterns, see
//! [`rmlir::core::dialect::DialectExtension`].

use std::any::Any;

use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPatterns, ConversionTarget};

use crate::state::TransformState;

/// An operation that describes rewrite patterns.
pub trait PatternDescriptor: Send + Sync {
    /// Adds the patterns of `op` to `patterns`.
    fn populate(&self, op: OpRef, state: &TransformState, patterns: &mut PatternSet);
}

/// The purpose of a materialized cast.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Materialization {
    /// A source materialization: for users that expect the original type.
    Source,
    /// A target materialization: for operands of the converted type.
    Target,
}

/// An operation that describes a type converter.
pub trait TypeConverterBuilder: Send + Sync {
    /// The class of the converter, by upstream's name.
    fn converter_type(&self) -> &'static str {
        "TypeConverter"
    }

    /// Builds the converter, to be downcast by users that depend on its type.
    fn build(&self, op: OpRef) -> Result<Box<dyn Any>, Box<Diagnostic>>;

    /// Materializes `value` as a value of type `ty` at the insertion point, if `op` supports that cast.
    fn materialize(
        &self,
        _op: OpRef,
        _rw: &mut Rewriter,
        _value: Value,
        _ty: Type,
        _kind: Materialization,
    ) -> Option<Value> {
        None
    }
}

/// An operation that describes conversion patterns.
pub trait ConversionPatternDescriptor: Send + Sync {
    /// The class of the converter that the patterns need; `None` if any converter is sufficient.
    fn converter_type(&self) -> Option<&'static str> {
        None
    }

    /// Adds the patterns of `op`, with the type converter that was built for them, and their
    /// requirements on the conversion target.
    fn populate(
        &self,
        op: OpRef,
        converter: &dyn Any,
        patterns: &mut ConversionPatterns,
        target: &mut ConversionTarget,
    ) -> Result<(), Box<Diagnostic>>;
}
