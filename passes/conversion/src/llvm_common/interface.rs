//! The interface of dialects that are converted to `llvm`.

use rmlir::rewrite::conversion::ConversionTarget;

use crate::llvm_common::patterns::LlvmPatterns;

/// The conversion of a dialect to `llvm`.
pub trait ConvertToLlvm: Send + Sync {
    /// Marks the legal operations and adds patterns, which share the type converter of `patterns`.
    fn add(&self, target: &mut ConversionTarget, patterns: &mut LlvmPatterns);
}

impl<F: Fn(&mut LlvmPatterns) + Send + Sync> ConvertToLlvm for F {
    fn add(&self, _: &mut ConversionTarget, patterns: &mut LlvmPatterns) {
        self(patterns);
    }
}
