//! How patterns of this crate are written and registered.
//!
//! A [`Lower`] gets an ordinary rewriter (its changes are kept in the journal
//! of the conversion), the type converter, the operation, and one converted
//! value for each operand. New operations go before the operation and have its
//! location. Patterns that change block signatures or reach outside of their
//! function get the [`ConversionRewriter`] instead.

use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionPatterns, ConversionRewriter, ConversionTarget};

use crate::type_converter::LlvmTypes;

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
    /// None so far.
    pub fn new(types: LlvmTypes) -> Self {
        Self { types, patterns: ConversionPatterns::new() }
    }

    /// Converts the operation of the pass and all inside as far as `target` wants it; also says which types could not be
    /// converted for a reason of their own.
    pub fn convert_partially(&self, cx: &mut PassCx, target: &ConversionTarget) -> PassResult {
        let converted = cx.try_to_convert(target, &self.patterns);
        let place = Loc::UNKNOWN.place(cx.cx());
        self.types.options.complaints.take().into_iter().for_each(|why| cx.emit(Diagnostic::error(place.clone(), why)));
        cx.settle_conversion(converted)
    }

    /// Adds a pattern for operations of kind `T`.
    pub fn on<T: Op>(&mut self, lower: Lower) -> &mut Self {
        self.lower(T::DEF.name, 1, lower)
    }

    /// Adds a pattern for operations of kind `T`, tried before those of smaller benefit.
    pub fn on_first<T: Op>(&mut self, benefit: u16, lower: Lower) -> &mut Self {
        self.lower(T::DEF.name, benefit, lower)
    }

    /// Adds a pattern for operations called `name` that needs more than a function pointer holds.
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

    /// Adds a pattern for operations of kind `T` that needs the rewriter of the
    /// conversion, and all values that each operand becomes.
    pub fn convert<T: Op>(
        &mut self,
        lower: fn(&mut ConversionRewriter, &LlvmTypes, OpId, &[Vec<Value>]) -> Match,
    ) -> &mut Self {
        let types = self.types.clone();
        let name = T::DEF.name;
        self.add(ConversionPattern::one_to_many(name, name, move |rw, op, operands| lower(rw, &types, op, operands)))
    }

    /// Adds a pattern for operations of kind `T` that needs the rewriter of the
    /// conversion, to find or declare functions or to report something, and one converted value for each operand.
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

    /// Adds ordinary patterns, which see operands as they are.
    pub fn plain(&mut self, set: PatternSet) -> &mut Self {
        set.patterns.into_iter().for_each(|pattern| _ = self.patterns.add(ConversionPattern::plain(pattern)));
        self
    }
}

/// What is legal in the end: the `llvm` dialect, and casts of what is not converted.
pub fn llvm_target(cx: &Context) -> ConversionTarget<'_> {
    let mut target = ConversionTarget::new(cx);
    target.legal_dialects(&["llvm"]).legal_ops(&["builtin.unrealized_conversion_cast"]);
    target
}
