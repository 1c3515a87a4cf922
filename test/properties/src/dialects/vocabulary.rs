//! The words of the texts of a dialect, which mutations insert.

use std::collections::BTreeSet;

use rmlir::core::opdef::{AttrAsm, OpDef};

use super::seeds::Seed;
use super::tokens::{Kind, cut, elements, group, text};
use crate::numbers::Numbers;

/// Integers at the limits of integer types, and just beyond them.
const NUMBERS: [&str; 26] = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "8",
    "31",
    "32",
    "33",
    "63",
    "64",
    "65",
    "127",
    "128",
    "255",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999999999999999",
];

/// Types that many operations accept, and some that few do.
const TYPES: [&str; 44] = [
    "i1",
    "i8",
    "i32",
    "i64",
    "si8",
    "ui64",
    "i0",
    "i65",
    "i128",
    "index",
    "f16",
    "bf16",
    "f32",
    "f64",
    "f128",
    "f8E5M2",
    "none",
    "tuple<>",
    "complex<f32>",
    "() -> ()",
    "tensor<f32>",
    "tensor<4xf32>",
    "tensor<?xf32>",
    "tensor<*xf32>",
    "tensor<0xi1>",
    "tensor<2x?xindex>",
    "memref<f32>",
    "memref<4xf32>",
    "memref<?x?xf32>",
    "memref<*xf32>",
    "memref<0x4xi8>",
    "memref<4xf32, strided<[?], offset: ?>>",
    "memref<2x2xf32, 3>",
    "memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>",
    "memref<4xf32, strided<[0], offset: -1>>",
    "vector<f32>",
    "vector<4xf32>",
    "vector<[4]xf32>",
    "vector<2x[4]xi1>",
    "vector<1x1xindex>",
    "vector<4xi32>",
    "memref<3xvector<4xf32>>",
    "memref<9223372036854775807xi8>",
    "tensor<9223372036854775807x9223372036854775807xi8>",
];

/// Attributes of all kinds.
const ATTRS: [&str; 40] = [
    "unit",
    "true",
    "0 : i64",
    "-1 : i64",
    "9223372036854775807 : i64",
    "-9223372036854775808 : i64",
    "1 : i32",
    "0 : i32",
    "-1 : i32",
    "77 : i32",
    "1 : index",
    "-1 : index",
    "1 : i1",
    "0 : i8",
    "255 : ui8",
    "1.0 : f32",
    "0x7FC00000 : f32",
    "\"\"",
    "\"text\"",
    "[]",
    "[[]]",
    "[0]",
    "[-1 : i64, 4 : i64]",
    "[\"a\"]",
    "[@f]",
    "{}",
    "@f",
    "@f::@g",
    "i32",
    "array<i64>",
    "array<i64: -1>",
    "array<i64: 0, 1, 2>",
    "array<i64: -9223372036854775808, 9223372036854775807>",
    "array<i32: 1>",
    "array<i32: 1, 1, 1>",
    "array<i1: true>",
    "dense<> : tensor<0xi64>",
    "dense<0> : tensor<2xi64>",
    "affine_map<() -> ()>",
    "affine_map<(d0, d1)[s0] -> (d0 mod s0, d1 floordiv 0)>",
];

/// The words of a dialect.
pub struct Vocabulary {
    /// The names of its operations.
    pub ops: Vec<&'static str>,
    words: Vec<String>,
    names: Vec<String>,
    texts: Vec<String>,
    groups: Vec<String>,
    elements: Vec<String>,
    types: Vec<String>,
    attrs: Vec<String>,
}

impl Vocabulary {
    /// The words that occur in `seeds` and in the definitions of the operations.
    pub fn new(defs: &[&'static OpDef], seeds: &[Seed]) -> Self {
        let ops: Vec<&'static str> = defs.iter().map(|op| op.name).collect();
        let mut sets: [BTreeSet<String>; 5] = Default::default();
        let [words, names, texts, groups, parts] = &mut sets;
        for seed in seeds {
            for tokens in [cut(&seed.custom), cut(&seed.generic)] {
                for (index, &(kind, token)) in tokens.iter().enumerate() {
                    match kind {
                        Kind::Word => _ = words.insert(token.to_owned()),
                        Kind::Name => _ = names.insert(token.to_owned()),
                        Kind::Text => _ = texts.insert(token.to_owned()),
                        Kind::Open => {
                            let Some(range) = group(&tokens, index).filter(|range| range.len() < 40) else { continue };
                            groups.insert(text(&tokens[range.clone()]));
                            parts.extend(elements(&tokens, range).into_iter().map(|part| text(&tokens[part])));
                        }
                        _ => {}
                    }
                }
            }
        }
        let props = defs.iter().flat_map(|op| op.props.iter());
        let mut attrs: Vec<String> = ATTRS.iter().map(|&attr| attr.to_owned()).collect();
        for prop in props {
            if let AttrAsm::IntEnum(cases, width) = prop.constraint.asm {
                attrs.extend(cases.cases.iter().map(|(_, value)| format!("{value} : i{width}")));
                words.extend(cases.cases.iter().map(|(keyword, _)| (*keyword).to_owned()));
            }
        }
        let written = seeds.iter().flat_map(|seed| attrs_and_types(&seed.generic));
        let mut types: BTreeSet<String> = TYPES.iter().map(|&ty| ty.to_owned()).collect();
        let mut more: BTreeSet<String> = BTreeSet::new();
        for (is_type, part) in written {
            if is_type {
                types.insert(part)
            } else {
                more.insert(part)
            };
        }
        attrs.extend(more);
        let [words, names, texts, groups, elements] = sets.map(|set| set.into_iter().collect());
        Self { ops, words, names, texts, groups, elements, types: types.into_iter().collect(), attrs }
    }

    /// An integer at a limit, sometimes a negative or a dynamic one.
    pub fn number(&self, numbers: &mut Numbers) -> String {
        match numbers.below(8) {
            0 => "?".to_owned(),
            // Most texts remain valid only with small ones.
            1..=3 => numbers.below(6).to_string(),
            4 => format!("-{}", numbers.one_of(&NUMBERS)),
            _ => (*numbers.one_of(&NUMBERS)).to_owned(),
        }
    }

    /// A type.
    pub fn ty(&self, numbers: &mut Numbers) -> String {
        numbers.one_of(&self.types).clone()
    }

    /// An attribute.
    pub fn attr(&self, numbers: &mut Numbers) -> String {
        numbers.one_of(&self.attrs).clone()
    }

    /// An element of a list.
    pub fn element(&self, numbers: &mut Numbers) -> String {
        match numbers.below(6) {
            0 => self.number(numbers),
            1 => self.ty(numbers),
            2 => self.attr(numbers),
            _ => any(&self.elements, numbers),
        }
    }

    /// A group that opens with `open`.
    pub fn group(&self, open: &str, numbers: &mut Numbers) -> String {
        let fitting: Vec<&String> = self.groups.iter().filter(|group| group.starts_with(open)).collect();
        if fitting.is_empty() { String::new() } else { (*numbers.one_of(&fitting)).clone() }
    }

    /// A replacement for a token such as `token`, of the given kind.
    pub fn like(&self, kind: Kind, token: &str, numbers: &mut Numbers) -> String {
        let quoted = token.trim_matches('"');
        match kind {
            _ if quoted.contains('.') && self.ops.contains(&quoted) && numbers.below(3) != 0 => {
                token.replace(quoted, self.ops[numbers.below(self.ops.len())])
            }
            Kind::Number => self.number(numbers),
            Kind::Word if numbers.below(3) == 0 => self.ty(numbers),
            Kind::Word => any(&self.words, numbers),
            Kind::Text => any(&self.texts, numbers),
            Kind::Name => {
                let same: Vec<&String> = self.names.iter().filter(|name| name[..1] == token[..1]).collect();
                if same.is_empty() { String::new() } else { (*numbers.one_of(&same)).clone() }
            }
            _ => self.element(numbers),
        }
    }
}

fn any(choices: &[String], numbers: &mut Numbers) -> String {
    if choices.is_empty() { String::new() } else { numbers.one_of(choices).clone() }
}

/// The attributes (after `=`) and the types (in the parentheses after `:` and `->`) of a generic text.
fn attrs_and_types(generic: &str) -> Vec<(bool, String)> {
    let tokens = cut(generic);
    let mut found = Vec::new();
    for (index, (kind, _)) in tokens.iter().enumerate() {
        let Some(range) = (*kind == Kind::Open).then(|| group(&tokens, index)).flatten() else { continue };
        let before = tokens[..index].iter().rev().find(|token| token.0 != Kind::Blank).map_or("", |token| token.1);
        for element in elements(&tokens, range) {
            let part = text(&tokens[element]);
            if part.len() > 200 || part.contains('%') || part.contains("({") {
                continue;
            }
            match part.split_once(" = ") {
                Some((_, value)) => found.push((false, value.trim().to_owned())),
                None if matches!(before, ":" | "->") => found.push((true, part.trim().to_owned())),
                None => {}
            }
        }
    }
    found
}
