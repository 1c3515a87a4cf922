//! Printing of sets, accesses and matrices: `[i0, i1] : i0 >= 0 and n0 - i1 - 1 >= 0`.
//!
//! A column has the name of its entity; local variables, which are existentially quantified, are `e0`, `e1` and so on.

use std::fmt::Write;

use rmlir_presburger::{Row, negated};

use crate::dependence::dependences::Dependence;
use crate::scop::{Access, Scop, Set, Statement};

/// `2 c0 - n0 + 1`: a coefficient for each name, then the constant.
pub fn sum(row: &Row, names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut text = String::new();
    for (number, name) in std::iter::zip(row, names).filter(|(number, _)| !number.is_zero()) {
        let sign = match (text.is_empty(), number.is_negative()) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let factor = if number.is_unit() { String::new() } else { format!("{} ", number.abs()) };
        let _ = write!(text, "{sign}{factor}{}", name.as_ref());
    }
    let constant = &row[row.len() - 1];
    if text.is_empty() {
        return constant.to_string();
    }
    if !constant.is_zero() {
        let sign = if constant.is_negative() { "-" } else { "+" };
        let _ = write!(text, " {sign} {}", constant.abs());
    }
    text
}

/// The names of all columns except the constant, where the dimensions have these.
pub fn columns(scop: &Scop, dimensions: Vec<String>, set: &Set) -> Vec<String> {
    let locals = (0..set.n_locals()).map(|local| format!("e{local}"));
    dimensions.into_iter().chain(scop.parameters.iter().cloned()).chain(locals).collect()
}

/// `i0 >= 0 and i0 - i1 = 0`; `true` without constraints.
fn constraints(set: &Set, names: &[String]) -> String {
    let equal = set.equalities().iter().map(|row| format!("{} = 0", sum(row, names)));
    let at_least = set.inequalities().iter().map(|row| format!("{} >= 0", sum(row, names)));
    let all: Vec<String> = equal.chain(at_least).collect();
    if all.is_empty() { "true".to_owned() } else { all.join(" and ") }
}

/// `[i0, i1] : i0 >= 0 and ..`.
pub fn domain(scop: &Scop, statement: &Statement) -> String {
    let names = columns(scop, statement.iterators.clone(), &statement.domain);
    format!("[{}] : {}", statement.iterators.join(", "), constraints(&statement.domain, &names))
}

/// Names of the dimensions of an access: the iterators, then subscripts.
pub fn access_dimensions(statement: &Statement, access: &Access) -> Vec<String> {
    let rank = access.relation.n_dims() - statement.depth();
    statement.iterators.iter().cloned().chain((0..rank).map(|number| format!("a{number}"))).collect()
}

/// `A0[i0, i1 + 1]`. A subscript that is not an affine expression of iterators, parameters and local variables has a
/// name, followed by its constraints.
pub fn access(scop: &Scop, statement: &Statement, access: &Access) -> String {
    let (depth, set) = (statement.depth(), &access.relation);
    let names = columns(scop, access_dimensions(statement, access), set);
    let subscripts = (depth..set.n_dims()).map(|column| subscript(set, depth, column));
    let subscripts: Vec<Option<Row>> = subscripts.collect();
    let shown = std::iter::zip(&subscripts, &names[depth..]);
    let shown: Vec<String> =
        shown.map(|(row, name)| row.as_ref().map_or(name.clone(), |row| sum(row, &names))).collect();
    let has_locals = |row: &Row| row[set.n_inputs()..set.n_vars()].iter().any(|number| !number.is_zero());
    let is_sum = subscripts.iter().all(|row| row.as_ref().is_some_and(|row| !has_locals(row)));
    let rest = if is_sum { String::new() } else { format!(" : {}", constraints(set, &names)) };
    format!("A{}[{}]{rest}", access.array, shown.join(", "))
}

/// The expression of a subscript given by an equality.
fn subscript(set: &Set, depth: usize, column: usize) -> Option<Row> {
    let is_alone = |row: &&Row| {
        row[column].is_unit() && (depth..set.n_dims()).all(|other| other == column || row[other].is_zero())
    };
    let row = set.equalities().iter().find(is_alone)?;
    let mut rest = if row[column].is_negative() { row.clone() } else { negated(row) };
    rest[column] = rmlir_presburger::Int::ZERO;
    Some(rest)
}

/// Names of the dimensions of a dependence's pairs: the iterators of the source, and primed ones of the target.
pub fn pair_dimensions(scop: &Scop, dependence: &Dependence) -> Vec<String> {
    let (from, to) = (&scop.statements[dependence.from], &scop.statements[dependence.to]);
    from.iterators.iter().cloned().chain(to.iterators.iter().map(|name| format!("{name}'"))).collect()
}

/// `[i0] -> [i0'] : -i0 + i0' - 1 >= 0`. Implied constraints are omitted.
pub fn pairs(scop: &Scop, dependence: &Dependence) -> String {
    let dimensions = pair_dimensions(scop, dependence);
    let (first, second) = dimensions.split_at(scop.statements[dependence.from].depth());
    let arrow = format!("[{}] -> [{}]", first.join(", "), second.join(", "));
    let mut pairs = dependence.pairs.clone();
    pairs.remove_implied();
    format!("{arrow} : {}", constraints(&pairs, &columns(scop, dimensions.clone(), &pairs)))
}
