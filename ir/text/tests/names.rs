//! Names of values and blocks.

mod common;

use common::{Builder, Parts, context, module};
use rmlir_async::{TokenType, ValueType};
use rmlir_core::{Body, Context, DialectType, Loc, OpRef, Type};
use rmlir_text::print::{PrintOptions, print};

fn text(body: &Body, change: impl FnOnce(&mut PrintOptions)) -> String {
    let mut options = PrintOptions::default();
    change(&mut options);
    print(OpRef::root(body), &options)
}

/// Constants that request the same name, a second block, and groups of results.
fn function(cx: &Context) -> Body<'_> {
    module(cx, |b| {
        let ty = cx.type_attr(cx.function_type(&[Type::I32, Type::INDEX], &[Type::I32]));
        let op = b.op(
            "func.func",
            Parts { attrs: &[("sym_name", cx.str_attr("f")), ("function_type", ty)], n_regions: 1, ..Parts::default() },
        );
        b.inside(op, &[(Type::I32, Loc::UNKNOWN), (Type::INDEX, Loc::UNKNOWN)], |b, _| fill(cx, b));
    })
}

fn fill(cx: &Context, b: &mut Builder) {
    let constant = |b: &mut Builder, ty, value| {
        b.value("arith.constant", ty, Parts { attrs: &[("value", cx.int_attr(ty, value))], ..Parts::default() })
    };
    let seven = constant(b, Type::I32, 7);
    let other = constant(b, Type::I32, 7);
    constant(b, Type::I1, -1);
    constant(b, Type::I64, -3);
    let entry = b.block;
    let root = b.body.root();
    let x = b.enter(root, 0, &[(Type::I32, Loc::UNKNOWN)])[0];
    let second = b.block;
    b.block = entry;
    b.op("cf.br", Parts { operands: &[seven], successors: &[second], ..Parts::default() });
    b.block = second;

    let token = TokenType::get(cx).ty();
    let value = ValueType::get(cx, Type::I32).ty();
    let execute = |b: &mut Builder, results: &[Type], fill: &dyn Fn(&mut Builder)| {
        let attrs = [("operandSegmentSizes", cx.i32_array(&[0, 0]))];
        let op = b.op("async.execute", Parts { results, attrs: &attrs, n_regions: 1, ..Parts::default() });
        let around = b.block;
        b.enter(op, 0, &[]);
        fill(b);
        b.block = around;
        b.body.results(op).to_vec()
    };
    let first = execute(b, &[token, value, value], &|b| {
        b.op("async.yield", Parts { operands: &[seven, other], ..Parts::default() });
    });
    let next = execute(b, &[token, value], &|b| {
        let sum = b.value("arith.addi", Type::I32, Parts { operands: &[seven, other], ..Parts::default() });
        b.op("async.yield", Parts { operands: &[sum], ..Parts::default() });
    });
    execute(b, &[token], &|b| {
        b.op("async.yield", Parts::default());
    });
    b.op("t.u", Parts { operands: &[first[2], next[1], first[0], next[0]], ..Parts::default() });
    let v = b.value("t.v", Type::I32, Parts::default());
    let sum = b.value("arith.addi", Type::I32, Parts { operands: &[x, v], ..Parts::default() });
    b.op("func.return", Parts { operands: &[sum], ..Parts::default() });
}

#[test]
fn equal_names_are_told_apart_and_groups_numbered() {
    let cx = context();
    let expected = "\
module {
  func.func @f(%arg0: i32, %arg1: index) -> i32 {
    %c7_i32 = arith.constant 7 : i32
    %c7_i32_0 = arith.constant 7 : i32
    %true = arith.constant true
    %c-3_i64 = arith.constant -3 : i64
    cf.br ^bb1(%c7_i32 : i32)
  ^bb1(%0: i32):  // pred: ^bb0
    %token, %bodyResults:2 = async.execute -> (!async.value<i32>, !async.value<i32>) {
      async.yield %c7_i32, %c7_i32_0 : i32, i32
    }
    %token_1, %bodyResults_2 = async.execute -> !async.value<i32> {
      %3 = arith.addi %c7_i32, %c7_i32_0 : i32
      async.yield %3 : i32
    }
    %token_3 = async.execute {
      async.yield
    }
    \"t.u\"(%bodyResults#1, %bodyResults_2, %token, %token_1) : (!async.value<i32>, !async.value<i32>, !async.token, !async.token) -> ()
    %1 = \"t.v\"() : () -> i32
    %2 = arith.addi %0, %1 : i32
    return %2 : i32
  }
}
";
    assert_eq!(text(&function(&cx), |_| {}), expected);
}

#[test]
fn users_are_listed_latest_first() {
    let cx = context();
    let expected = "\
module {
  func.func @f(%arg0: i32, %arg1: index) -> i32 {
    // %arg0 is unused
    // %arg1 is unused
    %c7_i32 = arith.constant 7 : i32 // users: %7, %7, %1
    %c7_i32_0 = arith.constant 7 : i32 // users: %7, %7
    %true = arith.constant true // unused
    %c-3_i64 = arith.constant -3 : i64 // unused
    cf.br ^bb1(%c7_i32 : i32) // id: %1
  ^bb1(%2: i32):  // pred: ^bb0
    // %2 is used by %5
    %token, %bodyResults:2 = async.execute -> (!async.value<i32>, !async.value<i32>) {
      async.yield %c7_i32, %c7_i32_0 : i32, i32 // id: %7
    } // users: (%3), (unused), (%3)
    %token_1, %bodyResults_2 = async.execute -> !async.value<i32> {
      %7 = arith.addi %c7_i32, %c7_i32_0 : i32 // user: %8
      async.yield %7 : i32 // id: %8
    } // users: (%3), (%3)
    %token_3 = async.execute {
      async.yield
    } // unused
    \"t.u\"(%bodyResults#1, %bodyResults_2, %token, %token_1) : (!async.value<i32>, !async.value<i32>, !async.token, !async.token) -> () // id: %3
    %4 = \"t.v\"() : () -> i32 // user: %5
    %5 = arith.addi %2, %4 : i32 // user: %6
    return %5 : i32 // id: %6
  }
}
";
    assert_eq!(text(&function(&cx), |options| options.value_users = true), expected);
}

#[test]
fn the_generic_form_has_numbers_only() {
    let cx = context();
    let expected = "\
\"builtin.module\"() ({
  \"func.func\"() <{function_type = (i32, index) -> i32, sym_name = \"f\"}> ({
  ^bb0(%arg0: i32, %arg1: index):
    %0 = \"arith.constant\"() <{value = 7 : i32}> : () -> i32
    %1 = \"arith.constant\"() <{value = 7 : i32}> : () -> i32
    %2 = \"arith.constant\"() <{value = true}> : () -> i1
    %3 = \"arith.constant\"() <{value = -3 : i64}> : () -> i64
    \"cf.br\"(%0)[^bb1] : (i32) -> ()
  ^bb1(%4: i32):  // pred: ^bb0
    %5:3 = \"async.execute\"() <{operandSegmentSizes = array<i32: 0, 0>}> ({
      \"async.yield\"(%0, %1) : (i32, i32) -> ()
    }) : () -> (!async.token, !async.value<i32>, !async.value<i32>)
    %6:2 = \"async.execute\"() <{operandSegmentSizes = array<i32: 0, 0>}> ({
      %10 = \"arith.addi\"(%0, %1) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      \"async.yield\"(%10) : (i32) -> ()
    }) : () -> (!async.token, !async.value<i32>)
    %7 = \"async.execute\"() <{operandSegmentSizes = array<i32: 0, 0>}> ({
      \"async.yield\"() : () -> ()
    }) : () -> !async.token
    \"t.u\"(%5#2, %6#1, %5#0, %6#0) : (!async.value<i32>, !async.value<i32>, !async.token, !async.token) -> ()
    %8 = \"t.v\"() : () -> i32
    %9 = \"arith.addi\"(%4, %8) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    \"func.return\"(%9) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
";
    assert_eq!(text(&function(&cx), |options| options.generic = true), expected);
}

/// Two functions with an argument and a value each.
fn two_functions(cx: &Context) -> Body<'_> {
    module(cx, |b| {
        for name in ["a", "b"] {
            let ty = cx.type_attr(cx.function_type(&[Type::I32], &[]));
            let attrs = [("sym_name", cx.str_attr(name)), ("function_type", ty)];
            let op = b.op("func.func", Parts { attrs: &attrs, n_regions: 1, ..Parts::default() });
            b.inside(op, &[(Type::I32, Loc::UNKNOWN)], |b, args| {
                b.value("arith.addi", Type::I32, Parts { operands: &[args[0], args[0]], ..Parts::default() });
                b.op("func.return", Parts::default());
            });
        }
    })
}

#[test]
fn each_function_starts_with_zero_unless_numbers_are_unique() {
    let cx = context();
    let body = two_functions(&cx);
    let expected = |a: [u32; 2], b: [u32; 2]| {
        let function = |name: &str, [arg, value]: [u32; 2]| {
            format!(
                "  func.func @{name}(%arg{arg}: i32) {{\n    %{value} = arith.addi %arg{arg}, %arg{arg} : i32\n    \
                 return\n  }}\n"
            )
        };
        format!("module {{\n{}{}}}\n", function("a", a), function("b", b))
    };
    assert_eq!(text(&body, |_| {}), expected([0, 0], [0, 0]));
    assert_eq!(text(&body, |options| options.unique_ssa_ids = true), expected([1, 1], [0, 0]));
}

#[test]
fn one_function_is_numbered_on_its_own_in_local_scope() {
    let cx = context();
    let body = two_functions(&cx);
    let second = OpRef::root(&body).region(0).entry().unwrap().last_op().unwrap();
    let options = PrintOptions { local_scope: true, ..PrintOptions::default() };
    let expected = "func.func @b(%arg0: i32) {\n  %0 = arith.addi %arg0, %arg0 : i32\n  return\n}";
    assert_eq!(print(second, &options), expected);
    assert_eq!(print(second.resolve(), &options), expected);
}

#[test]
fn names_of_dialects_are_cleaned_and_blocks_can_have_them() {
    let cx = context();
    let body = module(&cx, |b| {
        let names = ["a b", "0", "é", "a b"].map(|name| cx.str_attr(name));
        let op =
            b.op("toy.named", Parts { attrs: &[("names", cx.array_attr(&names))], n_regions: 1, ..Parts::default() });
        b.enter(op, 0, &[(Type::I32, Loc::UNKNOWN); 4]);
        let entry = b.block;
        b.enter(op, 0, &[(Type::I32, Loc::UNKNOWN)]);
        let second = b.block;
        b.op("t.stay", Parts { successors: &[second, second], ..Parts::default() });
        b.block = entry;
        b.op("t.go", Parts { successors: &[second], ..Parts::default() });
    });
    let expected = "\
module {
  toy.named {
  ^a_b(%a_b: i32, %_0: i32, %_C3A9: i32, %a_b_0: i32):
    \"t.go\"()[^_0] : () -> ()
  ^_0(%0: i32):  // 3 preds: ^a_b, ^_0, ^_0
    \"t.stay\"()[^_0, ^_0] : () -> ()
  }
}
";
    assert_eq!(text(&body, |_| {}), expected);
}

#[test]
fn arguments_can_be_shadowed_across_an_isolated_region() {
    let cx = context();
    let body = module(&cx, |b| {
        let pair = b.op("t.pair", Parts { results: &[Type::I32, Type::I32], ..Parts::default() });
        let second = b.body.result(pair, 1);
        let scope = b.op("toy.scope", Parts { operands: &[second], n_regions: 1, ..Parts::default() });
        b.inside(scope, &[(Type::I32, Loc::UNKNOWN)], |b, args| {
            b.op("t.use", Parts { operands: &args, ..Parts::default() });
        });
    });
    let expected = "\
module {
  %0:2 = \"t.pair\"() : () -> (i32, i32)
  toy.scope {
  ^bb0(%0#1: i32):
    \"t.use\"(%0#1) : (i32) -> ()
  }
}
";
    assert_eq!(text(&body, |_| {}), expected);
}
