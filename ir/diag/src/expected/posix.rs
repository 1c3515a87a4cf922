//! Translation of POSIX extended regular expressions, the syntax of upstream's comments, to patterns of the `regex`
//! crate.
//!
//! Algorithm: recursive descent over `alternatives := branch ('|' branch)*`, `branch := piece+`,
//! `piece := atom ('*' | '+' | '?' | '{' count '}')?`; each piece appends its translation. Only the existence of a
//! match is queried, so the difference of longest and first match is irrelevant. Error messages are those of the C
//! library's `regerror`.
//!
//! A back reference is valid if its group is closed, but upstream wraps each expression in one more group after
//! checking it, so the number then refers to the group around the reference and the whole never matches.

use std::ops::RangeInclusive;

/// The upper limit of a repetition count.
const MAX_COUNT: u32 = 255;

/// The limit on group nesting; upstream overflows its stack at some greater depth.
const MAX_DEPTH: usize = 200;

/// The pattern that matches exactly these bytes.
pub(super) fn literal(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| escaped(byte)).collect()
}

fn escaped(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("\\x{byte:02X}") }
}

/// The same expression for the `regex` crate without Unicode; `None` if it is valid but never matches.
pub(super) fn translate(expression: &[u8]) -> Result<Option<String>, &'static str> {
    let mut reader =
        Reader { rest: expression, pattern: String::new(), depth: 0, closed: Vec::new(), refers_back: false };
    reader.alternatives()?;
    Ok((!reader.refers_back).then_some(reader.pattern))
}

type Step = Result<(), &'static str>;

struct Reader<'a> {
    rest: &'a [u8],
    pattern: String,
    depth: usize,
    /// For each group opened so far, whether it is closed.
    closed: Vec<bool>,
    refers_back: bool,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    fn next(&mut self) -> Option<u8> {
        let (&first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    fn eat(&mut self, text: &[u8]) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn at_repetition(&self) -> bool {
        match self.rest {
            [b'*' | b'+' | b'?', ..] => true,
            [b'{', digit, ..] => digit.is_ascii_digit(),
            _ => false,
        }
    }

    fn alternatives(&mut self) -> Step {
        loop {
            let before = self.rest.len();
            while self.peek().is_some_and(|byte| byte != b'|' && (byte != b')' || self.depth == 0)) {
                self.piece()?;
            }
            if self.rest.len() == before {
                return Err("empty (sub)expression");
            }
            if !self.eat(b"|") {
                return Ok(());
            }
            self.pattern.push('|');
        }
    }

    fn piece(&mut self) -> Step {
        let is_start = self.peek() == Some(b'^');
        self.atom()?;
        if !self.at_repetition() {
            return Ok(());
        }
        if is_start {
            return Err("repetition-operator operand invalid");
        }
        match self.next() {
            Some(b'{') => self.count()?,
            sign => self.pattern.extend(sign.map(char::from)),
        }
        if self.at_repetition() { Err("repetition-operator operand invalid") } else { Ok(()) }
    }

    fn atom(&mut self) -> Step {
        match self.next() {
            Some(b'(') => self.group()?,
            Some(b')') => return Err("parentheses not balanced"),
            Some(b'*' | b'+' | b'?') => return Err("repetition-operator operand invalid"),
            Some(b'{') if self.peek().is_some_and(|byte| byte.is_ascii_digit()) => {
                return Err("repetition-operator operand invalid");
            }
            Some(b'[') => self.bracket()?,
            Some(b'\\') => self.escape()?,
            Some(byte @ (b'^' | b'$' | b'.')) => self.pattern.push(char::from(byte)),
            Some(byte) => self.pattern += &escaped(byte),
            None => {}
        }
        Ok(())
    }

    fn group(&mut self) -> Step {
        if self.rest.is_empty() {
            return Err("parentheses not balanced");
        }
        if self.depth == MAX_DEPTH {
            return Err("out of memory");
        }
        let index = self.closed.len();
        self.closed.push(false);
        self.pattern += "(?:";
        if self.peek() != Some(b')') {
            self.depth += 1;
            self.alternatives()?;
            self.depth -= 1;
        }
        if !self.eat(b")") {
            return Err("parentheses not balanced");
        }
        self.pattern.push(')');
        self.closed[index] = true;
        Ok(())
    }

    fn escape(&mut self) -> Step {
        let byte = self.next().ok_or("trailing backslash (\\)")?;
        if !(b'1'..=b'9').contains(&byte) {
            self.pattern += &escaped(byte);
            return Ok(());
        }
        if self.closed.get(usize::from(byte - b'1')) != Some(&true) {
            return Err("invalid backreference number");
        }
        self.refers_back = true;
        self.pattern += "(?:)";
        Ok(())
    }

    /// Parses the count after the opening brace of `{2}`, `{2,}` or `{2,3}`.
    fn count(&mut self) -> Step {
        let least = self.number()?;
        let mut most = Some(least);
        if self.eat(b",") {
            most = if self.peek().is_some_and(|byte| byte.is_ascii_digit()) { Some(self.number()?) } else { None };
        }
        if most.is_some_and(|most| most < least) {
            return Err("invalid repetition count(s)");
        }
        if !self.eat(b"}") {
            let closes = self.rest.contains(&b'}');
            return Err(if closes { "invalid repetition count(s)" } else { "braces not balanced" });
        }
        let most = most.map_or(String::new(), |most| most.to_string());
        self.pattern += &format!("{{{least},{most}}}");
        Ok(())
    }

    fn number(&mut self) -> Result<u32, &'static str> {
        let mut number = 0;
        while let Some(digit) = self.peek().filter(u8::is_ascii_digit) {
            number = number * 10 + u32::from(digit - b'0');
            if MAX_COUNT < number {
                return Err("invalid repetition count(s)");
            }
            self.next();
        }
        Ok(number)
    }

    /// Parses a set after its opening bracket.
    fn bracket(&mut self) -> Step {
        for (word, boundary) in [(&b"[:<:]]"[..], r"\b{start}"), (b"[:>:]]", r"\b{end}")] {
            if self.eat(word) {
                self.pattern += boundary;
                return Ok(());
            }
        }
        let is_inverted = self.eat(b"^");
        let mut set = Set::default();
        if self.eat(b"]") {
            set.add(b']'..=b']');
        } else if self.eat(b"-") {
            set.add(b'-'..=b'-');
        }
        while self.peek().is_some_and(|byte| byte != b']') && !self.rest.starts_with(b"-]") {
            self.set_member(&mut set)?;
        }
        if self.eat(b"-") {
            set.add(b'-'..=b'-');
        }
        if !self.eat(b"]") {
            return Err(UNBALANCED_BRACKET);
        }
        self.pattern += &set.pattern(is_inverted);
        Ok(())
    }

    fn set_member(&mut self, set: &mut Set) -> Step {
        if self.peek() == Some(b'-') {
            return Err("invalid character range");
        }
        if self.eat(b"[:") {
            return self.class(set);
        }
        if self.eat(b"[=") {
            let byte = self.element(b"=]")?;
            set.add(byte..=byte);
            return Ok(());
        }
        let first = self.symbol()?;
        let mut last = first;
        if let [b'-', after, ..] = self.rest
            && *after != b']'
        {
            self.next();
            last = if self.eat(b"-") { b'-' } else { self.symbol()? };
        }
        if last < first {
            return Err("invalid character range");
        }
        set.add(first..=last);
        Ok(())
    }

    fn symbol(&mut self) -> Result<u8, &'static str> {
        if self.eat(b"[.") {
            return self.element(b".]");
        }
        self.next().ok_or(UNBALANCED_BRACKET)
    }

    /// Parses a single byte and its closing delimiter. Upstream also has names such as `space`; no known comment uses
    /// one.
    fn element(&mut self, close: &[u8]) -> Result<u8, &'static str> {
        let byte = self.next().ok_or(UNBALANCED_BRACKET)?;
        if self.eat(close) { Ok(byte) } else { Err("invalid collating element") }
    }

    fn class(&mut self, set: &mut Set) -> Step {
        if self.rest.is_empty() {
            return Err(UNBALANCED_BRACKET);
        }
        let n_letters = self.rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let (name, rest) = self.rest.split_at(n_letters);
        self.rest = rest;
        let contains: fn(&u8) -> bool = match name {
            b"alnum" => u8::is_ascii_alphanumeric,
            b"alpha" => u8::is_ascii_alphabetic,
            b"blank" => |byte| matches!(byte, b' ' | b'\t'),
            b"cntrl" => u8::is_ascii_control,
            b"digit" => u8::is_ascii_digit,
            b"graph" => u8::is_ascii_graphic,
            b"lower" => u8::is_ascii_lowercase,
            b"print" => |byte| byte.is_ascii_graphic() || *byte == b' ',
            b"punct" => u8::is_ascii_punctuation,
            b"space" => |byte| matches!(byte, b' ' | b'\t'..=b'\r'),
            b"upper" => u8::is_ascii_uppercase,
            b"xdigit" => u8::is_ascii_hexdigit,
            _ => return Err("invalid character class"),
        };
        if !self.eat(b":]") {
            return Err("invalid character class");
        }
        (0..=u8::MAX).filter(contains).for_each(|byte| set.add(byte..=byte));
        Ok(())
    }
}

const UNBALANCED_BRACKET: &str = "brackets ([ ]) not balanced";

/// The bytes between brackets.
#[derive(Default)]
struct Set {
    ranges: String,
}

impl Set {
    fn add(&mut self, bytes: RangeInclusive<u8>) {
        self.ranges += &format!("\\x{:02X}-\\x{:02X}", bytes.start(), bytes.end());
    }

    fn pattern(&self, is_inverted: bool) -> String {
        format!("[{}{}]", if is_inverted { "^" } else { "" }, self.ranges)
    }
}

#[cfg(test)]
mod tests {
    use regex::bytes::Regex;

    use super::translate;

    fn finds(expression: &str, text: &str) -> bool {
        let pattern = translate(expression.as_bytes()).unwrap().unwrap();
        Regex::new(&format!("(?s-u){pattern}")).unwrap().is_match(text.as_bytes())
    }

    #[test]
    fn errors_have_upstream_words() {
        let words = |expression: &str| translate(expression.as_bytes()).unwrap_err();
        for expression in ["*", "a**", "{1}", "^*", "(*)", "a+?", "a{3}{4}", "(?:a)", "?"] {
            assert_eq!(words(expression), "repetition-operator operand invalid", "{expression}");
        }
        for expression in ["", "a|", "|a", "a||b", "(|a)"] {
            assert_eq!(words(expression), "empty (sub)expression", "{expression}");
        }
        for expression in ["(", ")", "((((", "(a"] {
            assert_eq!(words(expression), "parentheses not balanced", "{expression}");
        }
        for expression in ["[", "[]", "[^]", "[[", "[a"] {
            assert_eq!(words(expression), "brackets ([ ]) not balanced", "{expression}");
        }
        for expression in ["[b-a]", "[--a]", "[a-c-e]"] {
            assert_eq!(words(expression), "invalid character range", "{expression}");
        }
        for expression in ["[[:foo:]]", "[[:alpha:"] {
            assert_eq!(words(expression), "invalid character class", "{expression}");
        }
        for expression in ["a{2,1}", "a{256}", "a{1,256}"] {
            assert_eq!(words(expression), "invalid repetition count(s)", "{expression}");
        }
        for expression in ["a{1", "a{1,"] {
            assert_eq!(words(expression), "braces not balanced", "{expression}");
        }
        for expression in [r"\1", r"(a)\2", r"(a\1)"] {
            assert_eq!(words(expression), "invalid backreference number", "{expression}");
        }
        assert_eq!(words("\\"), "trailing backslash (\\)");
    }

    #[test]
    fn valid_expressions_mean_what_posix_says() {
        for (expression, text) in [
            ("()", ""),
            ("x{", "x{"),
            ("x{,3}", "x{,3}"),
            ("{", "{"),
            (r"\d", "d"),
            (r"[\d]", "\\"),
            ("[[.a.]-c]", "b"),
            ("[[=a=]]", "a"),
            ("[a-]", "-"),
            ("[]a]", "]"),
            ("[^]a]", "b"),
            ("^a.b$", "a\nb"),
            ("[[:digit:]]{2,3}x", "42x"),
            ("(a|bc)+d", "abcad"),
            ("[&&a~~bc]", "~"),
            ("[[:<:]]ab[[:>:]]", "x ab y"),
            ("%[0-9]+#{0,1}", "%12"),
            ("é", "é"),
        ] {
            assert!(finds(expression, text), "{expression} in {text:?}");
        }
        for (expression, text) in [(r"\d", "1"), ("[^]a]", "]"), ("a$b", "a$b"), ("[[:<:]]b", "ab")] {
            assert!(!finds(expression, text), "{expression} in {text:?}");
        }
    }

    #[test]
    fn back_references_never_match() {
        assert_eq!(translate(br"(a)\1"), Ok(None));
    }

    #[test]
    fn depth_is_bounded() {
        assert_eq!(translate("(".repeat(100_000).as_bytes()), Err("out of memory"));
    }
}
