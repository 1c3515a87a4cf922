//! The roles of the loops of a band, from its access functions.
//!
//! A loop over *rows* or *columns* moves the stored element, a loop over *steps* does not. Columns are contiguous in
//! memory, so that they become lanes of vectors. An operand that moves along rows only is used for all columns of a
//! register tile, one that moves along columns only for all rows: their product gives the reuse.

use rmlir::prelude::*;
use rmlir_affine::analysis::access::{MemRefAccess, is_equal_place};
use rmlir_affine::analysis::alias::alias_analysis;
use rmlir_affine::trip_count::static_trip_count;
use rmlir_affine::{ForOp, LoadOp, StoreOp};

use crate::machine::Operands;

/// The loops of the band by role, and the operands of its products.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Roles {
    pub row: usize,
    pub column: usize,
    pub step: usize,
    pub operands: Operands,
}

impl Roles {
    /// The loops of a band of `n_loops` that have no role.
    pub fn outer(&self, n_loops: usize) -> Vec<usize> {
        (0..n_loops).filter(|at| ![self.row, self.column, self.step].contains(at)).collect()
    }
}

/// An access with the loops of the band that move it.
struct Moved {
    access: MemRefAccess,
    by: Vec<bool>,
}

/// The roles; the reason why there are none otherwise.
pub(super) fn roles(body: &Body, band: &[ForOp]) -> Result<Roles, String> {
    let all = accesses(body, band)?;
    let (stores, loads): (Vec<&Moved>, Vec<&Moved>) = all.iter().partition(|moved| moved.access.is_write);
    let Some(first) = stores.first() else { return Err("it stores nothing".to_owned()) };
    if stores.iter().any(|store| store.by != first.by) {
        return Err("its stores are not moved by the same loops".to_owned());
    }
    let alias = alias_analysis(body);
    let is_stored = |load: &Moved| {
        let is_same = |store: &&&Moved| alias.may_alias(store.access.memref, load.access.memref);
        stores.iter().find(is_same).map(|store| is_equal_place(&store.access.map(body), &load.access.map(body)))
    };
    if loads.iter().any(|load| is_stored(load) == Some(false)) {
        return Err("it loads other elements than it stores from one memref".to_owned());
    }
    let operands: Vec<&Moved> = loads.into_iter().filter(|load| is_stored(load).is_none()).collect();
    let choice = choose(body, band, &stores, &operands).ok_or("no two operands of it are reused in turn")?;
    let [row, column, step] = choice;
    let count =
        |of: usize, other: usize| operands.iter().filter(|operand| operand.by[of] && !operand.by[other]).count() as u64;
    let element_bytes = all.iter().filter_map(|moved| element_bytes(body, moved.access.memref)).max();
    let operands = Operands {
        n_rows: count(row, column),
        n_columns: count(column, row),
        n_results: stores.len() as u64,
        element_bytes: element_bytes.ok_or("its elements have no size in bytes")?,
    };
    Ok(Roles { row, column, step, operands })
}

fn accesses(body: &Body, band: &[ForOp]) -> Result<Vec<Moved>, String> {
    let mut found = Vec::new();
    for access in MemRefAccess::all_in(body, band[0].id()) {
        let view = OpRef::new(body, access.op);
        if !view.is::<LoadOp>() && !view.is::<StoreOp>() {
            return Err(format!("'{}' accesses several elements", view.name_str()));
        }
        let (_, operands) = access.map(body);
        let by = band.iter().map(|op| operands.contains(&op.induction_var(body))).collect();
        found.push(Moved { access, by });
    }
    Ok(found)
}

/// The loops over rows, columns and steps: of rows and columns those with the most iterations, where several are possible.
fn choose(body: &Body, band: &[ForOp], stores: &[&Moved], operands: &[&Moved]) -> Option<[usize; 3]> {
    let count = |at: usize| static_trip_count(body, band[at]).unwrap_or(u64::MAX);
    let has_unit_step = |at: &usize| band[*at].step(body) == 1;
    let is_moved = |at: &usize| stores[0].by[*at];
    let largest = |of: &mut dyn Iterator<Item = usize>| of.max_by_key(|&at| (count(at), at));
    let candidates: Vec<usize> = (0..band.len()).filter(has_unit_step).collect();
    // Accumulating loops stay in order, so only the innermost one can be inside of tiles.
    let accumulates = |at: &usize| !is_moved(at) && operands.iter().any(|operand| operand.by[*at]);
    let step = candidates.iter().copied().filter(accumulates).max()?;
    let is_contiguous = |at: &usize| stores.iter().all(|store| store.access.is_contiguous_in(body, band[*at]));
    let column = largest(&mut candidates.iter().copied().filter(|at| is_moved(at) && is_contiguous(at)))?;
    let moves_one = |of: usize, other: usize| operands.iter().any(|operand| operand.by[of] && !operand.by[other]);
    let row = largest(
        &mut candidates
            .iter()
            .copied()
            .filter(|&at| at != column && is_moved(&at) && moves_one(at, column) && moves_one(column, at)),
    )?;
    Some([row, column, step])
}

fn element_bytes(body: &Body, memref: Value) -> Option<u64> {
    let element = body.ty(memref).element(body.cx())?;
    element.int_or_float_width(body.cx()).map(|bits| u64::from(bits.div_ceil(8)))
}
