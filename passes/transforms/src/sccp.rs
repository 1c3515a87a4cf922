//! Sparse conditional constant propagation.
//!
//! Plan: 1. find the values that are the same constant on every execution, by data-flow analysis; 2. replace them, body
//! by body. Unreachable code is not erased.

use rmlir::analysis::dataflow::constants::{ConstantFact, find_reachable};
use rmlir::analysis::dataflow::sparse::Solution;
use rmlir::analysis::program::{In, Program};
use rmlir::core::effects::would_be_trivially_dead;
use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::Folder;
use rustc_hash::FxHashMap;

/// Sparse Conditional Constant Propagation.
///
/// Finds the values that are the same constant on every execution, assuming that only blocks reachable under constant
/// conditions are executed, and replaces them.
///
/// ```mlir
/// %true = arith.constant true
/// %one = arith.constant 1 : i32
/// cf.cond_br %true, ^a(%one : i32), ^b
/// ^a(%x: i32):                        // %x is 1 if nothing else comes here
/// ```
#[pass(name = "sccp", title = "SCCP")]
pub fn sccp(cx: &mut PassCx) -> PassResult {
    let constants = find_constants(&Program::new(cx.body()).surrounded(!cx.ancestors().is_empty()));
    let mut constants = constants.into_iter();
    replace_in_bodies(cx.body_mut(), &mut constants);
    Ok(())
}

/// Replaces the constants in `body`, then in the bodies nested in it, in the order of [`Program`].
fn replace_in_bodies(body: &mut Body, constants: &mut dyn Iterator<Item = Constants>) {
    let own = constants.next().expect("there is a table for every body of the program");
    let proxies = body.proxies();
    for proxy in proxies {
        let nested = body.nested_mut(proxy).expect("a proxy has a body");
        replace_in_bodies(nested, constants);
    }
    replace_constants(&mut Rewriter::new(body), &own);
}

/// The constants of a program, for one body.
pub type Constants = FxHashMap<Value, (Attr, &'static str)>;

/// The constant values of every body of `program`, by index.
pub fn find_constants(program: &Program) -> Vec<Constants> {
    let solution = find_reachable(program);
    (0..program.bodies().len() as u32).map(|number| constants_of(program, &solution, number)).collect()
}

fn constants_of(program: &Program, solution: &Solution<ConstantFact>, number: u32) -> Constants {
    let body = program.body(number);
    let mut constants = Constants::default();
    let mut note = |value: Value| {
        if let ConstantFact::Constant(attr, dialect) = solution.fact(In { body: number, id: value }) {
            constants.insert(value, (*attr, *dialect));
        }
    };
    body.walk_preorder(body.root(), |op| {
        body.results(op).iter().for_each(|&result| note(result));
        for &region in body.regions(op) {
            body.blocks(region).for_each(|block| body.args(block).iter().for_each(|&arg| note(arg)));
        }
    });
    constants
}

/// Replaces the `constants` of `rw`'s body. Returns the number of erased operations.
pub fn replace_constants(rw: &mut Rewriter, constants: &Constants) -> u64 {
    let mut folder = Folder::new();
    let mut n_erased = 0;
    let root = rw.root();
    let mut work: Vec<BlockId> = Vec::new();
    push_regions(rw, root, &mut work);
    while let Some(block) = work.pop() {
        for op in rw.ops(block).collect::<Vec<_>>() {
            let results = rw.results(op).to_vec();
            let mut all_replaced = !results.is_empty();
            for result in results {
                all_replaced &= replace_value(rw, &mut folder, block, result, constants);
            }
            if all_replaced && would_be_trivially_dead(OpRef::new(rw, op)) {
                rw.erase(op);
                n_erased += 1;
                continue;
            }
            push_regions(rw, op, &mut work);
        }
        for arg in rw.args(block).to_vec() {
            replace_value(rw, &mut folder, block, arg, constants);
        }
    }
    n_erased
}

fn push_regions(body: &Body, op: OpId, work: &mut Vec<BlockId>) {
    for &region in body.regions(op) {
        work.extend(body.blocks(region).rev());
    }
}

fn replace_value(rw: &mut Rewriter, folder: &mut Folder, block: BlockId, value: Value, constants: &Constants) -> bool {
    let Some(&(attr, dialect)) = constants.get(&value) else { return false };
    let ty = rw.ty(value);
    let Some(constant) = folder.get_or_create_constant(rw, block, dialect, attr, ty) else { return false };
    rw.replace_uses_if(value, constant, |body, user, index| !is_shared_destination(OpRef::new(body, user), index));
    rw.uses(value).next().is_none()
}

/// Whether the operand is the destination of parallel insertions: it must remain the shared block argument.
fn is_shared_destination(user: OpRef, index: u32) -> bool {
    let combining = user.interface::<dyn ParallelCombining>();
    combining.is_some_and(|combining| combining.updated_destinations(user).any(|at| at == index as usize))
}
