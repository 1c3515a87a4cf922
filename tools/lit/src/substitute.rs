//! Substitutions in commands: `%s`, `%t`, `%{name}`, `%if condition %{ … %} %else %{ … %}`.
//!
//! Algorithm: one pass from left to right; the text of a substitution that the test or the command line defines is
//! substituted again, to a limited depth.

use std::path::Path;

use crate::features;

/// The depth of substitutions within substitutions.
const MAX_DEPTH: usize = 20;

/// The limit of the length of a command.
const MAX_LENGTH: usize = 1 << 20;

/// The substitutions of one test.
#[derive(Clone, Debug, Default)]
pub struct Substitutions {
    /// Name with its sign, and text; longer names first.
    texts: Vec<(String, String)>,
    /// What `%if` may ask for.
    features: Vec<String>,
}

impl Substitutions {
    /// Those that every test has: its file, and the base of the names of its temporary files.
    pub fn new(file: &Path, temporary: &Path, features: &[String]) -> Self {
        let shown = |path: &Path| path.to_string_lossy().into_owned();
        let folder = shown(file.parent().unwrap_or(Path::new("")));
        let temporary_folder = shown(temporary.parent().unwrap_or(Path::new("")));
        let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let mut substitutions = Self { texts: Vec::new(), features: features.to_vec() };
        let mut path = |letter: &str, text: String| {
            for form in ["%X", "%/X", "%{X:real}", "%{/X:real}", "%{/X:regex_replacement}"] {
                substitutions.define(&form.replace('X', letter), &text);
            }
            substitutions.define(&format!("%:{letter}"), text.trim_start_matches('/'));
        };
        path("s", shown(file));
        path("S", folder.clone());
        path("p", folder);
        path("t", shown(temporary) + ".tmp");
        path("T", temporary_folder);
        for (from, text) in [
            ("%{s:basename}", name(file)),
            ("%{t:stem}", name(temporary)),
            ("%basename_t", name(temporary)),
            ("%{fs-sep}", std::path::MAIN_SEPARATOR.to_string()),
            ("%{fs-src-root}", "/".to_owned()),
            ("%{fs-tmp-root}", "/".to_owned()),
            ("%{pathsep}", ":".to_owned()),
        ] {
            substitutions.define(from, &text);
        }
        substitutions
    }

    /// Defines a substitution, or replaces it; `name` has its sign.
    pub fn define(&mut self, name: &str, text: &str) {
        self.texts.retain(|(known, _)| known != name);
        self.texts.push((name.to_owned(), text.to_owned()));
        self.texts.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    }

    /// Whether there is a substitution of that name.
    pub fn has(&self, name: &str) -> bool {
        self.texts.iter().any(|(known, _)| known == name)
    }

    /// The command with all substitutions applied. The error is a sentence about its syntax.
    pub fn apply(&self, command: &str) -> Result<String, String> {
        let mut out = String::new();
        self.append(command, 0, &mut out)?;
        Ok(out)
    }

    fn append(&self, text: &str, depth: usize, out: &mut String) -> Result<(), String> {
        if depth == MAX_DEPTH {
            return Err(format!("substitutions are nested more than {MAX_DEPTH} deep"));
        }
        let mut rest = text;
        while let Some(at) = rest.find('%') {
            out.push_str(&rest[..at]);
            rest = &rest[at..];
            if MAX_LENGTH < out.len() {
                return Err(format!("the command is longer than {MAX_LENGTH} bytes"));
            }
            if let Some(after) = rest.strip_prefix("%%") {
                out.push('%');
                rest = after;
            } else if let Some(after) = rest.strip_prefix("%if ") {
                rest = self.conditional(after, depth, out)?;
            } else if let Some((name, text)) = self.texts.iter().find(|(name, _)| rest.starts_with(&**name)) {
                self.append(text, depth + 1, out)?;
                rest = &rest[name.len()..];
            } else {
                out.push('%');
                rest = &rest[1..];
            }
        }
        out.push_str(rest);
        Ok(())
    }

    /// Appends one branch of a conditional after `%if `; returns what is behind it.
    fn conditional<'t>(&self, text: &'t str, depth: usize, out: &mut String) -> Result<&'t str, String> {
        let (condition, _) = text.split_once("%{").ok_or("expected '%{' after the condition of '%if'")?;
        let (then, rest) = branch(&text[condition.len()..])?;
        let (otherwise, rest) = match rest.trim_start().strip_prefix("%else") {
            Some(after) => branch(after.trim_start())?,
            None => ("", rest),
        };
        let chosen = if features::holds(condition, &self.features)? { then } else { otherwise };
        self.append(chosen.trim(), depth + 1, out)?;
        Ok(rest)
    }
}

/// The text between `%{` at the start of `text` and the `%}` that belongs to it, and what is behind that.
fn branch(text: &str) -> Result<(&str, &str), String> {
    let inner = text.strip_prefix("%{").ok_or("expected '%{' after '%else'")?;
    let (mut at, mut depth) = (0, 0usize);
    while let Some(next) = inner[at..].find('%') {
        at += next;
        let rest = &inner[at..];
        if rest.starts_with("%}") {
            if depth == 0 {
                return Ok((&inner[..at], &inner[at + 2..]));
            }
            depth -= 1;
        } else if rest.starts_with("%if ") {
            depth += rest.find("%{").map_or(0, |_| 1);
        } else if rest.starts_with("%else") {
            depth += 1;
        }
        at += 1;
    }
    Err("expected '%}' at the end of a branch of '%if'".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(command: &str) -> Result<String, String> {
        let features = ["linux".to_owned()];
        let mut substitutions = Substitutions::new(Path::new("/a/b.mlir"), Path::new("/tmp/b.mlir"), &features);
        substitutions.define("%{run}", "opt %{flags} %s");
        substitutions.define("%{flags}", "--x");
        substitutions.define("%{loop}", "%{loop}");
        substitutions.apply(command)
    }

    #[test]
    fn paths_and_definitions_are_substituted() {
        for (command, expected) in [
            ("x %s > %t", "x /a/b.mlir > /tmp/b.mlir.tmp"),
            ("%S/c %T %%s %z", "/a/c /tmp %s %z"),
            ("%{run} | y", "opt --x /a/b.mlir | y"),
            ("%if linux %{ a %s %} %else %{ b %} c", "a /a/b.mlir c"),
            ("%if !linux %{ a %if linux %{ x %} %} %else %{ b %} c", "b c"),
            ("%if windows %{ a %} c", " c"),
        ] {
            assert_eq!(apply(command).as_deref(), Ok(expected), "{command}");
        }
    }

    #[test]
    fn errors_are_told() {
        for command in ["%{loop}", "%if linux a", "%if linux %{ a", "%if linux %{ a %} %else b"] {
            assert!(apply(command).is_err(), "{command}");
        }
    }
}
