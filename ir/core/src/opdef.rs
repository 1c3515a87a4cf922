//! The declaration of an operation: the static table of every registered name.
//!
//! The parser, printer, verifier, builders, folders, interfaces and the documentation use this one table; the `#[op]`
//! macro generates it.

use std::any::TypeId;
use std::borrow::Cow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

pub use rmlir_format as format;
pub use rmlir_format::{Arity, Format};

pub use crate::behavior::{
    CustomDirective, DirectiveArg, DirectiveField, FieldRule, InferFn, OpBehavior, OpSyntax, OpTrait, VerifyFn,
};
use crate::handles::{Attr, Type};
pub use crate::models::Interface;
use crate::models::filter_bit;
use crate::tables::Context;
pub use crate::tables::{
    AttrAsm, AttrConstraint, DefCache, DerivedType, EnumDef, Op, OpDef, OpFormat, PropDef, RegionDef, RegionShape,
    SuccessorDef, TypeConstraint, ValueDef,
};
use crate::traits::TraitSet;

impl DefCache {
    const IS_KNOWN: u64 = 1 << 63;

    /// The empty cache.
    #[inline]
    pub const fn new() -> Self {
        Self { format: OnceLock::new(), interfaces: AtomicU64::new(0), name: AtomicU32::new(0) }
    }

    /// The id of the name that was recorded last.
    #[inline]
    pub(crate) fn name_guess(&self) -> Option<u32> {
        self.name.load(Ordering::Relaxed).checked_sub(1)
    }

    /// Records the id of the name.
    pub(crate) fn guess_name(&self, id: u32) {
        self.name.store(id + 1, Ordering::Relaxed);
    }
}

impl TypeConstraint {
    /// A condition on a type that more than one type satisfies.
    #[inline]
    pub const fn new(summary: &'static str, check: fn(&Context, Type) -> bool) -> Self {
        Self { summary, check, builds: None }
    }
}

impl AttrConstraint {
    /// A constraint whose condition is the same for parsing and for verification; formats print the full attribute.
    #[inline]
    pub const fn new(summary: &'static str, check: fn(&Context, Attr) -> bool) -> Self {
        Self { summary, kind: check, check, asm: AttrAsm::Any }
    }

    /// A refined constraint with the storage and the syntax of this one.
    #[inline]
    pub const fn refined(&self, summary: &'static str, check: fn(&Context, Attr) -> bool) -> Self {
        Self { summary, kind: self.kind, check, asm: self.asm }
    }
}

impl EnumDef {
    /// The value of a keyword.
    #[inline]
    pub fn value(&self, keyword: &str) -> Option<u64> {
        self.cases.iter().find(|(name, _)| *name == keyword).map(|&(_, value)| value)
    }

    /// The keyword of a value; for a set of bits, the joined keywords, fewest first match.
    pub fn keyword(&self, value: u64) -> Option<Cow<'static, str>> {
        if let Some((name, _)) = self.cases.iter().find(|(_, case)| *case == value) {
            return Some((*name).into());
        }
        let separator = self.bits?;
        let single = self.cases.iter().filter(|(_, case)| case.is_power_of_two() && case & value != 0);
        let known = single.clone().fold(0, |all, (_, case)| all | case);
        (known == value).then(|| single.map(|(name, _)| *name).collect::<Vec<_>>().join(separator).into())
    }
}

impl PartialEq for OpDef {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}
impl Eq for OpDef {}
impl std::fmt::Debug for OpDef {
    #[inline]
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl OpDef {
    /// A definition with a name and a documentation only.
    pub const fn new(name: &'static str, doc: &'static str) -> Self {
        Self {
            name,
            doc,
            operands: &[],
            results: &[],
            props: &[],
            regions: &[],
            successors: &[],
            traits: TraitSet::NONE,
            parents: &[],
            terminator: "",
            interfaces: &[],
            format: OpFormat::Generic,
            behavior: None,
            cache: DefCache::new(),
        }
    }

    /// The implementation of interface `I` (a `dyn Trait` type), if it has one.
    #[inline]
    pub fn interface<I: ?Sized + 'static>(&self) -> Option<&'static I> {
        // Most interfaces that are queried are not implemented.
        if self.interface_filter() & filter_bit(TypeId::of::<&'static I>()) == 0 {
            return None;
        }
        self.interfaces.iter().find(|interface| interface.is::<I>())?.get()
    }

    /// The bits of its interfaces.
    #[inline]
    fn interface_filter(&self) -> u64 {
        match self.cache.interfaces.load(Ordering::Relaxed) {
            0 => self.find_interface_filter(),
            known => known,
        }
    }

    #[cold]
    fn find_interface_filter(&self) -> u64 {
        let bits = self.interfaces.iter().fold(DefCache::IS_KNOWN, |all, interface| all | filter_bit(interface.id));
        self.cache.interfaces.store(bits, Ordering::Relaxed);
        bits
    }

    /// Returns whether it has all of `traits`.
    #[inline]
    pub fn has(&self, traits: TraitSet) -> bool {
        self.traits.contains(traits)
    }

    /// The slot of the property `name`.
    #[inline]
    pub fn prop_index(&self, name: &str) -> Option<usize> {
        self.props.iter().position(|prop| prop.name == name)
    }

    /// The dialect's namespace.
    #[inline]
    pub fn dialect(&self) -> &'static str {
        self.name.split_once('.').map_or("", |(dialect, _)| dialect)
    }

    /// The first line of the documentation.
    #[inline]
    pub fn summary(&self) -> &'static str {
        self.doc.trim_start().lines().next().unwrap_or("").trim()
    }
}
