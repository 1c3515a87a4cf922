//! A check on the links of Markdown pages: files and headings that they lead to exist.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders without pages of ours.
const SKIPPED: [&str; 3] = ["target", ".git", "fuzz"];

/// An error for each link that leads nowhere.
///
/// # Errors
/// A page that cannot be read.
pub fn check(root: &Path) -> Result<Vec<String>, String> {
    let mut complaints = Vec::new();
    for page in pages(root) {
        let text = read(&page)?;
        let name = page.strip_prefix(root).unwrap_or(&page).display();
        for (line, target) in links(&text) {
            if let Some(fault) = fault(&page, &target)? {
                complaints.push(format!("{name}:{line}: {target}: {fault}"));
            }
        }
    }
    Ok(complaints)
}

/// All Markdown files, in order of path.
fn pages(root: &Path) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![root.to_owned()]);
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            match path.is_dir() {
                true if !SKIPPED.iter().any(|skipped| path.ends_with(skipped)) => folders.push(path),
                false if path.extension().is_some_and(|extension| extension == "md") => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

/// A page with the files that it includes.
fn read(page: &Path) -> Result<String, String> {
    use crate::files::read;
    let mut text = String::new();
    for line in read(page)?.split_inclusive('\n') {
        match line.strip_prefix("{{#include ").and_then(|rest| rest.trim_end().strip_suffix("}}")) {
            Some(path) => text.push_str(&read(&page.with_file_name(path))?),
            None => text.push_str(line),
        }
    }
    Ok(text)
}

/// Why a link leads nowhere; links to other sites are not followed.
fn fault(page: &Path, target: &str) -> Result<Option<&'static str>, String> {
    // An address, or an item of Rust in a page that is part of documentation, which rustdoc checks.
    if target.contains("://") || target.starts_with("macro@") {
        return Ok(None);
    }
    let (path, anchor) = target.split_once('#').map_or((target, None), |(path, anchor)| (path, Some(anchor)));
    let file = if path.is_empty() { page.to_owned() } else { page.with_file_name("").join(path) };
    Ok(match anchor {
        _ if !file.exists() => Some("no such file"),
        Some(anchor) if !anchors(&read(&file)?).iter().any(|(_, found)| found == anchor) => Some("no such heading"),
        _ => None,
    })
}

/// The targets of the links of a page, with their lines.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut links = Vec::new();
    for (line, text) in prose(text) {
        let text: String = text.split('`').step_by(2).collect::<Vec<_>>().join("`");
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        links.extend(targets.map(|target| (line, target.to_owned())));
    }
    links
}

/// The headings of a page as they are written, with the anchors that GitHub and mdBook give them.
pub fn anchors(text: &str) -> Vec<(String, String)> {
    let mut anchors: Vec<(String, String)> = Vec::new();
    for (_, line) in prose(text) {
        let heading = line.trim_start_matches('#');
        if heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let slug = slug(heading.trim());
        let is_taken = |slug: &String| anchors.iter().any(|(_, anchor)| anchor == slug);
        let numbered = (1..).map(|n| format!("{slug}-{n}"));
        let anchor = std::iter::once(slug.clone()).chain(numbered).find(|slug| !is_taken(slug)).expect("one is free");
        anchors.push((heading.trim().to_owned(), anchor));
    }
    anchors
}

/// The lines outside of code blocks, with their numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        (!is_code && !is_fence).then_some((index + 1, line))
    })
}

/// The words of a heading in lower case, joined by hyphens; of a link only its text counts.
fn slug(heading: &str) -> String {
    let mut text = String::new();
    for (index, part) in heading.split("](").enumerate() {
        text.push_str(if index == 0 { part } else { part.split_once(')').map_or("", |(_, rest)| rest) });
    }
    let letter = |letter: char| match letter {
        ' ' => Some('-'),
        _ if letter.is_alphanumeric() || letter == '_' || letter == '-' => Some(letter),
        _ => None,
    };
    text.to_lowercase().chars().filter_map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_those_of_renderers() {
        let text = "# The `scf` dialect\n## [A, b](c.md) d\n```\n# none\n```\n### `!llvm.ptr`\n### `llvm.ptr`\n";
        let anchors: Vec<String> = anchors(text).into_iter().map(|(_, anchor)| anchor).collect();
        assert_eq!(anchors, ["the-scf-dialect", "a-b-d", "llvmptr", "llvmptr-1"]);
    }

    #[test]
    fn links_in_code_are_none() {
        let text = "[a](b) `[c](d)`\n```\n[e](f)\n```\n[`g`](h#i)\n";
        assert_eq!(links(text), [(1, "b".to_owned()), (5, "h#i".to_owned())]);
    }
}
