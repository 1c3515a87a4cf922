//! The keywords of a test file: `RUN:` and others, anywhere in a line.
//!
//! A line that ends with a backslash goes on in the next line with the same keyword.

use memchr::memmem;

/// A line of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// A command.
    Run {
        /// The line of the file, counted from 1.
        line: usize,
        /// The command, without substitutions.
        command: String,
    },
    /// A substitution from here on.
    Define {
        /// The line of the file, counted from 1.
        line: usize,
        /// The name with its sign and braces: `%{compile}`.
        name: String,
        /// The text for it.
        text: String,
        /// Whether it replaces an older one.
        replaces: bool,
    },
}

/// What the keywords of a file say.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Script {
    /// Commands and definitions in order.
    pub lines: Vec<Line>,
    /// The test is expected to fail if one of these holds.
    pub xfail: Vec<String>,
    /// All of these are needed.
    pub requires: Vec<String>,
    /// The test is not run if one of these holds.
    pub unsupported: Vec<String>,
    /// So many more attempts are made until the test passes.
    pub allow_retries: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Keyword {
    Run,
    Define,
    Redefine,
    Xfail,
    Requires,
    Unsupported,
    AllowRetries,
    End,
}

const KEYWORDS: &[(&str, Keyword)] = &[
    ("RUN:", Keyword::Run),
    ("XFAIL:", Keyword::Xfail),
    ("REQUIRES:", Keyword::Requires),
    ("UNSUPPORTED:", Keyword::Unsupported),
    ("ALLOW_RETRIES:", Keyword::AllowRetries),
    ("END.", Keyword::End),
    ("REDEFINE:", Keyword::Redefine),
    ("DEFINE:", Keyword::Define),
];

impl Script {
    /// Reads the keywords of a file. The error is why it is no test.
    pub fn read(text: &[u8]) -> Result<Self, String> {
        let mut script = Self::default();
        let mut open: Option<(Keyword, usize, String)> = None;
        for (line, keyword, rest) in keywords(text) {
            let rest = numbered(rest, line);
            let rest = rest.trim();
            match open.as_mut() {
                Some((before, _, command)) if *before == keyword => {
                    command.pop();
                    command.push_str(rest);
                }
                Some((before, line, _)) if is_script(keyword) => return Err(unterminated(*before, *line)),
                _ if is_script(keyword) => open = Some((keyword, line, rest.to_owned())),
                _ => {}
            }
            if let Some((keyword, line, command)) = open.take_if(|(.., command)| !command.ends_with('\\')) {
                script.lines.push(script_line(keyword, line, &command)?);
            }
            match keyword {
                Keyword::Xfail => script.xfail.extend(listed(rest)),
                Keyword::Requires => script.requires.extend(listed(rest)),
                Keyword::Unsupported => script.unsupported.extend(listed(rest)),
                Keyword::AllowRetries => {
                    let number = rest.parse().map_err(|_| format!("ALLOW_RETRIES in line {line} needs a number"));
                    script.allow_retries = number?;
                }
                Keyword::End => break,
                Keyword::Run | Keyword::Define | Keyword::Redefine => {}
            }
        }
        if let Some((keyword, line, _)) = open {
            return Err(unterminated(keyword, line));
        }
        if !script.lines.iter().any(|line| matches!(line, Line::Run { .. })) {
            return Err("Test has no 'RUN:' line".to_owned());
        }
        Ok(script)
    }
}

fn is_script(keyword: Keyword) -> bool {
    matches!(keyword, Keyword::Run | Keyword::Define | Keyword::Redefine)
}

fn unterminated(keyword: Keyword, line: usize) -> String {
    let word = KEYWORDS.iter().find(|(_, other)| *other == keyword).map_or("", |(word, _)| word);
    format!("Test has unterminated '{word}' directive (with '\\') from line {line} on")
}

/// The lines of the file with a keyword: number, keyword, what is behind it.
fn keywords(text: &[u8]) -> impl Iterator<Item = (usize, Keyword, String)> + '_ {
    text.split(|&byte| byte == b'\n').enumerate().filter_map(|(index, line)| {
        let found = KEYWORDS.iter().filter_map(|(word, keyword)| {
            let at = memmem::find(line, word.as_bytes())?;
            Some((at, at + word.len(), *keyword))
        });
        // `REDEFINE:` begins before the `DEFINE:` in it.
        let (_, after, keyword) = found.min_by_key(|(at, ..)| *at)?;
        Some((index + 1, keyword, String::from_utf8_lossy(&line[after..]).into_owned()))
    })
}

/// Replaces `%(line)`, `%(line+N)` and `%(line-N)`.
fn numbered(text: String, line: usize) -> String {
    let Some((before, rest)) = text.split_once("%(line") else { return text };
    let replaced = rest.split_once(')').and_then(|(offset, after)| {
        let offset = offset.trim().replace(' ', "");
        let offset: isize = if offset.is_empty() { 0 } else { offset.parse().ok()? };
        Some(format!("{before}{}{}", line as isize + offset, numbered(after.to_owned(), line)))
    });
    replaced.unwrap_or(text)
}

fn listed(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(',').map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned)
}

fn script_line(keyword: Keyword, line: usize, text: &str) -> Result<Line, String> {
    if keyword == Keyword::Run {
        return Ok(Line::Run { line, command: text.to_owned() });
    }
    let defined = text.split_once('=').map(|(name, text)| (name.trim(), text.trim()));
    let defined = defined.filter(|(name, _)| name.starts_with("%{") && name.ends_with('}') && name.len() > 3);
    let (name, text) = defined.ok_or_else(|| format!("line {line}: expected '%{{name}} = text'"))?;
    Ok(Line::Define { line, name: name.to_owned(), text: text.to_owned(), replaces: keyword == Keyword::Redefine })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(line: usize, command: &str) -> Line {
        Line::Run { line, command: command.to_owned() }
    }

    #[test]
    fn commands_go_on_in_the_next_line() {
        let script = Script::read(b"// RUN: a \\\n// RUN:   b %(line+1)\n; RUN: c\n").unwrap();
        assert_eq!(script.lines, [run(1, "a b 3"), run(3, "c")]);
    }

    #[test]
    fn keywords_are_read() {
        let text = b"# REQUIRES: a, b\n# XFAIL: *\n# DEFINE: %{x} = y z\n# RUN: c\n# END.\n# RUN: d\n";
        let script = Script::read(text).unwrap();
        assert_eq!((&script.requires[..], &script.xfail[..]), (&["a".into(), "b".into()][..], &["*".into()][..]));
        let define = Line::Define { line: 3, name: "%{x}".into(), text: "y z".into(), replaces: false };
        assert_eq!(script.lines, [define, run(4, "c")]);
    }

    #[test]
    fn files_that_are_no_tests_say_why() {
        assert_eq!(Script::read(b"module {}\n"), Err("Test has no 'RUN:' line".into()));
        assert!(Script::read(b"// RUN: a \\\n").unwrap_err().contains("unterminated 'RUN:'"));
        assert!(Script::read(b"// DEFINE: x = y\n// RUN: a\n").unwrap_err().contains("line 1: expected"));
    }
}
