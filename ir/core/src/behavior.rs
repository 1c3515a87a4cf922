//! What an operation does beside its fields: folding, verification, type inference, canonicalization.
//!
//! The definition refers to it as a table of functions, [`OpBehavior`]. `#[op(fold)]` puts the implementation of
//! [`Folder`] into the table. The implementation is in another file than the declaration, so that the declaration
//! imports nothing: the attributes `#[fold(Op, ..)]`, `#[verify(Op, ..)]`, `#[verify_regions(Op, ..)]` and `#[infer(Op,
//! ..)]` make it of a function, `canonicalize!` of a list of patterns. Evaluation is likewise, by a trait of the
//! interpreter.

use rmlir_diag::Diagnostic;

use crate::arena::BlockId;
use crate::asm::{AsmPrinter, OpAsmParser, Parsed, Unresolved};
use crate::attrs::Attr;
use crate::builder::OpState;
use crate::context::Context;
use crate::fold::{Fold, FoldCx, FoldFn};
use crate::opref::OpRef;
use crate::pattern::PatternSet;
use crate::tables::{Op, OpDef};
use crate::types::Type;

/// The functions of an operation.
#[derive(Clone, Copy)]
pub struct OpBehavior {
    /// Traits of dialects outside: each has a `verify`.
    pub custom_traits: &'static [&'static dyn OpTrait],
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
}

impl OpBehavior {
    /// No functions.
    pub const NONE: Self = Self {
        custom_traits: &[],
        custom_directives: &[],
        verify: None,
        verify_regions: None,
        fold: None,
        canonicalize: None,
        infer: None,
    };
}

impl OpDef {
    /// The functions of the operation.
    #[inline]
    pub fn behavior(&self) -> &'static OpBehavior {
        self.behavior.map_or(&OpBehavior::NONE, |own| own.expect())
    }
}

/// A hand-written syntax of an operation.
pub struct OpSyntax {
    /// Parses the text after the name.
    pub parse: fn(&mut dyn OpAsmParser, &mut OpState) -> Parsed<()>,
    /// Prints the text after the name. The attributes it prints depend only on the attributes, types and regions of
    /// the operation.
    pub print: fn(&mut dyn AsmPrinter, OpRef),
}

/// A verifier; `Err` is a diagnostic created by [`OpRef::error`].
pub type VerifyFn = fn(OpRef) -> Result<(), Box<Diagnostic>>;

/// The result types of an operation about to be built, or the reason why there are none.
pub type InferFn = fn(cx: &Context, state: &OpState, operands: &[Type]) -> Result<Vec<Type>, String>;

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
    Operands(Vec<Unresolved>),
    /// `type($value)`: the types parsed for it, whatever its arity.
    Types(Vec<Type>),
    /// `$attribute`: [`Attr::ABSENT`] until it is read.
    Attr(Attr),
    /// `$successor`: the blocks read for it.
    Successors(Vec<BlockId>),
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

/// An operation that folds.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is declared with a folder, which it does not have",
    note = "mark the function with `#[fold({Self})]`"
)]
pub trait Folder: Op {
    /// Folds the operation of `cx`. `consts[i]` is the constant value of operand `i`, if it is known.
    fn fold(cx: &mut FoldCx, consts: &[Option<Attr>]) -> Fold;
}

/// An operation with a verifier of its own.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is declared with a verifier, which it does not have",
    note = "mark the function with `#[verify({Self})]`"
)]
pub trait Verifier: Op {
    /// Verifies `op`, whose fields and traits are verified already.
    ///
    /// # Errors
    /// The diagnostic of what is violated, created by [`OpRef::error`].
    fn verify(op: OpRef) -> Result<(), Box<Diagnostic>>;
}

/// An operation with a verifier of its regions.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is declared with a verifier of regions, which it does not have",
    note = "mark the function with `#[verify_regions({Self})]`"
)]
pub trait RegionVerifier: Op {
    /// Verifies `op`, in whose regions all operations are verified already.
    ///
    /// # Errors
    /// The diagnostic of what is violated, created by [`OpRef::error`].
    fn verify_regions(op: OpRef) -> Result<(), Box<Diagnostic>>;
}

/// An operation whose result types follow from its operands and attributes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is declared with type inference, which it does not have",
    note = "mark the function with `#[infer({Self})]`"
)]
pub trait TypeInference: Op {
    /// The result types of the operation `state`, whose operands have the types `operands`.
    ///
    /// # Errors
    /// The reason why there are none.
    fn infer(cx: &Context, state: &OpState, operands: &[Type]) -> Result<Vec<Type>, String>;
}

/// An operation with canonicalization patterns.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is declared with canonicalization patterns, which it does not have",
    note = "list them: `canonicalize! {{ {Self}: pattern }}`"
)]
pub trait Canonicalizer: Op {
    /// Adds its patterns to `set`.
    fn add_patterns(set: &mut PatternSet);
}
