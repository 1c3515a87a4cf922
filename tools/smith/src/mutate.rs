//! Changes of a text that are likely to reach odd places.

use crate::numbers::Numbers;

/// Numbers at which something changes, and such that do not fit.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "63",
    "64",
    "65",
    "127",
    "128",
    "255",
    "256",
    "65535",
    "65536",
    "16777216",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "0x7FF8000000000000",
    "1.0e400",
    "-0.0",
    "1.0e-400",
];

const TYPES: &[&str] = &[
    "i1",
    "i3",
    "i8",
    "i32",
    "i64",
    "i128",
    "i16777215",
    "si8",
    "ui32",
    "index",
    "f16",
    "bf16",
    "f32",
    "f64",
    "f80",
    "f128",
    "f8E4M3FN",
    "none",
    "tensor<?xf32>",
    "tensor<*xi8>",
    "tensor<0x4xi1>",
    "memref<?xi8>",
    "memref<4x?xf32, strided<[?, 1]>>",
    "memref<*xf32>",
    "memref<0xi32>",
    "memref<i32>",
    "vector<4xf32>",
    "vector<f32>",
    "vector<[4]xi1>",
    "vector<2x3xi8>",
    "complex<f32>",
    "tuple<i32, f32>",
    "!llvm.ptr",
    "!llvm.struct<(i32, f32)>",
    "(i32) -> i32",
    "!pvec.mask<4>",
];

const PIECES: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "<",
    ">",
    "[",
    "]",
    "%0",
    "^bb0",
    "@f",
    "#a",
    "!t",
    "->",
    ":",
    "::",
    ",",
    "=",
    "\"",
    "\"x.y\"",
    "-",
    "?",
    "*",
    "loc(",
    "dense<",
    "affine_map<",
    "unit",
    "true",
    "{-#",
    "//",
    "\0",
    "\u{e9}",
    "\u{202e}",
];

/// `text` as it is, or with one to four changes: such that many texts can still be read, or any. `others` are what it may
/// be spliced with.
pub fn mutate(text: &str, others: &[&str], numbers: &mut Numbers) -> String {
    match numbers.below(10) {
        0 => text.to_owned(),
        1..=6 => {
            let n_changes = 1 + numbers.below(2);
            changed(text, n_changes, |tokens| change_gently(tokens, numbers))
        }
        _ => mutate_roughly(text, others, numbers),
    }
}

/// `text` with one to four changes of any sort: few such texts can still be read. `others` are what it may be spliced with.
pub fn mutate_roughly(text: &str, others: &[&str], numbers: &mut Numbers) -> String {
    let n_changes = 1 + numbers.below(4);
    changed(text, n_changes, |tokens| change(tokens, others, numbers))
}

fn changed(text: &str, n_changes: usize, mut change: impl FnMut(&mut Vec<String>)) -> String {
    let mut tokens: Vec<String> = split(text).into_iter().map(str::to_owned).collect();
    debug_assert_eq!(tokens.concat(), text, "tokens together are the text");
    for _ in 0..n_changes {
        if tokens.is_empty() {
            break;
        }
        change(&mut tokens);
    }
    tokens.concat()
}

fn change_gently(tokens: &mut Vec<String>, numbers: &mut Numbers) {
    match numbers.below(8) {
        0 | 1 => replace_one(tokens, is_number, NUMBERS, numbers),
        2 | 3 => replace_everywhere(tokens, is_type, TYPES, numbers),
        4 => replace_everywhere(tokens, is_number, NUMBERS, numbers),
        5 => exchange_values(tokens, 1, numbers),
        6 => make_unreachable(tokens),
        _ => {
            make_unreachable(tokens);
            exchange_values(tokens, 3, numbers);
        }
    }
}

fn change(tokens: &mut Vec<String>, others: &[&str], numbers: &mut Numbers) {
    let at = numbers.below(tokens.len());
    match numbers.below(20) {
        0 => drop(tokens.remove(at)),
        1 => tokens.insert(at, tokens[at].clone()),
        2 => {
            let other = numbers.below(tokens.len());
            tokens.swap(at, other);
        }
        3 => tokens[at] = tokens[numbers.below(tokens.len())].clone(),
        4 => tokens.insert(at, (*numbers.one_of(PIECES)).to_owned()),
        5 if numbers.below(4) == 0 => tokens.truncate(at),
        5 | 6 => splice(tokens, at, others, numbers),
        7..=10 => replace_one(tokens, is_number, NUMBERS, numbers),
        11..=13 => replace_one(tokens, is_type, TYPES, numbers),
        14..=16 => {
            let n = 1 + numbers.below(4);
            exchange_values(tokens, n, numbers);
        }
        17 => make_unreachable(tokens),
        _ => remove_line(tokens, at),
    }
}

/// Puts some tokens of another text at `at`.
fn splice(tokens: &mut Vec<String>, at: usize, others: &[&str], numbers: &mut Numbers) {
    if others.is_empty() {
        return;
    }
    let other = split(others[numbers.below(others.len())]);
    if other.is_empty() {
        return;
    }
    let from = numbers.below(other.len());
    let n = 1 + numbers.below(60);
    let part: Vec<String> = other[from..].iter().take(n).map(|&token| token.to_owned()).collect();
    let end = tokens.len().min(at + numbers.below(n));
    tokens.splice(at..end, part);
}

fn replace_one(tokens: &mut [String], is: fn(&str) -> bool, by: &[&str], numbers: &mut Numbers) {
    let places: Vec<usize> = (0..tokens.len()).filter(|&at| is(&tokens[at])).collect();
    if !places.is_empty() {
        tokens[*numbers.one_of(&places)] = (*numbers.one_of(by)).to_owned();
    }
}

/// Replaces all tokens that are as one of them.
fn replace_everywhere(tokens: &mut [String], is: fn(&str) -> bool, by: &[&str], numbers: &mut Numbers) {
    let places: Vec<usize> = (0..tokens.len()).filter(|&at| is(&tokens[at])).collect();
    if places.is_empty() {
        return;
    }
    let (old, new) = (tokens[*numbers.one_of(&places)].clone(), by[numbers.below(by.len())]);
    tokens.iter_mut().filter(|token| **token == old).for_each(|token| new.clone_into(token));
}

/// Makes so many values be others of the text: operations come to use what they make.
fn exchange_values(tokens: &mut [String], n: usize, numbers: &mut Numbers) {
    let places: Vec<usize> = (0..tokens.len()).filter(|&at| tokens[at].starts_with('%')).collect();
    if places.is_empty() {
        return;
    }
    for _ in 0..n {
        let from = tokens[*numbers.one_of(&places)].clone();
        tokens[*numbers.one_of(&places)] = from;
    }
}

/// Puts what a function does behind a block that ends: there operations may depend on themselves.
fn make_unreachable(tokens: &mut Vec<String>) {
    let Some(function) = tokens.iter().position(|token| token == "func.func") else { return };
    let is_open = |at: &usize| tokens[*at] == "{" && tokens.get(at + 1).is_some_and(|next| next.starts_with('\n'));
    if let Some(at) = (function..tokens.len()).find(is_open) {
        tokens.insert(at + 1, "\n  llvm.unreachable\n^unreachable:\n".to_owned());
    }
}

fn remove_line(tokens: &mut Vec<String>, at: usize) {
    let is_end = |token: &String| token.contains('\n');
    let start = tokens[..at].iter().rposition(is_end).map_or(0, |place| place + 1);
    let end = tokens[at..].iter().position(is_end).map_or(tokens.len(), |place| at + place);
    tokens.drain(start..end);
}

fn is_number(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_digit())
}

fn is_type(token: &str) -> bool {
    let is_int = |rest: &str| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    matches!(token, "index" | "ptr" | "float" | "double") || token.strip_prefix(['i', 'f']).is_some_and(is_int)
}

/// Words (values with their mark), runs of blanks, digits apart from the `x` of shapes, single other characters: together
/// they are `text`.
fn split(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let until =
            |is: &dyn Fn(char) -> bool, from: usize| rest[from..].find(|c| !is(c)).map_or(rest.len(), |n| n + from);
        let end = match first {
            '%' => until(&|c| is_word(c), 1),
            _ if first.is_whitespace() => until(&char::is_whitespace, 0),
            _ if first.is_ascii_digit() => until(&|c| c.is_ascii_digit(), 0),
            'x' => 1,
            _ if is_word(first) => until(&is_word, 0),
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(end);
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// `bytes` with one to four bytes changed, put in or taken out.
pub fn mutate_bytes(bytes: &mut Vec<u8>, numbers: &mut Numbers) {
    for _ in 0..=numbers.below(4) {
        if bytes.is_empty() {
            return;
        }
        let at = numbers.below(bytes.len());
        match numbers.below(5) {
            0 => bytes[at] ^= 1 << numbers.below(8),
            1 => bytes[at] = numbers.draw() as u8,
            2 => bytes[at] = *numbers.one_of(&[0, 1, 0x7F, 0x80, 0xFF]),
            3 => bytes.insert(at, numbers.draw() as u8),
            _ => drop(bytes.remove(at)),
        }
    }
}
