//! What stands at a position, and everywhere else that it stands.

use std::ops::Range;

use rmlir_ir::text::lex::Kind;
use rmlir_ir::text::parse::index::Use;

use crate::analysis::{Analysis, Chunk, Value};
use crate::symbols::bytes;

/// What a name refers to, by its index in the part of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entity {
    /// A value.
    Value(usize),
    /// A block.
    Block(usize),
    /// The symbol of an operation.
    Symbol(usize),
    /// An alias of a type or an attribute, as it is spelled.
    Alias(String),
    /// The name of an operation.
    Op(usize),
}

/// An entity at a position.
pub struct Found<'a> {
    /// The part of the text.
    pub chunk: &'a Chunk,
    /// The entity.
    pub entity: Entity,
    /// The bytes of its name there.
    pub range: Range<usize>,
}

/// All places where an entity is named.
pub struct Occurrences {
    /// Where it is defined, if it is in the text.
    pub definition: Option<Range<usize>>,
    /// Where it is used, in the order of the text.
    pub uses: Vec<Range<usize>>,
}

impl Analysis {
    /// What stands at an offset, if it is a name.
    pub fn entity_at(&self, offset: usize) -> Option<Found<'_>> {
        let chunk = self.chunk_at(offset)?;
        let token = self.named_token(chunk, offset)?;
        let (range, text) = (bytes(chunk.tokens[token]), self.text.as_str());
        let entity = match chunk.tokens[token].kind {
            Kind::Percent | Kind::Hash if chunk.value_at(offset).is_some() => chunk.value_at(offset).map(Entity::Value),
            Kind::Caret => chunk.block_at(offset).map(Entity::Block),
            Kind::At => chunk.symbol_at(text, token).map(Entity::Symbol),
            Kind::Hash | Kind::Bang => {
                let spelled = &text[range.clone()];
                chunk.alias_definition(text, spelled).map(|_| Entity::Alias(spelled.to_owned()))
            }
            Kind::Bare | Kind::String => {
                let op = chunk.op_at(offset).filter(|&op| contains(&chunk.ops[op].name, offset));
                op.map(Entity::Op)
            }
            _ => None,
        };
        entity.map(|entity| Found { chunk, entity, range })
    }

    /// The index of the token around an offset; between two tokens, of the one that is a name.
    fn named_token(&self, chunk: &Chunk, offset: usize) -> Option<usize> {
        let last = chunk.tokens.partition_point(|token| token.start as usize <= offset).checked_sub(1)?;
        let is_name = |index: usize| {
            let token = chunk.tokens[index];
            contains(&bytes(token), offset) && token.kind != Kind::Punctuation
        };
        [Some(last), last.checked_sub(1)].into_iter().flatten().find(|&index| is_name(index))
    }

    /// All places where an entity of `chunk` is named.
    pub fn occurrences(&self, chunk: &Chunk, entity: &Entity) -> Occurrences {
        let text = self.text.as_str();
        let of = |uses: &[Use], target: usize| {
            uses.iter().filter(|found| found.target == target).map(|found| found.range.clone()).collect()
        };
        let (definition, uses) = match entity {
            Entity::Value(value) => (Some(chunk.values[*value].name.clone()), of(&chunk.value_uses, *value)),
            Entity::Block(block) => (Some(chunk.blocks[*block].clone()), of(&chunk.block_uses, *block)),
            Entity::Symbol(op) => (chunk.symbol_definition(text, *op), chunk.symbol_uses(text, *op)),
            Entity::Alias(name) => (chunk.alias_definition(text, name), chunk.alias_uses(text, name)),
            Entity::Op(op) => (Some(chunk.ops[*op].name.clone()), chunk.result_uses(*op)),
        };
        Occurrences { definition, uses }
    }

    /// The places to replace if an entity is renamed, without the sigil: all results that are named together have one
    /// name. `None` for what has no name of its own.
    pub fn renamed(&self, found: &Found) -> Option<Vec<Range<usize>>> {
        let chunk = found.chunk;
        let mut all: Vec<Range<usize>> = match &found.entity {
            Entity::Op(_) => return None,
            Entity::Value(value) => {
                let name = &chunk.values[*value].name;
                let group = (0..chunk.values.len()).filter(|&other| chunk.values[other].name == *name);
                let uses = group.flat_map(|value| self.occurrences(chunk, &Entity::Value(value)).uses);
                let length = name.len();
                std::iter::once(name.clone()).chain(uses.map(|range| range.start..range.start + length)).collect()
            }
            other => {
                let Occurrences { definition, uses } = self.occurrences(chunk, other);
                std::iter::once(definition?).chain(uses).collect()
            }
        };
        all.sort_by_key(|range| range.start);
        Some(all.into_iter().map(|range| range.start + 1..range.end).collect())
    }
}

fn contains(range: &Range<usize>, offset: usize) -> bool {
    range.start <= offset && offset <= range.end && !range.is_empty()
}

impl Chunk {
    /// The value that is named at an offset.
    fn value_at(&self, offset: usize) -> Option<usize> {
        let next = self.value_uses.partition_point(|found| found.range.start <= offset);
        let used = next.checked_sub(1).map(|index| &self.value_uses[index]);
        let used = used.filter(|found| contains(&found.range, offset)).map(|found| found.target);
        used.or_else(|| self.values.iter().position(|value| contains(&value.name, offset)))
    }

    /// The block that is named at an offset.
    fn block_at(&self, offset: usize) -> Option<usize> {
        let used = self.block_uses.iter().find(|found| contains(&found.range, offset)).map(|found| found.target);
        used.or_else(|| self.blocks.iter().position(|name| contains(name, offset)))
    }

    /// Whether a value is a result of the operation around its definition; otherwise it is an argument of a region.
    pub fn is_result(&self, value: &Value) -> bool {
        value.op.is_some_and(|op| value.name.start < self.ops[op].name.start)
    }

    /// The indices of the results of an operation.
    pub fn results(&self, op: usize) -> impl Iterator<Item = usize> + '_ {
        let before_name = self.ops[op].range.start..self.ops[op].name.start;
        let is_result = move |value: &Value| before_name.contains(&value.name.start);
        self.values.iter().enumerate().filter(move |(_, value)| is_result(value)).map(|(index, _)| index)
    }

    fn result_uses(&self, op: usize) -> Vec<Range<usize>> {
        let results: Vec<usize> = self.results(op).collect();
        let uses = self.value_uses.iter().filter(|found| results.contains(&found.target));
        uses.map(|found| found.range.clone()).collect()
    }
}
