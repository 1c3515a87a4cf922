//! The number of operations by name.

use std::collections::BTreeMap;
use std::fmt::Write;

use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;

/// Print statistics of operations.
#[pass(name = "print-op-stats", title = "PrintOpStatsPass")]
pub struct PrintOpStats {
    /// print the stats as JSON
    json: bool,
}

impl Pass for PrintOpStats {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        cx.op().walk_preorder(|op| *counts.entry(op.name_str()).or_default() += 1);
        let text = if self.json { as_json(&counts) } else { as_table(&counts) };
        cx.emit_text(text);
        Ok(())
    }
}

fn as_json(counts: &BTreeMap<&str, u64>) -> String {
    let lines: Vec<String> = counts.iter().map(|(name, count)| format!("  \"{name}\" : {count}")).collect();
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

/// Names are aligned at the period between dialect and operation.
fn as_table(counts: &BTreeMap<&str, u64>) -> String {
    let split = |name: &&str| -> (String, String) {
        match name.split_once('.') {
            Some((dialect, rest)) if !rest.is_empty() => (format!("{dialect}."), rest.to_owned()),
            Some((dialect, _)) => (String::new(), dialect.to_owned()),
            None => (String::new(), (*name).to_owned()),
        }
    };
    let names: Vec<(String, String)> = counts.keys().map(split).collect();
    let widest = |part: fn(&(String, String)) -> &String| names.iter().map(|name| part(name).len()).max().unwrap_or(0);
    let (dialect_width, name_width) = (widest(|name| &name.0).max(1) + 2, widest(|name| &name.1));
    let mut text = "Operations encountered:\n-----------------------\n".to_owned();
    for ((dialect, name), count) in names.iter().zip(counts.values()) {
        _ = writeln!(text, "{dialect:>dialect_width$}{name:<name_width$} , {count}");
    }
    text
}
