//! Memory-based dependences: pairs of instances that access the same element, at least one of them writing.
//!
//! Two accesses have one dependence for each common loop, which carries it, and a loop-independent one: so each is one
//! conjunction. These are dependences on memory, not on values.

use rmlir_presburger::{Int, Row};

use crate::scop::{Access, Scop, Set, Statement};

/// The kind of a dependence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A flow dependence: a write, then a read.
    Flow,
    /// An anti-dependence: a read, then a write.
    Anti,
    /// An output dependence: two writes.
    Output,
}

impl Kind {
    /// The kind for two accesses, one of which writes.
    pub(crate) fn of(first: &Access, second: &Access) -> Self {
        match (first.is_write, second.is_write) {
            (true, true) => Kind::Output,
            (true, false) => Kind::Flow,
            (false, _) => Kind::Anti,
        }
    }
}

/// A dependence from instances of one statement to later instances of another, or of the same.
#[derive(Clone, Debug)]
pub struct Dependence {
    /// The index of the source statement.
    pub from: usize,
    /// The index of the target statement.
    pub to: usize,
    /// The kind.
    pub kind: Kind,
    /// The array.
    pub array: usize,
    /// The level of the loop that carries it; the number of common loops if it is loop-independent.
    pub level: usize,
    /// The dependence polyhedron: dimensions are the iterators of `from`, then those of `to`.
    pub pairs: Set,
}

/// The positions of the columns of a set in a larger one.
pub(crate) struct Embedding {
    pub dims: Vec<usize>,
    pub first_symbol: usize,
    pub first_local: usize,
}

impl Embedding {
    pub fn row(&self, row: &Row, from: &Set, n_columns: usize) -> Row {
        let mut wide = vec![Int::ZERO; n_columns];
        for (column, number) in row.iter().enumerate() {
            let inputs = from.n_inputs();
            let place = match column {
                dim if dim < from.n_dims() => self.dims[dim],
                symbol if symbol < inputs => self.first_symbol + symbol - from.n_dims(),
                local if local < from.n_vars() => self.first_local + local - inputs,
                _ => n_columns - 1,
            };
            wide[place] = number.clone();
        }
        wide
    }

    /// Adds the constraints of `from` to `to`.
    pub fn embed(&self, from: &Set, to: &mut Set) {
        let n_columns = to.n_columns();
        from.equalities().iter().for_each(|row| to.add_equality(self.row(row, from, n_columns)));
        from.inequalities().iter().for_each(|row| to.add_inequality(self.row(row, from, n_columns)));
    }
}

/// Computes all dependences. `None` if there are too many.
pub fn dependences(scop: &Scop) -> Option<Vec<Dependence>> {
    let (mut found, mut n_pairs) = (Vec::new(), 0);
    for (from, first) in scop.statements.iter().enumerate() {
        for (to, second) in scop.statements.iter().enumerate() {
            for a in &first.accesses {
                for b in second.accesses.iter().filter(|b| a.array == b.array && (a.is_write || b.is_write)) {
                    n_pairs += 1;
                    if n_pairs > scop.limits.pairs() || found.len() > scop.limits.dependences() {
                        return None;
                    }
                    between(scop, (from, first, a), (to, second, b), &mut found);
                }
            }
        }
    }
    Some(without_repetitions(found))
}

type Place<'a> = (usize, &'a Statement, &'a Access);

fn between(scop: &Scop, (from, first, a): Place, (to, second, b): Place, found: &mut Vec<Dependence>) {
    let kind = Kind::of(a, b);
    let by_level = pairs(scop, (first, a), (second, b));
    found.extend(by_level.into_iter().map(|(level, pairs)| Dependence {
        from,
        to,
        kind,
        array: a.array,
        level,
        pairs,
    }));
}

/// The pairs of instances that access the same element, the source before the target, by the level of the loop that
/// carries them; the number of common loops for loop-independent ones.
pub(crate) fn pairs(
    scop: &Scop,
    (first, a): (&Statement, &Access),
    (second, b): (&Statement, &Access),
) -> Vec<(usize, Set)> {
    let mut found = Vec::new();
    let same_element = same_element(scop, (first, a), (second, b));
    if same_element.is_empty() {
        return found;
    }
    let n_common = first.n_common_loops(second);
    for level in 0..=n_common {
        if level == n_common && !first.is_before(second) {
            continue;
        }
        let mut pairs = same_element.clone();
        let difference = |loop_: usize| {
            let mut row = pairs.zero_row();
            row[first.depth() + loop_] = Int::ONE;
            row[loop_] = Int::from(-1);
            row
        };
        let rows: Vec<Row> = (0..=level.min(n_common.saturating_sub(1))).map(difference).collect();
        for (loop_, mut row) in rows.into_iter().enumerate().take(n_common) {
            if loop_ < level {
                pairs.add_equality(row);
            } else {
                *row.last_mut().expect("a row has a constant") = Int::from(-1);
                pairs.add_inequality(row);
            }
        }
        pairs.remove_redundant_locals();
        pairs.remove_trivial_redundancy();
        if !pairs.is_integer_empty() {
            found.push((level, pairs));
        }
    }
    found
}

/// The pairs of instances that access the same element, in any order.
pub(crate) fn same_element(scop: &Scop, (first, a): (&Statement, &Access), (second, b): (&Statement, &Access)) -> Set {
    let (n_first, n_second, n_symbols) = (first.depth(), second.depth(), scop.n_parameters());
    let rank = a.relation.n_dims() - n_first;
    let n_locals = [rank, a.relation.n_locals(), b.relation.n_locals()];
    let mut both = Set::universe(n_first + n_second, n_symbols, n_locals.iter().sum());
    let first_symbol = n_first + n_second;
    let first_local = first_symbol + n_symbols;
    let element = first_local..first_local + rank;
    let of_a = Embedding {
        dims: (0..n_first).chain(element.clone()).collect(),
        first_symbol,
        first_local: first_local + rank,
    };
    let of_b = Embedding {
        dims: (n_first..first_symbol).chain(element).collect(),
        first_symbol,
        first_local: first_local + rank + n_locals[1],
    };
    of_a.embed(&a.relation, &mut both);
    of_b.embed(&b.relation, &mut both);
    let context = Embedding { dims: Vec::new(), first_symbol, first_local };
    let known = Set::universe(0, n_symbols, 0);
    let n_columns = both.n_columns();
    scop.context.iter().for_each(|row| both.add_inequality(context.row(row, &known, n_columns)));
    both.remove_redundant_locals();
    both
}

/// Removes duplicates with the same statements and pairs; the kind is irrelevant for a schedule.
pub(crate) fn without_repetitions(found: Vec<Dependence>) -> Vec<Dependence> {
    let mut kept: Vec<Dependence> = Vec::new();
    for new in found {
        let is_same = |old: &Dependence| (old.from, old.to) == (new.from, new.to) && old.pairs == new.pairs;
        if !kept.iter().any(is_same) {
            kept.push(new);
        }
    }
    kept
}
