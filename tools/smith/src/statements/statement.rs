//! Statements, and the frequency of each.

use crate::module::types;
use crate::options::{Dialect, Feature, Options};
use crate::types::Type;
use crate::writer::{Buffer, Function, Writer};

/// The maximum nesting depth of regions.
const MOST_NESTED: usize = 4;

/// Writes a statement, or nothing if it is not possible at this point.
type Statement = fn(&mut Writer);

/// The options for which a statement is written.
#[derive(Clone, Copy)]
enum Needs {
    Dialect(Dialect),
    Feature(Feature),
}

use Needs::{Dialect as D, Feature as F};

/// The required options of each statement, its frequency, and whether it has regions.
const STATEMENTS: [(Needs, usize, bool, Statement); 30] = [
    (D(Dialect::Arith), 10, false, Writer::elementwise),
    (D(Dialect::Arith), 3, false, Writer::comparison),
    (D(Dialect::Arith), 2, false, Writer::conversion),
    (D(Dialect::Arith), 1, false, Writer::call),
    (D(Dialect::Memref), 4, false, Writer::access),
    (D(Dialect::Memref), 1, false, Writer::copy),
    (D(Dialect::Vector), 6, false, Writer::vector),
    (D(Dialect::Affine), 2, false, Writer::affine_apply),
    (D(Dialect::Affine), 3, false, Writer::affine_access),
    (D(Dialect::Affine), 2, true, Writer::affine_loop),
    (D(Dialect::Affine), 1, true, Writer::affine_condition),
    (D(Dialect::Scf), 2, true, Writer::conditional),
    (D(Dialect::Scf), 2, true, Writer::counted_loop),
    (D(Dialect::Scf), 2, true, Writer::other_region),
    (F(Feature::Aliases), 3, false, Writer::call),
    (F(Feature::Aliases), 3, false, Writer::chosen_buffer),
    (F(Feature::Aliases), 3, true, Writer::loop_of_buffers),
    (F(Feature::Bounds), 3, true, Writer::loop_of_dynamic_bounds),
    (F(Feature::Complex), 6, false, Writer::complex),
    (F(Feature::Globals), 2, false, Writer::fetch_global),
    (F(Feature::Guards), 5, false, Writer::guarded_operation),
    (F(Feature::Guards), 2, true, Writer::guarded_loop),
    (F(Feature::Nests), 4, true, Writer::nests),
    (F(Feature::Parallel), 3, true, Writer::parallel_writes),
    (F(Feature::Slots), 8, false, Writer::slot),
    (F(Feature::Tensors), 8, false, Writer::tensor),
    (F(Feature::Tensors), 3, true, Writer::tensor_region),
    (F(Feature::Views), 5, false, Writer::view),
    (F(Feature::Views), 2, false, Writer::access),
    (F(Feature::Widths), 3, false, Writer::conversion),
];

impl Options {
    fn have(&self, needs: Needs) -> bool {
        match needs {
            D(dialect) => self.has(dialect),
            F(feature) => self.shows(feature),
        }
    }
}

impl Writer {
    /// About `n` statements.
    pub fn statements(&mut self, n: usize) {
        for _ in 0..n {
            self.statement();
        }
    }

    fn statement(&mut self) {
        let may_nest = self.depth < MOST_NESTED;
        let fitting: Vec<&(Needs, usize, bool, Statement)> = STATEMENTS
            .iter()
            .filter(|(needs, _, nests, _)| self.options.have(*needs) && (may_nest || !nests))
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

    /// A call; memrefs that it passes may alias.
    pub fn call(&mut self) {
        let may_call = |function: &Function| self.may_call(function) && (self.may_write || !function.has_effects);
        let fitting: Vec<usize> = (0..self.functions.len()).filter(|&index| may_call(&self.functions[index])).collect();
        if fitting.is_empty() {
            return;
        }
        let function = self.functions[*self.numbers.one_of(&fitting)].clone();
        self.call_of(&function);
    }

    /// A call of `function`, if there are memrefs to pass.
    pub fn call_of(&mut self, function: &Function) {
        let mut buffers = Vec::new();
        for param in &function.buffers {
            let Some(buffer) = self.passed_for(param, &buffers) else { return };
            buffers.push(buffer);
        }
        if function.has_effects {
            buffers.iter().for_each(|buffer| self.note_write(buffer));
            self.has_effects |= buffers.is_empty();
        }
        let mut arguments: Vec<String> = function.params.iter().map(|&ty| self.any(ty)).collect();
        let mut list: Vec<String> = function.params.iter().map(ToString::to_string).collect();
        for (param, buffer) in function.buffers.iter().zip(&buffers) {
            let (from, to) = (buffer.ty(), param.ty());
            arguments.push(match from == to {
                true => buffer.name.clone(),
                false => self.define_hidden(format_args!("memref.cast {} : {from} to {to}", buffer.name)),
            });
            list.push(to);
        }
        self.cost += self.runs * function.cost;
        let call = format!(
            "func.call {}({}) : ({}) -> ({})",
            function.name,
            arguments.join(", "),
            list.join(", "),
            types(&function.results)
        );
        self.define_all(&function.results, &call);
    }

    /// A buffer that may be passed for `param`, given the arguments for other parameters.
    fn passed_for(&mut self, param: &Buffer, others: &[Buffer]) -> Option<Buffer> {
        let may_alias = !self.options.distinct_arguments;
        let fits = |buffer: &&Buffer| {
            (may_alias || others.iter().all(|other| buffer.is_apart_from(other)))
                && buffer.shape() == param.shape()
                && buffer.element == param.element
                && buffer.is_mutable
                && buffer.layout.fits(&param.layout)
        };
        let fitting: Vec<Buffer> = self.buffers.iter().filter(fits).cloned().collect();
        (!fitting.is_empty()).then(|| self.numbers.one_of(&fitting).clone())
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
