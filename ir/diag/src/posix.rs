//! Translation of POSIX extended regular expressions, the syntax of upstream's comments, to patterns of the `regex`
//! crate.
//!
//! Algorithm: recursive descent over `alternatives := branch ('|' branch)*`, `branch := piece+`,
//! `piece := atom ('*' | '+' | '?' | '{' count '}')?`; each piece appends its translation. Groups do not capture. POSIX
//! asks for the longest of the leftmost matches, `regex` for the first: where they can differ, the translation is not
//! plain ([`Translation::is_plain`]). Error messages are those of the C library's `regerror`.

use std::ops::RangeInclusive;

/// The upper limit of a repetition count.
const MAX_COUNT: u32 = 255;

/// The limit on group nesting; upstream overflows its stack at some greater depth.
const MAX_DEPTH: usize = 200;

/// The pattern that matches exactly these bytes.
pub fn literal(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| escaped(byte)).collect()
}

fn escaped(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("\\x{byte:02X}") }
}

/// Whether inverted sets such as `[^a]` contain a newline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Newline {
    /// They do.
    Ordinary,
    /// They do not; only sets that list a newline contain it.
    EndsLine,
}

/// An expression for the `regex` crate.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Translation {
    /// The expression, to be compiled without Unicode.
    pub pattern: String,
    /// It has no alternatives, groups, `?` and counts. Such expressions and their concatenations have the same match and
    /// the same groups whether the longest or the first match is asked for: where a repetition of single bytes takes
    /// more, what follows it reaches at least as far.
    pub is_plain: bool,
    /// A set lists a newline.
    pub lists_newline: bool,
    /// It has a back reference `\1` to a group of its own, which the pattern replaces by nothing.
    pub refers_back: bool,
}

/// Translates an extended regular expression. The error is the text of `regerror`.
///
/// ```
/// use rmlir_diag::posix::{Newline, translate};
/// let translation = translate(b"%[[:alnum:]_]+", Newline::EndsLine).unwrap();
/// assert!(translation.is_plain && !translation.lists_newline);
/// assert_eq!(translate(b"a**", Newline::EndsLine), Err("repetition-operator operand invalid"));
/// ```
pub fn translate(expression: &[u8], newline: Newline) -> Result<Translation, &'static str> {
    let done = Translation { is_plain: true, ..Translation::default() };
    let mut reader = Reader { rest: expression, done, newline, depth: 0, closed: Vec::new() };
    reader.alternatives()?;
    Ok(reader.done)
}

type Step = Result<(), &'static str>;

struct Reader<'a> {
    rest: &'a [u8],
    done: Translation,
    newline: Newline,
    depth: usize,
    /// For each group opened so far, whether it is closed.
    closed: Vec<bool>,
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
            self.done.is_plain = false;
            self.done.pattern.push('|');
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
        let sign = self.next();
        self.done.is_plain &= matches!(sign, Some(b'*' | b'+'));
        match sign {
            Some(b'{') => self.count()?,
            sign => self.done.pattern.extend(sign.map(char::from)),
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
            Some(byte @ (b'^' | b'$' | b'.')) => self.done.pattern.push(char::from(byte)),
            Some(byte) => self.done.pattern += &escaped(byte),
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
        self.done.is_plain = false;
        self.done.pattern += "(?:";
        if self.peek() != Some(b')') {
            self.depth += 1;
            self.alternatives()?;
            self.depth -= 1;
        }
        if !self.eat(b")") {
            return Err("parentheses not balanced");
        }
        self.done.pattern.push(')');
        self.closed[index] = true;
        Ok(())
    }

    fn escape(&mut self) -> Step {
        let byte = self.next().ok_or("trailing backslash (\\)")?;
        if !(b'1'..=b'9').contains(&byte) {
            self.done.pattern += &escaped(byte);
            return Ok(());
        }
        if self.closed.get(usize::from(byte - b'1')) != Some(&true) {
            return Err("invalid backreference number");
        }
        self.done.refers_back = true;
        self.done.pattern += "(?:)";
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
        self.done.pattern += &format!("{{{least},{most}}}");
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
                self.done.pattern += boundary;
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
        match (is_inverted, self.newline) {
            (true, Newline::EndsLine) => set.add(b'\n'..=b'\n'),
            (true, Newline::Ordinary) => self.done.lists_newline |= !set.has_newline,
            (false, _) => self.done.lists_newline |= set.has_newline,
        }
        self.done.pattern += &set.pattern(is_inverted);
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
    has_newline: bool,
}

impl Set {
    fn add(&mut self, bytes: RangeInclusive<u8>) {
        self.has_newline |= bytes.contains(&b'\n');
        self.ranges += &format!("\\x{:02X}-\\x{:02X}", bytes.start(), bytes.end());
    }

    fn pattern(&self, is_inverted: bool) -> String {
        format!("[{}{}]", if is_inverted { "^" } else { "" }, self.ranges)
    }
}

#[cfg(test)]
mod tests {
    use regex::bytes::Regex;

    use super::{Newline, translate};

    fn finds(expression: &str, text: &str) -> bool {
        let pattern = translate(expression.as_bytes(), Newline::Ordinary).unwrap().pattern;
        Regex::new(&format!("(?s-u){pattern}")).unwrap().is_match(text.as_bytes())
    }

    #[test]
    fn errors_have_upstream_words() {
        let words = |expression: &str| translate(expression.as_bytes(), Newline::Ordinary).unwrap_err();
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
    fn back_references_are_reported() {
        assert!(translate(br"(a)\1", Newline::Ordinary).unwrap().refers_back);
    }

    #[test]
    fn only_sets_that_list_a_newline_match_it_where_it_ends_lines() {
        let translated = |expression: &str| translate(expression.as_bytes(), Newline::EndsLine).unwrap();
        for (expression, lists_newline) in
            [("[^a]", false), ("[[:space:]]", true), ("[[:blank:]]", false), (".", false)]
        {
            let translation = translated(expression);
            assert_eq!(translation.lists_newline, lists_newline, "{expression}");
            let regex = Regex::new(&format!("(?-u){}", translation.pattern)).unwrap();
            assert_eq!(regex.is_match(b"\n"), lists_newline, "{expression}");
        }
    }

    #[test]
    fn expressions_whose_first_match_may_be_shorter_are_not_plain() {
        let is_plain = |expression: &str| translate(expression.as_bytes(), Newline::EndsLine).unwrap().is_plain;
        assert!(is_plain("%[a-z]+ = .*x"));
        for expression in ["a|ab", "a?", "a{1,2}", "(a)"] {
            assert!(!is_plain(expression), "{expression}");
        }
    }

    #[test]
    fn depth_is_bounded() {
        assert_eq!(translate("(".repeat(100_000).as_bytes(), Newline::Ordinary), Err("out of memory"));
    }
}
