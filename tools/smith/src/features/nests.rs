//! A sequence of affine loop nests over whole buffers, with calls and copies between them.

use crate::options::Dialect;
use crate::types::{Element, Type};
use crate::writer::{Buffer, Function, Writer};

impl Writer {
    /// Some nests over buffers of the same size, with obstacles to their fusion between them.
    pub fn nests(&mut self) {
        const MOST: usize = 5;
        if !self.options.has(Dialect::Affine) || !self.may_write {
            return;
        }
        let Some(first) = self.any_buffer() else { return };
        let fits = |buffer: &&Buffer| buffer.shape() == first.shape() && buffer.element == first.element;
        let all: Vec<Buffer> = self.buffers.iter().filter(fits).cloned().collect();
        let n = 2 + self.numbers.below(MOST - 1);
        for _ in 0..n {
            match self.numbers.below(6) {
                0 => self.call_with(&all),
                1 => self.copy(),
                2 => self.view_if_chosen(),
                _ => self.nest(&all),
            }
        }
    }

    fn view_if_chosen(&mut self) {
        if self.options.shows(crate::options::Feature::Views) {
            self.view();
        }
    }

    /// A call of a function that has buffer parameters.
    fn call_with(&mut self, all: &[Buffer]) {
        let takes_one = |function: &&Function| {
            function.buffers.iter().any(|param| param.element == all[0].element) && self.may_call(function)
        };
        let fitting: Vec<Function> = self.functions.iter().filter(takes_one).cloned().collect();
        if !fitting.is_empty() {
            let function = self.numbers.one_of(&fitting).clone();
            self.call_of(&function);
        }
    }

    /// A nest over all dimensions that stores to each element of one buffer values loaded from neighbouring elements of
    /// others.
    fn nest(&mut self, all: &[Buffer]) {
        let written: Vec<Buffer> = all.iter().filter(|buffer| buffer.is_mutable).cloned().collect();
        let shape = all[0].shape();
        if written.is_empty() || !self.may_repeat(shape.iter().product::<usize>() as u64) {
            return;
        }
        let (to, from) = (self.numbers.one_of(&written).clone(), self.numbers.one_of(all).clone());
        let other = self.numbers.one_of(all).clone();
        let n_values = self.scope.len();
        let mut variables = Vec::new();
        for &size in &shape {
            let variable = self.name();
            let is_backward = self.numbers.below(6) == 0;
            let range = if is_backward && size > 1 { format!("1 to {size}") } else { format!("0 to {size}") };
            self.line(format_args!("affine.for {variable} = {range} {{"));
            self.depth += 1;
            self.runs *= size as u64;
            variables.push(variable);
        }
        let element = to.element;
        let same = variables.join(", ");
        let near: Vec<String> = variables.iter().zip(&shape).map(|(name, &size)| self.near(name, size)).collect();
        let near = near.join(", ");
        let load = |writer: &mut Self, buffer: &Buffer, at: &str| {
            let (name, ty) = (&buffer.name, buffer.ty());
            writer.define_hidden(format_args!("affine.load {name}[{at}] : {ty}"))
        };
        let (one, two) = (load(self, &from, &near), load(self, &other, &same));
        let how = match element {
            Element::Float(_) => *self.numbers.one_of(&["arith.addf", "arith.mulf", "arith.subf"]),
            _ => *self.numbers.one_of(&["arith.addi", "arith.muli", "arith.subi", "arith.xori"]),
        };
        let value = match self.numbers.below(4) {
            0 => one,
            1 => self.any(Type::scalar(element)),
            _ => self.define_hidden(format_args!("{how} {one}, {two} : {element}")),
        };
        self.store("affine.store", &value, &to, &same);
        for &size in shape.iter().rev() {
            self.depth -= 1;
            self.runs /= size as u64;
            self.line(format_args!("}}"));
        }
        self.scope.truncate(n_values);
    }

    /// An index near the induction variable that is within bounds.
    fn near(&mut self, variable: &str, size: usize) -> String {
        match self.numbers.below(5) {
            0 => format!("({variable} + 1) mod {size}"),
            1 => format!("{} - {variable}", size - 1),
            2 => self.numbers.below(size).to_string(),
            _ => variable.to_owned(),
        }
    }
}
