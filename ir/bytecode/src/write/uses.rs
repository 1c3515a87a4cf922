//! Use-list orders.
//!
//! The reader creates lists in which later uses come first, in program order. Only other orders are written: for each
//! use in that order, its position in the actual list.

use rmlir_core::ValueRef;
use rustc_hash::FxHashMap;

use super::emitter::Emitter;

/// Use-list orders, by the index of the value among its siblings.
pub(super) type Orders = Vec<(usize, Vec<usize>)>;

/// Positions of operations in program order, computed for a body on first use.
#[derive(Default)]
pub(super) struct UseOrders {
    places: FxHashMap<u32, Vec<u32>>,
}

impl UseOrders {
    /// The orders of those of `values` that need one.
    pub fn of(&mut self, values: &[ValueRef]) -> Orders {
        let mut orders = Orders::new();
        for (index, value) in values.iter().enumerate() {
            if value.body.is_unused(value.id) || value.body.has_one_use(value.id) {
                continue;
            }
            if let Some(order) = self.order(*value) {
                orders.push((index, order));
            }
        }
        orders
    }

    fn order(&mut self, value: ValueRef) -> Option<Vec<usize>> {
        let body = value.body;
        let places = self.places.entry(body.number()).or_insert_with(|| body.program_order());
        let uses: Vec<(u32, u32)> = body.uses(value.id).map(|(op, index)| (places[op.slot()], index)).collect();
        if uses.windows(2).all(|pair| pair[0] > pair[1]) {
            return None;
        }
        let mut order: Vec<usize> = (0..uses.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(uses[at]));
        Some(order)
    }

    /// Writes `orders` of some of `n_values` values.
    pub fn write(orders: &Orders, n_values: usize, out: &mut Emitter) {
        if n_values != 1 {
            out.number(orders.len() as u64);
        }
        for (index, order) in orders {
            if n_values != 1 {
                out.number(*index as u64);
            }
            out.flagged(order.len() as u64, false);
            order.iter().for_each(|&at| out.number(at as u64));
        }
    }
}
