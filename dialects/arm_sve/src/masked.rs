//! Masked arithmetic; inactive lanes have the value of the first operand.

use rmlir::prelude::*;

use crate::constraints::*;
use crate::eval;

/// Operations on the active lanes of two vectors.
#[op_class(format = "$mask `,` $src1 `,` $src2 attr-dict `:` type($mask) `,` type($res)")]
struct Masked {
    #[operand(derive(from = "src1", with = mask_of, summary = "mask has i1 element type and same shape as operands"))]
    mask: Mask,
    #[operand]
    src1: T,
    #[operand]
    src2: T,
    #[result]
    res: T,
}

/// Adds integers.
///
/// ```mlir
/// %c = arm_sve.masked.addi %mask, %a, %b : vector<[4]xi1>, vector<[4]xi32>
/// ```
#[op(name = "arm_sve.masked.addi", classes(Masked), eval = eval::addi, traits(Commutative), types(T = Integers))]
pub struct ScalableMaskedAddIOp;

/// Adds floats.
///
/// ```mlir
/// %c = arm_sve.masked.addf %mask, %a, %b : vector<[4]xi1>, vector<[4]xf32>
/// ```
#[op(name = "arm_sve.masked.addf", classes(Masked), eval = eval::addf, traits(Commutative), types(T = Floats))]
pub struct ScalableMaskedAddFOp;

/// Subtracts integers.
#[op(name = "arm_sve.masked.subi", classes(Masked), eval = eval::subi, types(T = Integers))]
pub struct ScalableMaskedSubIOp;

/// Subtracts floats.
#[op(name = "arm_sve.masked.subf", classes(Masked), eval = eval::subf, types(T = Floats))]
pub struct ScalableMaskedSubFOp;

/// Multiplies integers.
#[op(name = "arm_sve.masked.muli", classes(Masked), eval = eval::muli, traits(Commutative), types(T = Integers))]
pub struct ScalableMaskedMulIOp;

/// Multiplies floats.
#[op(name = "arm_sve.masked.mulf", classes(Masked), eval = eval::mulf, traits(Commutative), types(T = Floats))]
pub struct ScalableMaskedMulFOp;

/// Divides signed integers.
#[op(name = "arm_sve.masked.divi_signed", classes(Masked), eval = eval::divi_signed, types(T = Integers))]
pub struct ScalableMaskedSDivIOp;

/// Divides unsigned integers.
#[op(name = "arm_sve.masked.divi_unsigned", classes(Masked), eval = eval::divi_unsigned, types(T = Integers))]
pub struct ScalableMaskedUDivIOp;

/// Divides floats.
#[op(name = "arm_sve.masked.divf", classes(Masked), eval = eval::divf, types(T = Floats))]
pub struct ScalableMaskedDivFOp;
