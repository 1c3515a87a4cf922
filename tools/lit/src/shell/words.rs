//! Words and operators of a command line.

/// A word, or an operator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// A word without its quotes.
    Word(String),
    /// An operator, with the number before it.
    Operator(Option<u32>, &'static str),
}

/// Longer ones first.
const OPERATORS: &[&str] = &["&>>", "&&", "||", "|&", "&>", ">>", ">&", "<&", ">", "<", "|", ";", "&"];

/// Cuts a line; the error is that a quote is not closed.
pub fn tokens(line: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let operator = |text: &str| OPERATORS.iter().find(|operator| text.starts_with(**operator)).copied();
        let n_digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let after_number = operator(&rest[n_digits..]).filter(|operator| operator.starts_with(['<', '>']));
        if let Some(operator) = operator(rest) {
            tokens.push(Token::Operator(None, operator));
            rest = &rest[operator.len()..];
        } else if let Some(operator) = after_number {
            tokens.push(Token::Operator(rest[..n_digits].parse().ok(), operator));
            rest = &rest[n_digits + operator.len()..];
        } else {
            let (word, after) = word(rest).ok_or_else(|| format!("a quote is not closed: {line}"))?;
            tokens.push(Token::Word(word));
            rest = after;
        }
        rest = rest.trim_start();
    }
    Ok(tokens)
}

/// The word at the start of `text`, and what is behind it; none if a quote is not closed.
fn word(text: &str) -> Option<(String, &str)> {
    let mut word = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\'' => loop {
                match chars.next()?.1 {
                    '\'' => break,
                    c => word.push(c),
                }
            },
            '"' => loop {
                match chars.next()?.1 {
                    '"' => break,
                    '\\' => match chars.next()?.1 {
                        c @ ('"' | '\\') => word.push(c),
                        c => word.extend(['\\', c]),
                    },
                    c => word.push(c),
                }
            },
            '\\' => word.extend(chars.next().map(|(_, c)| c)),
            c if c.is_whitespace() || "|&;<>".contains(c) => return Some((word, &text[at..])),
            c => word.push(c),
        }
    }
    Some((word, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_operators_are_cut() {
        let found = tokens(r#"a 'b c'"d\"\n" e\ f 2>&1 | g>h&&i 3x"#).unwrap();
        let word = |text: &str| Token::Word(text.to_owned());
        let operator = |text| Token::Operator(None, text);
        assert_eq!(
            found,
            [
                word("a"),
                word("b cd\"\\n"),
                word("e f"),
                Token::Operator(Some(2), ">&"),
                word("1"),
                operator("|"),
                word("g"),
                operator(">"),
                word("h"),
                operator("&&"),
                word("i"),
                word("3x"),
            ]
        );
    }

    #[test]
    fn open_quotes_are_refused() {
        assert!(tokens("a 'b").is_err());
        assert!(tokens("a \"b\\\"").is_err());
    }
}
