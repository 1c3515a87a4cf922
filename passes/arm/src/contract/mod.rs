//! Products of matrices as instructions that multiply small ones.
//!
//! Such an instruction multiplies two rows by two columns, and adds the four products to an accumulator; the second matrix
//! is transposed, so that rows and columns are next to each other in both. Larger products are cut into such tiles. The
//! factors are bytes, or floats of the type `bf16`; what a program widens before it multiplies is taken as it was before.
//!
//! Files: `neon` fixed vectors, of any number of tiles in all directions; `sve` a fixed matrix by a scalable one.
//!
//! Deviations: upstream does not ask, for fixed vectors, what the maps are, how products are combined, what the sums are
//! made of, or whether there is a mask, and extends small integers of one sign by the sign of the other factor.

pub mod neon;
pub mod sve;

use rmlir::affine::AffineMap;
use rmlir::prelude::*;
use rmlir_arith::{ExtSIOp, ExtUIOp};
use rmlir_vector::{CombiningKind, ContractionOp, IteratorType, VectorType, defining};

/// The benefit of these patterns, which come before those that lower any contraction.
const BEFORE_OTHERS: u16 = 2;

/// Which dimensions of the iteration space those of both factors and of the accumulator are; the last one
/// of the second factor is the last one of the space, and the reduction.
type Layout = [&'static [u32]; 3];

/// Rows by columns.
const MATRIX_BY_MATRIX: Layout = [&[0, 2], &[1, 2], &[0, 1]];
/// One row by columns.
const ROW_BY_MATRIX: Layout = [&[1], &[0, 1], &[0]];

/// Whether `op` adds products, and has this layout.
fn is_product(body: &Body, op: ContractionOp, layout: Layout) -> bool {
    let view = OpRef::new(body, op.id());
    let [.., reduction] = *layout[1] else { return false };
    let mut iterators = vec![IteratorType::Parallel; reduction as usize];
    iterators.push(IteratorType::Reduction);
    let maps = layout.map(|dims| AffineMap::with_targets(reduction + 1, dims.iter().copied()));
    ContractionOp::iterators(view) == iterators
        && ContractionOp::maps(view) == maps
        && CombiningKind::from_attr(body, op.kind(body)) == Some(CombiningKind::Add)
}

/// What an instruction multiplies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Instruction {
    Signed,
    Unsigned,
    UnsignedBySigned,
    Bf16,
}

/// The factors of a product as instructions take them.
struct Factors {
    instruction: Instruction,
    lhs: Value,
    rhs: Value,
    /// Whether the instruction has to take them the other way round, and gives the transposed product.
    is_swapped: bool,
}

/// Integers that are multiplied.
#[derive(Clone, Copy)]
struct IntegerFactor {
    value: Value,
    is_signed: bool,
}

/// Whether integers of so many bits can be multiplied.
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

    /// The factors of `op` if they are of the type `bf16`, and the sums of the type `f32`.
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

/// The factors of `op` before they were widened, if they were integers of a width that `fits`, and the sums have 32 bits.
fn integer_factors(body: &Body, op: ContractionOp, fits: Fits) -> Result<[IntegerFactor; 2], &'static str> {
    if element(body, op.result(body)) != Type::I32 {
        return Err("the sums are not of the type i32");
    }
    let lhs = integer_factor(body, op.lhs(body), fits).ok_or("the first factor is no small integers")?;
    let rhs = integer_factor(body, op.rhs(body), fits).ok_or("the second factor is no small integers")?;
    Ok([lhs, rhs])
}

/// Contractions themselves extend integers by their sign.
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

/// What an extension to 32 bits extends, if that fits.
fn before_widening(body: &Body, value: Value, fits: Fits) -> Option<Value> {
    let source = body.operand(body.defining_op(value)?, 0);
    (element(body, value) == Type::I32 && is_narrow(body, source, fits)).then_some(source)
}

fn is_narrow(body: &Body, value: Value, fits: Fits) -> bool {
    element(body, value).signless_width(body).is_some_and(fits)
}

/// The type of the elements, or of a scalar.
fn element(body: &Body, value: Value) -> Type {
    body.ty(value).element_or_self(body)
}

/// The parts of the type of a factor.
fn vector(body: &Body, value: Value) -> VectorType {
    VectorType::at(body, value)
}
