//! Exhaustive tests of the rules on all integers of small types.

use super::{Shape, Width, gcd};

const LANES: i64 = 4;
const WIDTH: Width = Width(6);

/// The lanes of a shape with this base, wrapped around.
fn lanes(base: i128, stride: i64) -> Vec<i128> {
    (0..LANES).map(|lane| wrapped(base + i128::from(lane * stride))).collect()
}

fn wrapped(number: i128) -> i128 {
    let (least, _) = WIDTH.range();
    (number - least).rem_euclid(1 << WIDTH.0) + least
}

/// All shapes of the type with small strides, with and without a range, each with the bases that it allows.
fn shapes() -> Vec<(Shape, Vec<i128>)> {
    let (least, greatest) = WIDTH.range();
    let mut found = Vec::new();
    for stride in [-2, -1, 0, 1, 2, 3, 4, 8] {
        for alignment in [1, 2, 3, 4, 8, 16] {
            for range in [None, Some((0, 31)), Some((least, greatest)), Some((4, 20))] {
                let fits = |&base: &i128| {
                    let is_aligned = base.rem_euclid(i128::from(alignment)) == 0;
                    let ends = [base, base + i128::from(stride * (LANES - 1))];
                    is_aligned && range.is_none_or(|range| ends.iter().all(|end| range.0 <= *end && *end <= range.1))
                };
                let alignment = alignment as u64;
                let bases = (least..=greatest).filter(fits).collect();
                found.push((Shape { stride: Some(stride), alignment, range }, bases));
            }
        }
    }
    found
}

/// Asserts that `values` satisfy `shape`.
fn holds(shape: Shape, values: &[i128]) {
    if let Some(stride) = shape.stride {
        assert_eq!(values, lanes(values[0], stride), "{shape}");
        let is_aligned = if shape.alignment == 0 { values[0] == 0 } else { values[0] % shape.alignment as i128 == 0 };
        assert!(is_aligned, "{shape}: {values:?}");
    }
    if let Some((least, greatest)) = shape.range {
        assert!(values.iter().all(|value| (least..=greatest).contains(value)), "{shape}: {values:?}");
    }
}

/// Asserts that the shape computed by `rule` holds for the results of `compute` in each lane.
fn check(rule: impl Fn(Shape) -> Shape, compute: impl Fn(i128) -> i128, is_meant: impl Fn(i128) -> bool) {
    for (shape, bases) in shapes() {
        let said = rule(shape);
        for values in bases.into_iter().map(|base| lanes(base, shape.stride.expect("all are strided"))) {
            if values.iter().all(|&value| is_meant(value)) {
                holds(said, &values.iter().map(|&value| compute(value)).collect::<Vec<i128>>());
            }
        }
    }
}

#[test]
fn bits_of_strided_numbers_are_as_the_rules_say() {
    for block in [1, 2, 4, 8, 16] {
        check(|it| it.below(block, LANES), |x| x.rem_euclid(block as i128), |_| true);
        check(|it| it.above(block, LANES), |x| x.div_euclid(block as i128), |_| true);
        check(|it| it.cleared(block, LANES), |x| x.div_euclid(block as i128) * block as i128, |_| true);
    }
}

#[test]
fn quotients_of_what_is_not_negative_are_as_the_rules_say() {
    for block in [1, 2, 3, 5, 6, 8, 12] {
        check(|it| it.below(block, LANES), |x| x.rem_euclid(block as i128), |x| x >= 0);
        check(|it| it.above(block, LANES), |x| x.div_euclid(block as i128), |x| x >= 0);
    }
}

#[test]
fn sums_and_products_are_as_the_rules_say() {
    for constant in [-8, -3, -1, 0, 1, 2, 6, 16] {
        let number = Shape::constant(constant);
        check(|it| it.plus(number, 1, WIDTH), |x| wrapped(x + constant), |_| true);
        check(|it| it.plus(number, -1, WIDTH), |x| wrapped(x - constant), |_| true);
        check(|it| it.product(number, WIDTH), |x| wrapped(x * constant), |_| true);
    }
}

#[test]
fn lanes_on_one_side_of_a_bound_compare_alike() {
    for (shape, bases) in shapes() {
        for bound in [-16, -4, 0, 3, 8, 12, 16] {
            if !shape.is_on_one_side_of(Shape::constant(bound), LANES) {
                continue;
            }
            for values in bases.iter().map(|&base| lanes(base, shape.stride.expect("all are strided"))) {
                assert!(values.iter().all(|&x| (x < bound) == (values[0] < bound)), "{shape} < {bound}: {values:?}");
            }
        }
    }
}

/// Of an alignment that is a multiple of a power of two only that power is used.
#[test]
fn bits_of_uniform_multiples_are_as_the_rules_say() {
    for number in [-16, -8, 0, 4, 8, 12, 16, 24] {
        for alignment in [1, 2, 4, 8, 16].into_iter().filter(|alignment| number % alignment == 0) {
            let bits = Shape { alignment: alignment as u64, ..Shape::UNIFORM };
            check(|it| it.and_uniform(bits, LANES), |x| x & number, |_| true);
            check(|it| it.or_uniform(bits, LANES), |x| x | number, |_| true);
            check(|it| it.or_uniform(bits, LANES), |x| x ^ number, |_| true);
        }
    }
}

#[test]
fn lanes_in_blocks_compare_alike() {
    let shapes: Vec<(Shape, Vec<i128>)> = shapes().into_iter().filter(|(shape, _)| shape.range.is_none()).collect();
    for (a, bases) in &shapes {
        for (b, others) in shapes.iter().filter(|(b, _)| a.is_parallel(*b, LANES)) {
            for (&base, &other) in bases.iter().flat_map(|base| others.iter().map(move |other| (base, other))) {
                let pairs = lanes(base, a.stride.unwrap_or(0)).into_iter().zip(lanes(other, b.stride.unwrap_or(0)));
                let orders: Vec<_> = pairs.map(|(x, y)| x.cmp(&y)).collect();
                assert!(orders.iter().all(|order| *order == orders[0]), "{a} and {b} from {base} and {other}");
            }
        }
    }
}

#[test]
fn what_divides_both_divides_their_sum() {
    assert_eq!([gcd(12, 18), gcd(0, 5), gcd(7, 0), gcd(0, 0)], [6, 5, 7, 0]);
}
