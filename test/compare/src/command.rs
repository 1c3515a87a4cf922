//! Reads a set of flags as a shell would, and finds programs.

use std::env;
use std::path::{Path, PathBuf};

/// Cuts `text` into arguments at blanks outside `'…'` and `"…"`. An open quote is an error.
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

/// The first of `names` that is a file beside this program (when `beside` is set) or in a folder of `PATH`.
pub fn find_program(names: &[&str], beside: bool) -> Result<PathBuf, String> {
    let own_folder = env::current_exe().ok().and_then(|program| program.parent().map(Path::to_path_buf));
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = own_folder.filter(|_| beside).into_iter().chain(env::split_paths(&path)).collect();
    let candidates = names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(format!("{name}{}", env::consts::EXE_SUFFIX))));
    candidates.into_iter().find(|file| file.is_file()).ok_or_else(|| format!("found no {}", names.join(" or ")))
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
        assert_eq!(find_program(&["no-such-a", "no-such-b"], true), Err("found no no-such-a or no-such-b".into()));
    }
}
