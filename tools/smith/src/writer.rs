//! The text so far, and what can be used at its end.

use std::fmt::{Arguments, Write};

use crate::numbers::Numbers;
use crate::options::Options;
use crate::types::{Element, Type, sizes};

/// A value that can be used.
#[derive(Clone, Debug)]
pub struct Value {
    /// With `%`.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// For a variable of an affine loop: what it is below. It is never negative.
    pub below: Option<usize>,
}

/// A buffer that can be used; all of it was written.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// With `%`.
    pub name: String,
    /// Its sizes.
    pub shape: &'static [usize],
    /// What it holds.
    pub element: Element,
}

impl Buffer {
    /// Its type.
    pub fn ty(&self) -> String {
        format!("memref<{}{}>", sizes(self.shape), self.element)
    }
}

/// A function that can be called.
#[derive(Clone, Debug)]
pub struct Function {
    /// With `@`.
    pub name: String,
    /// What it takes.
    pub params: Vec<Type>,
    /// What it gives.
    pub results: Vec<Type>,
    /// About how many operations a call runs.
    pub cost: u64,
}

/// How many times a statement may be run in one call.
const MOST_RUNS: u64 = 600;

/// How many operations one call may run.
const MOST_COST: u64 = 100_000;

/// The text and what is in scope.
pub struct Writer {
    /// What to write.
    pub options: Options,
    /// Where chance comes from.
    pub numbers: Numbers,
    /// The text.
    pub text: String,
    /// The values that can be used here.
    pub scope: Vec<Value>,
    /// The buffers that can be used here.
    pub buffers: Vec<Buffer>,
    /// The functions so far.
    pub functions: Vec<Function>,
    /// How many regions there are around, for indentation and to end nesting.
    pub depth: usize,
    /// About how often a statement here is run.
    pub runs: u64,
    /// Whether statements here may write: not where the order in which they are run is open.
    pub may_write: bool,
    /// Of the function so far.
    pub cost: u64,
    n_names: usize,
}

impl Writer {
    /// Nothing yet.
    pub fn new(options: &Options) -> Self {
        Self {
            options: options.clone(),
            numbers: Numbers::new(options.seed),
            text: String::new(),
            scope: Vec::new(),
            buffers: Vec::new(),
            functions: Vec::new(),
            depth: 0,
            runs: 1,
            may_write: true,
            cost: 0,
            n_names: 0,
        }
    }

    /// Writes a line.
    pub fn line(&mut self, line: Arguments) {
        let indentation = 2 * (self.depth + 1);
        writeln!(self.text, "{:indentation$}{line}", "").expect("writing to memory does not fail");
        self.cost += self.runs;
    }

    /// A name that was not used yet.
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

    /// As [`Self::define`] for a value that nothing else should use.
    pub fn define_hidden(&mut self, line: Arguments) -> String {
        let name = self.name();
        self.line(format_args!("{name} = {line}"));
        name
    }

    /// Adds a value.
    pub fn add(&mut self, name: String, ty: Type) {
        self.scope.push(Value { name, ty, below: None });
    }

    /// A value of type `ty`: mostly one of the last, a new constant if there is none.
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

    /// The type of a value that is there, if `wanted`.
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

    /// A number, often one at which things change.
    fn literal(&mut self, element: Element) -> String {
        let small = self.numbers.below(20) as i64 - 4;
        match element {
            Element::Int(1) => ["false", "true"][self.numbers.below(2)].to_owned(),
            Element::Int(width) => {
                let (most, least) = (i64::MAX >> (64 - width), i64::MIN >> (64 - width));
                let any = (self.numbers.draw() as i64) >> (64 - width);
                [small, small, small, most, least, any][self.numbers.below(6)].to_string()
            }
            Element::Index => small.to_string(),
            Element::Float(_) => {
                (*self.numbers.one_of(&["0.0", "-0.0", "1.0", "-1.5", "0.1", "3.0e+30", "2.0"])).to_owned()
            }
        }
    }

    /// Whether something that runs its statements `n` times may stand here.
    pub fn may_repeat(&self, n: u64) -> bool {
        self.runs * n <= MOST_RUNS
    }

    /// Whether a call of `function` may stand here.
    pub fn may_call(&self, function: &Function) -> bool {
        self.cost + self.runs * function.cost <= MOST_COST
    }

    /// Writes what is inside of a region that runs its statements `n` times; what is defined there is gone afterwards.
    pub fn region<R>(&mut self, n: u64, inside: impl FnOnce(&mut Self) -> R) -> R {
        let (n_values, n_buffers, runs) = (self.scope.len(), self.buffers.len(), self.runs);
        self.depth += 1;
        self.runs *= n;
        let result = inside(self);
        self.scope.truncate(n_values);
        self.buffers.truncate(n_buffers);
        self.depth -= 1;
        self.runs = runs;
        result
    }
}
