//! Accessors return properties as Rust values, and builders take them: for every sort of constraint.
#![allow(missing_docs)]

extern crate rmlir_ir as rmlir;

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::opdef::AttrConstraint;
use rmlir::prelude::*;

dialect! { Sample = "sample" { attrs: [Color, Info], ops: [Scope, Scalars, Lists, Optional] } }

#[op(name = "sample.scope", traits(NoTerminator, SingleBlock))]
struct Scope {
    #[region]
    body: AnyRegion,
}

#[attr(name = "sample.color")]
#[derive(PartialOrd)]
pub enum Color {
    Red,
    Green,
}

#[attr(int = 64)]
pub enum Size {
    Small,
    Large,
}

#[attr(name = "sample.info", format = "`<` $number `>`")]
pub struct Info {
    pub number: i64,
}

/// A constraint of the dialect's own, on what another one allows.
#[allow(non_upper_case_globals)]
static Even: AttrConstraint = I64Attr.refined("even integer", |cx, attr| attr.as_i64(cx).is_some_and(|it| it % 2 == 0));
type Even = I64Attr;

#[op(name = "sample.scalars")]
struct Scalars {
    #[prop]
    long: I64Attr,
    #[prop]
    int: I32Attr,
    #[prop]
    byte: UI8Attr,
    #[prop]
    index: IndexAttr,
    #[prop]
    even: Even,
    #[prop]
    flag: BoolAttr,
    #[prop]
    text: StrAttr,
    #[prop]
    ty: TypeAttr,
    #[prop]
    callee: FlatSymbolRefAttr,
    #[prop]
    map: AffineMapAttr,
    #[prop]
    color: Color,
    #[prop]
    size: Size,
    #[prop]
    info: Info,
    #[prop]
    any: AnyAttr,
}

#[op(name = "sample.lists")]
struct Lists {
    #[prop]
    longs: DenseI64ArrayAttr,
    #[prop]
    ints: DenseI32ArrayAttr,
    #[prop]
    attrs: ArrayAttr,
    #[prop]
    numbers: I64ArrayAttr,
    #[prop]
    texts: StrArrayAttr,
    #[prop]
    types: TypeArrayAttr,
}

#[op(name = "sample.optional")]
struct Optional {
    #[prop]
    long: Option<I64Attr>,
    #[prop(default = |cx| cx.i64_attr(7))]
    bias: I64Attr,
    #[prop]
    color: Option<Color>,
    #[prop]
    fast: UnitAttr,
}

/// Runs `test` with an insertion point in the block of a fresh operation.
fn in_scope(test: impl FnOnce(&mut Rewriter)) {
    let mut registry = rmlir::core::context::DialectRegistry::default();
    registry.add(Sample::DEF);
    let cx = Context::new(registry);
    let mut body = Body::new(&cx, cx.op_name("sample.scope"), Loc::UNKNOWN, 1);
    let region = body.region(body.root(), 0);
    let mut rw = Rewriter::new(&mut body);
    rw.create_block(region, &[], &[]);
    test(&mut rw);
}

#[test]
fn scalars_are_rust_values() {
    in_scope(|rw| {
        let cx = rw.cx();
        let map = AffineMap::new(1, 0, [AffineExpr::dim(0)]);
        let (callee, info) = (cx.ident("f"), Info::get(cx, 9));
        let op = rw.create(Scalars::build(
            -1,
            -2,
            200,
            3,
            4,
            true,
            "text",
            Type::F32,
            callee,
            &map,
            Color::Green,
            Size::Large,
            info,
            Attr::UNIT,
        ));
        assert_eq!((op.long(rw), op.int(rw), op.byte(rw), op.index(rw), op.even(rw)), (-1, -2, 200, 3, 4));
        assert_eq!((op.flag(rw), op.text(rw), op.ty(rw), op.callee(rw)), (true, "text", Type::F32, callee));
        assert_eq!(op.map(rw), &map);
        assert!(op.color(rw) > Color::Red && op.size(rw) == Size::Large);
        assert_eq!((op.info(rw).number(cx), op.any(rw)), (9, Attr::UNIT));
        let stored = |slot: usize| rw.prop(op.id(), slot);
        assert_eq!(stored(Scalars::LONG), Some(cx.i64_attr(-1)));
        assert_eq!(stored(Scalars::INT), Some(cx.i32_attr(-2)));
        assert_eq!(stored(Scalars::INDEX), Some(cx.index_attr(3)));
        assert_eq!(stored(Scalars::COLOR), Some(Color::Green.attr(cx)));
        assert_eq!(stored(Scalars::SIZE), Some(cx.i64_attr(1)));
        let mut reports = Vec::new();
        let verified = rmlir::core::verify::verify(rw, &mut |_, report| reports.push(report.to_string()));
        assert!(verified.is_ok(), "{reports:?}");
    });
}

#[test]
fn attributes_are_taken_too() {
    in_scope(|rw| {
        let (one, ty) = (rw.i64_attr(1), rw.type_attr(Type::I1));
        let (text, list) = (rw.str_attr("a"), rw.array_attr(&[]));
        let lists = rw.create(Lists::build(&[1, 2][..], vec![3, 4], &[one][..], list, list, list));
        assert_eq!((lists.longs(rw), lists.ints(rw), lists.attrs(rw)), (vec![1, 2], vec![3, 4], &[one][..]));
        let (ones, texts, types) = (rw.array_attr(&[one]), rw.array_attr(&[text]), rw.array_attr(&[ty]));
        let lists = rw.create(Lists::build(&[][..], &[][..], ones, ones, texts, types));
        assert_eq!((lists.numbers(rw), lists.texts(rw), lists.types(rw)), (vec![1], vec!["a"], vec![Type::I1]));
        assert_eq!(lists.longs(rw), Vec::<i64>::new());
    });
}

#[test]
fn absent_properties_are_none_or_their_default() {
    in_scope(|rw| {
        let op = rw.create(Optional::build());
        assert_eq!((op.long(rw), op.bias(rw), op.color(rw), op.fast(rw)), (None, 7, None, false));
        let given =
            Optional::build().prop(Optional::LONG, Some(5)).prop(Optional::BIAS, 6).prop(Optional::COLOR, Color::Red);
        let op = rw.create(given.prop(Optional::FAST, Attr::UNIT));
        assert_eq!((op.long(rw), op.bias(rw), op.color(rw), op.fast(rw)), (Some(5), 6, Some(Color::Red), true));
        // The same by a view of the operation.
        let view = OpRef::new(rw, op.id());
        assert_eq!((view.get(Optional::long), view.get(Optional::color)), (Some(5), Some(Color::Red)));
        // What does not satisfy the constraint is refused by the verifier; the accessor finds nothing.
        let op = rw.create(Optional::build().prop(Optional::LONG, "text"));
        assert_eq!(op.long(rw), None);
    });
}

#[test]
fn text_that_is_not_utf_8_is_shown_as_it_can_be() {
    in_scope(|rw| {
        let bytes = rw.cx().attr(AttrData::String { value: (*b"a\xff").into(), ty: Type::NONE });
        let loads = <StrAttr as rmlir::core::props::PropType>::load(rw.cx(), bytes);
        assert_eq!(loads, Some("a\u{fffd}"));
    });
}
