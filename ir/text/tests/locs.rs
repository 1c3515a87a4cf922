//! Locations and their aliases.

mod common;

use common::{Builder, Parts, context, module_at, named};
use rmlir_affine_maps::{AffineExpr, AffineMap};
use rmlir_core::{Attr, AttrData, Body, Context, Ident, Loc, LocData, OpRef, Type, TypeData};
use rmlir_text::print::{PrintOptions, print, print_loc};

struct Locs<'c> {
    cx: &'c Context,
}

impl Locs<'_> {
    fn ident(&self, text: &str) -> Ident {
        self.cx.ident(text)
    }
    fn range(&self, file: &str, (line, col): (u32, u32), (end_line, end_col): (u32, u32)) -> Loc {
        self.cx.loc(LocData::FileLineCol { file: self.ident(file), line, col, end_line, end_col })
    }
    fn at(&self, file: &str, line: u32, col: u32) -> Loc {
        self.range(file, (line, col), (line, col))
    }
    fn name(&self, name: &str) -> Loc {
        self.named(name, Loc::UNKNOWN)
    }
    fn named(&self, name: &str, child: Loc) -> Loc {
        self.cx.loc(LocData::Name { name: self.ident(name), child })
    }
    fn call(&self, callee: Loc, caller: Loc) -> Loc {
        self.cx.loc(LocData::CallSite { callee, caller })
    }
    fn fused(&self, metadata: Option<Attr>, locs: &[Loc]) -> Loc {
        self.cx.loc(LocData::Fused { locs: locs.into(), metadata })
    }
}

fn identity(cx: &Context) -> Attr {
    cx.attr(AttrData::AffineMap(AffineMap::new(1, 0, vec![AffineExpr::dim(0)])))
}

fn sample(cx: &Context) -> Body<'_> {
    let l = Locs { cx };
    module_at(cx, l.at("l.mlir", 0, 0), |b| {
        let op = |b: &mut Builder, loc| b.op("t.a", Parts { loc: Some(loc), ..Parts::default() });
        op(b, l.call(l.name("f"), l.at("g", 1, 2)));
        op(b, l.call(l.named("f", l.at("h", 3, 4)), l.call(l.at("x", 1, 1), l.at("y", 2, 2))));
        op(b, l.fused(Some(cx.str_attr("m")), &[l.name("f"), l.at("g", 1, 2), l.at("z", 1, 1)]));
        op(b, l.fused(Some(identity(cx)), &[l.name("f")]));
        op(b, l.range("f", (1, 2), (1, 4)));
        op(b, l.range("f", (1, 2), (3, 4)));
        op(b, Loc::UNKNOWN);
        let with_attrs = op(b, l.name("a b\""));
        let loc = cx.attr(AttrData::Loc(l.range("f", (1, 2), (3, 4))));
        b.body.set_attr_dict(with_attrs, cx.dict(vec![named(cx, "m", loc), named(cx, "n", identity(cx))]));
        let loc = Some(l.named("name", l.at("f", 1, 2)));
        let pair = b.op("t.a", Parts { loc, results: &[Type::I32, Type::I32], ..Parts::default() });
        let loc = Some(l.call(l.call(l.at("q", 1, 1), l.name("na me")), l.name("other")));
        let region = b.op("t.a", Parts { loc, results: &[Type::I32], n_regions: 1, ..Parts::default() });
        let block = b.block;
        b.enter(region, 0, &[(Type::I32, l.name("arg")), (Type::I32, l.name("arg"))]);
        b.block = block;
        let operands = [b.body.result(pair, 0), b.body.result(region, 0)];
        b.op("t.use", Parts { loc: Some(l.name("zz")), operands: &operands, ..Parts::default() });
    })
}

fn text(body: &Body, change: impl FnOnce(&mut PrintOptions)) -> String {
    let mut options = PrintOptions::default();
    change(&mut options);
    print(OpRef::root(body), &options)
}

#[test]
fn locations_of_operations_are_deferred() {
    let cx = context();
    let expected = r#"#loc8 = loc("f":1:2 to 3:4)
#loc15 = loc("arg")
#map = affine_map<(d0) -> (d0)>
module {
  "t.a"() : () -> () loc(#loc17)
  "t.a"() : () -> () loc(#loc24)
  "t.a"() : () -> () loc(#loc20)
  "t.a"() : () -> () loc(#loc21)
  "t.a"() : () -> () loc(#loc7)
  "t.a"() : () -> () loc(#loc8)
  "t.a"() : () -> () loc(#loc9)
  "t.a"() {m = #loc8, n = #map} : () -> () loc(#loc10)
  %0:2 = "t.a"() : () -> (i32, i32) loc(#loc22)
  %1 = "t.a"() ({
  ^bb0(%arg0: i32 loc("arg"), %arg1: i32 loc("arg")):
  }) : () -> i32 loc(#loc25)
  "t.use"(%0#0, %1) : (i32, i32) -> () loc(#loc16)
} loc(#loc)
#loc = loc("l.mlir":0:0)
#loc1 = loc("f")
#loc2 = loc("g":1:2)
#loc3 = loc("h":3:4)
#loc4 = loc("x":1:1)
#loc5 = loc("y":2:2)
#loc6 = loc("z":1:1)
#loc7 = loc("f":1:2 to :4)
#loc9 = loc(unknown)
#loc10 = loc("a b\22")
#loc11 = loc("f":1:2)
#loc12 = loc("q":1:1)
#loc13 = loc("na me")
#loc14 = loc("other")
#loc16 = loc("zz")
#loc17 = loc(callsite(#loc1 at #loc2))
#loc18 = loc("f"(#loc3))
#loc19 = loc(callsite(#loc4 at #loc5))
#loc20 = loc(fused<"m">[#loc1, #loc2, #loc6])
#loc21 = loc(fused<#map>[#loc1])
#loc22 = loc("name"(#loc11))
#loc23 = loc(callsite(#loc12 at #loc13))
#loc24 = loc(callsite(#loc18 at #loc19))
#loc25 = loc(callsite(#loc23 at #loc14))
"#;
    assert_eq!(text(&sample(&cx), |options| options.debug_info = true), expected);
}

#[test]
fn the_pretty_form_has_no_aliases_at_the_outside() {
    let cx = context();
    let expected = r##"#loc8 = f:1:2 to 3:4
#loc15 = "arg"
#map = affine_map<(d0) -> (d0)>
module {
  "t.a"() : () -> () #loc1 at #loc2
  "t.a"() : () -> () #loc18
 at #loc19
  "t.a"() : () -> () <"m">[#loc1, #loc2, #loc6]
  "t.a"() : () -> () <#map>[#loc1]
  "t.a"() : () -> () f:1:2 to :4
  "t.a"() : () -> () f:1:2 to 3:4
  "t.a"() : () -> () [unknown]
  "t.a"() {m = #loc8, n = #map} : () -> () "a b\22"
  %0:2 = "t.a"() : () -> (i32, i32) "name"(#loc11)
  %1 = "t.a"() ({
  ^bb0(%arg0: i32 "arg", %arg1: i32 "arg"):
  }) : () -> i32 #loc23
 at #loc14
  "t.use"(%0#0, %1) : (i32, i32) -> () "zz"
} l.mlir:0:0
#loc = l.mlir:0:0
#loc1 = "f"
#loc2 = g:1:2
#loc3 = h:3:4
#loc4 = x:1:1
#loc5 = y:2:2
#loc6 = z:1:1
#loc7 = f:1:2 to :4
#loc9 = [unknown]
#loc10 = "a b\22"
#loc11 = f:1:2
#loc12 = q:1:1
#loc13 = "na me"
#loc14 = "other"
#loc16 = "zz"
#loc17 = #loc1 at #loc2
#loc18 = "f"(#loc3)
#loc19 = #loc4
 at #loc5
#loc20 = <"m">[#loc1, #loc2, #loc6]
#loc21 = <#map>[#loc1]
#loc22 = "name"(#loc11)
#loc23 = #loc12
 at #loc13
#loc24 = #loc18
 at #loc19
#loc25 = #loc23
 at #loc14
"##;
    let pretty = |options: &mut PrintOptions| {
        options.debug_info = true;
        options.pretty_debug_info = true;
    };
    assert_eq!(text(&sample(&cx), pretty), expected);
}

#[test]
fn local_scope_has_everything_in_place() {
    let cx = context();
    let expected = r#"module {
  "t.a"() : () -> () loc(callsite("f" at "g":1:2))
  "t.a"() : () -> () loc(callsite("f"("h":3:4) at callsite("x":1:1 at "y":2:2)))
  "t.a"() : () -> () loc(fused<"m">["f", "g":1:2, "z":1:1])
  "t.a"() : () -> () loc(fused<affine_map<(d0) -> (d0)>>["f"])
  "t.a"() : () -> () loc("f":1:2 to :4)
  "t.a"() : () -> () loc("f":1:2 to 3:4)
  "t.a"() : () -> () loc(unknown)
  "t.a"() {m = loc("f":1:2 to 3:4), n = affine_map<(d0) -> (d0)>} : () -> () loc("a b\22")
  %0:2 = "t.a"() : () -> (i32, i32) loc("name"("f":1:2))
  %1 = "t.a"() ({
  ^bb0(%arg0: i32 loc("arg"), %arg1: i32 loc("arg")):
  }) : () -> i32 loc(callsite(callsite("q":1:1 at "na me") at "other"))
  "t.use"(%0#0, %1) : (i32, i32) -> () loc("zz")
} loc("l.mlir":0:0)"#;
    let local = |options: &mut PrintOptions| {
        options.debug_info = true;
        options.local_scope = true;
    };
    assert_eq!(text(&sample(&cx), local), expected);
}

#[test]
fn names_in_locations_can_name_values() {
    let cx = context();
    let body = sample(&cx);
    let named = text(&body, |options| options.use_nameloc_as_prefix = true);
    let expected = "  %name:2 = \"t.a\"() : () -> (i32, i32)
  %na_me = \"t.a\"() ({
  ^bb0(%arg: i32, %arg_0: i32):
  }) : () -> i32
  \"t.use\"(%name#0, %na_me) : (i32, i32) -> ()
}
";
    assert!(named.ends_with(expected), "{named}");
    let with_users = |options: &mut PrintOptions| {
        options.use_nameloc_as_prefix = true;
        options.value_users = true;
    };
    let expected = "  %name:2 = \"t.a\"() : () -> (i32, i32) // users: (%8), (unused)
  %na_me = \"t.a\"() ({
  ^bb0(%arg: i32, %arg_0: i32):
    // %arg is unused
    // %arg_0 is unused
  }) : () -> i32 // user: %8
  \"t.use\"(%name#0, %na_me) : (i32, i32) -> () // id: %8
}
";
    let named = text(&body, with_users);
    assert!(named.ends_with(expected), "{named}");
}

#[test]
fn a_position_and_the_location_it_stands_for_share_an_alias() {
    let cx = context();
    cx.sources().add("s.mlir", "a\n  b").expect("the text is small");
    let l = Locs { cx: &cx };
    let body = module_at(&cx, l.at("s.mlir", 1, 1), |b| {
        b.op("t.a", Parts { loc: Some(Loc::at(0)), ..Parts::default() });
        b.op("t.b", Parts { loc: Some(Loc::at(4)), ..Parts::default() });
        b.op("t.c", Parts { loc: Some(l.at("s.mlir", 2, 3)), ..Parts::default() });
    });
    let expected = "\
module {
  \"t.a\"() : () -> () loc(#loc)
  \"t.b\"() : () -> () loc(#loc1)
  \"t.c\"() : () -> () loc(#loc1)
} loc(#loc)
#loc = loc(\"s.mlir\":1:1)
#loc1 = loc(\"s.mlir\":2:3)
";
    assert_eq!(text(&body, |options| options.debug_info = true), expected);
    assert_eq!(print_loc(&cx, Loc::at(4)), "loc(\"s.mlir\":2:3)");
}

/// A range as caller, a location as metadata, a long type that only a location refers to.
fn corners(cx: &Context) -> Body<'_> {
    let l = Locs { cx };
    let points = [l.at("f", 1, 1), l.at("f", 1, 2)];
    module_at(cx, l.at("m.mlir", 0, 0), |b| {
        let loc = Some(l.call(l.name("n"), l.range("f", (1, 2), (3, 4))));
        b.op("t.b", Parts { loc, ..Parts::default() });
        let loc = Some(l.fused(Some(cx.attr(AttrData::Loc(l.name("in")))), &points));
        b.op("t.c", Parts { loc, results: &[Type::I32], ..Parts::default() });
        let long = cx.ty(TypeData::Tuple([Type::I1; 17].into()));
        let loc = Some(l.fused(Some(cx.type_attr(long)), &points));
        b.op("t.d", Parts { loc, ..Parts::default() });
    })
}

#[test]
fn a_type_that_only_locations_mention_is_defined_at_the_end() {
    let cx = context();
    let expected = r##"module {
  "t.b"() : () -> () #loc1 at #loc2
  %0 = "t.c"() : () -> i32 <#loc3>[#loc4, #loc5]
  "t.d"() : () -> () <tuple<i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1>>[#loc4, #loc5]
} m.mlir:0:0
!tuple = tuple<i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1, i1>
#loc = m.mlir:0:0
#loc1 = "n"
#loc2 = f:1:2 to 3:4
#loc3 = "in"
#loc4 = f:1:1
#loc5 = f:1:2
#loc6 = #loc1 at #loc2
#loc7 = <#loc3>[#loc4, #loc5]
#loc8 = <!tuple>[#loc4, #loc5]
"##;
    let pretty = |options: &mut PrintOptions| {
        options.debug_info = true;
        options.pretty_debug_info = true;
    };
    assert_eq!(text(&corners(&cx), pretty), expected);
}

#[test]
fn a_name_in_metadata_can_name_a_value() {
    let cx = context();
    let text = text(&corners(&cx), |options| options.use_nameloc_as_prefix = true);
    assert_eq!(text, "module {\n  \"t.b\"() : () -> ()\n  %in = \"t.c\"() : () -> i32\n  \"t.d\"() : () -> ()\n}\n");
}
