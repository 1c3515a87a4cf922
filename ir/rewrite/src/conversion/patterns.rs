//! Conversion patterns.

use std::sync::Arc;

use rmlir_core::pattern::PatternRoot;
use rmlir_core::{Match, OpId, Pattern, Value};

use super::rewriter::ConversionRewriter;
use super::types::TypeConverter;

type OneToOneFn = dyn Fn(&mut ConversionRewriter, OpId, &[Value]) -> Match + Send + Sync;
type OneToManyFn = dyn Fn(&mut ConversionRewriter, OpId, &[Vec<Value>]) -> Match + Send + Sync;

/// The function of a pattern, by the form of the operands it receives.
pub(super) enum Action {
    /// One converted value per operand.
    OneToOne(Box<OneToOneFn>),
    /// Any number of converted values per operand.
    OneToMany(Box<OneToManyFn>),
    /// No converted values: an ordinary pattern.
    Plain(Pattern),
}

/// A pattern of a dialect conversion.
pub struct ConversionPattern {
    /// The root.
    pub root: PatternRoot,
    /// Patterns are applied in decreasing order of benefit. The default is 1.
    pub benefit: u16,
    /// A name for debug output.
    pub name: &'static str,
    /// The converter of the operand types.
    pub converter: Option<Arc<TypeConverter>>,
    /// The names of operations it generates that may need legalization.
    pub generates: Vec<&'static str>,
    /// Whether it may be applied to operations that it generated itself.
    pub recursive: bool,
    pub(super) action: Action,
}

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

/// An ordered list of conversion patterns.
#[derive(Default)]
pub struct ConversionPatterns {
    /// The patterns, in the order they were added.
    pub patterns: Vec<ConversionPattern>,
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
