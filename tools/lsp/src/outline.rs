//! The outline of a text: its symbols, and the regions that can be folded.

use lsp_types::{DocumentSymbol, FoldingRange, FoldingRangeKind, SymbolKind};

use crate::analysis::{Analysis, Chunk};

impl Analysis {
    /// The operations that define symbols, those in others inside of them.
    pub fn symbols(&self) -> Vec<DocumentSymbol> {
        self.chunks.iter().flat_map(|chunk| self.symbols_in(chunk)).collect()
    }

    fn symbols_in(&self, chunk: &Chunk) -> Vec<DocumentSymbol> {
        // Operations are in the order of their beginnings, so from the last on each has all of its children.
        let mut children: Vec<Vec<DocumentSymbol>> = (0..=chunk.ops.len()).map(|_| Vec::new()).collect();
        for index in (0..chunk.ops.len()).rev() {
            let mut inner = std::mem::take(&mut children[index]);
            let outer = chunk.ops[index].parent.unwrap_or(chunk.ops.len());
            match self.symbol(chunk, index) {
                Some(symbol) => {
                    inner.reverse();
                    children[outer].push(DocumentSymbol { children: Some(inner), ..symbol });
                }
                // An operation without a symbol is no level of the outline.
                None => children[outer].append(&mut inner),
            }
        }
        let mut outermost = children.pop().unwrap_or_default();
        outermost.reverse();
        outermost
    }

    fn symbol(&self, chunk: &Chunk, index: usize) -> Option<DocumentSymbol> {
        let op = &chunk.ops[index];
        let name = op.symbol.clone()?;
        let definition = chunk.symbol_definition(&self.text, index).unwrap_or_else(|| op.name.clone());
        let kind = match op.full_name.as_deref() {
            Some("builtin.module") => SymbolKind::MODULE,
            Some(full) if full.ends_with("global") => SymbolKind::VARIABLE,
            _ => SymbolKind::FUNCTION,
        };
        #[expect(deprecated, reason = "the type has no constructor without this field")]
        Some(DocumentSymbol {
            name,
            detail: op.full_name.clone(),
            kind,
            tags: None,
            deprecated: None,
            range: self.range(&op.range),
            selection_range: self.range(&definition),
            children: None,
        })
    }

    /// The operations of more than one line.
    pub fn folding_ranges(&self) -> Vec<FoldingRange> {
        let ops = self.chunks.iter().flat_map(|chunk| &chunk.ops);
        let lines = ops.map(|op| self.range(&op.range)).filter(|range| range.start.line < range.end.line);
        let fold = |range: lsp_types::Range| FoldingRange {
            start_line: range.start.line,
            // The closing brace stays visible.
            end_line: range.end.line - 1,
            kind: Some(FoldingRangeKind::Region),
            ..FoldingRange::default()
        };
        lines.map(fold).filter(|range| range.start_line < range.end_line).collect()
    }
}
