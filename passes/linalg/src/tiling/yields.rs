//! Results of fused operations that are needed as a whole: the loops assemble the parts that they compute.

use rmlir::prelude::*;
use rmlir_tensor::ExtractSliceOp;

use super::carry::{carry_more, hand_on_more, is_visited_once, may_read_inits};
use super::destinations;
use super::interface::Part;
use super::nest::Placed;
use super::operations::tileable;
use super::producer::FusedProducer;
use super::structured::tensor_inits;

/// Makes `loops` also assemble all results of the operation that was fused in place of `slice`, as their last results.
/// Returns the slices that were created for that; `None` if it is not possible.
pub(super) fn yield_producer(
    rw: &mut Rewriter,
    slice: OpId,
    fused: &FusedProducer,
    loops: &mut [OpId],
) -> Option<Vec<OpId>> {
    let tiled = *fused.tile.ops.first()?;
    let part = Part::of_slice(OpRef::new(rw, slice))?;
    let inits = destinations(rw, fused.producer)?;
    let is_direct = rw.defining_op(fused.part) == Some(tiled);
    let values = if is_direct { rw.results(tiled).to_vec() } else { vec![fused.part] };
    if values.len() != inits.len() || !values.iter().all(|&value| is_handed_on(rw, value, loops)) {
        return None;
    }
    let is_destination_style = OpRef::new(rw, tiled).interface::<dyn DestinationStyle>().is_some();
    rw.before(if is_destination_style { tiled } else { rw.last_op(rw.value_block(values[0])?)? });
    let parts = parts_of_results(rw, fused, &part)?;
    let starts_over = is_visited_once(rw, loops, &part) || !may_read_inits(OpRef::new(rw, tiled));
    let carried = carry_more(rw, loops, &inits);
    let parts: Vec<Part> = parts.iter().map(|part| carried.renamed(part)).collect();
    let mut slices = Vec::new();
    // A part that is recomputed for another tile must not accumulate onto an earlier result. (Upstream does not check
    // that.)
    if is_direct && is_destination_style && starts_over {
        rw.before(tiled);
        let operands = tensor_inits(rw, tiled);
        for ((&variable, part), operand) in carried.more.iter().zip(&parts).zip(operands) {
            let value = part.extract(rw, variable);
            slices.extend(rw.defining_op(value).filter(|&op| OpRef::new(rw, op).is::<ExtractSliceOp>()));
            rw.set_operand(tiled, operand, value);
        }
    }
    let placed: Vec<Placed> = values.into_iter().zip(parts).map(|(value, part)| Placed { value, part }).collect();
    hand_on_more(rw, loops, &carried.more, &placed);
    Some(slices)
}

/// Whether `value` is yielded by the innermost of `loops`.
fn is_handed_on(body: &Body, value: Value, loops: &[OpId]) -> bool {
    let around = body.value_block(value).and_then(|block| body.block_parent_op(block));
    around.is_some() && around == loops.last().copied()
}

/// The parts of all results that are computed with `part` of the sliced one.
fn parts_of_results(rw: &mut Rewriter, fused: &FusedProducer, part: &Part) -> Option<Vec<Part>> {
    let (producer, index) = (fused.producer, fused.index);
    let model = tileable(OpRef::new(rw, producer))?;
    let n_results = rw.results(producer).len();
    if n_results == 1 {
        return Some(vec![part.clone()]);
    }
    let domain = model.domain_of_result(rw, producer, index, part)?;
    let mut parts = Vec::new();
    for other in 0..n_results {
        parts.push(match other == index {
            true => part.clone(),
            false => model.part_of_result(rw, producer, other, &domain)?,
        });
    }
    Some(parts)
}
