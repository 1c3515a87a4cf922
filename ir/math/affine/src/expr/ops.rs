//! Operator traits for expressions, by value, by reference and with integers on either side.

use std::ops::{Add, Mul, Neg, Rem, Sub};

use super::{AffineExpr, construct};

fn sub(lhs: &AffineExpr, rhs: &AffineExpr) -> AffineExpr {
    construct::add(lhs, &negate(rhs))
}

fn negate(expr: &AffineExpr) -> AffineExpr {
    construct::mul(expr, &AffineExpr::constant(-1))
}

/// Implements one operator trait for every combination of value, reference and integer: `$function` takes references.
macro_rules! operator {
    ($trait:ident, $method:ident, $function:expr) => {
        operator!(@one $trait, $method, $function, AffineExpr, AffineExpr, |l, r| (&l, &r));
        operator!(@one $trait, $method, $function, AffineExpr, &AffineExpr, |l, r| (&l, r));
        operator!(@one $trait, $method, $function, &AffineExpr, AffineExpr, |l, r| (l, &r));
        operator!(@one $trait, $method, $function, &AffineExpr, &AffineExpr, |l, r| (l, r));
        operator!(@one $trait, $method, $function, AffineExpr, i64, |l, r| (&l, &AffineExpr::constant(r)));
        operator!(@one $trait, $method, $function, &AffineExpr, i64, |l, r| (l, &AffineExpr::constant(r)));
        operator!(@one $trait, $method, $function, i64, AffineExpr, |l, r| (&AffineExpr::constant(l), &r));
        operator!(@one $trait, $method, $function, i64, &AffineExpr, |l, r| (&AffineExpr::constant(l), r));
    };
    (@one $trait:ident, $method:ident, $function:expr, $left:ty, $right:ty, |$l:ident, $r:ident| ($lhs:expr, $rhs:expr)) => {
        impl $trait<$right> for $left {
            type Output = AffineExpr;
            fn $method(self, right: $right) -> AffineExpr {
                let ($l, $r) = (self, right);
                $function($lhs, $rhs)
            }
        }
    };
}

operator!(Add, add, construct::add);
operator!(Sub, sub, sub);
operator!(Mul, mul, construct::mul);
operator!(Rem, rem, construct::modulo);

impl Neg for AffineExpr {
    type Output = AffineExpr;
    fn neg(self) -> AffineExpr {
        negate(&self)
    }
}

impl Neg for &AffineExpr {
    type Output = AffineExpr;
    fn neg(self) -> AffineExpr {
        negate(self)
    }
}

impl AffineExpr {
    /// The quotient rounded to minus infinity, in canonical form.
    ///
    /// ```
    /// use rmlir_affine_maps::AffineExpr;
    /// let half = AffineExpr::dim(0).floor_div(2);
    /// assert_eq!(half.eval(&[-3], &[]), Ok(-2));
    /// ```
    pub fn floor_div(&self, by: impl Into<AffineExpr>) -> AffineExpr {
        construct::floor_div(self, &by.into())
    }

    /// The quotient rounded to plus infinity, in canonical form.
    ///
    /// ```
    /// use rmlir_affine_maps::AffineExpr;
    /// let half = AffineExpr::dim(0).ceil_div(2);
    /// assert_eq!(half.eval(&[3], &[]), Ok(2));
    /// ```
    pub fn ceil_div(&self, by: impl Into<AffineExpr>) -> AffineExpr {
        construct::ceil_div(self, &by.into())
    }
}
