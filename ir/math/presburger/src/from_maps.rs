//! Constraints from affine maps and sets: their divisions become local variables.

use rmlir_affine_maps::{AffineMap, BinaryKind, FlatRow, Flattened, IntegerSet, LocalDefinition, flatten};

use crate::int::Int;
use crate::polyhedron::{Kind, Polyhedron};
use crate::row::{Row, negated};

/// The side of a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// An inclusive lower bound.
    Lower,
    /// An exclusive upper bound.
    Upper,
    /// An equality.
    Equal,
}

/// The treatment of remainders by variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remainders {
    /// They are rejected as not linear.
    Refused,
    /// They are bounded by 0 (inclusive) and the divisor (exclusive), which is assumed to be positive.
    Bounded,
}

/// A bound by a map over the dimensions and symbols of a polyhedron.
#[derive(Clone, Copy, Debug)]
pub struct MapBound<'m> {
    /// The side.
    pub side: Side,
    /// The map.
    pub map: &'m AffineMap,
    /// A constant added to its results, which may exceed the range of a map.
    pub shift: i64,
    /// The treatment of remainders by variables.
    pub remainders: Remainders,
}

impl<V: Copy + PartialEq> Polyhedron<V> {
    /// The points of a set over `operands`; `None` if it is semi-affine.
    pub fn of_set(set: &IntegerSet, operands: &[V]) -> Option<Self> {
        let (dims, symbols) = operands.split_at(set.n_dims() as usize);
        let mut new = Self::with_values(dims, symbols);
        let exprs = set.constraints().iter().map(|constraint| &constraint.expr);
        let flat = flatten(exprs, set.n_dims(), set.n_symbols())?;
        let is_affine = |definition: &LocalDefinition| matches!(definition, LocalDefinition::FloorDiv { .. });
        if !flat.locals.iter().all(|local| is_affine(&local.definition)) {
            return None;
        }
        new.insert(Kind::Local, 0, &vec![None; flat.locals.len()]);
        for (constraint, row) in set.constraints().iter().zip(&flat.rows) {
            let row = new.widened(row);
            if constraint.is_eq {
                new.add_equality(row);
            } else {
                new.add_inequality(row);
            }
        }
        new.add_definitions(&flat);
        Some(new)
    }

    /// Adds a bound by a map over the dimensions and symbols of the polyhedron. Results that use the variable itself
    /// are skipped.
    pub fn add_aligned_bound(&mut self, side: Side, position: usize, map: &AffineMap) -> Option<()> {
        self.add_map_bound(position, &MapBound { side, map, shift: 0, remainders: Remainders::Refused })
    }

    /// As [`Self::add_aligned_bound`].
    pub fn add_map_bound(&mut self, position: usize, bound: &MapBound) -> Option<()> {
        let side = bound.side;
        let rows = self.flatten_and_merge_locals_with(bound.map, bound.remainders)?;
        for mut row in rows {
            *row.last_mut().expect("a row has a constant") += &Int::from(bound.shift);
            if side != Side::Upper {
                row.iter_mut().for_each(|number| *number = -&*number);
            }
            if !row[position].is_zero() {
                continue;
            }
            row[position] = Int::from(if side == Side::Upper { -1 } else { 1 });
            match side {
                Side::Equal => self.add_equality(row),
                Side::Lower => self.add_inequality(row),
                Side::Upper => {
                    *row.last_mut().expect("a row has a constant") -= &Int::ONE;
                    self.add_inequality(row);
                }
            }
        }
        Some(())
    }

    /// The rows of the results of a map over the dimensions and symbols of the polyhedron. Divisions become new local
    /// variables, before the existing ones. `None` for semi-affine maps.
    pub fn flatten_and_merge_locals(&mut self, map: &AffineMap) -> Option<Vec<Row>> {
        self.flatten_and_merge_locals_with(map, Remainders::Refused)
    }

    fn flatten_and_merge_locals_with(&mut self, map: &AffineMap, remainders: Remainders) -> Option<Vec<Row>> {
        let flat = flatten(map.results(), map.n_dims(), map.n_symbols())?;
        let is_expressible = |definition: &LocalDefinition| match definition {
            LocalDefinition::FloorDiv { .. } => true,
            LocalDefinition::SemiAffine { kind, .. } => *kind == BinaryKind::Mod && remainders == Remainders::Bounded,
        };
        if !flat.locals.iter().all(|local| is_expressible(&local.definition)) {
            return None;
        }
        self.insert(Kind::Local, 0, &vec![None; flat.locals.len()]);
        self.add_definitions(&flat);
        Some(flat.rows.iter().map(|row| self.widened(row)).collect())
    }

    /// The row over the columns of the polyhedron, whose first local variables are those of the row.
    fn widened(&self, row: &FlatRow) -> Row {
        let mut wide = self.zero_row();
        for (place, &number) in wide.iter_mut().zip(row.dims.iter().chain(&row.symbols)) {
            *place = Int::from(number);
        }
        for (&local, &number) in &row.locals {
            wide[self.n_inputs() + local] = Int::from(number);
        }
        *wide.last_mut().expect("a row has a constant") = Int::from(row.constant);
        wide
    }

    /// Adds the bounds that define the first local variables of the polyhedron as divisions, and bound remainders by
    /// variables.
    fn add_definitions(&mut self, flat: &Flattened) {
        for (index, local) in flat.locals.iter().enumerate() {
            let column = self.n_inputs() + index;
            match &local.definition {
                LocalDefinition::FloorDiv { dividend, divisor } => {
                    let mut upper = self.widened(dividend);
                    upper[column] = -Int::from(*divisor);
                    let mut lower = negated(&upper);
                    *lower.last_mut().expect("a row has a constant") += &Int::from(*divisor - 1);
                    self.add_inequality(lower);
                    self.add_inequality(upper);
                }
                LocalDefinition::SemiAffine { rhs, .. } => {
                    self.add_lower_bound(column, 0);
                    let mut below_divisor = self.widened(rhs);
                    below_divisor[column] -= &Int::ONE;
                    *below_divisor.last_mut().expect("a row has a constant") -= &Int::ONE;
                    self.add_inequality(below_divisor);
                }
            }
        }
    }

    /// Adds dimensions for the results of a map over the dimensions and symbols of the polyhedron, before the existing
    /// ones.
    pub fn compose_aligned(&mut self, map: &AffineMap) -> Option<()> {
        let rows = self.flatten_and_merge_locals(map)?;
        let n_results = rows.len();
        self.insert(Kind::Dim, 0, &vec![None; n_results]);
        for (index, row) in rows.into_iter().enumerate() {
            let mut equality = self.zero_row();
            equality[index] = Int::ONE;
            for (place, number) in equality[n_results..].iter_mut().zip(&row) {
                *place = -number;
            }
            self.add_equality(equality);
        }
        Some(())
    }
}
