//! A test dialect of a few operations with upstream's names and syntax, so that expected texts can be taken from
//! `mlir-opt`.

#![allow(dead_code)]

use rmlir_core::asm::{AsmPrinter, OpAsmParser, Parsed, RegionPrint};
use rmlir_core::dialect::{AttrDef, DialectDef, DialectHooks, NoHooks, ParamsFormat, ParamsSyntax, TypeDef};
use rmlir_core::interfaces::AsmNames;
use rmlir_core::opdef::{AttrAsm, AttrConstraint, DefCache, Interface, OpDef, OpFormat, OpSyntax, PropDef};
use rmlir_core::{
    Attr, AttrData, BlockId, Body, Context, DialectRegistry, Loc, NamedAttr, OpId, OpRef, RegionId, RegionRef,
    TraitSet, Type, TypeData, Value, ValueRef,
};

/// Creates a context with the test dialects.
pub fn context() -> Context {
    let mut registry = DialectRegistry::default();
    for dialect in [&BUILTIN, &FUNC, &ARITH, &CF, &ASYNC, &TOY] {
        registry.add(dialect);
    }
    let cx = Context::new(registry);
    cx.allow_unregistered(true);
    cx
}

/// Appends operations to a block.
pub struct Builder<'b, 'c> {
    pub body: &'b mut Body<'c>,
    pub block: BlockId,
}

/// The components of an operation to build.
#[derive(Default)]
pub struct Parts<'p> {
    pub operands: &'p [Value],
    pub results: &'p [Type],
    pub attrs: &'p [(&'p str, Attr)],
    pub successors: &'p [BlockId],
    pub n_regions: usize,
    pub loc: Option<Loc>,
}

impl<'c> Builder<'_, 'c> {
    pub fn op(&mut self, name: &str, parts: Parts) -> OpId {
        let cx = self.body.cx();
        let mut state = rmlir_core::OpState::named(cx, name)
            .operands(parts.operands)
            .results(parts.results)
            .successors(parts.successors)
            .new_regions(parts.n_regions)
            .at(parts.loc.unwrap_or(Loc::UNKNOWN));
        state.no_inference = true;
        for &(name, value) in parts.attrs {
            state.set_attr(cx, name, value);
        }
        let op = self.body.create_op(state);
        self.body.append_op(self.block, op);
        op
    }

    /// An operation with one result.
    pub fn value(&mut self, name: &str, ty: Type, parts: Parts) -> Value {
        let op = self.op(name, Parts { results: &[ty], ..parts });
        self.body.result(op, 0)
    }

    /// Creates a block at the end of a region of `op` and continues there.
    pub fn enter(&mut self, op: OpId, region: usize, args: &[(Type, Loc)]) -> Vec<Value> {
        let region = self.body.region(op, region);
        self.enter_region(region, args)
    }

    pub fn enter_region(&mut self, region: RegionId, args: &[(Type, Loc)]) -> Vec<Value> {
        self.block = add_block(self.body, region, args);
        self.body.args(self.block).to_vec()
    }

    /// Creates a builder in the first region of the isolated `op`.
    pub fn inside<T>(
        &mut self,
        op: OpId,
        args: &[(Type, Loc)],
        build: impl FnOnce(&mut Builder<'_, 'c>, Vec<Value>) -> T,
    ) -> T {
        let body = self.body.nested_mut(op).expect("the operation is isolated");
        let region = body.region(body.root(), 0);
        let block = add_block(body, region, args);
        let args = body.args(block).to_vec();
        build(&mut Builder { body, block }, args)
    }
}

/// A new block at the end of `region`.
fn add_block(body: &mut Body, region: RegionId, args: &[(Type, Loc)]) -> BlockId {
    let (types, locs): (Vec<Type>, Vec<Loc>) = args.iter().copied().unzip();
    let block = body.create_block(&types, &locs);
    body.append_block(region, block);
    block
}

/// A module at `loc` with the operations of `build`.
pub fn module_at<'c>(cx: &'c Context, loc: Loc, build: impl FnOnce(&mut Builder<'_, 'c>)) -> Body<'c> {
    let mut body = Body::new(cx, cx.op_name("builtin.module"), loc, 1);
    let region = body.region(body.root(), 0);
    let block = add_block(&mut body, region, &[]);
    build(&mut Builder { body: &mut body, block });
    body
}

pub fn module<'c>(cx: &'c Context, build: impl FnOnce(&mut Builder<'_, 'c>)) -> Body<'c> {
    module_at(cx, Loc::UNKNOWN, build)
}

type Interfaces = &'static [Interface];

const fn op(
    name: &'static str,
    props: &'static [PropDef],
    traits: TraitSet,
    interfaces: Interfaces,
    format: OpFormat,
) -> OpDef {
    OpDef {
        name,
        doc: "",
        operands: &[],
        results: &[],
        props,
        regions: &[],
        successors: &[],
        traits,
        parents: &[],
        terminator: "",
        interfaces,
        format,
        behavior: None,
        cache: DefCache::new(),
    }
}

static ANY_ATTR: AttrConstraint =
    AttrConstraint { summary: "any attribute", kind: |_, _| true, check: |_, _| true, asm: AttrAsm::Any };

const fn prop(name: &'static str) -> PropDef {
    PropDef { name, constraint: &ANY_ATTR, optional: true, default: None }
}

const fn dialect(name: &'static str, ops: &'static [&'static OpDef]) -> DialectDef {
    DialectDef { name, doc: "", ops, types: &[], attrs: &[], depends: &[], hooks: NoHooks::INTERFACE }
}

fn no_parser(_: &mut dyn OpAsmParser, _: &mut rmlir_core::OpState) -> Parsed<()> {
    unimplemented!("these tests only print")
}

macro_rules! custom {
    ($print:expr) => {
        OpFormat::Custom(Interface::of(&&OpSyntax { parse: no_parser, print: $print }))
    };
}

static BUILTIN: DialectDef = dialect("builtin", &[&MODULE]);
static MODULE: OpDef = op(
    "builtin.module",
    &[prop("sym_name")],
    TraitSet(TraitSet::ISOLATED_FROM_ABOVE.0 | TraitSet::NO_TERMINATOR.0),
    &[Interface::of(&(&Module as &'static dyn AsmNames))],
    custom!(|printer, op| {
        if let Some(name) = op.prop(0) {
            printer.text(" ");
            printer.symbol_name(name.as_str(op.cx()).expect("a name is a string"));
        }
        printer.attr_dict_with_keyword(op, &["sym_name"]);
        printer.text(" ");
        printer.region(op.region(0), RegionPrint { entry_args: false, ..RegionPrint::default() });
    }),
);

struct Module;
impl AsmNames for Module {
    fn default_dialect(&self, _op: OpRef) -> Option<&'static str> {
        Some("builtin")
    }
}

static FUNC: DialectDef = dialect("func", &[&FUNCTION, &RETURN]);
static FUNCTION: OpDef = op(
    "func.func",
    &[prop("sym_name"), prop("function_type")],
    TraitSet::ISOLATED_FROM_ABOVE,
    &[Interface::of(&(&Function as &'static dyn AsmNames))],
    custom!(print_function),
);

struct Function;
impl AsmNames for Function {
    fn default_dialect(&self, _op: OpRef) -> Option<&'static str> {
        Some("func")
    }
}

fn print_function(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.symbol_name(op.prop(0).and_then(|name| name.as_str(op.cx())).expect("a function has a name"));
    let ty = op.prop(1).and_then(|ty| ty.as_type(op.cx())).expect("a function has a type");
    let (_, results) = ty.function(op.cx()).expect("a function's type is one");
    printer.text("(");
    for (index, arg) in op.region(0).entry().expect("the tests have no declarations").args().enumerate() {
        printer.text(if index == 0 { "" } else { ", " });
        printer.region_argument(arg, Attr::EMPTY_DICT, false);
    }
    printer.text(")");
    printer.optional_arrow_types(results);
    printer.attr_dict_with_keyword(op, &["sym_name", "function_type"]);
    printer.text(" ");
    printer.region(op.region(0), RegionPrint { entry_args: false, ..RegionPrint::default() });
}

static RETURN: OpDef = op("func.return", &[], TraitSet::TERMINATOR, &[], custom!(print_terminator));

fn print_terminator(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.attr_dict(op, &[]);
    if op.n_operands() != 0 {
        printer.text(" ");
        printer.operands(op.operands());
        printer.text(" : ");
        printer.types(op.operands().map(ValueRef::ty));
    }
}

static ARITH: DialectDef = dialect("arith", &[&CONSTANT, &ADDI]);
static CONSTANT: OpDef = op(
    "arith.constant",
    &[prop("value")],
    TraitSet::NONE,
    &[Interface::of(&(&Constant as &'static dyn AsmNames))],
    custom!(|printer, op| {
        printer.attr_dict(op, &["value"]);
        printer.text(" ");
        printer.attr(op.prop(0).expect("a constant has a value"));
    }),
);

struct Constant;
impl AsmNames for Constant {
    fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        let value = op.prop(0).expect("a constant has a value");
        match value.as_bool(op.cx()) {
            Some(value) => name(0, if value { "true" } else { "false" }),
            None => match value.as_integer(op.cx()) {
                Some((_, Type::INDEX)) => name(0, &format!("c{}", value.as_i64(op.cx()).unwrap())),
                Some((_, ty)) => {
                    let ty = rmlir_text::print::print_type(op.cx(), ty);
                    name(0, &format!("c{}_{ty}", value.as_i64(op.cx()).unwrap()));
                }
                None => name(0, "cst"),
            },
        }
    }
}

static ADDI: OpDef = op(
    "arith.addi",
    &[prop("overflowFlags")],
    TraitSet::NONE,
    &[],
    custom!(|printer, op| {
        printer.text(" ");
        printer.operands(op.operands());
        printer.attr_dict(op, &["overflowFlags"]);
        printer.text(" : ");
        printer.ty(op.result(0).ty());
    }),
);

static CF: DialectDef = dialect("cf", &[&BR]);
static BR: OpDef = op(
    "cf.br",
    &[],
    TraitSet::TERMINATOR,
    &[],
    custom!(|printer, op| {
        printer.text(" ");
        op.successors().for_each(|block| printer.successor(block));
        if op.n_operands() != 0 {
            printer.text("(");
            printer.operands(op.operands());
            printer.text(" : ");
            printer.types(op.operands().map(ValueRef::ty));
            printer.text(")");
        }
        printer.attr_dict(op, &[]);
    }),
);

static ASYNC: DialectDef = DialectDef { types: &[&TOKEN, &ASYNC_VALUE], ..dialect("async", &[&EXECUTE, &YIELD]) };
static YIELD: OpDef = op("async.yield", &[], TraitSet::TERMINATOR, &[], custom!(print_terminator));
static EXECUTE: OpDef = op(
    "async.execute",
    &[prop("operandSegmentSizes")],
    TraitSet::NONE,
    &[Interface::of(&(&Execute as &'static dyn AsmNames))],
    custom!(|printer, op| {
        let types: Vec<Type> = op.results().skip(1).map(ValueRef::ty).collect();
        printer.optional_arrow_types(&types);
        printer.attr_dict_with_keyword(op, &["operandSegmentSizes"]);
        printer.text(" ");
        printer.region(op.region(0), RegionPrint { entry_args: false, ..RegionPrint::default() });
    }),
);

struct Execute;
impl AsmNames for Execute {
    fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name(0, "token");
        if op.n_results() > 1 {
            name(1, "bodyResults");
        }
    }
}

pub static TOKEN: TypeDef = TypeDef {
    name: "async.token",
    doc: "",
    params: &[],
    format: ParamsFormat::Empty,
    verify: None,
    interfaces: &[],
    cache: DefCache::new(),
};
pub static ASYNC_VALUE: TypeDef = TypeDef {
    name: "async.value",
    doc: "",
    params: &[],
    format: ParamsFormat::Custom(Interface::of(&&ParamsSyntax {
        parse: |_, _| unimplemented!("these tests only print"),
        print: |printer, params| {
            printer.text("<");
            printer.ty(params[0].as_type(printer.cx()).expect("the parameter is a type"));
            printer.text(">");
        },
    })),
    verify: None,
    interfaces: &[],
    cache: DefCache::new(),
};

static TOY: DialectDef = DialectDef {
    types: &[],
    attrs: &[&NOTE],
    hooks: Interface::of(&(&ToyHooks as &dyn DialectHooks)),
    ..dialect("toy", &[&NAMED, &SCOPE])
};

/// `#toy.note<attr>`; its alias is the string in it.
pub static NOTE: AttrDef = AttrDef {
    name: "toy.note",
    doc: "",
    params: &[],
    format: ParamsFormat::Custom(Interface::of(&&ParamsSyntax {
        parse: |_, _| unimplemented!("these tests only print"),
        print: |printer, params| {
            printer.text("<");
            printer.attr(params[0]);
            printer.text(">");
        },
    })),
    verify: None,
    typed: None,
    interfaces: &[],
    is_location: false,
    cache: DefCache::new(),
};

struct ToyHooks;
impl DialectHooks for ToyHooks {
    fn attr_alias(&self, cx: &Context, attr: Attr) -> Option<String> {
        let (_, params) = attr.dialect_attr(cx)?;
        params[0].as_str(cx).map(str::to_owned)
    }
}

/// An operation that names its arguments and blocks according to its attribute `names`.
static NAMED: OpDef = op(
    "toy.named",
    &[prop("names")],
    TraitSet::NONE,
    &[Interface::of(&(&Named as &'static dyn AsmNames))],
    custom!(|printer, op| {
        printer.text(" ");
        printer.region(op.region(0), RegionPrint::default());
    }),
);

struct Named;
impl Named {
    fn names(op: OpRef<'_>) -> Vec<&str> {
        let names = op.prop(0).and_then(|names| names.as_array(op.cx())).unwrap_or(&[]);
        names.iter().map(|name| name.as_str(op.cx()).expect("names are strings")).collect()
    }
}
impl AsmNames for Named {
    fn arg_names(&self, op: OpRef, region: RegionRef, name: &mut dyn FnMut(Value, &str)) {
        let args = region.entry().into_iter().flat_map(|entry| entry.args());
        args.zip(Self::names(op)).for_each(|(arg, wanted)| name(arg.id, wanted));
    }
    fn block_names(&self, op: OpRef, name: &mut dyn FnMut(BlockId, &str)) {
        op.region(0).blocks().zip(Self::names(op)).for_each(|(block, wanted)| name(block.id, wanted));
    }
}

/// An isolated region whose arguments have the names of the operands.
static SCOPE: OpDef = op(
    "toy.scope",
    &[],
    TraitSet::ISOLATED_FROM_ABOVE,
    &[],
    custom!(|printer, op| {
        let operands: Vec<ValueRef> = op.operands().collect();
        printer.shadow_region_args(op.region(0), &operands);
        printer.text(" ");
        printer.region(op.region(0), RegionPrint::default());
    }),
);

/// `!async.value<ty>`
pub fn async_value(cx: &Context, ty: Type) -> Type {
    cx.ty(TypeData::Dialect { def: &ASYNC_VALUE, params: [cx.type_attr(ty)].into() })
}

/// `#toy.note<attr>`
pub fn note(cx: &Context, attr: Attr) -> Attr {
    cx.attr(AttrData::Dialect { def: &NOTE, params: [attr].into() })
}

/// `{name = value}`
pub fn named(cx: &Context, name: &str, value: Attr) -> NamedAttr {
    NamedAttr { name: cx.ident(name), value }
}
