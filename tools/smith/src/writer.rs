//! The text so far, and the scope at its end.

use std::fmt::{Arguments, Write};

use crate::layout::Layout;
use crate::numbers::Numbers;
use crate::options::{Feature, Options};
use crate::types::{Element, ODD_INTEGERS, SCALARS, Type, sizes};

/// A value in scope.
#[derive(Clone, Debug)]
pub struct Value {
    /// With `%`.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// For an induction variable of an affine loop: its exclusive upper bound. It is never negative.
    pub below: Option<usize>,
}

/// A buffer in scope; all of it was written. Its sizes are powers of two.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// With `%`.
    pub name: String,
    /// Its element type.
    pub element: Element,
    /// Its sizes, strides and offset.
    pub layout: Layout,
    /// The memory that it is a view of; buffers of different known memory do not overlap.
    pub memory: Memory,
    /// Whether it may be written.
    pub is_mutable: bool,
}

/// The memory that a buffer is a view of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    /// Any memory.
    Unknown,
    /// An allocation, by its index, with its number of elements.
    Allocation(usize, usize),
}

impl Buffer {
    /// A contiguous buffer.
    pub fn contiguous(name: String, shape: &[usize], element: Element, memory: Memory) -> Self {
        Self { name, element, layout: Layout::contiguous(shape), memory, is_mutable: true }
    }

    /// Its type.
    pub fn ty(&self) -> String {
        self.layout.memref(self.element)
    }

    /// Its sizes.
    pub fn shape(&self) -> Vec<usize> {
        self.layout.dims.iter().map(|dim| dim.size).collect()
    }

    /// Whether the two are known not to alias.
    pub fn is_apart_from(&self, other: &Self) -> bool {
        match (self.memory, other.memory) {
            (Memory::Allocation(one, _), Memory::Allocation(two, _)) => one != two,
            _ => false,
        }
    }
}

/// A tensor in scope.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tensor {
    /// With `%`.
    pub name: String,
    /// Its sizes.
    pub shape: Vec<usize>,
    /// Its element type.
    pub element: Element,
}

impl Tensor {
    /// Its type.
    pub fn ty(&self) -> String {
        format!("tensor<{}{}>", sizes(&self.shape), self.element)
    }
}

/// A function that can be called.
#[derive(Clone, Debug)]
pub struct Function {
    /// With `@`.
    pub name: String,
    /// The types of its parameters.
    pub params: Vec<Type>,
    /// The memref parameters after these.
    pub buffers: Vec<Buffer>,
    /// The types of its results.
    pub results: Vec<Type>,
    /// Whether it writes memory that callers can observe.
    pub has_effects: bool,
    /// The approximate number of operations that a call executes.
    pub cost: u64,
}

/// The maximum number of executions of a statement in one call.
const MOST_RUNS: u64 = 600;

/// The maximum number of operations that one call executes.
const MOST_COST: u64 = 100_000;

/// The text so far, and the scope at its end.
pub struct Writer {
    /// The parameters of the module.
    pub options: Options,
    /// The random number generator.
    pub numbers: Numbers,
    /// The text.
    pub text: String,
    /// The values in scope.
    pub scope: Vec<Value>,
    /// The buffers in scope.
    pub buffers: Vec<Buffer>,
    /// The allocations to free at the end of the function: names and types.
    pub allocations: Vec<(String, String)>,
    /// The tensors in scope.
    pub tensors: Vec<Tensor>,
    /// The complex numbers in scope, all of two f32.
    pub complexes: Vec<String>,
    /// The stack slots of the function, with their types.
    pub slots: Vec<(String, Type)>,
    /// Indices that are computed at the start of the function, from -3 to 4: loop bounds.
    pub bounds: Vec<String>,
    /// The globals of the module.
    pub globals: Vec<Buffer>,
    /// The functions so far.
    pub functions: Vec<Function>,
    /// The number of surrounding regions, for indentation and to limit nesting.
    pub depth: usize,
    /// The approximate number of executions of a statement here.
    pub runs: u64,
    /// Whether statements here may write: not where the execution order is unspecified.
    pub may_write: bool,
    /// The cost of the function so far.
    pub cost: u64,
    /// Whether the function so far writes memory that callers can observe.
    pub has_effects: bool,
    n_allocations: usize,
    n_names: usize,
}

impl Writer {
    /// A writer without text and scope.
    pub fn new(options: &Options) -> Self {
        Self {
            options: options.clone(),
            numbers: Numbers::new(options.seed),
            text: String::new(),
            scope: Vec::new(),
            buffers: Vec::new(),
            allocations: Vec::new(),
            tensors: Vec::new(),
            complexes: Vec::new(),
            slots: Vec::new(),
            bounds: Vec::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            depth: 0,
            runs: 1,
            may_write: true,
            cost: 0,
            has_effects: false,
            n_allocations: 0,
            n_names: 0,
        }
    }

    /// Writes a line.
    pub fn line(&mut self, line: Arguments) {
        let indentation = 2 * (self.depth + 1);
        writeln!(self.text, "{:indentation$}{line}", "").expect("writing to memory does not fail");
        self.cost += self.runs;
    }

    /// A new allocation of this many elements.
    pub fn new_memory(&mut self, n_elements: usize) -> Memory {
        self.n_allocations += 1;
        Memory::Allocation(self.n_allocations, n_elements)
    }

    /// A type of scalar parameters and results.
    pub fn any_scalar(&mut self) -> Type {
        match self.options.shows(Feature::Widths) && self.numbers.below(2) == 0 {
            true => *self.numbers.one_of(&ODD_INTEGERS),
            false => *self.numbers.one_of(&SCALARS),
        }
    }

    /// Records that `buffer` is written, which callers can observe if the function did not allocate it.
    pub fn note_write(&mut self, buffer: &Buffer) {
        let is_shared = |memory| memory == Memory::Unknown || self.globals.iter().any(|it| it.memory == memory);
        self.has_effects |= is_shared(buffer.memory);
    }

    /// A new name.
    pub fn name(&mut self) -> String {
        self.n_names += 1;
        format!("%v{}", self.n_names)
    }

    /// Writes `name = line` and adds the value.
    pub fn define(&mut self, ty: Type, line: Arguments) -> String {
        let name = self.name();
        self.line(format_args!("{name} = {line}"));
        self.add(name.clone(), ty);
        name
    }

    /// As [`Self::define`] for a value that is not added to the scope.
    pub fn define_hidden(&mut self, line: Arguments) -> String {
        let name = self.name();
        self.line(format_args!("{name} = {line}"));
        name
    }

    /// Adds a value.
    pub fn add(&mut self, name: String, ty: Type) {
        self.scope.push(Value { name, ty, below: None });
    }

    /// A value of type `ty`: mostly one of the last in scope, a new constant if there is none.
    pub fn any(&mut self, ty: Type) -> String {
        const RECENT: usize = 8;
        let fitting: Vec<usize> = (0..self.scope.len()).filter(|&index| self.scope[index].ty == ty).collect();
        if fitting.is_empty() || self.numbers.below(16) == 0 {
            return self.constant(ty);
        }
        let from = if self.numbers.below(2) == 0 { fitting.len().saturating_sub(RECENT) } else { 0 };
        self.scope[*self.numbers.one_of(&fitting[from..])].name.clone()
    }

    /// As [`Self::any`], but not one result of several.
    pub fn any_single(&mut self, ty: Type) -> String {
        let name = self.any(ty);
        if name.contains('#') { self.constant(ty) } else { name }
    }

    /// The type of a value in scope that satisfies `wanted`.
    pub fn any_type(&mut self, wanted: impl Fn(Type) -> bool) -> Option<Type> {
        let fitting: Vec<Type> = self.scope.iter().map(|value| value.ty).filter(|&ty| wanted(ty)).collect();
        if fitting.is_empty() { None } else { Some(*self.numbers.one_of(&fitting)) }
    }

    /// A new constant.
    pub fn constant(&mut self, ty: Type) -> String {
        let value = self.literal(ty.element);
        let value = match ty.is_vector() {
            true => format!("dense<{value}> : {ty}"),
            false if ty == Type::BOOL => value,
            false => format!("{value} : {ty}"),
        };
        self.define(ty, format_args!("arith.constant {value}"))
    }

    /// The index `value`.
    pub fn index(&mut self, value: usize) -> String {
        self.define(Type::INDEX, format_args!("arith.constant {value} : index"))
    }

    /// A constant, often a boundary value.
    pub fn literal(&mut self, element: Element) -> String {
        let small = self.numbers.below(20) as i64 - 4;
        match element {
            Element::Int(1) => ["false", "true"][self.numbers.below(2)].to_owned(),
            Element::Int(width) => {
                let (most, least) = (i128::MAX >> (128 - width), i128::MIN >> (128 - width));
                let low = self.numbers.draw() as i64;
                let any = match width {
                    ..=64 => i128::from(low >> (64 - width)),
                    _ => (i128::from(low) << 64 | i128::from(self.numbers.draw())) >> (128 - width),
                };
                // Narrow integers cannot represent all small constants.
                let small = i128::from(small).clamp(least, most);
                [small, small, small, most, least, any][self.numbers.below(6)].to_string()
            }
            Element::Index => small.to_string(),
            Element::Float(width) if self.options.shows(Feature::Specials) && self.numbers.below(3) == 0 => {
                let bits = match width {
                    32 => ["0x7F800000", "0xFF800000", "0x7FC00000", "0x00000001"],
                    _ => ["0x7FF0000000000000", "0xFFF0000000000000", "0x7FF8000000000000", "0x0000000000000001"],
                };
                (*self.numbers.one_of(&bits)).to_owned()
            }
            Element::Float(_) => {
                (*self.numbers.one_of(&["0.0", "-0.0", "1.0", "-1.5", "0.1", "3.0e+30", "2.0"])).to_owned()
            }
        }
    }

    /// Whether a loop with trip count `n` may be written here.
    pub fn may_repeat(&self, n: u64) -> bool {
        self.runs * n <= MOST_RUNS
    }

    /// Whether a call of `function` may be written here.
    pub fn may_call(&self, function: &Function) -> bool {
        self.cost + self.runs * function.cost <= MOST_COST
    }

    /// Writes the contents of a region that executes `n` times; its definitions go out of scope afterwards.
    pub fn region<R>(&mut self, n: u64, inside: impl FnOnce(&mut Self) -> R) -> R {
        let (n_values, n_buffers, runs) = (self.scope.len(), self.buffers.len(), self.runs);
        let (n_tensors, n_complexes) = (self.tensors.len(), self.complexes.len());
        self.depth += 1;
        self.runs *= n;
        let result = inside(self);
        self.scope.truncate(n_values);
        self.buffers.truncate(n_buffers);
        self.tensors.truncate(n_tensors);
        self.complexes.truncate(n_complexes);
        self.depth -= 1;
        self.runs = runs;
        result
    }
}
