//! Random check files with inputs: directives are derived from lines of the input, and some of them, or the input, are
//! changed, so that both verdicts occur.

use std::fs;

use derive_more::{AddAssign, Display};
use rmlir::interp::random::Random;

use crate::verdict::{Upstream, compare, files};

/// Counts of trials.
#[derive(Default, AddAssign, Display)]
#[display("{n_passed} passed, {n_failed} failed, {n_unusable} check files refused, by both")]
pub struct Counts {
    n_passed: u64,
    n_failed: u64,
    n_unusable: u64,
}

/// A check file and an input.
pub struct Case {
    /// Flags.
    pub flags: Vec<String>,
    /// The check file.
    pub checks: String,
    /// The input.
    pub input: String,
}

/// Compares both tools on the case of a seed.
pub fn try_seed(upstream: &Upstream, seed: u64, counts: &mut Counts) -> Result<(), String> {
    let case = case(seed);
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (checks, input) = (folder.path().join("checks"), folder.path().join("input"));
    let written = fs::write(&checks, &case.checks).and(fs::write(&input, &case.input));
    written.map_err(|error| error.to_string())?;
    let args: Vec<String> = files(&checks, &input).into_iter().chain(case.flags).collect();
    match compare(upstream, &args)? {
        0 => counts.n_passed += 1,
        1 => counts.n_failed += 1,
        _ => counts.n_unusable += 1,
    }
    Ok(())
}

const WORDS: &[&str] =
    &["%0", "%1", "add", "ab", "a", "b", "x7", "12", "7", "0x1F", "[", "]", "{", "(a|b)", "=", ",", "i32", "-3"];

/// Expressions for a word, and without one.
const EXPRESSIONS: &[&str] = &[
    ".*",
    ".+",
    "[a-z]+",
    "[0-9]+",
    "a|ab",
    "(a|ab)*",
    "a?b?",
    "%[0-9]+",
    "[^ ]*",
    "x{0,2}7",
    "[[:alnum:]]+",
    "$",
    "^",
    "[[:space:]]+",
    "a**",
];

struct Writer {
    random: Random,
    n_variables: u64,
    n_numbers: u64,
}

/// The case of a seed.
pub fn case(seed: u64) -> Case {
    let mut writer = Writer { random: Random::new(seed), n_variables: 0, n_numbers: 0 };
    let n_lines = 2 + writer.random.below(10);
    let lines: Vec<String> = (0..n_lines).map(|_| writer.line()).collect();
    let mut checks = String::new();
    let mut first = true;
    for line in &lines {
        for _ in 0..writer.random.below(3) {
            checks += &writer.directive(line, first);
            first = false;
        }
    }
    let mut input = lines.join(&writer.newline()) + "\n";
    if writer.chance(3) {
        input = writer.changed(&input);
    }
    if writer.chance(4) {
        checks = writer.changed(&checks);
    }
    Case { flags: writer.flags(), checks, input }
}

impl Writer {
    fn chance(&mut self, n: u64) -> bool {
        self.random.below(n) == 0
    }

    fn choose<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.random.below(from.len() as u64) as usize]
    }

    fn newline(&mut self) -> String {
        self.choose(&["\n", "\n", "\n", "\n\n", "\r\n"]).to_owned()
    }

    fn flags(&mut self) -> Vec<String> {
        let flags = [
            "--match-full-lines",
            "--strict-whitespace",
            "--enable-var-scope",
            "--ignore-case",
            "--implicit-check-not=ab",
            "--allow-deprecated-dag-overlap",
            "-DV0=a",
            "-D#N0=7",
            "--check-prefixes=CHECK,OTHER",
            "--allow-unused-prefixes",
            "--comment-prefixes=NOTE",
        ];
        flags.into_iter().filter(|_| self.chance(12)).map(str::to_owned).collect()
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        for _ in 0..self.random.below(7) {
            line += self.choose(WORDS);
            line += self.choose(&[" ", " ", " ", "  ", "\t", ""]);
        }
        line
    }

    fn prefix(&mut self) -> &'static str {
        if self.chance(8) { self.choose(&["OTHER", "XCHECK", "COM: CHECK", "RUN"]) } else { "CHECK" }
    }

    /// A directive that the line may satisfy.
    fn directive(&mut self, line: &str, is_first: bool) -> String {
        let suffixes = [
            "",
            "",
            "",
            "",
            "-NEXT",
            "-NEXT",
            "-SAME",
            "-NOT",
            "-DAG",
            "-DAG",
            "-LABEL",
            "-COUNT-2",
            "-EMPTY",
            "{LITERAL}",
            "_NEXT",
            "-DAG-NOT",
        ];
        let suffix = if is_first { "" } else { self.choose(&suffixes[..]) };
        let prefix = if is_first { "CHECK" } else { self.prefix() };
        // A check file with one of these is refused: often it would hide all else.
        let is_refused = ["_NEXT", "-DAG-NOT"].contains(&suffix);
        let suffix = if is_refused && !self.chance(6) { "" } else { suffix };
        let pattern = match suffix {
            "-EMPTY" => String::new(),
            "-NOT" if !self.chance(3) => "not there".to_owned(),
            _ => self.pattern(line),
        };
        format!("// {prefix}{suffix}:{}{pattern}\n", self.choose(&[" ", " ", "", "\t"]))
    }

    fn pattern(&mut self, line: &str) -> String {
        let mut pattern = String::new();
        let words: Vec<&str> = line.split_inclusive(' ').collect();
        let start = self.random.below(words.len() as u64 + 1) as usize;
        for word in &words[start.min(words.len())..] {
            pattern += &match self.random.below(9) {
                0 => self.expression(),
                1 => self.define(word),
                2 => self.use_string(),
                3 => self.number(),
                _ => (*word).to_owned(),
            };
            if self.chance(4) {
                break;
            }
        }
        if pattern.trim().is_empty() { self.choose(WORDS).to_owned() } else { pattern }
    }

    fn expression(&mut self) -> String {
        format!("{{{{{}}}}}", self.choose(EXPRESSIONS))
    }

    fn define(&mut self, word: &str) -> String {
        let name = self.random.below(self.n_variables + 1);
        self.n_variables = self.n_variables.max(name + 1);
        let global = self.choose(&["", "", "", "$"]);
        let expression = self.choose(&EXPRESSIONS[..11]);
        let blank = if word.ends_with(' ') { " " } else { "" };
        format!("[[{global}V{name}:{expression}]]{blank}")
    }

    fn use_string(&mut self) -> String {
        match self.n_variables {
            0 => self.expression(),
            n => format!("[[V{}]]", self.random.below(n)),
        }
    }

    fn number(&mut self) -> String {
        let format = self.choose(&["", "", "", "%x,", "%#X,", "%d,", "%.2u,"]);
        if self.n_numbers == 0 || self.chance(2) {
            let name = self.random.below(self.n_numbers + 1);
            self.n_numbers = self.n_numbers.max(name + 1);
            return format!("[[#{format}N{name}:]]");
        }
        let name = self.random.below(self.n_numbers);
        let tail = self.choose(&["", "+1", "-5", " + 0x2", "*2"]);
        match self.random.below(5) {
            0 => "[[#@LINE]]".to_owned(),
            1 => "[[@LINE-1]]".to_owned(),
            2 => format!("[[#max(N{name}, 7)]]"),
            3 => format!("[[#]]{tail}"),
            _ => format!("[[#{format}N{name}{tail}]]"),
        }
    }

    /// The text with one sign removed, doubled or replaced, or one line removed or doubled.
    fn changed(&mut self, text: &str) -> String {
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        if lines.is_empty() {
            return text.to_owned();
        }
        let index = self.random.below(lines.len() as u64) as usize;
        match self.random.below(4) {
            0 => {
                lines.remove(index);
                lines.concat()
            }
            1 => {
                lines.insert(index, lines[index]);
                lines.concat()
            }
            _ => {
                let mut signs: Vec<char> = text.chars().collect();
                let at = self.random.below(signs.len() as u64) as usize;
                signs[at] = ['a', '7', '%', ' ', ']', ':'][self.random.below(6) as usize];
                signs.into_iter().collect()
            }
        }
    }
}
