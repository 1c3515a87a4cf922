//! Products, sums of products, and products of matrices.

use rmlir::core::opdef::FieldRule;
use rmlir::prelude::*;
use rmlir_vector::VectorType;

use crate::constraints::*;

/// Multiplies signed integers; the products have twice the width.
///
/// ```mlir
/// %c = arm_neon.intr.smull %a, %b : vector<8xi8> to vector<8xi16>
/// ```
#[op(name = "arm_neon.intr.smull", eval, traits(Pure), types(T = Narrow),
     format = "$a `,` $b attr-dict `:` type($a) `to` type($res)")]
pub struct SMullOp {
    #[operand]
    a: T,
    #[operand]
    b: T,
    #[result(derive(from = "a", with = twice_as_wide,
                    summary = "res has same vector shape and element bitwidth scaled by 2 as a"))]
    res: Wide,
}

/// Adds dot products of four contiguous signed bytes to each accumulator.
///
/// ```mlir
/// %d = arm_neon.intr.sdot %a, %b, %c : vector<16xi8>, vector<16xi8> to vector<4xi32>
/// ```
#[op(name = "arm_neon.intr.sdot", eval, traits(Pure), types(S = Sums, T = Bytes), custom_traits(A_SUM_OF_FOUR),
     format = "$a `,` $b `,` $c attr-dict `:` type($b) `,` type($c) `to` type($res)")]
pub struct SdotOp {
    #[operand]
    a: S,
    #[operand]
    b: T,
    #[operand]
    c: T,
    #[result]
    res: S,
}

static A_SUM_OF_FOUR: FieldRule = FieldRule {
    words: "res has the same number of elements as operand b",
    holds: |op| sums_of_four(op.cx(), op.operand(1).ty()) == Some(op.result(0).ty()),
};

/// Adds the dot product of two rows of four signed bytes to each accumulator.
///
/// ```mlir
/// %d = arm_neon.2d.sdot %a, %b, %c : vector<4x4xi8>, vector<4x4xi8> to vector<4xi32>
/// ```
#[op(name = "arm_neon.2d.sdot", eval, traits(Pure), types(S = Sums, T = Bytes), custom_traits(A_OF_RANK_1, B_OF_RANK_2, FOUR_COLUMNS, A_ROW_A_SUM),
     format = "$a `,` $b `,` $c attr-dict `:` type($b) `,` type($c) `to` type($res)")]
pub struct Sdot2dOp {
    #[operand]
    a: S,
    #[operand]
    b: T,
    #[operand]
    c: T,
    #[result]
    res: S,
}

/// The shape of an operand, which is a vector.
fn sizes(op: OpRef, operand: usize) -> Vec<i64> {
    VectorType::of_value(op.operand(operand)).shape
}

static A_OF_RANK_1: FieldRule =
    FieldRule { words: "operand `a` should be 1-dimensional", holds: |op| sizes(op, 0).len() == 1 };
static B_OF_RANK_2: FieldRule =
    FieldRule { words: "operand `b` should be 2-dimensional", holds: |op| sizes(op, 1).len() == 2 };
static FOUR_COLUMNS: FieldRule =
    FieldRule { words: "operand `b` should have 4 columns", holds: |op| sizes(op, 1).get(1) == Some(&4) };
static A_ROW_A_SUM: FieldRule = FieldRule {
    words: "operand `b` should have as many rows as the size of operand `a`",
    holds: |op| sizes(op, 0).first() == sizes(op, 1).first(),
};

/// Products of two matrices, the second one transposed, added to a third.
#[op_class(traits(Pure), eval, format = "$acc `,` $src1 `,` $src2 attr-dict `:` type($src1) `to` type($res)")]
struct MatrixProduct {
    #[operand]
    acc: S,
    #[operand]
    src1: T,
    #[operand]
    src2: T,
    #[result]
    res: S,
}

/// Multiplies matrices of signed bytes: two rows of eight by two columns of eight.
///
/// ```mlir
/// %d = arm_neon.intr.smmla %c, %a, %b : vector<16xi8> to vector<4xi32>
/// ```
#[op(name = "arm_neon.intr.smmla", classes(MatrixProduct), types(T = I8x16, S = I32x4))]
pub struct SmmlaOp;

/// As `arm_neon.intr.smmla`, of unsigned bytes.
#[op(name = "arm_neon.intr.ummla", classes(MatrixProduct), types(T = I8x16, S = I32x4))]
pub struct UmmlaOp;

/// As `arm_neon.intr.smmla`, of unsigned bytes by signed ones.
#[op(name = "arm_neon.intr.usmmla", classes(MatrixProduct), types(T = I8x16, S = I32x4))]
pub struct UsmmlaOp;

/// Multiplies matrices of floats of the type `bf16`: two rows of four by two columns of four.
///
/// ```mlir
/// %d = arm_neon.intr.bfmmla %c, %a, %b : vector<8xbf16> to vector<4xf32>
/// ```
#[op(name = "arm_neon.intr.bfmmla", classes(MatrixProduct), types(T = BF16x8, S = F32x4))]
pub struct BfmmlaOp;
