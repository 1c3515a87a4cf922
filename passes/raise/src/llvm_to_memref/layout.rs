//! The shape of the memory behind a base, recovered from the offsets of its accesses.
//!
//! An array with sizes `[_, n, m]` is accessed at `(i * n + j) * m + k`. The strides of the induction variables, sorted,
//! are divided by each other: their quotients are the sizes, constants or products of parameters (Grosser, Ramanujam,
//! Pouchet, Sadayappan and Pop, "Optimistic delinearization of parametrically sized arrays", ICS 2015). That every
//! subscript is less than its size has to be checked afterwards: `range`.

use rmlir::prelude::*;

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
}

impl Shape {
    /// The shape for all `offsets`, in which the values for which `varies` holds are induction variables.
    pub(super) fn of<'a>(
        offsets: impl Iterator<Item = &'a Polynomial>,
        varies: &impl Fn(Value) -> bool,
    ) -> Result<Self, &'static str> {
        let mut strides = vec![Stride { factor: 1, product: Monomial::new() }];
        for (product, coefficient) in offsets.flat_map(Polynomial::terms) {
            let variables: Vec<Value> = product.iter().copied().filter(|&value| varies(value)).collect();
            let parameters = quotient(product, &variables).expect("these are factors");
            let stride = match variables.len() {
                // Any of its factors could be an index, as the row in `a[row][j]`.
                0 => continue,
                1 => Stride { factor: coefficient.abs(), product: parameters },
                _ => return Err("a subscript with a product of induction variables"),
            };
            if !strides.contains(&stride) {
                strides.push(stride);
            }
        }
        strides.sort_by_key(|stride| std::cmp::Reverse((stride.product.len(), stride.factor)));
        let is_chain = strides.windows(2).all(|pair| pair[0].divide(&pair[1]).is_some());
        match is_chain {
            true => Ok(Self { strides }),
            false if strides.iter().all(|stride| stride.product.is_empty()) => Ok(Self::flat()),
            false => Err("the strides of the subscripts do not divide each other"),
        }
    }

    /// One dimension.
    pub(super) fn flat() -> Self {
        Self { strides: vec![Stride { factor: 1, product: Monomial::new() }] }
    }

    /// The size of each dimension except the outermost.
    pub(super) fn inner_sizes(&self) -> Vec<Stride> {
        self.strides.windows(2).map(|pair| pair[0].divide(&pair[1]).expect("the strides are a chain")).collect()
    }

    /// The subscripts at `offset`.
    pub(super) fn subscripts(&self, offset: &Polynomial, varies: &impl Fn(Value) -> bool) -> Option<Vec<Polynomial>> {
        let mut subscripts = vec![Polynomial::default(); self.strides.len()];
        for (product, mut coefficient) in offset.terms() {
            for (stride, subscript) in self.strides.iter().zip(&mut subscripts) {
                let Some(rest) = quotient(product, &stride.product).filter(|rest| rest.len() < 2) else { continue };
                // Constants, and parameters, are rounded: the difference is the subscript of an inner dimension.
                let share = match rest.iter().any(|&value| varies(value)) {
                    true if coefficient % stride.factor != 0 => continue,
                    true => coefficient / stride.factor,
                    false => nearest(coefficient, stride.factor),
                };
                *subscript = std::mem::take(subscript).add(&Polynomial::term(rest, share))?;
                coefficient -= share * stride.factor;
                if coefficient == 0 {
                    break;
                }
            }
            if coefficient != 0 {
                return None;
            }
        }
        Some(subscripts)
    }
}

impl Stride {
    fn divide(&self, other: &Self) -> Option<Self> {
        let product = quotient(&self.product, &other.product)?;
        (self.factor % other.factor == 0).then(|| Self { factor: self.factor / other.factor, product })
    }
}

/// The quotient with the remainder of least absolute value.
fn nearest(value: i64, divisor: i64) -> i64 {
    let floor = value.div_euclid(divisor);
    if value.rem_euclid(divisor) * 2 > divisor { floor + 1 } else { floor }
}
