//! Scaling of integers.
//!
//! Multipliers, shifts and zero points are constants of the loop nest, inputs by channel, or inputs with one element.

use rmlir::affine_maps::{AffineExpr, AffineMap};
use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir_arith as arith;
use rmlir_arith::{ConstantOp, constant_int};
use rmlir_tensor::{CollapseShapeOp, EmptyOp, tensor_type};
use rmlir_tosa::{ApplyScaleOp, RescaleOp, RoundingMode};

use super::generic::{Nest, dynamic_sizes, identity, map, parallel, shape_of};
use super::range::clamp_int;
use super::scalar::constant_scalar;

/// Where the body of the loop nest has a value from.
#[derive(Clone, Copy)]
enum Source {
    /// A constant outside.
    Constant(Value),
    /// The element of an input.
    Input(usize),
}

impl Source {
    fn value(self, args: &[Value]) -> Value {
        match self {
            Source::Constant(value) => value,
            Source::Input(index) => args[index],
        }
    }
}

/// The inputs of the loop nest, and their maps.
struct Inputs {
    values: Vec<Value>,
    maps: Vec<AffineMap>,
    rank: usize,
}

impl Inputs {
    fn add(&mut self, value: Value, map: AffineMap) -> Source {
        self.values.push(value);
        self.maps.push(map);
        Source::Input(self.values.len() - 1)
    }

    fn by_channel(&self) -> AffineMap {
        map(self.rank, vec![AffineExpr::dim(self.rank.saturating_sub(1) as u32)])
    }

    /// Adds a multiplier or shift, constant if `values` is known.
    fn add_scale(&mut self, rw: &mut Rewriter, operand: Value, values: Option<&[i64]>, ty: Type) -> Source {
        match values {
            Some(&[value]) => Source::Constant(constant_int(rw, value, ty)),
            Some(values) => {
                let tensor = tensor_type(rw.cx(), &[values.len() as i64], ty);
                let elements: Vec<Attr> = values.iter().map(|&value| rw.int_attr(ty, value)).collect();
                let values = rmlir::core::dense::from_elements(rw.cx(), tensor, &elements)
                    .expect("integers are elements of a tensor of integers");
                let constant = rw.value(ConstantOp::build(values));
                let map = self.by_channel();
                self.add(constant, map)
            }
            None if shape_of(rw, operand).as_deref() == Some(&[1]) => self.add_scalar(rw, operand),
            None => {
                let map = self.by_channel();
                self.add(operand, map)
            }
        }
    }

    /// Adds the only element of a tensor.
    fn add_scalar(&mut self, rw: &mut Rewriter, operand: Value) -> Source {
        let element = rw.ty(operand).element_or_self(rw);
        let ty = tensor_type(rw.cx(), &[], element);
        let scalar = rw.value(CollapseShapeOp::of(rw.cx(), ty, operand, &[]));
        let map = map(self.rank, Vec::new());
        self.add(scalar, map)
    }
}

#[pattern]
pub(super) fn rescale(op: RescaleOp, rw: &mut Rewriter) -> Match {
    let mode = op.rounding_mode(rw);
    if mode == RoundingMode::InexactRound {
        return rw.no_match(op, "tosa.rescale with rounding mode = 'INEXACT_ROUND' is not currently supported");
    }
    if mode == RoundingMode::DoubleRound && !op.scale32(rw) {
        return rw.no_match(op, "tosa.rescale requires scale32 for double_round to be true");
    }
    match to_generic(rw, op, mode) {
        Some(result) => rw.replace(op, [result]),
        None => rw.no_match(op, "only support integer type"),
    }
}

/// The constant integers of a tensor.
fn constants(body: &Body, value: Value) -> Option<Vec<i64>> {
    constant_value(body, value)?.dense_elements(body)?.iter().map(|element| element.as_i64(body)).collect()
}

fn to_generic(rw: &mut Rewriter, op: RescaleOp, mode: RoundingMode) -> Option<Value> {
    let input = op.input(rw);
    let (shape, ty) = (shape_of(rw, input)?, rw.ty(op.output(rw)));
    let (from, to) = (rw.ty(input).element_or_self(rw), ty.element_or_self(rw));
    let (width, _) = (to.signless_width(rw).filter(|&width| width <= 32)?, from.signless_width(rw)?);
    let (multiplier, shift) = (op.multiplier(rw), op.shift(rw));
    let (mut multipliers, mut shifts) = (constants(rw, multiplier), constants(rw, shift));
    if let (Some(multipliers), Some(shifts)) = (&mut multipliers, &mut shifts) {
        const MAX_SHIFT: i64 = 63;
        for (multiplier, shift) in multipliers.iter_mut().zip(shifts).filter(|(_, shift)| **shift > MAX_SHIFT) {
            (*multiplier, *shift) = (0, 0);
        }
    }
    // Rounding in two steps differs only for shifts above 31.
    let is_double = mode == RoundingMode::DoubleRound
        && (multipliers.is_none() || shifts.as_ref().is_none_or(|shifts| shifts.iter().any(|&shift| shift > 31)));
    let mode = if is_double { RoundingMode::DoubleRound } else { RoundingMode::SingleRound };
    let rank = shape.len();
    // Sizes are queried before the constants are created.
    let result = ty.shape(rw)?.to_vec();
    let sizes = dynamic_sizes(rw, input, &result);
    let mut inputs = Inputs { values: vec![input], maps: vec![identity(rank)], rank };
    let multiplier = inputs.add_scale(rw, multiplier, multipliers.as_deref(), Type::I32);
    let shift = inputs.add_scale(rw, shift, shifts.as_deref(), Type::I8);
    let zero_points = [op.input_zp(rw), op.output_zp(rw)];
    let is_unsigned = [op.input_unsigned(rw), op.output_unsigned(rw)];
    let mut sources = [None; 2];
    let mut constant = [None; 2];
    for (index, &zero_point) in zero_points.iter().enumerate() {
        constant[index] = constant_zero_point(rw, zero_point, is_unsigned[index]);
        if constant[index].is_none() {
            sources[index] = Some(inputs.add_scalar(rw, zero_point));
        }
    }
    let output_type = tensor_type(rw.cx(), &result, to);
    let output = rw.value(EmptyOp::build(output_type, &sizes));
    let mut maps = inputs.maps.clone();
    maps.push(identity(rank));
    let nest = Nest { types: &[ty], inputs: &inputs.values, outputs: &[output], maps, iterators: parallel(rank) };
    let results = nest.create(rw, |rw, args| {
        let wide = if from.int_width(rw)? > 32 { from } else { Type::I32 };
        let input_zp = extended_zero_point(rw, constant[0], sources[0], args, wide);
        let output_zp = extended_zero_point(rw, constant[1], sources[1], args, Type::I32);
        let mut value = args[0];
        if from.int_width(rw)? < 32 {
            value = match is_unsigned[0] {
                true => rw.value(arith::ExtUIOp::build(Type::I32, value)),
                false => rw.value(arith::ExtSIOp::build(Type::I32, value)),
            };
        }
        let moved = rw.value(arith::SubIOp::build(value, input_zp));
        let (multiplier, shift) = (multiplier.value(args), shift.value(args));
        let scaled = rw.value(ApplyScaleOp::build(Type::I32, moved, multiplier, shift, mode));
        let moved = rw.value(arith::AddIOp::build(scaled, output_zp));
        let (min, max) = match is_unsigned[1] {
            true => (0, (1i64 << width) - 1),
            false => (-(1i64 << (width - 1)), (1i64 << (width - 1)) - 1),
        };
        // The greatest unsigned 32-bit integer is -1 as a signed one.
        let [min, max] = [min, i64::from(max as i32)].map(|bound| constant_int(rw, bound, Type::I32));
        let clamped = clamp_int(rw, moved, min, max);
        Some(vec![if width < 32 { rw.value(arith::TruncIOp::build(to, clamped)) } else { clamped }])
    })?;
    results.first().copied()
}

fn constant_zero_point(body: &Body, value: Value, is_unsigned: bool) -> Option<i64> {
    let number = constant_scalar(body, value)?;
    let width = body.ty(value).element_or_self(body).int_width(body)?;
    Some(if is_unsigned && number < 0 && width < 64 { number + (1 << width) } else { number })
}

fn extended_zero_point(
    rw: &mut Rewriter,
    constant: Option<i64>,
    source: Option<Source>,
    args: &[Value],
    ty: Type,
) -> Value {
    match (constant, source) {
        (Some(number), _) => constant_int(rw, number, ty),
        (None, Some(source)) => {
            let value = source.value(args);
            let is_narrower = rw.ty(value).int_width(rw) < ty.int_width(rw);
            if is_narrower { rw.value(arith::ExtSIOp::build(ty, value)) } else { value }
        }
        (None, None) => unreachable!("a zero point is a constant or an input"),
    }
}
