//! The smallest dialect: two operations, a type, an attribute, a pattern.
#![allow(missing_docs)]

extern crate rmlir_ir as rmlir;

use rmlir::prelude::*;

dialect! { pub Toy = "toy" { types: [BoxType], attrs: [Mode], ops: [Scale, Scope] } }

#[ty(name = "toy.box", format = "`<` $element `>`")]
pub struct BoxType {
    pub element: Type,
}

#[attr(name = "toy.mode")]
pub enum Mode {
    Fast,
    Exact,
}

/// Multiplies by a constant factor.
#[op(
    name = "toy.scale",
    traits(Pure, SameOperandsAndResultType),
    canonicalize(scale_by_one),
    format = "$input `by` $factor $mode attr-dict `:` type($input)"
)]
pub struct Scale {
    #[operand]
    input: AnyType,
    #[prop]
    factor: I64Attr,
    #[prop]
    mode: Mode,
    #[result]
    output: AnyType,
}

#[op(name = "toy.scope", traits(NoTerminator, SingleBlock), format = "attr-dict-with-keyword $body")]
pub struct Scope {
    #[region]
    body: AnyRegion,
}

#[pattern]
fn scale_by_one(op: Scale, rw: &mut Rewriter) -> Match {
    if op.factor(rw) != 1 {
        return rw.no_match(op, "factor is not 1");
    }
    rw.replace(op, op.input(rw))
}

#[test]
fn a_scale_by_one_is_its_operand() {
    let mut registry = rmlir::core::context::DialectRegistry::default();
    registry.add(Toy::DEF);
    let cx = Context::new(registry);
    let mut body = Body::new(&cx, cx.op_name("toy.scope"), Loc::UNKNOWN, 1);
    let region = body.region(body.root(), 0);
    let mut rw = Rewriter::new(&mut body);
    let block = rw.create_block(region, &[BoxType::get(&cx, Type::F32).ty()], &[Loc::UNKNOWN]);
    let (one, two, mode) = (cx.i64_attr(1), cx.i64_attr(2), Mode::Exact.attr(&cx));
    let boxed = rw.arg(block, 0);
    let first = rw.create(Scale::build(boxed, one, mode));
    let second = rw.create(Scale::build(first.output(&rw), two, mode));

    let mut set = PatternSet::new();
    Scale::DEF.behavior().canonicalize.expect("it was declared")(&mut set);
    assert_eq!((set.patterns[0].apply)(&mut rw, first.id()), Match::Yes);
    assert_eq!((set.patterns[0].apply)(&mut rw, second.id()), Match::No);
    assert_eq!((second.input(&rw), rw.ops(block).count()), (boxed, 1));
    assert_eq!(BoxType::from_type(&cx, rw.ty(boxed)).map(|ty| ty.element(&cx)), Some(Type::F32));
}
