//! A check on the files of passes: where a pass stands can be guessed from its name.
//!
//! A file below `passes/<folder>/src`, or a folder in it, has the name of the pass that is declared there, in snake
//! case and without the prefix `<folder>-`; in `passes/conversion` it is `<from>_to_<to>`, without the verb in front.
//! A file with several passes has the words that their names share. Passes for tests stand by what they test.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path};

use crate::files;

/// The verbs in front of `<from>-to-<to>` in the names of conversions.
const VERBS: [&str; 4] = ["convert-", "finalize-", "lift-", "raise-"];

/// An error for each pass in a file of another name, each conversion in another folder, and each registered pass that
/// is in no file.
///
/// # Errors
/// A file that cannot be read.
pub fn check(root: &Path, registered: &[&str]) -> Result<Vec<String>, String> {
    let mut complaints = Vec::new();
    for path in files::below(vec![root.join("passes")], "rs") {
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let path = path.strip_prefix(root).unwrap_or(&path);
        if !path.starts_with("passes/test") {
            complaints.extend(check_file(path, &names(&text)));
        }
    }
    let folders = folders(root, registered)?;
    let missing = registered.iter().filter(|name| !folders.contains_key(**name));
    complaints.extend(missing.map(|name| format!("passes: no file declares {name}")));
    Ok(complaints)
}

/// The folder below `passes` of each pass that is declared there; in `passes/test` only of those registered.
///
/// # Errors
/// A file that cannot be read.
pub fn folders(root: &Path, registered: &[&str]) -> Result<BTreeMap<String, String>, String> {
    let mut folders = BTreeMap::new();
    for path in files::below(vec![root.join("passes")], "rs") {
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let below = path.strip_prefix(root.join("passes")).unwrap_or(&path);
        let folder = below.iter().next().unwrap_or_default().to_string_lossy().into_owned();
        let is_named = |name: &&&str| text.contains(&format!("\"{name}\""));
        let names = match folder.as_str() {
            "test" => registered.iter().filter(is_named).copied().collect(),
            _ => names(&text),
        };
        for name in names {
            folders.entry(name.to_owned()).or_insert(folder.clone());
        }
    }
    Ok(folders)
}

/// The names of the passes that a file declares.
fn names(text: &str) -> Vec<&str> {
    let attributes = text.split("\n#[pass(").skip(1).filter_map(|rest| rest.split(")]").next());
    attributes.filter_map(|attribute| attribute.split("name = \"").nth(1)?.split('"').next()).collect()
}

/// An error if the passes `names` are not declared in a file of their name, `path`.
pub fn check_file(path: &Path, names: &[&str]) -> Option<String> {
    let (first, others) = names.split_first()?;
    let mut parts = path.components().skip(1).filter_map(|part| match part {
        Component::Normal(part) => part.to_str(),
        _ => None,
    });
    let folder = parts.next()?;
    let words = |name: &str| -> Vec<String> { short(name, folder).split('-').map(str::to_owned).collect() };
    let mut shared = words(first);
    for other in others {
        let other = words(other);
        shared.retain(|word| other.contains(word));
    }
    let expected = shared.join("_");
    let is_there = parts.any(|part| part.strip_suffix(".rs").unwrap_or(part) == expected);
    let is_conversion = names.iter().any(|name| name.starts_with("convert-"));
    match () {
        () if is_conversion && folder != "conversion" => {
            Some(format!("{}: {first} converts between dialects: passes/conversion", path.display()))
        }
        () if is_there => None,
        () => Some(format!(
            "{}: the file of {} is {expected}.rs, or in a folder {expected}",
            path.display(),
            names.join(", ")
        )),
    }
}

/// The name of a pass without what its folder says.
pub fn short<'a>(name: &'a str, folder: &str) -> &'a str {
    let is_conversion = folder == "conversion" && name.contains("-to-");
    let verb = VERBS.iter().filter(|_| is_conversion).find_map(|verb| name.strip_prefix(verb));
    verb.or_else(|| name.strip_prefix(folder)?.strip_prefix('-')).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_right(path: &str, names: &[&str]) -> bool {
        check_file(Path::new(path), names).is_none()
    }

    #[test]
    fn names_are_those_of_the_attributes() {
        let text =
            "\n#[pass(name = \"a-b\")]\n#[option(name = \"no\")]\n#[pass(\n    title = \"T\",\n    name = \"c\",\n)]\n";
        assert_eq!(names(text), ["a-b", "c"]);
    }

    #[test]
    fn files_have_the_names_of_passes() {
        assert!(is_right("passes/affine/src/loop_unroll.rs", &["affine-loop-unroll"]));
        assert!(is_right("passes/affine/src/loop_unroll/full.rs", &["affine-loop-unroll"]));
        assert!(is_right("passes/conversion/src/cf_to_llvm.rs", &["convert-cf-to-llvm"]));
        assert!(is_right("passes/scf/src/loop_peeling.rs", &["scf-for-loop-peeling", "scf-while-loop-peeling"]));
    }

    #[test]
    fn other_names_and_folders_are_told() {
        assert!(!is_right("passes/affine/src/unroll.rs", &["affine-loop-unroll"]));
        assert!(!is_right("passes/cf/src/cf_to_llvm.rs", &["convert-cf-to-llvm"]));
    }
}
