//! Matrix products as matrix multiply-accumulate instructions.
//!
//! Such an instruction multiplies two rows by two columns, and adds the four products to an accumulator; the second
//! matrix is transposed, so that rows and columns are contiguous in both. Larger products are tiled. The factors are
//! bytes, or floats of the type `bf16`; for factors that the program extends before the multiplication the unextended
//! ones are used.
//!
//! Files: `neon` fixed vectors, of any number of tiles in all dimensions; `sve` a fixed matrix by a scalable one.
//!
//! Deviations: upstream does not check, for fixed vectors, the maps, the combining kind, the type of the accumulator,
//! or whether there is a mask, and extends small integers of one signedness by that of the other factor.

pub mod neon;
pub mod sve;

use rmlir::affine_maps::AffineMap;
use rmlir::prelude::*;
use rmlir_arith::{ExtSIOp, ExtUIOp};
use rmlir_vector::{CombiningKind, ContractionOp, IteratorType, VectorType, defining};

/// The benefit of these patterns, which are tried before those that lower any contraction.
const BEFORE_OTHERS: u16 = 2;

/// The dimensions of the iteration space for both factors and for the accumulator; the last one of the second factor is
/// the last one of the space, and the reduction.
type Layout = [&'static [u32]; 3];

/// Rows by columns.
const MATRIX_BY_MATRIX: Layout = [&[0, 2], &[1, 2], &[0, 1]];
/// One row by columns.
const ROW_BY_MATRIX: Layout = [&[1], &[0, 1], &[0]];

/// Whether `op` is a sum of products with this layout.
fn is_product(body: &Body, op: ContractionOp, layout: Layout) -> bool {
    let view = OpRef::new(body, op.id());
    let [.., reduction] = *layout[1] else { return false };
    let mut iterators = vec![IteratorType::Parallel; reduction as usize];
    iterators.push(IteratorType::Reduction);
    let maps = layout.map(|dims| AffineMap::with_targets(reduction + 1, dims.iter().copied()));
    view.get(ContractionOp::iterator_types) == iterators
        && ContractionOp::maps(view) == maps
        && op.kind(body) == CombiningKind::Add
}

/// The signedness or type of an instruction's factors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Instruction {
    Signed,
    Unsigned,
    UnsignedBySigned,
    Bf16,
}

/// The factors of a product as operands of an instruction.
struct Factors {
    instruction: Instruction,
    lhs: Value,
    rhs: Value,
    /// Whether the operands of the instruction must be swapped, and its result is the transposed product.
    is_swapped: bool,
}

/// An integer factor and its extension.
#[derive(Clone, Copy)]
struct IntegerFactor {
    value: Value,
    is_signed: bool,
}

/// Whether integers of this width are supported.
type Fits = fn(u32) -> bool;

impl Factors {
    /// There is no instruction for signed by unsigned integers, but one for unsigned by signed ones.
    fn of_integers([lhs, rhs]: [IntegerFactor; 2]) -> Self {
        let instruction = match (lhs.is_signed, rhs.is_signed) {
            (true, true) => Instruction::Signed,
            (false, false) => Instruction::Unsigned,
            _ => Instruction::UnsignedBySigned,
        };
        Self { instruction, lhs: lhs.value, rhs: rhs.value, is_swapped: lhs.is_signed && !rhs.is_signed }
    }

    /// The factors of `op` if they are of type `bf16`, and the accumulator is of type `f32`.
    fn of_bf16(body: &Body, op: ContractionOp) -> Result<Self, &'static str> {
        let (lhs, rhs) = (op.lhs(body), op.rhs(body));
        if element(body, op.result(body)) != Type::F32 {
            return Err("the sums are not of the type f32");
        }
        if [lhs, rhs].iter().any(|&factor| element(body, factor) != Type::BF16) {
            return Err("the factors are not of the type bf16");
        }
        Ok(Self { instruction: Instruction::Bf16, lhs, rhs, is_swapped: false })
    }
}

/// The unextended factors of `op`, if they are integers of a width that `fits`, and the accumulator has 32 bits.
fn integer_factors(body: &Body, op: ContractionOp, fits: Fits) -> Result<[IntegerFactor; 2], &'static str> {
    if element(body, op.result(body)) != Type::I32 {
        return Err("the sums are not of the type i32");
    }
    let lhs = integer_factor(body, op.lhs(body), fits).ok_or("the first factor is no small integers")?;
    let rhs = integer_factor(body, op.rhs(body), fits).ok_or("the second factor is no small integers")?;
    Ok([lhs, rhs])
}

/// Contractions themselves sign-extend integers.
fn integer_factor(body: &Body, value: Value, fits: Fits) -> Option<IntegerFactor> {
    if defining::<ExtUIOp>(body, value).is_some()
        && let Some(value) = before_widening(body, value, fits)
    {
        return Some(IntegerFactor { value, is_signed: false });
    }
    let value = match defining::<ExtSIOp>(body, value) {
        Some(_) => before_widening(body, value, fits)?,
        None => Some(value).filter(|&value| is_narrow(body, value, fits))?,
    };
    Some(IntegerFactor { value, is_signed: true })
}

/// The operand of an extension to 32 bits, if its width fits.
fn before_widening(body: &Body, value: Value, fits: Fits) -> Option<Value> {
    let source = body.operand(body.defining_op(value)?, 0);
    (element(body, value) == Type::I32 && is_narrow(body, source, fits)).then_some(source)
}

fn is_narrow(body: &Body, value: Value, fits: Fits) -> bool {
    element(body, value).signless_width(body).is_some_and(fits)
}

/// The element type, or the type of a scalar.
fn element(body: &Body, value: Value) -> Type {
    body.ty(value).element_or_self(body)
}

/// The parts of the type of a factor.
fn vector(body: &Body, value: Value) -> VectorType {
    VectorType::at(body, value)
}
