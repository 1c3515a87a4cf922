//! Restoration of use-list orders.
//!
//! In the reference order, later uses come first, in program order. Uses read in sequence have that order
//! automatically, except for those before the definition. A file stores the order of a value if it differs.

use rmlir_core::{Body, Value};

use super::cursor::{Cursor, malformed};
use rmlir_core::bytecode::ReadError;

/// For each use of a value in the reference order: its position in the list.
pub(super) struct Order {
    /// The index of the value among those whose orders are read together.
    pub index: usize,
    /// Whether only the positions that differ are stored, as pairs of positions before and after.
    in_pairs: bool,
    places: Vec<u64>,
}

/// Reads the orders of some of `n_values` values.
pub(super) fn read(n_values: usize, cursor: &mut Cursor) -> Result<Vec<Order>, ReadError> {
    let n = if n_values == 1 { 1 } else { cursor.count()? };
    let mut orders = Vec::new();
    for _ in 0..n {
        let index = if n_values == 1 { 0 } else { cursor.number()? };
        let Some(known) = usize::try_from(index).ok().filter(|&index| index < n_values) else {
            return Err(malformed(format!("invalid value index in use-list order: {index}")));
        };
        let (n_places, in_pairs) = cursor.flagged()?;
        let n_places = cursor.check_count(n_places)?;
        let places = (0..n_places).map(|_| cursor.number()).collect::<Result<_, _>>()?;
        orders.push(Order { index: known, in_pairs, places });
    }
    Ok(orders)
}

/// Sorts the uses of `unordered` in the reference order, and those of `orders` in theirs.
pub(super) fn apply(body: &mut Body, unordered: &[Value], orders: &[(Value, Order)]) -> Result<(), ReadError> {
    if unordered.is_empty() && orders.is_empty() {
        return Ok(());
    }
    let places = body.program_order();
    for &value in unordered {
        let order = by_reference(body, value, &places);
        body.reorder_uses(value, &order);
    }
    for &(value, ref order) in orders {
        let reference = by_reference(body, value, &places);
        let Some(place) = order.permutation(reference.len()) else {
            return Err(malformed("unexpected use-list order: it is no permutation of the uses"));
        };
        let mut wanted = vec![0; place.len()];
        place.into_iter().zip(reference).for_each(|(place, at)| wanted[place] = at);
        body.reorder_uses(value, &wanted);
    }
    Ok(())
}

/// The uses of `value`, as indices in its list, in the reference order.
fn by_reference(body: &Body, value: Value, places: &[u32]) -> Vec<usize> {
    let uses: Vec<(u32, u32)> = body.uses(value).map(|(op, index)| (places[op.slot()], index)).collect();
    let mut order: Vec<usize> = (0..uses.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(uses[at]));
    order
}

impl Order {
    /// The positions of `n` uses, if they are a permutation.
    fn permutation(&self, n: usize) -> Option<Vec<usize>> {
        let mut places: Vec<u64> = (0..n as u64).collect();
        if !self.in_pairs {
            places.clone_from(&self.places);
        }
        for pair in self.places.chunks(2).filter(|_| self.in_pairs) {
            let &[before, after] = pair else { return None };
            *places.get_mut(usize::try_from(before).ok()?)? = after;
        }
        let mut is_taken = vec![false; n];
        for &place in &places {
            let taken = is_taken.get_mut(usize::try_from(place).ok()?)?;
            if std::mem::replace(taken, true) {
                return None;
            }
        }
        (places.len() == n).then(|| places.into_iter().map(|place| place as usize).collect())
    }
}
