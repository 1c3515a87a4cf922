//! Texts of types and attributes, identical to the output of `mlir-opt`.

mod common;

use common::{context, named, note};
use rmlir_affine_maps::{AffineExpr, AffineMap};
use rmlir_core::context::Resource;
use rmlir_core::{Attr, AttrData, Body, Context, DYNAMIC, Loc, LocData, OpRef, Signedness, Type, TypeData, dense};
use rmlir_num::{ApFloat, ApInt, FloatKind};
use rmlir_text::print::{ExternalResources, ExternalValue, PrintOptions, print, print_attr, print_type};

fn float(cx: &Context, value: f64) -> Attr {
    cx.float_attr(Type::F64, ApFloat::from_bits(FloatKind::F64, value.to_bits().into()))
}

fn float32(cx: &Context, bits: u32) -> Attr {
    cx.float_attr(Type::F32, ApFloat::from_bits(FloatKind::F32, bits.into()))
}

fn int(cx: &Context, width: u32, sign: Signedness) -> Type {
    cx.ty(TypeData::Integer { width, sign })
}

fn tensor(cx: &Context, shape: &[i64], element: Type) -> Type {
    cx.ty(TypeData::RankedTensor { shape: shape.into(), element, encoding: None })
}

fn ints(cx: &Context, ty: Type, values: &[i64]) -> Attr {
    let element = ty.element(cx).unwrap();
    let elements: Vec<Attr> = values.iter().map(|&value| cx.int_attr(element, value)).collect();
    dense::from_elements(cx, ty, &elements).unwrap()
}

/// An operation with the attribute `a`.
fn with_attr<'c>(cx: &'c Context, attr: Attr) -> Body<'c> {
    with_attrs(cx, &[("a", attr)])
}

fn with_attrs<'c>(cx: &'c Context, attrs: &[(&str, Attr)]) -> Body<'c> {
    let mut body = Body::new(cx, cx.op_name("t.a"), Loc::UNKNOWN, 0);
    let attrs = attrs.iter().map(|&(name, value)| named(cx, name, value)).collect();
    body.set_attr_dict(body.root(), cx.dict(attrs));
    body
}

#[test]
fn types() {
    let cx = context();
    let ty = |data| cx.ty(data);
    let f = cx.function_type(&[Type::I32], &[Type::I32]);
    let enc = cx.str_attr("enc");
    let strided = cx.attr(AttrData::Strided { offset: 0, strides: [DYNAMIC, 1].into() });
    let vector = |shape: &[i64], scalable: &[bool], element| {
        ty(TypeData::Vector { shape: shape.into(), scalable: scalable.into(), element })
    };
    let memref =
        |shape: &[i64], layout, space| ty(TypeData::MemRef { shape: shape.into(), element: Type::I32, layout, space });
    let ranked =
        |shape: &[i64], element, encoding| ty(TypeData::RankedTensor { shape: shape.into(), element, encoding });
    let opaque = |text: &str| ty(TypeData::Opaque { dialect: cx.ident("foo"), text: text.into() });
    let i64_five = cx.i64_attr(5);
    for (ty, text) in [
        (Type::I1, "i1"),
        (int(&cx, 8, Signedness::Signed), "si8"),
        (int(&cx, 16, Signedness::Unsigned), "ui16"),
        (Type::INDEX, "index"),
        (Type::BF16, "bf16"),
        (Type::NONE, "none"),
        (cx.function_type(&[], &[]), "() -> ()"),
        (cx.function_type(&[Type::I32], &[f]), "(i32) -> ((i32) -> i32)"),
        (cx.function_type(&[f, Type::I1], &[Type::I1, Type::F32]), "((i32) -> i32, i1) -> (i1, f32)"),
        (ty(TypeData::Complex(Type::F32)), "complex<f32>"),
        (ty(TypeData::Tuple([].into())), "tuple<>"),
        (ty(TypeData::Tuple([Type::I1, f].into())), "tuple<i1, (i32) -> i32>"),
        (vector(&[4, 2, 1], &[true, false, true], Type::F32), "vector<[4]x2x[1]xf32>"),
        (vector(&[], &[], Type::I32), "vector<i32>"),
        (ranked(&[], Type::I32, None), "tensor<i32>"),
        (ranked(&[DYNAMIC, 0], Type::I1, Some(enc)), "tensor<?x0xi1, \"enc\">"),
        (ranked(&[2], Type::I32, Some(i64_five)), "tensor<2xi32, 5 : i64>"),
        (ty(TypeData::UnrankedTensor { element: Type::F64 }), "tensor<*xf64>"),
        (memref(&[], None, None), "memref<i32>"),
        (memref(&[2, DYNAMIC], Some(strided), Some(cx.i32_attr(1))), "memref<2x?xi32, strided<[?, 1]>, 1 : i32>"),
        (memref(&[2], None, Some(i64_five)), "memref<2xi32, 5>"),
        (ty(TypeData::UnrankedMemRef { element: Type::I32, space: Some(Attr::TRUE) }), "memref<*xi32, true>"),
        (opaque("bar"), "!foo.bar"),
        (opaque("\"x y\""), "!foo<\"x y\">"),
    ] {
        assert_eq!(print_type(&cx, ty), text);
    }
}

#[test]
fn scalars() {
    let cx = context();
    let string = |ty| cx.attr(AttrData::String { value: "s\"\n".as_bytes().into(), ty });
    let int_attr = |width, sign, value| cx.int_attr(int(&cx, width, sign), value);
    let wide = ApInt::from_u128(128, 1 << 100);
    let strided = |offset, strides: &[i64]| cx.attr(AttrData::Strided { offset, strides: strides.into() });
    let opaque = |text: &str, ty| cx.attr(AttrData::Opaque { dialect: cx.ident("foo"), text: text.into(), ty });
    let symbol = cx.attr(AttrData::SymbolRef { root: cx.ident("a"), nested: [cx.ident("b c"), cx.ident("d")].into() });
    for (attr, text) in [
        (Attr::UNIT, "unit"),
        (Attr::TRUE, "true"),
        (cx.i64_attr(1), "1 : i64"),
        (cx.index_attr(-3), "-3 : index"),
        (int_attr(8, Signedness::Signed, -1), "-1 : si8"),
        (int_attr(8, Signedness::Unsigned, 255), "255 : ui8"),
        (int_attr(1, Signedness::Signed, -1), "-1 : si1"),
        (int_attr(1, Signedness::Unsigned, 1), "1 : ui1"),
        (cx.apint_attr(cx.int_type(128), wide), "1267650600228229401496703205376 : i128"),
        (float(&cx, 1.0), "1.000000e+00 : f64"),
        (float32(&cx, 0x7FC0_0000), "0x7FC00000 : f32"),
        (string(Type::NONE), r#""s\22\0A""#),
        (string(Type::I32), r#""s\22\0A" : i32"#),
        (cx.type_attr(Type::I32), "i32"),
        (symbol, "@a::@\"b c\"::@d"),
        (strided(DYNAMIC, &[1, DYNAMIC]), "strided<[1, ?], offset: ?>"),
        (strided(3, &[]), "strided<[], offset: 3>"),
        (strided(0, &[2]), "strided<[2]>"),
        (opaque("bar<xyz>", Type::NONE), "#foo.bar<xyz>"),
        (opaque("\"b a z\"", Type::NONE), "#foo<\"b a z\">"),
        (opaque("bar", Type::I32), "#foo.bar : i32"),
        (note(&cx, cx.i64_attr(1)), "#toy.note<1 : i64>"),
        (Attr::ABSENT, "<<NULL ATTRIBUTE>>"),
    ] {
        assert_eq!(print_attr(&cx, attr), text);
    }
}

#[test]
fn collections() {
    let cx = context();
    let array = cx.array_attr(&[
        float(&cx, f64::INFINITY),
        float(&cx, 1.0),
        cx.i64_attr(1),
        cx.int_attr(Type::I8, 3),
        Attr::TRUE,
        cx.array_attr(&[cx.i64_attr(2)]),
        cx.dict(vec![named(&cx, "k", cx.i64_attr(2))]),
    ]);
    assert_eq!(print_attr(&cx, array), "[0x7FF0000000000000 : f64, 1.000000e+00, 1, 3 : i8, true, [2], {k = 2 : i64}]");
    let dict = cx.dict(vec![
        named(&cx, "a b", Attr::UNIT),
        named(&cx, "9x", cx.i64_attr(1)),
        named(&cx, "_a$.b", Attr::UNIT),
        named(&cx, "$a", Attr::EMPTY_DICT),
    ]);
    assert_eq!(print_attr(&cx, dict), "{\"$a\" = {}, \"9x\" = 1 : i64, _a$.b, \"a b\"}");
}

#[test]
fn elements() {
    let cx = context();
    let ui8 = int(&cx, 8, Signedness::Unsigned);
    let si1 = int(&cx, 1, Signedness::Signed);
    let complex = cx.ty(TypeData::Complex(Type::I32));
    let pair = |re, im| cx.array_attr(&[cx.i32_attr(re), cx.i32_attr(im)]);
    let pairs = |values: &[Attr]| dense::from_elements(&cx, tensor(&cx, &[2], complex), values).unwrap();
    let strings = |shape: &[i64], values: &[&str]| {
        let element = cx.ty(TypeData::Opaque { dialect: cx.ident("t"), text: "s".into() });
        let values = values.iter().map(|value| cx.ident(value)).collect();
        cx.attr(AttrData::DenseStrings { ty: tensor(&cx, shape, element), values })
    };
    let ty = tensor(&cx, &[3, 4], Type::I32);
    let sparse = |indices, values| cx.attr(AttrData::Sparse { ty, indices, values });
    let array = |element, data: &[u8]| cx.attr(AttrData::DenseArray { element, data: data.into() });
    for (attr, text) in [
        (ints(&cx, tensor(&cx, &[2], si1), &[-1, 0]), "dense<[true, false]> : tensor<2xsi1>"),
        (ints(&cx, tensor(&cx, &[], ui8), &[1]), "dense<1> : tensor<ui8>"),
        (ints(&cx, cx.vector_type(&[2], ui8), &[255, 2]), "dense<[255, 2]> : vector<2xui8>"),
        (ints(&cx, tensor(&cx, &[2], Type::INDEX), &[-5, 2]), "dense<[-5, 2]> : tensor<2xindex>"),
        (
            ints(&cx, tensor(&cx, &[2, 2, 2], Type::I8), &[1, 2, 3, 4, 5, 6, 7, 8]),
            "dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : tensor<2x2x2xi8>",
        ),
        (ints(&cx, tensor(&cx, &[1, 2], cx.int_type(65)), &[-1, 2]), "dense<[[-1, 2]]> : tensor<1x2xi65>"),
        (dense::from_bytes(&cx, tensor(&cx, &[0, 4], Type::I32), vec![]).unwrap(), "dense<> : tensor<0x4xi32>"),
        (pairs(&[pair(1, 2), pair(1, 2)]), "dense<(1,2)> : tensor<2xcomplex<i32>>"),
        (pairs(&[pair(1, 2), pair(-1, 2)]), "dense<[(1,2), (-1,2)]> : tensor<2xcomplex<i32>>"),
        (strings(&[2], &["a\"b\né"]), "dense<\"a\\22b\\0A\\C3\\A9\"> : tensor<2x!t.s>"),
        (strings(&[1, 2], &["a", "b"]), "dense<[[\"a\", \"b\"]]> : tensor<1x2x!t.s>"),
        (
            sparse(ints(&cx, tensor(&cx, &[1, 2], Type::I64), &[0, 1]), ints(&cx, tensor(&cx, &[1], Type::I32), &[2])),
            "sparse<[[0, 1]], 2> : tensor<3x4xi32>",
        ),
        (
            sparse(
                dense::from_bytes(&cx, tensor(&cx, &[0, 2], Type::I64), vec![]).unwrap(),
                dense::from_bytes(&cx, tensor(&cx, &[0], Type::I32), vec![]).unwrap(),
            ),
            "sparse<> : tensor<3x4xi32>",
        ),
        (array(Type::I32, &[]), "array<i32>"),
        (array(Type::I1, &[1, 0]), "array<i1: true, false>"),
        (array(ui8, &[255]), "array<ui8: 255>"),
        (cx.i64_array(&[1, -2]), "array<i64: 1, -2>"),
        (array(Type::F16, &0x7C00u16.to_le_bytes()), "array<f16: 0x7C00>"),
    ] {
        assert_eq!(print_attr(&cx, attr), text);
    }
}

#[test]
fn many_elements_are_bytes_or_left_out() {
    let cx = context();
    let bools: Vec<i64> = (0..101).map(|index| i64::from(index % 3 == 0)).collect();
    let bools = ints(&cx, tensor(&cx, &[101], Type::I1), &bools);
    let expected = "dense<\"0x49922449922449922449922409\"> : tensor<101xi1>";
    assert_eq!(print_attr(&cx, bools), expected);
    let short = ints(&cx, tensor(&cx, &[2], cx.int_type(12)), &[1, 0xABC]);
    let splat = ints(&cx, tensor(&cx, &[200], Type::I8), &[1; 200]);
    let body = with_attrs(&cx, &[("short", short), ("splat", splat)]);
    let text = |options| print(OpRef::root(&body), &options);
    assert_eq!(
        text(PrintOptions { elements_hex_larger_than: 1, ..PrintOptions::default() }),
        "\"t.a\"() {short = dense<\"0x0100BC0A\"> : tensor<2xi12>, splat = dense<1> : tensor<200xi8>} : () -> ()\n"
    );
    assert_eq!(
        text(PrintOptions { elide_elements_larger_than: Some(1), ..PrintOptions::default() }),
        "\"t.a\"() {short = dense_resource<__elided__> : tensor<2xi12>, splat = dense<1> : tensor<200xi8>} : () -> ()\n"
    );
    let body = with_attr(&cx, bools);
    let never = PrintOptions { elements_hex_larger_than: -1, ..PrintOptions::default() };
    assert!(print(OpRef::root(&body), &never).starts_with("\"t.a\"() {a = dense<[true, false, false, true, "));
}

#[test]
fn aliases_are_ordered_by_depth_and_distinct_attributes_numbered() {
    let cx = context();
    let symbol = cx.symbol_ref(cx.ident("x"));
    let distinct = |id, inner| cx.attr(AttrData::Distinct { id, inner });
    let long = cx.ty(TypeData::Tuple([Type::I1; 17].into()));
    let map = cx.attr(AttrData::AffineMap(AffineMap::new(1, 0, vec![AffineExpr::dim(0) + 1])));
    let memref = cx.ty(TypeData::MemRef {
        shape: [2].into(),
        element: Type::F32,
        layout: Some(map),
        space: Some(cx.str_attr("x")),
    });
    let file = cx.ident("f");
    let loc = cx.loc(LocData::FileLineCol { file, line: 1, col: 2, end_line: 1, end_col: 2 });
    let body = with_attrs(
        &cx,
        &[
            ("a6", distinct(3, Attr::UNIT)),
            ("a7", distinct(1, symbol)),
            ("a8", distinct(4, symbol)),
            ("a9", cx.array_attr(&[distinct(3, Attr::UNIT)])),
            ("c1", cx.type_attr(memref)),
            ("c8", cx.type_attr(long)),
            ("y", cx.attr(AttrData::Loc(loc))),
        ],
    );
    let expected = "\
!tuple = tuple<i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1>
#distinct = distinct[0]<@x>
#distinct1 = distinct[1]<@x>
#loc = loc(\"f\":1:2)
#map = affine_map<(d0) -> (d0 + 1)>
\"t.a\"() {a6 = distinct[2]<>, a7 = #distinct, a8 = #distinct1, a9 = [distinct[2]<>], c1 = memref<2xf32, #map, \"x\">, \
c8 = !tuple, y = #loc} : () -> ()
";
    assert_eq!(print(OpRef::root(&body), &PrintOptions::default()), expected);
}

#[test]
fn aliases_of_dialects_nest_and_are_cleaned() {
    let cx = context();
    let inner = note(&cx, cx.str_attr("a.b"));
    let same = note(&cx, cx.attr(AttrData::String { value: "a.b".as_bytes().into(), ty: Type::I32 }));
    let outer = note(&cx, cx.array_attr(&[inner, same]));
    let body = with_attrs(&cx, &[("a", outer), ("b", inner)]);
    let expected = "\
#a2Eb = #toy.note<\"a.b\">
#a2Eb1 = #toy.note<\"a.b\" : i32>
\"t.a\"() {a = #toy.note<[#a2Eb, #a2Eb1]>, b = #a2Eb} : () -> ()
";
    assert_eq!(print(OpRef::root(&body), &PrintOptions::default()), expected);
}

#[test]
fn used_resources_and_foreign_ones_follow() {
    let cx = context();
    let blob = |alignment, data: &[u8]| Resource { alignment, data: data.into() };
    cx.set_resource("builtin", "blob1", Some(blob(8, &[1, 0, 0, 0, 0, 0, 0, 0, 2])));
    cx.set_resource("builtin", "unused", Some(blob(8, &[1])));
    let resource = |key| cx.attr(AttrData::DenseResource { ty: tensor(&cx, &[1], Type::I64), key: cx.ident(key) });
    let body = with_attrs(&cx, &[("k", resource("blob1")), ("l", resource("no data"))]);
    let group = ExternalResources {
        name: "ext".to_owned(),
        entries: vec![
            ("k1".to_owned(), ExternalValue::Blob(blob(4, &[0x11]))),
            ("k2".to_owned(), ExternalValue::Bool(true)),
            ("k3".to_owned(), ExternalValue::String("abc".as_bytes().into())),
        ],
    };
    let mut options = PrintOptions { external_resources: vec![group], ..PrintOptions::default() };
    let op = "\"t.a\"() {k = dense_resource<blob1> : tensor<1xi64>, \
              l = dense_resource<\"no data\"> : tensor<1xi64>} : () -> ()\n";
    let expected = "
{-#
  dialect_resources: {
    builtin: {
      blob1: \"0x08000000010000000000000002\"
    }
  },
  external_resources: {
    ext: {
      k1: \"0x0400000011\",
      k2: true,
      k3: \"abc\"
    }
  }
#-}
";
    assert_eq!(print(OpRef::root(&body), &options), format!("{op}{expected}"));
    options.elide_resources_larger_than = Some(4);
    let expected = "\n{-#\n  external_resources: {\n    ext: {\n      k2: true\n    }\n  }\n#-}\n";
    assert_eq!(print(OpRef::root(&body), &options), format!("{op}{expected}"));
    options.elide_resources_larger_than = Some(0);
    assert_eq!(print(OpRef::root(&body), &options), format!("{op}\n{{-#\n\n#-}}\n"));
}
