//! Links from the names of passes, operations, types and attributes in generated pages to their sections.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::page::Page;
use crate::links::anchors;

/// The page and the anchor of each name.
type Sections = BTreeMap<String, (PathBuf, String)>;

/// Makes links of names in code spans. Names in headings, code blocks and links stay as they are, as does the name of a
/// section in the section itself.
pub fn link(pages: &mut [Page]) {
    let sections = sections(pages);
    for page in pages {
        let (mut text, mut is_code, mut own) = (String::new(), false, String::new());
        for line in page.text.split_inclusive('\n') {
            is_code ^= line.starts_with("```");
            if let Some(name) = line.strip_prefix("### `") {
                own = name.trim_end().trim_end_matches('`').to_owned();
            }
            match is_code || line.starts_with(['#', '<']) || line.starts_with("Syntax:") {
                true => text.push_str(line),
                false => text.push_str(&linked(line, page, &own, &sections)),
            }
        }
        page.text = text;
    }
}

fn sections(pages: &[Page]) -> Sections {
    let mut sections = Sections::new();
    for page in pages {
        for (heading, anchor) in anchors(&page.text) {
            if let Some(name) = heading.strip_prefix('`').and_then(|name| name.strip_suffix('`')) {
                sections.entry(name.to_owned()).or_insert((page.path.clone(), anchor));
            }
        }
    }
    sections
}

fn linked(line: &str, page: &Page, own: &str, sections: &Sections) -> String {
    let is_row = line.starts_with("| `") && !page.is_overview();
    let spans: Vec<&str> = line.split('`').collect();
    let mut text = String::new();
    for (index, span) in spans.iter().enumerate() {
        let is_code = index % 2 == 1 && index + 1 < spans.len();
        // In a link, or the name of the row of a table.
        let is_taken = is_code && (spans[index - 1].ends_with('[') || is_row && index == 1);
        let section =
            sections.get(*span).filter(|_| is_code && !is_taken && *span != own && is_telling(span, &page.path));
        match section {
            Some((path, anchor)) => text.push_str(&format!("[`{span}`]({}#{anchor})", relative(&page.path, path))),
            None if is_code => text.push_str(&format!("`{span}`")),
            None if index % 2 == 1 => text.push_str(&format!("`{span}")),
            None => text.push_str(span),
        }
    }
    text
}

/// Whether a name means a section: the name of a pass in one word may be another word on the page of a dialect.
fn is_telling(name: &str, path: &Path) -> bool {
    name.contains(['.', '-']) || path.starts_with("docs/passes") || path.ends_with("passes.md")
}

/// The path of a page as seen from another one; both are in `docs` or a folder of it.
fn relative(from: &Path, to: &Path) -> String {
    let below = |path: &Path| path.strip_prefix("docs").unwrap_or(path).to_owned();
    let (from, to) = (below(from), below(to));
    let folder = from.parent().filter(|folder| *folder != Path::new(""));
    match folder {
        _ if from == to => String::new(),
        None => to.display().to_string(),
        Some(folder) => match to.strip_prefix(folder) {
            Ok(beside) => beside.display().to_string(),
            Err(_) => format!("../{}", to.display()),
        },
    }
}
