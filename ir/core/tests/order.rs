//! The order of operations is maintained under insertions at any position.

use rmlir_core::{BlockId, Body, Context, DialectRegistry, Loc, OpId, OpState};

fn with_block(cx: &Context) -> (Body<'_>, BlockId) {
    let mut body = Body::new(cx, cx.op_name("test.root"), Loc::UNKNOWN, 1);
    let block = body.create_block(&[], &[]);
    let region = body.region(body.root(), 0);
    body.append_block(region, block);
    (body, block)
}

fn op(body: &mut Body) -> OpId {
    body.create_op(OpState::named(body.cx(), "test.op"))
}

#[test]
fn inserting_at_one_place_over_and_over_keeps_the_order() {
    let cx = Context::new(DialectRegistry::default());
    let (mut body, block) = with_block(&cx);
    let first = op(&mut body);
    body.append_op(block, first);
    let last = op(&mut body);
    body.append_op(block, last);
    for index in 0..5_000 {
        let new = op(&mut body);
        match index % 4 {
            0 => body.insert_before(last, new),
            1 => body.insert_after(first, new),
            2 => body.prepend_op(block, new),
            _ => body.append_op(block, new),
        }
    }
    assert_eq!(body.check_links(), Ok(()));
}

#[test]
fn inserting_everywhere_keeps_the_order() {
    let cx = Context::new(DialectRegistry::default());
    let (mut body, block) = with_block(&cx);
    for _ in 0..10 {
        let new = op(&mut body);
        body.append_op(block, new);
    }
    for _ in 0..9 {
        for old in body.ops(block).collect::<Vec<_>>() {
            let new = op(&mut body);
            body.insert_before(old, new);
        }
    }
    assert_eq!(body.check_links(), Ok(()));
}
