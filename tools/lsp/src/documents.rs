//! The open files and their changes.

use lsp_types::{Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, Uri};
use lsp_types::{TextDocumentContentChangeEvent, TextDocumentItem};
use rmlir_ir::diag::Severity;
use rmlir_opt::Registry;
use rustc_hash::FxHashMap;

use crate::analysis::{Analysis, Problem};
use crate::lines::Lines;

/// An open file.
pub struct Document {
    /// Its version, which the editor counts.
    pub version: i32,
    /// The analysis of its current text.
    pub analysis: Analysis,
}

/// The open files by their addresses.
#[derive(Default)]
pub struct Documents {
    open: FxHashMap<String, Document>,
}

impl Documents {
    /// A file is opened.
    pub fn open(&mut self, registry: &Registry, item: TextDocumentItem) {
        let document = Document { version: item.version, analysis: Analysis::of(registry, item.text) };
        self.open.insert(item.uri.as_str().to_owned(), document);
    }

    /// A file is changed.
    pub fn change(
        &mut self,
        registry: &Registry,
        uri: &Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) {
        let Some(document) = self.open.get_mut(uri.as_str()) else { return };
        let mut text = std::mem::take(&mut document.analysis.text);
        for change in changes {
            apply(&mut text, change);
        }
        *document = Document { version, analysis: Analysis::of(registry, text) };
    }

    /// A file is closed.
    pub fn close(&mut self, uri: &Uri) {
        self.open.remove(uri.as_str());
    }

    /// An open file.
    pub fn get(&self, uri: &Uri) -> Option<&Document> {
        self.open.get(uri.as_str())
    }

    /// The open files with their addresses.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Document)> {
        self.open.iter().map(|(uri, document)| (uri.as_str(), document))
    }
}

/// Applies a change to a text; one without a range replaces all of it.
fn apply(text: &mut String, change: TextDocumentContentChangeEvent) {
    let Some(range) = change.range else {
        *text = change.text;
        return;
    };
    let lines = Lines::of(text);
    let (start, end) = (lines.offset(text, range.start), lines.offset(text, range.end));
    text.replace_range(start..end.max(start), &change.text);
}

impl Analysis {
    /// The diagnostics for the editor.
    pub fn diagnostics(&self, uri: &Uri) -> Vec<Diagnostic> {
        self.problems.iter().map(|problem| self.diagnostic(uri, problem)).collect()
    }

    fn diagnostic(&self, uri: &Uri, problem: &Problem) -> Diagnostic {
        let related = problem.notes.iter().map(|(range, message)| DiagnosticRelatedInformation {
            location: Location { uri: uri.clone(), range: self.range(range) },
            message: message.clone(),
        });
        Diagnostic {
            range: self.range(&problem.range),
            severity: Some(match problem.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
                Severity::Remark | Severity::Note => DiagnosticSeverity::INFORMATION,
            }),
            source: Some("rmlir".to_owned()),
            message: problem.message.clone(),
            related_information: Some(related.collect()),
            ..Diagnostic::default()
        }
    }
}
