//! Verification of all structured operations, after their regions.

use rmlir::affine_maps::AffineMap;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;

use crate::relayout::{PackOp, UnPackOp};
use crate::softmax::SoftmaxOp;
use crate::structured::{
    Loops, Structured, element_type, has_pure_buffer_semantics, has_pure_tensor_semantics, inits, is_static, rank,
    shape,
};
use crate::winograd::{WinogradFilterTransformOp, WinogradInputTransformOp, WinogradOutputTransformOp};

/// Verifies a structured operation.
pub(crate) fn structured(op: OpRef) -> Checked {
    destinations(op)?;
    if !has_pure_tensor_semantics(op) && !has_pure_buffer_semantics(op) && op.n_operands() > 0 {
        return Err(op.error("expected to have pure tensor or buffer semantics"));
    }
    let interface = op.interface::<dyn Structured>().expect("the operation is structured");
    interface.verify_map_attrs(op)?;
    let loops = interface.loops(op);
    indexing_maps(op, &loops)?;
    let n_loops = loops.iterators.len();
    if let Some(index) = loops.maps.iter().position(|map| map.n_dims() as usize != n_loops) {
        return Err(
            op.error(format!("expected indexing_map #{index} to have {n_loops} dim(s) to match the number of loops"))
        );
    }
    region(op)
}

/// Verifies that there is a tensor result for each init that is a tensor, of the same type.
#[verify_regions(
    PackOp,
    UnPackOp,
    SoftmaxOp,
    WinogradFilterTransformOp,
    WinogradInputTransformOp,
    WinogradOutputTransformOp
)]
fn destinations(op: OpRef) -> Checked {
    let cx = op.cx();
    let mut tensors = Vec::new();
    for index in inits(op) {
        let ty = op.operand(index).ty();
        if ty.is_tensor(cx) {
            tensors.push((index, ty));
        } else if !ty.is_memref(cx) {
            return Err(op.error(format!("expected that operand #{index} is a tensor or a memref")));
        }
    }
    let results: Vec<Type> = op.results().map(ValueRef::ty).filter(|ty| ty.is_tensor(cx)).collect();
    if results.len() != tensors.len() {
        return Err(op.error(format!(
            "expected the number of tensor results ({}) to be equal to the number of output tensors ({})",
            results.len(),
            tensors.len()
        )));
    }
    for ((index, ty), result) in tensors.into_iter().zip(results) {
        if ty != result {
            let (ty, result) = (cx.show_type(ty), cx.show_type(result));
            return Err(op.error(format!(
                "expected type of operand #{index} ('{ty}') to match type of corresponding result ('{result}')"
            )));
        }
    }
    Ok(())
}

fn indexing_maps(op: OpRef, loops: &Loops) -> Checked {
    if loops.maps.len() != op.n_operands() {
        return Err(op.error(format!(
            "expected the number of indexing_map ({}) to be equal to the number of input/output operands ({})",
            loops.maps.len(),
            op.n_operands()
        )));
    }
    for (index, (operand, map)) in op.operands().zip(&loops.maps).enumerate() {
        if map.n_symbols() != 0 {
            return Err(op.error(format!("unexpected symbols in indexing_map #{index}")));
        }
        let rank = rank(operand);
        if map.n_results() != rank {
            return Err(op.error(format!(
                "expected operand #{index} rank ({rank}) to match the result rank of indexing_map ({})",
                map.n_results()
            )));
        }
    }
    if loops.places().is_none() && !loops.maps.is_empty() {
        let all = AffineMap::concat(&loops.maps);
        return Err(op.error(format!("invalid indexing maps are non-invertible: ({all})")));
    }
    let ranges = loops.static_ranges(op).unwrap_or_default();
    if is_static(&ranges) { sizes(op, loops, &ranges) } else { Ok(()) }
}

/// Verifies that the first and the last access of each operand are in bounds.
fn sizes(op: OpRef, loops: &Loops, ranges: &[i64]) -> Checked {
    let zeros = vec![0; ranges.len()];
    let last: Vec<i64> = ranges.iter().map(|range| range - 1).collect();
    for (index, (operand, map)) in op.operands().zip(&loops.maps).enumerate() {
        let (Ok(starts), Ok(ends)) = (map.eval(&zeros, &[]), map.eval(&last, &[])) else { continue };
        let shape = shape(operand);
        for (dim, &size) in shape.iter().enumerate() {
            if size == DYNAMIC || size == 0 {
                continue;
            }
            let inferred = starts[dim].max(ends[dim]) + 1;
            if starts[dim].min(ends[dim]) < 0 {
                return Err(op.error(format!("unexpected result less than 0 at expression #{dim} in {map}")));
            }
            let is_plain = map.result(dim).as_dim().is_some();
            let wanted = match (is_plain, inferred.cmp(&size)) {
                (true, std::cmp::Ordering::Equal) | (false, std::cmp::Ordering::Less | std::cmp::Ordering::Equal) => {
                    continue;
                }
                (true, _) => format!("to be {inferred}"),
                (false, _) => format!("to be greater than or equal to {inferred}"),
            };
            return Err(op.error(format!(
                "inferred input/output operand #{index} has shape's dimension #{dim} {wanted}, but found {size}"
            )));
        }
    }
    Ok(())
}

/// Verifies that the arguments of the region are the elements of the operands.
fn region(op: OpRef) -> Checked {
    let cx = op.cx();
    let region = op.region(0);
    let Some(entry) = region.entry().filter(|_| region.has_one_block()) else {
        return Err(op.error("expects to have 1 region with 1 block"));
    };
    if entry.args().len() != op.n_operands() {
        return Err(
            op.error("expected as many non-induction variable region arguments as the number of input/output operands")
        );
    }
    for (index, (operand, arg)) in op.operands().zip(entry.args()).enumerate() {
        let element = element_type(cx, operand.ty());
        if element != arg.ty() {
            let (element, arg) = (cx.show_type(element), cx.show_type(arg.ty()));
            return Err(op.error(format!(
                "expected type of bb argument #{index} ('{arg}') to match element or self type of the corresponding \
                 operand ('{element}')"
            )));
        }
    }
    Ok(())
}
