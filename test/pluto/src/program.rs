//! Random affine programs: loops, conditions, stores of values computed from loads, and loop-carried sums.
//!
//! A program is a tree that can be printed as MLIR and executed here: the instances of its stores in order, with the
//! elements that each one accesses. Subscripts are within bounds.

use std::fmt::Write;

use rmlir::interp::random::Random;

/// The number of elements in each dimension: the offset is added to subscripts, which are from -15 to 31 before.
const SIDE: i64 = 48;
const OFFSET: i64 = 16;

/// The maximum depth of loop nests.
const MAX_DEPTH: usize = 3;

/// The number of arrays; the first has one dimension, the others two.
const N_ARRAYS: usize = 3;

/// An affine expression: a sum of factors times induction variables and a constant.
#[derive(Clone, Debug)]
struct Sum {
    factors: Vec<i64>,
    constant: i64,
}

/// A sum, or its quotient or remainder by a constant.
#[derive(Clone, Debug)]
enum Expr {
    Sum(Sum),
    Floor(Sum, i64),
    Mod(Sum, i64),
}

/// Loads of arrays, or a store to one.
#[derive(Clone, Debug)]
struct Place {
    array: usize,
    subscripts: Vec<Expr>,
}

#[derive(Clone, Debug)]
enum Node {
    For {
        lower: Vec<Expr>,
        upper: Vec<Expr>,
        step: i64,
        body: Vec<Node>,
    },
    /// A loop with a sum of loads as loop-carried value, which is stored after the loop.
    Sum {
        upper: Expr,
        load: Place,
        store: Place,
    },
    If {
        row: Sum,
        is_eq: bool,
        first: Vec<Node>,
        second: Vec<Node>,
    },
    Store {
        loads: Vec<Place>,
        store: Place,
    },
}

/// A program.
#[derive(Clone, Debug)]
pub struct Program {
    nodes: Vec<Node>,
}

/// An executed store: its index in the text, the induction variables, and its accesses: array, element, whether it was
/// written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// The index of the store.
    pub statement: usize,
    /// The values of the surrounding induction variables.
    pub point: Vec<i64>,
    /// The accesses: array, element, whether it was written.
    pub touched: Vec<(usize, Vec<i64>, bool)>,
}

impl Program {
    /// The program of a seed.
    pub fn of_seed(seed: u64) -> Program {
        let mut maker = Maker { random: Random::new(seed), n_left: 6 };
        let mut nodes = Vec::new();
        for _ in 0..1 + maker.below(3) {
            nodes.extend(maker.nest(0));
        }
        Program { nodes }
    }

    /// The program as a module with a function `@kernel`.
    pub fn text(&self) -> String {
        let mut writer = Writer { text: String::new(), n_names: 0, variables: Vec::new() };
        let args = (0..N_ARRAYS).map(|array| format!("%a{array}: {}", memref(array)));
        let args: Vec<String> = args.collect();
        let _ = writeln!(writer.text, "func.func @kernel({}) {{", args.join(", "));
        writer.nodes(&self.nodes);
        writer.text.push_str("  return\n}\n");
        writer.text
    }

    /// All instances in order. `None` if some statements are no single stores: sums, second blocks.
    pub fn instances(&self) -> Option<Vec<Instance>> {
        if self.nodes.iter().all(is_listed) { self.all_instances() } else { None }
    }

    /// As [`Program::instances`], with second blocks.
    pub fn all_instances(&self) -> Option<Vec<Instance>> {
        if self.nodes.iter().any(has_sum) {
            return None;
        }
        let mut run = Run { found: Vec::new(), point: Vec::new() };
        run.nodes(&self.nodes, &mut 0)?;
        Some(run.found)
    }

    /// By store, the surrounding loops from the outermost: loops are numbered in the order of the text.
    pub fn loops_around(&self) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        loops_around(&self.nodes, &mut 0, &mut Vec::new(), &mut found);
        found
    }
}

fn rank(array: usize) -> usize {
    if array == 0 { 1 } else { 2 }
}

fn memref(array: usize) -> String {
    let shape = if rank(array) == 1 { format!("{SIDE}") } else { format!("{SIDE}x{SIDE}") };
    format!("memref<{shape}xi32>")
}

struct Maker {
    random: Random,
    /// The number of stores that may still be added.
    n_left: usize,
}

impl Maker {
    fn below(&mut self, n: u64) -> u64 {
        self.random.below(n)
    }

    fn between(&mut self, first: i64, last: i64) -> i64 {
        first + self.below((last - first + 1) as u64) as i64
    }

    fn nest(&mut self, depth: usize) -> Vec<Node> {
        if self.n_left == 0 {
            return Vec::new();
        }
        match self.below(10) {
            0..=4 if depth < MAX_DEPTH => {
                let step = if self.below(5) == 0 { self.between(2, 3) } else { 1 };
                let mut lower = vec![self.bound(depth, 0, 2)];
                if step > 1 {
                    lower = vec![constant(depth, self.between(0, 1))];
                } else if self.below(6) == 0 {
                    lower.push(self.bound(depth, 0, 1));
                }
                let mut upper = vec![self.bound(depth, 1, 5)];
                // The induction variable is less than 6.
                upper.push(constant(depth, self.between(3, 6)));
                let body = self.block(depth + 1);
                vec![Node::For { lower, upper, step, body }]
            }
            5 => {
                let (row, is_eq) = (self.sum(depth, 2), self.below(4) == 0);
                let first = self.block(depth);
                let second = if self.below(3) == 0 { self.block(depth) } else { Vec::new() };
                vec![Node::If { row, is_eq, first, second }]
            }
            6 if depth < MAX_DEPTH && self.below(3) == 0 => {
                self.n_left -= 1;
                let upper = constant(depth, self.between(0, 5));
                vec![Node::Sum { upper, load: self.place(depth + 1), store: self.place(depth) }]
            }
            _ => {
                self.n_left -= 1;
                let loads = (0..self.below(3)).map(|_| self.place(depth)).collect();
                vec![Node::Store { loads, store: self.place(depth) }]
            }
        }
    }

    fn block(&mut self, depth: usize) -> Vec<Node> {
        (0..1 + self.below(2)).flat_map(|_| self.nest(depth)).collect()
    }

    /// A non-negative bound of a loop at nesting depth `depth`.
    fn bound(&mut self, depth: usize, first: i64, last: i64) -> Expr {
        if depth == 0 || self.below(2) == 0 {
            return constant(depth, self.between(first, last));
        }
        let mut factors = vec![0; depth];
        factors[self.below(depth as u64) as usize] = 1;
        let sum = Sum { factors, constant: self.between(0, last.min(2)) };
        if self.below(5) == 0 { Expr::Floor(sum, 2) } else { Expr::Sum(sum) }
    }

    fn sum(&mut self, depth: usize, largest: i64) -> Sum {
        let factors = (0..depth).map(|_| self.between(-1, largest) * self.between(0, 1)).collect();
        Sum { factors, constant: self.between(-3, 1) }
    }

    fn place(&mut self, depth: usize) -> Place {
        let array = self.below(N_ARRAYS as u64) as usize;
        let subscript = |maker: &mut Maker| {
            let mut sum = maker.sum(depth, 2);
            sum.constant += OFFSET;
            match maker.below(12) {
                0 => Expr::Mod(sum, maker.between(2, 5)),
                1 => Expr::Floor(sum, maker.between(2, 3)),
                _ => Expr::Sum(sum),
            }
        };
        Place { array, subscripts: (0..rank(array)).map(|_| subscript(self)).collect() }
    }
}

fn constant(depth: usize, constant: i64) -> Expr {
    Expr::Sum(Sum { factors: vec![0; depth], constant })
}

/// The printer of a program.
struct Writer {
    text: String,
    n_names: usize,
    variables: Vec<String>,
}

impl Writer {
    fn name(&mut self) -> String {
        self.n_names += 1;
        format!("%v{}", self.n_names)
    }

    fn sum(sum: &Sum) -> String {
        let terms = sum.factors.iter().enumerate().filter(|(_, factor)| **factor != 0);
        let terms: Vec<String> = terms.map(|(number, factor)| format!("d{number} * {factor}")).collect();
        [&terms[..], &[sum.constant.to_string()]].concat().join(" + ")
    }

    fn expr(expr: &Expr) -> String {
        match expr {
            Expr::Sum(sum) => Self::sum(sum),
            Expr::Floor(sum, by) => format!("({}) floordiv {by}", Self::sum(sum)),
            Expr::Mod(sum, by) => format!("({}) mod {by}", Self::sum(sum)),
        }
    }

    fn map(&self, exprs: &[Expr]) -> String {
        let exprs: Vec<String> = exprs.iter().map(Self::expr).collect();
        format!("affine_map<({}) -> ({})>({})", self.dims(), exprs.join(", "), self.variables.join(", "))
    }

    fn dims(&self) -> String {
        (0..self.variables.len()).map(|number| format!("d{number}")).collect::<Vec<_>>().join(", ")
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "  ".repeat(self.variables.len() + 1));
    }

    fn subscripts(&mut self, place: &Place) -> String {
        let mut names = Vec::new();
        for expr in &place.subscripts {
            let (name, map) = (self.name(), self.map(std::slice::from_ref(expr)));
            self.line(&format!("{name} = affine.apply {map}"));
            names.push(name);
        }
        format!("%a{}[{}] : {}", place.array, names.join(", "), memref(place.array))
    }

    fn load(&mut self, place: &Place) -> String {
        let (at, name) = (self.subscripts(place), self.name());
        self.line(&format!("{name} = affine.load {at}"));
        name
    }

    fn store(&mut self, value: &str, place: &Place) {
        let at = self.subscripts(place);
        self.line(&format!("affine.store {value}, {at}"));
    }

    /// `a * factor + b`: not commutative, so another order of stores gives another value.
    fn mixed(&mut self, a: &str, factor: i64, b: &str) -> String {
        let (number, product, sum) = (self.name(), self.name(), self.name());
        self.line(&format!("{number} = arith.constant {factor} : i32"));
        self.line(&format!("{product} = arith.muli {a}, {number} : i32"));
        self.line(&format!("{sum} = arith.addi {product}, {b} : i32"));
        sum
    }

    fn nodes(&mut self, nodes: &[Node]) {
        nodes.iter().for_each(|node| self.node(node));
    }

    fn inside(&mut self, variable: String, body: impl FnOnce(&mut Self)) {
        self.variables.push(variable);
        body(self);
        self.variables.pop();
        self.line("}");
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::For { lower, upper, step, body } => {
                let (lower, upper, name) = (self.map(lower), self.map(upper), self.name());
                self.line(&format!("affine.for {name} = max {lower} to min {upper} step {step} {{"));
                self.inside(name, |writer| writer.nodes(body));
            }
            Node::Sum { upper, load, store } => {
                let upper = self.map(std::slice::from_ref(upper));
                let (zero, result, name, carried) = (self.name(), self.name(), self.name(), self.name());
                self.line(&format!("{zero} = arith.constant 7 : i32"));
                let head = format!("{result} = affine.for {name} = 0 to {upper}");
                self.line(&format!("{head} iter_args({carried} = {zero}) -> (i32) {{"));
                self.inside(name, |writer| {
                    let loaded = writer.load(load);
                    let next = writer.mixed(&carried, 3, &loaded);
                    writer.line(&format!("affine.yield {next} : i32"));
                });
                self.store(&result, store);
            }
            Node::If { row, is_eq, first, second } => {
                let (sign, dims) = (if *is_eq { "==" } else { ">=" }, self.dims());
                let set = format!("affine_set<({dims}) : ({} {sign} 0)>", Self::sum(row));
                self.line(&format!("affine.if {set}({}) {{", self.variables.join(", ")));
                self.nodes(first);
                if !second.is_empty() {
                    self.line("} else {");
                    self.nodes(second);
                }
                self.line("}");
            }
            Node::Store { loads, store } => {
                let mut value = self.name();
                self.line(&format!("{value} = arith.constant 5 : i32"));
                for (number, place) in loads.iter().enumerate() {
                    let loaded = self.load(place);
                    value = self.mixed(&value, number as i64 + 3, &loaded);
                }
                self.store(&value, store);
            }
        }
    }
}

/// The execution of a program.
struct Run {
    found: Vec<Instance>,
    point: Vec<i64>,
}

impl Run {
    fn sum(&self, sum: &Sum) -> i64 {
        std::iter::zip(&sum.factors, &self.point).map(|(factor, number)| factor * number).sum::<i64>() + sum.constant
    }

    fn value(&self, expr: &Expr) -> i64 {
        match expr {
            Expr::Sum(sum) => self.sum(sum),
            Expr::Floor(sum, by) => self.sum(sum).div_euclid(*by),
            Expr::Mod(sum, by) => self.sum(sum).rem_euclid(*by),
        }
    }

    fn touched(&self, place: &Place, is_write: bool) -> (usize, Vec<i64>, bool) {
        (place.array, place.subscripts.iter().map(|expr| self.value(expr)).collect(), is_write)
    }

    /// `next` is the index of the next store in the text.
    fn nodes(&mut self, nodes: &[Node], next: &mut usize) -> Option<()> {
        nodes.iter().try_for_each(|node| self.node(node, next))
    }

    fn node(&mut self, node: &Node, next: &mut usize) -> Option<()> {
        match node {
            Node::For { lower, upper, step, body } => {
                let first = lower.iter().map(|bound| self.value(bound)).max()?;
                let end = upper.iter().map(|bound| self.value(bound)).min()?;
                let number = *next;
                for value in (first..end).step_by(*step as usize) {
                    *next = number;
                    self.point.push(value);
                    self.nodes(body, next)?;
                    self.point.pop();
                }
                *next = number + n_stores(body);
            }
            Node::If { row, is_eq, first, second } => {
                let (value, number) = (self.sum(row), *next);
                if value == 0 || (value > 0 && !is_eq) {
                    self.nodes(first, next)?;
                } else {
                    *next = number + n_stores(first);
                    self.nodes(second, next)?;
                }
                *next = number + n_stores(first) + n_stores(second);
            }
            Node::Store { loads, store } => {
                let mut touched: Vec<_> = loads.iter().map(|place| self.touched(place, false)).collect();
                touched.push(self.touched(store, true));
                self.found.push(Instance { statement: *next, point: self.point.clone(), touched });
                *next += 1;
            }
            Node::Sum { .. } => return None,
        }
        Some(())
    }
}

/// Whether it consists of loops, conditions and stores that become one statement each.
fn is_listed(node: &Node) -> bool {
    match node {
        Node::For { body, .. } => body.iter().all(is_listed),
        Node::If { first, second, .. } => second.is_empty() && first.iter().all(is_listed),
        Node::Store { .. } => true,
        Node::Sum { .. } => false,
    }
}

/// Whether it contains a loop with a loop-carried sum.
fn has_sum(node: &Node) -> bool {
    match node {
        Node::For { body, .. } => body.iter().any(has_sum),
        Node::If { first, second, .. } => first.iter().chain(second).any(has_sum),
        Node::Sum { .. } => true,
        Node::Store { .. } => false,
    }
}

fn n_stores(nodes: &[Node]) -> usize {
    let of = |node: &Node| match node {
        Node::For { body, .. } => n_stores(body),
        Node::If { first, second, .. } => n_stores(first) + n_stores(second),
        Node::Sum { .. } | Node::Store { .. } => 1,
    };
    nodes.iter().map(of).sum()
}

/// `n_loops` is the number of previous loops, `around` the surrounding ones.
fn loops_around(nodes: &[Node], n_loops: &mut usize, around: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    for node in nodes {
        match node {
            Node::For { body, .. } => {
                around.push(*n_loops);
                *n_loops += 1;
                loops_around(body, n_loops, around, found);
                around.pop();
            }
            Node::If { first, second, .. } => {
                loops_around(first, n_loops, around, found);
                loops_around(second, n_loops, around, found);
            }
            Node::Sum { .. } => {
                *n_loops += 1;
                found.push(around.clone());
            }
            Node::Store { .. } => found.push(around.clone()),
        }
    }
}
