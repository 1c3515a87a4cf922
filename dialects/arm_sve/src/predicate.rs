//! Masks in registers and memory: 16 bits for each 128-bit segment of a vector, of which only some may be significant.

use rmlir::core::constraints::Index;
use rmlir::prelude::*;

use crate::constraints::*;

/// The predicates in full ones.
///
/// ```mlir
/// %b = arm_sve.convert_from_svbool %a : vector<2x[8]xi1>
/// ```
#[op(name = "arm_sve.convert_from_svbool", eval, traits(Pure), format = "$source attr-dict `:` type($result)")]
pub struct ConvertFromSvboolOp {
    #[operand(derive(from = "result", with = full_predicates,
                     summary = "expected corresponding svbool type widened to [16]xi1"))]
    source: FullPredicates,
    #[result]
    result: Predicates,
}

/// Predicates as full ones, which can be stored in memory.
///
/// ```mlir
/// %b = arm_sve.convert_to_svbool %a : vector<[4]xi1>
/// ```
#[op(name = "arm_sve.convert_to_svbool", eval, traits(Pure), format = "$source attr-dict `:` type($source)")]
pub struct ConvertToSvboolOp {
    #[operand]
    source: Predicates,
    #[result(derive(from = "source", with = full_predicates,
                    summary = "expected corresponding svbool type widened to [16]xi1"))]
    result: FullPredicates,
}

/// The first predicate if a bit of the second one is set, otherwise a predicate without set bits.
///
/// The index is modulo the number of bits.
///
/// ```mlir
/// %c = arm_sve.psel %a, %b[%i] : vector<[4]xi1>, vector<[8]xi1>
/// ```
#[op(name = "arm_sve.psel", eval, traits(Pure), types(T = Predicate),
     format = "$p1 `,` $p2 `[` $index `]` attr-dict `:` type($p1) `,` type($p2)")]
pub struct PselOp {
    #[operand]
    p1: T,
    #[operand]
    p2: Predicate,
    #[operand]
    index: Index,
    #[result]
    result: T,
}
