//! The expansion of `#[op]`: tables, accessors and builders of every kind of field.
#![allow(missing_docs)]

extern crate rmlir_ir as rmlir;

use rmlir::core::opdef::{Arity, OpFormat, RegionShape};
use rmlir::prelude::*;

dialect! {
    /// Operations that only these tests know.
    pub Sample = "sample" { ops: [Module, Source, Scale, Fields, Sized, Branch, Jump, Loop], hooks: SampleHooks }
}

struct SampleHooks;
impl rmlir::core::dialect::DialectHooks for SampleHooks {
    fn allows_unknown_ops(&self) -> bool {
        true
    }
}

#[op(name = "sample.module", traits(IsolatedFromAbove, NoTerminator))]
pub struct Module {
    #[prop(name = "sym_name")]
    name: Option<SymbolNameAttr>,
    #[region]
    body: SizedRegion1,
}

#[op(name = "sample.source", infer = infer_source)]
struct Source {
    #[prop]
    value: TypedAttrInterface,
    #[result]
    output: AnyType,
}

fn infer_source(cx: &Context, state: &OpState, _operands: &[Type]) -> Result<Vec<Type>, String> {
    state.get_attr(cx, "value").and_then(|value| value.ty(cx)).map(|ty| vec![ty]).ok_or("no value".to_owned())
}

/// Multiplies by a constant factor.
///
/// More about it.
#[op(name = "sample.scale", traits(Pure), types(N = SignlessIntegerLike), canonicalize(scale_by_one),
     fold = fold_scale, format = "$input `by` $factor attr-dict `:` type($input)")]
pub struct Scale {
    /// The multiplicand.
    #[operand]
    input: N,
    #[prop]
    factor: I64Attr,
    #[prop(default = |cx| cx.i64_attr(7))]
    bias: I64Attr,
    #[prop]
    nsw: UnitAttr,
    #[result]
    output: N,
}

fn fold_scale(cx: &mut FoldCx, _consts: &[Option<Attr>]) -> Fold {
    let op = Scale::from_id(cx.op());
    if op.factor(cx) == 1 { Fold::value(op.input(cx)) } else { Fold::No }
}

#[pattern(benefit = 3)]
fn scale_by_one(op: Scale, rw: &mut Rewriter) -> Match {
    if op.factor(rw) != 1 {
        return rw.no_match(op, "the factor is not 1");
    }
    rw.replace(op, [op.input(rw)])
}

#[pattern]
fn never(op: OpId, rw: &mut Rewriter) -> Match {
    rw.no_match(op, "never")
}

fn element(cx: &Context, ty: Type) -> Option<Type> {
    ty.element(cx)
}

#[op(name = "sample.fields", parents("sample.module"))]
struct Fields {
    #[operand]
    first: AnyType,
    #[operand]
    rest: Vec<AnyType>,
    #[operand]
    last: AnyVectorOfAnyRank,
    #[result(derive(from = "last", with = element, summary = "item is an element of last"))]
    item: AnyType,
    #[result]
    flag: I1,
    #[region]
    arms: Vec<AtMostOneBlock>,
}

#[op(name = "sample.sized", traits(AttrSizedOperandSegments, AttrSizedResultSegments))]
struct Sized {
    #[operand]
    a: Option<X>,
    #[operand]
    b: Vec<X>,
    #[operand]
    c: AnyType,
    #[result]
    r: Vec<AnyType>,
    #[result]
    s: Option<AnyType>,
    #[prop]
    r#type: TypeAttr,
}

#[op(name = "sample.br", traits(Terminator), interfaces(BranchOp))]
struct Branch {
    #[operand]
    args: Vec<AnyType>,
    #[successor]
    dest: AnySuccessor,
}

impl BranchOp for Branch<()> {
    fn successor_operands(&self, op: OpRef, _index: usize) -> SuccessorOperands {
        SuccessorOperands::forwarded(op.operand_range(Branch::ARGS_OPERAND))
    }
}

#[op(name = "sample.jump", traits(Terminator))]
struct Jump {
    #[successor]
    cases: Vec<AnySuccessor>,
    #[successor]
    default: AnySuccessor,
}

#[op(name = "sample.loop", terminator = "sample.jump", verify = verify_loop)]
struct Loop {
    #[region]
    before: AnyRegion,
    #[region]
    after: AtLeastOneBlock,
}

fn verify_loop(op: OpRef) -> Checked {
    if op.region(0).is_empty() { Err(op.error("has nothing before")) } else { Ok(()) }
}

fn context() -> Context {
    let mut registry = rmlir::core::context::DialectRegistry::default();
    registry.add(Sample::DEF);
    Context::new(registry)
}

/// Runs `test` with an insertion point in the one block of a fresh module.
fn in_module(test: impl FnOnce(&mut Rewriter)) {
    let cx = context();
    let mut body = Body::new(&cx, cx.op_name("sample.module"), Loc::UNKNOWN, 1);
    let region = body.region(body.root(), 0);
    let mut rw = Rewriter::new(&mut body);
    rw.create_block(region, &[], &[]);
    test(&mut rw);
}

fn source(rw: &mut Rewriter, value: Attr) -> Value {
    rw.value(Source::build(value))
}

#[test]
fn tables_hold_what_was_declared() {
    let cx = context();
    let def = cx.op_def("sample.scale").unwrap();
    assert!(std::ptr::eq(def, Scale::DEF));
    assert_eq!(def.summary(), "Multiplies by a constant factor.");
    assert_eq!(def.doc, "Multiplies by a constant factor.\n\nMore about it.");
    assert_eq!(def.traits, TraitSet::PURE);
    assert_eq!((def.operands[0].group, def.results[0].group), (1, 1));
    assert_eq!(def.operands[0].constraint.summary, "signless-integer");
    assert!(matches!(def.format, OpFormat::Spec(_)) && def.behavior().fold.is_some());
    assert_eq!(Scale::NSW, def.prop_index("nsw").unwrap());
    assert_eq!(Module::DEF.props[Module::NAME].name, "sym_name");
    assert_eq!(Sample::DEF.doc, "Operations that only these tests know.");
    assert!(cx.dialect("sample").unwrap().hooks().allows_unknown_ops());
}

#[test]
fn tables_hold_shapes_and_places() {
    let def = Fields::DEF;
    assert_eq!(
        def.operands.iter().map(|field| field.arity).collect::<Vec<_>>(),
        [Arity::One, Arity::Variadic, Arity::One]
    );
    assert!(def.regions[0].variadic && def.regions[0].shape == RegionShape::AtMostOne);
    assert_eq!(def.parents, ["sample.module"]);
    assert!(def.has(TraitSet::HAS_PARENT));
    assert!(Loop::DEF.has(TraitSet::IMPLICIT_TERMINATOR) && Loop::DEF.terminator == "sample.jump");
    assert_eq!(
        Sized::DEF.props.iter().map(|prop| prop.name).collect::<Vec<_>>(),
        ["type", "operandSegmentSizes", "resultSegmentSizes"]
    );
}

#[test]
fn properties_default_and_unit() {
    in_module(|rw| {
        let one = rw.i64_attr(1);
        let x = source(rw, one);
        let scale = rw.create(Scale::build(x, 1));
        assert_eq!((scale.input(rw), scale.factor(rw), scale.nsw(rw)), (x, 1, false));
        assert_eq!(scale.bias(rw), 7);
        assert_eq!(rw.ty(scale.output(rw)), Type::I64);
        let unsigned = rw.create(Scale::build(x, one).prop(Scale::NSW, Attr::UNIT));
        assert!(unsigned.nsw(rw));
    });
}

#[test]
fn variadic_fields_and_derived_results() {
    in_module(|rw| {
        let vector = rw.vector_type(&[2], Type::F32);
        let one = rw.i64_attr(1);
        let x = source(rw, one);
        let zero = rw.zero_attr(vector).unwrap();
        let v = source(rw, zero);
        let op = rw.create(Fields::build(x, &[x, v], v).regions(2));
        assert_eq!((op.first(rw), op.rest(rw), op.last(rw)), (x, vec![x, v], v));
        assert_eq!((rw.ty(op.item(rw)), rw.ty(op.flag(rw))), (Type::F32, Type::I1));
        assert_eq!(op.arms(rw).len(), 2);
    });
}

#[test]
fn segment_sizes_come_with_the_trait() {
    in_module(|rw| {
        let one = rw.i64_attr(1);
        let x = source(rw, one);
        let ty = Type::F32;
        let op = rw.create(Sized::build(&[Type::I1, Type::I8], None, None, &[x], x, ty));
        assert_eq!((op.a(rw), op.b(rw), op.c(rw)), (None, vec![x], x));
        assert_eq!((op.r(rw).len(), op.s(rw)), (2, None));
        assert_eq!(op.r#type(rw), ty);
        let op = rw.create(Sized::build(&[], Some(Type::I1), Some(x), &[], x, ty));
        assert_eq!((op.a(rw), op.b(rw), op.c(rw)), (Some(x), vec![], x));
        assert_eq!((op.r(rw), rw.ty(op.s(rw).unwrap())), (vec![], Type::I1));
    });
}

#[test]
fn successors_and_interfaces() {
    in_module(|rw| {
        let block = rw.insert_block().unwrap();
        let region = rw.region_of(block).unwrap();
        let target = rw.create_block(region, &[Type::I64], &[Loc::UNKNOWN]);
        rw.at_end(block);
        let one = rw.i64_attr(1);
        let x = source(rw, one);
        let branch = rw.create(Branch::build(&[x], target));
        assert_eq!((branch.dest(rw), branch.args(rw)), (target, vec![x]));
        let view = OpRef::new(rw, branch.id());
        let interface = view.interface::<dyn BranchOp>().unwrap();
        assert_eq!(interface.successor_operands(view, 0).forwarded, 0..1);
        assert!(view.interface::<dyn LoopLike>().is_none());
        let jump = rw.create(Jump::build(&[block, target], target));
        assert_eq!((jump.cases(rw), jump.default(rw)), (vec![block, target], target));
    });
}

#[test]
fn regions_of_isolated_operations_are_views() {
    in_module(|rw| {
        let inner = rw.create(Module::build());
        assert!(inner.body(rw).is_empty() && inner.name(rw).is_none());
        let looping = rw.create(Loop::build());
        assert_ne!(looping.before(rw), looping.after(rw));
        let view = OpRef::new(rw, looping.id());
        assert!(Loop::DEF.behavior().verify.unwrap()(view).is_err());
    });
}

#[test]
fn patterns_know_their_root() {
    let set = patterns![scale_by_one, never];
    let [rooted, general] = &set.patterns[..] else { panic!("two patterns were listed") };
    assert_eq!((rooted.name, rooted.benefit), ("scale_by_one", 3));
    let cx = context();
    assert!(rooted.roots(cx.op_name("sample.scale"), &cx) && !rooted.roots(cx.op_name("sample.br"), &cx));
    assert!(general.roots(cx.op_name("sample.br"), &cx));
    let mut canonical = PatternSet::new();
    Scale::DEF.behavior().canonicalize.unwrap()(&mut canonical);
    assert_eq!(canonical.patterns.len(), 1);
}

#[test]
fn patterns_rewrite() {
    in_module(|rw| {
        let one = rw.i64_attr(1);
        let x = source(rw, one);
        let scale = rw.create(Scale::build(x, one));
        let user = rw.create(Scale::build(scale.output(rw), one));
        let pattern = scale_by_one::pattern();
        assert_eq!((pattern.apply)(rw, scale.id()), Match::Yes);
        assert_eq!(user.input(rw), x);
        assert!(!rw.contains_op(scale.id()));
    });
}

#[test]
fn named_fixed_constraints_build_their_type() {
    let cx = context();
    let fixed = [&NoneType, &Index, &I1, &I8, &I16, &I32, &I64, &I128, &SI1, &SI8, &SI16, &SI32, &SI64]
        .into_iter()
        .chain([&UI1, &UI8, &UI16, &UI32, &UI64, &F16, &F32, &F64, &BF16]);
    for constraint in fixed {
        let ty = constraint.builds.expect("the macro infers results of these")(&cx);
        assert!((constraint.check)(&cx, ty), "{}", constraint.summary);
    }
}
