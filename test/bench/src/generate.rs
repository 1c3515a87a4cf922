//! Synthetic modules of several shapes and of any size. The same size gives the same text.

use std::fmt::Write;

/// Generates a module of about this many operations.
pub type Generator = fn(usize) -> String;

/// The shapes with their generators, which take the approximate number of operations.
pub const SHAPES: [(&str, Generator); 6] = [
    ("straight-line", straight_line),
    ("nested-loops", nested_loops),
    ("affine-loops", affine_loops),
    ("branches", branches),
    ("one-function", one_function),
    ("unregistered", unregistered),
];

/// A module whose text has about this size.
pub fn of_megabytes(generate: Generator, megabytes: f64) -> String {
    const SAMPLE: usize = 10_000;
    let bytes_per_op = generate(SAMPLE).len() as f64 / SAMPLE as f64;
    generate((megabytes * 1e6 / bytes_per_op) as usize)
}

/// Operations in each function where there are many.
const OPS_PER_FUNCTION: usize = 100;

/// A pseudorandom sequence; the constants are Knuth's for 64 bits.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// The text, and the state of its generation.
struct Writer {
    text: String,
    numbers: Numbers,
}

impl Writer {
    fn new() -> Self {
        Self { text: String::new(), numbers: Numbers(1) }
    }

    fn line(&mut self, line: std::fmt::Arguments) {
        self.text.write_fmt(line).expect("writing to memory does not fail");
        self.text.push('\n');
    }

    /// Appends `n` operations of integer arithmetic on `%a`, `%b` and each other, named `%<prefix>0` and on. Returns
    /// the name of the last.
    fn arithmetic(&mut self, prefix: &str, n: usize) -> String {
        const NAMES: [&str; 6] = ["addi", "muli", "subi", "andi", "xori", "maxsi"];
        for index in 0..n {
            let name = NAMES[self.numbers.below(NAMES.len())];
            let (left, right) = (self.recent(prefix, index), self.recent(prefix, index));
            self.line(format_args!("    %{prefix}{index} = arith.{name} {left}, {right} : i32"));
        }
        if n == 0 { "%a".to_owned() } else { format!("%{prefix}{}", n - 1) }
    }

    /// One of the last operations before `index`, or an argument.
    fn recent(&mut self, prefix: &str, index: usize) -> String {
        const WINDOW: usize = 12;
        match self.numbers.below(WINDOW) {
            0 => "%a".to_owned(),
            back if back <= index => format!("%{prefix}{}", index - back),
            _ => "%b".to_owned(),
        }
    }
}

fn straight_line(size: usize) -> String {
    let mut writer = Writer::new();
    for function in 0..size.div_ceil(OPS_PER_FUNCTION) {
        writer.line(format_args!("func.func @f{function}(%a: i32, %b: i32) -> i32 {{"));
        let last = writer.arithmetic("v", OPS_PER_FUNCTION - 1);
        writer.line(format_args!("    return {last} : i32\n}}"));
    }
    writer.text
}

fn one_function(size: usize) -> String {
    let mut writer = Writer::new();
    writer.line(format_args!("func.func @f(%a: i32, %b: i32) -> i32 {{"));
    let last = writer.arithmetic("v", size);
    writer.line(format_args!("    return {last} : i32\n}}"));
    writer.text
}

/// Functions with three nested loops and a conditional in the innermost.
fn nested_loops(size: usize) -> String {
    const DEPTH: usize = 3;
    let mut writer = Writer::new();
    for function in 0..size.div_ceil(OPS_PER_FUNCTION) {
        writer.line(format_args!("func.func @f{function}(%a: i32, %b: i32, %n: index, %c: i1) -> i32 {{"));
        writer.line(format_args!("    %zero = arith.constant 0 : index\n    %one = arith.constant 1 : index"));
        for depth in 0..DEPTH {
            let from = if depth == 0 { "%a".to_owned() } else { format!("%s{}", depth - 1) };
            writer.line(format_args!(
                "    %r{depth} = scf.for %i{depth} = %zero to %n step %one iter_args(%s{depth} = {from}) -> (i32) {{"
            ));
        }
        let middle = writer.arithmetic("v", OPS_PER_FUNCTION - 10);
        writer.line(format_args!("    %x = scf.if %c -> (i32) {{\n    %y = arith.addi {middle}, %s0 : i32"));
        writer.line(format_args!("    scf.yield %y : i32\n    }} else {{\n    scf.yield {middle} : i32\n    }}"));
        for depth in (0..DEPTH).rev() {
            let given = if depth + 1 == DEPTH { "%x".to_owned() } else { format!("%r{}", depth + 1) };
            writer.line(format_args!("    scf.yield {given} : i32\n    }}"));
        }
        writer.line(format_args!("    return %r0 : i32\n}}"));
    }
    writer.text
}

/// Functions with nests of two `affine` loops with loads, stores and subscripts that are sums.
fn affine_loops(size: usize) -> String {
    const NESTS: usize = 11;
    let mut writer = Writer::new();
    for function in 0..size.div_ceil(OPS_PER_FUNCTION) {
        let memory = "memref<64x64xf32>";
        writer.line(format_args!("func.func @f{function}(%a: {memory}, %b: {memory}, %n: index) {{"));
        for nest in 0..NESTS {
            let (ahead, behind) = (writer.numbers.below(8), writer.numbers.below(8));
            writer.line(format_args!("    affine.for %i{nest} = 0 to 32 {{\n    affine.for %j{nest} = 0 to %n {{"));
            let at = format!("%i{nest} + {ahead}, %j{nest}");
            writer.line(format_args!("      %x{nest} = affine.load %a[{at}] : {memory}"));
            writer.line(format_args!("      %y{nest} = affine.load %b[%j{nest}, %i{nest} + {behind}] : {memory}"));
            writer.line(format_args!("      %z{nest} = arith.mulf %x{nest}, %y{nest} : f32"));
            writer.line(format_args!("      %s{nest} = arith.addf %z{nest}, %x{nest} : f32"));
            writer.line(format_args!("      affine.store %s{nest}, %a[{at}] : {memory}\n    }}\n    }}"));
        }
        writer.line(format_args!("    return\n}}"));
    }
    writer.text
}

/// Functions of many small blocks with arguments.
fn branches(size: usize) -> String {
    const OPS_PER_BLOCK: usize = 5;
    let n_blocks = OPS_PER_FUNCTION / OPS_PER_BLOCK;
    let mut writer = Writer::new();
    for function in 0..size.div_ceil(OPS_PER_FUNCTION) {
        writer.line(format_args!("func.func @f{function}(%a: i32, %b: i32, %c: i1) -> i32 {{"));
        writer.line(format_args!("    cf.br ^b0(%a : i32)"));
        for block in 0..n_blocks {
            writer.line(format_args!("  ^b{block}(%p{block}: i32):"));
            let last = writer.arithmetic(&format!("v{block}_"), OPS_PER_BLOCK - 2);
            writer.line(format_args!("    %q{block} = arith.addi {last}, %p{block} : i32"));
            if block + 1 == n_blocks {
                writer.line(format_args!("    return %q{block} : i32"));
                continue;
            }
            let (next, other) = (block + 1, writer.numbers.below(n_blocks));
            writer.line(format_args!("    cf.cond_br %c, ^b{next}(%q{block} : i32), ^b{other}(%p{block} : i32)"));
        }
        writer.line(format_args!("}}"));
    }
    writer.text
}

/// Generic operations of unregistered dialects, with attributes.
fn unregistered(size: usize) -> String {
    let mut writer = Writer::new();
    writer.line(format_args!("%a = \"bench.a\"() : () -> i32\n%b = \"bench.b\"() : () -> i32"));
    for index in 0..size {
        let (left, right) = (writer.recent("v", index), writer.recent("v", index));
        writer.line(format_args!(
            "%v{index} = \"bench.op\"({left}, {right}) {{index = {index} : i64, text = \"some words\"}} : (i32, i32) -> i32"
        ));
    }
    writer.text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_is_about_as_large_as_asked_and_always_the_same() {
        for (shape, generate) in SHAPES {
            let text = generate(1000);
            assert_eq!(text, generate(1000), "{shape}");
            let n_lines = text.lines().count();
            assert!((900..1600).contains(&n_lines), "{shape}: {n_lines}");
            let length = of_megabytes(generate, 1.0).len();
            assert!((900_000..1_150_000).contains(&length), "{shape}: {length}");
        }
    }
}
