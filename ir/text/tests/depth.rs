//! Nesting is limited by memory, not by the stack.

mod common;

use common::{Parts, context, module};
use rmlir_core::{AttrData, Loc, LocData, OpRef, Type, TypeData};
use rmlir_text::print::{PrintOptions, print, print_attr, print_loc, print_type};

const DEPTH: usize = 100_000;

/// The indentation alone is quadratic in this depth, twice.
const REGION_DEPTH: usize = 8_000;

#[test]
fn regions() {
    let cx = context();
    let body = module(&cx, |b| {
        for _ in 0..REGION_DEPTH {
            let op = b.op("toy.named", Parts { n_regions: 1, ..Parts::default() });
            b.enter(op, 0, &[]);
        }
    });
    for debug_info in [false, true] {
        let text = print(OpRef::root(&body), &PrintOptions { debug_info, ..PrintOptions::default() });
        assert_eq!(text.matches("toy.named {").count(), REGION_DEPTH);
    }
}

#[test]
fn types() {
    let cx = context();
    let mut ty = Type::I32;
    for _ in 0..DEPTH {
        ty = cx.ty(TypeData::Tuple([ty].into()));
    }
    assert_eq!(print_type(&cx, ty).len(), "i32".len() + DEPTH * "tuple<>".len());
}

#[test]
fn attributes() {
    let cx = context();
    let mut attr = cx.i64_attr(1);
    for _ in 0..DEPTH {
        attr = cx.array_attr(&[attr]);
    }
    assert_eq!(print_attr(&cx, attr).len(), 1 + 2 * DEPTH);
}

#[test]
fn locations() {
    let cx = context();
    let name = cx.ident("n");
    let mut loc = cx.loc(LocData::Name { name, child: Loc::UNKNOWN });
    for _ in 0..DEPTH {
        loc = cx.loc(LocData::Name { name, child: loc });
    }
    assert_eq!(print_loc(&cx, loc).len(), "loc(\"n\")".len() + DEPTH * "\"n\"()".len());
    let attr = cx.attr(AttrData::Loc(loc));
    let body = module(&cx, |b| {
        b.op("t.a", Parts { attrs: &[("a", attr)], ..Parts::default() });
    });
    // Every location in the chain has its own alias, the innermost comes first.
    let text = print(OpRef::root(&body), &PrintOptions::default());
    assert!(text.starts_with("#loc = loc(\"n\")\n#loc1 = loc(\"n\"(#loc))\n"));
    assert!(text.contains("\"t.a\"() {a = #loc100000} : () -> ()"));
}
