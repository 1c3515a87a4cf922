//! Semantic tokens, and types beside the names of results.

use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, SemanticToken, SemanticTokenType};
use rmlir_ir::text::lex::{Kind, Token};

use crate::analysis::{Analysis, Chunk};
use crate::symbols::bytes;

/// The kinds of semantic tokens; a token has an index in this list.
pub const KINDS: [SemanticTokenType; 8] = [
    SemanticTokenType::VARIABLE,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::MACRO,
    SemanticTokenType::TYPE,
    SemanticTokenType::STRING,
    SemanticTokenType::NUMBER,
    SemanticTokenType::KEYWORD,
    SemanticTokenType::PROPERTY,
];

/// The index of a kind in [`KINDS`].
fn kind_of(token: Token, is_op_name: bool, spelled: &str) -> Option<u32> {
    Some(match token.kind {
        Kind::Percent => 0,
        Kind::At => 1,
        Kind::Hash | Kind::Caret => 2,
        Kind::Bang => 3,
        Kind::String if is_op_name => 6,
        Kind::String => 4,
        Kind::Integer | Kind::Float => 5,
        Kind::Bare if is_op_name => 6,
        Kind::Bare if is_type(spelled) => 3,
        Kind::Bare => 7,
        Kind::Eof | Kind::Error | Kind::Punctuation => return None,
    })
}

/// Whether a word is, or begins, a builtin type.
fn is_type(word: &str) -> bool {
    let rest = word.trim_start_matches(['s', 'u']).strip_prefix(['i', 'f']).or_else(|| word.strip_prefix("bf"));
    let numbered = rest.is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()));
    numbered || matches!(word, "index" | "none" | "tensor" | "memref" | "vector" | "complex" | "tuple")
}

impl Analysis {
    /// The semantic tokens of the text. A token of several lines is left out.
    pub fn semantic_tokens(&self) -> Vec<SemanticToken> {
        let mut last = lsp_types::Position::default();
        let mut tokens = Vec::new();
        for (token, kind) in self.chunks.iter().flat_map(|chunk| self.kinds(chunk)) {
            let range = self.range(&bytes(token));
            if range.start.line != range.end.line {
                continue;
            }
            let delta_line = range.start.line - last.line;
            let delta_start = range.start.character - if delta_line == 0 { last.character } else { 0 };
            let length = range.end.character - range.start.character;
            tokens.push(SemanticToken { delta_line, delta_start, length, token_type: kind, token_modifiers_bitset: 0 });
            last = range.start;
        }
        tokens
    }

    fn kinds<'a>(&'a self, chunk: &'a Chunk) -> impl Iterator<Item = (Token, u32)> + 'a {
        let mut ops = chunk.ops.iter().map(|op| op.name.clone()).collect::<Vec<_>>();
        ops.sort_by_key(|name| name.start);
        chunk.tokens.iter().filter_map(move |&token| {
            let range = bytes(token);
            // A name in quotes begins one byte later.
            let is_op = |start: usize| ops.binary_search_by_key(&start, |name| name.start).is_ok();
            let is_op_name = is_op(range.start + usize::from(token.kind == Kind::String));
            kind_of(token, is_op_name, &self.text[range]).map(|kind| (token, kind))
        })
    }

    /// The types of results, behind their names. Those that are named together have one hint.
    pub fn inlay_hints(&self, range: lsp_types::Range) -> Vec<InlayHint> {
        let bytes = self.lines.offset(&self.text, range.start)..self.lines.offset(&self.text, range.end);
        let in_range = |name: &std::ops::Range<usize>| bytes.start <= name.start && name.end <= bytes.end;
        let mut hints: Vec<InlayHint> = Vec::new();
        for chunk in &self.chunks {
            for value in chunk.values.iter().filter(|value| in_range(&value.name) && chunk.is_result(value)) {
                let Some(ty) = &value.ty else { continue };
                let position = self.range(&value.name).end;
                match hints.last_mut().filter(|hint| hint.position == position) {
                    Some(InlayHint { label: InlayHintLabel::String(label), .. }) => *label += &format!(", {ty}"),
                    _ => hints.push(type_hint(position, ty)),
                }
            }
        }
        hints
    }
}

fn type_hint(position: lsp_types::Position, ty: &str) -> InlayHint {
    InlayHint {
        position,
        label: InlayHintLabel::String(format!(": {ty}")),
        kind: Some(InlayHintKind::TYPE),
        text_edits: None,
        tooltip: None,
        padding_left: None,
        padding_right: Some(true),
        data: None,
    }
}
