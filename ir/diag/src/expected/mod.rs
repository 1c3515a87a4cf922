//! `--verify-diagnostics`: comparison of the expectations in comments of the input with the emitted diagnostics.
//!
//! Steps: 1. `comment` parses `expected-error@below {{text}}` comments into expectations, once per file; 2. every
//! diagnostic and each of its notes is matched with the expectations of its line; 3. unexpected diagnostics, and
//! finally unmet expectations, become failures. Failures are diagnostics with upstream's texts.
//!
//! As in upstream, callers of an inlined location are not compared.

mod comment;

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::diagnostic::{Diagnostic, Place, Severity};
use crate::source::{SourceFile, SourceMap};
use crate::span::SourceId;

use comment::{Expectation, Line, read_comments};

/// The strictness of the comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Level {
    /// Every diagnostic must be expected, and every expectation met.
    #[default]
    All,
    /// Every expectation must be met.
    OnlyExpected,
}

impl FromStr for Level {
    type Err = String;

    /// The spelling on the command line; the empty string means `all`.
    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "" | "all" => Ok(Level::All),
            "only-expected" => Ok(Level::OnlyExpected),
            _ => Err(format!("expected {}", crate::one_of(&["all", "only-expected"]))),
        }
    }
}

/// A verifier that compares diagnostics with the comments of their files.
pub struct Verifier<'m> {
    map: &'m SourceMap,
    level: Level,
    files: BTreeMap<SourceId, InFile>,
    unknown: Vec<Expectation>,
    failures: Vec<Diagnostic>,
    has_failed: bool,
}

/// The expectations of one file.
#[derive(Default)]
struct InFile {
    expectations: Vec<Expectation>,
    /// Indices into `expectations` by line, ascending.
    by_line: BTreeMap<u32, Vec<usize>>,
}

impl<'m> Verifier<'m> {
    /// Parses the comments of these files; malformed comments are the first failures. The comments of other files are
    /// parsed when a diagnostic refers to such a file.
    pub fn new(map: &'m SourceMap, files: &[SourceId], level: Level) -> Self {
        let mut verifier =
            Self { map, level, files: BTreeMap::new(), unknown: Vec::new(), failures: Vec::new(), has_failed: false };
        for &file in files {
            verifier.read(map.file(file));
        }
        verifier
    }

    /// Compares a diagnostic and its notes.
    pub fn check(&mut self, diagnostic: &Diagnostic) {
        self.check_one(diagnostic.severity, &diagnostic.message, &diagnostic.place);
        for note in &diagnostic.notes {
            self.check_one(Severity::Note, &note.message, &note.place);
        }
    }

    /// Called after the last diagnostic: unmet expectations become failures. Expectations in files are dropped by this,
    /// those at unknown locations are not, so a second call reports them again; mlir-opt calls it twice with the flag,
    /// once without.
    pub fn finish(&mut self) {
        let files = std::mem::take(&mut self.files);
        let in_files = files.values().flat_map(|file| &file.expectations);
        for expectation in in_files.chain(&self.unknown).filter(|expectation| !expectation.is_met) {
            self.has_failed = true;
            self.failures.push(expectation.failure(format!(
                "expected {} \"{}\" was not produced",
                expectation.severity,
                expectation.text()
            )));
        }
    }

    /// Removes and returns the failures since the last call, in upstream's order.
    pub fn take_failures(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.failures)
    }

    /// Returns whether there was any failure.
    pub fn has_failed(&self) -> bool {
        self.has_failed
    }

    fn check_one(&mut self, severity: Severity, message: &str, place: &Place) {
        let near = match self.line_of(place) {
            Some((file, line)) => {
                let empty = &mut InFile::default();
                let file = file.and_then(|id| self.files.get_mut(&id)).unwrap_or(empty);
                let on_line = file.by_line.get(&line).map_or(&[][..], Vec::as_slice);
                find(severity, message, &mut file.expectations, on_line.iter().copied())
            }
            None => {
                let all = 0..self.unknown.len();
                find(severity, message, &mut self.unknown, all)
            }
        };
        let failure = match near {
            Found::Exact => return,
            _ if self.level == Level::OnlyExpected => return,
            Found::OtherSeverity(place, expected) => {
                Diagnostic::error(place, format!("'{severity}' diagnostic emitted when expecting a '{expected}'"))
            }
            Found::Nothing => Diagnostic::error(place.clone(), format!("unexpected {severity}: {message}")),
        };
        self.has_failed = true;
        self.failures.push(failure);
    }

    /// The file, if it can be loaded, and the line of a location; `None` for a location outside of files.
    fn line_of(&mut self, place: &Place) -> Option<(Option<SourceId>, u32)> {
        let (file, line) = match place {
            Place::Unknown | Place::Text(_) => return None,
            Place::Span(span) => {
                let (file, at) = self.map.locate(span.pos())?;
                (Some(file), at.line)
            }
            Place::LineCol { file, line, .. } => (self.map.find_or_load(file), *line),
        };
        if let Some(file) = file {
            self.read(file);
        }
        Some((file.map(SourceFile::id), line))
    }

    fn read(&mut self, file: &SourceFile) {
        if self.files.contains_key(&file.id()) {
            return;
        }
        let mut in_file = InFile::default();
        for comment in read_comments(file) {
            let expectation = match comment {
                Ok(expectation) => expectation,
                Err(failure) => {
                    self.has_failed = true;
                    self.failures.push(*failure);
                    continue;
                }
            };
            match expectation.line {
                Line::Unknown => self.unknown.push(expectation),
                Line::Number(line) => {
                    in_file.by_line.entry(line).or_default().push(in_file.expectations.len());
                    in_file.expectations.push(expectation);
                }
            }
        }
        self.files.insert(file.id(), in_file);
    }
}

impl fmt::Debug for Verifier<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Verifier({:?}, {} failures)", self.level, self.failures.len())
    }
}

/// Compares diagnostics with the comments of all files of the map; returns the failures.
pub fn verify(map: &SourceMap, diagnostics: &[Diagnostic], level: Level) -> Vec<Diagnostic> {
    let files: Vec<SourceId> = map.files().map(SourceFile::id).collect();
    let mut verifier = Verifier::new(map, &files, level);
    for diagnostic in diagnostics {
        verifier.check(diagnostic);
    }
    verifier.finish();
    verifier.take_failures()
}

enum Found {
    Exact,
    /// The last one whose text matches, with its location and severity.
    OtherSeverity(Place, Severity),
    Nothing,
}

/// Finds the first expectation that matches; it may have been met before, as one comment matches any number of equal
/// diagnostics.
fn find(
    severity: Severity,
    message: &str,
    expectations: &mut [Expectation],
    candidates: impl Iterator<Item = usize>,
) -> Found {
    let mut found = Found::Nothing;
    for index in candidates {
        let expectation = &mut expectations[index];
        if !expectation.matches(message) {
            continue;
        }
        if expectation.severity == severity {
            expectation.is_met = true;
            return Found::Exact;
        }
        found = Found::OtherSeverity(expectation.start(), expectation.severity);
    }
    found
}
