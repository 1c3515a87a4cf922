//! Random programs that are correct: all shapes fit.
//!
//! Plan: expressions are generated for a wanted shape, from variables that have it or its reverse, so nothing has to be
//! discarded. Functions are generic: their parameters all have one shape, which is written as [`GENERIC`] here.

use std::fmt::Write;

/// The shape of the parameters of functions. No literal has it.
const GENERIC: [i64; 2] = [-1, -2];

/// The text of the program of a seed.
pub fn program(seed: u64) -> String {
    let mut generator = Generator { random: Random(seed), functions: Vec::new(), text: String::new() };
    generator.text.push_str("struct Pair { var left; var right; }\n");
    generator.text.push_str("def product(Pair p) { return p.left * transpose(transpose(p.right)); }\n");
    for number in 0..generator.random.below(4) {
        generator.function(number);
    }
    generator.main();
    generator.text
}

/// A program that may be wrong: up to six bytes of a correct one are replaced by one byte.
pub fn damaged(seed: u64) -> String {
    const BYTES: &[u8] = b"()[]{}<>,;=.*-#1aS \xff";
    let mut text = program(seed);
    let mut random = Random(!seed);
    let start = random.below(text.len());
    let end = text.len().min(start + random.below(7));
    let byte = BYTES[random.below(BYTES.len())];
    text.replace_range(start..end, char::from(byte).encode_utf8(&mut [0; 4]));
    text
}

/// A generator of numbers, splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// A function that was generated: the number of its parameters, and whether its result has the reversed shape.
struct Generated {
    n_parameters: usize,
    is_reversed: bool,
}

struct Variable {
    name: String,
    shape: Vec<i64>,
}

struct Generator {
    random: Random,
    functions: Vec<Generated>,
    text: String,
}

fn reversed(shape: &[i64]) -> Vec<i64> {
    shape.iter().rev().copied().collect()
}

/// `<2, 3>`
fn in_angles(shape: &[i64]) -> String {
    let sizes: Vec<String> = shape.iter().map(i64::to_string).collect();
    format!("<{}>", sizes.join(", "))
}

impl Generator {
    fn write(&mut self, text: std::fmt::Arguments) {
        self.text.write_fmt(text).expect("writing to a string succeeds");
    }

    fn function(&mut self, number: usize) {
        let n_parameters = 1 + self.random.below(3);
        let names: Vec<String> = (0..n_parameters).map(|index| format!("p{index}")).collect();
        self.write(format_args!("def f{number}({}) {{\n", names.join(", ")));
        let mut variables: Vec<Variable> =
            names.into_iter().map(|name| Variable { name, shape: GENERIC.to_vec() }).collect();
        self.declarations(&mut variables, 2);
        let is_reversed = self.random.below(2) == 0;
        let shape = if is_reversed { reversed(&GENERIC) } else { GENERIC.to_vec() };
        if self.random.below(3) == 0 {
            self.write(format_args!("  print({});\n", variables[0].name));
        }
        let result = self.expression(&shape, &variables, 3);
        self.write(format_args!("  return {result};\n}}\n"));
        self.functions.push(Generated { n_parameters, is_reversed });
    }

    fn main(&mut self) {
        self.text.push_str("def main() {\n");
        let rank = self.random.below(4);
        let shape: Vec<i64> = (0..rank).map(|_| 1 + self.random.below(4) as i64).collect();
        let mut variables = vec![self.first(&shape)];
        self.declarations(&mut variables, 4);
        let [left, right] = [(); 2].map(|()| self.literal(&shape));
        self.write(format_args!("  Pair pair = {{{left}, {right}}};\n  var of_pair = product(pair) - pair.left;\n"));
        variables.push(Variable { name: "of_pair".to_owned(), shape });
        for _ in 0..1 + self.random.below(3) {
            let index = self.random.below(variables.len());
            let shape = variables[index].shape.clone();
            let value = self.expression(&shape, &variables, 3);
            self.write(format_args!("  print({value});\n"));
        }
        self.text.push_str("}\n");
    }

    /// A variable with a shape in brackets, whose literal has all elements in one list.
    fn first(&mut self, shape: &[i64]) -> Variable {
        if shape.is_empty() {
            self.text.push_str("  var first = 2;\n");
        } else {
            let elements = self.literal(&[shape.iter().product()]);
            self.write(format_args!("  var first{} = {elements};\n", in_angles(shape)));
        }
        Variable { name: "first".to_owned(), shape: shape.to_vec() }
    }

    fn declarations(&mut self, variables: &mut Vec<Variable>, most: usize) {
        for number in 0..self.random.below(most + 1) {
            let index = self.random.below(variables.len());
            let mut shape = variables[index].shape.clone();
            if self.random.below(2) == 0 {
                shape.reverse();
            }
            let value = self.expression(&shape, variables, 3);
            let mut sizes = String::new();
            if !shape.is_empty() && !shape.contains(&GENERIC[0]) && self.random.below(3) == 0 {
                let n: i64 = shape.iter().product();
                shape = [vec![n], vec![n, 1], reversed(&shape)][self.random.below(3)].clone();
                sizes = in_angles(&shape);
            }
            self.write(format_args!("  var v{number}{sizes} = {value};\n"));
            variables.push(Variable { name: format!("v{number}"), shape });
        }
    }

    /// An expression of this shape. `variables` has one that has this shape or its reverse.
    fn expression(&mut self, shape: &[i64], variables: &[Variable], depth: usize) -> String {
        let choice = if depth == 0 { 0 } else { self.random.below(7) };
        match choice {
            0 | 1 => self.leaf(shape, variables),
            2 => format!("transpose({})", self.expression(&reversed(shape), variables, depth - 1)),
            3 if !self.functions.is_empty() => self.call(shape, variables, depth - 1),
            4 if !shape.contains(&GENERIC[0]) => self.literal(shape),
            _ => {
                let operator = ["+", "-", "*"][self.random.below(3)];
                let [lhs, rhs] = [(); 2].map(|()| self.expression(shape, variables, depth - 1));
                format!("({lhs}) {operator} {rhs}")
            }
        }
    }

    fn leaf(&mut self, shape: &[i64], variables: &[Variable]) -> String {
        let fits: Vec<&Variable> =
            variables.iter().filter(|other| other.shape == shape || reversed(&other.shape) == shape).collect();
        let chosen = fits[self.random.below(fits.len())];
        if chosen.shape == shape { chosen.name.clone() } else { format!("transpose({})", chosen.name) }
    }

    fn call(&mut self, shape: &[i64], variables: &[Variable], depth: usize) -> String {
        let number = self.random.below(self.functions.len());
        let Generated { n_parameters, is_reversed } = self.functions[number];
        let shape = if is_reversed { reversed(shape) } else { shape.to_vec() };
        let arguments: Vec<String> =
            (0..n_parameters).map(|_| self.expression(&shape, variables, depth.min(1))).collect();
        format!("f{number}({})", arguments.join(", "))
    }

    fn literal(&mut self, shape: &[i64]) -> String {
        let Some((&size, inner)) = shape.split_first() else { return (self.random.below(9) as i64 - 4).to_string() };
        let elements: Vec<String> = (0..size).map(|_| self.literal(inner)).collect();
        format!("[{}]", elements.join(", "))
    }
}
