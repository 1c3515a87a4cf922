//! Region simplification.

mod common;

use common::{binary, branch, cond_branch, context, function, new_block, sink};
use rmlir_core::{BlockId, Body, Context, Type};
use rmlir_rewrite::simplify_regions;

fn simplify(body: &mut Body, merge_blocks: bool) -> bool {
    let regions = body.regions(body.root()).to_vec();
    let changed = simplify_regions(body, &regions, merge_blocks, None);
    assert_eq!(body.check_links(), Ok(()));
    changed
}

fn blocks(body: &Body) -> Vec<BlockId> {
    body.blocks(body.region(body.root(), 0)).collect()
}

#[test]
fn unreachable_blocks_go_with_their_cycles() {
    let cx = context();
    let (mut body, entry) = function(&cx, &[Type::I32], &[]);
    sink(&mut body, entry, "func.return", &[]);
    let (a, b) = (new_block(&mut body, &[Type::I32]), new_block(&mut body, &[]));
    let x = body.arg(a, 0);
    let sum = binary(&mut body, a, "arith.addi", x, x);
    branch(&mut body, a, b, &[]);
    sink(&mut body, b, "test.use", &[sum]);
    branch(&mut body, b, a, &[sum]);
    assert!(simplify(&mut body, false));
    assert_eq!(blocks(&body), [entry]);
}

/// A loop with two loop-carried values; only the second has an effect.
fn endless_loop(cx: &Context) -> (Body<'_>, BlockId) {
    let (mut body, entry) = function(cx, &[Type::I32], &[]);
    let x = body.arg(entry, 0);
    let head = new_block(&mut body, &[Type::I32, Type::I32]);
    branch(&mut body, entry, head, &[x, x]);
    let (dead, live) = (body.arg(head, 0), body.arg(head, 1));
    let next_dead = binary(&mut body, head, "arith.addi", dead, x);
    let next_live = binary(&mut body, head, "arith.addi", live, x);
    sink(&mut body, head, "test.use", &[live]);
    branch(&mut body, head, head, &[next_dead, next_live]);
    (body, head)
}

#[test]
fn values_that_only_need_each_other_die_with_their_arguments() {
    let cx = context();
    let (mut body, head) = endless_loop(&cx);
    assert!(simplify(&mut body, false));
    assert_eq!(body.args(head).len(), 1);
    assert_eq!(body.ops(head).count(), 3);
    assert!(!simplify(&mut body, false));
}

/// A branch to one of two blocks that differ in one operand.
fn two_alike(cx: &Context) -> Body<'_> {
    let (mut body, entry) = function(cx, &[Type::I1, Type::I32, Type::I32], &[]);
    let [condition, x, y] = *body.args(entry) else { unreachable!("the function has three arguments") };
    let (a, b) = (new_block(&mut body, &[]), new_block(&mut body, &[]));
    cond_branch(&mut body, entry, condition, (a, &[]), (b, &[]));
    for (block, value) in [(a, x), (b, y)] {
        sink(&mut body, block, "test.use", &[value, x]);
        sink(&mut body, block, "func.return", &[]);
    }
    body
}

#[test]
fn equal_blocks_are_merged_only_when_asked() {
    let cx = context();
    let mut body = two_alike(&cx);
    assert!(!simplify(&mut body, false));
    assert!(simplify(&mut body, true));
    let expected = "\
\"func.func\"() <{sym_name = \"f\", function_type = (i1, i32, i32) -> ()}> ({
^bb0(%0: i1, %1: i32, %2: i32):
  \"cf.cond_br\"(%0, %1, %2)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i1, i32, i32) -> ()
^bb1(%3: i32):
  \"test.use\"(%3, %1) : (i32, i32) -> ()
  \"func.return\"() : () -> ()
}) : () -> ()
";
    assert_eq!(common::dump(&body), expected);
}

#[test]
fn an_argument_with_one_value_on_all_edges_is_dropped() {
    let cx = context();
    let (mut body, entry) = function(&cx, &[Type::I1, Type::I32], &[]);
    let [condition, x] = *body.args(entry) else { unreachable!("the function has two arguments") };
    let (a, b) = (new_block(&mut body, &[]), new_block(&mut body, &[Type::I32]));
    cond_branch(&mut body, entry, condition, (a, &[]), (b, &[x]));
    sink(&mut body, a, "test.use", &[]);
    branch(&mut body, a, b, &[x]);
    let user = {
        let arg = body.arg(b, 0);
        sink(&mut body, b, "test.use", &[arg])
    };
    sink(&mut body, b, "func.return", &[]);
    assert!(simplify(&mut body, true));
    assert_eq!(body.args(b).len(), 0);
    assert_eq!(body.operand(user, 0), x);
}
