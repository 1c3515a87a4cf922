//! Bounds of indices and of sizes of shaped values, declared by operations.
//!
//! A [`Quantity`] is an integer known only at run time: a value of type `index`, or the size of a dimension of a shaped
//! value. By [`ValueBounds`] an operation relates the quantities that it defines to others, which are visited in turn;
//! the constraints are added to a [`BoundSet`], the operation's only view of the analysis.

use rmlir_affine_maps::{AffineExpr, BoundKind};

use crate::arena::Value;
use crate::body::Body;
use crate::fold::constant_value;
use crate::mixed_index::MixedIndex;
use crate::opref::{OpRef, ValueRef};
use crate::reassociation::Group;
use crate::types::DYNAMIC;

/// An index, or a size of a shaped value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Quantity {
    /// The value.
    pub value: Value,
    /// The dimension whose size is denoted; `None` for an index.
    pub dim: Option<usize>,
}

impl Quantity {
    /// An index.
    pub fn index(value: Value) -> Self {
        Self { value, dim: None }
    }

    /// The size of a dimension.
    pub fn size(value: Value, dim: usize) -> Self {
        Self { value, dim: Some(dim) }
    }

    /// The static size in the type, or the constant of the value.
    pub fn constant(self, body: &Body) -> Option<i64> {
        match self.dim {
            Some(dim) => body.ty(self.value).shape(body)?.get(dim).copied().filter(|&size| size != DYNAMIC),
            None => constant_value(body, self.value)?.as_i64(body),
        }
    }
}

/// A relation between two integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// Less than.
    Below,
    /// Less than or equal to.
    AtMost,
    /// Equal to.
    Equal,
    /// Greater than or equal to.
    AtLeast,
    /// Greater than.
    Above,
}

/// An integer or a quantity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// An integer.
    Number(i64),
    /// A quantity.
    Quantity(Quantity),
}

/// A set of constraints on quantities, to be extended.
pub trait BoundSet {
    /// The expression that represents `quantity` in constraints: an integer if it is known to be constant. A quantity
    /// not seen before is put on the worklist.
    fn expr(&mut self, quantity: Quantity) -> AffineExpr;

    /// Adds the constraint `quantity relation expr` for a quantity defined by this operation.
    fn add(&mut self, quantity: Quantity, relation: Relation, expr: AffineExpr);

    /// Collects the bounds of `quantity` and of all quantities on the worklist.
    fn collect(&mut self, quantity: Quantity);

    /// Returns whether the relation follows from the constraints, after the bounds of both sides are collected.
    fn proves(&mut self, left: Term, relation: Relation, right: Term) -> bool;

    /// A constant (inclusive) bound of `expr` that follows from the constraints, after the bounds of its quantities are
    /// collected.
    fn constant(&mut self, expr: &AffineExpr, kind: BoundKind) -> Option<i64>;

    /// Adds that `quantity` is `vscale`, the factor by which scalable vectors exceed the sizes in their types.
    fn add_vector_scale(&mut self, quantity: Quantity) {
        let _ = quantity;
    }

    /// As [`Self::expr`], of an index in a list.
    fn mixed(&mut self, index: MixedIndex) -> AffineExpr {
        match index {
            MixedIndex::Static(number) => AffineExpr::constant(number),
            MixedIndex::Dynamic(value) => self.expr(Quantity::index(value)),
        }
    }
}

/// An operation that declares bounds of its indices and sizes (upstream: `ValueBoundsOpInterface`): of results, and of
/// arguments of the entry blocks of its regions.
pub trait ValueBounds: Send + Sync {
    /// Adds the bounds of the index `value`.
    fn index_bounds(&self, op: OpRef, value: Value, set: &mut dyn BoundSet) {
        let _ = (op, value, set);
    }

    /// Adds the bounds of the size of dimension `dim` of `value`.
    fn size_bounds(&self, op: OpRef, value: Value, dim: usize, set: &mut dyn BoundSet) {
        let _ = (op, value, dim, set);
    }
}

/// Adds that `quantity` equals `other`.
pub fn add_same(set: &mut dyn BoundSet, quantity: Quantity, other: Quantity) {
    let other = set.expr(other);
    set.add(quantity, Relation::Equal, other);
}

/// Adds that size `dim` of `value` is entry `dim` of a list.
pub fn add_listed(set: &mut dyn BoundSet, value: Value, dim: usize, sizes: &[MixedIndex]) {
    if let Some(&size) = sizes.get(dim) {
        let size = set.mixed(size);
        set.add(Quantity::size(value, dim), Relation::Equal, size);
    }
}

/// Adds that size `dim` of `value` is the product of those of group `dim` of dimensions of `source`.
pub fn add_collapsed(set: &mut dyn BoundSet, value: Value, dim: usize, source: Value, groups: &[Group]) {
    let Some(group) = groups.get(dim) else { return };
    let sizes = group.iter().map(|&dim| set.expr(Quantity::size(source, dim as usize)));
    if let Some(product) = sizes.reduce(|product, size| product * size) {
        set.add(Quantity::size(value, dim), Relation::Equal, product);
    }
}

/// Adds that the index `value` is the size of dimension `dim` of `source`, if that dimension is known and exists.
pub fn add_asked_size(set: &mut dyn BoundSet, value: Value, source: ValueRef, dim: Option<i64>) {
    let result = Quantity::index(value);
    set.add(result, Relation::AtLeast, AffineExpr::constant(0));
    let rank = source.ty().shape(source.body).map_or(0, <[i64]>::len);
    let dim = dim.and_then(|dim| usize::try_from(dim).ok()).filter(|&dim| dim < rank);
    if let Some(dim) = dim {
        add_same(set, result, Quantity::size(source.id, dim));
    }
}

/// Adds that the index `value` is the rank of `source`, if that is known.
pub fn add_rank(set: &mut dyn BoundSet, value: Value, source: ValueRef) {
    if let Some(shape) = source.ty().shape(source.body) {
        set.add(Quantity::index(value), Relation::Equal, AffineExpr::constant(shape.len() as i64));
    }
}

/// Adds that `quantity` equals one of two others: it is between them, if their order is known.
pub fn add_one_of(set: &mut dyn BoundSet, quantity: Quantity, [a, b]: [Quantity; 2]) {
    for (low, high) in [(a, b), (b, a)] {
        if set.proves(Term::Quantity(low), Relation::AtMost, Term::Quantity(high)) {
            let least = set.expr(low);
            set.add(quantity, Relation::AtLeast, least);
            let greatest = set.expr(high);
            set.add(quantity, Relation::AtMost, greatest);
        }
    }
}
