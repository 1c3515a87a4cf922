//! The evaluation of casts and reshapes.

use rmlir::core::DYNAMIC;
use rmlir::core::mixed_index::mixed;
use rmlir::interp::value::{Tensor, indices, sign_extend};
use rmlir::interp::{Emit, Emitted, Fault, Value};
use rmlir::prelude::*;

use super::of_tensor;
use crate::cast::{BitcastOp, CastOp};
use crate::concat::ConcatOp;
use crate::reshape::ReshapeOp;
use crate::reshape::{CollapseShapeOp, ExpandShapeOp};

/// Checks the static sizes of the result type.
#[eval(CastOp)]
pub fn cast<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let shape = op.result(0).ty().shape(op.cx()).map(<[i64]>::to_vec);
    of_tensor(op, emit, move |tensor| {
        let fits = |(&known, &size): (&i64, &i64)| known == DYNAMIC || known == size;
        let Some(shape) = &shape else { return Ok(tensor.clone()) };
        match shape.len() == tensor.sizes.len() && shape.iter().zip(&tensor.sizes).all(fits) {
            true => Ok(tensor.clone()),
            false => Err(Fault::undefined("casts to sizes that the tensor does not have")),
        }
    })
}

/// The bits of elements are unchanged.
#[eval(BitcastOp)]
pub fn bitcast<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    of_tensor(op, emit, |tensor| Ok(tensor.clone()))
}

fn reshaped(tensor: &Tensor, sizes: Vec<i64>) -> Result<Tensor, Box<Fault>> {
    let n = sizes.iter().try_fold(1i64, |n, &size| n.checked_mul(size));
    if sizes.iter().any(|&size| size < 0) || n != Some(tensor.elements.len() as i64) {
        return Err(Fault::poison("reshapes to another number of elements"));
    }
    Ok(Tensor { sizes, elements: tensor.elements.clone() })
}

#[eval(ReshapeOp)]
pub fn reshape<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let width = emit.int_width(op.value(ReshapeOp::shape).ty());
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let sizes = m.tensor(operands[1])?.elements.iter().map(|size| Some(sign_extend(size.bits()?, width)));
        let sizes: Option<Vec<i64>> = sizes.collect();
        let sizes = sizes.ok_or_else(|| Fault::poison("reshapes to a size that is poison"))?;
        Ok(Value::Tensor(reshaped(m.tensor(operands[0])?, sizes)?.into()))
    });
    Ok(())
}

#[eval(ExpandShapeOp)]
pub fn expand_shape<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let groups = op.get(ExpandShapeOp::reassociation);
    let sizes = mixed(&op.get(ExpandShapeOp::static_output_shape), &op.get(ExpandShapeOp::output_shape));
    let sizes = emit.mixed_indices(&sizes);
    let (from, into) = (emit.operand(op, 0), emit.result(op, 0));
    emit.compute(into, move |m| {
        let (sizes, tensor) = (m.indices(&sizes)?, m.tensor(from)?);
        for (outer, group) in groups.iter().enumerate() {
            let product = group.iter().try_fold(1i64, |product, &dim| product.checked_mul(sizes[dim as usize]));
            if product != Some(tensor.sizes[outer]) {
                let size = tensor.sizes[outer];
                return Err(Fault::poison(format!("expands dimension {outer}, whose size is {size}, to another one")));
            }
        }
        Ok(Value::Tensor(reshaped(tensor, sizes)?.into()))
    });
    Ok(())
}

#[eval(CollapseShapeOp)]
pub fn collapse_shape<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let groups = op.get(CollapseShapeOp::reassociation);
    of_tensor(op, emit, move |tensor| {
        let size = |group: &Vec<_>| group.iter().map(|&dim| tensor.sizes[dim as usize]).product();
        reshaped(tensor, groups.iter().map(size).collect())
    })
}

#[eval(ConcatOp)]
pub fn concat<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let dim = op.get(ConcatOp::dim) as usize;
    let (operands, into) = (emit.operands(op), emit.result(op, 0));
    emit.compute(into, move |m| {
        let inputs = operands.iter().map(|&operand| m.tensor(operand)).collect::<Result<Vec<_>, _>>()?;
        let mut sizes = inputs[0].sizes.clone();
        sizes[dim] = inputs.iter().map(|input| input.sizes[dim]).sum();
        let element = |mut at: Vec<i64>| {
            for input in &inputs {
                if at[dim] < input.sizes[dim] {
                    return Ok(input.elements[input.place(&at)?].clone());
                }
                at[dim] -= input.sizes[dim];
            }
            unreachable!("the sizes add up")
        };
        let elements = indices(&sizes).map(element).collect::<Result<_, Box<Fault>>>()?;
        Ok(Value::tensor(sizes, elements))
    });
    Ok(())
}
