//! Rewrites based on integer range analysis.
//!
//! The ranges are computed once, before anything is changed; rewrites record those of the values that they create.
//!
//! Files: `optimize` constants and remainders, `unsigned` signed operations as unsigned ones, `narrow` fewer bits.

pub mod int_range_narrowing;
pub mod int_range_optimizations;
pub mod unsigned_when_equivalent;

use std::sync::{Arc, PoisonError, RwLock};

use rmlir::analysis::dataflow::int_ranges::{Decide, find_int_ranges};
use rmlir::analysis::program::{In, Program};
use rmlir::pass::PassCx;
use rmlir::prelude::*;
use rmlir_arith::{CmpIOp, CmpIPredicate};
use rustc_hash::FxHashMap;

/// The ranges of the values of a body and the bodies nested in it. A value is identified with the number of its body.
#[derive(Clone)]
struct Ranges(Arc<RwLock<FxHashMap<(u32, Value), IntRange>>>);

impl Ranges {
    /// The ranges of the values of the body of `cx`, and of nested bodies.
    fn find(cx: &PassCx, decide: Decide) -> Self {
        let program = Program::new(cx.body()).surrounded(!cx.ancestors().is_empty());
        let found = find_int_ranges(&program, decide);
        let mut ranges = FxHashMap::default();
        for (number, body) in program.bodies().iter().enumerate() {
            let mut note = |value: Value| {
                if let Some(range) = found.get(In { body: number as u32, id: value }) {
                    ranges.insert((body.number(), value), range.clone());
                }
            };
            body.walk_preorder(body.root(), |op| {
                body.results(op).iter().for_each(|&result| note(result));
                let blocks = body.regions(op).iter().flat_map(|&region| body.blocks(region));
                blocks.for_each(|block| body.args(block).iter().for_each(|&arg| note(arg)));
            });
        }
        Self(Arc::new(RwLock::new(ranges)))
    }

    fn get(&self, body: &Body, value: Value) -> Option<IntRange> {
        let ranges = self.0.read().unwrap_or_else(PoisonError::into_inner);
        ranges.get(&(body.number(), value)).cloned()
    }

    /// The constant that `value` must be, if its range has one integer.
    fn constant(&self, body: &Body, value: Value) -> Option<ApInt> {
        self.get(body, value)?.constant_value().cloned()
    }

    /// Whether `value` is at least 0 as a signed integer.
    fn is_non_negative(&self, body: &Body, value: Value) -> bool {
        self.get(body, value).is_some_and(|range| !range.signed.0.is_negative())
    }

    /// Records that `new` has the range of `old`.
    fn copy(&self, body: &Body, old: Value, new: Value) {
        if let Some(range) = self.get(body, old) {
            let mut ranges = self.0.write().unwrap_or_else(PoisonError::into_inner);
            ranges.insert((body.number(), new), range);
        }
    }
}

fn predicate_of(body: &Body, op: CmpIOp) -> CmpIPredicate {
    op.predicate(body)
}
