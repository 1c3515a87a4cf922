//! Expressions of any depth: no algorithm recurses over them. Each test uses a stack that recursion would exhaust.

use rmlir_affine_maps::*;

const N_TERMS: u32 = 100_000;
const STACK: usize = 128 * 1024;

fn on_small_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(test)
        .expect("a thread starts")
        .join()
        .expect("the test passes");
}

/// A sum that no constructor simplifies.
fn long_sum() -> AffineExpr {
    (0..N_TERMS).fold(AffineExpr::dim(2) * 4, |sum, i| sum + AffineExpr::dim(i % 3) * 4)
}

#[test]
fn long_sums() {
    on_small_stack(|| {
        let sum = long_sum();
        assert_eq!(sum, long_sum());
        assert!(sum.to_string().len() > N_TERMS as usize);
        assert_eq!(sum.terms().len(), N_TERMS as usize + 1);
        assert_eq!(sum.eval(&[1, 1, 1], &[]), Ok(4 * (i64::from(N_TERMS) + 1)));
        assert_eq!(sum.simplify(3, 0).to_string(), "d0 * 133336 + d1 * 133332 + d2 * 133336");
        assert!(!sum.is_function_of_dim(3));
        assert!(sum.replace_dims(&[AffineExpr::symbol(0)]).is_function_of_symbol(0));
        assert_eq!(sum.replace(&AffineExpr::dim(7), &AffineExpr::dim(8)), sum);
    });
}

#[test]
fn divisions_of_long_sums() {
    on_small_stack(|| {
        let sum = long_sum();
        assert_eq!(sum.floor_div(4).to_string().matches('+').count(), N_TERMS as usize);
        assert_eq!(&sum % 4, AffineExpr::constant(0));
        let by_symbol = (sum * AffineExpr::symbol(0)).floor_div(AffineExpr::symbol(0));
        assert!(by_symbol.simplify(3, 1).is_pure_affine());
    });
}

#[test]
fn deep_nests() {
    on_small_stack(|| {
        let mut nest = AffineExpr::dim(0);
        for i in 0..N_TERMS {
            nest = AffineExpr::dim(i % 2) + nest.ceil_div(3);
        }
        assert!(nest.to_string().starts_with("d1 + (d0 + (d1 + "));
        assert_eq!(nest.bound(InputBounds { n_dims: 2, lower: &[None; 2], upper: &[None; 2] }, BoundKind::Lower), None);
        let all_divisions = (0..N_TERMS).fold(AffineExpr::dim(0), |e, _| e.floor_div(2));
        let bounds = InputBounds { n_dims: 1, lower: &[Some(-5)], upper: &[Some(1000)] };
        assert_eq!(all_divisions.bound(bounds, BoundKind::Lower), Some(-1));
        assert_eq!(all_divisions.bound(bounds, BoundKind::Upper), Some(0));
    });
}

#[test]
fn deep_parentheses() {
    on_small_stack(|| {
        let mut stack = ExprStack::<()>::new();
        for _ in 0..N_TERMS {
            stack.negate();
            stack.open();
        }
        stack.operand(AffineExpr::dim(0));
        for _ in 0..N_TERMS {
            stack.close().expect("a negation is affine");
        }
        assert_eq!(stack.finish(), Ok(AffineExpr::dim(0)));
    });
}
