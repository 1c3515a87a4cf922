//! Operations in generic form, generated from their definitions: about as many operands, results, properties, regions
//! and successors as they declare, with types and values that may be invalid.

use rmlir::core::opdef::{Arity, OpDef, ValueDef};

use super::vocabulary::Vocabulary;
use crate::numbers::Numbers;

/// A function or a module with one operation of `ops` between values of any type.
pub fn text(ops: &[&'static OpDef], vocabulary: &Vocabulary, numbers: &mut Numbers) -> String {
    let op = *numbers.one_of(ops);
    // Most operations require the same type for all operands.
    let common = vocabulary.ty(numbers);
    let ty = |numbers: &mut Numbers| match numbers.below(3) {
        0 => vocabulary.ty(numbers),
        _ => common.clone(),
    };
    let n_operands: usize = op.operands.iter().map(|operand| n_values(operand, numbers)).sum();
    let operands: Vec<String> = (0..off_by_one(n_operands, numbers)).map(|_| ty(numbers)).collect();
    let n_results: usize = op.results.iter().map(|result| n_values(result, numbers)).sum();
    let results: Vec<String> = (0..off_by_one(n_results, numbers)).map(|_| ty(numbers)).collect();
    let names = |prefix: &str, n: usize| (0..n).map(|index| format!("%{prefix}{index}")).collect::<Vec<_>>().join(", ");
    let arguments: Vec<String> = operands.iter().enumerate().map(|(index, ty)| format!("%a{index}: {ty}")).collect();
    let result_names = if results.is_empty() { String::new() } else { names("r", results.len()) + " = " };
    let (successors, blocks) = successors(op, numbers);
    let mut text = format!("  {result_names}\"{}\"({}){successors}", op.name, names("a", operands.len()));
    text += &properties(op, vocabulary, numbers);
    text += &regions(op, vocabulary, &common, numbers);
    text += &format!(" : ({}) -> ({})\n", operands.join(", "), results.join(", "));
    let end = if blocks.is_empty() { "  \"func.return\"() : () -> ()\n" } else { blocks };
    match numbers.below(4) {
        0 if operands.is_empty() && blocks.is_empty() => text,
        _ => format!(
            "\"func.func\"() <{{function_type = ({types}) -> (), sym_name = \"f\"}}> ({{\n^entry({}):\n{text}{end}}}) : () -> ()\n",
            arguments.join(", "),
            types = operands.join(", ")
        ),
    }
}

fn n_values(value: &ValueDef, numbers: &mut Numbers) -> usize {
    match value.arity {
        Arity::One => 1,
        Arity::Optional => numbers.below(2),
        Arity::Variadic => numbers.below(4),
    }
}

/// Mostly `n`, sometimes one more or less.
fn off_by_one(n: usize, numbers: &mut Numbers) -> usize {
    match numbers.below(12) {
        0 => n + 1,
        1 => n.saturating_sub(1),
        _ => n,
    }
}

fn successors(op: &OpDef, numbers: &mut Numbers) -> (String, &'static str) {
    let n = op.successors.iter().map(|successor| if successor.variadic { numbers.below(3) } else { 1 }).sum();
    match off_by_one(n, numbers) {
        0 => (String::new(), ""),
        n => (format!("[{}]", vec!["^next"; n].join(", ")), "^next:\n  \"func.return\"() : () -> ()\n"),
    }
}

fn properties(op: &OpDef, vocabulary: &Vocabulary, numbers: &mut Numbers) -> String {
    let mut written = Vec::new();
    for prop in op.props {
        let is_left_out = if prop.optional { numbers.below(2) == 0 } else { numbers.below(12) == 0 };
        if is_left_out {
            continue;
        }
        let value = match prop.name {
            "operandSegmentSizes" | "resultSegmentSizes" => segments(op, prop.name, numbers),
            _ => fitting_name(prop.name, vocabulary, numbers),
        };
        written.push(format!("{} = {value}", prop.name));
    }
    if written.is_empty() { String::new() } else { format!(" <{{{}}}>", written.join(", ")) }
}

/// In half of the cases a typical value of a property of this name.
fn fitting_name(name: &str, vocabulary: &Vocabulary, numbers: &mut Numbers) -> String {
    let typical: &[&str] = match name {
        "sym_name" => &["\"f\"", "\"g\"", "\"\""],
        "function_type" => &["() -> ()", "(i32) -> i32", "() -> memref<4xf32>"],
        _ if name.to_lowercase().contains("map") => {
            &["affine_map<() -> (0)>", "affine_map<(d0) -> (d0)>", "affine_map<(d0, d1)[s0] -> (d1, d0 + s0)>"]
        }
        _ if name.contains("segment") || name.contains("sizes") || name.contains("offsets") => {
            &["array<i64>", "array<i64: 1>", "array<i64: -9223372036854775808>", "array<i32: 1>", "array<i32: 1, 0>"]
        }
        _ => &[],
    };
    if typical.is_empty() || numbers.below(2) == 0 {
        vocabulary.attr(numbers)
    } else {
        (*numbers.one_of(typical)).to_owned()
    }
}

fn segments(op: &OpDef, name: &str, numbers: &mut Numbers) -> String {
    const SIZES: [&str; 12] = ["0", "0", "0", "1", "1", "1", "1", "1", "2", "3", "-1", "2147483647"];
    let values = if name.starts_with("operand") { op.operands } else { op.results };
    let sizes: Vec<&str> = (0..off_by_one(values.len(), numbers)).map(|_| *numbers.one_of(&SIZES)).collect();
    if sizes.is_empty() { "array<i32>".to_owned() } else { format!("array<i32: {}>", sizes.join(", ")) }
}

fn regions(op: &OpDef, vocabulary: &Vocabulary, common: &str, numbers: &mut Numbers) -> String {
    let n = op.regions.iter().map(|region| if region.variadic { numbers.below(3) } else { 1 }).sum();
    let mut written = Vec::new();
    for _ in 0..off_by_one(n, numbers) {
        let arguments: Vec<String> = (0..numbers.below(4))
            .map(|index| match numbers.below(3) {
                0 => format!("%x{index}: {}", vocabulary.ty(numbers)),
                1 => format!("%x{index}: index"),
                _ => format!("%x{index}: {common}"),
            })
            .collect();
        let yielded: Vec<usize> = (0..arguments.len()).filter(|_| numbers.below(2) == 0).collect();
        let values = yielded.iter().map(|index| format!("%x{index}")).collect::<Vec<_>>().join(", ");
        let types = yielded
            .iter()
            .map(|&index| arguments[index].split_once(": ").map_or("", |(_, ty)| ty))
            .collect::<Vec<_>>()
            .join(", ");
        let terminator = terminator(op, vocabulary, numbers);
        written.push(match numbers.below(8) {
            0 => "{\n  }".to_owned(),
            1 => format!("{{\n  ^bb0({}):\n  }}", arguments.join(", ")),
            _ => {
                format!("{{\n  ^bb0({}):\n    \"{terminator}\"({values}) : ({types}) -> ()\n  }}", arguments.join(", "))
            }
        });
    }
    if written.is_empty() { String::new() } else { format!(" ({})", written.join(", ")) }
}

fn terminator(op: &OpDef, vocabulary: &Vocabulary, numbers: &mut Numbers) -> &'static str {
    let ends = |name: &&str| ["yield", "terminator", "return", "condition"].iter().any(|end| name.contains(end));
    let found: Vec<&'static str> = vocabulary.ops.iter().copied().filter(ends).collect();
    match numbers.below(4) {
        0 if !vocabulary.ops.is_empty() => numbers.one_of::<&str>(&vocabulary.ops),
        _ if !op.terminator.is_empty() => op.terminator,
        1 | 2 if !found.is_empty() => numbers.one_of::<&str>(&found),
        _ => "func.return",
    }
}
