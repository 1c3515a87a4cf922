//! Statements: which there are, and how often each is chosen.

use crate::module::types;
use crate::options::Dialect;
use crate::types::Type;
use crate::writer::Writer;

/// Regions in regions end here.
const MOST_NESTED: usize = 4;

/// Writes a statement, or nothing if it cannot stand here.
type Statement = fn(&mut Writer);

/// The dialect that must be chosen, how often a statement is, and whether it has regions.
const STATEMENTS: [(Dialect, usize, bool, Statement); 14] = [
    (Dialect::Arith, 10, false, Writer::elementwise),
    (Dialect::Arith, 3, false, Writer::comparison),
    (Dialect::Arith, 2, false, Writer::conversion),
    (Dialect::Arith, 1, false, Writer::call),
    (Dialect::Memref, 4, false, Writer::access),
    (Dialect::Memref, 1, false, Writer::copy),
    (Dialect::Vector, 6, false, Writer::vector),
    (Dialect::Affine, 2, false, Writer::affine_apply),
    (Dialect::Affine, 3, false, Writer::affine_access),
    (Dialect::Affine, 2, true, Writer::affine_loop),
    (Dialect::Affine, 1, true, Writer::affine_condition),
    (Dialect::Scf, 2, true, Writer::conditional),
    (Dialect::Scf, 2, true, Writer::counted_loop),
    (Dialect::Scf, 2, true, Writer::other_region),
];

impl Writer {
    /// About `n` statements.
    pub fn statements(&mut self, n: usize) {
        for _ in 0..n {
            self.statement();
        }
    }

    fn statement(&mut self) {
        let may_nest = self.depth < MOST_NESTED;
        let fitting: Vec<&(Dialect, usize, bool, Statement)> = STATEMENTS
            .iter()
            .filter(|(dialect, _, nests, _)| self.options.has(*dialect) && (may_nest || !nests))
            .collect();
        let total = fitting.iter().map(|row| row.1).sum();
        let mut at = self.numbers.below(total);
        for (_, weight, _, write) in fitting {
            if at < *weight {
                return write(self);
            }
            at -= weight;
        }
    }

    /// A few statements, as many as a region at this depth should have.
    pub fn some_statements(&mut self) {
        let most = (self.options.size / (4 * (self.depth + 1))).clamp(1, 8);
        let n = 1 + self.numbers.below(most);
        self.statements(n);
    }

    fn call(&mut self) {
        let fitting: Vec<usize> =
            (0..self.functions.len()).filter(|&index| self.may_call(&self.functions[index])).collect();
        if fitting.is_empty() {
            return;
        }
        let function = self.functions[*self.numbers.one_of(&fitting)].clone();
        let arguments: Vec<String> = function.params.iter().map(|&ty| self.any(ty)).collect();
        self.cost += self.runs * function.cost;
        let call = format!(
            "func.call {}({}) : ({}) -> ({})",
            function.name,
            arguments.join(", "),
            types(&function.params),
            types(&function.results)
        );
        self.define_all(&function.results, &call);
    }

    /// Writes `names = line`, and adds the values.
    pub fn define_all(&mut self, results: &[Type], line: &str) {
        let name = self.name();
        let n = results.len();
        match n {
            0 => self.line(format_args!("{line}")),
            1 => self.line(format_args!("{name} = {line}")),
            _ => self.line(format_args!("{name}:{n} = {line}")),
        }
        self.add_all(&name, results);
    }

    /// Adds the results of an operation that is called `name`.
    pub fn add_all(&mut self, name: &str, results: &[Type]) {
        for (index, &ty) in results.iter().enumerate() {
            self.add(if results.len() == 1 { name.to_owned() } else { format!("{name}#{index}") }, ty);
        }
    }
}
