//! The tables: what a context has, the definitions of dialects, and the structure of what is interned.
//!
//! These types refer to each other: a context has the definitions, a definition has conditions, which are functions of
//! a context, and a type or an attribute of a dialect has its definition. They have no functions here: those of a
//! context are in `context`, of definitions in `opdef` and `dialect`, of types and attributes in `types` and `attrs`.
//!
//! Functions of operations, parsers, printers and rewriters belong to layers above. A definition has them as
//! [`Interface`]s, whose types the layers above know.

use std::any::Any;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64};
use std::sync::{Mutex, OnceLock};

use rmlir_affine_maps::{AffineMap, IntegerSet};
use rmlir_diag::SourceMap;
use rmlir_format::{Arity, Format};
use rmlir_num::{ApFloat, ApInt, FloatKind};
use rustc_hash::FxHashMap;

use crate::arena::OpId;
use crate::fuel::Fuel;
use crate::handles::{Attr, Ident, Loc, LocData, NamedAttr, Type};
use crate::intern::Interner;
use crate::memo::Memo;
use crate::models::{ExternalModel, ExternalModels, Interface};
use crate::name::OpNameData;
use crate::traits::TraitSet;

/// What a layer above keeps in a context; only that layer knows the type.
pub(crate) type UpperLayer = Box<dyn Any + Send + Sync>;

/// The dialects available to a context, in registration order.
#[derive(Clone, Default)]
pub struct DialectRegistry {
    pub(crate) dialects: Vec<&'static DialectDef>,
    pub(crate) extensions: Vec<&'static DialectExtension>,
    pub(crate) models: Vec<ExternalModel>,
}

/// A blob of an IR file's resource section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resource {
    /// Alignment in bytes, the first four bytes of the text form.
    pub alignment: u32,
    /// The data.
    pub data: Box<[u8]>,
}

/// The shared, thread-safe owner of interned data; see the module documentation.
pub struct Context {
    pub(crate) registry: DialectRegistry,
    pub(crate) by_dialect: FxHashMap<&'static str, &'static DialectDef>,
    /// All registered operations, indexed by the id of their names.
    pub(crate) ops: Vec<&'static OpDef>,
    /// The cached facts about each of `ops`, with the same indices.
    pub(crate) op_facts: Box<[OpFacts]>,
    /// The facts about unregistered operations: none.
    pub(crate) no_facts: OpFacts,
    pub(crate) type_defs: FxHashMap<&'static str, &'static TypeDef>,
    pub(crate) attr_defs: FxHashMap<&'static str, &'static AttrDef>,
    pub(crate) types: Interner<TypeData>,
    pub(crate) attrs: Interner<AttrData>,
    pub(crate) locs: Interner<LocData>,
    pub(crate) idents: Interner<Box<str>>,
    pub(crate) op_names: Interner<OpNameData>,
    pub(crate) sources: SourceMap,
    pub(crate) resources: Mutex<FxHashMap<String, FxHashMap<String, Option<Resource>>>>,
    pub(crate) allow_unregistered: AtomicBool,
    pub(crate) next_distinct: AtomicU32,
    /// The functions that print for messages.
    pub(crate) print_hooks: OnceLock<UpperLayer>,
    pub(crate) action_handler: OnceLock<UpperLayer>,
    pub(crate) fuel: OnceLock<Fuel>,
    pub(crate) memo: Memo,
    pub(crate) models: ExternalModels,
}

/// Facts derived from the definition of a registered operation, in one context. Each is computed on first use.
#[derive(Default)]
pub(crate) struct OpFacts {
    /// See [`OpName::default_props`].
    pub(crate) default_props: OnceLock<Box<[Attr]>>,
    /// See [`OpName::initial_props`].
    pub(crate) initial_props: OnceLock<Box<[Attr]>>,
    /// The checks of the verifier.
    pub plan: OnceLock<UpperLayer>,
}

/// A dialect: a namespace and its entities.
pub struct DialectDef {
    /// The namespace, such as `arith`.
    pub name: &'static str,
    /// The documentation, as Markdown.
    pub doc: &'static str,
    /// Its operations.
    pub ops: &'static [&'static OpDef],
    /// Its types.
    pub types: &'static [&'static TypeDef],
    /// Its attributes.
    pub attrs: &'static [&'static AttrDef],
    /// The dialects that must be registered with it.
    pub depends: &'static [&'static DialectDef],
    /// Behaviour of the dialect as a whole; see [`DialectDef::hooks()`].
    pub hooks: Interface,
}

/// Operations that another crate adds to an extensible dialect.
pub struct DialectExtension {
    /// The dialect.
    pub dialect: &'static DialectDef,
    /// The operations, whose names begin with its namespace.
    pub ops: &'static [&'static OpDef],
    /// The dialects that must be registered with them.
    pub depends: &'static [&'static DialectDef],
}

/// Verifies the parameters of a dialect type or attribute; the error is a message. It is an object and not only a
/// function, because a definition created at run time has data of its own.
pub type VerifyParams = &'static (dyn Fn(&Context, &[Attr]) -> Result<(), String> + Send + Sync);

/// The syntax of the parameters after the mnemonic.
pub enum ParamsFormat {
    /// No parameters are written.
    Empty,
    /// A declarative format such as `` "`<` $element `>`" ``.
    Spec(Format),
    /// Hand-written: a [`ParamsSyntax`](crate::dialect::ParamsSyntax).
    Custom(Interface),
}

/// A parameter of a dialect type or attribute.
pub struct ParamDef {
    /// Its name in the format.
    pub name: &'static str,
    /// The constraint, which also determines the syntax.
    pub constraint: &'static AttrConstraint,
    /// Whether it may be absent.
    pub optional: bool,
}

/// A type declared by a dialect.
pub struct TypeDef {
    /// The full name, such as `llvm.ptr`.
    pub name: &'static str,
    /// The documentation, as Markdown.
    pub doc: &'static str,
    /// The parameters, in order.
    pub params: &'static [ParamDef],
    /// The syntax of the parameters.
    pub format: ParamsFormat,
    /// Checks the parameters.
    pub verify: Option<VerifyParams>,
    /// The interfaces; see [`Self::interface`].
    pub interfaces: &'static [&'static (dyn Any + Send + Sync)],
    /// The compiled format.
    pub cache: DefCache,
}

/// The type of a typed attribute with these parameters.
pub type TypeOfAttr = fn(cx: &Context, params: &[Attr]) -> Option<Type>;

/// An attribute declared by a dialect.
pub struct AttrDef {
    /// The full name, such as `arith.fastmath`.
    pub name: &'static str,
    /// The documentation, as Markdown.
    pub doc: &'static str,
    /// The parameters, in order.
    pub params: &'static [ParamDef],
    /// The syntax of the parameters.
    pub format: ParamsFormat,
    /// Checks the parameters.
    pub verify: Option<VerifyParams>,
    /// The type of a typed attribute.
    pub typed: Option<TypeOfAttr>,
    /// Whether it is a location too, and valid in `loc(..)`.
    pub is_location: bool,
    /// The interfaces; see [`Self::interface`].
    pub interfaces: &'static [&'static (dyn Any + Send + Sync)],
    /// The compiled format.
    pub cache: DefCache,
}

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
    /// The interfaces; see [`OpDef::interface`].
    pub interfaces: &'static [Interface],
    /// The custom syntax.
    pub format: OpFormat,
    /// The functions of the operation; see [`OpDef::behavior()`].
    pub behavior: Option<Interface>,
    /// Facts computed once.
    pub cache: DefCache,
}

/// Facts about a definition computed on first use. All of them follow from the definition.
#[derive(Default)]
pub struct DefCache {
    /// The compiled declarative format, created by the text layer.
    pub format: OnceLock<Box<dyn Any + Send + Sync>>,
    /// A bit for each interface, by [`filter_bit`], and [`DefCache::IS_KNOWN`]; 0 until first use.
    pub(crate) interfaces: AtomicU64,
    /// The id of the name plus one, in the context that asked last; 0 if none did. It is a hint: another context may
    /// have another id.
    pub(crate) name: AtomicU32,
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
    Stripped(&'static AttrDef),
    /// A symbol name `@name`, stored as a string.
    SymbolName,
    /// A type, stored as a type attribute.
    Type,
    /// `[1, 2]`, stored as `array<ty: 1, 2>`.
    DenseArray(fn(&Context) -> Type),
    /// Present or absent.
    Unit,
    /// By the constraint's own functions: an [`AttrSyntax`](crate::dialect::AttrSyntax).
    Custom(Interface),
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
    /// Hand-written: an [`OpSyntax`](crate::behavior::OpSyntax).
    Custom(Interface),
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

/// The signedness semantics of an integer type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Signedness {
    /// `i8`
    Signless,
    /// `si8`
    Signed,
    /// `ui8`
    Unsigned,
}

/// The structure of a type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // The fields carry the names of the language reference.
pub enum TypeData {
    /// `i32`, `si8`, `ui1`
    Integer { width: u32, sign: Signedness },
    /// `index`
    Index,
    /// `f32` and the other float formats
    Float(FloatKind),
    /// `none`
    None,
    /// `complex<T>`
    Complex(Type),
    /// `(A) -> B`
    Function { inputs: Box<[Type]>, results: Box<[Type]> },
    /// `tuple<A, B>`
    Tuple(Box<[Type]>),
    /// `vector<4x[8]xf32>`; `scalable[i]` states whether dimension `i` is scalable
    Vector { shape: Box<[i64]>, scalable: Box<[bool]>, element: Type },
    /// `tensor<4x?xf32, encoding>`
    RankedTensor { shape: Box<[i64]>, element: Type, encoding: Option<Attr> },
    /// `tensor<*xf32>`
    UnrankedTensor { element: Type },
    /// `memref<4x?xf32, layout, space>`; a missing layout is the identity
    MemRef { shape: Box<[i64]>, element: Type, layout: Option<Attr>, space: Option<Attr> },
    /// `memref<*xf32, space>`
    UnrankedMemRef { element: Type, space: Option<Attr> },
    /// `!dialect.text` of a dialect that is not registered
    Opaque { dialect: Ident, text: Box<str> },
    /// A registered dialect's type
    Dialect { def: &'static TypeDef, params: Box<[Attr]> },
}

/// The structure of an attribute.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)] // The fields carry the names of the language reference.
pub enum AttrData {
    /// `unit`
    Unit,
    /// `1 : i32`, `true`, `4 : index`
    Integer { value: ApInt, ty: Type },
    /// `1.0 : f32`
    Float { value: ApFloat, ty: Type },
    /// `"text"`, `"text" : !ty`; a plain string has type `none`
    String { value: Box<[u8]>, ty: Type },
    /// `[a, b]`
    Array(Box<[Attr]>),
    /// `{a = 1 : i32}`, sorted by name
    Dictionary(Box<[NamedAttr]>),
    /// A type as an attribute
    Type(Type),
    /// `@root::@nested`
    SymbolRef { root: Ident, nested: Box<[Ident]> },
    /// `affine_map<..>`
    AffineMap(AffineMap),
    /// `affine_set<..>`
    IntegerSet(IntegerSet),
    /// `dense<..> : ty` of integers, floats or complex elements: little-endian, each rounded up to bytes (complex:
    /// real, imaginary); one element only when `splat`
    Dense { ty: Type, splat: bool, data: Box<[u8]> },
    /// `dense<"a"> : ty` of strings; one element only when all are equal
    DenseStrings { ty: Type, values: Box<[Ident]> },
    /// `array<i32: 1, 2>`: little-endian elements, each rounded up to bytes
    DenseArray { element: Type, data: Box<[u8]> },
    /// `dense_resource<key> : ty`
    DenseResource { ty: Type, key: Ident },
    /// `sparse<indices, values> : ty`
    Sparse { ty: Type, indices: Attr, values: Attr },
    /// `strided<[..], offset: ..>`
    Strided { offset: i64, strides: Box<[i64]> },
    /// `distinct[id]<attr>`
    Distinct { id: u32, inner: Attr },
    /// `loc(..)` as an attribute
    Loc(Loc),
    /// `#dialect<text>` of a dialect that is not registered
    Opaque { dialect: Ident, text: Box<str>, ty: Type },
    /// A registered dialect's attribute
    Dialect { def: &'static AttrDef, params: Box<[Attr]> },
}
