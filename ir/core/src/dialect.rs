//! What a dialect declares: its operations, types and attributes, as tables.
//!
//! Everything here is static data that the declaration macros fill in; the
//! context, the parser, the printer, the verifier and the documentation all
//! read the same tables.

use std::any::Any;

use rmlir_diag::Diagnostic;

use crate::arena::{BlockId, OpId, Value};
use crate::asm::{AsmParser, AsmPrinter, Parsed};
use crate::attrs::Attr;
use crate::builder::OpState;
use crate::context::Context;
pub use crate::distinct::{Message, duplicate_name};
use crate::opdef::{Format, OpDef};
use crate::opref::{OpRef, RegionRef};
use crate::rewriter::Rewriter;
use crate::types::Type;

/// A dialect: a namespace and what lives in it.
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
    /// Behaviour of the dialect as a whole.
    pub hooks: &'static dyn DialectHooks,
}

/// Operations that another crate adds to a dialect which is there to be added to.
pub struct DialectExtension {
    /// The dialect.
    pub dialect: &'static DialectDef,
    /// The operations, whose names begin with its namespace.
    pub ops: &'static [&'static OpDef],
    /// The dialects that must be registered with them.
    pub depends: &'static [&'static DialectDef],
}

impl DialectDef {
    /// The implementation of interface `I` (a `dyn Trait` type), if the dialect has one.
    pub fn interface<I: ?Sized + 'static>(&self) -> Option<&'static I> {
        self.hooks.interfaces().iter().find_map(|object| object.downcast_ref::<&'static I>()).copied()
    }
}

/// A type that stands for a dialect; `dialect!` declares it.
pub trait Dialect: 'static {
    /// The tables.
    const DEF: &'static DialectDef;
    /// The passes that come with it: each a reference to what the layer of
    /// passes declares one by.
    const PASSES: &'static [&'static (dyn Any + Send + Sync)] = &[];
}

/// What a dialect does with the data that a file has for it in its section `dialect_resources`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resources {
    /// No data is expected.
    Unexpected,
    /// Data may be there, but none is known by any key.
    NoneKnown,
    /// It is kept by its key.
    Kept,
}

/// Behaviour of a dialect as a whole; every method has a neutral default.
#[allow(unused_variables)]
pub trait DialectHooks: Send + Sync {
    /// Makes an operation of this dialect that holds the constant `value` of
    /// type `ty`, for folding; `None` if the dialect has no such operation.
    fn materialize_constant(&self, cx: &Context, value: Attr, ty: Type) -> Option<OpState> {
        None
    }

    /// Whether constants that folding makes inside `op`, an operation of this
    /// dialect, stay in its region, although the region may refer to values
    /// outside.
    fn keeps_constants_inside(&self, op: OpRef) -> bool {
        false
    }

    /// A short name under which the printer may define `attr` once at the top
    /// (`map` gives `#map`), for the attributes of this dialect.
    fn attr_alias(&self, cx: &Context, attr: Attr) -> Option<String> {
        None
    }

    /// As [`Self::attr_alias`], for the types of this dialect.
    fn type_alias(&self, cx: &Context, ty: Type) -> Option<String> {
        None
    }

    /// What becomes of data that files have for this dialect.
    fn resources(&self) -> Resources {
        Resources::Unexpected
    }

    /// Checks a discardable attribute `name` of this dialect's namespace on any operation.
    fn verify_op_attr(&self, op: OpRef, name: &str, value: Attr) -> Result<(), Box<Diagnostic>> {
        Ok(())
    }

    /// Checks a discardable attribute of this dialect's namespace on argument
    /// `arg` of region `region` of `op`.
    fn verify_arg_attr(
        &self,
        op: OpRef,
        region: usize,
        arg: usize,
        name: &str,
        value: Attr,
    ) -> Result<(), Box<Diagnostic>> {
        Ok(())
    }

    /// Checks a discardable attribute of this dialect's namespace on result
    /// `result` of the function `op`.
    fn verify_result_attr(&self, op: OpRef, result: usize, name: &str, value: Attr) -> Result<(), Box<Diagnostic>> {
        Ok(())
    }

    /// Whether operations that are not registered are accepted in this namespace.
    fn allows_unknown_ops(&self) -> bool {
        false
    }

    /// Whether types that are not registered are accepted in this namespace.
    fn allows_unknown_types(&self) -> bool {
        false
    }

    /// What is said of a type in this namespace that is not registered; `None` for the usual words.
    fn on_unknown_type(&self) -> Option<&'static str> {
        None
    }

    /// As [`Self::on_unknown_type`], of an attribute.
    fn on_unknown_attr(&self) -> Option<&'static str> {
        None
    }

    /// Inlining: whether the call `call` may be replaced by the body of `callable`.
    fn is_legal_to_inline_call(&self, call: OpRef, callable: OpRef, would_be_cloned: bool) -> bool {
        false
    }

    /// Inlining: whether `op` of this dialect may be moved into `into`.
    fn is_legal_to_inline_op(&self, op: OpRef, into: OpRef, would_be_cloned: bool) -> bool {
        false
    }

    /// Inlining: whether the blocks of `from` may be moved into `into`, a region
    /// of an operation of this dialect, where `args` take the place of the
    /// arguments.
    fn is_legal_to_inline_region(
        &self,
        into: RegionRef,
        from: RegionRef,
        args: &[Value],
        would_be_cloned: bool,
    ) -> bool {
        false
    }

    /// Inlining: what takes the place of argument number `index` of the callable, an operation of this dialect, where
    /// the call passes `value`. New operations go right after the call.
    fn handle_inlined_argument(&self, rw: &mut Rewriter, call: &InlinedCall, index: usize, value: Value) -> Value {
        value
    }

    /// Inlining: `blocks` are what the callable became where `call`, an operation of this dialect, stands; their
    /// terminators are still those of the callable.
    fn handle_inlined_blocks(&self, rw: &mut Rewriter, call: &InlinedCall, blocks: &[BlockId]) {}

    /// Inlining: whether `block`, the only one of a callable of this dialect, ends with what gives the results of a
    /// call, so that what follows the call may follow in the same block.
    fn goes_on_after_inlining(&self, block: crate::opref::BlockRef) -> bool {
        true
    }

    /// Inlining: `op`, a terminator of this dialect, ended a block of what was
    /// inlined. Makes what it gives back arrive at `to`; for [`InlinedTo::Block`]
    /// it has to be replaced by a branch, otherwise the caller erases it.
    fn handle_inlined_terminator(&self, rw: &mut Rewriter, op: OpId, to: InlinedTo) {}

    /// What else the dialect offers to those who know of it: each a reference to a
    /// `&'static dyn Trait`, found by [`DialectDef::interface`].
    fn interfaces(&self) -> &'static [&'static (dyn std::any::Any + Send + Sync)] {
        &[]
    }

    /// Patterns of the dialect that are not rooted at one of its operations.
    fn canonicalize(&self, patterns: &mut crate::pattern::PatternSet) {}
}

/// A call that is being inlined.
pub struct InlinedCall<'a> {
    /// The call, which stays until what it calls is in place.
    pub call: OpId,
    /// What it calls, the root of a body of its own.
    pub callable: OpRef<'a>,
    /// The bodies around that of the call, outermost first. The proxies of both bodies show no attributes there.
    pub around_call: &'a [&'a crate::body::Body<'a>],
    /// The bodies around that of the callable.
    pub around_callable: &'a [&'a crate::body::Body<'a>],
}

/// Where control and values go from the end of an inlined block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InlinedTo<'a> {
    /// Straight on: what is given back replaces these values.
    Values(&'a [Value]),
    /// To this block, which takes what is given back as arguments.
    Block(BlockId),
}

impl InlinedTo<'_> {
    /// Makes the operands of `op`, which gives them back, arrive there: by the branch that `branch` makes where that is
    /// a block.
    pub fn deliver(self, rw: &mut Rewriter, op: OpId, branch: impl FnOnce(&Context, &[Value], BlockId) -> OpState) {
        let given: Vec<Value> = rw.operands(op).collect();
        match self {
            InlinedTo::Values(values) => {
                for (&value, with) in values.iter().zip(given) {
                    rw.replace_all_uses(value, with);
                }
            }
            InlinedTo::Block(block) => {
                rw.before(op);
                let branch = branch(rw.cx(), &given, block);
                rw.create_state(branch);
                rw.erase(op);
            }
        }
    }
}

/// Hooks of a dialect that has none.
pub struct NoHooks;
impl DialectHooks for NoHooks {}

/// Parses the parameters of a dialect type or attribute; the mnemonic has been
/// read already. For an attribute, `expected` is the type it was asked for.
pub type ParseParams = fn(parser: &mut dyn AsmParser, expected: Option<Type>) -> Parsed<Vec<Attr>>;
/// Prints the parameters of a dialect type or attribute after its mnemonic.
pub type PrintParams = fn(printer: &mut dyn AsmPrinter, params: &[Attr]);
/// Checks the parameters of a dialect type or attribute: an error message. It is an object and not only a function, as a
/// definition that is made at run time brings along what it asks for.
pub type VerifyParams = &'static (dyn Fn(&Context, &[Attr]) -> Result<(), String> + Send + Sync);

/// How the part after the mnemonic is read and written.
pub enum ParamsFormat {
    /// There is nothing after the mnemonic.
    Empty,
    /// A declarative format such as `` "`<` $element `>`" ``.
    Spec(Format),
    /// Hand-written.
    Custom {
        /// Reads the parameters.
        parse: ParseParams,
        /// Writes the parameters.
        print: PrintParams,
    },
}

/// A parameter of a dialect type or attribute.
pub struct ParamDef {
    /// Its name in the format.
    pub name: &'static str,
    /// What it must be, and how it is written.
    pub constraint: &'static crate::opdef::AttrConstraint,
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
    /// How the parameters are written.
    pub format: ParamsFormat,
    /// Checks the parameters.
    pub verify: Option<VerifyParams>,
    /// The interfaces; see [`Self::interface`].
    pub interfaces: &'static [&'static (dyn Any + Send + Sync)],
    /// The compiled format.
    pub cache: crate::opdef::DefCache,
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
    /// How the parameters are written.
    pub format: ParamsFormat,
    /// Checks the parameters.
    pub verify: Option<VerifyParams>,
    /// The type of a typed attribute.
    pub typed: Option<TypeOfAttr>,
    /// Whether it is a location too, and may stand in `loc(..)`.
    pub is_location: bool,
    /// The interfaces; see [`Self::interface`].
    pub interfaces: &'static [&'static (dyn Any + Send + Sync)],
    /// The compiled format.
    pub cache: crate::opdef::DefCache,
}

impl TypeDef {
    /// A type with a name, a documentation, and no parameters.
    pub const fn new(name: &'static str, doc: &'static str) -> Self {
        let cache = crate::opdef::DefCache::new();
        Self { name, doc, params: &[], format: ParamsFormat::Empty, verify: None, interfaces: &[], cache }
    }
}

impl AttrDef {
    /// An attribute with a name, a documentation, and no parameters.
    pub const fn new(name: &'static str, doc: &'static str) -> Self {
        let cache = crate::opdef::DefCache::new();
        let format = ParamsFormat::Empty;
        Self { name, doc, params: &[], format, verify: None, typed: None, is_location: false, interfaces: &[], cache }
    }
}

macro_rules! identity_by_name {
    ($($ty:ident),*) => {$(
        impl PartialEq for $ty {
            fn eq(&self, other: &Self) -> bool { self.name == other.name }
        }
        impl Eq for $ty {}
        impl std::hash::Hash for $ty {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) { self.name.hash(state); }
        }
        impl std::fmt::Debug for $ty {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.name) }
        }
        impl $ty {
            /// The dialect's namespace.
            pub fn dialect(&self) -> &'static str { self.name.split_once('.').map_or("", |(dialect, _)| dialect) }
            /// The implementation of interface `I` (a `dyn Trait` type), if it has one.
            pub fn interface<I: ?Sized + 'static>(&self) -> Option<&'static I> {
                self.interfaces.iter().find_map(|object| object.downcast_ref::<&'static I>()).copied()
            }
            /// The name without the namespace.
            pub fn mnemonic(&self) -> &'static str { self.name.split_once('.').map_or(self.name, |(_, rest)| rest) }
        }
    )*};
}
identity_by_name!(TypeDef, AttrDef);
