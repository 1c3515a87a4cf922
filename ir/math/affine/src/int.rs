//! Signed division with the roundings that affine expressions use.
//!
//! All functions are total except for a zero divisor, which the callers exclude; the only quotient that overflows
//! (`i64::MIN / -1`) wraps.

/// The quotient rounded to minus infinity.
pub(crate) fn floor_div(a: i64, b: i64) -> i64 {
    let quotient = a.wrapping_div(b);
    let inexact = a.wrapping_rem(b) != 0;
    if inexact && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

/// The quotient rounded to plus infinity.
pub(crate) fn ceil_div(a: i64, b: i64) -> i64 {
    let quotient = a.wrapping_div(b);
    let inexact = a.wrapping_rem(b) != 0;
    if inexact && (a < 0) == (b < 0) { quotient + 1 } else { quotient }
}

/// Returns whether `a / b` overflows 64 bits.
pub(crate) fn div_overflows(a: i64, b: i64) -> bool {
    a == i64::MIN && b == -1
}

/// The greatest common divisor; `gcd(0, n)` is `n`.
pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roundings_agree_with_the_definition() {
        for a in -20i64..=20 {
            for b in (-6i64..=6).filter(|&b| b != 0) {
                let exact = a as f64 / b as f64;
                assert_eq!(floor_div(a, b), exact.floor() as i64, "{a} floordiv {b}");
                assert_eq!(ceil_div(a, b), exact.ceil() as i64, "{a} ceildiv {b}");
            }
        }
    }

    #[test]
    fn extremes_wrap() {
        assert_eq!(floor_div(i64::MIN, -1), i64::MIN);
        assert_eq!(ceil_div(i64::MIN, -1), i64::MIN);
        assert!(div_overflows(i64::MIN, -1));
        assert_eq!(gcd(0, 12), 12);
        assert_eq!(gcd(18, 12), 6);
    }
}
