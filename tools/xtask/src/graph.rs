//! Checks on the crates: the dependences are those of the table in ARCHITECTURE.md, and only the crates it allows
//! depend on pest, miette and insta.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Crates that only some folders may depend on (ARCHITECTURE.md, A2).
const KEPT: [(&str, &[&str]); 4] = [
    ("pest", &["ir/format", "ir/text", "ir/pass", "examples/toy"]),
    ("pest_derive", &["ir/format", "ir/text", "ir/pass", "examples/toy"]),
    ("miette", &["ir/diag"]),
    ("insta", &["test/", "examples/"]),
];

/// A row of the table: a folder or, with a `*`, several, and their allowed dependences.
pub struct Row {
    folder: String,
    allowed: Vec<String>,
}

/// A crate: its name and folder, our crates that it depends on (by folder), and the others (by name).
pub struct Crate {
    folder: String,
    ours: Vec<String>,
    others: Vec<String>,
}

/// The rows of the code map in ARCHITECTURE.md.
pub fn rows(plan: &str) -> Result<Vec<Row>, String> {
    let mut lines = plan.lines().skip_while(|line| !line.starts_with("| folder | crate |"));
    lines.next().ok_or("ARCHITECTURE.md has no table of crates")?;
    let lines = lines.skip(1).take_while(|line| line.starts_with('|'));
    Ok(lines.map(row).collect())
}

fn row(line: &str) -> Row {
    let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    let folder = cells.first().map_or("", |cell| cell.trim_matches('`')).to_owned();
    let allowed = cells.get(3).map_or("", |cell| *cell).replace(',', " ");
    Row { folder, allowed: allowed.split_whitespace().map(str::to_owned).collect() }
}

/// The crates of the workspace, from the output of `cargo metadata`.
pub fn crates(root: &Path, packages: &[Value]) -> Vec<Crate> {
    packages.iter().map(|package| read_crate(root, package)).collect()
}

/// The output of `cargo metadata` for each crate of the workspace.
pub fn packages(root: &Path) -> Result<Vec<Value>, String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let arguments = ["metadata", "--format-version", "1", "--no-deps", "--offline"];
    let output = Command::new(cargo).args(arguments).current_dir(root).output().map_err(|error| error.to_string())?;
    let mut json: Value = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    match json["packages"].take() {
        Value::Array(packages) => Ok(packages),
        _ => Err("cargo metadata names no packages".to_owned()),
    }
}

fn read_crate(root: &Path, package: &Value) -> Crate {
    let below_root = |path: &Value| {
        let path = Path::new(path.as_str().unwrap_or("")).to_owned();
        path.strip_prefix(root).map(|path| path.to_string_lossy().into_owned()).ok()
    };
    let manifest = below_root(&package["manifest_path"]).unwrap_or_default();
    let folder = manifest.trim_end_matches("Cargo.toml").trim_end_matches('/').to_owned();
    let (mut ours, mut others) = (Vec::new(), Vec::new());
    for dependency in package["dependencies"].as_array().into_iter().flatten() {
        let is_for_tests = dependency["kind"] == "dev";
        match below_root(&dependency["path"]) {
            Some(folder) if !is_for_tests => ours.push(folder),
            Some(_) => {}
            None => others.push(dependency["name"].as_str().unwrap_or("").to_owned()),
        }
    }
    Crate { folder, ours, others }
}

/// An error for each deviation from the table.
pub fn check(rows: &[Row], crates: &[Crate]) -> Vec<String> {
    let direct: BTreeMap<&str, &Crate> = crates.iter().map(|found| (found.folder.as_str(), found)).collect();
    let mut complaints = Vec::new();
    for found in crates {
        let Some(row) = rows.iter().find(|row| covers(&row.folder, &found.folder)) else {
            complaints.push(format!("ARCHITECTURE.md: the crate {} is not in the table", found.folder));
            continue;
        };
        let reachable = closure(row, &direct);
        for dependency in found.ours.iter().filter(|dependency| !is_allowed(row, &reachable, dependency)) {
            complaints.push(format!("{}: depends on {dependency}, which the table does not allow", found.folder));
        }
        for (kept, homes) in KEPT {
            let is_home = homes.iter().any(|home| found.folder.starts_with(home));
            if !is_home && found.others.iter().any(|other| other == kept) {
                complaints.push(format!("{}: names {kept}, which only {} may", found.folder, homes.join(", ")));
            }
        }
    }
    complaints.extend(missing(rows, crates));
    complaints
}

/// Rows for one crate list only what that crate depends on.
fn missing(rows: &[Row], crates: &[Crate]) -> Vec<String> {
    let mut complaints = Vec::new();
    for row in rows.iter().filter(|row| row.folder.starts_with("ir/")) {
        let Some(found) = crates.iter().find(|found| found.folder == row.folder) else {
            complaints.push(format!("ARCHITECTURE.md: there is no crate {}", row.folder));
            continue;
        };
        for listed in row.allowed.iter().filter(|name| *name != "all") {
            if !found.ours.contains(&folder_of(listed)) {
                complaints.push(format!("ARCHITECTURE.md: {} does not depend on {listed}", row.folder));
            }
        }
    }
    complaints
}

fn covers(pattern: &str, folder: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => folder.starts_with(start),
        None => pattern == folder,
    }
}

/// The dependences of the crates listed in `row`, and those crates themselves.
fn closure<'a>(row: &'a Row, direct: &BTreeMap<&str, &'a Crate>) -> Vec<String> {
    let mut found: Vec<String> = row.allowed.iter().map(|name| folder_of(name)).collect();
    let mut next = 0;
    while let Some(folder) = found.get(next).cloned() {
        next += 1;
        for dependency in direct.get(folder.as_str()).map_or(&[][..], |found| &found.ours[..]) {
            if !found.contains(dependency) {
                found.push(dependency.clone());
            }
        }
    }
    found
}

/// Names without a folder are those of crates below `ir`.
fn folder_of(name: &str) -> String {
    if name.contains('/') { name.to_owned() } else { format!("ir/{name}") }
}

fn is_allowed(row: &Row, reachable: &[String], dependency: &str) -> bool {
    let lists = |word: &str| row.allowed.iter().any(|name| name == word);
    let is_dialect = dependency.starts_with("dialects/");
    lists("all") && row.folder != dependency
        || lists("dialects") && is_dialect
        || reachable.iter().any(|r| r == dependency)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: &str = "| folder | crate | what it holds | depends on |\n|---|---|---|---|\n| `ir/a` | a | x | |\n\
                        | `ir/b` | b | x | a |\n| `dialects/*` | d | x | b, other dialects |\n";

    fn found(folder: &str, ours: &[&str], others: &[&str]) -> Crate {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Crate { folder: folder.to_owned(), ours: owned(ours), others: owned(others) }
    }

    fn complaints(crates: &[Crate]) -> Vec<String> {
        rows(PLAN).map(|rows| check(&rows, crates)).unwrap_or_default()
    }

    #[test]
    fn what_is_listed_and_below_is_allowed() {
        let dialect = found("dialects/x", &["ir/a", "ir/b", "dialects/y"], &[]);
        assert!(complaints(&[found("ir/a", &[], &[]), found("ir/b", &["ir/a"], &[]), dialect]).is_empty());
    }

    #[test]
    fn edges_upwards_unknown_crates_and_kept_names_are_told() {
        let told = complaints(&[found("ir/a", &["ir/b"], &["pest"]), found("ir/b", &[], &[]), found("new", &[], &[])]);
        assert_eq!(told.len(), 4, "{told:?}");
    }
}
