//! Folders of problems in HatScheT's format.

use std::path::{Path, PathBuf};

use rmlir_problems::{Problem, graphml};

/// The graph files below `folder`, without those for a clock frequency.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries {
            let path = entry.map_err(|error| error.to_string())?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                waiting.push(path);
            } else if name.ends_with(".graphml") && !name.contains("MHz") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Parses the graph at `path` and the resources beside it.
pub fn read(path: &Path) -> Result<Problem, String> {
    let stem = path.with_extension("");
    let beside = |ending: &str| PathBuf::from(format!("{}{ending}", stem.display()));
    let resources = ["_RM.xml", "RM.xml"].map(beside).into_iter().find(|path| path.is_file());
    let resources = resources.ok_or_else(|| format!("{}: there are no resources beside it", path.display()))?;
    let text = |path: &Path| std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()));
    graphml::read(&text(path)?, &text(&resources)?).map_err(|why| format!("{}: {why}", path.display()))
}
