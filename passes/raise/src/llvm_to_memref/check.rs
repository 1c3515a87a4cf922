//! What a raised nest assumes, and the checks before it.

use rmlir::analysis::alias;
use rmlir::core::fold::constant_value;
use rmlir::prelude::*;
use rmlir_llvm::layout::Layout;

use super::access::{Access, accesses};
use super::layout::{Shape, Stride};
use super::number::{Condition, Number};
use super::range::Ranges;
use super::run::Run;
use super::tbaa::tags_may_alias;
use crate::expression::loop_of;
use crate::polynomial::Polynomial;

/// The maximum number of bases of a nest: the number of pairs to check is quadratic.
const MAX_BASES: usize = 16;

/// How a run is raised.
pub(super) struct Plan {
    pub run: Run,
    pub memories: Vec<Memory>,
    pub condition: Condition,
}

/// The memory behind a base.
pub(super) struct Memory {
    pub base: Value,
    pub element: Type,
    /// The size of an element in bytes.
    pub element_size: i64,
    /// The size of each dimension except the outermost.
    pub inner_sizes: Vec<Stride>,
    /// The size of the outermost dimension.
    pub outer_size: Number,
    /// The accesses with their subscripts.
    pub accesses: Vec<(Access, Vec<Polynomial>)>,
    /// The elements that may be accessed: from the first one up to the second, relative to the base.
    extent: (Number, Number),
}

type Refused = (OpId, &'static str);

impl Plan {
    /// How to raise `run`; `None` if there are no accesses to raise. Numbers that checks need are computed before it.
    pub(super) fn of(body: &mut Body, layout: &Layout, mut run: Run) -> Result<Option<Self>, Refused> {
        run.hoist_invariants(body);
        let found = accesses(body, layout, &run)?;
        if found.is_empty() {
            return Ok(None);
        }
        let groups = by_base(found);
        if groups.len() > MAX_BASES {
            return Err((run.first(), "too many pointers"));
        }
        for (base, _) in &groups {
            if !run.is_outside(body, *base) {
                return Err((run.first(), "a pointer that is computed in the loop"));
            }
        }
        let mut rw = Rewriter::new(body);
        rw.set_loc(rw.loc(run.first()));
        rw.before(run.first());
        let mut checks = Checks { run, ranges: Ranges::default(), condition: Condition::Known(true) };
        let mut memories = Vec::new();
        for (base, accesses) in groups {
            memories.push(checks.memory(&mut rw, layout, base, accesses)?);
        }
        for (index, left) in memories.iter().enumerate() {
            for right in &memories[index + 1..] {
                checks.disjoint(&mut rw, left, right);
            }
        }
        match checks.condition {
            Condition::Known(false) => {
                Err((checks.run.first(), "subscripts exceed the sizes that their strides suggest"))
            }
            condition => Ok(Some(Self { run: checks.run, memories, condition })),
        }
    }
}

/// The accesses of each base, in the order of their first ones.
fn by_base(accesses: Vec<Access>) -> Vec<(Value, Vec<Access>)> {
    let mut groups: Vec<(Value, Vec<Access>)> = Vec::new();
    for access in accesses {
        match groups.iter_mut().find(|(base, _)| *base == access.base) {
            Some((_, group)) => group.push(access),
            None => groups.push((access.base, vec![access])),
        }
    }
    groups
}

/// The checks of one run.
struct Checks {
    run: Run,
    ranges: Ranges,
    condition: Condition,
}

impl Checks {
    fn require(&mut self, rw: &mut Rewriter, lhs: Number, rhs: Number) {
        let check = Condition::le(rw, lhs, rhs);
        self.condition = self.condition.and(rw, check);
    }

    /// The shape behind `base`, and checks that the subscripts of `accesses` are within it.
    fn memory(
        &mut self,
        rw: &mut Rewriter,
        layout: &Layout,
        base: Value,
        accesses: Vec<Access>,
    ) -> Result<Memory, Refused> {
        let run = self.run.clone();
        let element = accesses[0].element;
        let element_size = layout.size(rw.cx(), element).expect("the size was computed before") as i64;
        if let Some(other) = accesses.iter().find(|access| access.element != element) {
            return Err((other.op, "accesses of different types to the same memory"));
        }
        for access in &accesses {
            let factors = access.offset.terms().flat_map(|(product, _)| product);
            if !factors.into_iter().all(|&value| loop_of(rw, value).is_some() || run.is_outside(rw, value)) {
                return Err((access.op, "a subscript that is not a sum of induction variables"));
            }
        }
        let is_outside = |body: &Body, value: Value| run.is_outside(body, value);
        let varies = |value: Value| !is_outside(rw, value);
        let least = |value: Value, factor: i64| least(rw, value, factor);
        let offsets = || accesses.iter().map(|access| &access.offset);
        let split = |shape: Shape| -> Option<(Shape, Vec<Vec<Polynomial>>)> {
            let subscripts: Option<Vec<_>> =
                offsets().map(|offset| shape.subscripts(offset, &varies, &least)).collect();
            Some((shape, subscripts?))
        };
        let shape = Shape::of(offsets(), &varies).map_err(|reason| (accesses[0].op, reason))?;
        let (shape, subscripts) = split(shape)
            .or_else(|| split(Shape::flat()))
            .ok_or((accesses[0].op, "subscripts that are not multiples of the strides"))?;
        let inner_sizes = shape.inner_sizes();
        let n_dims = shape.strides.len();
        let mut bounds = Vec::new();
        for dim in 0..n_dims {
            let mut range: Option<super::range::Range> = None;
            for subscripts in &subscripts {
                let new = self.ranges.of(rw, &subscripts[dim], &is_outside);
                let new = new.ok_or((run.first(), "the bounds of a loop are not known before the nest"))?;
                range = Some(match range {
                    None => new,
                    Some(old) => super::range::Range { min: old.min.min(rw, new.min), max: old.max.max(rw, new.max) },
                });
            }
            bounds.push(range.expect("there is an access"));
        }
        let end = |rw: &mut Rewriter, number: Number| number.add(rw, Number::Constant(1));
        let mut extent = (Number::Constant(0), Number::Constant(1));
        for (dim, range) in bounds.iter().enumerate() {
            self.require(rw, Number::Constant(0), range.min);
            if dim > 0 {
                let size = self.ranges.stride(rw, &inner_sizes[dim - 1]);
                let past = end(rw, range.max);
                self.require(rw, past, size);
            }
            let stride = self.ranges.stride(rw, &shape.strides[dim]);
            let (least, greatest) = (range.min.mul(rw, stride), range.max.mul(rw, stride));
            extent = (extent.0.add(rw, least), extent.1.add(rw, greatest));
        }
        let outer_size = end(rw, bounds[0].max);
        let accesses = accesses.into_iter().zip(subscripts).collect();
        Ok(Memory { base, element, element_size, inner_sizes, outer_size, accesses, extent })
    }

    /// A check that the memory behind two bases is disjoint, unless that is known or neither is written.
    fn disjoint(&mut self, rw: &mut Rewriter, left: &Memory, right: &Memory) {
        let conflicts =
            |(a, b): (&Access, &Access)| (a.is_store || b.is_store) && tags_may_alias(rw.cx(), a.tbaa, b.tbaa);
        let pairs = left.accesses.iter().flat_map(|(a, _)| right.accesses.iter().map(move |(b, _)| (a, b)));
        let conflict = pairs.into_iter().any(conflicts);
        if !conflict || !alias::may_alias(rw, left.base, right.base) {
            return;
        }
        let (left, right) = (left.addresses(rw), right.addresses(rw));
        let before = Condition::le(rw, left.1, right.0);
        let after = Condition::le(rw, right.1, left.0);
        let either = before.or(rw, after);
        self.condition = self.condition.and(rw, either);
    }
}

/// The least value of `factor` times an induction variable with constant bounds.
fn least(body: &Body, value: Value, factor: i64) -> Option<i64> {
    let op = loop_of(body, value)?;
    let constant = |bound: Value| constant_value(body, bound).and_then(|bound| bound.as_i64(body.cx()));
    match factor > 0 {
        true => constant(op.lowerBound(body))?.checked_mul(factor),
        false => constant(op.upperBound(body))?.checked_sub(1)?.checked_mul(factor),
    }
}

impl Memory {
    /// The first address, and the one after the last.
    fn addresses(&self, rw: &mut Rewriter) -> (Number, Number) {
        let address = super::rewrite::address(rw, self.base);
        let size = Number::Constant(self.element_size);
        let [start, end] = [self.extent.0, self.extent.1].map(|distance| {
            let bytes = distance.mul(rw, size);
            address.add(rw, bytes)
        });
        (start, end)
    }
}
