//! Dialect conversion.

mod common;

use std::sync::Arc;

use common::lower::{arith_to_llvm, cf_to_llvm, func_to_llvm, llvm_target, scf_to_cf, to_llvm};
use common::random::random_function_of;
use common::{binary, constant, context, function, sink};
use proptest::prelude::*;
use rmlir_core::{Body, Context, Loc, Match, OpState, Pattern, Type, Value};
use rmlir_rewrite::conversion::{
    ConversionConfig, ConversionFailed, ConversionPattern, ConversionPatterns, ConversionTarget, Converted, Reports,
    TypeConverter, any_function_signature_pattern, apply_full_conversion, apply_partial_conversion,
};

fn convert(
    body: &mut Body,
    target: &ConversionTarget,
    patterns: &ConversionPatterns,
) -> Result<Reports, ConversionFailed> {
    let outcome = apply_partial_conversion(body, target, patterns, &ConversionConfig::default());
    assert_eq!(body.check_links(), Ok(()));
    outcome
}

fn message(outcome: Result<Reports, ConversionFailed>) -> String {
    outcome.expect_err("the conversion fails").diagnostics.pop().expect("a failure has a reason").message
}

/// `x + 1` of an index, used by an unregistered operation.
fn index_sum(cx: &Context) -> Body<'_> {
    let (mut body, entry) = function(cx, &[Type::INDEX], &[]);
    let (x, one) = (body.arg(entry, 0), constant(&mut body, entry, Type::INDEX, 1));
    let sum = binary(&mut body, entry, "arith.addi", x, one);
    sink(&mut body, entry, "test.use", &[sum]);
    sink(&mut body, entry, "func.return", &[]);
    body
}

#[test]
fn casts_stand_where_converted_meets_unconverted() {
    let cx = context();
    let mut body = index_sum(&cx);
    let mut patterns = ConversionPatterns::new();
    arith_to_llvm(&mut patterns, &to_llvm());
    convert(&mut body, &llvm_target(&cx), &patterns).expect("everything else may stay");
    let expected = "\
\"func.func\"() <{sym_name = \"f\", function_type = (index) -> ()}> ({
^bb0(%0: index):
  %1 = \"builtin.unrealized_conversion_cast\"(%0) : (index) -> (i64)
  %2 = \"llvm.mlir.constant\"() <{value = 1 : index}> : () -> (i64)
  %3 = \"llvm.add\"(%1, %2) : (i64, i64) -> (i64)
  %4 = \"builtin.unrealized_conversion_cast\"(%3) : (i64) -> (index)
  \"test.use\"(%4) : (index) -> ()
  \"func.return\"() : () -> ()
}) : () -> ()
";
    assert_eq!(common::dump(&body), expected);
}

#[test]
fn a_function_becomes_another_operation() {
    let cx = context();
    let mut body = index_sum(&cx);
    let mut patterns = ConversionPatterns::new();
    arith_to_llvm(&mut patterns, &to_llvm());
    func_to_llvm(&mut patterns, &to_llvm());
    convert(&mut body, &llvm_target(&cx), &patterns).expect("everything else may stay");
    let expected = "\
\"llvm.func\"() <{sym_name = \"f\", function_type = (i64) -> ()}> ({
^bb0(%0: i64):
  %1 = \"llvm.mlir.constant\"() <{value = 1 : index}> : () -> (i64)
  %2 = \"llvm.add\"(%0, %1) : (i64, i64) -> (i64)
  %3 = \"builtin.unrealized_conversion_cast\"(%2) : (i64) -> (index)
  \"test.use\"(%3) : (index) -> ()
  \"llvm.return\"() : () -> ()
}) : () -> ()
";
    assert_eq!(common::dump(&body), expected);
}

#[test]
fn signatures_of_functions_are_converted() {
    let cx = context();
    let mut body = index_sum(&cx);
    let converter = to_llvm();
    let mut target = ConversionTarget::new(&cx);
    let types = converter.clone();
    target.dynamic_op("func.func", move |op| {
        op.regions().all(|region| types.is_legal_region(region)) && types.is_legal_signature(op.cx(), signature(op))
    });
    let mut patterns = ConversionPatterns::new();
    patterns.add(any_function_signature_pattern(&converter));
    convert(&mut body, &target, &patterns).expect("the pattern makes the function legal");
    let text = common::dump(&body);
    assert!(text.contains("function_type = (i64) -> ()"), "{text}");
    assert!(text.contains("%1 = \"builtin.unrealized_conversion_cast\"(%0) : (i64) -> (index)"), "{text}");
}

fn signature(op: rmlir_core::OpRef) -> Type {
    match op.prop(1).expect("a function has a type").data(op.cx()) {
        rmlir_core::AttrData::Type(ty) => *ty,
        _ => unreachable!("a function's type is a type"),
    }
}

#[test]
fn failures_name_the_operation_and_change_nothing() {
    let cx = context();
    let mut body = index_sum(&cx);
    let before = common::dump(&body);
    let mut patterns = ConversionPatterns::new();
    arith_to_llvm(&mut patterns, &to_llvm());
    func_to_llvm(&mut patterns, &to_llvm());
    let mut target = llvm_target(&cx);
    target.illegal_ops(&["test.use"]);
    let why = message(convert(&mut body, &target, &patterns));
    assert_eq!(why, "failed to legalize operation 'test.use' that was explicitly marked illegal");
    assert_eq!(common::dump(&body), before);
    let outcome = apply_full_conversion(&mut body, &llvm_target(&cx), &patterns, &ConversionConfig::default());
    assert_eq!(message(outcome), "failed to legalize operation 'test.use'");
    assert_eq!(common::dump(&body), before);
}

#[test]
fn a_pattern_whose_results_stay_illegal_is_taken_back() {
    let cx = context();
    let (mut body, entry) = function(&cx, &[Type::I32], &[]);
    let x = body.arg(entry, 0);
    sink(&mut body, entry, "test.a", &[x]);
    let mut patterns = ConversionPatterns::new();
    for (name, to) in [("good", "test.legal"), ("bad", "test.illegal")] {
        let pattern = ConversionPattern::new("test.a", name, move |rw, op, operands| {
            rw.create_state(OpState::named(rw.cx(), to).operands(operands));
            rw.erase(op)
        });
        patterns.add(pattern.benefit(if name == "bad" { 2 } else { 1 }));
    }
    let mut target = ConversionTarget::new(&cx);
    target.illegal_ops(&["test.a", "test.illegal"]).legal_ops(&["test.legal"]);
    convert(&mut body, &target, &patterns).expect("the second pattern works");
    let names: Vec<&str> = body.ops(entry).map(|op| body.name(op).str(&cx)).collect();
    assert_eq!(names, ["test.legal"]);
}

/// A pattern that changes types, the location and the arguments around `test.a`, which becomes `to`.
fn change_in_place(to: &'static str) -> ConversionPattern {
    ConversionPattern::plain(Pattern::new("test.a", "change-in-place", move |rw, op| {
        let block = rw.block_of(op).expect("the operation is in a block");
        let (operand, first) = (rw.operand(op, 0), rw.arg(block, 0));
        rw.set_type(operand, Type::I64);
        rw.set_type(first, Type::I64);
        rw.set_op_loc(op, Loc::at(1));
        rw.erase_arg(block, 1);
        let added = rw.add_arg(block, Type::INDEX, Loc::UNKNOWN);
        rw.create_state(OpState::named(rw.cx(), to).operands(&[added]));
        rw.erase(op)
    }))
}

#[test]
fn types_and_arguments_are_rolled_back_or_committed() {
    let cx = context();
    let (mut body, entry) = function(&cx, &[Type::I32, Type::F32], &[]);
    let x = body.arg(entry, 0);
    let sum = binary(&mut body, entry, "arith.addi", x, x);
    sink(&mut body, entry, "test.a", &[sum]);
    let op = body.last_op(entry).expect("it was just made");
    let (before, loc) = (common::dump(&body), body.loc(op));
    let mut target = ConversionTarget::new(&cx);
    target.illegal_ops(&["test.a", "test.illegal"]).legal_ops(&["test.legal", "arith.addi"]);
    let mut patterns = ConversionPatterns::new();
    patterns.add(change_in_place("test.illegal"));
    convert(&mut body, &target, &patterns).expect_err("the new operation is illegal");
    assert_eq!((common::dump(&body), body.loc(op)), (before, loc));

    let mut patterns = ConversionPatterns::new();
    patterns.add(change_in_place("test.legal"));
    convert(&mut body, &target, &patterns).expect("the new operation is legal");
    let types: Vec<Type> = body.args(entry).iter().map(|&arg| body.ty(arg)).collect();
    assert_eq!((types, body.ty(sum)), (vec![Type::I64, Type::INDEX], Type::I64));
}

/// `index` is converted to two `i32`.
fn halves() -> Arc<TypeConverter> {
    let mut converter = TypeConverter::new();
    converter
        .rule(|_, _, ty| Some(if ty.is_index() { Converted::Many(vec![Type::I32; 2]) } else { Converted::To(ty) }));
    converter.cast_materializations();
    Arc::new(converter)
}

#[test]
fn one_value_can_become_several() {
    let cx = context();
    let (mut body, entry) = function(&cx, &[Type::INDEX], &[]);
    let x = body.arg(entry, 0);
    let sum = binary(&mut body, entry, "arith.addi", x, x);
    sink(&mut body, entry, "test.keep", &[sum]);
    sink(&mut body, entry, "test.use", &[sum]);
    let mut patterns = ConversionPatterns::new();
    let split = ConversionPattern::one_to_many("arith.addi", "split", |rw, op, operands| {
        let state = OpState::named(rw.cx(), "llvm.add").operands(&operands.concat()).results(&[Type::I32; 2]);
        let new = rw.create_state(state);
        let values = rw.results(new).to_vec();
        rw.replace_by_many(op, vec![values])
    });
    patterns.add(split.converter(&halves()));
    let join = ConversionPattern::one_to_many("test.use", "join", |rw, op, operands| {
        rw.create_state(OpState::named(rw.cx(), "llvm.use").operands(&operands.concat()));
        rw.erase(op)
    });
    patterns.add(join.converter(&halves()));
    convert(&mut body, &llvm_target(&cx), &patterns).expect("everything else may stay");
    let expected = "\
\"func.func\"() <{sym_name = \"f\", function_type = (index) -> ()}> ({
^bb0(%0: index):
  %1, %2 = \"builtin.unrealized_conversion_cast\"(%0) : (index) -> (i32, i32)
  %3, %4 = \"llvm.add\"(%1, %2, %1, %2) : (i32, i32, i32, i32) -> (i32, i32)
  %5 = \"builtin.unrealized_conversion_cast\"(%3, %4) : (i32, i32) -> (index)
  \"test.keep\"(%5) : (index) -> ()
  \"llvm.use\"(%3, %4) : (i32, i32) -> ()
}) : () -> ()
";
    assert_eq!(common::dump(&body), expected);
}

#[test]
fn a_pattern_in_a_function_can_insert_beside_it() {
    let cx = context();
    let mut module = Body::new(&cx, cx.op_name("builtin.module"), Loc::UNKNOWN, 1);
    let block = module.create_block(&[], &[]);
    let region = module.region(module.root(), 0);
    module.append_block(region, block);
    let (mut inner, entry) = function(&cx, &[], &[]);
    sink(&mut inner, entry, "test.a", &[]);
    let op = module.create_isolated(OpState::named(&cx, "func.func"), Box::new(inner));
    module.append_op(block, op);
    let mut patterns = ConversionPatterns::new();
    patterns.on("test.a", "declare", None, |rw, op, _| {
        rw.outside(|rw, _| rw.create_state(OpState::named(rw.cx(), "test.b")));
        rw.erase(op)
    });
    patterns.on("test.b", "legalize", None, |rw, op, _| {
        rw.create_state(OpState::named(rw.cx(), "test.c"));
        rw.erase(op)
    });
    let mut target = ConversionTarget::new(&cx);
    target.illegal_ops(&["test.a", "test.b"]).legal_ops(&["test.c"]);
    convert(&mut module, &target, &patterns).expect("all can be legalized");
    let names: Vec<&str> = module.ops(block).map(|op| module.name(op).str(&cx)).collect();
    assert_eq!(names, ["test.c", "func.func"]);
}

#[test]
fn what_is_in_a_recursively_legal_operation_is_left_alone() {
    let cx = context();
    let mut body = index_sum(&cx);
    let before = common::dump(&body);
    let mut patterns = ConversionPatterns::new();
    arith_to_llvm(&mut patterns, &to_llvm());
    let mut target = llvm_target(&cx);
    target.legal_ops(&["func.func"]).recursively_legal("func.func").illegal_ops(&["test.use"]);
    convert(&mut body, &target, &patterns).expect("nothing is looked at");
    assert_eq!(common::dump(&body), before);
}

/// A pattern that fails after modifying the IR in every possible way.
fn vandal(patterns: &mut ConversionPatterns, root: &'static str) {
    let pattern = ConversionPattern::new(root, "vandal", |rw, op, operands| {
        let block = rw.block_of(op).expect("the pattern is not applied to a root");
        let types: Vec<Type> = rw.result_types(op).collect();
        let new = rw.create_state(OpState::named(rw.cx(), "test.new").operands(operands).results(&types));
        rw.set_attr(op, "mark", rmlir_core::Attr::UNIT);
        let reversed: Vec<Value> = rw.operands(op).rev().collect();
        rw.set_operands(op, &reversed);
        let tail = rw.split_block(block, Some(op));
        if let Some(first) = rw.first_op(block) {
            rw.move_to_end(first, tail);
        }
        rw.merge_blocks(tail, block, &[]);
        let values = rw.results(new).to_vec();
        rw.replace(op, values);
        Match::No
    });
    patterns.add(pattern.converter(&to_llvm()).benefit(9));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn conversions_keep_bodies_consistent(choices in prop::collection::vec(any::<u8>(), 0..200)) {
        let cx = context();
        for kind in 0..2 {
            let mut body = random_function_of(&cx, &choices, Type::INDEX);
            if kind == 0 {
                let mut patterns = ConversionPatterns::new();
                arith_to_llvm(&mut patterns, &to_llvm());
                cf_to_llvm(&mut patterns, &to_llvm());
                func_to_llvm(&mut patterns, &to_llvm());
                convert(&mut body, &llvm_target(&cx), &patterns).expect("everything else may stay");
            } else {
                let (target, patterns) = scf_to_cf(&cx);
                convert(&mut body, &target, &patterns).expect("there is a pattern for what is illegal");
            }
        }
    }

    #[test]
    fn failed_conversions_change_nothing(choices in prop::collection::vec(any::<u8>(), 0..200)) {
        let cx = context();
        let mut body = random_function_of(&cx, &choices, Type::INDEX);
        let root_region = body.region(body.root(), 0);
        let last = body.last_block(root_region).expect("a function has a block");
        let end = body.last_op(last).expect("a block has a terminator");
        let doomed = body.create_op(OpState::named(&cx, "test.doomed"));
        body.insert_before(end, doomed);
        let before = common::dump(&body);
        let mut patterns = ConversionPatterns::new();
        arith_to_llvm(&mut patterns, &to_llvm());
        cf_to_llvm(&mut patterns, &to_llvm());
        func_to_llvm(&mut patterns, &to_llvm());
        ["arith.addi", "arith.andi", "cf.br", "test.use"].iter().for_each(|root| vandal(&mut patterns, root));
        let mut target = llvm_target(&cx);
        target.illegal_ops(&["test.doomed"]);
        // An unreachable operation is not visited.
        if convert(&mut body, &target, &patterns).is_err() {
            prop_assert_eq!(common::dump(&body), before);
        }
    }
}
