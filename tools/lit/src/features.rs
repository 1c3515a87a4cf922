//! Conditions on features: names, `{{regular expressions}}` in names, `!`, `&&`, `||` and parentheses.

use regex::Regex;

/// The nesting that is read.
const MAX_DEPTH: usize = 100;

/// Whether `condition` holds with these features. The error is a sentence about its syntax.
///
/// ```
/// use rmlir_lit::features::holds;
/// let features = ["system-linux".to_owned(), "target=x86_64-linux".to_owned()];
/// assert_eq!(holds("system-{{.*}} && !(system-windows || target=arm)", &features), Ok(true));
/// ```
pub fn holds(condition: &str, features: &[String]) -> Result<bool, String> {
    let mut parser = Parser { tokens: tokens(condition)?, at: 0, features, depth: 0 };
    let value = parser.any()?;
    match parser.tokens.get(parser.at) {
        None => Ok(value),
        Some(token) => Err(format!("unexpected '{token}' in '{condition}'")),
    }
}

/// The features of this machine.
pub fn of_this_machine() -> Vec<String> {
    let (arch, os) = (std::env::consts::ARCH, std::env::consts::OS);
    let target = if os == "macos" { format!("{arch}-apple-darwin") } else { format!("{arch}-unknown-{os}-gnu") };
    let system = if os == "macos" { "darwin" } else { os };
    vec!["shell".to_owned(), format!("system-{system}"), format!("target={target}"), "true".to_owned()]
}

fn tokens(condition: &str) -> Result<Vec<String>, String> {
    let mut tokens = Vec::new();
    let mut rest = condition.trim_start();
    while let Some(first) = rest.chars().next() {
        let n_bytes = match first {
            '!' | '(' | ')' => 1,
            '&' | '|' if rest.starts_with("&&") || rest.starts_with("||") => 2,
            _ => word_length(rest),
        };
        if n_bytes == 0 {
            return Err(format!("cannot read '{rest}' in '{condition}'"));
        }
        tokens.push(rest[..n_bytes].to_owned());
        rest = rest[n_bytes..].trim_start();
    }
    Ok(tokens)
}

fn word_length(text: &str) -> usize {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        if rest.starts_with("{{") {
            let Some(end) = rest.find("}}") else { return 0 };
            at += end + 2;
        } else {
            match rest.chars().next() {
                Some(c) if c.is_ascii_alphanumeric() || "-+=._*/:".contains(c) => at += 1,
                _ => return at,
            }
        }
    }
}

struct Parser<'f> {
    tokens: Vec<String>,
    at: usize,
    features: &'f [String],
    depth: usize,
}

impl Parser<'_> {
    fn eat(&mut self, wanted: &str) -> bool {
        let found = self.tokens.get(self.at).is_some_and(|token| token == wanted);
        self.at += usize::from(found);
        found
    }

    fn any(&mut self) -> Result<bool, String> {
        let mut value = self.all()?;
        while self.eat("||") {
            value |= self.all()?;
        }
        Ok(value)
    }

    fn all(&mut self) -> Result<bool, String> {
        let mut value = self.one()?;
        while self.eat("&&") {
            value &= self.one()?;
        }
        Ok(value)
    }

    fn one(&mut self) -> Result<bool, String> {
        let mut is_negated = false;
        while self.eat("!") {
            is_negated = !is_negated;
        }
        if self.eat("(") {
            if self.depth == MAX_DEPTH {
                return Err(format!("conditions are nested more than {MAX_DEPTH} deep"));
            }
            self.depth += 1;
            let value = self.any()?;
            self.depth -= 1;
            return if self.eat(")") { Ok(value != is_negated) } else { Err("expected ')'".to_owned()) };
        }
        let token = self.tokens.get(self.at).ok_or("expected '!', '(', or a feature at the end")?;
        if ["&&", "||", ")"].contains(&&**token) {
            return Err(format!("expected '!', '(', or a feature instead of '{token}'"));
        }
        self.at += 1;
        Ok(is_feature(token, self.features)? != is_negated)
    }
}

fn is_feature(name: &str, features: &[String]) -> Result<bool, String> {
    if name == "*" {
        return Ok(true);
    }
    if !name.contains("{{") {
        return Ok(features.iter().any(|feature| feature == name));
    }
    let mut pattern = String::from("^(?:");
    let mut rest = name;
    while let Some((before, after)) = rest.split_once("{{") {
        let (expression, after) = after.split_once("}}").ok_or("expected '}}'")?;
        pattern += &format!("{}(?:{expression})", regex::escape(before));
        rest = after;
    }
    pattern += &format!("{})$", regex::escape(rest));
    let regex = Regex::new(&pattern).map_err(|error| error.to_string())?;
    Ok(features.iter().any(|feature| regex.is_match(feature)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_evaluated() {
        let features = ["a".to_owned(), "target=x86_64".to_owned()];
        for (condition, expected) in [
            ("a", true),
            ("b", false),
            ("!a || target={{x86.*}}", true),
            ("a && (b || !b)", true),
            ("target=x86", false),
            ("*", true),
        ] {
            assert_eq!(holds(condition, &features), Ok(expected), "{condition}");
        }
    }

    #[test]
    fn errors_are_told() {
        for condition in ["", "a b", "(a", "a &&", "{{a", "a & b", &"(".repeat(100_000)] {
            assert!(holds(condition, &[]).is_err(), "{condition}");
        }
    }
}
