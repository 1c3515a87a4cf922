//! The standard constraints accept the same types and attributes as upstream's.
#![allow(missing_docs)]

extern crate rmlir_ir as rmlir;

use rmlir::core::opdef::{AttrAsm, AttrConstraint, TypeConstraint};
use rmlir::prelude::*;

/// Types with their syntax.
fn samples(cx: &Context) -> Vec<(&'static str, Type)> {
    let signed = cx.ty(TypeData::Integer { width: 8, sign: Signedness::Signed });
    let ranked =
        |shape: &[i64], element| cx.ty(TypeData::RankedTensor { shape: shape.into(), element, encoding: None });
    let memref =
        |shape: &[i64], element| cx.ty(TypeData::MemRef { shape: shape.into(), element, layout: None, space: None });
    vec![
        ("i1", Type::I1),
        ("i32", Type::I32),
        ("si8", signed),
        ("index", Type::INDEX),
        ("f32", Type::F32),
        ("vector<4xi1>", cx.vector_type(&[4], Type::I1)),
        ("vector<f32>", cx.vector_type(&[], Type::F32)),
        ("tensor<?xf32>", ranked(&[DYNAMIC], Type::F32)),
        ("tensor<index>", ranked(&[], Type::INDEX)),
        ("tensor<*xi32>", cx.ty(TypeData::UnrankedTensor { element: Type::I32 })),
        ("memref<4xf32>", memref(&[4], Type::F32)),
        ("memref<*xi32>", cx.ty(TypeData::UnrankedMemRef { element: Type::I32, space: None })),
    ]
}

#[track_caller]
fn assert_accepts(constraint: &TypeConstraint, expected: &str) {
    let cx = Context::new(Default::default());
    let accepted = samples(&cx).into_iter().filter(|&(_, ty)| (constraint.check)(&cx, ty));
    let names: Vec<&str> = accepted.map(|(name, _)| name).collect();
    assert_eq!(names.join(" "), expected, "{}", constraint.summary);
}

#[test]
fn scalars() {
    assert_accepts(&I1, "i1");
    assert_accepts(&SI8, "si8");
    assert_accepts(&AnyInteger, "i1 i32 si8");
    assert_accepts(&AnySignlessInteger, "i1 i32");
    assert_accepts(&AnySignlessIntegerOrIndex, "i1 i32 index");
    assert_accepts(&AnyFloat, "f32");
}

#[test]
fn scalars_or_vectors_and_tensors_of_them() {
    assert_accepts(&BoolLike, "i1 vector<4xi1>");
    assert_accepts(&SignlessIntegerLike, "i1 i32 vector<4xi1> tensor<*xi32>");
    assert_accepts(&SignlessIntegerOrIndexLike, "i1 i32 index vector<4xi1> tensor<index> tensor<*xi32>");
    assert_accepts(&FloatLike, "f32 vector<f32> tensor<?xf32>");
}

#[test]
fn containers() {
    assert_accepts(&AnyVectorOfNonZeroRank, "vector<4xi1>");
    assert_accepts(&AnyVectorOfAnyRank, "vector<4xi1> vector<f32>");
    assert_accepts(&AnyTensor, "tensor<?xf32> tensor<index> tensor<*xi32>");
    assert_accepts(&AnyRankedTensor, "tensor<?xf32> tensor<index>");
    assert_accepts(&AnyStaticShapeTensor, "tensor<index>");
    assert_accepts(&AnyNon0RankedOrUnrankedTensor, "tensor<?xf32> tensor<*xi32>");
    assert_accepts(&AnyMemRef, "memref<4xf32>");
    assert_accepts(&F32MemRef, "memref<4xf32>");
    assert_accepts(&AnyRankedOrUnrankedMemRef, "memref<4xf32> memref<*xi32>");
}

/// Whether `constraint` stores attributes of this kind, and whether it accepts `attr`.
fn judge(cx: &Context, constraint: &AttrConstraint, attr: Attr) -> (bool, bool) {
    ((constraint.kind)(cx, attr), (constraint.check)(cx, attr))
}

#[test]
fn attributes_are_stored_by_kind_and_accepted_by_value() {
    let cx = &Context::new(Default::default());
    let text = cx.str_attr("a");
    assert_eq!(judge(cx, &I64Attr, cx.i64_attr(1)), (true, true));
    assert_eq!(judge(cx, &I64Attr, cx.i32_attr(1)), (true, false));
    assert_eq!(judge(cx, &I64Attr, text), (false, false));
    assert_eq!(judge(cx, &BoolAttr, cx.i32_attr(1)), (false, false));
    assert_eq!(judge(cx, &BoolAttr, Attr::TRUE), (true, true));
    assert_eq!(judge(cx, &StrArrayAttr, cx.array_attr(&[text])), (true, true));
    assert_eq!(judge(cx, &StrArrayAttr, cx.array_attr(&[Attr::TRUE])), (true, false));
    assert_eq!(judge(cx, &FunctionTypeAttr, cx.type_attr(Type::I1)), (true, false));
    assert_eq!(judge(cx, &DenseI32ArrayAttr, cx.i64_array(&[1])), (false, false));
    assert_eq!(judge(cx, &TypedAttrInterface, text), (true, true));
    assert_eq!(judge(cx, &TypedAttrInterface, Attr::EMPTY_ARRAY), (false, false));
}

#[test]
fn attributes_of_one_type_are_written_without_it() {
    let cx = &Context::new(Default::default());
    assert!(matches!(I64Attr.asm, AttrAsm::Typed(ty) if ty(cx) == Type::I64));
    assert!(matches!(AnyI64Attr.asm, AttrAsm::Any));
    assert!(matches!(DenseI64ArrayAttr.asm, AttrAsm::DenseArray(ty) if ty(cx) == Type::I64));
}

#[test]
fn a_refined_constraint_keeps_kind_and_form() {
    static POSITIVE: AttrConstraint =
        I64Attr.refined("a positive number", |cx, attr| attr.as_i64(cx).is_some_and(|value| value > 0));
    let cx = &Context::new(Default::default());
    assert_eq!(judge(cx, &POSITIVE, cx.i64_attr(-1)), (true, false));
    assert!(matches!(POSITIVE.asm, AttrAsm::Typed(_)));
}
