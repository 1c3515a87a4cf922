//! Passes that contain deliberate bugs, which `--verify-semantics` has to detect.
//!
//! A *mutant* is a small change of one operation that a compiler could make by mistake. Mutants (`mutant`) are listed
//! in tables, a file for each family; `test-mutant` makes the change at the first operation of the given name where it
//! applies, in the function with the mutant's name. The functions are in `test/cases/test/mutants-FAMILY.mlir`.

mod arithmetic;
mod control;
mod loops;
mod memory;
mod mutant;
mod vectors;

use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;

use self::mutant::is_named;

pub use self::mutant::Mutant;

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
