//! Completion of the name before the cursor.

use std::collections::BTreeMap;

use lsp_types::{CompletionItem, CompletionItemKind};
use rmlir_opt::Registry;

use crate::analysis::{Analysis, Chunk, Value};

impl Analysis {
    /// The names that may stand before an offset.
    pub fn completions(&self, registry: &Registry, offset: usize) -> Vec<CompletionItem> {
        let line = self.text[..offset].rsplit('\n').next().unwrap_or_default();
        if line.trim_start().starts_with("//") {
            return if line.contains("RUN:") { pass_names(registry) } else { Vec::new() };
        }
        let is_part = |character: char| character.is_alphanumeric() || "_$.-".contains(character);
        let before = line.trim_end_matches(is_part);
        let Some(chunk) = self.chunk_at(offset) else { return Vec::new() };
        match before.chars().next_back() {
            Some('%') => self.values_before(chunk, offset),
            Some('^') => self.blocks(chunk, offset),
            Some('@') => symbols(chunk),
            Some(sigil @ ('#' | '!')) => self.aliases_of(chunk, sigil),
            _ if is_op_place(before) => op_names(registry),
            _ => Vec::new(),
        }
    }

    /// The values that are visible at an offset and defined before it.
    fn values_before(&self, chunk: &Chunk, offset: usize) -> Vec<CompletionItem> {
        let scope = chunk.scope(offset);
        let visible = chunk.values.iter().filter(|value| {
            scope.contains(&value.name.start) && value.name.end < offset && chunk.is_in_region_of(value, offset)
        });
        let mut types: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for value in visible {
            let name = &self.text[value.name.start + 1..value.name.end];
            types.entry(name).or_default().push(value.ty.as_deref().unwrap_or("unknown type"));
        }
        types.into_iter().map(|(name, ty)| item(name, CompletionItemKind::VARIABLE, &ty.join(", "))).collect()
    }

    fn blocks(&self, chunk: &Chunk, offset: usize) -> Vec<CompletionItem> {
        let scope = chunk.scope(offset);
        let names = chunk.blocks.iter().filter(|name| scope.contains(&name.start));
        names.map(|name| item(&self.text[name.start + 1..name.end], CompletionItemKind::REFERENCE, "")).collect()
    }

    fn aliases_of(&self, chunk: &Chunk, sigil: char) -> Vec<CompletionItem> {
        let names = chunk.aliases(&self.text).map(|range| &self.text[range]);
        let names = names.filter_map(|spelled| spelled.strip_prefix(sigil));
        names.map(|name| item(name, CompletionItemKind::CONSTANT, "")).collect()
    }
}

impl Chunk {
    /// Whether an offset is in the operation with the region that a value is defined in.
    fn is_in_region_of(&self, value: &Value, offset: usize) -> bool {
        let around = if self.is_result(value) { value.op.and_then(|op| self.ops[op].parent) } else { value.op };
        around.is_none_or(|op| self.ops[op].range.start <= offset && offset <= self.ops[op].range.end)
    }

    /// The bytes of the innermost operation around an offset from which names do not escape.
    fn scope(&self, offset: usize) -> std::ops::Range<usize> {
        use rmlir_ir::core::TraitSet;
        let mut op = self.op_at(offset);
        while let Some(index) = op {
            let info = &self.ops[index];
            if info.def.is_some_and(|def| def.has(TraitSet::ISOLATED_FROM_ABOVE)) {
                return info.range.clone();
            }
            op = info.parent;
        }
        self.range.clone()
    }
}

/// Whether an operation may begin behind this beginning of a line.
fn is_op_place(before: &str) -> bool {
    let before = before.trim();
    before.is_empty() || before.ends_with('=') || before.ends_with('{') || before.ends_with('}')
}

fn item(label: &str, kind: CompletionItemKind, detail: &str) -> CompletionItem {
    let detail = (!detail.is_empty()).then(|| detail.to_owned());
    CompletionItem { label: label.to_owned(), kind: Some(kind), detail, ..CompletionItem::default() }
}

fn symbols(chunk: &Chunk) -> Vec<CompletionItem> {
    let named = chunk.ops.iter().filter_map(|op| Some((op.symbol.as_deref()?, op.full_name.as_deref()?)));
    named.map(|(symbol, op)| item(symbol, CompletionItemKind::FUNCTION, op)).collect()
}

fn op_names(registry: &Registry) -> Vec<CompletionItem> {
    registry.dialects.ops().map(|def| item(def.name, CompletionItemKind::KEYWORD, def.summary())).collect()
}

/// The passes and pipelines, for `RUN` lines.
fn pass_names(registry: &Registry) -> Vec<CompletionItem> {
    let passes = registry.passes.passes().iter().map(|pass| (pass.name, pass.summary));
    let pipelines = registry.passes.pipelines().iter().map(|pipeline| (pipeline.name, pipeline.summary));
    passes.chain(pipelines).map(|(name, summary)| item(name, CompletionItemKind::FUNCTION, summary)).collect()
}
