//! Affine loops, conditions and subscripts.

use crate::module::types;
use crate::options::Feature;
use crate::types::Type;
use crate::writer::{Value, Writer};

impl Writer {
    /// The induction variables of the surrounding affine loops.
    fn variables(&self) -> Vec<Value> {
        self.scope.iter().filter(|value| value.below.is_some()).cloned().collect()
    }

    /// An affine expression of `d0` and `d1`.
    fn expression(&mut self) -> String {
        let (a, b, c) = (self.numbers.below(5), self.numbers.below(9), 1 + self.numbers.below(7));
        let forms = [
            format!("d0 + {b}"),
            format!("d0 * {a} + {b}"),
            format!("d0 - d1 + {b}"),
            format!("d0 floordiv {c} + d1"),
            format!("d0 mod {c} - d1 * {a}"),
            format!("(d0 + d1) ceildiv {c}"),
            "d0 + d1".to_owned(),
            format!("-d0 + {b}"),
        ];
        self.numbers.one_of(&forms).clone()
    }

    /// Two of the surrounding induction variables, `None` outside of loops.
    fn two_variables(&mut self) -> Option<(Value, Value)> {
        let variables = self.variables();
        if variables.is_empty() {
            return None;
        }
        Some((self.numbers.one_of(&variables).clone(), self.numbers.one_of(&variables).clone()))
    }

    /// A value computed from induction variables.
    pub fn affine_apply(&mut self) {
        let Some((first, second)) = self.two_variables() else { return };
        let operands = format!("({}, {})", first.name, second.name);
        let one = self.expression();
        let text = match self.numbers.below(3) {
            0 => format!("affine.apply affine_map<(d0, d1) -> ({one})>{operands}"),
            kind => {
                let other = self.expression();
                let name = if kind == 1 { "min" } else { "max" };
                format!("affine.{name} affine_map<(d0, d1) -> ({one}, {other})>{operands}")
            }
        };
        self.define(Type::INDEX, format_args!("{text}"));
    }

    /// A load or store at subscripts computed from the surrounding induction variables.
    pub fn affine_access(&mut self) {
        let Some(buffer) = self.any_buffer() else { return };
        let variables = self.variables();
        let place: Vec<String> = buffer.shape().iter().map(|&size| self.place(&variables, size)).collect();
        let (place, ty) = (place.join(", "), Type::scalar(buffer.element));
        if self.may_write && buffer.is_mutable && self.numbers.below(2) == 0 {
            let value = self.any(ty);
            self.store("affine.store", &value, &buffer, &place);
        } else {
            self.define(ty, format_args!("affine.load {}[{place}] : {}", buffer.name, buffer.ty()));
        }
    }

    /// An affine expression that is less than `size`.
    fn place(&mut self, variables: &[Value], size: usize) -> String {
        if variables.is_empty() || self.numbers.below(6) == 0 {
            return self.numbers.below(size).to_string();
        }
        let variable = self.numbers.one_of(variables);
        let (name, below) = (&variable.name, variable.below.unwrap_or(usize::MAX));
        match self.numbers.below(4) {
            0 => format!("({name} + {}) mod {size}", self.numbers.below(8)),
            1 => format!("({name} * {}) mod {size}", self.numbers.below(8)),
            _ if below <= size => match size - below {
                0 => name.clone(),
                room => format!("{name} + {}", self.numbers.below(room + 1)),
            },
            _ => format!("{name} mod {size}"),
        }
    }

    /// A loop, sometimes with loop-carried values.
    pub fn affine_loop(&mut self) {
        if self.options.shows(Feature::Bounds) && self.numbers.below(2) == 0 {
            return self.affine_loop_of_dynamic_bounds();
        }
        let variables: Vec<Value> =
            self.variables().into_iter().filter(|value| value.below != Some(usize::MAX)).collect();
        let (mut start, mut end, mut below) = ("0".to_owned(), String::new(), 1 + self.numbers.below(8));
        match self.numbers.below(4) {
            0 if !variables.is_empty() => {
                let outer = self.numbers.one_of(&variables).clone();
                below = outer.below.unwrap_or(1) + 1;
                end = format!("affine_map<(d0) -> (d0 + 1)>({})", outer.name);
            }
            1 if !variables.is_empty() => {
                let outer = self.numbers.one_of(&variables).clone();
                start = format!("max affine_map<(d0) -> (0, d0 - 1)>({})", outer.name);
            }
            2 => start = self.numbers.below(3).to_string(),
            _ => {}
        }
        if end.is_empty() {
            end = below.to_string();
        }
        if !self.may_repeat(below as u64) {
            return;
        }
        let step = 1 + self.numbers.below(3);
        let step = if step == 1 { String::new() } else { format!(" step {step}") };
        self.affine_loop_between(&start, &end, &step, below);
    }

    /// A loop whose bounds are computed at the start of the function; its trip count may be zero.
    fn affine_loop_of_dynamic_bounds(&mut self) {
        const MOST_TRIPS: u64 = 12;
        if self.bounds.is_empty() || !self.may_repeat(MOST_TRIPS) {
            return;
        }
        let (low, high) = (self.numbers.one_of(&self.bounds).clone(), self.numbers.one_of(&self.bounds).clone());
        let (start, end, below) = match self.numbers.below(4) {
            0 => (low, high, usize::MAX),
            1 => ("0".to_owned(), high, 4),
            2 => (format!("affine_map<()[s0] -> (s0 * 2 - 5)>()[{low}]"), high, usize::MAX),
            _ => (
                format!("max affine_map<()[s0] -> (0, s0)>()[{low}]"),
                format!("min affine_map<()[s0] -> (8, s0 + 4)>()[{high}]"),
                8,
            ),
        };
        let step = *self.numbers.one_of(&["", "", " step 2", " step 5"]);
        self.affine_loop_between(&start, &end, step, below);
    }

    fn affine_loop_between(&mut self, start: &str, end: &str, step: &str, below: usize) {
        let (carried, passed) = self.carried();
        let variable = self.name();
        let header = format!("affine.for {variable} = {start} to {end}{step}");
        let name = self.begin_carrying(&header, &carried, &passed);
        self.region(below.min(12) as u64, |writer| {
            writer.scope.push(Value { name: variable, ty: Type::INDEX, below: Some(below) });
            name.iter().flat_map(|(_, inner)| inner).zip(&carried).for_each(|(name, &ty)| writer.add(name.clone(), ty));
            writer.some_statements();
            writer.yielding("affine.yield", &carried);
        });
        self.line(format_args!("}}"));
        if let Some((name, _)) = name {
            self.add_all(&name, &carried);
        }
    }

    /// Types of loop-carried values, and their initial values. Mostly none.
    pub fn carried(&mut self) -> (Vec<Type>, Vec<String>) {
        let n = self.numbers.below(5).saturating_sub(2);
        let types: Vec<Type> = (0..n).filter_map(|_| self.any_type(|_| true)).collect();
        let passed = types.iter().map(|&ty| self.any(ty)).collect();
        (types, passed)
    }

    /// Writes the header of a loop: returns the name of its results and those of its iter_args, if there are any.
    pub fn begin_carrying(
        &mut self,
        header: &str,
        carried: &[Type],
        passed: &[String],
    ) -> Option<(String, Vec<String>)> {
        if carried.is_empty() {
            self.line(format_args!("{header} {{"));
            return None;
        }
        let (name, inner): (String, Vec<String>) = (self.name(), carried.iter().map(|_| self.name()).collect());
        let pairs: Vec<String> = inner.iter().zip(passed).map(|(inner, outer)| format!("{inner} = {outer}")).collect();
        let number = if carried.len() == 1 { String::new() } else { format!(":{}", carried.len()) };
        let carried = types(carried);
        self.line(format_args!("{name}{number} = {header} iter_args({}) -> ({carried}) {{", pairs.join(", ")));
        Some((name, inner))
    }

    /// Terminates a region with values of these types, if there are any.
    pub fn yielding(&mut self, name: &str, yielded: &[Type]) {
        if yielded.is_empty() {
            return;
        }
        let values: Vec<String> = yielded.iter().map(|&ty| self.any(ty)).collect();
        self.line(format_args!("{name} {} : {}", values.join(", "), types(yielded)));
    }

    /// A condition on induction variables.
    pub fn affine_condition(&mut self) {
        let Some((first, second)) = self.two_variables() else { return };
        let (left, relation) = (self.expression(), *self.numbers.one_of(&[">=", "=="]));
        let set = format!("affine_set<(d0, d1) : ({left} {relation} 0)>({}, {})", first.name, second.name);
        let results: Vec<Type> = match self.numbers.below(2) {
            0 => Vec::new(),
            _ => self.any_type(|_| true).into_iter().collect(),
        };
        let name = self.name();
        match results.is_empty() {
            true => self.line(format_args!("affine.if {set} {{")),
            false => self.line(format_args!("{name} = affine.if {set} -> {} {{", types(&results))),
        }
        self.branch("affine.yield", &results);
        if !results.is_empty() || self.numbers.below(2) == 0 {
            self.line(format_args!("}} else {{"));
            self.branch("affine.yield", &results);
        }
        self.line(format_args!("}}"));
        self.add_all(&name, &results);
    }

    /// A region that executes at most once.
    pub fn branch(&mut self, terminator: &str, results: &[Type]) {
        self.region(1, |writer| {
            writer.some_statements();
            writer.yielding(terminator, results);
        });
    }
}
