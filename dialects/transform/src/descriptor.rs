//! Operations that stand for sets of patterns, and for type converters.
//!
//! They do nothing where they stand: an operation around them, which is added by the crate that knows how patterns are
//! applied, collects what they name. Any crate declares such operations for the patterns it has, see
//! [`rmlir::core::dialect::DialectExtension`].

use std::any::Any;

use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPatterns, ConversionTarget};

use crate::state::TransformState;

/// An operation that stands for rewrite patterns.
pub trait PatternDescriptor: Send + Sync {
    /// Adds the patterns that `op` stands for.
    fn populate(&self, op: OpRef, state: &TransformState, patterns: &mut PatternSet);
}

/// What a value is cast for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Materialization {
    /// To be given to what wants another type.
    Source,
    /// To be what others know under another type.
    Target,
}

/// An operation that stands for a type converter.
pub trait TypeConverterBuilder: Send + Sync {
    /// What kind of converter it makes, by upstream's name.
    fn converter_type(&self) -> &'static str {
        "TypeConverter"
    }

    /// The converter, for those who know its kind.
    fn build(&self, op: OpRef) -> Result<Box<dyn Any>, Box<Diagnostic>>;

    /// `value` as one of type `ty`, made at the insertion point, if `op` casts such values.
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

/// An operation that stands for conversion patterns.
pub trait ConversionPatternDescriptor: Send + Sync {
    /// The kind of converter that the patterns need; `None` if any does.
    fn converter_type(&self) -> Option<&'static str> {
        None
    }

    /// Adds the patterns that `op` stands for, with the type converter that was made for them, and what they say about
    /// the target.
    fn populate(
        &self,
        op: OpRef,
        converter: &dyn Any,
        patterns: &mut ConversionPatterns,
        target: &mut ConversionTarget,
    ) -> Result<(), Box<Diagnostic>>;
}
