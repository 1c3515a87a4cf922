//! Permutations of elements.

use rmlir::core::constraints::I64Attr;
use rmlir::prelude::*;

use crate::constraints::*;

/// A 128-bit segment of a vector, repeated.
///
/// ```mlir
/// %b = arm_sve.dupq_lane %a[0] : vector<[4]xi32>
/// ```
#[op(name = "arm_sve.dupq_lane", eval, traits(Pure), types(T = Register),
     format = "$src `[` $lane `]` attr-dict `:` type($dst)")]
pub struct DupQLaneOp {
    #[operand]
    src: T,
    #[prop]
    lane: I64Attr,
    #[result]
    dst: T,
}

/// Interleaves two vectors; the results are the first and the second half.
///
/// ```mlir
/// %c, %d = arm_sve.zip.x2 %a, %b : vector<[16]xi8>
/// ```
#[op(name = "arm_sve.zip.x2", eval, traits(Pure), interfaces(AsmNames), types(T = Register),
     format = "$sourceV1 `,` $sourceV2 attr-dict `:` type($sourceV1)")]
pub struct ZipX2Op {
    #[operand(name = "sourceV1")]
    source_v1: T,
    #[operand(name = "sourceV2")]
    source_v2: T,
    #[result(name = "resultV1")]
    result_v1: T,
    #[result(name = "resultV2")]
    result_v2: T,
}

impl AsmNames for ZipX2Op<()> {
    fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name_results(op, name);
    }
}

/// Interleaves four vectors; the results are the four quarters.
///
/// ```mlir
/// %e, %f, %g, %h = arm_sve.zip.x4 %a, %b, %c, %d : vector<[16]xi8>
/// ```
#[op(name = "arm_sve.zip.x4", eval, traits(Pure), interfaces(AsmNames), types(T = Register),
     format = "$sourceV1 `,` $sourceV2 `,` $sourceV3 `,` $sourceV4 attr-dict `:` type($sourceV1)")]
pub struct ZipX4Op {
    #[operand(name = "sourceV1")]
    source_v1: T,
    #[operand(name = "sourceV2")]
    source_v2: T,
    #[operand(name = "sourceV3")]
    source_v3: T,
    #[operand(name = "sourceV4")]
    source_v4: T,
    #[result(name = "resultV1")]
    result_v1: T,
    #[result(name = "resultV2")]
    result_v2: T,
    #[result(name = "resultV3")]
    result_v3: T,
    #[result(name = "resultV4")]
    result_v4: T,
}

impl AsmNames for ZipX4Op<()> {
    fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name_results(op, name);
    }
}

/// The names of results are those of their declarations.
fn name_results(op: OpRef, name: &mut dyn FnMut(usize, &str)) {
    (0..op.n_results()).for_each(|index| name(index, &format!("resultV{}", index + 1)));
}
