//! Dot products and matrix products.

use rmlir::prelude::*;

use crate::constraints::*;
use crate::eval;

/// Products that are added to an accumulator.
#[op_class(traits(Pure), format = "$acc `,` $src1 `,` $src2 attr-dict `:` type($src1) `to` type($dst)")]
struct Accumulation {
    #[operand]
    acc: S,
    #[operand]
    src1: T,
    #[operand]
    src2: T,
    #[result]
    dst: S,
}

/// Adds dot products of four contiguous signed integers to each accumulator.
///
/// ```mlir
/// %d = arm_sve.sdot %c, %a, %b : vector<[16]xi8> to vector<[4]xi32>
/// ```
#[op(name = "arm_sve.sdot", classes(Accumulation), eval = eval::sdot, types(T = Factors, S = Sums))]
pub struct SdotOp;

/// As `arm_sve.sdot`, of unsigned integers.
#[op(name = "arm_sve.udot", classes(Accumulation), eval = eval::udot, types(T = Factors, S = Sums))]
pub struct UdotOp;

/// Multiplies, in each 128-bit segment, matrices of signed bytes: two rows of eight by two columns of eight.
///
/// ```mlir
/// %d = arm_sve.smmla %c, %a, %b : vector<[16]xi8> to vector<[4]xi32>
/// ```
#[op(name = "arm_sve.smmla", classes(Accumulation), eval = eval::smmla, types(T = I8x16, S = I32x4))]
pub struct SmmlaOp;

/// As `arm_sve.smmla`, of unsigned bytes.
#[op(name = "arm_sve.ummla", classes(Accumulation), eval = eval::ummla, types(T = I8x16, S = I32x4))]
pub struct UmmlaOp;

/// As `arm_sve.smmla`, of unsigned bytes by signed ones.
#[op(name = "arm_sve.usmmla", classes(Accumulation), eval = eval::usmmla, types(T = I8x16, S = I32x4))]
pub struct UsmmlaOp;

/// Multiplies, in each 128-bit segment, matrices of `bf16`: two rows of four by two columns of four.
///
/// ```mlir
/// %d = arm_sve.intr.bfmmla %c, %a, %b : vector<[8]xbf16> to vector<[4]xf32>
/// ```
#[op(name = "arm_sve.intr.bfmmla", eval = eval::bfmmla, traits(Pure), types(T = BF16x8, S = F32x4),
     format = "$acc `,` $src1 `,` $src2 attr-dict `:` type($src1) `to` type($res)")]
pub struct BfmmlaOp {
    #[operand]
    acc: S,
    #[operand]
    src1: T,
    #[operand]
    src2: T,
    #[result]
    res: S,
}
