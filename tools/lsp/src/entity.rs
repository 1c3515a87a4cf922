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
            Kind::Percent => chunk.value_at(offset).map(Entity::Value),
            // The number of a result.
            Kind::Hash if self.ends_name(chunk, range.start) => chunk.value_at(range.start).map(Entity::Value),
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
        let of = |uses: &[Use], is_target: &dyn Fn(usize) -> bool| {
            uses.iter().filter(|found| is_target(found.target)).map(|found| found.range.clone()).collect()
        };
        let (definition, uses) = match entity {
            Entity::Value(value) => {
                // Results that are named together have one definition, and so the same references.
                let name = &chunk.values[*value].name;
                (Some(name.clone()), of(&chunk.value_uses, &|other| chunk.values[other].name == *name))
            }
            Entity::Block(block) => {
                (Some(chunk.blocks[*block].clone()), of(&chunk.block_uses, &|other| other == *block))
            }
            Entity::Symbol(op) => (chunk.symbol_definition(text, *op), chunk.symbol_uses(text, *op)),
            Entity::Alias(name) => (chunk.alias_definition(text, name), chunk.alias_uses(text, name)),
            Entity::Op(op) => (Some(chunk.ops[*op].name.clone()), chunk.result_uses(*op)),
        };
        Occurrences { definition, uses }
    }

    /// The places to replace if an entity is renamed, without the sigil. `None` for what has no name of its own.
    pub fn renamed(&self, found: &Found) -> Option<Vec<Range<usize>>> {
        if let Entity::Op(_) = found.entity {
            return None;
        }
        let Occurrences { definition, uses } = self.occurrences(found.chunk, &found.entity);
        let mut all: Vec<Range<usize>> = std::iter::once(definition?).chain(uses).collect();
        all.sort_by_key(|range| range.start);
        Some(all.into_iter().map(|range| range.start + 1..range.end).collect())
    }

    /// Whether the name of a value ends at an offset.
    fn ends_name(&self, chunk: &Chunk, offset: usize) -> bool {
        let token = offset.checked_sub(1).and_then(|before| chunk.token_at(before));
        token.is_some_and(|token| token.kind == Kind::Percent && token.end as usize == offset)
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
