//! The files of `kernels/`: their headers, and their text for another data set.
//!
//! A header has a table of sizes and the checksums that C computes:
//!
//! ```text
//! // sizes    mini  small  medium  large  extralarge
//! // ni         20     60     200   1000        2000
//! //
//! // checksum small 1760647.0567857134
//! ```
//!
//! Below the header, sizes occur in aliases only (lines that start with `#` or `!`), with their values for the small
//! data set, which are distinct and differ from all other integers there. So another data set is substituted by
//! replacing integers in these lines.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

/// How large the arrays are and how many steps are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum DataSet {
    /// For interpreters.
    Mini,
    /// The sizes in the files; some milliseconds of native code.
    Small,
    /// Up to a second.
    Medium,
    /// Many seconds, more than the caches hold.
    Large,
    /// Minutes.
    Extralarge,
}

/// One kernel.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Its name in PolyBench, and that of its file.
    pub name: String,
    /// The module, for the small data set.
    pub text: String,
    /// The values of each size, in the order of [`DataSet`].
    sizes: Vec<[u64; N_DATA_SETS]>,
    checksums: BTreeMap<DataSet, f64>,
}

const N_DATA_SETS: usize = 5;

/// The folder of the kernels.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels")
}

/// All kernels of `folder`, by name.
pub fn read_all(folder: &Path) -> Result<Vec<Kernel>, String> {
    let at = |error: std::io::Error, path: &Path| format!("{}: {error}", path.display());
    let mut kernels = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| at(error, folder))? {
        let path = entry.map_err(|error| at(error, folder))?.path();
        if path.extension().is_none_or(|extension| extension != "mlir") {
            continue;
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).map_err(|error| at(error, &path))?;
        kernels.push(Kernel::new(name, text)?);
    }
    kernels.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(kernels)
}

impl Kernel {
    /// Parses the header of `text`.
    pub fn new(name: String, text: String) -> Result<Self, String> {
        let head: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("//")).collect();
        let table = head.iter().skip_while(|line| !line.starts_with(" sizes ")).skip(1);
        let sizes: Vec<_> = table.map_while(|line| size_row(line)).collect();
        if sizes.is_empty() {
            return Err(format!("{name}: no table of sizes"));
        }
        let small = |row: &[u64; N_DATA_SETS]| row[DataSet::Small as usize];
        let is_repeated = |at: usize| sizes.iter().take(at).any(|before| small(before) == small(&sizes[at]));
        if (0..sizes.len()).any(is_repeated) {
            return Err(format!("{name}: two sizes have the same small value"));
        }
        let checksums = head.iter().filter_map(|line| checksum(line)).collect();
        Ok(Self { name, text, sizes, checksums })
    }

    /// The result of C, if the header has it.
    pub fn expected(&self, data_set: DataSet) -> Option<f64> {
        self.checksums.get(&data_set).copied()
    }

    /// The module for `data_set`.
    pub fn text_for(&self, data_set: DataSet) -> String {
        self.text_with(|sizes| sizes[data_set as usize])
    }

    /// The module with `size` for all sizes.
    pub fn text_of_size(&self, size: u64) -> String {
        self.text_with(|_| size)
    }

    /// The module with other sizes: the results of `size` for the rows of the table.
    fn text_with(&self, size: impl Fn(&[u64; N_DATA_SETS]) -> u64) -> String {
        let mut text = String::with_capacity(self.text.len());
        for line in self.text.split_inclusive('\n') {
            if line.starts_with(['#', '!']) {
                self.replace_sizes(line, &size, &mut text);
            } else {
                text.push_str(line);
            }
        }
        text
    }

    /// Integers that are part of a name (`d0`, `f64`) are left alone; an `x` before an integer separates dimensions.
    fn replace_sizes(&self, line: &str, size: &impl Fn(&[u64; N_DATA_SETS]) -> u64, text: &mut String) {
        let mut rest = line;
        while let Some(start) = rest.find(|character: char| character.is_ascii_digit()) {
            let (before, from) = rest.split_at(start);
            let end = from.find(|character: char| !character.is_ascii_digit()).unwrap_or(from.len());
            let (number, after) = from.split_at(end);
            let is_name = before.ends_with(|last: char| last != 'x' && (last.is_alphanumeric() || last == '_'));
            text.push_str(before);
            match self.sizes.iter().find(|row| !is_name && row[DataSet::Small as usize].to_string() == number) {
                Some(row) => text.push_str(&size(row).to_string()),
                None => text.push_str(number),
            }
            rest = after;
        }
        text.push_str(rest);
    }
}

/// A name and an integer for each data set.
fn size_row(line: &str) -> Option<[u64; N_DATA_SETS]> {
    let numbers: Vec<u64> = line.split_whitespace().skip(1).map_while(|word| word.parse().ok()).collect();
    numbers.try_into().ok()
}

fn checksum(line: &str) -> Option<(DataSet, f64)> {
    let mut words = line.strip_prefix(" checksum ")?.split_whitespace();
    Some((DataSet::from_str(words.next()?, false).ok()?, words.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "// sizes mini small medium large extralarge\n// n 20 60 200 1000 2000\n// m60 2 64 4 5 6\n//\n\
                        // checksum small -1.5e3\n\n#n = affine_map<(d60) -> (60 - 1 - d60 + 600)>\n\
                        !a_60 = memref<60x64xf64>\nfunc.func @f60(%x: !a_60)\n";

    #[test]
    fn the_head_is_read() -> Result<(), String> {
        let kernel = Kernel::new("k".into(), TEXT.into())?;
        assert_eq!(kernel.expected(DataSet::Small), Some(-1500.0));
        assert_eq!(kernel.expected(DataSet::Mini), None);
        assert!(Kernel::new("k".into(), "// no table\n".into()).is_err());
        assert!(Kernel::new("k".into(), TEXT.replace(" 64 4", " 60 4")).is_err());
        Ok(())
    }

    #[test]
    fn sizes_change_in_aliases_only() -> Result<(), String> {
        let kernel = Kernel::new("k".into(), TEXT.into())?;
        assert_eq!(kernel.text_for(DataSet::Small), TEXT);
        let medium = kernel.text_for(DataSet::Medium);
        let aliases = "#n = affine_map<(d60) -> (200 - 1 - d60 + 600)>\n!a_60 = memref<200x4xf64>\nfunc.func @f60(";
        assert!(medium.contains(aliases), "{medium}");
        Ok(())
    }

    #[test]
    fn all_kernels_are_there_and_have_checksums() -> Result<(), String> {
        let kernels = read_all(&folder())?;
        assert_eq!(kernels.len(), 30);
        for kernel in kernels {
            assert!(kernel.expected(DataSet::Mini).is_some() && kernel.expected(DataSet::Medium).is_some());
        }
        Ok(())
    }
}
