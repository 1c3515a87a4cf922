//! Splits flags as a shell would, and finds programs.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Splits `text` into arguments at spaces outside `'…'` and `"…"`. An open quote is an error.
pub fn split_flags(text: &str) -> Result<Vec<String>, String> {
    let mut flags = Vec::new();
    let mut flag: Option<String> = None;
    let mut quote = None;
    for character in text.chars() {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(character);
                flag.get_or_insert_default();
            }
            (None, _) if character.is_whitespace() => flags.extend(flag.take()),
            _ => flag.get_or_insert_default().push(character),
        }
    }
    if let Some(open) = quote {
        return Err(format!("no closing {open} in flags: {text}"));
    }
    flags.extend(flag);
    Ok(flags)
}

/// The release of LLVM that this project follows, both in the syntax of MLIR and in that of LLVM IR.
const LLVM_RELEASE: u32 = 22;

/// A program of LLVM in a folder of `PATH`: the one of release 22, or the plain one if that is as new.
pub fn find_llvm_program(name: &str) -> Result<PathBuf, String> {
    let of_release = format!("{name}-{LLVM_RELEASE}");
    let plain = || find_program(name, false).ok().filter(|program| release_of(program) >= Some(LLVM_RELEASE));
    let found = find_program(&of_release, false).ok().or_else(plain);
    found.ok_or_else(|| format!("found no {of_release}, and no {name} as new"))
}

/// The release in the output of `--version` of an LLVM program.
fn release_of(program: &Path) -> Option<u32> {
    let said = Command::new(program).arg("--version").output().ok()?.stdout;
    release_in(&String::from_utf8_lossy(&said))
}

/// The integer after the first `version`.
fn release_in(said: &str) -> Option<u32> {
    let (_, version) = said.split_once("version ")?;
    version.split(|character: char| !character.is_ascii_digit()).next()?.parse().ok()
}

/// The program `name` beside this one (when `beside` is set) or in a folder of `PATH`. Programs of the same build are
/// beside a test.
pub fn find_program(name: &str, beside: bool) -> Result<PathBuf, String> {
    let own_folder = env::current_exe().ok().and_then(|program| {
        let folder = program.parent()?;
        Some(if folder.ends_with("deps") { folder.parent()? } else { folder }.to_path_buf())
    });
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = own_folder.filter(|_| beside).into_iter().chain(env::split_paths(&path));
    let mut candidates = folders.map(|folder| folder.join(format!("{name}{}", env::consts::EXE_SUFFIX)));
    candidates.find(|file| file.is_file()).ok_or_else(|| format!("found no {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_cut_at_blanks() {
        assert_eq!(split_flags("  --cse  -o x ").as_deref(), Ok(["--cse", "-o", "x"].map(String::from).as_slice()));
        assert_eq!(split_flags(""), Ok(vec![]));
    }

    #[test]
    fn quotes_keep_blanks_and_vanish() {
        assert_eq!(
            split_flags("--p='a (b c)' \"it's\" ''"),
            Ok(vec!["--p=a (b c)".into(), "it's".into(), String::new()])
        );
        assert!(split_flags("--p='a").is_err());
    }

    #[test]
    fn a_program_that_is_nowhere_is_named() {
        assert_eq!(find_program("no-such", true), Err("found no no-such".into()));
        assert_eq!(find_llvm_program("no-such"), Err("found no no-such-22, and no no-such as new".into()));
    }

    #[test]
    fn releases_are_read_from_what_programs_say() {
        assert_eq!(release_in("Debian clang version 22.1.8 (1~deb12u1)\nTarget: x86_64"), Some(22));
        assert_eq!(release_in("Debian LLVM version 14.0.6\n  Optimized build."), Some(14));
        assert_eq!(release_in("cc (GCC) 12.2.0"), None);
    }
}
