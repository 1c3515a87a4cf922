//! Modules of dialects with upstream's names and syntax, so that expected texts can be taken from `mlir-opt`, and of a
//! small dialect `toy`.

#![allow(dead_code)]

use rmlir_arith::Arith;
use rmlir_async::Async;
use rmlir_builtin::Builtin;
use rmlir_cf::Cf;
use rmlir_core::asm::{OpAsmParser, Parsed, RegionPrint};
use rmlir_core::dialect::{AttrDef, Dialect, DialectDef, DialectHooks, NoHooks, ParamsFormat, ParamsSyntax};
use rmlir_core::interfaces::AsmNames;
use rmlir_core::opdef::{AttrAsm, AttrConstraint, DefCache, Interface, OpDef, OpFormat, OpSyntax, PropDef};
use rmlir_core::{
    Attr, AttrData, BlockId, Body, Context, DialectRegistry, Loc, NamedAttr, OpId, OpRef, RegionId, RegionRef,
    TraitSet, Type, Value, ValueRef,
};
use rmlir_func::Func;

/// Creates a context with the test dialects.
pub fn context() -> Context {
    let mut registry = DialectRegistry::default();
    for dialect in [Builtin::DEF, Func::DEF, Arith::DEF, Cf::DEF, Async::DEF, &TOY] {
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

/// `#toy.note<attr>`
pub fn note(cx: &Context, attr: Attr) -> Attr {
    cx.attr(AttrData::Dialect { def: &NOTE, params: [attr].into() })
}

/// `{name = value}`
pub fn named(cx: &Context, name: &str, value: Attr) -> NamedAttr {
    NamedAttr { name: cx.ident(name), value }
}
