//! Folding of one operation, and uniquing of constants.

mod common;

use common::{append, binary, constant, context, function, sink};
use rmlir_core::{Body, Fold, FoldValue, OpState, Rewriter, Type, Value};
use rmlir_rewrite::{Folded, Folder, fold_op, known_constant};

fn def(body: &Body, value: Value) -> rmlir_core::OpId {
    body.defining_op(value).expect("the value is a result")
}

fn fold(body: &mut Body, value: Value) -> Fold {
    let op = def(body, value);
    fold_op(body, op)
}

#[test]
fn constants_of_commutative_operations_go_last() {
    let cx = context();
    let (mut body, entry) = function(&cx, &[Type::I32], &[]);
    let (x, c) = (body.arg(entry, 0), constant(&mut body, entry, Type::I32, 3));
    let sum = binary(&mut body, entry, "arith.addi", c, x);
    let op = def(&body, sum);
    assert_eq!(fold_op(&mut body, op), Fold::InPlace);
    assert_eq!(body.operands(op).collect::<Vec<_>>(), [x, c]);
    assert_eq!(fold_op(&mut body, op), Fold::No);
    assert_eq!(body.check_links(), Ok(()));
}

#[test]
fn idempotent_and_involution_traits_fold() {
    let cx = context();
    let (mut body, entry) = function(&cx, &[Type::I32], &[]);
    let x = body.arg(entry, 0);
    let and = binary(&mut body, entry, "arith.andi", x, x);
    assert_eq!(fold(&mut body, and), Fold::value(x));
    let mut value = x;
    for _ in 0..2 {
        let state = OpState::named(&cx, "arith.negf").operands(&[value]).results(&[Type::I32]);
        let op = append(&mut body, entry, state);
        value = body.result(op, 0);
    }
    assert_eq!(fold(&mut body, value), Fold::value(x));
}

#[test]
fn constants_of_operands_are_known() {
    let cx = context();
    let (mut body, entry) = function(&cx, &[Type::I32], &[]);
    let (x, c) = (body.arg(entry, 0), constant(&mut body, entry, Type::I32, 3));
    assert_eq!(known_constant(&mut body, c), Some(cx.int_attr(Type::I32, 3)));
    assert_eq!(known_constant(&mut body, x), None);
    let sum = binary(&mut body, entry, "arith.addi", c, c);
    let six = FoldValue::Attr(cx.int_attr(Type::I32, 6));
    assert_eq!(fold(&mut body, sum), Fold::Results([six].into_iter().collect()));
}

#[test]
fn a_folder_makes_each_constant_once_at_the_start() {
    let cx = context();
    let (mut body, entry) = function(&cx, &[], &[]);
    let c = constant(&mut body, entry, Type::I32, 1);
    let sums = [0; 2].map(|_| binary(&mut body, entry, "arith.addi", c, c));
    let user = sink(&mut body, entry, "test.use", &sums);
    let mut folder = Folder::new();
    for sum in sums {
        let op = def(&body, sum);
        assert_eq!(folder.try_fold(&mut Rewriter::new(&mut body), op), Folded::Replaced);
    }
    assert_eq!(body.operand(user, 0), body.operand(user, 1));
    let two = def(&body, body.operand(user, 0));
    assert_eq!(body.first_op(entry), Some(two));
    assert!(folder.owns(two));
    let again = constant(&mut body, entry, Type::I32, 2);
    let again = def(&body, again);
    assert!(!folder.insert_known_constant(&mut Rewriter::new(&mut body), again, None));
    assert!(!body.contains_op(again));
    assert_eq!(body.check_links(), Ok(()));
}
