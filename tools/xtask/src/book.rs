//! The book: mdBook makes pages of `docs` in `target/book`, whose links are checked, and Chromium opens them.
//!
//! Links from a page to a file that is not in the book, such as a source, become links to the repository.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use crate::browser::{TIME, browse, first};
use crate::files::{read, write};

/// The version of mdBook that `.ci/run` installs.
const MDBOOK: &str = "0.5.4";

/// A word of the book; the page that opens with a search for it lists results.
const SEARCHED: &str = "uniformity";

/// Builds the book. Returns the warnings of mdBook and the links that lead nowhere.
///
/// # Errors
/// mdBook is not installed or fails.
pub fn build(root: &Path) -> Result<Vec<String>, String> {
    let tools = [root.join("target/tools/bin/mdbook"), PathBuf::from("mdbook")];
    let output = first(&tools, |tool| Command::new(tool).arg("build").arg(root).env("RUST_LOG", "info").output())
        .ok_or_else(|| {
            format!(
                "mdBook is not installed: cargo install mdbook --version {MDBOOK} --locked --no-default-features \
                 --features search --root target/tools"
            )
        })?;
    let messages = String::from_utf8_lossy(&output.stderr);
    let warnings: Vec<String> =
        messages.lines().filter(|line| !line.trim_start().starts_with("INFO")).map(str::to_owned).collect();
    match output.status.success() {
        true if warnings.is_empty() => check_links(root),
        true => Ok(warnings),
        false => Err(messages.into_owned()),
    }
}

/// Opens all pages in Chromium and searches for a word. Returns what is written to the console.
///
/// # Errors
/// Chromium is not installed, or a page cannot be read.
pub fn open(root: &Path) -> Result<Vec<String>, String> {
    let book = root.join("target/book");
    let frames: Vec<String> =
        pages(&book).iter().map(|page| format!("<iframe src=\"{}\"></iframe>\n", page.display())).collect();
    let all = root.join("target/book-pages.html");
    write(&all, &frames.concat())?;
    let mut complaints = browse(root, &all.display().to_string(), TIME)?.1;
    let (shown, messages) = browse(root, &format!("{}/index.html?search={SEARCHED}", book.display()), TIME)?;
    complaints.extend(messages);
    if !shown.contains("teaser_") {
        complaints.push(format!("a search for {SEARCHED} has no results"));
    }
    println!("opened {} pages", frames.len());
    complaints.sort();
    complaints.dedup();
    Ok(complaints)
}

/// The pages of the book, in order of path.
fn pages(book: &Path) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![book.to_owned()]);
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            match path.is_dir() {
                true => folders.push(path),
                false if path.extension().is_some_and(|extension| extension == "html") => found.push(path),
                false => {}
            }
        }
    }
    // The page to print opens a dialog, and the page for missing pages has links from the root of a site.
    found.retain(|page| !page.ends_with("print.html") && !page.ends_with("404.html"));
    found.sort();
    found
}

fn check_links(root: &Path) -> Result<Vec<String>, String> {
    let book = root.join("target/book");
    let mut complaints = Vec::new();
    for page in pages(&book) {
        let text = read(&page)?;
        let mut fresh = text.clone();
        for target in targets(&text) {
            match resolve(root, &book, &page, target)? {
                Target::Found => {}
                Target::Source(address) => {
                    fresh = fresh.replace(&format!("=\"{target}\""), &format!("=\"{address}\""));
                }
                Target::Missing => complaints.push(format!("{}: {target} leads nowhere", page.display())),
            }
        }
        if fresh != text {
            write(&page, &fresh)?;
        }
    }
    Ok(complaints)
}

/// Where a link leads to.
enum Target {
    /// A page of the book, a file of it, or another site.
    Found,
    /// A file of the repository, at this address.
    Source(String),
    Missing,
}

/// The targets of links and the sources of images and scripts.
fn targets(text: &str) -> Vec<&str> {
    let attributes = [" href=\"", " src=\""].into_iter().flat_map(|attribute| text.split(attribute).skip(1));
    attributes.filter_map(|rest| rest.split('"').next()).collect()
}

fn resolve(root: &Path, book: &Path, page: &Path, target: &str) -> Result<Target, String> {
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    if path.contains("://") || path.starts_with("data:") {
        return Ok(Target::Found);
    }
    let folder = page.parent().unwrap_or(book);
    let file = if path.is_empty() { page.to_owned() } else { normal(&folder.join(path)) };
    if file.is_file() {
        let has_anchor = anchor.is_empty() || read(&file)?.contains(&format!("id=\"{anchor}\""));
        return Ok(if has_anchor { Target::Found } else { Target::Missing });
    }
    let source = normal(&Path::new("docs").join(folder.strip_prefix(book).unwrap_or(folder)).join(path));
    // mdBook renames pages in links, also those that it does not have.
    let renamed = match source.extension().is_some_and(|extension| extension == "html") {
        true if source.ends_with("index.html") => source.with_file_name("README.md"),
        true => source.with_extension("md"),
        false => source.clone(),
    };
    let source = [source, renamed].into_iter().find(|source| root.join(source).exists());
    let address = |source: PathBuf| format!("{}/blob/main/{}", env!("CARGO_PKG_REPOSITORY"), source.display());
    Ok(source.map_or(Target::Missing, |source| Target::Source(address(source))))
}

/// A path without `..`, where that is possible.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if normal.file_name().is_some() => {
                normal.pop();
            }
            _ => normal.push(part),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(page: &str, link: &str) -> String {
        let root = crate::root();
        let book = root.join("target/no-book");
        match resolve(&root, &book, &book.join(page), link).expect("no page is read") {
            Target::Found => "found".to_owned(),
            Target::Source(address) => address,
            Target::Missing => "missing".to_owned(),
        }
    }

    #[test]
    fn links_out_of_the_book_lead_to_the_repository() {
        let address = |path: &str| format!("{}/blob/main/{path}", env!("CARGO_PKG_REPOSITORY"));
        assert_eq!(target("guide/pass.html", "../../tools/xtask/src/book.rs"), address("tools/xtask/src/book.rs"));
        assert_eq!(target("guide/pass.html", "../../CONTRIBUTING.html"), address("CONTRIBUTING.md"));
        assert_eq!(target("lowerings/wfv.html", "../../passes/wfv/index.html"), address("passes/wfv/README.md"));
        assert_eq!(target("tours.html", "https://rust-lang.org"), "found");
        assert_eq!(target("tours.html", "../no-such-file.rs"), "missing");
        assert_eq!(target("tours.html", "guide/no-such-page.md"), "missing");
    }

    #[test]
    fn targets_are_those_of_links_and_scripts() {
        let page = "<a href=\"b.html#c\">b</a> <script src=\"d.js\"></script>";
        assert_eq!(targets(page), ["b.html#c", "d.js"]);
    }
}
