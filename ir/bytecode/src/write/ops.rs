//! The operations.
//!
//! Values have indices that begin at 0 in each isolated operation: first all that a region defines itself, block by
//! block, arguments before results; then those defined in nested regions, where sibling regions use the same indices.
//! Nesting is handled by a worklist and not by recursion: its depth is limited by memory only.

use rmlir_core::{Attr, BlockRef, Loc, OpRef, RegionRef, TraitSet, ValueRef};
use rustc_hash::FxHashMap;

use super::Sections;
use super::emitter::Emitter;
use super::entries::Encoder;
use super::numbering::{AttrKey, Numbering};
use super::props::{self, attrs_in_file};
use super::uses::UseOrders;
use crate::encoding::{ELIDED_ARGUMENT_LOCATIONS, PROPERTIES, REGION_SECTIONS, Section, USE_ORDERS, has};

/// A stack of items to write.
enum Work<'a> {
    /// An operation; the values of its regions begin at this index.
    Op(OpRef<'a>, u64),
    /// A block; the values of its nested regions begin at this index.
    Block(BlockRef<'a>, u64),
    /// A region whose values begin at this index.
    Region(RegionRef<'a>, u64),
    /// Closes the current section.
    CloseSection,
}

/// The indices of values and blocks in one body.
#[derive(Default)]
struct BodyNumbers {
    /// Indexed by the slot of the value.
    values: Vec<u64>,
    /// Indexed by the slot of the block: its position in its region.
    blocks: Vec<u64>,
}

struct OpWriter<'s, 'n, 'c> {
    sections: &'s mut Sections<'n, 'c>,
    use_orders: UseOrders,
    bodies: FxHashMap<u32, BodyNumbers>,
    /// The sections being written, innermost last.
    emitters: Vec<Emitter>,
    work: Vec<Work<'c>>,
}

impl<'c> Sections<'_, 'c> {
    /// Writes a block with the operation `root`.
    pub fn operations(&mut self, root: OpRef<'c>) -> Emitter {
        let mut emitter = Emitter::new();
        emitter.flagged(1, false);
        let mut writer = OpWriter {
            use_orders: UseOrders::default(),
            bodies: FxHashMap::default(),
            emitters: vec![emitter],
            work: vec![Work::Op(root, 0)],
            sections: self,
        };
        // A root without a parent may have results, which belong to no region.
        let n_results = writer.number_values(root.results(), 0);
        writer.work = vec![Work::Op(root, n_results)];
        while let Some(work) = writer.work.pop() {
            match work {
                Work::Op(op, first) => writer.op(op, first),
                Work::Block(block, first) => writer.block(block, first),
                Work::Region(region, first) => writer.region(region, first),
                Work::CloseSection => {
                    let contents = writer.emitters.pop().expect("a section is closed after it was opened");
                    writer.out().section(Section::Ir, contents);
                }
            }
        }
        writer.emitters.pop().expect("the outermost section is open until the end")
    }
}

impl<'n, 'c> OpWriter<'_, 'n, 'c> {
    fn out(&mut self) -> &mut Emitter {
        self.emitters.last_mut().expect("the outermost section is open until the end")
    }

    fn numbering(&self) -> &'n Numbering<'c> {
        self.sections.numbering
    }

    fn attr_number(&self, attr: Attr) -> u64 {
        let numbering = self.numbering();
        numbering.attrs.number(AttrKey::of_attr(numbering.cx, attr))
    }

    fn loc_number(&self, loc: Loc) -> u64 {
        let numbering = self.numbering();
        numbering.attrs.number(AttrKey::of_loc(numbering.cx, loc))
    }

    fn numbers(&mut self, body: u32) -> &mut BodyNumbers {
        self.bodies.entry(body).or_default()
    }

    fn value_number(&mut self, value: ValueRef) -> u64 {
        self.numbers(value.body.number()).values[value.id.slot()]
    }

    /// Assigns indices from `first` on to values; returns the next index.
    fn number_values<'v>(&mut self, values: impl Iterator<Item = ValueRef<'v>>, first: u64) -> u64 {
        let mut next = first;
        for value in values {
            set(&mut self.numbers(value.body.number()).values, value.id.slot(), next);
            next += 1;
        }
        next
    }

    fn op(&mut self, op: OpRef<'c>, first: u64) {
        let (numbering, version) = (self.numbering(), self.numbering().version);
        let name = numbering.op_names.number(op.name());
        self.out().number(name);
        let (depth, mask_at) = (self.emitters.len() - 1, self.out().len());
        self.out().byte(0);
        let mut mask = 0;
        let loc = self.loc_number(op.loc());
        self.out().number(loc);
        let attrs = attrs_in_file(op, version);
        if attrs != Attr::EMPTY_DICT {
            mask |= has::ATTRS;
            let attrs = self.attr_number(attrs);
            self.out().number(attrs);
        }
        if version >= PROPERTIES
            && let Some(number) = self.properties(op)
        {
            mask |= has::PROPERTIES;
            self.out().number(number);
        }
        if op.n_results() != 0 {
            mask |= has::RESULTS;
            self.out().number(op.n_results() as u64);
            op.results().for_each(|result| self.out().number(numbering.types.number(result.ty())));
        }
        if op.n_operands() != 0 {
            mask |= has::OPERANDS;
            self.out().number(op.n_operands() as u64);
            for operand in op.operands() {
                let number = self.value_number(operand);
                self.out().number(number);
            }
        }
        if op.successors().len() != 0 {
            mask |= has::SUCCESSORS;
            self.out().number(op.successors().len() as u64);
            for block in op.successors() {
                let number = self.numbers(block.body.number()).blocks[block.id.slot()];
                self.out().number(number);
            }
        }
        if version >= USE_ORDERS && self.orders_of_uses(op.results().collect()) {
            mask |= has::USE_ORDERS;
        }
        let n_regions = op.n_regions();
        if n_regions != 0 {
            mask |= has::REGIONS;
            let is_isolated = op.has(TraitSet::ISOLATED_FROM_ABOVE);
            self.out().flagged(n_regions as u64, is_isolated);
            self.open_regions(op, if is_isolated { 0 } else { first }, is_isolated && version >= REGION_SECTIONS);
        }
        self.emitters[depth].patch(mask_at, mask);
    }

    fn open_regions(&mut self, op: OpRef<'c>, first: u64, in_section: bool) {
        if in_section {
            self.work.push(Work::CloseSection);
            self.emitters.push(Emitter::new());
        }
        self.work.extend(op.regions().rev().map(|region| Work::Region(region, first)));
    }

    /// The index of the properties of `op`, if it has any.
    fn properties(&mut self, op: OpRef) -> Option<u64> {
        let (numbering, mut out) = (self.numbering(), Emitter::new());
        let mut encoder = Encoder { numbering, strings: &mut self.sections.strings, out: &mut out };
        let has_properties = props::encode(op, numbering.version, &mut encoder);
        has_properties.then(|| self.sections.properties.number(out.into_bytes()))
    }

    /// Writes the use-list orders that the reader would not produce by itself; returns whether there are any.
    fn orders_of_uses(&mut self, values: Vec<ValueRef>) -> bool {
        let orders = self.use_orders.of(&values);
        if !orders.is_empty() {
            UseOrders::write(&orders, values.len(), self.out());
        }
        !orders.is_empty()
    }

    fn region(&mut self, region: RegionRef<'c>, first: u64) {
        let mut next = first;
        let blocks: Vec<BlockRef> = region.blocks().collect();
        self.out().number(blocks.len() as u64);
        if blocks.is_empty() {
            return;
        }
        for (index, block) in blocks.iter().enumerate() {
            set(&mut self.numbers(region.body.number()).blocks, block.id.slot(), index as u64);
            next = self.number_values(block.args(), next);
            next = self.number_values(block.ops().flat_map(|op| op.results()), next);
        }
        self.out().number(next - first);
        self.work.extend(blocks.into_iter().rev().map(|block| Work::Block(block, next)));
    }

    fn block(&mut self, block: BlockRef<'c>, first: u64) {
        let (numbering, version) = (self.numbering(), self.numbering().version);
        let args: Vec<ValueRef> = block.args().collect();
        self.out().flagged(block.ops().count() as u64, !args.is_empty());
        if !args.is_empty() {
            self.out().number(args.len() as u64);
            for arg in &args {
                let (ty, loc) = (numbering.types.number(arg.ty()), arg.loc());
                let has_loc = loc != Loc::UNKNOWN || version < ELIDED_ARGUMENT_LOCATIONS;
                match version >= ELIDED_ARGUMENT_LOCATIONS {
                    true => self.out().flagged(ty, has_loc),
                    false => self.out().number(ty),
                }
                if has_loc {
                    let loc = self.loc_number(loc);
                    self.out().number(loc);
                }
            }
            if version >= USE_ORDERS {
                let mask_at = self.out().len();
                self.out().byte(0);
                if self.orders_of_uses(args) {
                    self.out().patch(mask_at, has::USE_ORDERS);
                }
            }
        }
        self.work.extend(block.ops().rev().map(|op| Work::Op(op, first)));
    }
}

fn set(numbers: &mut Vec<u64>, slot: usize, number: u64) {
    if numbers.len() <= slot {
        numbers.resize(slot + 1, u64::MAX);
    }
    numbers[slot] = number;
}
