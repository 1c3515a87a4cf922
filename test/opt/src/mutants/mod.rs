//! Passes that contain deliberate bugs, which `--verify-semantics` has to detect.
//!
//! A *mutant* is a small change of one operation that a compiler could make by mistake. Mutants are listed in tables, a
//! file for each family; `test-mutant` makes the change at the first operation of the given name where it applies, in
//! the function with the mutant's name. The functions are in `test/cases/test/mutants-FAMILY.mlir`.

mod arithmetic;
mod control;
mod loops;
mod memory;
mod vectors;

use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;

/// A mutant.
pub struct Mutant {
    /// With hyphens; the function's name has underscores instead.
    pub name: &'static str,
    /// The operation that is changed.
    pub op: &'static str,
    /// Makes the change; `false` if it does not apply here.
    mutate: fn(&mut Rewriter, OpId) -> bool,
}

/// A family of mutants.
pub struct Family {
    /// As in the name of the case file.
    pub name: &'static str,
    /// Its mutants.
    pub mutants: &'static [Mutant],
}

/// All of them.
pub const FAMILIES: [Family; 5] = [
    Family { name: "arithmetic", mutants: arithmetic::MUTANTS },
    Family { name: "control", mutants: control::MUTANTS },
    Family { name: "loops", mutants: loops::MUTANTS },
    Family { name: "memory", mutants: memory::MUTANTS },
    Family { name: "vectors", mutants: vectors::MUTANTS },
];

const fn mutant(name: &'static str, op: &'static str, mutate: fn(&mut Rewriter, OpId) -> bool) -> Mutant {
    Mutant { name, op, mutate }
}

/// Makes one mistake, chosen by its name, in the function of that name.
#[pass(
    name = "test-mutant",
    title = "TestMutantPass",
    anchor = "func.func",
    depends(rmlir_affine::Affine, rmlir_arith::Arith, rmlir_vector::Vector)
)]
pub struct TestMutant {
    /// The mistake
    mutant: String,
}

impl Pass for TestMutant {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut all = FAMILIES.iter().flat_map(|family| family.mutants);
        let Some(mutant) = all.find(|mutant| mutant.name == self.mutant) else {
            let root = cx.body().root();
            return cx.fail(root, format!("there is no mutant '{}'", self.mutant));
        };
        let body = cx.body();
        let function = body.symbol_name(body.root()).map_or("", |name| name.str(body.cx()));
        if function != mutant.name.replace('-', "_") {
            return Ok(());
        }
        let mut fitting = Vec::new();
        body.walk_preorder(body.root(), |op| fitting.extend((is_named(body, op, mutant.op)).then_some(op)));
        let mut rw = cx.rewriter();
        if fitting.into_iter().any(|op| (mutant.mutate)(&mut rw, op)) {
            return Ok(());
        }
        let root = cx.body().root();
        cx.fail(root, format!("has nothing that mutant '{}' changes", mutant.name))
    }
}

fn is_named(body: &Body, op: OpId, name: &str) -> bool {
    OpRef::new(body, op).name_str() == name
}

/// Swaps two operands; `false` if they are the same or of different types.
fn swap(rw: &mut Rewriter, op: OpId, first: usize, second: usize) -> bool {
    let (a, b) = (rw.operand(op, first), rw.operand(op, second));
    if a == b || rw.ty(a) != rw.ty(b) {
        return false;
    }
    rw.set_operand(op, first, b);
    rw.set_operand(op, second, a);
    true
}

/// Replaces operand `index` by itself plus `number`, which is computed right before.
fn add_to_operand(rw: &mut Rewriter, op: OpId, index: usize, number: i64) -> bool {
    let value = rw.operand(op, index);
    let ty = rw.ty(value);
    rw.before(op);
    let number = rmlir_arith::constant_int(rw, number, ty);
    let sum = rw.value(rmlir_arith::AddIOp::build(value, number));
    rw.set_operand(op, index, sum);
    true
}

/// Swaps two elements of an integer array property.
fn swap_numbers(rw: &mut Rewriter, op: OpId, slot: usize, first: usize, second: usize) -> bool {
    let Some(mut numbers) = rw.prop(op, slot).and_then(|attr| attr.as_int_array(rw.cx())) else { return false };
    if numbers.len() <= first.max(second) || numbers[first] == numbers[second] {
        return false;
    }
    numbers.swap(first, second);
    let numbers = rw.i64_array(&numbers);
    rw.set_prop(op, slot, numbers);
    true
}

/// Erases the operation, which must have no uses.
fn drop_it(rw: &mut Rewriter, op: OpId) -> bool {
    rw.erase(op) == Match::Yes
}

/// Replaces the result by an operand.
fn replace_by_operand(rw: &mut Rewriter, op: OpId, index: usize) -> bool {
    let value = rw.operand(op, index);
    rw.replace(op, [value]) == Match::Yes
}
