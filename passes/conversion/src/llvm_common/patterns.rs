//! The form of patterns in this crate, and their registration.
//!
//! The arguments of a [`Lower`] are an ordinary rewriter (whose changes are recorded in the journal of the conversion),
//! the type converter, the operation, and one converted value for each operand. New operations are inserted before the
//! operation and have its location. Patterns that change block signatures or modify operations outside of their
//! function use the [`ConversionRewriter`] instead.

use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionPatterns, ConversionRewriter, ConversionTarget};
use rmlir_builtin as builtin;

use crate::llvm_common::type_converter::LlvmTypes;

/// See the module.
pub type Lower = fn(&mut Rewriter, &LlvmTypes, OpId, &[Value]) -> Match;

/// Conversion patterns that share a type converter.
pub struct LlvmPatterns {
    /// The type converter.
    pub types: LlvmTypes,
    /// The patterns so far.
    pub patterns: ConversionPatterns,
}

impl LlvmPatterns {
    /// An empty set.
    pub fn new(types: LlvmTypes) -> Self {
        Self { types, patterns: ConversionPatterns::new() }
    }

    /// Converts the operation of the pass and all operations in it as far as `target` requires; also reports the types
    /// that could not be converted, with the reason.
    pub fn convert_partially(&self, cx: &mut PassCx, target: &ConversionTarget) -> PassResult {
        let converted = cx.try_to_convert(target, &self.patterns);
        let place = Loc::UNKNOWN.place(cx.cx());
        self.types.options.complaints.take().into_iter().for_each(|why| cx.emit(Diagnostic::error(place.clone(), why)));
        cx.finish_conversion(converted)
    }

    /// Adds a pattern for operations of type `T`.
    pub fn on<T: Op>(&mut self, lower: Lower) -> &mut Self {
        self.lower(T::DEF.name, 1, lower)
    }

    /// Adds a pattern for operations of type `T`, tried before those of smaller benefit.
    pub fn on_first<T: Op>(&mut self, benefit: u16, lower: Lower) -> &mut Self {
        self.lower(T::DEF.name, benefit, lower)
    }

    /// Adds a pattern for operations called `name` that needs a closure.
    pub fn with(
        &mut self,
        name: &'static str,
        lower: impl Fn(&mut Rewriter, &LlvmTypes, OpId, &[Value]) -> Match + Send + Sync + 'static,
    ) -> &mut Self {
        self.lower(name, 1, lower)
    }

    fn lower(
        &mut self,
        name: &'static str,
        benefit: u16,
        lower: impl Fn(&mut Rewriter, &LlvmTypes, OpId, &[Value]) -> Match + Send + Sync + 'static,
    ) -> &mut Self {
        let types = self.types.clone();
        let pattern =
            ConversionPattern::new(name, name, move |rw, op, operands| rw.with(|rw| lower(rw, &types, op, operands)));
        self.add(pattern.benefit(benefit))
    }

    /// Adds a pattern for operations of type `T` that needs the rewriter of the conversion, and all converted values of
    /// each operand.
    pub fn convert<T: Op>(
        &mut self,
        lower: fn(&mut ConversionRewriter, &LlvmTypes, OpId, &[Vec<Value>]) -> Match,
    ) -> &mut Self {
        let types = self.types.clone();
        let name = T::DEF.name;
        self.add(ConversionPattern::one_to_many(name, name, move |rw, op, operands| lower(rw, &types, op, operands)))
    }

    /// Adds a pattern for operations of type `T` that needs the rewriter of the conversion, to find or declare
    /// functions or to emit diagnostics, and one converted value for each operand.
    pub fn on_calling<T: Op>(
        &mut self,
        lower: fn(&mut ConversionRewriter, &LlvmTypes, OpId, &[Value]) -> Match,
    ) -> &mut Self {
        let types = self.types.clone();
        let name = T::DEF.name;
        self.add(ConversionPattern::new(name, name, move |rw, op, operands| lower(rw, &types, op, operands)))
    }

    /// Adds a pattern with the type converter.
    pub fn add(&mut self, pattern: ConversionPattern) -> &mut Self {
        self.patterns.add(pattern.converter(&self.types.converter));
        self
    }

    /// Adds ordinary patterns, which use unconverted operands.
    pub fn plain(&mut self, set: PatternSet) -> &mut Self {
        set.patterns.into_iter().for_each(|pattern| _ = self.patterns.add(ConversionPattern::plain(pattern)));
        self
    }
}

/// The final conversion target: the `llvm` dialect, and casts of unconverted values.
pub fn llvm_target(cx: &Context) -> ConversionTarget<'_> {
    let mut target = ConversionTarget::new(cx);
    target.legal_dialects(&["llvm"]).legal_ops(&[builtin::UnrealizedConversionCastOp::NAME]);
    target
}
