//! All checks, one after the other.

use std::path::Path;

use rmlir_opt::Registry;

use crate::{files, graph, imports, links, passes, unit_tests};

/// All violations, a line each.
pub fn check(root: &Path) -> Result<Vec<String>, String> {
    let mut complaints = files::check(root)?;
    let plan = std::fs::read_to_string(root.join("ARCHITECTURE.md")).map_err(|error| error.to_string())?;
    let packages = graph::packages(root)?;
    complaints.extend(graph::check(&graph::rows(&plan)?, &graph::crates(root, &packages)));
    complaints.extend(unit_tests::check(root, &packages)?);
    complaints.extend(imports::check(root, &packages)?);
    let registry = Registry::everything();
    let names: Vec<&str> = registry.passes.passes().iter().map(|pass| pass.name).collect();
    complaints.extend(passes::check(root, &names)?);
    complaints.extend(links::check(root)?);
    complaints.extend(files::dead_paths(root, "ARCHITECTURE.md", &plan));
    for page in ["CONTRIBUTING.md", "GLOSSARY.md", "docs/soundness.md"] {
        let text = std::fs::read_to_string(root.join(page)).map_err(|error| format!("{page}: {error}"))?;
        complaints.extend(files::dead_paths(root, page, &text));
    }
    Ok(complaints)
}
