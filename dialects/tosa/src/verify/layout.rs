//! Verification of operations that move elements.

use rmlir::core::fold::constant_value;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use super::{element_type_of_output, listed, same_element_types, shape, verify_calculated};
use crate::infer::{constant_sizes, numbers};
use crate::layout::*;
use crate::rules::check_inferred_type;
use crate::sizes::resized_distance;
use crate::types::ShapeType;

#[verify(ConcatOp)]
fn concat(op: OpRef) -> Checked {
    if op.n_operands() == 0 {
        return Err(op.error("expect at least one input"));
    }
    op.operands().try_for_each(|input| element_type_of_output(op, input))?;
    let axis = i64::from(op.get(ConcatOp::axis));
    let Some(first) = op.operands().find_map(shape) else { return check_inferred_type(op) };
    if axis < 0 || axis >= first.len() as i64 {
        return Err(op.error(format!(
            "expect axis to be within range 0 < axis < rank(input1[firstRankedTensorIdx]), got {axis}"
        )));
    }
    if let Some(shapes) = op.operands().map(shape).collect::<Option<Vec<&[i64]>>>() {
        verify_concatenated(op, &shapes, axis as usize)?;
    }
    check_inferred_type(op)
}

/// Verifies that the inputs agree except along `axis`, and that the result has the sum of their sizes there.
fn verify_concatenated(op: OpRef, shapes: &[&[i64]], axis: usize) -> Checked {
    let first = shapes[0];
    for (index, shape) in shapes.iter().enumerate().skip(1) {
        if shape.len() != first.len() {
            return Err(op.error(format!(
                "expect all operands to have the same rank, but got {} vs {} on operands 0 and {index}",
                first.len(),
                shape.len()
            )));
        }
        for (dim, (&found, &wanted)) in shape.iter().zip(first).enumerate() {
            if dim != axis && found != DYNAMIC && wanted != DYNAMIC && found != wanted {
                return Err(op.error(format!(
                    "expect all operand shapes to have the same sizes on non-axis dimensions, but got {found} vs {wanted} \
                     at index {dim} on operands 0 and {index}"
                )));
            }
        }
    }
    let Some(output) = shape(op.result(0)) else { return Ok(()) };
    if output.len() != first.len() {
        return Err(op.error(format!(
            "expect output rank to match inputs rank, got {} vs {}",
            output.len(),
            first.len()
        )));
    }
    let sizes: Option<Vec<i64>> =
        shapes.iter().map(|shape| Some(shape[axis]).filter(|&size| size != DYNAMIC)).collect();
    let (Some(sizes), found) = (sizes, output[axis]) else { return Ok(()) };
    let sum: i128 = sizes.into_iter().map(i128::from).sum();
    if found == DYNAMIC || i128::from(found) == sum {
        return Ok(());
    }
    Err(op.error(format!(
        "requires sum of axis dimensions of input1 equal to output axis dimension, got {sum} and {found}"
    )))
}

#[verify(PadOp)]
fn pad(op: OpRef) -> Checked {
    element_type_of_output(op, op.operand(0))?;
    element_type_of_output(op, op.value(PadOp::pad_const))?;
    let (Some(input), Some(output)) = (shape(op.operand(0)), shape(op.result(0))) else { return Ok(()) };
    if input.len() != output.len() {
        let (input, output) = (input.len(), output.len());
        return Err(op.error(format!(
            "expect same input and output tensor rank, but got inputRank: {input}, outputRank: {output}"
        )));
    }
    let Some(padding) = constant_sizes(op.value(PadOp::padding)) else { return Ok(()) };
    let rank = input.len();
    if padding.len() != 2 * rank {
        return Err(op.error(format!(
            "padding tensor must have {rank} * 2 = {} elements, but got {}",
            2 * rank,
            padding.len()
        )));
    }
    for (dim, pair) in padding.chunks(2).enumerate() {
        let (before, after) = (pair[0], pair[1]);
        if before < -1 || after < -1 {
            return Err(op.error(format!(
                "invalid padding values at dimension {dim}: values must be non-negative or -1 for dynamic padding, got \
                 [{before}, {after}]"
            )));
        }
        let (size, found) = (input[dim], output[dim]);
        let padded = i128::from(size) + i128::from(before) + i128::from(after);
        if size == DYNAMIC || found == DYNAMIC || i128::from(found) == padded {
            continue;
        }
        return Err(op.error(format!(
            "mismatch in output shape at dimension {dim}: expected {size} + {before} + {after} = {padded}, but got \
             {found}"
        )));
    }
    Ok(())
}

#[verify(ReshapeOp)]
fn reshape(op: OpRef) -> Checked {
    element_type_of_output(op, op.operand(0))?;
    let Some(sizes) = constant_sizes(op.value(ReshapeOp::shape)) else { return Ok(()) };
    if sizes.iter().filter(|&&size| size == -1).count() > 1 {
        return Err(op.error("expected at most one target dimension to be -1"));
    }
    let Some(output) = shape(op.result(0)) else { return Ok(()) };
    if sizes.len() != output.len() {
        return Err(op.error("new shape does not match result rank"));
    }
    for (&size, &found) in sizes.iter().zip(output) {
        if size != -1 && size != DYNAMIC && found != DYNAMIC && size != found {
            return Err(op.error("new shape is inconsistent with result shape"));
        }
        if size != DYNAMIC && size < -1 {
            return Err(op.error(format!("new shape has invalid tensor dimension size {size}")));
        }
    }
    let cx = op.cx();
    let Some(n) = op.operand(0).ty().n_elements(cx) else { return Ok(()) };
    let wrong = |found: i64| Err(op.error(format!("cannot reshape {n} elements into {found}")));
    if let Some(found) = op.result(0).ty().n_elements(cx).filter(|&found| found != n) {
        return wrong(found);
    }
    let product = sizes.iter().filter(|&&size| size > 0).fold(1, |product: i64, &size| product.saturating_mul(size));
    let is_static = sizes.iter().all(|&size| size > 0);
    if (is_static && product != n) || (!is_static && product > n) { wrong(product) } else { Ok(()) }
}

#[verify(ReverseOp)]
fn reverse(op: OpRef) -> Checked {
    element_type_of_output(op, op.operand(0))?;
    let axis = i64::from(op.get(ReverseOp::axis));
    if axis < 0 {
        return Err(op.error("expected non-negative reverse axis"));
    }
    let too_small = |name: &str, rank: usize| {
        Err(op.error(format!("expect {name} tensor rank ({rank}) to be larger than reverse axis ({axis})")))
    };
    let (input, output) = (shape(op.operand(0)), shape(op.result(0)));
    if let Some(input) = input.filter(|input| axis >= input.len() as i64) {
        return too_small("input", input.len());
    }
    let Some(output) = output else { return Ok(()) };
    if input.is_some_and(|input| input.len() != output.len()) {
        return Err(op.error("expect output tensor rank to be equal to input tensor rank"));
    }
    if axis >= output.len() as i64 { too_small("output", output.len()) } else { Ok(()) }
}

#[verify(SliceOp)]
fn slice(op: OpRef) -> Checked {
    let (start, size) = (op.value(SliceOp::start), op.value(SliceOp::size));
    element_type_of_output(op, op.operand(0))?;
    let (input, output) = (shape(op.operand(0)), shape(op.result(0)));
    if let Some(input) = input {
        if let Some(output) = output.filter(|output| output.len() != input.len()) {
            return Err(op.error(format!(
                "expect input1 and output to have the same ranks, got {} and {}",
                input.len(),
                output.len()
            )));
        }
        for (shape, name) in [(start, "start"), (size, "size")] {
            if ShapeType::rank_of(op.cx(), shape.ty()) != Some(input.len()) {
                return Err(op.error(format!("length of {name} is not equal to rank of input shape")));
            }
        }
    }
    Ok(())
}

#[verify(TileOp)]
fn tile(op: OpRef) -> Checked {
    element_type_of_output(op, op.operand(0))?;
    let multiples = op.value(TileOp::multiples);
    let n = ShapeType::rank_of(op.cx(), multiples.ty()).unwrap_or_default();
    match (shape(op.operand(0)), shape(op.result(0))) {
        (Some(input), _) if input.len() != n => {
            return Err(op.error(format!("expect 'multiples' to have rank {} but got {n}.", input.len())));
        }
        (Some(input), Some(output)) if input.len() != output.len() => {
            return Err(op.error("expect same input and output tensor rank."));
        }
        (None, Some(output)) if output.len() != n => {
            return Err(op.error(format!("expect 'multiples' array to have length {} but got {n}.", output.len())));
        }
        _ => {}
    }
    if constant_sizes(multiples).is_some_and(|multiples| multiples.iter().any(|&n| n <= 0 && n != -1)) {
        return Err(op.error("expect element of 'multiples' to be positive integer or -1."));
    }
    Ok(())
}

#[verify(TransposeOp)]
fn transpose(op: OpRef) -> Checked {
    element_type_of_output(op, op.operand(0))?;
    let perms = numbers(op, TransposeOp::PERMS);
    let (input, output) = (shape(op.operand(0)), shape(op.result(0)));
    let wrong_length = |rank: usize, name: &str| {
        let found = perms.len();
        Err(op.error(format!("expected perms attribute to have size {rank} ({name} rank) but got size {found}")))
    };
    if let Some(input) = input.filter(|input| input.len() != perms.len()) {
        return wrong_length(input.len(), "input");
    }
    if let (Some(input), Some(output)) = (input, output)
        && input.len() != output.len()
    {
        return Err(op.error("expected input tensor rank to equal result tensor rank"));
    }
    if let Some(output) = output.filter(|output| output.len() != perms.len()) {
        return wrong_length(output.len(), "output");
    }
    if !(0..perms.len() as i64).all(|dim| perms.contains(&dim)) {
        return Err(op.error("expected valid permutation indices"));
    }
    let cx = op.cx();
    let (Some(input), Some(output)) = (input, output) else { return Ok(()) };
    if let (Some(n), Some(found)) = (op.operand(0).ty().n_elements(cx), op.result(0).ty().n_elements(cx))
        && n != found
    {
        return Err(
            op.error(format!("expected input1 and output to have same numbers of elements, got {n} and {found}"))
        );
    }
    for (dim, &from) in perms.iter().enumerate() {
        let size = input[from as usize];
        if size != DYNAMIC && output[dim] != DYNAMIC && size != output[dim] {
            return Err(
                op.error(format!("expected output tensor dim {dim} to match input dim {from} with value of {size}"))
            );
        }
    }
    Ok(())
}

/// Verifies that `size`, a dimension of `name`, is `known` if both are known, and makes it known.
fn agree(op: OpRef, known: &mut i64, size: i64, name: &str, dim: usize) -> Checked {
    if *known == DYNAMIC {
        *known = size;
    } else if size != DYNAMIC && *known != size {
        return Err(op.error(format!("requires {name} dimension {dim} to have size {known}, got {size}")));
    }
    Ok(())
}

#[verify(GatherOp)]
fn gather(op: OpRef) -> Checked {
    element_type_of_output(op, op.operand(0))?;
    let [mut batch, mut rows, mut channels] = [DYNAMIC; 3];
    if let Some(values) = shape(op.operand(0)) {
        (batch, channels) = (values[0], values[2]);
    }
    if let Some(indices) = shape(op.operand(1)) {
        agree(op, &mut batch, indices[0], "indices", 0)?;
        rows = indices[1];
    }
    let Some(output) = shape(op.result(0)) else { return Ok(()) };
    for (dim, known) in [&mut batch, &mut rows, &mut channels].into_iter().enumerate() {
        agree(op, known, output[dim], "output", dim)?;
    }
    Ok(())
}

#[verify(ScatterOp)]
fn scatter(op: OpRef) -> Checked {
    let output = (op.result(0), "output");
    same_element_types(op, (op.operand(0), "input"), output)?;
    same_element_types(op, (op.operand(2), "input"), output)?;
    let [mut batch, mut all, mut rows, mut channels] = [DYNAMIC; 4];
    if let Some(values) = shape(op.operand(0)) {
        (batch, all, channels) = (values[0], values[1], values[2]);
    }
    if let Some(indices) = shape(op.operand(1)) {
        agree(op, &mut batch, indices[0], "indices", 0)?;
        rows = indices[1];
    }
    if let Some(input) = shape(op.operand(2)) {
        for (dim, known) in [&mut batch, &mut rows, &mut channels].into_iter().enumerate() {
            agree(op, known, input[dim], "input", dim)?;
        }
    }
    if let Some(output) = shape(op.result(0)) {
        for (dim, known) in [&mut batch, &mut all, &mut channels].into_iter().enumerate() {
            agree(op, known, output[dim], "values_out", dim)?;
        }
    }
    if all != DYNAMIC && rows != DYNAMIC && all < rows {
        return Err(op.error(format!("requires dimensions K >= W, got K={all} and W={rows}")));
    }
    Ok(())
}

#[verify(ResizeOp)]
fn resize(op: OpRef) -> Checked {
    let constants = [ResizeOp::scale, ResizeOp::offset, ResizeOp::border].map(|field| constant_sizes(op.value(field)));
    let [Some(scale), Some(offset), Some(border)] = constants else { return Ok(()) };
    if scale.iter().any(|&scale| scale <= 0) {
        return Err(op.error(format!("expect all scale values to be > 0, got {}", listed(&scale))));
    }
    let (Some(input), Some(output)) = (shape(op.operand(0)), shape(op.result(0))) else { return Ok(()) };
    for (dim, (name, letter)) in [("height", "y"), ("width", "x")].into_iter().enumerate() {
        let (size, found) = (input[dim + 1], output[dim + 1]);
        let (numerator, denominator, offset, border) = (scale[2 * dim], scale[2 * dim + 1], offset[dim], border[dim]);
        // Images of size 1 are broadcast.
        if size == DYNAMIC || size == 1 {
            continue;
        }
        let distance = resized_distance(size, numerator, offset, border);
        if distance % i128::from(denominator) != 0 {
            return Err(op.error(format!(
                "expected (input_{name} - 1) * scale_{letter}_n - offset_{letter} + border_{letter} to be wholly divisible \
                 by scale_{letter}_d, got (({size} - 1) * {numerator} - {offset} + {border}) / {denominator}"
            )));
        }
        verify_calculated(op, name, distance / i128::from(denominator) + 1, found)?;
    }
    Ok(())
}

/// The constant of a value, as one integer.
pub(super) fn constant_integer(value: ValueRef) -> Option<i64> {
    constant_value(value.body, value.id)?.dense_elements(value.cx())?.first()?.as_i64(value.cx())
}
