//! The analysis of a text: diagnostics, and an index of each part between `// -----`.
//!
//! An analysis owns all that it knows: the context and the IR of a part are dropped when it is done, so that no edit
//! leaves anything behind.

use std::ops::Range;

use rmlir_ir::core::opdef::OpDef;
use rmlir_ir::core::{Context, OpName, Type, verify};
use rmlir_ir::diag::{Diagnostic, Place, Severity, Sink, SourceFile, split};
use rmlir_ir::text::lex::{Kind, Token, Tokens};
use rmlir_ir::text::parse::index::{IndexedOp, TextIndex, Use};
use rmlir_ir::text::parse::parse_with_index;
use rmlir_ir::text::print::print_type;
use rmlir_opt::Registry;
use rustc_hash::FxHashMap;

use crate::lines::Lines;

/// A text with all that was found in it.
pub struct Analysis {
    /// The text.
    pub text: String,
    /// Its lines.
    pub lines: Lines,
    /// The parts between `// -----`.
    pub chunks: Vec<Chunk>,
    /// The diagnostics, in the order of the text.
    pub problems: Vec<Problem>,
}

/// A diagnostic of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The severity.
    pub severity: Severity,
    /// The bytes.
    pub range: Range<usize>,
    /// The message.
    pub message: String,
    /// Notes and hints with their bytes.
    pub notes: Vec<(Range<usize>, String)>,
}

/// A part of a text. All ranges are bytes of the text.
pub struct Chunk {
    /// The bytes.
    pub range: Range<usize>,
    /// The tokens.
    pub tokens: Vec<Token>,
    /// The operations, in the order of their first bytes.
    pub ops: Vec<Op>,
    /// The operations that define symbols, by their names.
    pub symbols: FxHashMap<String, Vec<usize>>,
    /// The values, in the order of their definitions.
    pub values: Vec<Value>,
    /// The uses of values, in the order of the text.
    pub value_uses: Vec<Use>,
    /// The names of blocks where they are defined.
    pub blocks: Vec<Range<usize>>,
    /// The uses of blocks, in the order of the text.
    pub block_uses: Vec<Use>,
}

/// An operation.
pub struct Op {
    /// From its first result, or name, to its last token.
    pub range: Range<usize>,
    /// Its name in the text, without quotes; empty if it has none.
    pub name: Range<usize>,
    /// Its full name; `None` if its text has an error.
    pub full_name: Option<String>,
    /// Its declaration, if it is registered.
    pub def: Option<&'static OpDef>,
    /// The index of the operation around it.
    pub parent: Option<usize>,
    /// The symbol that it defines.
    pub symbol: Option<String>,
}

/// A value.
pub struct Value {
    /// Its name where it is defined, with the percent sign.
    pub name: Range<usize>,
    /// Its number among the results that are named together.
    pub number: u32,
    /// Its type, as text; `None` if the text of its operation has an error.
    pub ty: Option<std::sync::Arc<str>>,
    /// The index of the innermost operation around the definition.
    pub op: Option<usize>,
}

impl Analysis {
    /// Analyzes `text` with the dialects of `registry`.
    pub fn of(registry: &Registry, text: String) -> Self {
        let cx = rmlir_ir::text::context(registry.dialects.clone());
        cx.allow_unregistered(text.contains("allow-unregistered-dialect"));
        let mut analysis = Self { lines: Lines::of(&text), text, chunks: Vec::new(), problems: Vec::new() };
        match cx.sources().add("", analysis.text.as_str()) {
            Ok(file) => analysis.read(&cx, cx.sources().file(file)),
            Err(error) => analysis.problems.push(Problem::at(0..0, error.to_string())),
        }
        analysis
    }

    fn read(&mut self, cx: &Context, file: &SourceFile) {
        for chunk in split::split(self.text.as_bytes(), split::DEFAULT_MARKER).chunks {
            let mut sink = Sink::new();
            let (body, index) = parse_with_index(cx, file.id(), chunk.range.clone(), &mut sink);
            let mut found = sink.into_diagnostics();
            if let Some(body) = body {
                // The verifier tells of its errors only by these diagnostics.
                _ = verify::verify(&body, &mut |_, error| found.push(error));
            }
            let read = Chunk::new(cx, &self.text, chunk.range, index);
            let problems = found.iter().map(|diagnostic| Problem::new(diagnostic, file, &read));
            self.problems.extend(problems);
            self.chunks.push(read);
        }
        self.problems.sort_by_key(|problem| problem.range.start);
    }

    /// The part around an offset.
    pub fn chunk_at(&self, offset: usize) -> Option<&Chunk> {
        self.chunks.iter().find(|chunk| chunk.range.start <= offset && offset <= chunk.range.end)
    }

    /// The range of the protocol for bytes of the text.
    pub fn range(&self, range: &Range<usize>) -> lsp_types::Range {
        self.lines.range(&self.text, range)
    }
}

impl Problem {
    fn at(range: Range<usize>, message: String) -> Self {
        Self { severity: Severity::Error, range, message, notes: Vec::new() }
    }

    fn new(diagnostic: &Diagnostic, file: &SourceFile, chunk: &Chunk) -> Self {
        let range = bytes(&diagnostic.place, file, chunk);
        let notes = diagnostic.notes.iter().map(|note| (bytes(&note.place, file, chunk), note.message.clone()));
        let help = diagnostic.help.iter().map(|help| (range.clone(), help.clone()));
        let notes = notes.chain(help).collect();
        Self { severity: diagnostic.severity, range, message: diagnostic.message.clone(), notes }
    }
}

/// The bytes of a place: the token that begins there, or one byte. Places elsewhere are those of the chunk.
fn bytes(place: &Place, file: &SourceFile, chunk: &Chunk) -> Range<usize> {
    let start = match place {
        Place::Span(span) => (span.pos().0 as usize).checked_sub(file.base() as usize),
        Place::LineCol { line, col, .. } => file.offset_of(*line, *col),
        Place::Unknown | Place::Text(_) => None,
    };
    let text = file.str().unwrap_or_default();
    let start = start.unwrap_or(chunk.range.start).min(text.len());
    let start = (0..=start).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let end = match chunk.token_at(start).filter(|token| token.start as usize == start) {
        Some(token) => token.end as usize,
        None => text[start..].chars().next().map_or(start, |character| start + character.len_utf8()),
    };
    start..end
}

/// Turns handles of a context into what is kept.
struct Names<'c> {
    cx: &'c Context,
    types: FxHashMap<Type, std::sync::Arc<str>>,
}

impl Names<'_> {
    fn ty(&mut self, ty: Type) -> std::sync::Arc<str> {
        let cx = self.cx;
        self.types.entry(ty).or_insert_with(|| print_type(cx, ty).into()).clone()
    }

    fn op(&self, op: &IndexedOp, tokens: &[Token]) -> Op {
        let name = |name: OpName| (name.str(self.cx).to_owned(), name.def(self.cx));
        let (full_name, def) = op.name.map(name).unzip();
        let symbol = op.symbol.map(|symbol| symbol.str(self.cx).to_owned());
        let name = name_token(tokens, op.name_start);
        Op { range: op.range.clone(), name, full_name, def: def.flatten(), parent: op.parent, symbol }
    }
}

/// The bytes of the name that begins at this offset, without quotes.
fn name_token(tokens: &[Token], start: usize) -> Range<usize> {
    let first = tokens.partition_point(|token| (token.start as usize) < start);
    match tokens.get(first).filter(|token| token.start as usize == start) {
        Some(token) if token.kind == Kind::String => start + 1..token.end as usize - 1,
        Some(token) if token.kind == Kind::Bare => start..token.end as usize,
        _ => start..start,
    }
}

impl Chunk {
    fn new(cx: &Context, text: &str, range: Range<usize>, index: TextIndex) -> Self {
        let tokens: Vec<Token> = Tokens::new(text.as_bytes(), range.start, range.end).collect();
        let mut names = Names { cx, types: FxHashMap::default() };
        let ops: Vec<Op> = index.ops.iter().map(|op| names.op(op, &tokens)).collect();
        let mut symbols: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        for (index, symbol) in ops.iter().enumerate().filter_map(|(index, op)| Some((index, op.symbol.clone()?))) {
            symbols.entry(symbol).or_default().push(index);
        }
        let values = index.values.into_iter().map(|value| Value {
            ty: value.ty.map(|ty| names.ty(ty)),
            name: value.name,
            number: value.number,
            op: value.op,
        });
        let values = values.collect();
        let (value_uses, blocks, block_uses) = (index.value_uses, index.blocks, index.block_uses);
        Self { range, tokens, ops, symbols, values, value_uses, blocks, block_uses }
    }

    /// The token around an offset, or the one that ends there.
    pub fn token_at(&self, offset: usize) -> Option<Token> {
        let next = self.tokens.partition_point(|token| token.start as usize <= offset);
        let token = *self.tokens.get(next.checked_sub(1)?)?;
        (offset <= token.end as usize).then_some(token)
    }

    /// The index of the innermost operation around an offset.
    pub fn op_at(&self, offset: usize) -> Option<usize> {
        let next = self.ops.partition_point(|op| op.range.start <= offset);
        let mut op = next.checked_sub(1);
        while let Some(index) = op {
            if offset <= self.ops[index].range.end {
                break;
            }
            op = self.ops[index].parent;
        }
        op
    }
}
