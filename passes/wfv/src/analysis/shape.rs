//! The lattice of relations between the values of neighbouring lanes, with the transfer functions of arithmetic.
//!
//! A value is *strided* if lane `l` has `base + l * stride`, computed in the integers of its type, which wrap around;
//! with stride 0 it is *uniform*; it is *varying* if nothing is known. The base is the value of the first lane, whether
//! that lane is active or not. The rules beyond sums and products are about the bits below a power of two, or the
//! remainder of a division: if all lanes lie in one aligned block of that size, then the upper part is uniform and the
//! lower part is strided.

use std::fmt;

/// A shape, an element of the lattice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The stride from lane to lane; `None` if nothing is known.
    pub stride: Option<i64>,
    /// A divisor of the first lane's value; 0 only for the value 0, which all integers divide.
    pub alignment: u64,
    /// The least and the greatest value of any lane as a signed integer; known only if `base + l * stride` does not
    /// wrap around.
    pub range: Option<Range>,
}

/// The maximum block size, as a power of two.
const MOST_BITS: u32 = 30;

/// A range from the least to the greatest integer, both inclusive.
pub type Range = (i128, i128);

/// The width of an integer type.
#[derive(Clone, Copy, Debug)]
pub struct Width(pub u32);

impl Width {
    /// The range of the type as signed integers.
    pub fn range(self) -> Range {
        (-(1i128 << (self.0 - 1)), (1i128 << (self.0 - 1)) - 1)
    }

    fn fit(self, range: Option<Range>) -> Option<Range> {
        let (least, greatest) = self.range();
        range.filter(|range| least <= range.0 && range.1 <= greatest)
    }
}

impl Shape {
    /// The top element: nothing is known.
    pub const VARYING: Shape = Shape { stride: None, alignment: 1, range: None };
    /// The shape of uniform values.
    pub const UNIFORM: Shape = Shape { stride: Some(0), alignment: 1, range: None };

    /// The constant `value`.
    pub fn constant(value: i128) -> Self {
        let alignment = u64::try_from(value.unsigned_abs()).unwrap_or(1);
        Self { stride: Some(0), alignment, range: Some((value, value)) }
    }

    /// Whether all lanes have the same value.
    pub fn is_uniform(self) -> bool {
        self.stride == Some(0)
    }

    /// Whether nothing is known.
    pub fn is_varying(self) -> bool {
        self.stride.is_none()
    }

    /// The join of two shapes, of which all lanes have the same one.
    pub fn join(self, other: Shape) -> Shape {
        let stride = if self.stride == other.stride { self.stride } else { None };
        let range = self.range.zip(other.range).map(|(a, b)| (a.0.min(b.0), a.1.max(b.1)));
        Shape { stride, alignment: gcd(self.alignment, other.alignment), range }
    }

    /// The shape without its stride and alignment.
    pub fn varying(self) -> Shape {
        Shape { stride: None, alignment: 1, ..self }
    }

    /// The shape of the sum, or of the difference with `sign` -1.
    pub fn plus(self, other: Shape, sign: i64, width: Width) -> Shape {
        let stride = self.stride.zip(other.stride).map(|(a, b)| a.wrapping_add(b.wrapping_mul(sign)));
        let range = self.range.zip(other.range).map(|(a, b)| match sign {
            1 => (a.0 + b.0, a.1 + b.1),
            _ => (a.0 - b.1, a.1 - b.0),
        });
        Shape { stride, alignment: gcd(self.alignment, other.alignment), range: width.fit(range) }.settled()
    }

    /// Reduces the alignment to a power of two if the value may have wrapped around.
    fn settled(self) -> Shape {
        match (self.range, self.alignment) {
            (Some(_), _) | (None, 0) => self,
            (None, alignment) => Shape { alignment: 1 << alignment.trailing_zeros(), ..self },
        }
    }

    /// The shape of the product with the constant `factor`.
    pub fn times(self, factor: i128, width: Width) -> Shape {
        let wide = |number: i128| number.checked_mul(factor);
        let range = self.range.and_then(|range| wide(range.0).zip(wide(range.1)));
        let range = range.map(|range| (range.0.min(range.1), range.0.max(range.1)));
        let alignment = u64::try_from(factor.unsigned_abs()).unwrap_or(1);
        let alignment = if factor == 0 { 0 } else { self.alignment.checked_mul(alignment).unwrap_or(1) };
        let stride = self.stride.map(|stride| stride.wrapping_mul(factor as i64));
        Shape { stride, alignment, range: width.fit(range) }.settled()
    }

    /// The shape of the product.
    pub fn product(self, other: Shape, width: Width) -> Shape {
        match (self.exact(), other.exact()) {
            (_, Some(factor)) => self.times(factor, width),
            (Some(factor), _) => other.times(factor, width),
            _ if self.is_uniform() && other.is_uniform() => {
                let alignment = self.alignment.checked_mul(other.alignment).unwrap_or(1);
                Shape { stride: Some(0), alignment, range: None }.settled()
            }
            _ => Shape::VARYING,
        }
    }

    /// The single integer in the range, if there is only one.
    pub fn exact(self) -> Option<i128> {
        self.range.filter(|range| range.0 == range.1).map(|range| range.0)
    }

    /// Whether the integers of all lanes lie between two neighbouring multiples of `block`.
    ///
    /// The base is a multiple of `g`, so at most `block - g` above a multiple of `block`, and no lane is `g` above it.
    pub fn is_within(self, block: u64, n_lanes: i64) -> bool {
        let Some(stride) = self.stride else { return false };
        let g = gcd(self.alignment, block);
        // Integers wrap around at a multiple of a power of two; with other block sizes they must not.
        if !block.is_power_of_two() && self.range.is_none() {
            return false;
        }
        stride >= 0 && stride.checked_mul(n_lanes - 1).is_some_and(|spread| (spread as u64) < g)
    }

    /// The quotient by `block`, rounded down, of non-negative integers or with `block` a power of two.
    pub fn above(self, block: u64, n_lanes: i64) -> Shape {
        let quotient = |number: i128| number.div_euclid(i128::from(block));
        let range = self.range.map(|range| (quotient(range.0), quotient(range.1)));
        let alignment = if self.alignment.is_multiple_of(block) { self.alignment / block } else { 1 };
        if self.is_within(block, n_lanes) {
            return Shape { stride: Some(0), alignment, range };
        }
        match self.stride {
            Some(stride) if stride % block as i64 == 0 && self.range.is_some() => {
                Shape { stride: Some(stride / block as i64), alignment, range }
            }
            _ => Shape { stride: None, alignment: 1, range },
        }
    }

    /// The remainder of a division by `block`, of non-negative integers or with `block` a power of two.
    pub fn below(self, block: u64, n_lanes: i64) -> Shape {
        let range = Some((0, i128::from(block) - 1));
        let alignment = gcd(self.alignment, block);
        // The remainder of a multiple of the block is 0.
        let alignment = if alignment == block { 0 } else { alignment };
        match self.stride {
            Some(_) if self.is_within(block, n_lanes) => Shape { stride: self.stride, alignment, range },
            // A multiple of a power of two stays one when integers wrap around; other blocks need a range.
            Some(stride) if stride % block as i64 == 0 && (block.is_power_of_two() || self.range.is_some()) => {
                Shape { stride: Some(0), alignment, range }
            }
            _ => Shape { stride: None, alignment: 1, range },
        }
    }

    /// The shape with the bits below `block`, a power of two, cleared.
    pub fn cleared(self, block: u64, n_lanes: i64) -> Shape {
        let down = |number: i128| number.div_euclid(i128::from(block)) * i128::from(block);
        let range = self.range.map(|range| (down(range.0), down(range.1)));
        let alignment = if self.alignment.is_multiple_of(block) { self.alignment } else { block };
        match self.stride {
            Some(_) if self.is_within(block, n_lanes) => Shape { stride: Some(0), alignment, range },
            Some(stride) if stride % block as i64 == 0 => Shape { stride: Some(stride), alignment, range },
            _ => Shape { stride: None, alignment: 1, range },
        }
    }

    /// The conjunction with `bound`, a uniform integer: the bits below its lowest set bit are 0, and the bits above are
    /// uniform if all lanes lie in one block.
    pub fn and_uniform(self, bound: Shape, n_lanes: i64) -> Shape {
        match self.is_within(bound.block(), n_lanes) {
            true => Shape { stride: Some(0), alignment: bound.block(), range: None },
            false => Shape::VARYING,
        }
    }

    /// The disjunction or exclusive disjunction with `bound`, a uniform integer: the bits below its lowest set bit do
    /// not change.
    pub fn or_uniform(self, bound: Shape, n_lanes: i64) -> Shape {
        match self.is_within(bound.block(), n_lanes) {
            true => Shape { stride: self.stride, alignment: gcd(self.alignment, bound.block()), range: None },
            false => Shape::VARYING,
        }
    }

    /// The greatest power of two that is known to divide the base.
    fn block(self) -> u64 {
        match self.alignment {
            0 => 1 << MOST_BITS,
            alignment => 1 << alignment.trailing_zeros().min(MOST_BITS),
        }
    }

    /// Whether the comparison with `other`, which has the same stride, has the same result in all lanes: both lie in
    /// blocks of a power of two, so either in the same one, or in two of which one is above the other.
    pub fn is_parallel(self, other: Shape, n_lanes: i64) -> bool {
        let block = self.block().min(other.block());
        self.stride == other.stride && self.is_within(block, n_lanes) && other.is_within(block, n_lanes)
    }

    /// The extension to more bits. Lanes stay strided if they did not wrap around.
    pub fn extended(self, is_signed: bool) -> Shape {
        let is_kept = self.range.is_some_and(|range| is_signed || range.0 >= 0);
        match is_kept || self.is_uniform() {
            true => Shape { range: self.range.filter(|_| is_kept), ..self },
            false => Shape::VARYING,
        }
    }

    /// The truncation to fewer bits, or as many.
    pub fn truncated(self, to: Width) -> Shape {
        let range = to.fit(self.range);
        Shape { range, ..self }.settled()
    }

    /// Whether an ordered comparison with a uniform `bound` has the same result in all lanes: both are multiples of
    /// more than the distance between lanes.
    pub fn is_on_one_side_of(self, bound: Shape, n_lanes: i64) -> bool {
        let g = gcd(self.alignment, bound.alignment);
        let g = if g == 0 { 1 } else { 1 << g.trailing_zeros() };
        bound.is_uniform() && self.is_within(g, n_lanes)
    }
}

/// The greatest common divisor; all integers divide 0.
pub fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl fmt::Display for Shape {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self.stride {
            None => write!(out, "varying")?,
            Some(0) => write!(out, "uniform")?,
            Some(1) => write!(out, "consecutive")?,
            Some(stride) => write!(out, "strided {stride}")?,
        }
        if self.alignment > 1 && self.stride.is_some() {
            write!(out, ", aligned {}", self.alignment)?;
        }
        match self.range {
            Some((least, greatest)) if least == greatest && self.stride == Some(0) => write!(out, ", is {least}"),
            Some((least, greatest)) => write!(out, ", {least} to {greatest}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
