//! The declaration of an operation: the static table of every registered name.
//!
//! The parser, printer, verifier, builders, folders, interfaces and the documentation use this one table; the `#[op]`
//! macro generates it.

use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use rmlir_diag::Diagnostic;
pub use rmlir_format as format;
pub use rmlir_format::{Arity, Format};

use crate::OpId;
use crate::asm::{AsmPrinter, OpAsmParser, Parsed};
use crate::attrs::Attr;
use crate::builder::OpState;
use crate::context::Context;
use crate::fold::FoldFn;
use crate::models::filter_bit;
use crate::opref::OpRef;
use crate::pattern::PatternSet;
use crate::traits::TraitSet;
use crate::types::Type;

/// The declaration of an operation.
pub struct OpDef {
    /// The full name, such as `arith.addi`.
    pub name: &'static str,
    /// The documentation, as Markdown; the first line is the summary.
    pub doc: &'static str,
    /// The operands, in order.
    pub operands: &'static [ValueDef],
    /// The results, in order.
    pub results: &'static [ValueDef],
    /// The inherent attributes, in the order of their property slots.
    pub props: &'static [PropDef],
    /// The regions, in order.
    pub regions: &'static [RegionDef],
    /// The successors, in order.
    pub successors: &'static [SuccessorDef],
    /// The traits.
    pub traits: TraitSet,
    /// For [`TraitSet::HAS_PARENT`]: the names of the allowed parent operations.
    pub parents: &'static [&'static str],
    /// For [`TraitSet::IMPLICIT_TERMINATOR`]: the name of the terminator.
    pub terminator: &'static str,
    /// Traits of dialects outside: each has a `verify`.
    pub custom_traits: &'static [&'static dyn OpTrait],
    /// The interfaces; see [`OpDef::interface`].
    pub interfaces: &'static [Interface],
    /// The custom syntax.
    pub format: OpFormat,
    /// The functions behind `custom<Name>(..)` in a declarative format, by name.
    pub custom_directives: &'static [(&'static str, CustomDirective)],
    /// The operation's own verifier, called after fields and traits have been verified.
    pub verify: Option<VerifyFn>,
    /// As `verify`, run after the operations in the regions were checked.
    pub verify_regions: Option<VerifyFn>,
    /// The folder.
    pub fold: Option<FoldFn>,
    /// Adds the canonicalization patterns rooted at this operation.
    pub canonicalize: Option<fn(&mut PatternSet)>,
    /// Infers the result types of an operation under construction.
    pub infer: Option<InferFn>,
    /// Facts computed once.
    pub cache: DefCache,
}

/// A verifier; `Err` is a diagnostic created by [`OpRef::error`].
pub type VerifyFn = fn(OpRef) -> Result<(), Box<Diagnostic>>;
/// The result types of an operation about to be built, or the reason why there are none.
pub type InferFn = fn(cx: &Context, state: &OpState, operands: &[Type]) -> Result<Vec<Type>, String>;

/// Facts about a definition computed on first use. All of them follow from the definition.
#[derive(Default)]
pub struct DefCache {
    /// The compiled declarative format, created by the text layer.
    pub format: OnceLock<Box<dyn Any + Send + Sync>>,
    /// A bit for each interface, by [`filter_bit`], and [`DefCache::IS_KNOWN`]; 0 until first use.
    interfaces: AtomicU64,
    /// The id of the name plus one, in the context that asked last; 0 if none did. It is a hint: another context may
    /// have another id.
    name: AtomicU32,
}

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

/// An operand or result field.
pub struct ValueDef {
    /// The field's name.
    pub name: &'static str,
    /// The arity.
    pub arity: Arity,
    /// The type constraint.
    pub constraint: &'static TypeConstraint,
    /// Fields with the same group have the same type (`0` is no group).
    pub group: u8,
    /// The type follows from another field's type.
    pub derived: Option<&'static DerivedType>,
}

/// A type that follows from the type of another field (upstream: `TypesMatchWith`).
pub struct DerivedType {
    /// The field it follows from: an operand, a result, or a property with a type.
    pub from: &'static str,
    /// The rule. For a variadic field derived from a single type it returns the list of its types as a tuple.
    pub derive: fn(&Context, Type) -> Option<Type>,
    /// A description of the rule, as printed in the diagnostic after "failed to verify that".
    pub summary: &'static str,
}

/// A condition on a type, with its description.
pub struct TypeConstraint {
    /// As in "operand #0 must be {summary}, but got 'f32'".
    pub summary: &'static str,
    /// The condition.
    pub check: fn(&Context, Type) -> bool,
    /// The only type that satisfies it, if it is unique.
    pub builds: Option<fn(&Context) -> Type>,
}

/// An inherent attribute.
pub struct PropDef {
    /// The attribute's name.
    pub name: &'static str,
    /// The constraint, which also determines the syntax in formats.
    pub constraint: &'static AttrConstraint,
    /// Whether it may be absent.
    pub optional: bool,
    /// The default of an absent property. It is materialized at creation, unless the property is optional too; formats
    /// elide it in both cases.
    pub default: Option<fn(&Context) -> Attr>,
}

/// A condition on an attribute, with its description and its syntax in formats.
pub struct AttrConstraint {
    /// As in "attribute 'value' failed to satisfy constraint: {summary}".
    pub summary: &'static str,
    /// Whether the property can store the attribute at all. If not, the parser rejects it already.
    pub kind: fn(&Context, Attr) -> bool,
    /// The condition, which implies `kind`.
    pub check: fn(&Context, Attr) -> bool,
    /// The syntax of `$attr` in a declarative format.
    pub asm: AttrAsm,
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

/// The syntax of an attribute in a declarative format.
#[derive(Clone, Copy)]
pub enum AttrAsm {
    /// As any attribute, with its type.
    Any,
    /// Without its type, which is this one.
    Typed(fn(&Context) -> Type),
    /// A keyword of an enumeration, stored as an integer of the given width.
    IntEnum(&'static EnumDef, u32),
    /// A dialect attribute without its `#dialect.mnemonic` prefix.
    Stripped(&'static crate::dialect::AttrDef),
    /// A symbol name `@name`, stored as a string.
    SymbolName,
    /// A type, stored as a type attribute.
    Type,
    /// `[1, 2]`, stored as `array<ty: 1, 2>`.
    DenseArray(fn(&Context) -> Type),
    /// Present or absent.
    Unit,
    /// By the constraint's own functions.
    Custom {
        /// Reads it.
        parse: fn(&mut dyn crate::asm::AsmParser) -> Parsed<Attr>,
        /// Writes it.
        print: fn(&mut dyn AsmPrinter, Attr),
    },
}

/// An enumeration of keywords.
pub struct EnumDef {
    /// Its name, for diagnostics.
    pub name: &'static str,
    /// Keywords and values.
    pub cases: &'static [(&'static str, u64)],
    /// Whether values are bit sets, printed joined by this separator.
    pub bits: Option<&'static str>,
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

/// A region field.
pub struct RegionDef {
    /// The field's name.
    pub name: &'static str,
    /// Whether it denotes zero or more regions.
    pub variadic: bool,
    /// The required shape of the region.
    pub shape: RegionShape,
}

/// The required shape of a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionShape {
    /// No requirement.
    Any,
    /// Exactly this many blocks.
    Sized(u32),
    /// At least one block.
    AtLeastOne,
    /// At most one block.
    AtMostOne,
}

/// A successor field.
pub struct SuccessorDef {
    /// The field's name.
    pub name: &'static str,
    /// Whether it denotes zero or more successors.
    pub variadic: bool,
}

/// The custom syntax of an operation.
pub enum OpFormat {
    /// There is none: always printed in generic form.
    Generic,
    /// Declarative.
    Spec(Format),
    /// Hand-written.
    Custom {
        /// Parses the text after the name.
        parse: fn(&mut dyn OpAsmParser, &mut OpState) -> Parsed<()>,
        /// Prints the text after the name. The attributes it prints depend only on the attributes, types and regions of
        /// the operation.
        print: fn(&mut dyn AsmPrinter, OpRef),
    },
}

/// The parser and the printer of `custom<Name>(..)` in a declarative format.
#[derive(Clone, Copy)]
pub struct CustomDirective {
    /// Parses the directive into `args`, which are in the order of the format; `ref` arguments hold what was parsed
    /// before. It returns `false` if there was nothing to parse, which matters for the anchor of an optional group.
    pub parse: fn(parser: &mut dyn OpAsmParser, state: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool>,
    /// Prints the directive; `args` are the fields of `op` that it refers to.
    pub print: fn(printer: &mut dyn AsmPrinter, op: OpRef, args: &[DirectiveField]),
}

/// An argument of a custom directive that is being read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DirectiveArg {
    /// `$operand`: the operands parsed for it, whatever its arity.
    Operands(Vec<crate::asm::Unresolved>),
    /// `type($value)`: the types parsed for it, whatever its arity.
    Types(Vec<Type>),
    /// `$attribute`: [`Attr::ABSENT`] until it is read.
    Attr(Attr),
    /// `$successor`: the blocks read for it.
    Successors(Vec<crate::arena::BlockId>),
    /// `$region`: the number of regions parsed for it, directly into the state.
    Regions(usize),
    /// `"text"`
    Text(&'static str),
    /// `attr-dict`: to be read directly into the state.
    AttrDict,
}

/// An argument of a custom directive to print: the index of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DirectiveField {
    /// `$operand`
    Operand(usize),
    /// `type($operand)`
    OperandType(usize),
    /// `type($result)`
    ResultType(usize),
    /// `$attribute`: the property slot.
    Prop(usize),
    /// `$successor`
    Successor(usize),
    /// `$region`
    Region(usize),
    /// `"text"`
    Text(&'static str),
    /// `attr-dict`
    AttrDict,
}

/// A trait declared outside: a named check.
pub trait OpTrait: Send + Sync {
    /// The trait's name, for the documentation.
    fn name(&self) -> &'static str;
    /// Returns whether the check concerns fields and is therefore executed together with theirs, before any other
    /// trait's (upstream: `PredOpTrait`).
    #[inline]
    fn is_about_fields(&self) -> bool {
        false
    }
    /// The check it adds to every operation that has it.
    fn verify(&self, op: OpRef) -> Result<(), Box<Diagnostic>>;
}

/// A condition on the fields of an operation, with its description.
pub struct FieldRule {
    /// The description of the condition.
    pub words: &'static str,
    /// Returns whether it does.
    pub holds: fn(OpRef) -> bool,
}

impl OpTrait for FieldRule {
    fn name(&self) -> &'static str {
        "FieldRule"
    }
    fn is_about_fields(&self) -> bool {
        true
    }
    fn verify(&self, op: OpRef) -> Result<(), Box<Diagnostic>> {
        if (self.holds)(op) { Ok(()) } else { Err(op.error(format!("failed to verify that {}", self.words))) }
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

/// An implementation of an interface by operations of one type.
pub struct Interface {
    /// The id of the interface trait. It is stored beside the object so that a search calls no object.
    id: TypeId,
    object: &'static (dyn Any + Send + Sync),
}

impl Interface {
    /// The implementation `object` of `I`, a `dyn Trait` type.
    pub const fn of<I: ?Sized + Send + Sync + 'static>(object: &'static &'static I) -> Self {
        Self { id: TypeId::of::<&'static I>(), object }
    }

    /// Returns whether it is one of `I`, a `dyn Trait` type.
    #[inline]
    pub fn is<I: ?Sized + 'static>(&self) -> bool {
        self.id == TypeId::of::<&'static I>()
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
            custom_traits: &[],
            interfaces: &[],
            custom_directives: &[],
            format: OpFormat::Generic,
            verify: None,
            verify_regions: None,
            fold: None,
            canonicalize: None,
            infer: None,
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
        self.interfaces.iter().find(|interface| interface.is::<I>())?.object.downcast_ref::<&'static I>().copied()
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

/// A typed handle of a registered operation.
pub trait Op: Copy + 'static {
    /// The definition.
    const DEF: &'static OpDef;
    /// The full name, equal to that of the definition, which a constant cannot read.
    const NAME: &'static str;
    /// The handle of `op`, which must be an operation of this type.
    fn from_id(op: OpId) -> Self;
    /// The plain handle.
    fn id(self) -> OpId;
}
