//! What the tests share: the reference evaluator, and the comparison with what the compiled program prints.

pub mod evaluate;
pub mod generate;

use rmlir::diag::SourceMap;
use toy::ch1_language::{ast::Program, parse};
use toy::{Emit, compile};

/// The printed tensors of a program: a list of numbers for each line.
type Lines = Vec<Vec<f64>>;

fn read(text: &str) -> Program {
    let sources = SourceMap::new();
    let file = sources.add("input.toy", text).expect("the text is small");
    parse(sources.file(file)).unwrap_or_else(|error| panic!("{}:\n{text}", error.message))
}

fn numbers(output: &str) -> Lines {
    let number = |text: &str| text.trim().parse().expect("only numbers are printed");
    output.lines().map(|line| line.split(',').map(number).collect()).collect()
}

/// Asserts that the compiled program prints what the evaluator computes. The runtime prints six digits.
pub fn assert_prints_what_is_evaluated(text: &str, optimize: bool) {
    let output = compile("input.toy", text, Emit::Jit, optimize).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let (got, wanted) = (numbers(&output), evaluate::evaluate(&read(text)));
    let is_close = |(&got, &wanted): (&f64, &f64)| {
        let is_equal = got == wanted || (got.is_nan() && wanted.is_nan());
        is_equal || (got - wanted).abs() <= 1e-5 * wanted.abs()
    };
    let are_close =
        |(got, wanted): (&Vec<f64>, &Vec<f64>)| got.len() == wanted.len() && got.iter().zip(wanted).all(is_close);
    let is_same = got.len() == wanted.len() && got.iter().zip(&wanted).all(are_close);
    assert!(is_same, "the program prints {got:?}, the evaluator {wanted:?}, optimized: {optimize}\n{text}");
}
