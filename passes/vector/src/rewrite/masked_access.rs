//! Emulation of masked loads and stores by a conditional access for each element.

use rmlir::prelude::*;
use rmlir_arith::{AddIOp, constant_index};
use rmlir_memref::{LoadOp, StoreOp};
use rmlir_vector::place::{TOO_MANY_PARTS, may_unroll};
use rmlir_vector::{MaskedLoadOp, MaskedStoreOp, VectorType};

use crate::lower::of_benefit;
use crate::make::{extract, insert};
use crate::regions::build_if;

/// The patterns for masked loads and stores of one dimension.
pub fn emulation_patterns(benefit: u16) -> PatternSet {
    of_benefit(patterns![masked_load, masked_store], benefit)
}

/// The length of a mask of one dimension.
fn mask_length(body: &Body, mask: Value) -> Result<i64, &'static str> {
    match VectorType::at(body, mask).shape[..] {
        [length] if may_unroll(&[length]) => Ok(length),
        [_] => Err(TOO_MANY_PARTS),
        _ => Err("the mask has several dimensions"),
    }
}

/// The alignment of the first element, if element `at` has it, too. Upstream asserts it for all.
fn alignment_of(cx: &Context, alignment: Option<i64>, vector: Type, at: i64) -> Option<i64> {
    let n_bytes = vector.element_or_self(cx).int_or_float_width(cx).map(|bits| i64::from(bits / 8));
    let divides = |alignment: i64| alignment > 0 && n_bytes.is_some_and(|n_bytes| at * n_bytes % alignment == 0);
    alignment.filter(|&alignment| at == 0 || divides(alignment))
}

/// Increments the last index.
fn step(rw: &mut Rewriter, indices: &mut [Value], one: Value) {
    if let Some(last) = indices.last_mut() {
        *last = rw.value(AddIOp::build(*last, one));
    }
}

#[pattern]
fn masked_load(op: MaskedLoadOp, rw: &mut Rewriter) -> Match {
    let (base, mask, mut indices) = (op.base(rw), op.mask(rw), op.indices(rw));
    let length = match mask_length(rw, mask) {
        Ok(length) => length,
        Err(reason) => return rw.no_match(op, reason),
    };
    let mut result = op.pass_thru(rw);
    let ty = rw.ty(result);
    let one = constant_index(rw, 1);
    for at in 0..length {
        let bit = extract(rw, mask, &[at]);
        let load = |rw: &mut Rewriter| {
            let mut load = LoadOp::build(base, &indices);
            if let Some(alignment) = alignment_of(rw, op.alignment(rw), ty, at) {
                load = load.prop(LoadOp::ALIGNMENT, alignment);
            }
            let element = rw.value(load);
            vec![insert(rw, element, result, &[at])]
        };
        let made = build_if(rw, bit, &[ty], load, Some(&mut |_| vec![result]));
        result = rw.result(made.id(), 0);
        step(rw, &mut indices, one);
    }
    rw.replace(op, [result])
}

#[pattern]
fn masked_store(op: MaskedStoreOp, rw: &mut Rewriter) -> Match {
    let (base, mask, mut indices) = (op.base(rw), op.mask(rw), op.indices(rw));
    let length = match mask_length(rw, mask) {
        Ok(length) => length,
        Err(reason) => return rw.no_match(op, reason),
    };
    let vector = op.value_to_store(rw);
    let one = constant_index(rw, 1);
    for at in 0..length {
        let bit = extract(rw, mask, &[at]);
        let store = |rw: &mut Rewriter| {
            let element = extract(rw, vector, &[at]);
            let mut store = StoreOp::build(element, base, &indices);
            if let Some(alignment) = alignment_of(rw, op.alignment(rw), rw.ty(vector), at) {
                store = store.prop(StoreOp::ALIGNMENT, alignment);
            }
            rw.create(store);
            Vec::new()
        };
        build_if(rw, bit, &[], store, None);
        step(rw, &mut indices, one);
    }
    rw.erase(op)
}
