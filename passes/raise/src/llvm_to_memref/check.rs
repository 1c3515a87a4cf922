//! What a raised nest assumes, and the checks before it.

use rmlir::analysis::alias;
use rmlir::prelude::*;
use rmlir_arith::get_constant_int_value;
use rmlir_llvm::layout::Layout;
use rmlir_llvm::ops::constant::AddressOfOp;
use rustc_hash::FxHashSet;

use super::access::{Access, accesses};
use super::layout::{Shape, Stride};
use super::program::Program;
use super::range::{Range, Ranges};
use super::run::Run;
use super::tbaa::tags_may_alias;
use crate::expression::loop_of;
use crate::number::{Condition, Number};
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
pub(crate) struct Memory {
    pub base: Value,
    pub element: Type,
    /// The size of an element in bytes.
    pub element_size: i64,
    /// The size of each dimension except the outermost.
    pub(super) inner_sizes: Vec<Stride>,
    /// The size of the outermost dimension.
    pub outer_size: Number,
    /// The accesses with their subscripts.
    pub accesses: Vec<(Access, Vec<Polynomial>)>,
    /// The elements that may be accessed: from the first one up to the second, relative to the base.
    extent: Option<(Number, Number)>,
}

type Refused = (OpId, &'static str);

impl Plan {
    /// How to raise `run`; `None` if there are no accesses to raise. Numbers that checks need are computed before it.
    pub(super) fn of(body: &mut Body, program: &Program, mut run: Run) -> Result<Option<Self>, Refused> {
        run.hoist_invariants(body);
        let found = accesses(body, &program.layout, &run)?;
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
            memories.push(checks.memory(&mut rw, &program.layout, base, accesses)?);
        }
        for (index, left) in memories.iter().enumerate() {
            for right in &memories[index + 1..] {
                checks.disjoint(&mut rw, &program.globals, left, right)?;
            }
        }
        match checks.condition {
            Condition::Known(false) => Err((checks.run.first(), "pointers to the same memory")),
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
    /// The memory behind `base`, with checks that the subscripts of `accesses` are within its shape. If they are not sums
    /// of induction variables with known bounds, it is an array of one dimension with unknown size.
    fn memory(
        &mut self,
        rw: &mut Rewriter,
        layout: &Layout,
        base: Value,
        accesses: Vec<Access>,
    ) -> Result<Memory, Refused> {
        let element = accesses[0].element;
        if let Some(other) = accesses.iter().find(|access| access.element != element) {
            return Err((other.op, "accesses of different types to the same memory"));
        }
        let element_size = layout.size(rw.cx(), element).expect("the size was computed before") as i64;
        let memory = Memory::flat(base, element, element_size);
        Ok(match self.shaped(rw, &accesses) {
            Some(shaped) => Memory {
                inner_sizes: shaped.inner_sizes,
                outer_size: shaped.outer_size,
                accesses: accesses.into_iter().zip(shaped.subscripts).collect(),
                extent: Some(shaped.extent),
                ..memory
            },
            None => {
                let flat = |access: Access| {
                    let subscript = access.offset.clone();
                    (access, vec![subscript])
                };
                Memory { accesses: accesses.into_iter().map(flat).collect(), ..memory }
            }
        })
    }

    /// The shape of the memory of `accesses`, if their subscripts are sums of induction variables with known bounds.
    fn shaped(&mut self, rw: &mut Rewriter, accesses: &[Access]) -> Option<Shaped> {
        let run = self.run.clone();
        let factors = accesses.iter().flat_map(|access| access.offset.terms()).flat_map(|(product, _)| product);
        if !factors.into_iter().all(|&value| loop_of(rw, value).is_some() || run.is_outside(rw, value)) {
            return None;
        }
        let shape = Shape::of(accesses.iter().map(|access| &access.offset), &|value| !run.is_outside(rw, value))?;
        [shape, Shape::flat()].into_iter().find_map(|shape| self.shaped_as(rw, shape, accesses))
    }

    /// The same with this shape.
    fn shaped_as(&mut self, rw: &mut Rewriter, shape: Shape, accesses: &[Access]) -> Option<Shaped> {
        let run = self.run.clone();
        let is_outside = |body: &Body, value: Value| run.is_outside(body, value);
        let subscripts = split(rw, &shape, accesses, &|value| !run.is_outside(rw, value))?;
        let inner_sizes = shape.inner_sizes();
        let mut bounds = Vec::new();
        for dim in 0..shape.strides.len() {
            let mut all = Vec::new();
            for subscripts in &subscripts {
                all.push(self.ranges.of(rw, &subscripts[dim], &is_outside)?);
            }
            let union = |rw: &mut Rewriter, old: Range, new: Range| Range {
                min: old.min.min(rw, new.min),
                max: old.max.max(rw, new.max),
            };
            let (&first, rest) = all.split_first().expect("there is an access");
            bounds.push(rest.iter().fold(first, |old, &new| union(rw, old, new)));
        }
        let end = |rw: &mut Rewriter, number: Number| number.add(rw, Number::Constant(1));
        let mut extent = (Number::Constant(0), Number::Constant(1));
        let mut condition = Condition::Known(true);
        for (dim, range) in bounds.iter().enumerate() {
            let mut check = Condition::le(rw, Number::Constant(0), range.min);
            if dim > 0 {
                let size = self.ranges.stride(rw, &inner_sizes[dim - 1]);
                let past = end(rw, range.max);
                let fits = Condition::le(rw, past, size);
                check = check.and(rw, fits);
            }
            condition = condition.and(rw, check);
            let stride = self.ranges.stride(rw, &shape.strides[dim]);
            let (least, greatest) = (range.min.mul(rw, stride), range.max.mul(rw, stride));
            extent = (extent.0.add(rw, least), extent.1.add(rw, greatest));
        }
        let is_refused = match shape.is_exact {
            true => condition == Condition::Known(false),
            false => condition != Condition::Known(true),
        };
        if is_refused {
            return None;
        }
        self.condition = self.condition.and(rw, condition);
        Some(Shaped { subscripts, inner_sizes, outer_size: end(rw, bounds[0].max), extent })
    }

    /// A check that the memory behind two bases is disjoint, unless that is known or neither is written.
    fn disjoint(
        &mut self,
        rw: &mut Rewriter,
        globals: &FxHashSet<Ident>,
        left: &Memory,
        right: &Memory,
    ) -> Result<(), Refused> {
        let conflicts =
            |(a, b): &(&Access, &Access)| (a.is_store || b.is_store) && tags_may_alias(rw.cx(), a.tbaa, b.tbaa);
        let pairs = left.accesses.iter().flat_map(|(a, _)| right.accesses.iter().map(move |(b, _)| (a, b)));
        let Some((conflict, _)) = pairs.into_iter().find(conflicts) else { return Ok(()) };
        let conflict = conflict.op;
        let [first, second] = [left.base, right.base].map(|base| global(rw, globals, base));
        let are_globals = first.is_some() && second.is_some() && first != second;
        if are_globals || !alias::may_alias(rw, left.base, right.base) {
            return Ok(());
        }
        let (Some(left), Some(right)) = (left.addresses(rw), right.addresses(rw)) else {
            return Err((conflict, "pointers that may be to the same memory, with subscripts of unknown range"));
        };
        let before = Condition::le(rw, left.1, right.0);
        let after = Condition::le(rw, right.1, left.0);
        let either = before.or(rw, after);
        self.condition = self.condition.and(rw, either);
        Ok(())
    }
}

/// The global variable that `base` is the address of.
fn global(body: &Body, globals: &FxHashSet<Ident>, base: Value) -> Option<Ident> {
    let address = OpRef::new(body, body.defining_op(base)?).cast::<AddressOfOp>()?;
    Some(address.global_name(body)).filter(|name| globals.contains(name))
}

/// The shape of the memory behind a base.
struct Shaped {
    subscripts: Vec<Vec<Polynomial>>,
    inner_sizes: Vec<Stride>,
    outer_size: Number,
    extent: (Number, Number),
}

/// The subscripts of `accesses` in a shape.
fn split(
    body: &Body,
    shape: &Shape,
    accesses: &[Access],
    varies: &impl Fn(Value) -> bool,
) -> Option<Vec<Vec<Polynomial>>> {
    let least = |value: Value, factor: i64| least(body, value, factor);
    accesses.iter().map(|access| shape.subscripts(&access.offset, varies, &least)).collect()
}

/// The least value of `factor` times an induction variable with constant bounds.
fn least(body: &Body, value: Value, factor: i64) -> Option<i64> {
    let op = loop_of(body, value)?;
    match factor > 0 {
        true => get_constant_int_value(body, op.lowerBound(body))?.checked_mul(factor),
        false => get_constant_int_value(body, op.upperBound(body))?.checked_sub(1)?.checked_mul(factor),
    }
}

impl Memory {
    /// One dimension of unknown size, without accesses.
    pub(crate) fn flat(base: Value, element: Type, element_size: i64) -> Self {
        Self {
            base,
            element,
            element_size,
            inner_sizes: Vec::new(),
            outer_size: Number::Constant(i64::MAX / element_size),
            accesses: Vec::new(),
            extent: None,
        }
    }

    /// The first address, and the one after the last, if they are known.
    fn addresses(&self, rw: &mut Rewriter) -> Option<(Number, Number)> {
        let (first, last) = self.extent?;
        let address = Number::address(rw, self.base);
        let size = Number::Constant(self.element_size);
        let [start, end] = [first, last].map(|distance| {
            let bytes = distance.mul(rw, size);
            address.add(rw, bytes)
        });
        Some((start, end))
    }
}
