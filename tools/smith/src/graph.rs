//! Functions with arbitrary branches between blocks, so that most of them have irreducible loops.
//!
//! Each block is passed the remaining fuel; when it is zero, control goes to the last block, which returns.

use crate::module::types;
use crate::types::Type;
use crate::writer::Writer;

/// A block with its parameters, of which the first is the fuel.
struct Block {
    name: String,
    params: Vec<Type>,
}

impl Writer {
    /// The blocks after the allocations of a function.
    pub fn graph(&mut self, results: &[Type]) {
        let n_blocks = 2 + self.numbers.below(5);
        let fuel = 4 + self.numbers.below(16);
        let blocks: Vec<Block> = (0..n_blocks)
            .map(|index| {
                let n = self.numbers.below(3);
                let others = (0..n).map(|_| self.any_scalar()).collect::<Vec<_>>();
                Block { name: format!("^b{index}"), params: [&[Type::I32], &others[..]].concat() }
            })
            .collect();
        let last = Block { name: "^last".to_owned(), params: results.to_vec() };
        let size = (self.options.size / (n_blocks + 1)).max(1);
        self.statements(size);
        let count = self.define_hidden(format_args!("arith.constant {fuel} : i32"));
        self.leave(&blocks, &count);
        for (index, block) in blocks.iter().enumerate() {
            self.region(fuel as u64, |writer| {
                writer.depth -= 1;
                let names = writer.begin_block(block);
                writer.statements(size);
                let (one, zero) = (
                    writer.define_hidden(format_args!("arith.constant 1 : i32")),
                    writer.define_hidden(format_args!("arith.constant 0 : i32")),
                );
                let count = writer.define_hidden(format_args!("arith.subi {}, {one} : i32", names[0]));
                let ends = writer.define_hidden(format_args!("arith.cmpi sle, {count}, {zero} : i32"));
                let out = writer.target(&last, None, Writer::any);
                writer.line(format_args!("cf.cond_br {ends}, {out}, ^go{index}"));
                writer.text += &format!("^go{index}:\n");
                writer.leave(&blocks, &count);
                writer.depth += 1;
            });
        }
        self.begin_block(&last);
        self.end(results);
    }

    /// Writes the label: the names of the parameters.
    fn begin_block(&mut self, block: &Block) -> Vec<String> {
        let names: Vec<String> = block.params.iter().map(|_| self.name()).collect();
        let list: Vec<String> = names.iter().zip(&block.params).map(|(name, ty)| format!("{name}: {ty}")).collect();
        self.text += &format!("{}({}):\n", block.name, list.join(", "));
        names.iter().zip(&block.params).for_each(|(name, &ty)| self.add(name.clone(), ty));
        names
    }

    /// Branches to any of `blocks`.
    fn leave(&mut self, blocks: &[Block], count: &str) {
        let any = |writer: &mut Self| {
            let block = writer.numbers.one_of(blocks);
            writer.target(block, Some(count), Writer::any)
        };
        // `cf.switch` of mlir-opt 22 cannot parse the name of one result of several.
        let any_single = |writer: &mut Self| {
            let block = writer.numbers.one_of(blocks);
            writer.target(block, Some(count), Writer::any_single)
        };
        match self.numbers.below(4) {
            0 => {
                let target = any(self);
                self.line(format_args!("cf.br {target}"));
            }
            1 => {
                let (flag, default, one, two) =
                    (self.any(Type::I32), any_single(self), any_single(self), any_single(self));
                self.line(format_args!("cf.switch {flag} : i32, [default: {default}, 0: {one}, 3: {two}]"));
            }
            _ => {
                let (condition, one, two) = (self.any(Type::BOOL), any(self), any(self));
                self.line(format_args!("cf.cond_br {condition}, {one}, {two}"));
            }
        }
    }

    /// `^block(values : types)`, with the remaining fuel first if there is some.
    fn target(&mut self, block: &Block, count: Option<&str>, any: fn(&mut Self, Type) -> String) -> String {
        let mut values: Vec<String> = count.map(str::to_owned).into_iter().collect();
        for &ty in &block.params[values.len()..] {
            values.push(any(self, ty));
        }
        format!("{}({} : {})", block.name, values.join(", "), types(&block.params))
    }
}
