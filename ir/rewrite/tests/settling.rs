//! The time at which the changes of isolated bodies are committed.

mod common;

use common::lower::{arith_to_llvm, func_to_llvm, llvm_target, to_llvm};
use common::{binary, constant, context, function, sink};
use rmlir_core::{Body, Context, Loc, OpState, Type};
use rmlir_rewrite::conversion::{
    CommitPolicy, ConversionConfig, ConversionPatterns, ConversionTarget, apply_partial_conversion,
};

/// A module of functions that add 1 to an index and pass it to an operation of each of these names.
fn module<'c>(cx: &'c Context, users: &[&str]) -> Body<'c> {
    let mut module = Body::new(cx, cx.op_name("builtin.module"), Loc::UNKNOWN, 1);
    let block = module.create_block(&[], &[]);
    let region = module.region(module.root(), 0);
    module.append_block(region, block);
    for user in users {
        let (mut inner, entry) = function(cx, &[Type::INDEX], &[]);
        let (x, one) = (inner.arg(entry, 0), constant(&mut inner, entry, Type::INDEX, 1));
        let sum = binary(&mut inner, entry, "arith.addi", x, one);
        sink(&mut inner, entry, user, &[sum]);
        sink(&mut inner, entry, "func.return", &[]);
        let (name, ty) = (cx.str_attr("f"), cx.type_attr(cx.function_type(&[Type::INDEX], &[])));
        let state = OpState::named(cx, "func.func").attr(cx, "sym_name", name).attr(cx, "function_type", ty);
        let op = module.create_isolated(state, Box::new(inner));
        module.append_op(block, op);
    }
    module
}

/// Converts to the llvm dialect; `test.doomed` remains illegal. Returns the IR afterwards and the diagnostics.
fn convert(cx: &Context, users: &[&str], commit_policy: CommitPolicy) -> (String, Vec<String>) {
    let mut body = module(cx, users);
    let mut patterns = ConversionPatterns::new();
    arith_to_llvm(&mut patterns, &to_llvm());
    func_to_llvm(&mut patterns, &to_llvm());
    let mut target: ConversionTarget = llvm_target(cx);
    target.illegal_ops(&["test.doomed"]);
    let config = ConversionConfig { commit_policy, ..ConversionConfig::default() };
    let outcome = apply_partial_conversion(&mut body, &target, &patterns, &config);
    assert_eq!(body.check_links(), Ok(()));
    let reported = outcome.err().map_or_else(Vec::new, |failed| failed.diagnostics);
    (common::dump(&body), reported.into_iter().map(|diagnostic| diagnostic.message).collect())
}

#[test]
fn success_is_the_same_either_way() {
    let cx = context();
    let users = ["test.use", "test.other", "test.use"];
    let at_the_end = convert(&cx, &users, CommitPolicy::AtTheEnd);
    assert!(at_the_end.0.contains("llvm.func") && at_the_end.1.is_empty(), "{at_the_end:?}");
    assert_eq!(convert(&cx, &users, CommitPolicy::BodyByBody), at_the_end);
}

#[test]
fn settled_bodies_stay_converted_on_failure() {
    let cx = context();
    let users = ["test.use", "test.doomed"];
    let before = common::dump(&module(&cx, &users));
    let (at_the_end, why) = convert(&cx, &users, CommitPolicy::AtTheEnd);
    assert_eq!(at_the_end, before);
    let (body_by_body, same_why) = convert(&cx, &users, CommitPolicy::BodyByBody);
    assert_eq!(same_why, why);
    let functions: Vec<&str> = body_by_body.split("test.use").collect();
    assert!(functions[0].contains("llvm.func") && functions[0].contains("llvm.add"), "{body_by_body}");
    assert!(functions[1].contains("func.func") && functions[1].contains("arith.addi"), "{body_by_body}");
}
