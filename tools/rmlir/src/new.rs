//! The tool `new`, which makes a crate with a dialect, a pass, an opt tool and tests from `templates/crate`.
//!
//! The template is for a crate `my-dialect`: in its files, that name is replaced in all spellings.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use rmlir_opt::Registry;

/// The files of the template, and where they are in the crate.
const FILES: &[(&str, &str)] = &[
    ("Cargo.toml", include_str!("../templates/crate/manifest.toml")),
    ("README.md", include_str!("../templates/crate/README.md")),
    (".gitignore", include_str!("../templates/crate/gitignore")),
    ("src/lib.rs", include_str!("../templates/crate/lib.rs")),
    ("src/main.rs", include_str!("../templates/crate/main.rs")),
    ("tests/cases.rs", include_str!("../templates/crate/cases.rs")),
    ("tests/negate.mlir", include_str!("../templates/crate/negate.mlir")),
    ("tests/canonicalized.mlir", include_str!("../templates/crate/canonicalized.mlir")),
    ("tests/lowered.mlir", include_str!("../templates/crate/lowered.mlir")),
];

/// Names that crates cannot have: keywords of Rust, its own crates, and rmlir.
const RESERVED: &str = "abstract alloc as async await become box break const continue core crate do dyn else enum extern \
    false final fn for gen if impl in let loop macro match mod move mut override priv proc_macro pub ref return \
    rmlir self static std struct super test trait true try type typeof unsafe unsized use virtual where while yield";

/// Makes a crate with a dialect, a pass, an opt tool and tests
#[derive(Parser)]
#[command(name = "new", bin_name = "rmlir new", version)]
struct Arguments {
    /// The folder of the crate; its last part is the name of the crate, and with `_` for `-` that of the dialect
    path: PathBuf,
    /// Depend on the clone of rmlir in this folder; by default on the one that this program was built from, else on the
    /// published crate
    #[arg(long, value_name = "FOLDER", conflicts_with = "rmlir_git")]
    rmlir_path: Option<PathBuf>,
    /// Depend on rmlir in the git repository at this address
    #[arg(long, value_name = "URL")]
    rmlir_git: Option<String>,
}

/// The command line.
pub fn command() -> clap::Command {
    Arguments::command()
}

/// The tool as a program; names of dialects of `registry` are taken. The first of `args` is its name.
pub fn main(registry: &Registry, args: &[String]) -> ExitCode {
    let arguments = Arguments::parse_from(args);
    match make(registry, &arguments) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Writes the crate; returns what can be done with it.
fn make(registry: &Registry, arguments: &Arguments) -> Result<String, String> {
    let folder = &arguments.path;
    let name = folder.file_name().and_then(|name| name.to_str());
    let names = Names::new(name.ok_or_else(|| format!("'{}' does not end with a name", folder.display()))?, registry)?;
    let dependency = dependency(arguments)?;
    if folder.exists() {
        return Err(format!("'{}' already exists", folder.display()));
    }
    for (path, text) in FILES {
        let path = folder.join(path);
        let text = names.fill(&text.replace("RMLIR", &dependency));
        let written = fs::create_dir_all(path.parent().unwrap_or(folder)).and_then(|()| fs::write(&path, text));
        written.map_err(|error| format!("cannot write '{}': {error}", path.display()))?;
    }
    Ok(format!(
        "Made the crate '{}' with the dialect '{}', which depends on rmlir {{ {dependency} }}.\n\
         Try: cd {} && cargo test && cargo run -- tests/negate.mlir --canonicalize\n",
        names.package,
        names.dialect,
        folder.display()
    ))
}

/// Where the crate `rmlir` is, as a manifest says it.
fn dependency(arguments: &Arguments) -> Result<String, String> {
    if let Some(url) = &arguments.rmlir_git {
        return Ok(format!("git = {url:?}"));
    }
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = own.ends_with("tools/rmlir").then_some(own).filter(|own| own.join("Cargo.toml").is_file());
    let found = match &arguments.rmlir_path {
        Some(clone) => {
            let found = clone.join("tools/rmlir");
            if !found.join("Cargo.toml").is_file() {
                return Err(format!("'{}' is no clone of rmlir: it has no tools/rmlir/Cargo.toml", clone.display()));
            }
            Some(std::path::absolute(found).map_err(|error| format!("'{}': {error}", clone.display()))?)
        }
        None => own.map(Path::to_owned),
    };
    Ok(match found {
        Some(found) => format!("path = {:?}", found.display().to_string()),
        None => format!("version = {:?}", env!("CARGO_PKG_VERSION")),
    })
}

/// The name of the crate in all its spellings.
struct Names {
    /// The package, as given: `my-dialect`.
    package: String,
    /// The dialect and the library: `my_dialect`.
    dialect: String,
    /// The type of the dialect: `MyDialect`.
    ty: String,
}

impl Names {
    fn new(package: &str, registry: &Registry) -> Result<Self, String> {
        let dialect = package.replace('-', "_");
        let is_legal = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
        if !package.starts_with(|letter: char| letter.is_ascii_lowercase()) || !dialect.chars().all(is_legal) {
            return Err(format!(
                "'{package}' cannot be the name of a crate and a dialect: expected a lower-case letter, and then lower-case \
                 letters, digits, '-' and '_'"
            ));
        }
        if RESERVED.split_whitespace().any(|word| word == dialect) {
            return Err(format!(
                "'{package}' cannot be the name of a crate: it is a keyword of Rust, or another crate"
            ));
        }
        if registry.dialects.dialects().iter().any(|known| known.name == dialect) {
            return Err(format!("'{package}' cannot be the name of the dialect: rmlir has a dialect '{dialect}'"));
        }
        let ty = dialect.split('_').map(capitalized).collect();
        if is_used(&ty) {
            return Err(format!("'{package}' cannot be the name of the dialect: the crate uses another type '{ty}'"));
        }
        Ok(Self { package: package.to_owned(), dialect, ty })
    }

    /// A text of the template with these names.
    fn fill(&self, text: &str) -> String {
        text.replace("my_dialect", &self.dialect).replace("my-dialect", &self.package).replace("MyDialect", &self.ty)
    }
}

fn capitalized(word: &str) -> String {
    let (first, rest) = word.split_at(word.len().min(1));
    first.to_uppercase() + rest
}

/// Whether the sources of the template name an item `name`.
fn is_used(name: &String) -> bool {
    let sources = FILES.iter().filter(|(path, _)| path.ends_with(".rs"));
    let mut words = sources.flat_map(|(_, text)| text.split(|letter: char| !letter.is_alphanumeric() && letter != '_'));
    name != "MyDialect" && words.any(|word| word == name)
}
