//! Operations of dialects with an interpreter define their execution, or why they cannot be executed.

use rmlir::interp::eval::is_accounted_for;
use rmlir_properties::entries::registry;

/// Operations that do not define their execution yet.
const MISSING: [&str; 4] = [
    "linalg.softmax",
    "linalg.winograd_filter_transform",
    "linalg.winograd_input_transform",
    "linalg.winograd_output_transform",
];

/// Dialects with an interpreter.
const DIALECTS: [&str; 20] = [
    "affine",
    "arith",
    "arm_neon",
    "arm_sve",
    "bufferization",
    "builtin",
    "cf",
    "complex",
    "func",
    "index",
    "linalg",
    "llvm",
    "math",
    "memref",
    "omp",
    "pvec",
    "scf",
    "tensor",
    "ub",
    "vector",
];

#[test]
fn operations_of_interpreted_dialects_have_a_meaning() {
    let registry = registry();
    let ops = registry.dialects.ops().filter(|def| DIALECTS.contains(&def.dialect()) || def.dialect() == "vliw");
    let mut missing: Vec<&str> = ops.filter(|def| !is_accounted_for(def)).map(|def| def.name).collect();
    missing.sort_unstable();
    assert_eq!(missing, MISSING);
}
