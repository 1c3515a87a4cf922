//! Mutations of text that are likely to reach corner cases: tokens are duplicated, dropped, swapped and moved.

use crate::numbers::Numbers;

/// Texts that are inserted.
const PIECES: [&str; 36] = [
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
    "99999999999999999999",
    "0x",
    "1.0e",
    "i0",
    "vector<",
    "{-#",
    "#-}",
    "//",
    "\0",
    "é",
];

/// `text` with one to four changes.
pub fn mutate(text: &str, numbers: &mut Numbers) -> String {
    let mut tokens = split(text);
    for _ in 0..=numbers.below(4) {
        if tokens.is_empty() {
            break;
        }
        let at = numbers.below(tokens.len());
        match numbers.below(6) {
            0 => {
                tokens.remove(at);
            }
            1 => tokens.insert(at, tokens[at]),
            2 => {
                let other = numbers.below(tokens.len());
                tokens.swap(at, other);
            }
            3 => tokens[at] = tokens[numbers.below(tokens.len())],
            4 => tokens.insert(at, PIECES[numbers.below(PIECES.len())]),
            _ => tokens.truncate(at),
        }
    }
    tokens.concat()
}

/// Words, white space and single other characters; their concatenation is `text`.
fn split(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (token, after) = rest.split_at(end);
        tokens.push(token);
        rest = after;
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_together_are_the_text() {
        let text = "%0 = \"a.b\"(%é) : () -> i32\n";
        assert_eq!(split(text).concat(), text);
    }

    #[test]
    fn a_seed_always_gives_the_same_change() {
        let change = |seed| mutate("func.func @f() { return }", &mut Numbers::new(seed));
        assert_eq!(change(3), change(3));
    }
}
