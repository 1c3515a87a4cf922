//! The index of a text: where it defines and uses values and blocks, and the extent of its operations. Tools for editors
//! find definitions and references by it.

use std::ops::Range;

use rmlir_core::{BlockId, Ident, OpName, Type, Value};
use rustc_hash::FxHashMap;

/// The definitions and uses of a text. All positions are offsets in the file, in bytes.
#[derive(Default)]
pub struct TextIndex {
    /// The operations, in the order of their first bytes.
    pub ops: Vec<IndexedOp>,
    /// The values, in the order of their definitions.
    pub values: Vec<IndexedValue>,
    /// The uses of values.
    pub value_uses: Vec<Use>,
    /// The blocks that have a name.
    pub blocks: Vec<Range<usize>>,
    /// The uses of blocks.
    pub block_uses: Vec<Use>,
}

/// An operation of a text.
#[derive(Clone, Debug)]
pub struct IndexedOp {
    /// Its name; `None` if its text has an error.
    pub name: Option<OpName>,
    /// From the first result, or the name, to the last token.
    pub range: Range<usize>,
    /// The first byte of the name.
    pub name_start: usize,
    /// The index of the operation around it.
    pub parent: Option<usize>,
    /// The symbol that it defines.
    pub symbol: Option<Ident>,
}

/// A value of a text.
#[derive(Clone, Debug)]
pub struct IndexedValue {
    /// Its name where it is defined, with the percent sign. Results that are named together have the same.
    pub name: Range<usize>,
    /// Its number among the results that are named together.
    pub number: u32,
    /// Its type; `None` if the text of the operation has an error.
    pub ty: Option<Type>,
    /// The index of the innermost operation whose text contains the definition: for a result, the one that defines it.
    pub op: Option<usize>,
}

/// A use of a value or block.
#[derive(Clone, Debug)]
pub struct Use {
    /// The name, with its first character, without the number of a result.
    pub range: Range<usize>,
    /// The index of the value or block.
    pub target: usize,
}

/// An index that is being built.
#[derive(Default)]
pub(super) struct IndexBuilder {
    index: TextIndex,
    /// The operations in progress, innermost last.
    open: Vec<usize>,
    values: FxHashMap<ValueKey, usize>,
    blocks: FxHashMap<(u32, BlockId), usize>,
    value_uses: Vec<(Range<usize>, ValueKey)>,
    block_uses: Vec<(Range<usize>, (u32, BlockId))>,
    /// Placeholders with the values by which they were replaced.
    replaced: FxHashMap<ValueKey, ValueKey>,
}

/// A value with the id of its body.
pub(super) type ValueKey = (u32, Value);

impl IndexBuilder {
    /// An operation begins at this offset.
    pub(super) fn begin_op(&mut self, start: usize) {
        let parent = self.open.last().copied();
        self.open.push(self.index.ops.len());
        let range = start..start;
        self.index.ops.push(IndexedOp { name: None, range, name_start: start, parent, symbol: None });
    }

    /// The name of the innermost operation begins at this offset.
    pub(super) fn name_op(&mut self, start: usize) {
        if let Some(&op) = self.open.last() {
            self.index.ops[op].name_start = start;
        }
    }

    /// The innermost operation ends at this offset.
    pub(super) fn end_op(&mut self, end: usize, parsed: Option<(OpName, Option<Ident>)>) {
        let op = self.open.pop().expect("an operation that ends has begun");
        let op = &mut self.index.ops[op];
        op.range.end = end.max(op.range.start);
        if let Some((name, symbol)) = parsed {
            (op.name, op.symbol) = (Some(name), symbol);
        }
    }

    /// The number of operations in progress.
    pub(super) fn n_open(&self) -> usize {
        self.open.len()
    }

    /// A value is defined; without a key its operation has an error. Returns its index.
    pub(super) fn define(&mut self, key: Option<ValueKey>, name: Range<usize>, number: u32, ty: Option<Type>) -> usize {
        let value = self.index.values.len();
        self.index.values.push(IndexedValue { name, number, ty, op: self.open.last().copied() });
        if let Some(key) = key {
            self.values.insert(key, value);
        }
        value
    }

    /// A value is used.
    pub(super) fn use_value(&mut self, range: Range<usize>, key: ValueKey) {
        self.value_uses.push((range, key));
    }

    /// A value of an operation that has an error is used.
    pub(super) fn use_lost_value(&mut self, range: Range<usize>, target: usize) {
        self.index.value_uses.push(Use { range, target });
    }

    /// A placeholder is replaced by a value.
    pub(super) fn replace(&mut self, placeholder: ValueKey, value: ValueKey) {
        self.replaced.insert(placeholder, value);
    }

    /// A block is defined.
    pub(super) fn define_block(&mut self, name: Range<usize>, key: (u32, BlockId)) {
        self.blocks.insert(key, self.index.blocks.len());
        self.index.blocks.push(name);
    }

    /// A block is used.
    pub(super) fn use_block(&mut self, range: Range<usize>, key: (u32, BlockId)) {
        self.block_uses.push((range, key));
    }

    /// The index, with its uses in the order of the text.
    pub(super) fn finish(mut self) -> TextIndex {
        for (range, key) in self.value_uses {
            let key = self.replaced.get(&key).unwrap_or(&key);
            self.index.value_uses.extend(self.values.get(key).map(|&target| Use { range, target }));
        }
        for (range, key) in self.block_uses {
            self.index.block_uses.extend(self.blocks.get(&key).map(|&target| Use { range, target }));
        }
        // What was read before an error in an operation was recorded twice.
        for uses in [&mut self.index.value_uses, &mut self.index.block_uses] {
            uses.sort_by_key(|found| found.range.start);
            uses.dedup_by_key(|found| found.range.start);
        }
        self.index
    }
}
