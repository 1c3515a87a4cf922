//! Checks that no files of a crate import each other.
//!
//! A file imports the file in which an item is declared that it names by a path: in a `use`, an expression, an
//! attribute or the input of a macro. A `pub use` is no import: what it names is looked up through it. Tests are left
//! out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use serde_json::Value;
use syn::{Item, UseTree, Visibility};

use crate::files;

type ModPath = Vec<String>;

/// A file of a crate.
#[derive(Default)]
struct Module {
    /// The names of the items that it declares, or may declare by macros.
    items: BTreeSet<String>,
    /// Imports: the path, the name by which it is known here, and whether it is public.
    uses: Vec<(ModPath, String, bool)>,
    /// All other paths.
    paths: BTreeSet<ModPath>,
}

type Crate = BTreeMap<ModPath, Module>;

/// A line for each group of files of a crate that import each other. Examples, which are read from a declaration to what
/// it does, are left out.
///
/// # Errors
/// A file that cannot be read or parsed.
pub fn check(root: &Path, packages: &[Value]) -> Result<Vec<String>, String> {
    let mut complaints = Vec::new();
    for package in packages {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap_or(""));
        if manifest.starts_with(root.join("examples")) {
            continue;
        }
        let folder = manifest.parent().unwrap_or(root).join("src");
        let mut files = Crate::new();
        for file in files::below(vec![folder.clone()], "rs") {
            let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            let module = read(&text).map_err(|error| format!("{}: {error}", file.display()))?;
            files.insert(mod_path(file.strip_prefix(&folder).unwrap_or(&file)), module);
        }
        let name = package["name"].as_str().unwrap_or("");
        complaints.extend(groups(&files).into_iter().map(|group| {
            let paths: Vec<String> = group.iter().map(|path| path.join("::")).collect();
            format!("{name}: the files of {} import each other", paths.join(", "))
        }));
    }
    Ok(complaints)
}

/// The path of the module in the file `file`, which is relative to the source folder of its crate.
fn mod_path(file: &Path) -> ModPath {
    let file = file.with_extension("");
    let parts = file.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
    let mut path: ModPath = std::iter::once("crate".to_owned()).chain(parts).collect();
    if path.last().is_some_and(|last| matches!(last.as_str(), "lib" | "mod" | "main")) {
        path.pop();
    }
    path
}

fn read(text: &str) -> syn::Result<Module> {
    let mut module = Module::default();
    for item in syn::parse_file(text)?.items {
        module.add(item);
    }
    Ok(module)
}

impl Module {
    fn add(&mut self, item: Item) {
        let name = match &item {
            Item::Use(item) => {
                let is_public = !matches!(item.vis, Visibility::Inherited);
                return read_use(&item.tree, &mut Vec::new(), &mut |path, name| {
                    self.uses.push((path, name, is_public));
                });
            }
            Item::Mod(item) if item.content.is_none() || is_test(&item.attrs) => return,
            Item::Fn(item) if is_test(&item.attrs) => return,
            Item::Const(item) => Some(&item.ident),
            Item::Enum(item) => Some(&item.ident),
            Item::Fn(item) => Some(&item.sig.ident),
            Item::Static(item) => Some(&item.ident),
            Item::Struct(item) => Some(&item.ident),
            Item::Trait(item) => Some(&item.ident),
            Item::Type(item) => Some(&item.ident),
            Item::Macro(item) if item.ident.is_some() => item.ident.as_ref(),
            Item::Macro(item) => {
                self.declare_all(item.mac.tokens.clone());
                None
            }
            _ => None,
        };
        self.items.extend(name.map(ToString::to_string));
        self.scan(item.to_token_stream());
    }

    /// Any name in the input of a macro may be that of an item.
    fn declare_all(&mut self, tokens: TokenStream) {
        let mut before = None;
        for token in tokens {
            match &token {
                TokenTree::Ident(ident) if !is_colon(before.as_ref()) => drop(self.items.insert(ident.to_string())),
                _ => {}
            }
            before = Some(token);
        }
    }

    /// Records the paths in `tokens`.
    fn scan(&mut self, tokens: TokenStream) {
        let mut path = ModPath::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(ident) if colons == 2 && !path.is_empty() => path.push(ident.to_string()),
                TokenTree::Ident(ident) => {
                    self.record(std::mem::replace(&mut path, vec![ident.to_string()]));
                    // A path from the root or of a type is none of ours.
                    if colons == 2 {
                        path.clear();
                    }
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => {
                    colons += 1;
                    continue;
                }
                TokenTree::Group(group) => {
                    self.record(std::mem::take(&mut path));
                    self.scan(group.stream());
                }
                _ => self.record(std::mem::take(&mut path)),
            }
            colons = 0;
        }
        self.record(path);
    }

    fn record(&mut self, path: ModPath) {
        if !path.is_empty() {
            self.paths.insert(path);
        }
    }
}

fn is_colon(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == ':')
}

fn is_test(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().is_ident("cfg") && attr.to_token_stream().to_string().contains("test"))
}

fn read_use(tree: &UseTree, path: &mut ModPath, found: &mut impl FnMut(ModPath, String)) {
    match tree {
        UseTree::Path(tree) => {
            path.push(tree.ident.to_string());
            read_use(&tree.tree, path, found);
            path.pop();
        }
        UseTree::Group(tree) => tree.items.iter().for_each(|tree| read_use(tree, path, found)),
        UseTree::Name(tree) if tree.ident == "self" => found(path.clone(), path.last().cloned().unwrap_or_default()),
        UseTree::Name(tree) => found(joined(path, &tree.ident), tree.ident.to_string()),
        UseTree::Rename(tree) => found(joined(path, &tree.ident), tree.rename.to_string()),
        UseTree::Glob(_) => found(path.clone(), "*".to_owned()),
    }
}

fn joined(path: &[String], name: &syn::Ident) -> ModPath {
    [path, &[name.to_string()]].concat()
}

/// The files that the file `from` imports.
fn imports(files: &Crate, from: &ModPath) -> BTreeSet<ModPath> {
    let module = &files[from];
    let mut found = BTreeSet::new();
    for (path, name, is_public) in &module.uses {
        let Some(path) = absolute(files, from, path) else { continue };
        if name == "*" {
            let names = module.paths.iter().filter(|path| !module.items.contains(&path[0]));
            found.extend(names.filter_map(|name| declared(files, &[&path[..], &name[..1]].concat(), 0)));
        } else if !is_public {
            found.extend(declared(files, &path, 0));
        }
    }
    for path in module.paths.iter().filter(|path| path.len() > 1) {
        let imported = module.uses.iter().find(|(_, name, _)| *name == path[0]);
        let path = match imported {
            Some((start, ..)) => absolute(files, from, start).map(|start| [&start[..], &path[1..]].concat()),
            None => absolute(files, from, path),
        };
        found.extend(path.and_then(|path| declared(files, &path, 0)));
    }
    found.remove(from);
    found
}

/// `path`, as it stands in the file `from`, from the crate on; `None` if it is of another crate.
fn absolute(files: &Crate, from: &ModPath, path: &[String]) -> Option<ModPath> {
    match path.first()?.as_str() {
        "crate" => Some(path.to_vec()),
        "self" => Some([from, &path[1..]].concat()),
        "super" => {
            let n_up = path.iter().take_while(|part| *part == "super").count();
            Some([from.get(..from.len().checked_sub(n_up)?)?, &path[n_up..]].concat())
        }
        child => {
            let child = [from, &[child.to_owned()][..]].concat();
            files.contains_key(&child).then(|| [from, path].concat())
        }
    }
}

/// The file that declares the item `path`, through re-exports.
fn declared(files: &Crate, path: &[String], depth: usize) -> Option<ModPath> {
    const MAX_DEPTH: usize = 8;
    let n_module = (1..=path.len()).rev().find(|&length| files.contains_key(&path[..length]))?;
    let (at, rest) = path.split_at(n_module);
    let name = rest.first()?;
    let module = &files[at];
    if module.items.contains(name) {
        return Some(at.to_vec());
    }
    if depth == MAX_DEPTH {
        return None;
    }
    let at = at.to_vec();
    module.uses.iter().find_map(|(target, known_as, _)| {
        let target = absolute(files, &at, target)?;
        match known_as.as_str() {
            "*" => declared(files, &[&target[..], rest].concat(), depth + 1),
            known_as if known_as == name => declared(files, &[&target[..], &rest[1..]].concat(), depth + 1),
            _ => None,
        }
    })
}

/// The groups of files of which each imports every other, directly or through others.
fn groups(files: &Crate) -> Vec<Vec<ModPath>> {
    let edges: BTreeMap<&ModPath, BTreeSet<ModPath>> = files.keys().map(|path| (path, imports(files, path))).collect();
    let reached: BTreeMap<&ModPath, BTreeSet<ModPath>> =
        edges.keys().map(|&file| (file, reach(&edges, file))).collect();
    let mut groups = Vec::new();
    for (&file, from) in &reached {
        let group: Vec<ModPath> = from.iter().filter(|other| reached[other].contains(file)).cloned().collect();
        // The group is told at its first file.
        if group.len() > 1 && group.first() == Some(file) {
            groups.push(group);
        }
    }
    groups
}

/// The files reached from `file` by at least one import.
fn reach(edges: &BTreeMap<&ModPath, BTreeSet<ModPath>>, file: &ModPath) -> BTreeSet<ModPath> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&ModPath> = vec![file];
    while let Some(next) = open.pop() {
        for target in &edges[next] {
            if found.insert(target.clone()) {
                open.push(edges.get_key_value(target).expect("imports are of files of the crate").0);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The groups of a crate of these files, in brackets.
    fn told(texts: &[(&str, &str)]) -> String {
        let module = |&(file, text): &(&str, &str)| Some((mod_path(Path::new(file)), read(text).ok()?));
        let files: Crate = texts.iter().filter_map(module).collect();
        let groups = groups(&files).into_iter().map(|group| {
            let paths: Vec<String> = group.iter().map(|path| path.join("::")).collect();
            format!("[{}]", paths.join(" "))
        });
        groups.collect()
    }

    #[test]
    fn imports_through_re_exports_are_of_the_file_that_declares_the_item() {
        let lib = ("lib.rs", "mod a; mod b; pub use self::a::A; pub use self::b::*;");
        let a = ("a.rs", "use crate::B; pub struct A(B);");
        assert_eq!(told(&[lib, a, ("b.rs", "pub struct B;")]), "");
        assert_eq!(told(&[lib, a, ("b.rs", "use crate::A; pub struct B(A);")]), "[crate::a crate::b]");
    }

    #[test]
    fn paths_in_attributes_and_macros_are_imports() {
        let lib = ("lib.rs", "mod fold; mod op;");
        let op = ("op.rs", "use crate::fold; #[op(fold = fold::add)] pub struct Add;");
        assert_eq!(told(&[lib, op, ("fold.rs", "pub fn add() { rows![super::op::Add] }")]), "[crate::fold crate::op]");
    }

    #[test]
    fn a_folder_and_its_files_may_import_each_other_no_more_than_others() {
        let folder = ("a/mod.rs", "mod b; pub fn helper() { b::run() }");
        assert_eq!(told(&[folder, ("a/b.rs", "use super::*; pub fn run() { helper() }")]), "[crate::a crate::a::b]");
        assert_eq!(told(&[folder, ("a/b.rs", "pub fn run() {}")]), "");
    }

    #[test]
    fn tests_and_re_exports_are_no_imports() {
        let a = ("a.rs", "pub use crate::b::B; pub struct A;");
        let b = ("b.rs", "pub struct B; fn f() { crate::a::A } #[cfg(test)] mod tests { use crate::a::A; }");
        assert_eq!(told(&[("lib.rs", "mod a; mod b;"), a, b]), "");
    }
}
