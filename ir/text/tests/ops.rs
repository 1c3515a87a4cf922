//! Operations, regions and blocks.

mod common;

use common::{Builder, Parts, context, module, named};
use rmlir_affine_maps::{AffineExpr, AffineMap};
use rmlir_core::{Attr, AttrData, BlockId, Body, Context, Loc, OpRef, OpState, Type};
use rmlir_text::print::{PrintOptions, print, print_in_pieces};

fn text(body: &Body, change: impl FnOnce(&mut PrintOptions)) -> String {
    let mut options = PrintOptions::default();
    change(&mut options);
    print(OpRef::root(body), &options)
}

/// Blocks with branches in all directions, an empty block, an empty region.
fn blocks(cx: &Context) -> Body<'_> {
    module(cx, |b| {
        let op = b.op("t.a", Parts { n_regions: 3, attrs: &[("m", cx.i64_attr(1))], ..Parts::default() });
        let block = |b: &mut Builder, region, args: &[(Type, Loc)]| {
            b.enter(op, region, args);
            b.block
        };
        let entry = block(b, 0, &[]);
        let first = block(b, 0, &[]);
        let second = block(b, 0, &[(Type::I32, Loc::UNKNOWN)]);
        let third = block(b, 0, &[]);
        let mut end = |block, name, successors: &[BlockId]| {
            b.block = block;
            b.op(name, Parts { successors, ..Parts::default() });
        };
        end(entry, "t.b", &[first]);
        end(first, "t.end", &[]);
        end(second, "t.q", &[first, first, third]);
        end(third, "t.q", &[second, second]);
        b.enter(op, 1, &[(Type::I32, Loc::UNKNOWN)]);
    })
}

#[test]
fn predecessors_are_listed_edge_by_edge() {
    let cx = context();
    let expected = "\
module {
  \"t.a\"() ({
    \"t.b\"()[^bb1] : () -> ()
  ^bb1:  // 3 preds: ^bb0, ^bb2, ^bb2
    \"t.end\"() : () -> ()
  ^bb2(%0: i32):  // 2 preds: ^bb3, ^bb3
    \"t.q\"()[^bb1, ^bb1, ^bb3] : () -> ()
  ^bb3:  // pred: ^bb2
    \"t.q\"()[^bb2, ^bb2] : () -> ()
  }, {
  ^bb0(%arg0: i32):
  }, {
  }) {m = 1 : i64} : () -> ()
}
";
    assert_eq!(text(&blocks(&cx), |_| {}), expected);
}

#[test]
fn regions_can_be_skipped() {
    let cx = context();
    assert_eq!(text(&blocks(&cx), |options| options.skip_regions = true), "module {...}\n");
    let op = OpRef::root(&blocks(&cx)).region(0).entry().unwrap().first_op().map(|op| {
        let options = PrintOptions { skip_regions: true, local_scope: true, ..PrintOptions::default() };
        print(op, &options)
    });
    assert_eq!(op.unwrap(), "\"t.a\"() ({...}, {...}, {...}) {m = 1 : i64} : () -> ()");
}

#[test]
fn unregistered_operations_keep_properties_apart() {
    let cx = context();
    let body = module(&cx, |b| {
        let mut state = OpState::named(&cx, "t.a").attr(&cx, "b c", Attr::UNIT);
        state.set_prop(0, cx.dict(vec![named(&cx, "p", cx.i64_attr(1))]));
        let op = b.body.create_op(state);
        b.body.append_op(b.block, op);
    });
    assert_eq!(text(&body, |_| {}), "module {\n  \"t.a\"() <{p = 1 : i64}> {\"b c\"} : () -> ()\n}\n");
}

#[test]
fn attribute_dictionaries_merge_properties_by_name() {
    let cx = context();
    let body = module(&cx, |b| {
        let op = b.op("builtin.module", Parts { n_regions: 1, ..Parts::default() });
        b.body.set_attr(op, "sym_name", cx.str_attr("m"));
        b.body.set_attr(op, "a", cx.i64_attr(1));
        b.body.set_attr(op, "t", cx.type_attr(Type::I32));
        b.inside(op, &[], |b, _| {
            let op = b.op("arith.constant", Parts { results: &[Type::I32], ..Parts::default() });
            b.body.set_attr(op, "z", Attr::UNIT);
            b.body.set_attr(op, "value", cx.i32_attr(4));
            b.body.set_attr(op, "a", Attr::UNIT);
        });
    });
    let expected = "\
module {
  module @m attributes {a = 1 : i64, t = i32} {
    %c4_i32 = arith.constant {a, z} 4 : i32
  }
}
";
    assert_eq!(text(&body, |_| {}), expected);
    let expected = "\
\"builtin.module\"() ({
  \"builtin.module\"() <{sym_name = \"m\"}> ({
    %0 = \"arith.constant\"() <{value = 4 : i32}> {a, z} : () -> i32
  }) {a = 1 : i64, t = i32} : () -> ()
}) : () -> ()
";
    assert_eq!(text(&body, |options| options.generic = true), expected);
}

#[test]
fn what_is_wrong_is_printed_in_generic_form() {
    let cx = context();
    let body = module(&cx, |_| {});
    let wrong = |options: &mut PrintOptions| options.verify = Some(|_| false);
    assert_eq!(text(&body, wrong), "\"builtin.module\"() ({\n^bb0:\n}) : () -> ()\n");
    let assumed = |options: &mut PrintOptions| {
        options.verify = Some(|_| false);
        options.assume_verified = true;
    };
    assert_eq!(text(&body, assumed), "module {\n}\n");
}

#[test]
fn text_goes_to_the_end_of_what_is_there() {
    let cx = context();
    let mut out = "before ".to_owned();
    print_in_pieces(OpRef::root(&module(&cx, |_| {})), &PrintOptions::default(), &mut |text| out.push_str(text));
    assert_eq!(out, "before module {\n}\n");
}

#[test]
fn values_from_elsewhere_are_unknown() {
    let cx = context();
    let mut body = module(&cx, |b| {
        b.op("t.a", Parts { n_regions: 1, ..Parts::default() });
    });
    let arg = {
        let block = body.create_block(&[Type::I32], &[Loc::UNKNOWN]);
        body.arg(block, 0)
    };
    let region = body.region(body.root(), 0);
    let block = body.entry(region).unwrap();
    Builder { body: &mut body, block }.op("t.use", Parts { operands: &[arg], ..Parts::default() });
    assert!(text(&body, |_| {}).contains("\"t.use\"(<<UNKNOWN SSA VALUE>>) : (i32) -> ()"));
}

#[test]
fn properties_of_unregistered_operations_ask_for_aliases() {
    let cx = context();
    let body = module(&cx, |b| {
        let map = cx.attr(AttrData::AffineMap(AffineMap::new(1, 0, vec![AffineExpr::dim(0)])));
        let distinct = cx.attr(AttrData::Distinct { id: 0, inner: cx.symbol_ref(cx.ident("x")) });
        let mut state = OpState::named(&cx, "t.a").attr(&cx, "q", map);
        state.set_prop(0, cx.dict(vec![named(&cx, "p", distinct)]));
        let op = b.body.create_op(state);
        b.body.append_op(b.block, op);
    });
    let expected = "#distinct = distinct[0]<@x>\n#map = affine_map<(d0) -> (d0)>\nmodule {\n  \
                    \"t.a\"() <{p = #distinct}> {q = #map} : () -> ()\n}\n";
    assert_eq!(text(&body, |_| {}), expected);
}
