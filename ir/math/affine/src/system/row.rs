//! The coefficients of one linear constraint, with exact arithmetic: `None` on overflow.

/// The linear expression `coefficients · variables + constant`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) coefficients: Vec<i128>,
    pub(crate) constant: i128,
}

impl Row {
    /// Returns whether no variable occurs.
    pub(crate) fn is_constant(&self) -> bool {
        self.coefficients.iter().all(|&coefficient| coefficient == 0)
    }

    /// The greatest common divisor of the coefficients, 0 if all are 0.
    pub(crate) fn content(&self) -> u128 {
        self.coefficients.iter().fold(0, |divisor, coefficient| gcd(divisor, coefficient.unsigned_abs()))
    }

    /// Divides everything by the common divisor of coefficients and constant.
    pub(crate) fn normalize(&mut self) {
        let divisor = gcd(self.content(), self.constant.unsigned_abs());
        let Some(divisor) = i128::try_from(divisor).ok().filter(|&divisor| divisor > 1) else { return };
        self.coefficients.iter_mut().for_each(|coefficient| *coefficient /= divisor);
        self.constant /= divisor;
    }

    /// For `self >= 0` on integers: divides by the common divisor of the coefficients and rounds the constant down, so
    /// that `64 * i - 100 >= 0` becomes `i - 2 >= 0`.
    pub(crate) fn tighten(&mut self) {
        let Some(divisor) = i128::try_from(self.content()).ok().filter(|&divisor| divisor > 1) else { return };
        self.coefficients.iter_mut().for_each(|coefficient| *coefficient /= divisor);
        self.constant = self.constant.div_euclid(divisor);
    }

    /// `self * factor + other * other_factor`.
    pub(crate) fn combine(&self, factor: i128, other: &Row, other_factor: i128) -> Option<Row> {
        let entry = |a: i128, b: i128| a.checked_mul(factor)?.checked_add(b.checked_mul(other_factor)?);
        let coefficients = std::iter::zip(&self.coefficients, &other.coefficients).map(|(&a, &b)| entry(a, b));
        Some(Row {
            coefficients: coefficients.collect::<Option<_>>()?,
            constant: entry(self.constant, other.constant)?,
        })
    }

    /// Eliminates the variable at `column` from this row by the equality `pivot`, in which it must occur. The factor of
    /// this row is positive, so an inequality remains one.
    pub(crate) fn eliminate(&self, column: usize, pivot: &Row) -> Option<Row> {
        let (lead, by) = (self.coefficients[column], pivot.coefficients[column]);
        if lead == 0 {
            return Some(self.clone());
        }
        let multiple = lcm(lead, by)?;
        let sign = if (lead > 0) == (by > 0) { -1 } else { 1 };
        self.combine(multiple / lead.checked_abs()?, pivot, sign * (multiple / by.checked_abs()?))
    }
}

pub(crate) fn gcd(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The positive least common multiple of two non-zero integers.
pub(crate) fn lcm(a: i128, b: i128) -> Option<i128> {
    let (a, b) = (a.unsigned_abs(), b.unsigned_abs());
    i128::try_from((a / gcd(a, b)).checked_mul(b)?).ok()
}
