//! The evaluation of packing and unpacking: each element of the result is an element of the source, or padding.

use rmlir::interp::value::indices;
use rmlir::interp::{Emit, Emitted, Fault, Value};
use rmlir::prelude::*;

use super::{PackOp, Tiling};
use crate::relayout::UnPackOp;

/// The unpacked indices of the element at the packed indices `at`, for these tile sizes.
fn unpacked(tiling: &Tiling, tiles: &[i64], at: &[i64]) -> Vec<i64> {
    let rank = tiling.unpacked.len();
    let mut place: Vec<i64> = (0..rank as i64).map(|dim| at[tiling.outer_place(dim)]).collect();
    for ((&dim, tile), inner) in tiling.dims.iter().zip(tiles).zip(&at[rank..]) {
        let index = &mut place[dim as usize];
        *index = index.wrapping_mul(*tile).wrapping_add(*inner);
    }
    place
}

/// The packed indices of the element at the unpacked indices `at`, for these tile sizes, which are positive.
fn packed(tiling: &Tiling, tiles: &[i64], at: &[i64]) -> Vec<i64> {
    let rank = tiling.unpacked.len();
    let mut place = vec![0; rank];
    for (dim, &index) in at.iter().enumerate() {
        place[tiling.outer_place(dim as i64)] = index;
    }
    for (&dim, tile) in tiling.dims.iter().zip(tiles) {
        place[tiling.outer_place(dim)] /= tile;
        place.push(at[dim as usize] % tile);
    }
    place
}

/// Elements beyond the source are the padding value; without one they are an error.
#[eval(PackOp)]
pub(super) fn pack<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let tiling = Tiling::of(op);
    let padding = op.values(PackOp::padding_value).into_iter().next();
    let padding = padding.map(|value| emit.reg(value));
    let (from, dest, into) = (emit.operand(op, 0), emit.operand(op, 1), emit.result(op, 0));
    emit.compute(into, move |m| {
        let sizes = m.tensor(dest)?.sizes.clone();
        let source = m.tensor(from)?;
        let tiles = &sizes[tiling.unpacked.len()..];
        let mut elements = Vec::new();
        for at in indices(&sizes) {
            let element = match (source.place(&unpacked(&tiling, tiles, &at)), padding) {
                (Ok(place), _) => source.elements[place].clone(),
                (Err(_), Some(padding)) => m.get(padding).clone(),
                (Err(fault), None) => return Err(fault),
            };
            elements.push(element);
        }
        Ok(Value::tensor(sizes, elements))
    });
    Ok(())
}

#[eval(UnPackOp)]
pub(super) fn unpack<'a>(op: OpRef<'a>, emit: &mut Emit<'a, '_>) -> Emitted {
    let tiling = Tiling::of(op);
    let (from, dest, into) = (emit.operand(op, 0), emit.operand(op, 1), emit.result(op, 0));
    emit.compute(into, move |m| {
        let sizes = m.tensor(dest)?.sizes.clone();
        let source = m.tensor(from)?;
        let tiles = &source.sizes[tiling.unpacked.len()..];
        if tiles.contains(&0) {
            return Err(Fault::undefined("has tiles of size 0"));
        }
        let element = |at: Vec<i64>| Ok(source.elements[source.place(&packed(&tiling, tiles, &at))?].clone());
        let elements: Result<Vec<Value>, Box<Fault>> = indices(&sizes).map(element).collect();
        Ok(Value::tensor(sizes, elements?))
    });
    Ok(())
}
