//! Random small functions, generated from a list of choices.

use rmlir_core::{BlockId, Body, Context, OpState, Type, Value};

use super::{append, binary, branch, cond_branch, constant, function, new_block, sink};

/// Choices, consumed in sequence; zero when there are no more.
pub struct Choices<'a>(pub std::slice::Iter<'a, u8>);

impl Choices<'_> {
    /// An integer below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.next().map_or(0, |&byte| byte as usize % n.max(1))
    }
}

/// A function with some blocks of arithmetic. Every block uses only its own definitions, its arguments, and the
/// definitions of the entry block.
pub fn random_function<'c>(cx: &'c Context, choices: &[u8]) -> Body<'c> {
    random_function_of(cx, choices, Type::I32)
}

/// The same, with arithmetic on values of type `ty`.
pub fn random_function_of<'c>(cx: &'c Context, choices: &[u8], ty: Type) -> Body<'c> {
    let mut choices = Choices(choices.iter());
    let (mut body, entry) = function(cx, &[Type::I1, ty, ty], &[]);
    let n_blocks = choices.below(5);
    let mut blocks = vec![entry];
    for _ in 0..n_blocks {
        let args = vec![ty; choices.below(3)];
        blocks.push(new_block(&mut body, &args));
    }
    let condition = body.arg(entry, 0);
    let mut shared: Vec<Value> = body.args(entry)[1..].to_vec();
    for (index, &block) in blocks.iter().enumerate() {
        let mut values = shared.clone();
        values.extend(body.args(block).iter().filter(|&&arg| body.ty(arg) != Type::I1));
        fill(&mut body, block, &mut values, &mut choices, 0);
        if index == 0 {
            shared = values.clone();
        }
        end(&mut body, block, &blocks, condition, &values, &mut choices);
    }
    body
}

fn fill(body: &mut Body, block: BlockId, values: &mut Vec<Value>, choices: &mut Choices, depth: usize) {
    // Mostly recent values, so that chains arise.
    let pick = |choices: &mut Choices, values: &[Value]| {
        let n = if choices.below(3) == 0 { values.len() } else { values.len().min(3) };
        values[values.len() - 1 - choices.below(n)]
    };
    for _ in 0..choices.below(10) {
        let (a, b) = (pick(choices, values), pick(choices, values));
        let new = match choices.below(8) {
            0 | 1 => {
                let value = [0, 1, 2, -1][choices.below(4)];
                constant(body, block, body.ty(a), value)
            }
            2 | 3 => binary(body, block, "arith.addi", a, b),
            4 => binary(body, block, "arith.andi", a, b),
            5 if depth < 2 => region_op(body, block, values, choices, depth),
            6 => binary(body, block, "arith.addi", b, a),
            _ => {
                sink(body, block, "test.use", &[a, b]);
                continue;
            }
        };
        values.push(new);
    }
}

/// An operation with a region, registered or not, that returns a value of the region.
fn region_op(body: &mut Body, block: BlockId, values: &[Value], choices: &mut Choices, depth: usize) -> Value {
    let (name, end) = [("scf.execute_region", "scf.yield"), ("test.region", "test.yield")][choices.below(2)];
    let ty = body.ty(values[0]);
    let state = OpState::named(body.cx(), name).results(&[ty]).new_regions(1);
    let op = append(body, block, state);
    let region = body.region(op, 0);
    let inner = body.create_block(&[], &[]);
    body.append_block(region, inner);
    let mut values = values.to_vec();
    fill(body, inner, &mut values, choices, depth + 1);
    let given = values[choices.below(values.len())];
    sink(body, inner, end, &[given]);
    body.result(op, 0)
}

fn end(body: &mut Body, block: BlockId, blocks: &[BlockId], condition: Value, values: &[Value], choices: &mut Choices) {
    if blocks.len() == 1 || choices.below(4) == 0 {
        sink(body, block, "func.return", &[]);
        return;
    }
    let target = |body: &Body, choices: &mut Choices| {
        let to = blocks[1 + choices.below(blocks.len() - 1)];
        let n = body.args(to).len();
        let args: Vec<Value> = (0..n).map(|_| values[choices.below(values.len())]).collect();
        (to, args)
    };
    let (first, first_args) = target(body, choices);
    if choices.below(2) == 0 {
        branch(body, block, first, &first_args);
    } else {
        let (second, second_args) = target(body, choices);
        cond_branch(body, block, condition, (first, &first_args), (second, &second_args));
    }
}
