//! Arithmetic that is a call of a function or a sequence of instructions: results are those of the interpreter to the last
//! bit.

use std::fmt::Write;

use rmlir::interp::random::Random;
use rmlir::interp::{Data, Kind};
use rmlir_hexagon_codegen::run::Tools;

/// The executions of each function.
const N_INPUTS: usize = 400;

/// The operations on two and on one value, and their types.
const BINARY: [(&str, &[&str]); 17] = [
    ("arith.divsi", &["i8", "i16", "i24", "i32", "i48", "i64", "index"]),
    ("arith.divui", &["i8", "i16", "i24", "i32", "i48", "i64", "index"]),
    ("arith.remsi", &["i8", "i16", "i24", "i32", "i48", "i64", "index"]),
    ("arith.remui", &["i8", "i16", "i24", "i32", "i48", "i64", "index"]),
    ("arith.shrsi", &["i8", "i24", "i32", "i48", "i64"]),
    ("arith.shrui", &["i8", "i24", "i32", "i48", "i64"]),
    ("arith.maxsi", &["i8", "i24", "i32", "i48", "i64"]),
    ("arith.minui", &["i8", "i24", "i32", "i48", "i64"]),
    ("arith.mulf", &["f32", "f64"]),
    ("arith.divf", &["f32", "f64"]),
    ("arith.remf", &["f32", "f64"]),
    ("arith.minnumf", &["f32", "f64"]),
    ("arith.maxnumf", &["f32", "f64"]),
    ("arith.minimumf", &["f32", "f64"]),
    ("arith.maximumf", &["f32", "f64"]),
    ("math.copysign", &["f32", "f64"]),
    ("arith.subf", &["f32", "f64"]),
];
const UNARY: [&str; 8] =
    ["math.sqrt", "math.floor", "math.ceil", "math.trunc", "math.round", "math.roundeven", "math.absf", "arith.negf"];
/// The conversions, their sources and targets.
const CASTS: [(&str, &[&str], &[&str]); 6] = [
    ("arith.sitofp", &["i1", "i8", "i24", "i32", "i48", "i64"], &["f32", "f64"]),
    ("arith.uitofp", &["i1", "i8", "i24", "i32", "i48", "i64"], &["f32", "f64"]),
    ("arith.fptosi", &["f32", "f64"], &["i8", "i32", "i64"]),
    ("arith.fptoui", &["f32", "f64"], &["i8", "i32", "i64"]),
    ("arith.extsi", &["i1", "i8", "i40"], &["i48", "i64"]),
    ("arith.extui", &["i1", "i8", "i40"], &["i48", "i64"]),
];

/// Values of integers whose width is not that of a value in memory are truncated to and extended from the next one.
fn in_memory(ty: &str) -> &str {
    match ty {
        "i24" => "i32",
        "i40" | "i48" => "i64",
        ty => ty,
    }
}

struct Source {
    text: String,
    n_functions: usize,
}

impl Source {
    /// A function that computes `op` of its arguments, which are of type `from`.
    fn function(&mut self, op: &str, n_operands: usize, from: &str, to: &str) {
        let number = self.n_functions;
        self.n_functions += 1;
        let (outer_from, outer_to) = (in_memory(from), in_memory(to));
        let args: Vec<String> = (0..n_operands).map(|arg| format!("%a{arg}: {outer_from}")).collect();
        _ = writeln!(self.text, "func.func @f{number}({}) -> {outer_to} {{", args.join(", "));
        let mut operands = Vec::new();
        for arg in 0..n_operands {
            if from == outer_from {
                operands.push(format!("%a{arg}"));
                continue;
            }
            _ = writeln!(self.text, "  %t{arg} = arith.trunci %a{arg} : {outer_from} to {from}");
            operands.push(format!("%t{arg}"));
        }
        let types = if from == to { from.to_owned() } else { format!("{from} to {to}") };
        _ = writeln!(self.text, "  %r = {op} {} : {types}", operands.join(", "));
        let result = if to == outer_to { "%r" } else { "%e" };
        if to != outer_to {
            _ = writeln!(self.text, "  %e = arith.extsi %r : {to} to {outer_to}");
        }
        _ = writeln!(self.text, "  return {result} : {outer_to}\n}}");
    }
}

/// Small and large numbers, those next to limits, numbers of all exponents, and special ones.
fn draw(kind: &Kind, random: &mut Random) -> Data {
    const SPECIAL: [u64; 8] = [0, 1, u64::MAX, 1 << 63, 0x7ff << 52, 0x7ff8 << 48, 1 << 52, (1 << 52) - 1];
    let width = match kind {
        Kind::Int(width) => *width,
        Kind::Float(float) => float.width(),
        // An index has 64 bits in the interpreter.
        _ => 31,
    };
    let bits = random.draw();
    let bits = match (random.below(5), kind) {
        (0, _) => SPECIAL[random.below(8) as usize] >> (64 - width),
        (1, Kind::Float(_)) if width == 64 => (f64::from(bits as i32) / 64.0).to_bits(),
        (1, Kind::Float(_)) => u64::from((f32::from(bits as i16) / 8.0).to_bits()),
        (2, Kind::Float(_)) if width == 64 => bits & !(0x7ff << 52) | (1000 + random.below(50)) << 52,
        (2, Kind::Float(_)) => bits & !(0xff << 23) | (110 + random.below(40)) << 23,
        (1 | 2, _) => bits >> random.below(64),
        _ => bits,
    };
    Data::Bits(if width == 64 { bits } else { bits & ((1 << width) - 1) })
}

#[test]
fn results_are_those_of_the_interpreter() {
    let Ok(tools) = Tools::find() else { return };
    let mut source = Source { text: String::new(), n_functions: 0 };
    for (op, types) in BINARY {
        types.iter().for_each(|ty| source.function(op, 2, ty, ty));
    }
    for op in UNARY {
        ["f32", "f64"].iter().for_each(|ty| source.function(op, 1, ty, ty));
    }
    for op in ["math.ctlz", "math.cttz", "math.ctpop"] {
        ["i8", "i24", "i32", "i48", "i64"].iter().for_each(|ty| source.function(op, 1, ty, ty));
    }
    ["f32", "f64"].iter().for_each(|ty| source.function("math.fma", 3, ty, ty));
    for (op, sources, targets) in CASTS {
        for from in sources {
            targets.iter().for_each(|to| source.function(op, 1, from, to));
        }
    }
    let mut random = Random::new(3);
    let n_compared = crate::support::compare(&tools, &source.text, N_INPUTS, &mut |kind| draw(kind, &mut random));
    assert!(n_compared > source.n_functions * N_INPUTS / 2, "{n_compared} executions were compared");
}
