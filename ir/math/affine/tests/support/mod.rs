//! A parser of maps and sets for tests, with inputs named `d0`, `s0` only.

#![allow(dead_code, reason = "each test binary uses a part")]

use rmlir_affine_maps::*;

/// The map in `text`, such as `(d0)[s0] -> (d0 + s0)`.
pub fn map(text: &str) -> AffineMap {
    let (inputs, results) = text.split_once("->").unwrap_or_else(|| panic!("no map: {text}"));
    let (n_dims, n_symbols) = input_counts(inputs);
    let results: Vec<_> = list(results).into_iter().map(expr).collect();
    AffineMap::new(n_dims, n_symbols, results)
}

/// The set in `text`, such as `(d0)[s0] : (d0 >= s0)`.
pub fn set(text: &str) -> IntegerSet {
    let (inputs, constraints) = text.split_once(" : ").unwrap_or_else(|| panic!("no set: {text}"));
    let (n_dims, n_symbols) = input_counts(inputs);
    let constraints: Vec<_> = list(constraints).into_iter().map(constraint).collect();
    IntegerSet::new(n_dims, n_symbols, constraints)
}

/// The expression in `text`.
pub fn expr(text: &str) -> AffineExpr {
    try_expr(text).unwrap_or_else(|message| panic!("{text}: {message}"))
}

fn constraint(text: &str) -> Constraint {
    type Build = fn(&AffineExpr, &AffineExpr) -> Constraint;
    let relations: [(&str, Build); 3] = [("==", constraint_eq), (">=", constraint_ge), ("<=", constraint_le)];
    for (relation, build) in relations {
        if let Some((lhs, rhs)) = text.split_once(relation) {
            return build(&expr(lhs), &expr(rhs));
        }
    }
    panic!("no constraint: {text}")
}

fn input_counts(text: &str) -> (u32, u32) {
    let (dims, symbols) = text.trim().split_once('[').unwrap_or((text, ""));
    (count(dims), count(symbols))
}

fn count(text: &str) -> u32 {
    let inner = text.trim_matches(|c| "()[] ".contains(c));
    if inner.is_empty() { 0 } else { inner.split(',').count() as u32 }
}

fn list(text: &str) -> Vec<&str> {
    let inner = text.trim().strip_prefix('(').and_then(|text| text.strip_suffix(')')).expect("a list in parentheses");
    if inner.trim().is_empty() { Vec::new() } else { inner.split(',').collect() }
}

/// The expression in `text`, or the message of a non-affine operation.
pub fn try_expr(text: &str) -> Result<AffineExpr, String> {
    let mut stack = ExprStack::new();
    for token in tokens(text) {
        let product = match token {
            "*" => Some(ProductOp::Mul),
            "floordiv" => Some(ProductOp::FloorDiv),
            "ceildiv" => Some(ProductOp::CeilDiv),
            "mod" => Some(ProductOp::Mod),
            _ => None,
        };
        let outcome = match (token, product) {
            (_, Some(op)) => stack.product_op(op, ()),
            ("(", _) => {
                stack.open();
                Ok(())
            }
            (")", _) => stack.close(),
            ("+", _) => stack.sum_op(SumOp::Add),
            ("-", _) if stack.is_operand_due() => {
                stack.negate();
                Ok(())
            }
            ("-", _) => stack.sum_op(SumOp::Sub),
            _ => {
                stack.operand(leaf(token)?);
                Ok(())
            }
        };
        outcome.map_err(|(error, ())| error.to_string())?;
    }
    stack.finish().map_err(|(error, ())| error.to_string())
}

fn leaf(token: &str) -> Result<AffineExpr, String> {
    let position = |digits: &str| digits.parse().unwrap_or_else(|_| panic!("no leaf: {token}"));
    match token.split_at(1) {
        ("d", digits) => Ok(AffineExpr::dim(position(digits))),
        ("s", digits) => Ok(AffineExpr::symbol(position(digits))),
        _ => AffineExpr::from_literal(token.parse().ok()).map_err(|error| error.to_string()),
    }
}

fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let word = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let (token, after) = rest.split_at(word.max(1));
        tokens.push(token);
        rest = after.trim_start();
    }
    tokens
}
