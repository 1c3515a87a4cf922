//! `vector.insert`.

use rmlir::core::cycle::CycleGuard;
use rmlir::prelude::*;

use super::{replace_with_broadcast, result_type, splat_source};
use crate::element::POISON_INDEX;
use crate::fold::defining;
use crate::place::{linearize, may_list, strides};
use crate::types::VectorType;
use crate::{FromElementsOp, InsertOp, ToElementsOp};

canonicalize! {
    InsertOp: of_all, of_splat_into_splat, chain_of_all;
}

/// Replaces an insertion that overwrites all elements by the inserted value.
#[pattern]
pub(crate) fn of_all(op: InsertOp, rw: &mut Rewriter) -> Match {
    let stored = op.value_to_store(rw);
    let n_dest = VectorType::at(rw, op.dest(rw)).n_elements();
    match VectorType::of(rw, rw.ty(stored)) {
        Some(parts) if parts.n_elements() == n_dest => replace_with_broadcast(rw, op.id(), stored),
        _ => rw.no_match(op, "other elements stay"),
    }
}

/// Erases the insertion of a broadcast's scalar into the broadcast.
#[pattern]
pub(crate) fn of_splat_into_splat(op: InsertOp, rw: &mut Rewriter) -> Match {
    let (stored, dest) = (splat_source(rw, op.value_to_store(rw)), splat_source(rw, op.dest(rw)));
    match stored.filter(|_| stored == dest) {
        Some(splat) => replace_with_broadcast(rw, op.id(), splat),
        None => rw.no_match(op, "not a scalar repeated in both"),
    }
}

/// The chain of insertions before `op`, last first, or the reason why the chain is not matched.
fn chain(body: &Body, op: InsertOp) -> Result<Vec<InsertOp>, &'static str> {
    let result = body.result(op.id(), 0);
    let continues =
        |user: OpId| OpRef::new(body, user).cast::<InsertOp>().is_some_and(|next| next.dest(body) == result);
    if body.users(result).any(continues) {
        return Err("the chain goes on");
    }
    let mut inserts = Vec::new();
    let mut next = Some(op);
    let mut guard = CycleGuard::default();
    while let Some(insert) = next {
        if !guard.goes_on(body.result(insert.id(), 0)) {
            return Err("the chain uses what it makes");
        }
        if insert.has_dynamic_position(body) {
            return Err("a position is not known");
        }
        inserts.push(insert);
        next = defining::<InsertOp>(body, insert.dest(body));
        if next.is_some_and(|before| !body.has_one_use(body.result(before.id(), 0))) {
            return Err("a vector in the chain is used elsewhere");
        }
    }
    Ok(inserts)
}

/// A value that a chain inserts: its position, and the number of its elements.
struct Inserted {
    value: Value,
    start: usize,
    n: usize,
}

/// The insertions at the end of a chain, last first, that cover all of `n_elements`.
fn covering(body: &Body, inserts: &[InsertOp], shape: &[i64], n_elements: usize) -> Option<Vec<Inserted>> {
    let strides = strides(shape);
    let mut covered = vec![false; n_elements];
    let mut found = Vec::new();
    for insert in inserts {
        let position = insert.numbers(body);
        if position.contains(&POISON_INDEX) {
            return None;
        }
        let value = insert.value_to_store(body);
        let n = VectorType::of(body, body.ty(value)).map_or(1, |parts| parts.n_elements()) as usize;
        let start = linearize(&position, &strides) as usize;
        covered[start..start + n].fill(true);
        found.push(Inserted { value, start, n });
        if !covered.contains(&false) {
            return Some(found);
        }
    }
    None
}

/// Replaces a chain of insertions that covers all elements by a vector of these elements.
#[pattern]
pub(crate) fn chain_of_all(op: InsertOp, rw: &mut Rewriter) -> Match {
    let dest = VectorType::at(rw, op.dest(rw));
    if dest.is_scalable() || !may_list(&dest.shape) {
        return rw.no_match(op, "the vector is scalable or too large");
    }
    let inserts = match chain(rw, op) {
        Ok(inserts) => inserts,
        Err(reason) => return rw.no_match(op, reason),
    };
    let Some(inserted) = covering(rw, &inserts, &dest.shape, dest.n_elements() as usize) else {
        return rw.no_match(op, "not every element is inserted");
    };
    rw.before(op.id());
    let mut elements = vec![None; dest.n_elements() as usize];
    // Later insertions overwrite earlier ones.
    for Inserted { value, start, n } in inserted.into_iter().rev() {
        let values = match rw.ty(value).is_vector(rw) {
            true => {
                let all = rw.create(ToElementsOp::build(value)).id();
                rw.results(all).to_vec()
            }
            false => vec![value],
        };
        for (element, value) in elements[start..start + n].iter_mut().zip(values) {
            *element = Some(value);
        }
    }
    let elements: Vec<Value> = elements.into_iter().map(|element| element.expect("every element is given")).collect();
    let ty = result_type(rw, op);
    rw.replace_with(op, FromElementsOp::build(ty, &elements));
    Match::Yes
}
