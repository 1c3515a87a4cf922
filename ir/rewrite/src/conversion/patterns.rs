//! Conversion patterns.

use std::sync::Arc;

use rmlir_core::pattern::PatternRoot;
use rmlir_core::{Match, OpId, Pattern, Value};

use super::rewriter::ConversionRewriter;
use super::types::TypeConverter;

type OneToOneFn = dyn Fn(&mut ConversionRewriter, OpId, &[Value]) -> Match + Send + Sync;
type OneToManyFn = dyn Fn(&mut ConversionRewriter, OpId, &[Vec<Value>]) -> Match + Send + Sync;

/// What a pattern does, by what it wants to know of the operands.
pub(super) enum Action {
    /// One converted value per operand.
    OneToOne(Box<OneToOneFn>),
    /// Any number of converted values per operand.
    OneToMany(Box<OneToManyFn>),
    /// Nothing: an ordinary pattern.
    Plain(Pattern),
}

/// A pattern for use in a conversion.
pub struct ConversionPattern {
    /// What it is rooted at.
    pub root: PatternRoot,
    /// Tried before patterns with a smaller benefit. 1 is normal.
    pub benefit: u16,
    /// A name for debug output.
    pub name: &'static str,
    /// What converts the operands.
    pub converter: Option<Arc<TypeConverter>>,
    /// The names of operations it makes that may need to be legalized.
    pub generates: Vec<&'static str>,
    /// Whether it may apply to what it made itself.
    pub recursive: bool,
    pub(super) action: Action,
}

impl ConversionPattern {
    fn with(root: PatternRoot, name: &'static str, action: Action) -> Self {
        Self { root, benefit: 1, name, converter: None, generates: Vec::new(), recursive: false, action }
    }

    /// A pattern rooted at operations called `root`; it gets the converted
    /// operands and does not apply where an operand becomes several.
    pub fn new(
        root: &'static str,
        name: &'static str,
        apply: impl Fn(&mut ConversionRewriter, OpId, &[Value]) -> Match + Send + Sync + 'static,
    ) -> Self {
        Self::with(PatternRoot::Op(root), name, Action::OneToOne(Box::new(apply)))
    }

    /// As [`Self::new`], with all the values that each operand becomes.
    pub fn one_to_many(
        root: &'static str,
        name: &'static str,
        apply: impl Fn(&mut ConversionRewriter, OpId, &[Vec<Value>]) -> Match + Send + Sync + 'static,
    ) -> Self {
        Self::with(PatternRoot::Op(root), name, Action::OneToMany(Box::new(apply)))
    }

    /// An ordinary pattern; it sees operands that are not converted.
    pub fn plain(pattern: Pattern) -> Self {
        let mut new = Self::with(pattern.root, pattern.name, Action::Plain(pattern));
        if let Action::Plain(pattern) = &new.action {
            new.benefit = pattern.benefit;
        }
        new
    }

    /// Converts operands by `converter`.
    pub fn converter(mut self, converter: &Arc<TypeConverter>) -> Self {
        self.converter = Some(converter.clone());
        self
    }

    /// Rooted elsewhere.
    pub fn rooted(mut self, root: PatternRoot) -> Self {
        self.root = root;
        self
    }

    /// The same with another benefit.
    pub fn benefit(mut self, benefit: u16) -> Self {
        self.benefit = benefit;
        self
    }

    /// Says which operations it makes.
    pub fn generates(mut self, names: &[&'static str]) -> Self {
        self.generates = names.to_vec();
        self
    }

    /// Says that it may apply to what it made itself, and that this ends.
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

    /// Adds a pattern as [`ConversionPattern::new`] makes it.
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
