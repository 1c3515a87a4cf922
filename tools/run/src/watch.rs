//! Observation of an execution: a line for each operation, and counts for each source line.

use std::collections::BTreeMap;

use rmlir::diag::{Place, SourceMap};
use rmlir::interp::{Data, Machine, Program, Watcher};

/// Collects the output of `--trace` and `--profile`.
pub struct ExecutionObserver<'p> {
    program: &'p Program,
    sources: &'p SourceMap,
    traces: bool,
    /// The lines of the trace.
    pub trace: String,
    counts: Vec<u64>,
}

impl<'p> ExecutionObserver<'p> {
    pub fn new(program: &'p Program, sources: &'p SourceMap, traces: bool) -> Self {
        Self { program, sources, traces, trace: String::new(), counts: vec![0; program.sites.len()] }
    }

    fn line(&self, place: &Place) -> (String, u32) {
        match place {
            Place::Text(text) => (text.to_string(), 0),
            _ => place.line_in(self.sources).map_or_else(Default::default, |(file, at)| (file.to_owned(), at.line)),
        }
    }

    /// The number of operations executed on each line, most first, with the text of the line.
    pub fn profile(&self) -> String {
        let mut lines: BTreeMap<(String, u32), u64> = BTreeMap::new();
        for (site, &count) in self.program.sites.iter().zip(&self.counts).filter(|&(_, &count)| count > 0) {
            *lines.entry(self.line(&site.place)).or_default() += count;
        }
        let mut lines: Vec<((String, u32), u64)> = lines.into_iter().collect();
        lines.sort_by_key(|(line, count)| (std::cmp::Reverse(*count), line.clone()));
        let mut shown = format!("{:>12} operations\n", self.counts.iter().sum::<u64>());
        for ((file, line), count) in lines {
            let text = self.sources.find(&file).and_then(|source| source.line_text(line)).unwrap_or_default();
            shown.push_str(&format!("{count:>12} {file}:{line}: {}\n", text.trim()));
        }
        shown
    }
}

impl Watcher for ExecutionObserver<'_> {
    fn before(&mut self, site: u32, _machine: &Machine) {
        self.counts[site as usize] += 1;
    }

    fn after(&mut self, number: u32, machine: &Machine) {
        if !self.traces {
            return;
        }
        let site = &self.program.sites[number as usize];
        let (file, line) = self.line(&site.place);
        let results =
            site.results.iter().map(|(reg, kind)| Data::read(machine.get(*reg), kind, &machine.memory).show(kind));
        let results = results.collect::<Vec<_>>().join(", ");
        let arrow = if results.is_empty() { "" } else { " -> " };
        self.trace.push_str(&format!("{file}:{line}: {}{arrow}{results}\n", site.op));
    }
}
