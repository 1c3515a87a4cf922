//! The shape of the memory behind a base, recovered from the offsets of its accesses.
//!
//! An array with sizes `[_, n, m]` is accessed at `(i * n + j) * m + k`. The strides of the induction variables, sorted,
//! are divided by each other: their quotients are the sizes, constants or products of parameters (Grosser, Ramanujam,
//! Pouchet, Sadayappan and Pop, "Optimistic delinearization of parametrically sized arrays", ICS 2015). That every
//! subscript is less than its size has to be checked afterwards: `range`.
//!
//! If constant strides do not divide each other, the smallest ones that do are used, and the others are split into
//! multiples of these: `257 * i` is `[i][i]` of an array with rows of 256 elements, if `256 * j` occurs, too.

use rmlir::prelude::*;

use crate::number::Number;
use crate::polynomial::{Monomial, Polynomial, quotient};

/// A constant times a product of parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stride {
    pub factor: i64,
    pub product: Monomial,
}

/// The strides of all dimensions in elements, outermost first; the last is one.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub strides: Vec<Stride>,
    /// Whether every induction variable has one of the strides. The others are split, as the one of the diagonal `a[i][i]`
    /// is, which is a guess.
    pub is_exact: bool,
}

impl Shape {
    /// The shape for all `offsets`, in which the values for which `varies` holds are induction variables. `None` if these
    /// are multiplied, or if the strides do not divide each other.
    pub(super) fn of<'a>(
        offsets: impl Iterator<Item = &'a Polynomial>,
        varies: &impl Fn(Value) -> bool,
    ) -> Option<Self> {
        let mut strides = vec![Stride { factor: 1, product: Monomial::new() }];
        for (product, coefficient) in offsets.flat_map(Polynomial::terms) {
            let variables: Vec<Value> = product.iter().copied().filter(|&value| varies(value)).collect();
            let parameters = quotient(product, &variables).expect("these are factors");
            let stride = match variables.len() {
                // Any of its factors could be an index, as the row in `a[row][j]`.
                0 => continue,
                1 => Stride { factor: coefficient.checked_abs()?, product: parameters },
                _ => return None,
            };
            if !strides.contains(&stride) {
                strides.push(stride);
            }
        }
        strides.sort_by_key(|stride| std::cmp::Reverse((stride.product.len(), stride.factor)));
        let is_chain = |strides: &[Stride]| strides.windows(2).all(|pair| pair[0].divide(&pair[1]).is_some());
        if is_chain(&strides) {
            return Some(Self { strides, is_exact: true });
        }
        if !strides.iter().all(|stride| stride.product.is_empty()) {
            return None;
        }
        let mut chain: Vec<Stride> = Vec::new();
        for stride in strides.into_iter().rev() {
            if chain.last().is_none_or(|inner| stride.divide(inner).is_some()) {
                chain.push(stride);
            }
        }
        chain.reverse();
        Some(Self { strides: chain, is_exact: false })
    }

    /// One dimension.
    pub(super) fn flat() -> Self {
        Self { strides: vec![Stride { factor: 1, product: Monomial::new() }], is_exact: true }
    }

    /// The size of each dimension except the outermost.
    pub(super) fn inner_sizes(&self) -> Vec<Stride> {
        self.strides.windows(2).map(|pair| pair[0].divide(&pair[1]).expect("the strides are a chain")).collect()
    }

    /// The subscripts at `offset`; `least` is the least value of a coefficient times an induction variable, if it is a
    /// constant.
    pub(super) fn subscripts(
        &self,
        offset: &Polynomial,
        varies: &impl Fn(Value) -> bool,
        least: &impl Fn(Value, i64) -> Option<i64>,
    ) -> Option<Vec<Polynomial>> {
        let mut subscripts = vec![Polynomial::default(); self.strides.len()];
        let (mut constant, mut least_offset) = (0i64, vec![0; self.strides.len()]);
        for (product, coefficient) in offset.terms() {
            if product.is_empty() {
                constant = coefficient;
                continue;
            }
            for (dim, variable, factor) in self.places(product, coefficient, varies)? {
                subscripts[dim] =
                    std::mem::take(&mut subscripts[dim]).add(&Polynomial::term(variable.clone(), factor))?;
                if let &[value] = variable.as_slice()
                    && self.strides[dim].product.is_empty()
                {
                    let stride = self.strides[dim].factor;
                    let offset = least(value, factor).unwrap_or(0).checked_mul(stride)?;
                    least_offset[dim] = i64::checked_add(least_offset[dim], offset)?;
                }
            }
        }
        // A constant offset may belong to several dimensions: what is left for the inner ones must not be negative.
        for (dim, stride) in self.strides.iter().enumerate().filter(|(_, stride)| stride.product.is_empty()) {
            let inner = least_offset[dim + 1..].iter().try_fold(0, |sum, &offset| i64::checked_add(sum, offset))?;
            let is_last = dim + 1 == self.strides.len();
            let share = if is_last { constant } else { constant.checked_add(inner)?.div_euclid(stride.factor) };
            subscripts[dim] = std::mem::take(&mut subscripts[dim]).add(&Polynomial::constant(share))?;
            constant = constant.checked_sub(share.checked_mul(stride.factor)?)?;
        }
        Some(subscripts)
    }

    /// The dimensions to whose subscripts a term belongs, and the term without their strides.
    fn places(
        &self,
        product: &Monomial,
        mut coefficient: i64,
        varies: &impl Fn(Value) -> bool,
    ) -> Option<Vec<(usize, Monomial, i64)>> {
        let is_split = !self.is_exact && matches!(product.as_slice(), &[value] if varies(value));
        if !is_split {
            return Some(vec![self.place(product, coefficient, varies)?]);
        }
        let mut places = Vec::new();
        for (dim, stride) in self.strides.iter().enumerate() {
            let factor = coefficient / stride.factor;
            coefficient -= factor * stride.factor;
            if factor != 0 {
                places.push((dim, product.clone(), factor));
            }
        }
        Some(places)
    }

    /// The dimension to whose subscript a term belongs, and the term without the stride.
    fn place(
        &self,
        product: &Monomial,
        coefficient: i64,
        varies: &impl Fn(Value) -> bool,
    ) -> Option<(usize, Monomial, i64)> {
        let fits = |(dim, stride): (usize, &Stride)| {
            let rest = quotient(product, &stride.product)?;
            let is_variable = rest.iter().any(|&value| varies(value));
            let is_simple = rest.len() < 2 && (is_variable || rest.len() == product.len() || rest.is_empty());
            (is_simple && coefficient % stride.factor == 0).then(|| (dim, rest, coefficient / stride.factor))
        };
        self.strides.iter().enumerate().find_map(fits)
    }
}

impl Stride {
    /// The stride as a number, with `value` for parameters.
    pub(super) fn number(&self, rw: &mut Rewriter, value: impl Fn(&mut Rewriter, Value) -> Number) -> Number {
        self.product.iter().fold(Number::Constant(self.factor), |product, &factor| {
            let factor = value(rw, factor);
            product.mul(rw, factor)
        })
    }

    fn divide(&self, other: &Self) -> Option<Self> {
        let product = quotient(&self.product, &other.product)?;
        (self.factor % other.factor == 0).then(|| Self { factor: self.factor / other.factor, product })
    }
}
