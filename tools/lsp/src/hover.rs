//! What an editor shows beside a name: types, documentation, the line of the definition.

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

use crate::analysis::{Analysis, Chunk};
use crate::entity::{Entity, Found};

/// The limit on the length of a line of source, in characters: constants can be large.
const MAX_LINE: usize = 200;

impl Analysis {
    /// The description of what stands at an offset.
    pub fn hover(&self, offset: usize) -> Option<Hover> {
        let found = self.entity_at(offset)?;
        let value = self.description(&found);
        let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
        Some(Hover { contents, range: Some(self.range(&found.range)) })
    }

    fn description(&self, found: &Found) -> String {
        let chunk = found.chunk;
        match &found.entity {
            Entity::Value(value) => self.value_description(chunk, *value),
            Entity::Block(block) => code(&self.line_of(chunk.blocks[*block].start)),
            Entity::Symbol(op) => code(&self.line_of(chunk.ops[*op].range.start)),
            Entity::Alias(name) => {
                let definition = chunk.alias_definition(&self.text, name);
                code(&self.line_of(definition.map_or(found.range.start, |range| range.start)))
            }
            Entity::Op(op) => self.op_description(chunk, *op),
        }
    }

    fn value_description(&self, chunk: &Chunk, value: usize) -> String {
        let value = &chunk.values[value];
        let ty = value.ty.as_deref().unwrap_or("unknown type");
        let number = if value.number == 0 { String::new() } else { format!("#{}", value.number) };
        let typed = format!("{}{number} : {ty}", &self.text[value.name.clone()]);
        format!("{}{}", code(&typed), code(&self.line_of(value.name.start)))
    }

    fn op_description(&self, chunk: &Chunk, op: usize) -> String {
        let info = &chunk.ops[op];
        let name = info.full_name.as_deref().unwrap_or(&self.text[info.name.clone()]);
        let types = chunk.results(op).map(|value| chunk.values[value].ty.as_deref().unwrap_or("unknown type"));
        let types: Vec<&str> = types.collect();
        let results = if types.is_empty() { String::new() } else { format!("{}\n", types.join(", ")) };
        let doc = info.def.map_or("This operation is not registered.", |def| def.doc);
        format!(
            "`{name}`\n\n{}{}",
            if results.is_empty() { String::new() } else { code(results.trim_end()) },
            doc.trim()
        )
    }

    /// The line around an offset, without what a region contains.
    fn line_of(&self, offset: usize) -> String {
        let start = self.text[..offset].rfind('\n').map_or(0, |end| end + 1);
        let line = self.text[start..].lines().next().unwrap_or_default().trim();
        match line.char_indices().nth(MAX_LINE) {
            Some((end, _)) => format!("{}...", &line[..end]),
            None => line.to_owned(),
        }
    }
}

fn code(text: &str) -> String {
    format!("```mlir\n{text}\n```\n")
}
