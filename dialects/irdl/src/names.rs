//! The rules for names of definitions and of their components.

use rmlir::prelude::*;
use rustc_hash::FxHashMap;

/// The reason why `name` is no valid name of a `what`, if it is not: it must have lowercase letters, digits, and single
/// underscores after the first character.
fn wrong_with(name: &str, what: &str) -> Option<String> {
    if name.is_empty() {
        return Some(format!("name of {what} is empty"));
    }
    let mut may_be_underscore = false;
    for byte in name.bytes() {
        let wrong = match byte {
            b'_' if may_be_underscore => None,
            b'_' => Some("should not contain leading or double underscores"),
            b'a'..=b'z' | b'0'..=b'9' => None,
            b'A'..=b'Z' => Some("should not contain uppercase letters"),
            _ => Some("must contain only lowercase letters, digits and underscores"),
        };
        if let Some(wrong) = wrong {
            return Some(format!("name of {what} {wrong}"));
        }
        may_be_underscore = byte != b'_';
    }
    None
}

/// Verifies the symbol name of the definition `op`, which is a `what`; a type's may begin
/// with `!`, an attribute's with `#`.
pub(crate) fn check_definition(op: OpRef, what: &str, prefix: &str) -> Checked {
    let name = symbol(op);
    let name = name.strip_prefix(prefix).unwrap_or(name);
    wrong_with(name, what).map_or(Ok(()), |wrong| Err(op.plain_error(wrong)))
}

/// The symbol name of a definition.
pub(crate) fn symbol(op: OpRef<'_>) -> &str {
    op.symbol_name().map_or("", |name| name.str(op.cx()))
}

/// The strings of an array attribute.
pub(crate) fn strings(cx: &Context, names: Attr) -> Vec<&str> {
    names.as_array(cx).unwrap_or_default().iter().map(|name| name.as_str(cx).unwrap_or_default()).collect()
}

/// Verifies that each of the operands of `op`, which are called `what`, has a unique name in `names`.
pub(crate) fn check_parts(op: OpRef, what: &str, names: Attr) -> Checked {
    let names = strings(op.cx(), names);
    let n_operands = op.n_operands();
    if n_operands != names.len() {
        let words = format!("the number of {what}s and their names must be the same, but got");
        return Err(op.error(format!("{words} {n_operands} and {} respectively", names.len())));
    }
    let mut known: FxHashMap<&str, usize> = FxHashMap::default();
    for (index, &name) in names.iter().enumerate() {
        if let Some(wrong) = wrong_with(name, &format!("{what} #{index}")) {
            return Err(op.plain_error(wrong));
        }
        if let Some(first) = known.get(name) {
            let words = format!("name of {what} #{index} is a duplicate of the name of {what} #{first}");
            return Err(op.error(words));
        }
        known.insert(name, index);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_in_snake_case() {
        for right in ["a", "a_b", "2x", "a_"] {
            assert_eq!(wrong_with(right, "type"), None, "{right}");
        }
        for (wrong, why) in [
            ("", "is empty"),
            ("_a", "should not contain leading or double underscores"),
            ("a__b", "should not contain leading or double underscores"),
            ("aB", "should not contain uppercase letters"),
            ("a$", "must contain only lowercase letters, digits and underscores"),
            ("\u{e4}", "must contain only lowercase letters, digits and underscores"),
        ] {
            assert_eq!(wrong_with(wrong, "type"), Some(format!("name of type {why}")), "{wrong}");
        }
    }
}
