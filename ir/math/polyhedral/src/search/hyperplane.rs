//! The integer program of the next row for all statements.
//!
//! A row is *legal* if no pair of a dependence that is not satisfied yet has a negative distance, and its *bound*
//! limits the distances. Both conditions are quantified over all pairs of a dependence, so by Farkas' lemma they are
//! constraints on the coefficients, computed once for each dependence. (CC 2008, section 3.)

use petgraph::unionfind::UnionFind;
use rmlir_presburger::{Int, LexSimplex, Lexmin, Row};
use rustc_hash::FxHashSet;

use crate::dependence::dependences::Dependence;
use crate::dependence::together::Solved;
use crate::scop::Scop;
use crate::search::columns::Columns;
use crate::search::farkas::{Constraints, Form, nowhere_negative};
use crate::search::independence::kernel;

/// The variables of a dependence, in a row of their own: the bound, then the coefficients and the shift of the source
/// statement, and of the target if it is another.
pub(crate) struct Unknowns<'a> {
    pub columns: &'a Columns,
    pub scop: &'a Scop,
    pub dependence: &'a Dependence,
}

impl Unknowns<'_> {
    /// The corresponding variables of the program.
    pub fn list(&self) -> Vec<usize> {
        let bound = (0..self.scop.n_parameters()).map(|parameter| self.columns.u(parameter)).chain([self.columns.w()]);
        let of = |statement: usize| {
            let depth = self.scop.statements[statement].depth();
            let coefficients = (0..depth).map(move |iterator| self.columns.coefficient(statement, iterator));
            coefficients.chain([self.columns.shift(statement)])
        };
        let (from, to) = (self.dependence.from, self.dependence.to);
        let second = (from != to).then(|| of(to)).into_iter().flatten();
        bound.chain(of(from)).chain(second).collect()
    }

    /// `distance`, times `sign`, plus `u . n + w` if `bounded`, over the columns of the pairs.
    pub fn form(&self, sign: i64, bounded: bool) -> Form {
        let pairs = &self.dependence.pairs;
        let (n_parameters, n) = (self.scop.n_parameters(), self.list().len());
        let mut form = vec![vec![Int::ZERO; n]; pairs.n_columns()];
        let (from, to) = (self.dependence.from, self.dependence.to);
        let depth = |statement: usize| self.scop.statements[statement].depth();
        let first = n_parameters + 1;
        let second = if from == to { first } else { first + depth(from) + 1 };
        let constant = pairs.n_vars();
        let mut add = |column: usize, unknown: usize, number: i64| {
            form[column][unknown] += &Int::from(number);
        };
        for iterator in 0..depth(from) {
            add(iterator, first + iterator, -sign);
        }
        add(constant, first + depth(from), -sign);
        for iterator in 0..depth(to) {
            add(depth(from) + iterator, second + iterator, sign);
        }
        add(constant, second + depth(to), sign);
        if bounded {
            (0..n_parameters).for_each(|parameter| add(pairs.n_dims() + parameter, parameter, 1));
            add(constant, n_parameters, 1);
        }
        form
    }
}

/// The constraints of a dependence on rows, that they are legal and bounded: over its unknowns. `None` if a limit is
/// exceeded.
pub fn demand(scop: &Scop, columns: &Columns, dependence: &Dependence, solved: &Solved) -> Option<Constraints> {
    let unknowns = Unknowns { columns, scop, dependence };
    let n = unknowns.list().len();
    let max = scop.limits.combinations();
    let legal = nowhere_negative(&solved.pairs, &solved.sums(&unknowns.form(1, false)), n, max)?;
    let bounded = nowhere_negative(&solved.pairs, &solved.sums(&unknowns.form(-1, true)), n, max)?;
    Some(legal.and(bounded))
}

fn spread(row: &Row, list: &[usize], columns: &Columns) -> Row {
    let mut wide = columns.zero_row();
    for (number, &column) in std::iter::zip(row, list) {
        wide[column] = number.clone();
    }
    wide
}

/// The best legal row for all dependences, with their constraints, that is linearly independent for each incomplete
/// statement; `rows` are the previous ones. `None` if there is none.
///
/// Statements that are not connected by dependences have separate programs.
pub fn find(scop: &Scop, demands: &[(&Dependence, &Constraints)], rows: &[Vec<Row>]) -> Option<Vec<Row>> {
    let found = by_component(scop, demands, rows);
    let is_found = found.iter().all(|(_, rows)| rows.is_some());
    is_found.then(|| in_order(scop, found))
}

/// As [`find`], but connected components without a linearly independent row may have zero rows. `None` if no incomplete
/// statement has a new one.
pub fn find_for_some(scop: &Scop, demands: &[(&Dependence, &Constraints)], rows: &[Vec<Row>]) -> Option<Vec<Row>> {
    let found = by_component(scop, demands, rows);
    let is_incomplete = |&statement: &usize| !missing(scop, statement, &rows[statement]).is_empty();
    let is_new =
        |(statements, rows): &(Vec<usize>, Option<Vec<Row>>)| rows.is_some() && statements.iter().any(is_incomplete);
    found.iter().any(is_new).then(|| in_order(scop, found))
}

/// By component: its statements, and rows for them if there are any.
type OfComponents = Vec<(Vec<usize>, Option<Vec<Row>>)>;

fn by_component(scop: &Scop, demands: &[(&Dependence, &Constraints)], rows: &[Vec<Row>]) -> OfComponents {
    let of = |component: Vec<usize>| {
        let columns = Columns::of_some(scop, |statement| component.contains(&statement));
        let inside = demands.iter().filter(|(dependence, _)| component.contains(&dependence.from));
        let solution = minimum(scop, &columns, inside, &component, rows);
        let found = solution.map(|solution| component.iter().map(|&it| columns.row_of(&solution, it)).collect());
        (component, found)
    };
    components(scop, demands).into_iter().map(of).collect()
}

/// By statement; zero rows for those that have none.
fn in_order(scop: &Scop, found: OfComponents) -> Vec<Row> {
    let mut all: Vec<Row> = scop.statements.iter().map(|it| vec![Int::ZERO; it.depth() + 1]).collect();
    for (statements, rows) in found {
        for (statement, row) in std::iter::zip(statements, rows.into_iter().flatten()) {
            all[statement] = row;
        }
    }
    all
}

/// A basis of the orthogonal complement of all rows of a statement.
fn missing(scop: &Scop, statement: usize, rows: &[Row]) -> Vec<Row> {
    let depth = scop.statements[statement].depth();
    let found: Vec<Row> = rows.iter().map(|row| row[..depth].to_vec()).collect();
    kernel(&found, depth)
}

/// The connected components of the undirected dependence graph.
fn components(scop: &Scop, demands: &[(&Dependence, &Constraints)]) -> Vec<Vec<usize>> {
    let n = scop.statements.len();
    let mut sets = UnionFind::<usize>::new(n);
    for (dependence, _) in demands {
        sets.union(dependence.from, dependence.to);
    }
    let first = |of: usize| (0..n).find(|&other| sets.equiv(other, of)).expect("a statement is with itself");
    let all = (0..n).filter(|&statement| first(statement) == statement);
    all.map(|leader| (0..n).filter(|&other| sets.equiv(other, leader)).collect()).collect()
}

fn minimum<'a>(
    scop: &Scop,
    columns: &Columns,
    demands: impl Iterator<Item = &'a (&'a Dependence, &'a Constraints)>,
    statements: &[usize],
    rows: &[Vec<Row>],
) -> Option<Vec<Int>> {
    let mut program = LexSimplex::of_natural_numbers(columns.len()).within(scop.limits.program());
    // The constraints of dependences between the same two statements are mostly equal.
    let mut seen = FxHashSet::default();
    for (dependence, demand) in demands {
        let list = Unknowns { columns, scop, dependence }.list();
        for (is_equality, rows) in [(true, &demand.equalities), (false, &demand.inequalities)] {
            for row in rows {
                if !seen.insert((dependence.from, dependence.to, is_equality, row)) {
                    continue;
                }
                let row = spread(row, &list, columns);
                match is_equality {
                    true => program.add_equality(row),
                    false => program.add_inequality(row),
                }
            }
        }
    }
    for &statement in statements {
        if program.is_rationally_empty() {
            return None;
        }
        add_independence(scop, columns, &mut program, 0, statement, &rows[statement]);
    }
    let Lexmin::At(solution) = program.minimum() else { return None };
    Some(solution)
}

/// Adds the constraint that the next row of a statement is linearly independent of the previous ones: its product with
/// a vector of their orthogonal complement is not 0. For each vector one possible sign is chosen; the sum of the
/// products has to be positive. (PLDI 2008, section 3.2; the papers choose a sign for each vector as well.)
///
/// The row's variables begin at `first` in the program.
pub(crate) fn add_independence(
    scop: &Scop,
    columns: &Columns,
    program: &mut LexSimplex,
    first: usize,
    statement: usize,
    rows: &[Row],
) {
    let vectors = missing(scop, statement, rows);
    if vectors.is_empty() {
        return;
    }
    let constant = program.n_vars();
    let mut sum = vec![Int::ZERO; constant + 1];
    for vector in vectors {
        let mut product = vec![Int::ZERO; constant + 1];
        for (iterator, number) in vector.iter().enumerate() {
            product[first + columns.coefficient(statement, iterator)] = number.clone();
        }
        product[constant] = Int::from(-1);
        // If the entries of the vector have one sign, so does the product: coefficients are non-negative.
        let has_positive = vector.iter().any(Int::is_positive);
        let sign = match (has_positive, vector.iter().any(Int::is_negative)) {
            (true, false) => 1,
            (false, _) => -1,
            (true, true) => {
                let mut tried = program.clone();
                tried.add_inequality(product.clone());
                if tried.is_rationally_empty() { -1 } else { 1 }
            }
        };
        for (all, number) in std::iter::zip(&mut sum[..constant], &product[..constant]) {
            *all += &(number * sign);
        }
    }
    sum[constant] = Int::from(-1);
    program.add_inequality(sum);
}
