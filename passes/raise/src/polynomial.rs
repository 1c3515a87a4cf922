//! Polynomials over values, with integer coefficients.

use std::collections::BTreeMap;

use rmlir::prelude::*;

/// A product of values, sorted; empty for one.
pub(crate) type Monomial = Vec<Value>;

/// A sum of products of values. Coefficients are exact: an overflow of 64 bits makes the whole polynomial unknown.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Polynomial {
    terms: BTreeMap<Monomial, i64>,
}

impl Polynomial {
    pub(crate) fn constant(value: i64) -> Self {
        Self::term(Monomial::new(), value)
    }

    pub(crate) fn value(value: Value) -> Self {
        Self::term(vec![value], 1)
    }

    pub(crate) fn term(product: Monomial, coefficient: i64) -> Self {
        let mut made = Self::default();
        if coefficient != 0 {
            made.terms.insert(product, coefficient);
        }
        made
    }

    /// The terms: products with their coefficients, none of which is zero.
    pub(crate) fn terms(&self) -> impl Iterator<Item = (&Monomial, i64)> {
        self.terms.iter().map(|(product, &coefficient)| (product, coefficient))
    }

    /// The number, if there are no values.
    pub(crate) fn as_constant(&self) -> Option<i64> {
        match self.terms.len() {
            0 => Some(0),
            1 => self.terms.get(&Monomial::new()).copied(),
            _ => None,
        }
    }

    pub(crate) fn add(mut self, other: &Self) -> Option<Self> {
        for (product, coefficient) in other.terms() {
            let sum = self.terms.get(product).copied().unwrap_or(0).checked_add(coefficient)?;
            match sum {
                0 => self.terms.remove(product),
                _ => self.terms.insert(product.clone(), sum),
            };
        }
        Some(self)
    }

    pub(crate) fn scale(&self, factor: i64) -> Option<Self> {
        self.mul(&Self::constant(factor))
    }

    pub(crate) fn mul(&self, other: &Self) -> Option<Self> {
        let mut product = Self::default();
        for (left, a) in self.terms() {
            for (right, b) in other.terms() {
                let mut values = [left.as_slice(), right.as_slice()].concat();
                values.sort_unstable();
                product = product.add(&Self::term(values, a.checked_mul(b)?))?;
            }
        }
        Some(product)
    }

    /// The quotient, if all coefficients are multiples of `divisor`.
    pub(crate) fn divide(&self, divisor: i64) -> Option<Self> {
        let divides = self.terms.values().all(|coefficient| coefficient % divisor == 0);
        let quotients = self.terms.iter().map(|(product, coefficient)| (product.clone(), coefficient / divisor));
        divides.then(|| Self { terms: quotients.collect() })
    }
}

/// The factors of `product` that remain without those of `divisor`, if it contains these.
pub(crate) fn quotient(product: &[Value], divisor: &[Value]) -> Option<Monomial> {
    let mut rest = product.to_vec();
    for factor in divisor {
        let place = rest.iter().position(|other| other == factor)?;
        rest.remove(place);
    }
    Some(rest)
}
