//! Modules and functions.

use crate::options::{Dialect, Feature, Options};
use crate::statements::memory::ELEMENTS;
use crate::types::{BUFFER_SHAPES, Type};
use crate::writer::{Buffer, Function, Memory, Writer};

/// The module that `options` describe.
pub fn module(options: &Options) -> String {
    let mut writer = Writer::new(options);
    if options.shows(Feature::Graph) {
        writer.cycles();
    }
    if options.shows(Feature::Globals) {
        writer.make_globals();
    }
    for index in 0..options.n_functions {
        writer.function(index);
    }
    writer.text
}

/// The maximum number of buffers, which a function allocates at its start.
const MOST_BUFFERS: usize = 3;

/// The maximum number of memref parameters of a function.
const MOST_BUFFER_PARAMS: usize = 3;

impl Writer {
    fn function(&mut self, index: usize) {
        self.begin_function();
        let n_params = 2 + self.numbers.below(4);
        let params: Vec<Type> = (0..n_params).map(|_| self.any_scalar()).collect();
        let n_results = 1 + self.numbers.below(3);
        let results: Vec<Type> = (0..n_results).map(|_| self.any_scalar()).collect();
        let mut list = Vec::new();
        for &ty in &params {
            let name = self.name();
            list.push(format!("{name}: {ty}"));
            self.add(name, ty);
        }
        let buffers = self.buffer_params();
        list.extend(buffers.iter().map(|buffer| format!("{}: {}", buffer.name, buffer.ty())));
        let (visibility, attributes) = self.linkage(index, !buffers.is_empty());
        let name = format!("@f{index}");
        let start =
            format!("func.func {visibility}{name}({}) -> ({}){attributes} {{", list.join(", "), types(&results));
        self.text += &start;
        self.text.push('\n');
        self.body(&results);
        self.text += "}\n";
        let (cost, has_effects) = (self.cost, self.has_effects);
        self.functions.push(Function { name, params, buffers, results, has_effects, cost });
    }

    fn begin_function(&mut self) {
        self.scope.clear();
        self.buffers.clear();
        self.allocations.clear();
        self.tensors.clear();
        self.complexes.clear();
        self.slots.clear();
        self.bounds.clear();
        self.cost = 0;
        self.has_effects = false;
    }

    /// The memref parameters of a function. Any of them may alias.
    fn buffer_params(&mut self) -> Vec<Buffer> {
        if !self.options.shows(Feature::Aliases) {
            return Vec::new();
        }
        let element = *self.numbers.one_of(&ELEMENTS);
        let n = self.numbers.below(MOST_BUFFER_PARAMS + 1);
        for _ in 0..n {
            let shape = *self.numbers.one_of(&[BUFFER_SHAPES[0], BUFFER_SHAPES[0], BUFFER_SHAPES[2]]);
            let name = self.name();
            let mut buffer = Buffer::contiguous(name, shape, element, Memory::Unknown);
            if self.options.shows(Feature::Views) && self.numbers.below(3) == 0 {
                buffer.layout = buffer.layout.dynamic();
            }
            self.buffers.push(buffer);
        }
        self.buffers.clone()
    }

    /// Visibility and attributes: a function that others call with one memref twice is often private.
    fn linkage(&mut self, index: usize, takes_buffers: bool) -> (&'static str, &'static str) {
        if !takes_buffers || index + 1 == self.options.n_functions {
            return ("", "");
        }
        let visibility = *self.numbers.one_of(&["private ", ""]);
        (visibility, *self.numbers.one_of(&["", " attributes {no_inline}"]))
    }

    fn body(&mut self, results: &[Type]) {
        if self.options.shows(Feature::Bounds) {
            self.make_bounds();
        }
        if self.options.has(Dialect::Memref) {
            for _ in 0..self.numbers.below(MOST_BUFFERS + 1) {
                self.make_buffer();
            }
        }
        if self.options.shows(Feature::Slots) {
            self.make_slots();
        }
        if self.options.has(Dialect::Cf) && self.numbers.below(2) == 0 {
            self.graph(results);
        } else {
            self.statements(self.options.size);
            self.end(results);
        }
    }

    /// Frees the allocations of the function, and returns values of types `results`.
    pub fn end(&mut self, results: &[Type]) {
        let values: Vec<String> = results.iter().map(|&ty| self.any(ty)).collect();
        for (name, ty) in self.allocations.clone() {
            self.line(format_args!("memref.dealloc {name} : {ty}"));
        }
        self.line(format_args!("return {} : {}", values.join(", "), types(results)));
    }
}

/// `types`, separated by commas.
pub fn types(types: &[Type]) -> String {
    types.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
