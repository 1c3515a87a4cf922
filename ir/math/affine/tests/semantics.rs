//! All transformations of expressions, maps and sets preserve their values.
//!
//! The reference is `Tree`: an expression as written, evaluated directly in wide arithmetic, without the constructors.

use std::ops::Range;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rmlir_affine_maps::*;

const N_DIMS: u32 = 3;
const N_SYMBOLS: u32 = 2;

/// An expression as written.
#[derive(Clone, Debug)]
enum Tree {
    Leaf(Leaf),
    Binary(BinaryKind, Box<Tree>, Box<Tree>),
}

#[derive(Clone, Copy, Debug)]
enum Leaf {
    Dim(u32),
    Symbol(u32),
    Constant(i64),
}

impl Tree {
    fn build(&self) -> AffineExpr {
        match self {
            Tree::Leaf(Leaf::Dim(position)) => AffineExpr::dim(*position),
            Tree::Leaf(Leaf::Symbol(position)) => AffineExpr::symbol(*position),
            Tree::Leaf(Leaf::Constant(value)) => AffineExpr::constant(*value),
            Tree::Binary(kind, lhs, rhs) => AffineExpr::binary(*kind, &lhs.build(), &rhs.build()),
        }
    }

    /// The value, `None` where it is undefined.
    fn value(&self, point: &Point) -> Option<i128> {
        Some(match self {
            Tree::Leaf(Leaf::Dim(position)) => point.dims[*position as usize].into(),
            Tree::Leaf(Leaf::Symbol(position)) => point.symbols[*position as usize].into(),
            Tree::Leaf(Leaf::Constant(value)) => (*value).into(),
            Tree::Binary(kind, lhs, rhs) => {
                let (a, b) = (lhs.value(point)?, rhs.value(point)?);
                match kind {
                    BinaryKind::Add => a + b,
                    BinaryKind::Mul => a * b,
                    BinaryKind::Mod => (b > 0).then(|| a.rem_euclid(b))?,
                    BinaryKind::FloorDiv => {
                        (b != 0).then(|| (a - (a * b.signum()).rem_euclid(b.abs()) * b.signum()) / b)?
                    }
                    BinaryKind::CeilDiv => {
                        (b != 0).then(|| (a + (-a * b.signum()).rem_euclid(b.abs()) * b.signum()) / b)?
                    }
                }
            }
        })
    }
}

#[derive(Clone, Debug)]
struct Point {
    dims: Vec<i64>,
    symbols: Vec<i64>,
}

fn point() -> impl Strategy<Value = Point> {
    point_with_symbols(-40..40)
}

/// Cancelling a symbol in a division assumes that it is positive, as a divisor must be.
fn point_with_positive_symbols() -> impl Strategy<Value = Point> {
    point_with_symbols(1..40)
}

fn point_with_symbols(symbols: Range<i64>) -> impl Strategy<Value = Point> {
    let dims = prop::collection::vec(-40i64..40, N_DIMS as usize);
    (dims, prop::collection::vec(symbols, N_SYMBOLS as usize)).prop_map(|(dims, symbols)| Point { dims, symbols })
}

fn constant() -> impl Strategy<Value = Tree> {
    prop_oneof![4 => -3i64..17, 1 => prop::sample::select(vec![32i64, 64, -16])]
        .prop_map(|value| Tree::Leaf(Leaf::Constant(value)))
}

fn symbolic_leaf() -> impl Strategy<Value = Tree> {
    prop_oneof![constant(), (0..N_SYMBOLS).prop_map(|position| Tree::Leaf(Leaf::Symbol(position)))]
}

fn leaf() -> impl Strategy<Value = Tree> {
    prop_oneof![2 => symbolic_leaf(), 3 => (0..N_DIMS).prop_map(|position| Tree::Leaf(Leaf::Dim(position)))]
}

/// Expressions with the right operands of products and divisions from `right`.
fn tree(right: BoxedStrategy<Tree>) -> BoxedStrategy<Tree> {
    let binary = |kind| move |(lhs, rhs)| Tree::Binary(kind, Box::new(lhs), Box::new(rhs));
    let kinds = prop::sample::select(vec![BinaryKind::Mul, BinaryKind::Mod, BinaryKind::FloorDiv, BinaryKind::CeilDiv]);
    leaf()
        .prop_recursive(5, 40, 2, move |inner| {
            prop_oneof![
                (inner.clone(), inner.clone()).prop_map(binary(BinaryKind::Add)),
                (kinds.clone(), inner.clone(), right.clone())
                    .prop_map(move |(kind, lhs, rhs)| binary(kind)((lhs, rhs))),
                (inner.clone(), right.clone()).prop_map(|(e, q)| remainder(e, q)),
            ]
        })
        .boxed()
}

/// `e - (e floordiv q) * q`, which the constructors recognize.
fn remainder(e: Tree, q: Tree) -> Tree {
    let binary = |kind, lhs: &Tree, rhs: &Tree| Tree::Binary(kind, Box::new(lhs.clone()), Box::new(rhs.clone()));
    let quotient = binary(BinaryKind::FloorDiv, &e, &q);
    let product = binary(BinaryKind::Mul, &quotient, &q);
    let negated = binary(BinaryKind::Mul, &product, &Tree::Leaf(Leaf::Constant(-1)));
    binary(BinaryKind::Add, &e, &negated)
}

fn pure_tree() -> BoxedStrategy<Tree> {
    tree(constant().boxed())
}

fn semi_affine_tree() -> BoxedStrategy<Tree> {
    tree(symbolic_leaf().boxed())
}

/// Checks that `expr` has the value of `tree` where that is defined. A recognized modulo by a negative number is
/// undefined.
fn check(tree: &Tree, expr: &AffineExpr, point: &Point) -> Result<(), TestCaseError> {
    let Some(expected) = tree.value(point) else { return Ok(()) };
    match expr.eval(&point.dims, &point.symbols) {
        Ok(value) => prop_assert_eq!(i128::from(value), expected, "{} at {:?}", expr, point),
        Err(EvalError::NonPositiveModulus | EvalError::Overflow) => {}
        Err(error) => prop_assert!(false, "{} at {:?}: {}", expr, point, error),
    }
    Ok(())
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: 2000, failure_persistence: None, rng_seed: RngSeed::Fixed(22), ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn construction_keeps_values(tree in semi_affine_tree(), point in point()) {
        check(&tree, &tree.build(), &point)?;
    }

    #[test]
    fn simplification_keeps_values(tree in pure_tree(), point in point()) {
        check(&tree, &tree.build().simplify(N_DIMS, N_SYMBOLS), &point)?;
    }

    #[test]
    fn semi_affine_simplification_keeps_values(tree in semi_affine_tree(), point in point_with_positive_symbols()) {
        check(&tree, &tree.build().simplify(N_DIMS, N_SYMBOLS), &point)?;
    }

    #[test]
    fn folding_agrees_with_evaluation(tree in semi_affine_tree(), point in point()) {
        let expr = tree.build();
        let inputs: Vec<_> = point.dims.iter().chain(&point.symbols).copied().map(Some).collect();
        match (expr.eval(&point.dims, &point.symbols), expr.fold(N_DIMS, &inputs)) {
            (Ok(value), folded) => prop_assert_eq!(folded, Folded::Constant(value)),
            (Err(EvalError::Overflow), _) => {}
            (Err(_), folded) => prop_assert_eq!(folded, Folded::Poison),
        }
    }

    #[test]
    fn composition_is_application_twice(outer in pure_tree(), inner in prop::collection::vec(pure_tree(), N_DIMS as usize), point in point()) {
        let outer = AffineMap::new(N_DIMS, N_SYMBOLS, [outer.build()]);
        let inner = AffineMap::new(N_DIMS, N_SYMBOLS, inner.iter().map(Tree::build).collect::<Vec<_>>());
        let composed = outer.compose(&inner);
        let both_symbols = [&point.symbols[..], &point.symbols[..]].concat();
        if let (Ok(dims), Ok(value)) = (inner.eval(&point.dims, &point.symbols), composed.eval(&point.dims, &both_symbols))
            && let Ok(expected) = outer.eval(&dims, &point.symbols)
        {
            prop_assert_eq!(value, expected);
        }
    }

    #[test]
    fn rows_have_the_values_of_their_expressions(tree in pure_tree(), point in point()) {
        let expr = tree.build();
        let Some(flat) = flatten([&expr], N_DIMS, N_SYMBOLS) else { return Ok(()) };
        let value_of = |row: &FlatRow, locals: &[i64]| {
            let dot = |a: &[i64], b: &[i64]| std::iter::zip(a, b).map(|(a, b)| a * b).sum::<i64>();
            dot(&row.dims, &point.dims) + dot(&row.symbols, &point.symbols) + row.constant
                + row.locals.iter().map(|(&index, coefficient)| coefficient * locals[index]).sum::<i64>()
        };
        let mut locals = Vec::new();
        for local in &flat.locals {
            let LocalDefinition::FloorDiv { dividend, divisor } = &local.definition else { unreachable!("pure affine") };
            let value = value_of(dividend, &locals).div_euclid(*divisor);
            prop_assert_eq!(Ok(value), local.expr.eval(&point.dims, &point.symbols));
            locals.push(value);
        }
        prop_assert_eq!(Ok(value_of(&flat.rows[0], &locals)), expr.eval(&point.dims, &point.symbols));
    }

    #[test]
    fn bounds_hold(tree in pure_tree(), point in point(), slack in 0i64..5) {
        let expr = tree.build();
        let inputs = || point.dims.iter().chain(&point.symbols).copied();
        let lower: Vec<_> = inputs().map(|value| Some(value - slack)).collect();
        let upper: Vec<_> = inputs().map(|value| Some(value + slack / 2)).collect();
        let bounds = InputBounds { n_dims: N_DIMS, lower: &lower, upper: &upper };
        if let Ok(value) = expr.eval(&point.dims, &point.symbols) {
            prop_assert!(expr.bound(bounds, BoundKind::Lower).is_none_or(|bound| bound <= value));
            prop_assert!(expr.bound(bounds, BoundKind::Upper).is_none_or(|bound| bound >= value));
        }
    }

    #[test]
    fn known_divisors_divide(tree in semi_affine_tree(), point in point()) {
        let expr = tree.build();
        if let Ok(value) = expr.eval(&point.dims, &point.symbols) {
            let divisor = expr.largest_known_divisor();
            prop_assert!(if divisor == 0 { value == 0 } else { value % divisor == 0 }, "{} of {}", divisor, expr);
            for factor in [2, 3, 4] {
                prop_assert!(!expr.is_multiple_of(factor) || value % factor == 0);
            }
        }
    }

    #[test]
    fn simplified_sets_have_the_same_points(constraints in prop::collection::vec((pure_tree(), any::<bool>()), 1..4), points in prop::collection::vec(point(), 8)) {
        let constraints: Vec<_> = constraints.iter().map(|(tree, is_eq)| Constraint { expr: tree.build(), is_eq: *is_eq }).collect();
        let set = IntegerSet::new(N_DIMS, N_SYMBOLS, constraints);
        let simplified = set.simplify();
        for point in points {
            if let Some(is_inside) = set.contains(&point.dims, &point.symbols) {
                prop_assert_eq!(simplified.contains(&point.dims, &point.symbols), Some(is_inside), "{} and {}", &set, &simplified);
            }
        }
    }
}
