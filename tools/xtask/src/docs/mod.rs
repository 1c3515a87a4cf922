//! Pages on dialects and passes, generated from the same tables that parser, printer and verifier use.
//!
//! `docs/dialects/<name>.md` has the types, attributes and operations of a dialect, `docs/passes/<folder>.md` the passes
//! of a folder with their options. Nothing in them is written by hand, so a merge conflict in them is resolved by
//! generating them again. `docs/dialects.md` and `docs/passes.md` are tables of these pages. The last part of `docs/SUMMARY.md`, the table of contents of the book, lists these pages.

mod dialects;
mod page;
mod passes;
mod references;

use std::fs;
use std::path::{Path, PathBuf};

use rmlir_opt::Registry;

use page::Page;

/// The heading of the generated part of `docs/SUMMARY.md`.
const REFERENCE: &str = "\n# Reference\n";

/// The folders in which all pages are generated.
const FOLDERS: [&str; 2] = ["docs/dialects", "docs/passes"];

/// Writes all pages and removes those that are no longer generated.
pub fn write(root: &Path) -> Result<Vec<String>, String> {
    let pages = pages(root)?;
    for path in orphans(root, &pages) {
        fs::remove_file(root.join(&path)).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    for Page { path, text, .. } in pages {
        let path = root.join(path);
        let folder = path.parent().expect("pages are in folders");
        fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(Vec::new())
}

/// An error for each page that is not up to date with the declarations.
pub fn check(root: &Path) -> Result<Vec<String>, String> {
    let is_stale = |page: &&Page| fs::read_to_string(root.join(&page.path)).ok().as_ref() != Some(&page.text);
    let pages = pages(root)?;
    let orphans = orphans(root, &pages);
    let stale = pages.iter().filter(is_stale).map(|page| &page.path).chain(&orphans);
    Ok(stale.map(|path| format!("{} is not fresh: run cargo xtask docs", path.display())).collect())
}

/// Files in the folders of generated pages that are none.
fn orphans(root: &Path, pages: &[Page]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in FOLDERS {
        let entries = fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
        found.extend(entries.map(|entry| Path::new(folder).join(entry.file_name())));
    }
    found.retain(|found| pages.iter().all(|page| page.path != *found));
    found.sort();
    found
}

fn pages(root: &Path) -> Result<Vec<Page>, String> {
    let registry = Registry::everything();
    let names: Vec<&str> = registry.passes.passes().iter().map(|pass| pass.name).collect();
    let folders = crate::passes::folders(root, &names)?;
    let mut pages = passes::pages(registry.passes.passes(), registry.passes.pipelines(), &folders)?;
    pages.extend(dialects::pages(registry.dialects.dialects()));
    references::link(&mut pages);
    pages.push(summary(root, &pages)?);
    Ok(pages)
}

/// The table of contents: the part that is written by hand, and the generated pages.
fn summary(root: &Path, pages: &[Page]) -> Result<Page, String> {
    let path = "docs/SUMMARY.md";
    let text = fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))?;
    let by_hand = text.split(REFERENCE).next().unwrap_or_default();
    let mut text = format!("{by_hand}{REFERENCE}\n");
    for page in pages {
        let indent = if page.is_overview() { "" } else { "  " };
        let path = page.path.strip_prefix("docs").expect("pages are in docs").display();
        text.push_str(&format!("{indent}- [{}]({path})\n", page.title));
    }
    Ok(Page::new(path, "Summary", text))
}
