//! Mutations of a text that preserve most of it: tokens, groups, elements of lists, lines.

use super::tokens::{Kind, Token, cut, elements, group, text};
use super::vocabulary::Vocabulary;
use crate::numbers::Numbers;

/// `start` with one to three changes, mostly one.
pub fn change(start: &str, vocabulary: &Vocabulary, numbers: &mut Numbers) -> String {
    let mut changed = start.to_owned();
    // A single mutation finds the most, since the result is mostly valid.
    for _ in 0..=numbers.below(4).saturating_sub(1) {
        changed = once(&changed, vocabulary, numbers).unwrap_or(changed);
    }
    changed
}

/// One mutation; `None` if this kind of mutation does not apply.
fn once(start: &str, vocabulary: &Vocabulary, numbers: &mut Numbers) -> Option<String> {
    match numbers.below(16) {
        0 => return line(start, numbers),
        // Types and names occur more than once, and only if all occurrences are replaced is the text parsed to its end.
        1..=3 => return everywhere(start, vocabulary, numbers),
        _ => {}
    }
    let mut tokens = cut(start);
    let visible: Vec<usize> = (0..tokens.len()).filter(|&index| tokens[index].0 != Kind::Blank).collect();
    if visible.is_empty() {
        return None;
    }
    let at = *numbers.one_of(&visible);
    let inserted;
    match numbers.below(12) {
        0 => _ = tokens.remove(at),
        1 => {
            tokens.insert(at, (Kind::Blank, " "));
            tokens.insert(at, tokens[at + 1]);
        }
        2 => tokens.swap(at, *numbers.one_of(&visible)),
        3..=5 => {
            inserted = vocabulary.like(tokens[at].0, tokens[at].1, numbers);
            tokens[at].1 = &inserted;
        }
        6 | 7 => {
            inserted = vocabulary.number(numbers);
            let places: Vec<usize> = visible.into_iter().filter(|&index| is_size(tokens[index])).collect();
            tokens[*some(&places, numbers)?].1 = &inserted;
        }
        8 | 9 => {
            inserted = vocabulary.element(numbers);
            return list(&mut tokens, &inserted, numbers);
        }
        _ => {
            let opens: Vec<usize> = visible.into_iter().filter(|&index| tokens[index].0 == Kind::Open).collect();
            let range = group(&tokens, *some(&opens, numbers)?)?;
            inserted = vocabulary.group(tokens[range.start].1, numbers);
            match numbers.below(4) {
                0 => _ = tokens.drain(range),
                1 => _ = tokens.drain(range.start + 1..range.end - 1),
                _ => _ = tokens.splice(range, [(Kind::Other, inserted.as_str())]),
            }
        }
    }
    Some(text(&tokens))
}

fn some<'c, T>(choices: &'c [T], numbers: &mut Numbers) -> Option<&'c T> {
    if choices.is_empty() { None } else { Some(numbers.one_of(choices)) }
}

fn is_size(token: Token) -> bool {
    token.0 == Kind::Number || token.1 == "?"
}

/// Drops, duplicates, inserts or replaces an element of a list.
fn list<'t>(tokens: &mut Vec<Token<'t>>, inserted: &'t str, numbers: &mut Numbers) -> Option<String> {
    let opens: Vec<usize> = (0..tokens.len()).filter(|&index| tokens[index].0 == Kind::Open).collect();
    let range = group(tokens, *some(&opens, numbers)?)?;
    let parts = elements(tokens, range.clone());
    let Some(part) = some(&parts, numbers).cloned() else {
        tokens.insert(range.start + 1, (Kind::Other, inserted));
        return Some(text(tokens));
    };
    match numbers.below(4) {
        // With the comma before or after it.
        0 if part.start > range.start + 1 => _ = tokens.drain(part.start - 1..part.end),
        0 => _ = tokens.drain(part.start..(part.end + 1).min(range.end - 1)),
        1 => {
            let twice: Vec<Token> = [&[(Kind::Other, ", ")], &tokens[part.clone()]].concat();
            tokens.splice(part.end..part.end, twice);
        }
        2 => _ = tokens.splice(part.end..part.end, [(Kind::Other, ", "), (Kind::Other, inserted)]),
        _ => _ = tokens.splice(part, [(Kind::Other, inserted)]),
    }
    Some(text(tokens))
}

/// Replaces all occurrences of a token, or of a word with the group after it.
fn everywhere(start: &str, vocabulary: &Vocabulary, numbers: &mut Numbers) -> Option<String> {
    let tokens = cut(start);
    let fitting = |kind: Kind| matches!(kind, Kind::Word | Kind::Name | Kind::Number);
    let places: Vec<usize> = (0..tokens.len()).filter(|&index| fitting(tokens[index].0)).collect();
    let at = *some(&places, numbers)?;
    let (kind, token) = tokens[at];
    let has_group = kind != Kind::Number && tokens.get(at + 1).is_some_and(|next| next.1 == "<");
    if has_group && numbers.below(2) == 0 {
        let whole = text(&tokens[at..group(&tokens, at + 1)?.end]);
        return Some(start.replace(&whole, &vocabulary.ty(numbers)));
    }
    let other = vocabulary.like(kind, token, numbers);
    let replaced = tokens.iter().map(|&part| if part == (kind, token) { other.as_str() } else { part.1 });
    Some(replaced.collect())
}

/// Drops, duplicates or swaps lines.
fn line(start: &str, numbers: &mut Numbers) -> Option<String> {
    let mut lines: Vec<&str> = start.lines().collect();
    if lines.is_empty() {
        return None;
    }
    let (at, other) = (numbers.below(lines.len()), numbers.below(lines.len()));
    match numbers.below(3) {
        0 => _ = lines.remove(at),
        1 => lines.insert(other, lines[at]),
        _ => lines.swap(at, other),
    }
    Some(lines.join("\n"))
}
