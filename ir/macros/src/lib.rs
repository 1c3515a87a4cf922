//! The declaration macros: op, op_class, ty, attr, pattern, pass, dialect; what operations do: fold, verify, infer, eval,
//! canonicalize.
//!
//! Each macro expands a declaration to rows of the static tables in `rmlir::core`, and to short calls of ordinary
//! functions there. There is one file per macro; each opens with an example of its expansion. All paths in expansions
//! start with `::rmlir`, the name by which users of this crate import the facade.

mod attr;
mod behavior;
mod class;
mod dialect;
mod format;
mod handle;
mod keys;
mod names;
mod op;
mod pass;
mod pattern;
mod shape;
mod ty;

use proc_macro::TokenStream;

fn tokens(expanded: syn::Result<proc_macro2::TokenStream>) -> TokenStream {
    expanded.unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Declares an operation: a struct becomes a `Copy` handle with accessors, a builder value and a static definition.
///
/// ```
/// extern crate rmlir_ir as rmlir; // Outside the workspace the crate is called `rmlir`.
/// use rmlir::prelude::*;
///
/// /// Multiplies by a constant factor.
/// #[op(name = "toy.scale", traits(Pure), canonicalize(scale_by_one), types(T = SignlessIntegerLike),
///      format = "$input `by` $factor attr-dict `:` type($input)")]
/// pub struct Scale {
///     #[operand] input: T,
///     #[prop] factor: I64Attr,
///     #[result] output: T,
/// }
///
/// #[pattern]
/// fn scale_by_one(op: Scale, rw: &mut Rewriter) -> Match {
///     if op.factor(rw) == 1 { rw.replace(op, [op.input(rw)]) } else { rw.no_match(op, "the factor is not 1") }
/// }
///
/// fn main() {
///     let def = Scale::DEF;
///     assert_eq!((def.name, def.summary()), ("toy.scale", "Multiplies by a constant factor."));
///     assert!(def.has(TraitSet::PURE) && def.behavior().canonicalize.is_some());
/// }
/// ```
///
/// # Keys
/// | key | meaning |
/// |---|---|
/// | `name = "dialect.op"` | the full name; the only required key |
/// | `traits(Pure, ..)` | names of `rmlir::core::traits::spelled` |
/// | `custom_traits(path, ..)` | statics that implement `OpTrait` |
/// | `interfaces(BranchOp, ..)` | traits that are implemented for `TheOp<()>`, the type without an operation |
/// | `types(T = Constraint, ..)` | type variables; fields of the same variable have the same type |
/// | `parents("dialect.op", ..)` | the allowed parent operations (trait `HasParent`) |
/// | `terminator = "dialect.op"` | the implicit terminator of its blocks (trait `ImplicitTerminator`) |
/// | `classes(Class, ..)` | what [`op_class`](macro@op_class) declares: fields, traits and other keys are added |
/// | `fold`, `verify`, `verify_regions`, `infer`, `eval` | the operation implements `Folder`, `Verifier`, `RegionVerifier`, `TypeInference`, `Evaluator`: see [`fold`](macro@fold), ..; or `= function`, for a function of the same file or of another crate |
/// | `canonicalize` | it implements `Canonicalizer`: see [`canonicalize!`](macro@canonicalize); or `canonicalize(pattern, ..)` |
/// | `format = ".."` | the syntax, declared; or |
/// | `parse = function, print = function` | the syntax, by hand; without either it is generic |
/// | `custom(Name = (parse, print), ..)` | the functions behind `custom<Name>(..)` in the format |
///
/// # Fields
/// | field | its type | accessor returns |
/// |---|---|---|
/// | `#[operand]`, `#[result]` | a `static` `TypeConstraint`, a name of `types(..)`, or a single upper-case letter: any type, the same for all fields of that letter. `Option<X>`: none or one; `Vec<X>`: any number | `Value`, `Option<Value>`, `Vec<Value>` |
/// | `#[prop]` | a `static` `AttrConstraint` with a type of the same name, which implements `PropType`: a standard constraint, what [`attr`](macro@attr) declares, or a refined constraint beside an alias of what it refines. `Option<X>` may be absent, `UnitAttr` always may | the Rust type of the constraint: `i64` for `I64Attr`, `&str` for `StrAttr`, the enumeration, ..; `Option` of it; `bool` for `UnitAttr` |
/// | `#[region]` | `AnyRegion`, `SizedRegion1` (or another number), `AtLeastOneBlock`, `AtMostOneBlock`, or a `Vec` of these, last | `RegionId` or `Vec<RegionId>`; `RegionRef`s if the operation is `IsolatedFromAbove` |
/// | `#[successor]` | `AnySuccessor` or `Vec<AnySuccessor>` | `BlockId` or `Vec<BlockId>` |
///
/// All fields accept `name = ".."`, the name in tables and formats where it differs from the field's. Operands and
/// results accept `derive(from = "field", with = function, summary = "..")`: the type is derived from another field's
/// by a `fn(&Context, Type) -> Option<Type>`. Properties accept `default = function`, a `fn(&Context) -> Attr`. Results
/// accept `fixed`, which asserts that the constraint, declared elsewhere, is satisfied by one type and builds it. The
/// properties `operandSegmentSizes` and `resultSegmentSizes` are added by the traits `AttrSizedOperandSegments` and
/// `AttrSizedResultSegments`. Two variadic operand fields need the former, or `SameVariadicOperandSize` if they have
/// equal sizes; results likewise.
///
/// # Formats
/// The format is parsed when the declaration is compiled, and put into the definition as a table. A name that no field
/// has, a field that is bound twice or not at all, and a type without source are compile errors at the string.
///
/// # Expansion
/// Field indices (`Scale::FACTOR`, a property slot; `Scale::INPUT_OPERAND`, `Scale::OUTPUT_RESULT`, ..), accessors
/// `scale.input(body)`, and `Scale::build(..)`, whose parameters are, in this order: the result types unless all can be
/// inferred, the operands, the required attributes, the successors. Optional attributes are added with
/// `.prop(Scale::MODE, attr)`, the number of regions of a variadic field with `.regions(n)`.
#[proc_macro_attribute]
pub fn op(args: TokenStream, item: TokenStream) -> TokenStream {
    tokens(op::expand(args.into(), item.into()))
}

/// Declares fields, traits, interfaces and a syntax that several operations share.
///
/// ```
/// extern crate rmlir_ir as rmlir; // Outside the workspace the crate is called `rmlir`.
/// use rmlir::prelude::*;
///
/// /// Operations with two operands and a result of one type.
/// #[op_class(traits(Pure), types(T = SignlessIntegerLike), format = "$lhs `,` $rhs attr-dict `:` type($result)")]
/// struct Binary {
///     #[operand] lhs: T,
///     #[operand] rhs: T,
///     #[result] result: T,
/// }
///
/// /// Adds.
/// #[op(name = "toy.add", classes(Binary), traits(Commutative))]
/// pub struct Add;
///
/// fn main() {
///     let def = Add::DEF;
///     assert_eq!((def.name, def.summary(), def.operands.len()), ("toy.add", "Adds.", 2));
///     assert!(def.has(TraitSet::PURE) && def.has(TraitSet::COMMUTATIVE));
/// }
/// ```
///
/// The keys are those of [`op`](macro@op) without the name. The fields of an operation are those of its classes in their
/// order, then its own. Lists such as `traits(..)` are joined; of other keys the operation's has precedence, then that
/// of the last class. The names in a class are looked up where the operation is declared. A class that is `pub` is at the
/// root of its crate, for other crates.
#[proc_macro_attribute]
pub fn op_class(args: TokenStream, item: TokenStream) -> TokenStream {
    tokens(class::expand(args.into(), item.into()))
}

/// Implements `Folder` for the given operations by a `fn(&mut FoldCx, &[Option<Attr>]) -> Fold`.
///
/// ```
/// extern crate rmlir_ir as rmlir; // Outside the workspace the crate is called `rmlir`.
/// use rmlir::prelude::*;
///
/// /// Is its operand.
/// #[op(name = "toy.same", traits(Pure), fold)]
/// pub struct Same {
///     #[operand] input: T,
///     #[result] output: T,
/// }
///
/// #[fold(Same)]
/// fn same(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
///     Fold::value(cx.operand(cx.op(), 0))
/// }
///
/// fn main() {
///     assert!(Same::DEF.behavior().fold.is_some());
/// }
/// ```
#[proc_macro_attribute]
pub fn fold(args: TokenStream, item: TokenStream) -> TokenStream {
    tokens(behavior::FOLD.expand(args.into(), item.into()))
}

/// Implements `Verifier` for the given operations by a `fn(OpRef) -> Result<(), Box<Diagnostic>>`.
#[proc_macro_attribute]
pub fn verify(args: TokenStream, item: TokenStream) -> TokenStream {
    tokens(behavior::VERIFY.expand(args.into(), item.into()))
}

/// Implements `RegionVerifier` for the given operations by a `fn(OpRef) -> Result<(), Box<Diagnostic>>`.
#[proc_macro_attribute]
pub fn verify_regions(args: TokenStream, item: TokenStream) -> TokenStream {
    tokens(behavior::VERIFY_REGIONS.expand(args.into(), item.into()))
}

/// Implements `TypeInference` for the given operations by a
/// `fn(&Context, &OpState, &[Type]) -> Result<Vec<Type>, String>`.
#[proc_macro_attribute]
pub fn infer(args: TokenStream, item: TokenStream) -> TokenStream {
    tokens(behavior::INFER.expand(args.into(), item.into()))
}

/// Implements `Evaluator` for the given operations by a `fn(OpRef, &mut Emit) -> Emitted`.
#[proc_macro_attribute]
pub fn eval(args: TokenStream, item: TokenStream) -> TokenStream {
    tokens(behavior::EVAL.expand(args.into(), item.into()))
}

/// Implements `Canonicalizer` for operations by [`pattern`](macro@pattern) functions: rows of
/// `Op, ..: pattern, ..;`.
///
/// ```
/// extern crate rmlir_ir as rmlir; // Outside the workspace the crate is called `rmlir`.
/// use rmlir::prelude::*;
///
/// /// Is its operand.
/// #[op(name = "toy.same", traits(Pure), canonicalize)]
/// pub struct Same {
///     #[operand] input: T,
///     #[result] output: T,
/// }
///
/// canonicalize! { Same: forward }
///
/// #[pattern]
/// fn forward(op: Same, rw: &mut Rewriter) -> Match {
///     rw.replace(op, [op.input(rw)])
/// }
///
/// fn main() {
///     assert!(Same::DEF.behavior().canonicalize.is_some());
/// }
/// ```
#[proc_macro]
pub fn canonicalize(input: TokenStream) -> TokenStream {
    tokens(behavior::canonicalize(input.into()))
}

/// Declares a type: a struct of parameters becomes a `Copy` handle.
///
/// ```
/// extern crate rmlir_ir as rmlir; // Outside the workspace the crate is called `rmlir`.
/// use rmlir::prelude::*;
///
/// dialect! { Toy = "toy" { types: [BoxType] } }
///
/// /// A box of things.
/// #[ty(name = "toy.box", format = "`<` $element `>`")]
/// pub struct BoxType { pub element: Type }
///
/// fn main() {
///     let mut registry = DialectRegistry::default();
///     registry.add(Toy::DEF);
///     let cx = rmlir::text::context(registry);
///     let ty = BoxType::get(&cx, Type::I32).ty();
///     assert_eq!(rmlir::text::print::print_type(&cx, ty), "!toy.box<i32>");
///     assert_eq!(BoxType::from_type(&cx, ty).map(|it| it.element(&cx)), Some(Type::I32));
/// }
/// ```
///
/// # Keys
/// | key | meaning |
/// |---|---|
/// | `name = "dialect.type"` | the full name; required |
/// | `format = ".."` | the syntax after the name, declared; or |
/// | `parse = function, print = function` | by hand; without parameters neither is needed |
/// | `verify = function` | a `fn(&Context, &[Attr]) -> Result<(), String>` that checks parameters |
/// | `summary = ".."` | the summary of the constraint; else the first paragraph of the documentation |
/// | `interfaces(Trait, ..)` | traits implemented for the handle, whose methods have the type as an argument |
///
/// # Parameters
/// `Type`, `Attr`, `bool`, `i32`, `i64`, `&str`, `Vec` of `Type`, `Attr` or `i64`, handles that [`attr`](macro@attr)
/// declares, and `Option`s of these: all implementations of `rmlir::core::params::Param`. `#[param(constraint = path)]`
/// refines the constraint of the stored attribute.
///
/// # Expansion
/// `BoxType::get(cx, element)`, `BoxType::from_type(cx, ty) -> Option<BoxType>`,
/// `boxed.element(cx)`, `boxed.ty()`, and a constraint of the same name for
/// fields: `#[operand] input: BoxType`.
#[proc_macro_attribute]
pub fn ty(args: TokenStream, item: TokenStream) -> TokenStream {
    tokens(ty::expand(args.into(), item.into()))
}

/// Declares an attribute: a struct of parameters as for [`ty`](macro@ty), or
/// an enum of keywords.
///
/// ```
/// extern crate rmlir_ir as rmlir; // Outside the workspace the crate is called `rmlir`.
/// use rmlir::prelude::*;
///
/// dialect! { Toy = "toy" { attrs: [Mode] } }
///
/// /// How exact results are.
/// #[attr(name = "toy.mode")]
/// pub enum Mode { Fast, #[case("really-exact")] Exact }
///
/// fn main() {
///     let mut registry = DialectRegistry::default();
///     registry.add(Toy::DEF);
///     let cx = rmlir::text::context(registry);
///     let attr = Mode::Exact.attr(&cx);
///     assert_eq!(rmlir::text::print::print_attr(&cx, attr), "#toy.mode<really-exact>");
///     assert_eq!(Mode::from_attr(&cx, attr), Some(Mode::Exact));
/// }
/// ```
/// An enum with a `name` is an attribute of the dialect, `#toy.mode<fast>`, and `<fast>` in formats of operations;
/// `format` changes the syntax after the name from its default of `` `<` $value `>` ``. With `int = 64` instead of
/// `name` it is an integer of that many bits which formats print as a keyword. The keyword of a case is its name in
/// snake case, or that of `#[case("..")]`.
///
/// | key | on | meaning |
/// |---|---|---|
/// | `name`, `format`, `summary` | both | as for [`ty`](macro@ty) |
/// | `parse`, `print`, `verify`, `interfaces` | structs | as for [`ty`](macro@ty) |
/// | `typed = function` | structs | a `fn(&Context, &[Attr]) -> Option<Type>`: it is a typed attribute |
/// | `location` | structs | it is a location, `loc(#toy.place<..>)` |
/// | `int = 32` | enums | stored as an integer of this width |
/// | `bits = ".."` | enums | values are sets, printed with this separator; a struct with a constant for each case |
/// | `called = ".."` | enums | the name in messages about unknown keywords; else the enum's name |
///
/// Structs have `get`, `attr()`, `from_attr` and accessors; enums have `Mode::Fast.attr(cx)` and `Mode::from_attr`.
/// Both also declare a constraint of the same name for fields: `#[prop] mode: Mode`.
#[proc_macro_attribute]
pub fn attr(args: TokenStream, item: TokenStream) -> TokenStream {
    tokens(attr::expand(args.into(), item.into()))
}

/// Declares a function `fn(op: SomeOp, rw: &mut Rewriter) -> Match` as a rewrite pattern rooted at that operation, for
/// `canonicalize(..)` of [`op`](macro@op) and for [`patterns!`]. A function with a parameter of type `OpId` is a
/// pattern for every operation. `#[pattern(benefit = 2)]` has precedence over patterns of a smaller benefit; the
/// default is 1. `#[pattern(operand_of = ConstantOp)]` restricts the pattern to operations with an operand that this
/// operation defines; it is not tried elsewhere.
#[proc_macro_attribute]
pub fn pattern(args: TokenStream, item: TokenStream) -> TokenStream {
    tokens(pattern::expand(args.into(), item.into()))
}

/// A `PatternSet` of [`pattern`](macro@pattern) functions: `patterns![a, b::c]`.
#[proc_macro]
pub fn patterns(input: TokenStream) -> TokenStream {
    tokens(pattern::set_of(input.into()))
}

/// Declares a pass: a function, or a struct whose fields are the options.
///
/// ```
/// extern crate rmlir_ir as rmlir; // Outside the workspace the crate is called `rmlir`.
/// use rmlir::prelude::*;
///
/// /// Count operations.
/// #[pass(name = "toy-count", anchor = "func.func", stats("num-ops" = "Number of operations"))]
/// fn count(cx: &mut PassCx) -> PassResult {
///     *cx.stat("num-ops") += cx.body().n_ops() as u64;
///     Ok(())
/// }
///
/// /// Unroll loops.
/// #[pass(name = "toy-unroll")]
/// pub struct Unroll {
///     /// How often the body is repeated.
///     #[option(default = 4)]
///     factor: u32,
/// }
///
/// impl Pass for Unroll {
///     fn run(&self, cx: &mut PassCx) -> PassResult {
///         if self.factor == 0 { cx.fail(cx.op().id, "cannot be unrolled 0 times") } else { Ok(()) }
///     }
/// }
///
/// fn main() {
///     assert_eq!((Unroll::DEF.name, Unroll::DEF.options[0].name), ("toy-unroll", "factor"));
///     let mut registry = rmlir::pass::registry::PassRegistry::default();
///     registry.add_pass(Unroll::DEF);
///     let pipeline = rmlir::pass::pipeline::parse("builtin.module(toy-unroll{factor=2})", &registry).unwrap();
///     assert_eq!(pipeline.to_string(), "builtin.module(toy-unroll{factor=2})");
/// }
/// ```
///
/// # Keys
/// | key | meaning |
/// |---|---|
/// | `name = "pass-name"` | the name in pipelines; required |
/// | `title = ".."` | the name in reports; else the item's name in camel case |
/// | `summary = ".."` | one line of help; else the first paragraph of the documentation, without its full stop |
/// | `anchor = "dialect.op"` | the operation it runs on; else any isolated one |
/// | `schedule = function` | a `fn(&OpDef) -> bool`: a further condition on that operation |
/// | `depends(Dialect, ..)` | the dialects of the operations that it creates |
/// | `stats("name" = "description", ..)` | the statistics |
/// | `check = function` | on structs, a `fn(&Self) -> Result<(), String>` that checks the options together |
///
/// Options have types that implement `rmlir::pass::OptionType`. The name of an option is that of its field with `-` for
/// `_`, or that of `#[option(name = "..")]`; `default` is a literal, or a string that is parsed like an argument.
///
/// The item's type has a constant `DEF`, the `PassDef`.
#[proc_macro_attribute]
pub fn pass(args: TokenStream, item: TokenStream) -> TokenStream {
    tokens(pass::expand(args.into(), item.into()))
}

/// Declares a dialect with its operations, types, attributes and passes.
///
/// ```
/// extern crate rmlir_ir as rmlir; // Outside the workspace the crate is called `rmlir`.
/// use rmlir::prelude::*;
///
/// dialect! {
///     /// A toy.
///     pub Toy = "toy" { ops: [Scope], hooks: ToyHooks }
/// }
///
/// /// A block of operations.
/// #[op(name = "toy.scope", traits(NoTerminator, SingleBlock))]
/// pub struct Scope {
///     #[region] body: AnyRegion,
/// }
///
/// pub struct ToyHooks;
///
/// impl DialectHooks for ToyHooks {
///     fn allows_unknown_ops(&self) -> bool { true }
/// }
///
/// fn main() {
///     let mut registry = DialectRegistry::default();
///     registry.add(Toy::DEF);
///     let cx = Context::new(registry);
///     assert!(cx.op_def("toy.scope").is_some() && cx.op_def("toy.other").is_none());
/// }
/// ```
/// The keys are `types`, `attrs`, `ops`, `passes`, `depends` and `hooks`.
///
/// Every key is optional. `hooks` is a constant expression of a type that implements `DialectHooks`.
///
/// Two operations, two types or two attributes with the same name are a compile error at the second of the names.
#[proc_macro]
pub fn dialect(input: TokenStream) -> TokenStream {
    tokens(dialect::expand(input.into()))
}
