//! Modules and functions.

use crate::options::{Dialect, Options};
use crate::types::{SCALARS, Type};
use crate::writer::{Buffer, Function, Writer};

/// The module that `options` describe.
pub fn module(options: &Options) -> String {
    let mut writer = Writer::new(options);
    for index in 0..options.n_functions {
        writer.function(index);
    }
    writer.text
}

/// The buffers of a function are made at its start; so many at most.
const MOST_BUFFERS: usize = 3;

impl Writer {
    fn function(&mut self, index: usize) {
        self.scope.clear();
        self.buffers.clear();
        self.cost = 0;
        let n_params = 2 + self.numbers.below(4);
        let params: Vec<Type> = (0..n_params).map(|_| *self.numbers.one_of(&SCALARS)).collect();
        let n_results = 1 + self.numbers.below(3);
        let results: Vec<Type> = (0..n_results).map(|_| *self.numbers.one_of(&SCALARS)).collect();
        let mut list = Vec::new();
        for &ty in &params {
            let name = self.name();
            list.push(format!("{name}: {ty}"));
            self.add(name, ty);
        }
        let name = format!("@f{index}");
        let start = format!("func.func {name}({}) -> ({}) {{", list.join(", "), types(&results));
        self.text += &start;
        self.text.push('\n');
        let buffers = self.make_buffers();
        if self.options.has(Dialect::Cf) && self.numbers.below(2) == 0 {
            self.graph(&results, &buffers);
        } else {
            self.statements(self.options.size);
            self.end(&results, &buffers);
        }
        self.text += "}\n";
        let cost = self.cost;
        self.functions.push(Function { name, params, results, cost });
    }

    fn make_buffers(&mut self) -> Vec<Buffer> {
        if self.options.has(Dialect::Memref) {
            for _ in 0..self.numbers.below(MOST_BUFFERS + 1) {
                self.make_buffer();
            }
        }
        self.buffers.clone()
    }

    /// Frees `buffers` and returns values of types `results`.
    pub fn end(&mut self, results: &[Type], buffers: &[Buffer]) {
        let values: Vec<String> = results.iter().map(|&ty| self.any(ty)).collect();
        for buffer in buffers {
            self.line(format_args!("memref.dealloc {} : {}", buffer.name, buffer.ty()));
        }
        self.line(format_args!("return {} : {}", values.join(", "), types(results)));
    }
}

/// `types`, parted by commas.
pub fn types(types: &[Type]) -> String {
    types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
