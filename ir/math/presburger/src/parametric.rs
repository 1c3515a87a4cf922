//! The lexicographic minimum of a polyhedron as a function of its symbols.
//!
//! The method is that of `lexmin`, on a tableau whose lines are combinations of slacks and *parameters*: the symbols,
//! and divisions of them. The constraints on the parameters are the *context*.
//!
//! Steps: 1. a constraint that the sample violates in the whole context is handled as in `lexmin`; 2. one that is
//! violated for some parameters only splits the context in two; 3. if all constraints are satisfied and a variable is
//! fractional, a cut is added, with the floor of a combination of parameters as a new one; 4. otherwise the sample is
//! the minimum in the whole context.
//!
//! Paper: Feautrier, Parametric integer programming, 1988.

use crate::int::Int;
use crate::line::Line;
use crate::polyhedron::{Kind, Polyhedron};
use crate::row::{Row, constant, violation};
use crate::union::Union;

/// The limit on steps in all contexts. Random polyhedra of three variables need fewer than a thousand.
const MAX_STEPS: usize = 20_000;

impl<V: Copy + PartialEq> Polyhedron<V> {
    /// The lexicographic minimum for each value of the symbols, if there is one. `None` if a limit is exceeded.
    pub fn least_points(&self) -> Option<Union<V>> {
        let search = Search::of(self);
        let mut least = Union::empty(self.n_dims(), self.n_symbols());
        let mut waiting = vec![Tableau::of(self)];
        for _ in 0..MAX_STEPS {
            let Some(tableau) = waiting.pop() else { return Some(least) };
            match search.step(tableau) {
                Step::Open(tableaus) => waiting.extend(tableaus),
                Step::Least(system) => least = least.with(system),
            }
        }
        None
    }
}

/// The constraints on the unknowns: dimensions and local variables.
struct Search<'a, V> {
    system: &'a Polyhedron<V>,
    constraints: Vec<Constraint>,
}

struct Constraint {
    unknowns: Vec<(usize, Int)>,
    symbols: Vec<Int>,
    constant: Int,
}

/// The outcome of one step on a tableau.
enum Step<V> {
    /// The tableaux that replace it.
    Open(Vec<Tableau<V>>),
    /// The minimum, for all parameters of its context.
    Least(Polyhedron<V>),
}

/// The parameters for which a line is negative.
enum Violated {
    Never,
    Somewhere,
    Everywhere,
}

#[derive(Clone)]
struct Tableau<V> {
    /// For each unknown. Parameters follow slacks.
    lines: Vec<Line>,
    /// Over symbols, with divisions as local variables.
    context: Polyhedron<V>,
    /// The definition of each division as a floor: coefficients of parameters up to the last that is not 0, the
    /// constant, and the divisor.
    divisions: Vec<(Vec<Int>, Int, Int)>,
}

impl<'a, V: Copy + PartialEq> Search<'a, V> {
    fn of(system: &'a Polyhedron<V>) -> Self {
        let (n_dims, n_inputs) = (system.n_dims(), system.n_inputs());
        let constraint = |row: Row| {
            let dims = (0..n_dims).map(|dim| (dim, row[dim].clone()));
            let locals = (n_inputs..system.n_vars()).map(|local| (local - system.n_symbols(), row[local].clone()));
            let unknowns: Vec<_> = dims.chain(locals).filter(|(_, number)| !number.is_zero()).collect();
            Constraint { unknowns, symbols: row[n_dims..n_inputs].to_vec(), constant: constant(&row).clone() }
        };
        let constraints = system.sides().map(constraint).filter(|it| !it.unknowns.is_empty()).collect();
        Self { system, constraints }
    }

    fn step(&self, mut tableau: Tableau<V>) -> Step<V> {
        if let Some((line, violated)) = self.open_constraint(&tableau) {
            let mut open = Vec::new();
            if let Violated::Somewhere = violated {
                let mut met = tableau.clone();
                met.context.add_inequality(met.parameters_of(&line));
                open.push(met);
                tableau.context.add_inequality(violation(&tableau.parameters_of(&line)));
            }
            open.extend(tableau.meet(&line));
            return Step::Open(open);
        }
        if tableau.lines[..self.system.n_dims()].iter().any(|line| !line.big.is_zero()) {
            // If the rational points are unbounded in this direction, so are the integer points, if there are any.
            return Step::Open(Vec::new());
        }
        match (0..tableau.n_slacks()).find(|&unknown| tableau.has_fraction(unknown)) {
            Some(unknown) => Step::Open(tableau.cut(unknown)),
            None => Step::Least(self.points(tableau)),
        }
    }

    /// A constraint that is violated in the whole context, or else in a part of it.
    fn open_constraint(&self, tableau: &Tableau<V>) -> Option<(Line, Violated)> {
        let mut open = None;
        for constraint in &self.constraints {
            let line = self.line(constraint, tableau);
            match tableau.violated(&line) {
                Violated::Everywhere => return Some((line, Violated::Everywhere)),
                Violated::Somewhere if open.is_none() => open = Some((line, Violated::Somewhere)),
                _ => {}
            }
        }
        open
    }

    /// The constraint as a combination of slacks and parameters.
    fn line(&self, constraint: &Constraint, tableau: &Tableau<V>) -> Line {
        let mut line = Line::zero(tableau.n_slacks() + tableau.context.n_vars());
        line.constant = constraint.constant.clone();
        line.slacks[tableau.n_slacks()..][..constraint.symbols.len()].clone_from_slice(&constraint.symbols);
        constraint.unknowns.iter().for_each(|(unknown, factor)| line.add(factor, &tableau.lines[*unknown]));
        line
    }

    /// Step 4.
    fn points(&self, tableau: Tableau<V>) -> Polyhedron<V> {
        let n_dims = self.system.n_dims();
        let value = |line: &Line| {
            tableau.parameters_of(line).iter().map(|number| number.div_floor(&line.divisor)).collect::<Row>()
        };
        let values: Vec<Row> = tableau.lines[..n_dims].iter().map(value).collect();
        let mut points = tableau.context;
        points.insert(Kind::Dim, 0, &self.system.values()[..n_dims]);
        for (dim, value) in values.into_iter().enumerate() {
            let mut row = vec![Int::ZERO; n_dims];
            row[dim] = Int::from(-1);
            row.extend(value);
            points.add_equality(row);
        }
        points
    }
}

impl<V: Copy + PartialEq> Tableau<V> {
    /// The initial tableau, without constraints on dimensions and local variables; the constraints on symbols alone are
    /// the context.
    fn of(system: &Polyhedron<V>) -> Self {
        let (n_dims, n_inputs) = (system.n_dims(), system.n_inputs());
        let n_unknowns = n_dims + system.n_locals();
        let lines = (0..n_unknowns).map(|unknown| Line::unbounded(unknown, n_unknowns + system.n_symbols())).collect();
        let mut context = Polyhedron::universe(0, system.n_symbols(), 0);
        (n_dims..n_inputs).for_each(|symbol| context.set_value(symbol - n_dims, system.value(symbol)));
        for row in system.sides() {
            let mut unknowns = row[..n_dims].iter().chain(&row[n_inputs..system.n_vars()]);
            if unknowns.all(Int::is_zero) {
                context.add_inequality([&row[n_dims..n_inputs], &[constant(&row).clone()]].concat());
            }
        }
        Self { lines, context, divisions: Vec::new() }
    }

    /// The number of slacks, which is that of the unknowns.
    fn n_slacks(&self) -> usize {
        self.lines.len()
    }

    /// The value of the line where all slacks are 0, times its divisor, over the variables of the context.
    fn parameters_of(&self, line: &Line) -> Row {
        [&line.slacks[self.n_slacks()..], std::slice::from_ref(&line.constant)].concat()
    }

    fn violated(&self, line: &Line) -> Violated {
        if !line.big.is_zero() {
            return if line.big.is_negative() { Violated::Everywhere } else { Violated::Never };
        }
        let parameters = self.parameters_of(line);
        if line.slacks[self.n_slacks()..].iter().all(Int::is_zero) {
            return if line.constant.is_negative() { Violated::Everywhere } else { Violated::Never };
        }
        if self.is_nowhere(violation(&parameters)) {
            Violated::Never
        } else if self.is_nowhere(parameters) {
            Violated::Everywhere
        } else {
            Violated::Somewhere
        }
    }

    /// Returns whether the row is negative in the whole context.
    fn is_nowhere(&self, row: Row) -> bool {
        let mut context = self.context.clone();
        context.add_inequality(row);
        context.is_integer_empty()
    }

    /// Step 1. `None` if no point satisfies the line.
    fn meet(mut self, line: &Line) -> Option<Self> {
        let column = line.first_to_rise(&self.lines, self.n_slacks())?;
        let instead = line.solved_for(column);
        self.lines.iter_mut().for_each(|line| line.substitute(column, &instead));
        Some(self)
    }

    /// Returns whether a variable is not an integer for all parameters.
    fn has_fraction(&self, unknown: usize) -> bool {
        let line = &self.lines[unknown];
        let is_whole = |number: &Int| number.is_multiple_of(&line.divisor);
        !(is_whole(&line.constant) && line.slacks[self.n_slacks()..].iter().all(is_whole))
    }

    /// Step 3: the tableaux that replace this one.
    fn cut(mut self, unknown: usize) -> Vec<Self> {
        let lacking = self.lacking(unknown);
        let cut = self.lines[unknown].cut(&lacking, self.n_slacks());
        let violated = self.violated(&cut);
        let mut open = Vec::new();
        if !matches!(violated, Violated::Everywhere) {
            // The variable is an integer here.
            let mut whole = self.clone();
            whole.context.add_equality(whole.parameters_of(&lacking));
            whole.lines[unknown].add(&Int::ONE, &lacking);
            open.push(whole);
        }
        if !matches!(violated, Violated::Never) {
            self.context.add_inequality(violation(&self.parameters_of(&cut)));
            open.extend(self.meet(&cut));
        }
        open
    }

    /// The distance of a variable to the next integer where all slacks are 0: a combination of parameters, one of
    /// which, the floor of the others, may be new.
    fn lacking(&mut self, unknown: usize) -> Line {
        let n_slacks = self.n_slacks();
        let mut lacking = self.lines[unknown].lacking(n_slacks);
        let floor = n_slacks + self.division(&lacking.slacks[n_slacks..], &lacking.constant, &lacking.divisor);
        lacking.slacks.resize(n_slacks + self.context.n_vars(), Int::ZERO);
        lacking.slacks[floor] -= &lacking.divisor;
        lacking
    }

    /// The parameter defined as this division, a new one if there is none.
    fn division(&mut self, numbers: &[Int], constant: &Int, divisor: &Int) -> usize {
        let n_used = numbers.iter().rposition(|number| !number.is_zero()).map_or(0, |last| last + 1);
        let division = (numbers[..n_used].to_vec(), constant.clone(), divisor.clone());
        if let Some(known) = self.divisions.iter().position(|other| *other == division) {
            return self.context.n_symbols() + known;
        }
        self.divisions.push(division);
        self.lines.iter_mut().for_each(|line| line.slacks.push(Int::ZERO));
        self.context.add_local_floor_div([numbers, std::slice::from_ref(constant)].concat(), divisor)
    }
}
