//! Remarks on one file: YAML as LLVM's tools read it, and lines as clang prints them.

use std::fmt::Write;

/// Optimization remarks as YAML documents, in the order in which they were emitted, each once.
pub struct Remarks {
    documents: Vec<String>,
}

/// The line that ends a document.
const END: &str = "...";

impl Remarks {
    /// The documents in `yaml`, as `rmlir-opt` writes them.
    pub fn read(yaml: &str) -> Self {
        let (mut documents, mut document) = (Vec::new(), String::new());
        for line in yaml.lines() {
            document.push_str(line);
            document.push('\n');
            if line == END {
                let whole = std::mem::take(&mut document);
                // Passes that are executed again find the same.
                if !documents.contains(&whole) {
                    documents.push(whole);
                }
            }
        }
        Self { documents }
    }

    /// The remark that a file was compiled without any transformation.
    pub fn failure(source: &str, reason: &str) -> Self {
        let quoted = |text: &str| format!("'{}'", text.replace('\'', "''"));
        let document = format!(
            "--- !Failure\nPass:            rmlir\nName:            NotOptimized\n\
             DebugLoc:        {{ File: {}, Line: 1, Column: 1 }}\nFunction:        '<unknown function>'\nArgs:\n  \
             - Reason:          {}\n{END}\n",
            quoted(source),
            quoted(reason),
        );
        Self { documents: vec![document] }
    }

    /// All documents.
    pub fn yaml(&self) -> String {
        self.documents.concat()
    }

    /// One line for each remark: the location, the text or reason with the other arguments, the kind and the pass.
    pub fn lines(&self) -> Vec<String> {
        self.documents.iter().filter_map(|document| line(document)).collect()
    }
}

/// The line for one document; `None` if it has not the form of a remark.
fn line(document: &str) -> Option<String> {
    let mut lines = document.lines();
    let kind = lines.next()?.strip_prefix("--- !")?.to_lowercase();
    let (mut name, mut place, mut text, mut others) = (String::new(), String::new(), String::new(), String::new());
    for line in lines {
        if let Some((key, value)) = line.strip_prefix("  - ").and_then(|rest| rest.split_once(':')) {
            let value = scalar(value.trim());
            match key {
                "Remark" | "Reason" if text.is_empty() => text = value,
                _ => _ = write!(others, "{}{key}: {value}", if others.is_empty() { "" } else { ", " }),
            }
        } else if let Some((key, value)) = line.split_once(':') {
            match key {
                "Name" => name = scalar(value.trim()),
                "DebugLoc" => place = location(value.trim()).unwrap_or_default(),
                _ => {}
            }
        }
    }
    let separator = if text.is_empty() || others.is_empty() { "" } else { " " };
    let others = if others.is_empty() || text.is_empty() { others } else { format!("({others})") };
    Some(format!("{place}: remark: {text}{separator}{others} [{kind}: {name}]"))
}

/// `{ File: name, Line: 1, Column: 2 }` as `name:1:2`.
fn location(value: &str) -> Option<String> {
    let inner = value.strip_prefix("{ File: ")?.strip_suffix(" }")?;
    let (rest, column) = inner.rsplit_once(", Column: ")?;
    let (file, line) = rest.rsplit_once(", Line: ")?;
    Some(format!("{}:{line}:{column}", scalar(file)))
}

/// The text of a scalar: plain, or in quotes.
fn scalar(value: &str) -> String {
    match value.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        Some(inner) => inner.replace("''", "'"),
        None => value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::Remarks;

    /// Lines have what clang's have, and a remark that is repeated is one.
    #[test]
    fn documents_become_lines() {
        let one = "--- !Passed\nPass:            wfv\nName:            wfv\n\
                   DebugLoc:        { File: 'it''s.c', Line: 3, Column: 7 }\nFunction:        f\nArgs:\n  \
                   - Remark:          'parallel: loop'\n  - Lanes:           '4'\n...\n";
        let two = "--- !Analysis\nPass:            a\nName:            b\n\
                   DebugLoc:        { File: a.c, Line: 1, Column: 2 }\nFunction:        f\nArgs:\n  - Cost: '4'\n...\n";
        let remarks = Remarks::read(&format!("{one}{two}{one}"));
        assert_eq!(remarks.yaml(), format!("{one}{two}"));
        assert_eq!(
            remarks.lines(),
            ["it's.c:3:7: remark: parallel: loop (Lanes: 4) [passed: wfv]", "a.c:1:2: remark: Cost: 4 [analysis: b]"]
        );
    }

    /// The reason of a failure is read again as it was.
    #[test]
    fn a_failure_is_a_remark() {
        let lines = Remarks::failure("a.c", "it's wrong: 'x'").lines();
        assert_eq!(lines, ["a.c:1:1: remark: it's wrong: 'x' [failure: NotOptimized]"]);
    }
}
