//! Conversion patterns.

use std::sync::Arc;

use rmlir_core::pattern::PatternRoot;
use rmlir_core::{Match, OpId, Pattern, Value};

use super::session::{Action, ConversionPattern, ConversionPatterns, ConversionRewriter};
use super::types::TypeConverter;

impl ConversionPattern {
    fn with(root: PatternRoot, name: &'static str, action: Action) -> Self {
        Self { root, benefit: 1, name, converter: None, generates: Vec::new(), recursive: false, action }
    }

    /// A pattern rooted at operations called `root`; it receives the converted operands and does not match if an
    /// operand is converted to several values.
    pub fn new(
        root: &'static str,
        name: &'static str,
        apply: impl Fn(&mut ConversionRewriter, OpId, &[Value]) -> Match + Send + Sync + 'static,
    ) -> Self {
        Self::with(PatternRoot::Op(root), name, Action::OneToOne(Box::new(apply)))
    }

    /// As [`Self::new`], with all the values that each operand is converted to.
    pub fn one_to_many(
        root: &'static str,
        name: &'static str,
        apply: impl Fn(&mut ConversionRewriter, OpId, &[Vec<Value>]) -> Match + Send + Sync + 'static,
    ) -> Self {
        Self::with(PatternRoot::Op(root), name, Action::OneToMany(Box::new(apply)))
    }

    /// An ordinary pattern; its operands are not converted.
    pub fn plain(pattern: Pattern) -> Self {
        let mut new = Self::with(pattern.root, pattern.name, Action::Plain(pattern));
        if let Action::Plain(pattern) = &new.action {
            new.benefit = pattern.benefit;
        }
        new
    }

    /// Sets the converter of operand types.
    pub fn converter(mut self, converter: &Arc<TypeConverter>) -> Self {
        self.converter = Some(converter.clone());
        self
    }

    /// Sets the root.
    pub fn rooted(mut self, root: PatternRoot) -> Self {
        self.root = root;
        self
    }

    /// Sets the benefit.
    pub fn benefit(mut self, benefit: u16) -> Self {
        self.benefit = benefit;
        self
    }

    /// Declares the operations it generates.
    pub fn generates(mut self, names: &[&'static str]) -> Self {
        self.generates = names.to_vec();
        self
    }

    /// Declares that it may be applied to operations it generated itself, with bounded recursion.
    pub fn recursive(mut self) -> Self {
        self.recursive = true;
        self
    }
}

impl ConversionPatterns {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a pattern.
    pub fn add(&mut self, pattern: ConversionPattern) -> &mut Self {
        self.patterns.push(pattern);
        self
    }

    /// Adds all of `other`.
    pub fn extend(&mut self, other: ConversionPatterns) -> &mut Self {
        self.patterns.extend(other.patterns);
        self
    }

    /// Adds a pattern created by [`ConversionPattern::new`].
    pub fn on(
        &mut self,
        root: &'static str,
        name: &'static str,
        converter: Option<&Arc<TypeConverter>>,
        apply: impl Fn(&mut ConversionRewriter, OpId, &[Value]) -> Match + Send + Sync + 'static,
    ) -> &mut Self {
        let mut pattern = ConversionPattern::new(root, name, apply);
        pattern.converter = converter.cloned();
        self.add(pattern)
    }
}
