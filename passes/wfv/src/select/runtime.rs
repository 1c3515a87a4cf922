//! Run-time checks: versions of loops for disjoint memrefs, and injective layouts.
//!
//! The range of a memref is all the memory between its first and its last element, whatever the signs of its strides.
//! Two ranges are disjoint if the second one starts at or after the end of the first, and the first one at or after the
//! end of the second, in addresses that wrap around: so no sum overflows, given that ranges are shorter than half of
//! the address space. A layout is injective if each stride is longer than the extent of all the dimensions after it.
//! Products of sizes and strides are tested for overflow first; on overflow the original loop runs, as it does for
//! empty memrefs.
//!
//! Only values defined before the loop are checked, before all surrounding loops in which they are invariant. A check
//! counts only if the loop executes at all: a memref that is poison, such as an out-of-bounds view, must not decide a
//! branch if it is not accessed. So it has to be accessed in each iteration, or never be poison. Views of one buffer
//! with a known definition are compared at compile time, where their layouts are constant.

use rmlir::analysis::alias::is_allocation;
use rmlir::core::clone::CloneMap;
use rmlir::core::cycle::CycleGuard;
use rmlir::core::fold::constant_value;
use rmlir::core::interfaces::{GlobalAddress, ViewLike};
use rmlir::core::memref_layout::{MemRefParts, Strides, strides_and_offset};
use rmlir::core::mixed_index::{MixedIndex, SliceLists};
use rmlir::core::poison::is_never_poison;
use rmlir::core::types::DYNAMIC;
use rmlir::prelude::*;
use rmlir_arith::{AddIOp, AndIOp, CmpIOp, CmpIPredicate, MulIOp, SelectOp, SubIOp, constant_index, constant_int};
use rmlir_memref::{ExtractAlignedPointerAsIndexOp, ExtractStridedMetadataOp, ReinterpretCastOp, SubViewOp, ViewOp};
use rmlir_scf::{IfOp, YieldOp};

use crate::loops::conflict::{Reason, accessed, base};
use crate::loops::normal::bounds;
use crate::marks::{CHECKED, MARK};

/// A condition that is checked at run time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// Whether two memrefs are disjoint; in the order of their definitions.
    Disjoint(Value, Value),
    /// Whether the layout of a memref is injective.
    Injective(Value),
}

impl Check {
    fn memrefs(self) -> impl Iterator<Item = Value> {
        let (a, b) = match self {
            Self::Disjoint(a, b) => (a, Some(b)),
            Self::Injective(a) => (a, None),
        };
        [a].into_iter().chain(b)
    }
}

/// Whether it is excluded that two accesses are to the same element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Excluded {
    /// It is excluded.
    Always,
    /// It is not, or nothing can be checked.
    Never,
    /// It is excluded under this condition.
    If(Check),
}

impl Excluded {
    /// Decides for this reason, in the loop `op`.
    pub fn of(body: &Body, op: OpId, reason: Reason) -> Self {
        let is_checked = |value: Value| {
            let is_before = !body.is_defined_inside(op, value) && Layout::of(body, value).is_some();
            is_before && (is_memory(body, value) || is_always_accessed(body, op, value))
        };
        match reason {
            Reason::Subscripts | Reason::Budget(_) => Self::Never,
            Reason::Layout(memref) if is_checked(memref) => Self::If(Check::Injective(memref)),
            Reason::Layout(_) => Self::Never,
            Reason::Alias(a, b) => {
                let (a, b) = (base(body, a), base(body, b));
                if a != b && is_checked(a) && is_checked(b) {
                    Self::of_pair(body, a.min(b), a.max(b))
                } else {
                    Self::Never
                }
            }
        }
    }

    fn of_pair(body: &Body, a: Value, b: Value) -> Self {
        let (Some(first), Some(second)) = (Layout::of(body, a), Layout::of(body, b)) else { return Self::Never };
        if first.shape.contains(&0) || second.shape.contains(&0) {
            return Self::Always;
        }
        if first.space != second.space {
            return Self::Never;
        }
        match first.extent().zip(second.extent()).filter(|_| buffer(body, a) == buffer(body, b)) {
            None => Self::If(Check::Disjoint(a, b)),
            Some((first, second)) if first[1] <= second[0] || second[1] <= first[0] => Self::Always,
            Some(_) => Self::Never,
        }
    }
}

/// Whether `memref` is never poison: it is allocated memory, or an in-bounds view.
fn is_memory(body: &Body, mut memref: Value) -> bool {
    let mut guard = CycleGuard::default();
    while let Some(op) = body.defining_op(memref).map(|op| OpRef::new(body, op)).filter(|_| guard.goes_on(memref)) {
        let is_view = match () {
            () if op.is::<SubViewOp>() => is_inside(op),
            () if op.is::<ReinterpretCastOp>() => {
                let is_known = |size: &MixedIndex| size.constant(body).is_some_and(|size| size >= 0);
                let numbers = op.operands().skip(1);
                SliceLists::of(op).sizes.iter().all(is_known) && numbers.into_iter().all(is_never_poison)
            }
            () => false,
        };
        if !is_view {
            let is_global = op.interface::<dyn GlobalAddress>().is_some();
            return is_global || is_allocation(body, memref);
        }
        memref = base(body, op.operand(0).id);
    }
    is_never_poison(ValueRef::new(body, memref))
}

/// Whether a subview is in bounds of the type of its source, and not empty.
fn is_inside(subview: OpRef) -> bool {
    let (body, lists) = (subview.body, SliceLists::of(subview));
    let shape = subview.value(SubViewOp::source).ty().shape(body.cx()).unwrap_or_default();
    let is_inside = |(dim, &size): (usize, &i64)| {
        let known = [lists.offsets[dim], lists.sizes[dim], lists.strides[dim]].map(|number| number.constant(body));
        let [Some(offset), Some(n), Some(stride)] = known else { return false };
        let last = stride.checked_mul(n - 1).and_then(|reach| reach.checked_add(offset));
        n > 0 && (0..size).contains(&offset) && last.is_some_and(|last| (0..size).contains(&last))
    };
    shape.iter().enumerate().all(is_inside)
}

/// Whether each iteration of the loop `op` accesses `memref`.
fn is_always_accessed(body: &Body, op: OpId, memref: Value) -> bool {
    let block = body.entry(body.region(op, 0)).expect("a loop has a body");
    body.ops(block).any(|inner| accessed(body, inner).is_some_and(|accessed| base(body, accessed) == memref))
}

/// The memref that `value` is a view of, with the same aligned pointer.
fn buffer(body: &Body, mut value: Value) -> Value {
    let mut guard = CycleGuard::default();
    while let Some(op) = body.defining_op(value).map(|op| OpRef::new(body, op)).filter(|op| !op.is::<ViewOp>()) {
        let Some(view) = op.interface::<dyn ViewLike>().filter(|_| op.result(0).id == value) else { break };
        let source = op.operand(view.source(op));
        if !source.ty().is_memref(body.cx()) || !guard.goes_on(value) {
            break;
        }
        value = source.id;
    }
    value
}

/// The layout of a memref, as far as its type determines it.
struct Layout<'c> {
    shape: &'c [i64],
    strides: Strides,
    space: Option<Attr>,
    /// The size of an element in bytes.
    size: i64,
    /// The maximum extent of each dimension in elements.
    share: i64,
}

/// The upper limit of the size of ranges in bytes.
const MOST_BYTES: i64 = 1 << 60;

impl<'c> Layout<'c> {
    /// The layout of a ranked memref with a strided layout and elements of whole bytes.
    fn of(body: &Body<'c>, memref: Value) -> Option<Self> {
        let (cx, ty) = (body.cx(), body.ty(memref));
        let MemRefParts { shape, element, space, .. } = MemRefParts::of(cx, ty)?;
        let width = element.int_or_index_width(cx).or_else(|| Some(element.float_kind(cx)?.width()))?;
        let size = match width {
            1 => 1,
            8 | 16 | 32 | 64 => i64::from(width / 8),
            _ => return None,
        };
        let share = MOST_BYTES / size / (shape.len().max(1) as i64);
        let found = Self { shape, strides: strides_and_offset(cx, ty)?, space, size, share };
        let fits = |(size, stride): (i64, i64)| {
            size == DYNAMIC
                || stride == DYNAMIC
                || (size - 1).checked_mul(stride).is_some_and(|it| it.unsigned_abs() < share.unsigned_abs())
        };
        let is_small = found.dims().all(fits);
        is_small.then_some(found)
    }

    /// The sizes and strides.
    fn dims(&self) -> impl DoubleEndedIterator<Item = (i64, i64)> + ExactSizeIterator {
        self.shape.iter().copied().zip(self.strides.strides.iter().copied())
    }

    /// The half-open interval of bytes from the aligned pointer, if it is known and not empty.
    fn extent(&self) -> Option<[i64; 2]> {
        if self.strides.offset == DYNAMIC {
            return None;
        }
        let mut range = [self.strides.offset, self.strides.offset.checked_add(1)?];
        for (size, stride) in self.dims() {
            if size == DYNAMIC || stride == DYNAMIC {
                return None;
            }
            let reach = (size - 1) * stride;
            let end = usize::from(reach > 0);
            range[end] = range[end].checked_add(reach)?;
        }
        Some([range[0].checked_mul(self.size)?, range[1].checked_mul(self.size)?])
    }
}

/// Versions the loop `op`: the marked one runs under the condition that `checks` hold, beside a copy without a mark.
pub fn version(rw: &mut Rewriter, op: OpId, checks: &[Check]) {
    let memrefs: Vec<Value> = checks.iter().flat_map(|check| check.memrefs()).collect();
    let is_loop_after = |body: &Body, outer: OpId| {
        let is_before = |&value: &Value| !body.is_defined_inside(outer, value);
        OpRef::new(body, outer).interface::<dyn LoopLike>().is_some() && memrefs.iter().all(is_before)
    };
    let mut before = op;
    while let Some(outer) = rw.parent_op(before).filter(|&outer| is_loop_after(rw, outer)) {
        before = outer;
    }
    let loc = rw.loc(op);
    rw.set_loc(loc);
    rw.before(before);
    let mut checker = Checker { rw: rw.reborrow(), known: Vec::new(), ranges: Vec::new(), tests: Vec::new() };
    checks.iter().for_each(|&check| checker.check(check));
    let tests = checker.tests;
    let holds = tests.into_iter().reduce(|holds, test| rw.value(AndIOp::build(holds, test)));
    rw.before(op);
    let holds = if_run(rw, op, holds.expect("there is a check"));
    let choice = rw.create(IfOp::build(&[], holds));
    rw.create_block(choice.elseRegion(rw), &[], &[]);
    let copy = rw.clone_op(op, &mut CloneMap::default());
    rw.remove_attr(copy, MARK);
    for version in [op, copy] {
        rw.set_attr(version, CHECKED, Attr::UNIT);
    }
    rw.create(YieldOp::build(&[]));
    let block = rw.create_block(choice.thenRegion(rw), &[], &[]);
    rw.move_to_end(op, block);
    rw.at_end(block);
    rw.create(YieldOp::build(&[]));
}

/// Whether the loop `op` executes at all, and `holds` is set, which may be poison if it does not.
fn if_run(rw: &mut Rewriter, op: OpId, holds: Value) -> Value {
    let (lower, upper) = bounds(rw, op);
    let known = [lower, upper].map(|bound| constant_value(rw, bound).and_then(|bound| bound.as_i64(rw.cx())));
    if matches!(known, [Some(lower), Some(upper)] if lower < upper) {
        return holds;
    }
    let predicate = CmpIPredicate::Slt.attr(rw.cx());
    let runs = rw.value(CmpIOp::build(lower, upper, predicate));
    let never = constant_int(rw, 0, Type::I1);
    rw.value(SelectOp::build(runs, holds, never))
}

/// The extent of a dimension.
#[derive(Clone, Copy)]
struct Dimension {
    /// The distance between neighbours.
    distance: Value,
    /// The distance between the first and the last element.
    reach: Value,
    /// The offset of the last element from the first, if it may be negative; else 0.
    back: Option<Value>,
}

/// The range of a memref in bytes: the memory between its first and its last element.
#[derive(Clone, Copy)]
struct Range {
    start: Value,
    length: Value,
}

/// The descriptor of a memref as values.
struct MemRef {
    memref: Value,
    offset: Value,
    dims: Vec<Dimension>,
}

/// The builder of the tests.
struct Checker<'r, 'c> {
    rw: Rewriter<'r, 'c>,
    /// The descriptors computed so far.
    known: Vec<MemRef>,
    ranges: Vec<(Value, Range)>,
    /// The conditions that have to hold.
    tests: Vec<Value>,
}

impl Checker<'_, '_> {
    fn check(&mut self, check: Check) {
        match check {
            Check::Injective(memref) => self.injective(memref),
            Check::Disjoint(a, b) => {
                let ranges = [self.range(a), self.range(b)];
                for [one, other] in [ranges, [ranges[1], ranges[0]]] {
                    let distance = self.rw.value(SubIOp::build(other.start, one.start));
                    self.require(distance, CmpIPredicate::Uge, one.length);
                }
            }
        }
    }

    fn require(&mut self, a: Value, predicate: CmpIPredicate, b: Value) {
        let test = self.compare(a, predicate, b);
        self.tests.push(test);
    }

    fn compare(&mut self, a: Value, predicate: CmpIPredicate, b: Value) -> Value {
        let predicate = predicate.attr(self.rw.cx());
        self.rw.value(CmpIOp::build(a, b, predicate))
    }

    /// Adds the tests that each stride is longer than the extent of the dimensions after it.
    fn injective(&mut self, memref: Value) {
        let at = self.memref(memref);
        let mut reached = constant_index(&mut self.rw, 0);
        for dim in self.known[at].dims.clone().into_iter().rev() {
            self.require(dim.distance, CmpIPredicate::Ugt, reached);
            reached = self.rw.value(AddIOp::build(reached, dim.reach));
        }
    }

    fn range(&mut self, memref: Value) -> Range {
        if let Some((_, range)) = self.ranges.iter().find(|(known, _)| *known == memref) {
            return *range;
        }
        let layout = Layout::of(&self.rw, memref).expect("only memrefs with such layouts are checked");
        let (size, extent) = (layout.size, layout.extent());
        let (first, length) = match extent {
            Some([first, end]) => (constant_index(&mut self.rw, first), constant_index(&mut self.rw, end - first)),
            None => self.first_and_length(memref, size),
        };
        let rw = &mut self.rw;
        let pointer = rw.value(ExtractAlignedPointerAsIndexOp::build(memref));
        let range = Range { start: rw.value(AddIOp::build(pointer, first)), length };
        self.ranges.push((memref, range));
        range
    }

    /// The offset of a memref from its pointer, and its length, in bytes.
    fn first_and_length(&mut self, memref: Value, size: i64) -> (Value, Value) {
        let at = self.memref(memref);
        let rw = &mut self.rw;
        let MemRef { offset, ref dims, .. } = self.known[at];
        let back = dims.iter().filter_map(|dim| dim.back);
        let first = back.fold(offset, |first, back| rw.value(AddIOp::build(first, back)));
        let one = constant_index(rw, 1);
        let length = dims.iter().fold(one, |length, dim| rw.value(AddIOp::build(length, dim.reach)));
        let size = constant_index(rw, size);
        (rw.value(MulIOp::build(first, size)), rw.value(MulIOp::build(length, size)))
    }

    /// Returns the descriptor of a memref; adds the condition that none of its values overflows as a test.
    fn memref(&mut self, memref: Value) -> usize {
        if let Some(at) = self.known.iter().position(|known| known.memref == memref) {
            return at;
        }
        let rw = &mut self.rw;
        let layout = Layout::of(rw, memref).expect("only memrefs with such layouts are checked");
        let Strides { offset, strides } = &layout.strides;
        let is_known = !layout.shape.iter().chain(strides).chain([offset]).any(|&number| number == DYNAMIC);
        let metadata = (!is_known).then(|| rw.create(ExtractStridedMetadataOp::build(memref)));
        let known = |rw: &mut Rewriter, number: i64, dynamic: fn(ExtractStridedMetadataOp, &Body) -> Vec<Value>, at| {
            match metadata.filter(|_| number == DYNAMIC) {
                Some(metadata) => dynamic(metadata, rw)[at],
                None => constant_index(rw, number),
            }
        };
        let offset = known(rw, *offset, |op, body| vec![op.offset(body)], 0);
        let mut values = Vec::new();
        for (dim, sizes) in layout.dims().enumerate().filter(|(_, (size, _))| *size != 1) {
            let size = known(rw, sizes.0, |op, body| op.sizes(body).to_vec(), dim);
            let stride = known(rw, sizes.1, |op, body| op.strides(body).to_vec(), dim);
            values.push((sizes, size, stride));
        }
        let share = layout.share;
        let dims = values.into_iter().map(|(known, size, stride)| self.dimension(known, size, stride, share)).collect();
        self.known.push(MemRef { memref, offset, dims });
        self.known.len() - 1
    }

    /// A dimension with this size and stride, as far as they are constant, and as values.
    fn dimension(&mut self, known: (i64, i64), size: Value, stride: Value, share: i64) -> Dimension {
        // Each of two dynamic factors gets the square root of the share.
        let most = |other: i64| match other {
            DYNAMIC => share.isqrt(),
            _ => share / other.abs().max(1),
        };
        let one = constant_index(&mut self.rw, 1);
        let last = self.rw.value(SubIOp::build(size, one));
        if known.0 == DYNAMIC {
            self.require_at_most(last, most(known.1));
        }
        let zero = constant_index(&mut self.rw, 0);
        let is_negative = match known.1 {
            DYNAMIC => Some(self.compare(stride, CmpIPredicate::Slt, zero)),
            _ => None,
        };
        let distance = match (known.1, is_negative) {
            (_, Some(is_negative)) => {
                let negated = self.rw.value(SubIOp::build(zero, stride));
                let distance = self.rw.value(SelectOp::build(is_negative, negated, stride));
                self.require_at_most(distance, most(if known.0 == DYNAMIC { DYNAMIC } else { known.0 - 1 }));
                distance
            }
            (..0, _) => constant_index(&mut self.rw, -known.1),
            _ => stride,
        };
        let reach = self.rw.value(MulIOp::build(last, distance));
        let back = (known.1 < 0).then(|| {
            let back = self.rw.value(SubIOp::build(zero, reach));
            is_negative.map_or(back, |is_negative| self.rw.value(SelectOp::build(is_negative, back, zero)))
        });
        Dimension { distance, reach, back }
    }

    fn require_at_most(&mut self, value: Value, most: i64) {
        let most = constant_index(&mut self.rw, most);
        self.require(value, CmpIPredicate::Ule, most);
    }
}
