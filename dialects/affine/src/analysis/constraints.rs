//! Linear constraints on values: domains of loops and conditions, bounds given by maps.
//!
//! Dimensions and symbols of the polyhedron are values of a program. Divisions in maps become locals.

use std::ops::{Deref, DerefMut};

use crate::compose::{canonicalize_map_and_operands, canonicalize_set_and_operands, fully_compose_map_and_operands};
use crate::scope::{for_of_induction_var, is_induction_var, is_valid_symbol, parallel_of_induction_var};
use crate::{ApplyOp, ForOp, IfOp, ParallelOp};
use rmlir::affine_maps::{AffineExpr, AffineMap, IntegerSet};
use rmlir::prelude::*;
use rmlir_presburger::{Int, Kind, Polyhedron, Side};

/// A polyhedron whose dimensions and symbols are values.
#[derive(Clone, Debug)]
pub struct ValueConstraints(pub Polyhedron<Value>);

impl Deref for ValueConstraints {
    type Target = Polyhedron<Value>;
    fn deref(&self) -> &Polyhedron<Value> {
        &self.0
    }
}

impl DerefMut for ValueConstraints {
    fn deref_mut(&mut self) -> &mut Polyhedron<Value> {
        &mut self.0
    }
}

/// The constant integer value of `value`.
pub fn constant_int(body: &Body, value: Value) -> Option<i64> {
    rmlir::core::fold::constant_value(body, value)?.as_i64(body.cx())
}

/// The map with the affine definitions of its operands composed into it, in canonical form.
pub fn composed(body: &Body, map: &AffineMap, operands: &[Value]) -> (AffineMap, Vec<Value>) {
    let (mut map, mut operands) = (map.clone(), operands.to_vec());
    fully_compose_map_and_operands(body, &mut map, &mut operands);
    map = map.simplify();
    canonicalize_map_and_operands(body, &mut map, &mut operands);
    (map, operands)
}

/// Construction.
impl ValueConstraints {
    /// The universe over these values as dimensions.
    pub fn of_dims(dims: &[Value]) -> Self {
        Self(Polyhedron::with_values(dims, &[]))
    }

    /// The points of a set over `operands`; `None` if it is semi-affine.
    pub fn of_set(set: &IntegerSet, operands: &[Value]) -> Option<Self> {
        Polyhedron::of_set(set, operands).map(Self)
    }

    /// The iteration domain of loops and conditions `ops`, outer before inner: dimensions are the induction variables.
    pub fn of_iterations(body: &Body, ops: &[OpId]) -> Option<Self> {
        let mut new = Self::of_dims(&induction_vars(body, ops));
        for &op in ops {
            let view = OpRef::new(body, op);
            if let Some(op) = view.cast::<ForOp>() {
                new.add_for_domain(body, op)?;
            } else if let Some(op) = view.cast::<ParallelOp>() {
                new.add_parallel_domain(body, op)?;
            } else {
                new.add_if_domain(body, view.cast::<IfOp>()?)?;
            }
        }
        Some(new)
    }
}

/// The induction variables of the loops among `ops`.
pub fn induction_vars(body: &Body, ops: &[OpId]) -> Vec<Value> {
    let mut found = Vec::new();
    for &op in ops {
        let view = OpRef::new(body, op);
        if let Some(op) = view.cast::<ForOp>() {
            found.push(op.induction_var(body));
        } else if let Some(op) = view.cast::<ParallelOp>() {
            found.extend_from_slice(body.args(op.body(body)));
        }
    }
    found
}

/// Domains.
impl ValueConstraints {
    /// Adds a dimension for an induction variable, with the domain of its loop, or a symbol; `None` if `value` is
    /// neither.
    pub fn add_induction_var_or_symbol(&mut self, body: &Body, value: Value) -> Option<()> {
        if self.find(value).is_some() {
            return Some(());
        }
        let is_apply = body.defining_op(value).is_some_and(|op| OpRef::new(body, op).is::<ApplyOp>());
        if is_apply || (!is_valid_symbol(body, value) && !is_induction_var(body, value)) {
            return None;
        }
        if let Some(op) = for_of_induction_var(body, value) {
            self.append(Kind::Dim, Some(value));
            return self.add_for_domain(body, op);
        }
        if let Some(op) = parallel_of_induction_var(body, value) {
            for &value in body.args(op.body(body)) {
                self.append(Kind::Dim, Some(value));
            }
            return self.add_parallel_domain(body, op);
        }
        let symbol = self.append(Kind::Symbol, Some(value));
        if let Some(constant) = constant_int(body, value) {
            self.fix(symbol, constant);
        }
        Some(())
    }

    /// Adds the constraints of the bounds and the step of a loop on its induction variable. `None` if they cannot be
    /// expressed.
    pub fn add_for_domain(&mut self, body: &Body, op: ForOp) -> Option<()> {
        let iv = self.find(op.induction_var(body)).expect("the induction variable is in the system");
        let step = Some(op.step(body)).filter(|&step| step > 0)?;
        if let (true, Some(lower)) = (step != 1, op.constant_lower_bound(body)) {
            self.add_stride(iv, lower, step);
        }
        match op.constant_lower_bound(body) {
            Some(lower) => self.add_lower_bound(iv, lower),
            None => {
                let (map, operands) = op.lower_bound(body);
                self.add_bound(body, Side::Lower, iv, &map, &operands)?;
            }
        }
        match op.constant_upper_bound(body) {
            Some(upper) => self.add_end(iv, upper),
            None => {
                let (map, operands) = op.upper_bound(body);
                self.add_bound(body, Side::Upper, iv, &map, &operands)?;
            }
        }
        Some(())
    }

    /// Adds `variable < end`; if `end` is the least integer, the result is empty.
    fn add_end(&mut self, variable: usize, end: i64) {
        let mut row = self.zero_row();
        row[variable] = Int::from(-1);
        *row.last_mut().expect("a row has a constant") = &Int::from(end) - 1;
        self.add_inequality(row);
    }

    /// Adds `(iv - lower) mod step == 0`, through the quotient.
    fn add_stride(&mut self, iv: usize, lower: i64, step: i64) {
        let mut distance = self.zero_row();
        distance[iv] = Int::ONE;
        *distance.last_mut().expect("a row has a constant") = -Int::from(lower);
        let quotient = self.add_local_floor_div(distance.clone(), &Int::from(step));
        distance.insert(quotient, -Int::from(step));
        self.add_equality(distance);
    }

    /// Adds the constraints of the bounds of a parallel loop on its induction variables.
    pub fn add_parallel_domain(&mut self, body: &Body, op: ParallelOp) -> Option<()> {
        let ivs = body.args(op.body(body)).to_vec();
        let (lower, upper) = (op.lower_bound_maps(body), op.upper_bound_maps(body));
        let operands = (op.lower_bounds(body).1, op.upper_bounds(body).1);
        for (index, value) in ivs.into_iter().enumerate() {
            let iv = self.find(value).expect("the induction variable is in the system");
            match lower[index].single_constant() {
                Some(constant) => self.add_lower_bound(iv, constant),
                None => self.add_bound(body, Side::Lower, iv, &lower[index], &operands.0)?,
            }
            match upper[index].single_constant() {
                Some(constant) => self.add_end(iv, constant),
                None => self.add_bound(body, Side::Upper, iv, &upper[index], &operands.1)?,
            }
        }
        Some(())
    }

    /// Adds the condition of an `affine.if`; `None` if it is semi-affine.
    pub fn add_if_domain(&mut self, body: &Body, op: IfOp) -> Option<()> {
        self.add_set(body, op.condition(body).clone(), op.operands(body))
    }

    /// Adds the constraint that `operands` are a point of `set`; `None` if it is semi-affine.
    pub fn add_set(&mut self, body: &Body, mut set: IntegerSet, mut operands: Vec<Value>) -> Option<()> {
        canonicalize_set_and_operands(body, &mut set, &mut operands);
        let mut condition = Self::of_set(&set, &operands)?;
        self.merge_and_align(0, &mut condition);
        self.append_constraints(&condition);
        Some(())
    }
}

/// Bounds given by maps.
impl ValueConstraints {
    /// Adds a bound of the variable at `position`, after composing the definitions of the operands; adds the operands
    /// as variables.
    pub fn add_bound(
        &mut self,
        body: &Body,
        side: Side,
        position: usize,
        map: &AffineMap,
        operands: &[Value],
    ) -> Option<()> {
        let (map, operands) = composed(body, map, operands);
        for &operand in &operands {
            self.add_induction_var_or_symbol(body, operand)?;
        }
        let aligned = self.aligned_map(&map, &operands);
        self.add_aligned_bound(side, position, &aligned)
    }

    /// The map over the dimensions and symbols of the polyhedron, which has all operands.
    pub fn aligned_map(&self, map: &AffineMap, operands: &[Value]) -> AffineMap {
        let n_dims = self.n_dims();
        let exprs: Vec<AffineExpr> = operands
            .iter()
            .map(|&operand| match self.find(operand).expect("operands are in the system") {
                position if position < n_dims => AffineExpr::dim(position as u32),
                position => AffineExpr::symbol((position - n_dims) as u32),
            })
            .collect();
        let (dims, symbols) = exprs.split_at(map.n_dims() as usize);
        map.replace_dims_and_symbols(dims, symbols, n_dims as u32, self.n_symbols() as u32)
    }

    /// Inserts dimensions for the results of a map over operands that are dimensions and symbols of the polyhedron,
    /// before the present ones.
    pub fn compose_map(&mut self, map: &AffineMap, operands: &[Value]) -> Option<()> {
        let aligned = self.aligned_map(map, operands);
        self.compose_aligned(&aligned)
    }
}

/// Operations on two polyhedra.
impl ValueConstraints {
    /// Aligns the variables of both polyhedra: dimensions from `offset` on by their values, then symbols, then locals.
    pub fn merge_and_align(&mut self, offset: usize, other: &mut Self) {
        for dim in offset..self.n_dims() {
            let value = self.value(dim);
            match value.and_then(|value| other.find_from(value, dim)) {
                Some(found) => other.swap(dim, found),
                None => {
                    other.insert(Kind::Dim, dim, &[value]);
                }
            }
        }
        for dim in self.n_dims()..other.n_dims() {
            let value = other.value(dim);
            self.append(Kind::Dim, value);
        }
        self.merge_symbols(other);
        self.0.merge_locals(&mut other.0);
    }

    /// Aligns the symbols of both polyhedra: first those of this one, then the other symbols of `other`.
    pub fn merge_symbols(&mut self, other: &mut Self) {
        let n_dims = other.n_dims();
        for index in 0..self.n_symbols() {
            let value = self.value(self.n_dims() + index);
            match value.and_then(|value| other.find_from(value, n_dims + index)) {
                Some(found) => other.swap(n_dims + index, found),
                None => {
                    other.insert(Kind::Symbol, index, &[value]);
                }
            }
        }
        for index in self.n_symbols()..other.n_symbols() {
            let value = other.value(n_dims + index);
            self.append(Kind::Symbol, value);
        }
    }

    /// Whether dimensions and symbols have the same values in both.
    pub fn is_aligned_with(&self, other: &Self) -> bool {
        (self.n_dims(), self.values()) == (other.n_dims(), other.values())
    }

    /// Like [`Polyhedron::union_bounding_box`], for polyhedra with the same dimensions.
    #[must_use]
    pub fn union_box(&mut self, other: &Self) -> bool {
        if self.is_aligned_with(other) {
            return self.0.union_bounding_box(other);
        }
        let mut other = other.clone();
        let n_dims = self.n_dims();
        self.merge_and_align(n_dims, &mut other);
        self.0.union_bounding_box(&other)
    }

    /// Converts symbols that are induction variables to dimensions.
    pub fn induction_vars_to_dims(&mut self, body: &Body) {
        let symbols = self.values()[self.n_dims()..].iter().flatten();
        let ivs: Vec<Value> = symbols.copied().filter(|&value| for_of_induction_var(body, value).is_some()).collect();
        for value in ivs {
            match self.find(value) {
                Some(column) if column >= self.n_dims() => self.symbol_to_dim(column),
                _ => {}
            }
        }
    }
}
