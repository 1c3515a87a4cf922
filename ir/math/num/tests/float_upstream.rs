//! Floats compared with tables obtained from `mlir-opt` 22.
//!
//! `upstream/literals.txt`: kind, literal, text printed; every bit pattern of the kinds of at most 8 bits, and random
//! patterns and decimals of all. `upstream/folds.txt`: operation of `arith`, predicate of `cmpf` or `-`, result type,
//! text of the folded constant or `NOFOLD`, then each operand's literal and type.

use rmlir_num::{ApFloat, ApInt, FloatKind, Rounding};
use std::cmp::Ordering;

const NEAREST: Rounding = Rounding::NearestTiesToEven;

fn kind(name: &str) -> FloatKind {
    FloatKind::from_name(name).unwrap_or_else(|| panic!("{name} is a kind"))
}

fn float(literal: &str, kind_name: &str) -> ApFloat {
    let kind = kind(kind_name);
    let value = match literal.strip_prefix('-') {
        Some(magnitude) => ApFloat::from_literal(kind, magnitude, true),
        None if literal.starts_with("0x") => ApFloat::from_hex_literal(kind, literal),
        None => ApFloat::from_literal(kind, literal, false),
    };
    value.unwrap_or_else(|| panic!("{literal} is a literal"))
}

fn width(type_name: &str) -> u32 {
    type_name[1..].parse().expect("an integer type")
}

#[test]
fn literals_print_as_upstream() {
    for line in include_str!("upstream/literals.txt").lines() {
        let [kind, literal, printed] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        assert_eq!(float(literal, kind).print(), printed, "{line}");
    }
}

#[test]
fn printed_text_reads_back() {
    for line in include_str!("upstream/literals.txt").lines() {
        let [kind, literal, printed] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        // Literals are parsed as `f64`, so the additional digits of the wider kinds are lost.
        let is_wide = matches!(kind, "f80" | "f128");
        if !is_wide {
            assert_eq!(float(printed, kind).bits(), float(literal, kind).bits(), "{line}");
        }
    }
}

#[test]
fn folds_are_those_of_upstream() {
    for line in include_str!("upstream/folds.txt").lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        let [op, predicate, result_type, folded, ref operands @ ..] = fields[..] else { panic!("{line}") };
        let result = match *operands {
            [literal, from] => fold_cast(op, float_or_int(literal, from), result_type),
            [a, a_kind, b, b_kind] => Some(fold_binary(op, predicate, float(a, a_kind), float(b, b_kind))),
            _ => panic!("{line}"),
        };
        assert_eq!(result.as_deref().unwrap_or("NOFOLD"), folded, "{line}");
    }
}

enum Operand {
    Float(ApFloat),
    Int(ApInt),
}

fn float_or_int(literal: &str, type_name: &str) -> Operand {
    match type_name.strip_prefix('i') {
        Some(_) => Operand::Int(ApInt::from_literal(literal, false, width(type_name), false).expect("in range")),
        None => Operand::Float(float(literal, type_name)),
    }
}

fn fold_cast(op: &str, operand: Operand, result_type: &str) -> Option<String> {
    let printed = |value: Option<rmlir_num::IntConversion>| value.map(|v| v.value.to_string_signed());
    match (op, operand) {
        ("negf", Operand::Float(a)) => Some(a.neg().print()),
        ("extf" | "truncf", Operand::Float(a)) => a.convert_exactly(kind(result_type)).map(|v| v.print()),
        ("fptosi", Operand::Float(a)) => printed(a.to_int(width(result_type), true, Rounding::TowardZero)),
        ("fptoui", Operand::Float(a)) => printed(a.to_int(width(result_type), false, Rounding::TowardZero)),
        ("sitofp" | "uitofp", Operand::Int(a)) => {
            Some(ApFloat::from_int(kind(result_type), &a, op == "sitofp", NEAREST).print())
        }
        _ => panic!("{op} is not in the table"),
    }
}

fn fold_binary(op: &str, predicate: &str, a: ApFloat, b: ApFloat) -> String {
    let result = match op {
        "addf" => a.add(b, NEAREST),
        "subf" => a.sub(b, NEAREST),
        "mulf" => a.mul(b, NEAREST),
        "divf" => a.div(b, NEAREST),
        "remf" => a.rem(b),
        // The folder handles equal operands and a NaN on the right before it compares the values.
        "minimumf" | "maximumf" | "minnumf" | "maxnumf" if a == b => a,
        "minnumf" | "maxnumf" if b.is_nan() => a,
        "minimumf" => a.minimum(b),
        "maximumf" => a.maximum(b),
        "minnumf" => a.minnum(b),
        "maxnumf" => a.maxnum(b),
        "cmpf" => return holds(predicate, a.compare(b)).to_string(),
        _ => panic!("{op} is not in the table"),
    };
    result.print()
}

/// The ordered predicates `oeq`, `ogt`, `olt` and `ord`, by their numbers.
fn holds(predicate: &str, order: Option<Ordering>) -> bool {
    match predicate {
        "1" => order == Some(Ordering::Equal),
        "2" => order == Some(Ordering::Greater),
        "4" => order == Some(Ordering::Less),
        "7" => order.is_some(),
        _ => panic!("{predicate} is not in the table"),
    }
}
