//! A packed body is equal to the original: operations, their references, and the order of uses.

use rmlir_core::equal::{EqualOptions, equal};
use rmlir_core::{BlockId, Body, Context, DialectRegistry, Loc, OpId, OpRef, OpState, Type, Value};

/// Deterministic pseudo-random integers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }
}

/// A region of three blocks that branch to each other; it has operations with operands, some with regions, and many
/// erased ones.
fn edited(cx: &Context, seed: u64) -> Body<'_> {
    let mut numbers = Numbers(seed);
    let mut body = Body::new(cx, cx.op_name("test.root"), Loc::UNKNOWN, 1);
    let region = body.region(body.root(), 0);
    let blocks: Vec<BlockId> = (0..3).map(|n| body.create_block(&vec![Type::I32; n], &[])).collect();
    blocks.iter().for_each(|&block| body.append_block(region, block));
    let mut values: Vec<Value> = blocks.iter().flat_map(|&block| body.args(block).to_vec()).collect();
    let mut made: Vec<OpId> = Vec::new();
    for index in 0..300 {
        let operands: Vec<Value> = (0..numbers.below(4)).map(|_| values[numbers.below(values.len())]).collect();
        let n_results = numbers.below(3);
        let state = OpState::named(cx, &format!("test.op{}", index % 7)).operands(&operands);
        let op = body.create_op(state.results(&vec![Type::I32; n_results]).new_regions(usize::from(index % 11 == 0)));
        body.append_op(blocks[numbers.below(3)], op);
        if let Some(&inner) = body.regions(op).first() {
            let block = body.create_block(&[Type::I1], &[]);
            body.append_block(inner, block);
            let user = body.create_op(OpState::named(cx, "test.inner").operands(&operands));
            body.append_op(block, user);
        }
        values.extend_from_slice(body.results(op));
        made.push(op);
    }
    for (index, &block) in blocks.iter().enumerate() {
        let targets = [blocks[(index + 1) % 3], blocks[2]];
        let end = body.create_op(OpState::named(cx, "test.end").successors(&targets));
        body.append_op(block, end);
    }
    // Latest first: then nearly all unused operations are erased.
    for op in made.into_iter().rev() {
        let is_unused = body.results(op).iter().all(|&result| body.is_unused(result));
        if is_unused && numbers.below(8) != 0 {
            body.erase_op(op).expect("nothing uses a result");
        }
    }
    body
}

/// The uses of all results and arguments, by the positions of operations in program order.
fn uses(body: &Body) -> Vec<Vec<(usize, u32)>> {
    let ops = body.ops_under(body.root());
    let place = |op: OpId| ops.iter().position(|&other| other == op).expect("all users are under the root");
    let blocks = || ops.iter().flat_map(|&op| body.regions(op)).flat_map(|&region| body.blocks(region));
    let values = ops.iter().flat_map(|&op| body.results(op)).chain(blocks().flat_map(|block| body.args(block)));
    let mut all: Vec<Vec<(usize, u32)>> =
        values.map(|&value| body.uses(value).map(|(op, index)| (place(op), index)).collect()).collect();
    all.extend(blocks().map(|block| body.block_uses(block).map(|(op, index)| (place(op), index)).collect()));
    all
}

#[test]
fn a_packed_body_is_the_same() {
    let cx = Context::new(DialectRegistry::default());
    let mut n_packed = 0;
    for seed in 0..40 {
        let before = edited(&cx, seed);
        let mut after = edited(&cx, seed);
        n_packed += usize::from(after.pack_if_sparse());
        assert_eq!(after.check_links(), Ok(()), "seed {seed}");
        assert!(equal(OpRef::root(&before), OpRef::root(&after), EqualOptions::default()), "seed {seed}");
        assert_eq!(uses(&before), uses(&after), "seed {seed}");
    }
    assert!(n_packed > 20, "most of the bodies have many holes");
}
